/** A prompt with this word makes the service's job go on until its run is cancelled. */
export const SLOW_WORD = 'slowly'

/** Begins the line in the log of a job that has its report. */
export const REPORT_MARK = 'acceptance-report: '

/** What a job of the sandbox tells the driver. */
export interface JobReport {
  event: { name: string; payload: unknown }
  /** Of the step with the action; empty if it didn't run. */
  outputs: Record<string, string>
  /** Everything that the service was asked. */
  requests: ServiceRequest[]
}

interface ServiceRequest {
  operation?: string | undefined
  method: string
  target: string
  status?: number | undefined
  body?: unknown
}

/** Reads the report in the log of a job; undefined if the job ended before it could print one. */
export function readReport(log: string): JobReport | undefined {
  const line = log.split('\n').find((each) => each.includes(` ${REPORT_MARK}{`) || each.startsWith(`${REPORT_MARK}{`))
  return line === undefined ? undefined : JSON.parse(line.slice(line.indexOf(REPORT_MARK) + REPORT_MARK.length))
}
