import { pollJob } from '../src/agent-job/job/poll-job.ts'
import type { Clock } from '../src/runner/clock.ts'
import { type BenchRow, type BenchSection, tabulate } from './table.ts'

/** The result for one simulated job. */
interface Detection {
  durationMs: number
  /** From the job's end until the action reads it. */
  delayMs: number
  requests: number
}

/** Jobs by their duration: from `fromMs` to below `toMs`. */
interface JobClass {
  name: string
  fromMs: number
  toMs: number
}

interface Schedule {
  name: string
  follow: (durationMs: number) => Promise<Detection>
}

const MINUTE_MS = 60_000
const POLL_INTERVAL_MS = 3_000
const JOBS = 20_000
/** Durations: log-normal around this median, between the two bounds; the spread lets one in a hundred reach the upper. */
const MEDIAN_MS = 3 * MINUTE_MS
const SPREAD = 1.15
const SHORTEST_MS = 5_000
const LONGEST_MS = 40 * MINUTE_MS

const SHORT: JobClass = { name: 'under 2 min', fromMs: 0, toMs: 2 * MINUTE_MS }
const LONG: JobClass = { name: 'over 20 min', fromMs: 20 * MINUTE_MS, toMs: Number.POSITIVE_INFINITY }
const CLASSES: JobClass[] = [
  { name: 'all jobs', fromMs: 0, toMs: Number.POSITIVE_INFINITY },
  SHORT,
  { name: '2 to 20 min', fromMs: SHORT.toMs, toMs: LONG.fromMs },
  LONG,
]

const SCHEDULES: Schedule[] = [
  { name: 'this action', follow: followByAction },
  ...[10, 15, 30].map((seconds) => ({
    name: `every ${seconds} s`,
    follow: async (durationMs: number) => followEvery(seconds * 1000, durationMs),
  })),
]

/** Simulates the delay until the end of a job is noticed, and the requests, compared with fixed intervals. */
export async function benchWaiting(): Promise<BenchSection> {
  const durations = drawDurations()
  const detections = await Promise.all(
    SCHEDULES.map(async ({ name, follow }) => ({ name, found: await Promise.all(durations.map(follow)) })),
  )
  const details = CLASSES.flatMap((jobs) =>
    detections.map(({ name, found }) => {
      const { meanDelayMs, lateDelayMs, requests, share } = summarize(found, jobs)
      const cells = [seconds(meanDelayMs), seconds(lateDelayMs), requests.toFixed(1)]
      return [`${jobs.name} (${(share * 100).toFixed(0)} %)`, name, ...cells]
    }),
  )
  const [action = [], tenSeconds = []] = detections.map(({ found }) => found)
  return {
    title: 'Waiting',
    text: `${JOBS.toLocaleString('en-US')} simulated jobs (log-normal, median 3 min, 5 s to 40 min), polled on a simulated clock with the default \`poll-interval\` of 3 s. Delay: from the job's end until it is noticed.`,
    tables: [
      tabulate(compare(action, tenSeconds)),
      { columns: ['jobs', 'polled', 'mean delay', '95th percentile', 'requests per job'], rows: details },
    ],
  }
}

function compare(action: Detection[], tenSeconds: Detection[]): BenchRow[] {
  const short = [summarize(action, SHORT), summarize(tenSeconds, SHORT)] as const
  const long = [summarize(action, LONG), summarize(tenSeconds, LONG)] as const
  const rows = [
    { what: 'mean delay', ratio: short[0].meanDelayMs / short[1].meanDelayMs, limit: 1, jobs: SHORT },
    { what: '95th percentile', ratio: short[0].lateDelayMs / short[1].lateDelayMs, limit: 1, jobs: SHORT },
    { what: 'requests', ratio: long[0].requests / long[1].requests, limit: 0.5, jobs: LONG },
  ]
  return rows.map(({ what, ratio, limit, jobs }) => ({
    what: `jobs ${jobs.name}: ${what}, as a multiple of a poll every 10 s`,
    value: `${ratio.toFixed(2)} x`,
    limit: `${limit} x`,
    isWithin: ratio <= limit,
  }))
}

function summarize(found: Detection[], { fromMs, toMs }: JobClass) {
  const chosen = found.filter(({ durationMs }) => durationMs >= fromMs && durationMs < toMs)
  const delays = chosen.map(({ delayMs }) => delayMs).sort((a, b) => a - b)
  return {
    meanDelayMs: mean(delays),
    lateDelayMs: delays[Math.floor(delays.length * 0.95)] ?? Number.NaN,
    requests: mean(chosen.map(({ requests }) => requests)),
    share: chosen.length / found.length,
  }
}

/** The polling code of the action, on a clock that jumps. */
async function followByAction(durationMs: number): Promise<Detection> {
  let now = 0
  let requests = 0
  const clock: Clock = {
    now: () => now,
    wallClock: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
  await pollJob('job', undefined, {
    service: {
      async getAgentJob() {
        requests += 1
        return now < durationMs ? { status: 'active' } : { status: 'archived' }
      },
    },
    clock,
    signal: new AbortController().signal,
    pollIntervalMs: POLL_INTERVAL_MS,
    deadline: 24 * 60 * MINUTE_MS,
    isNew: true,
  })
  return { durationMs, delayMs: now - durationMs, requests }
}

function followEvery(intervalMs: number, durationMs: number): Detection {
  const requests = Math.ceil(durationMs / intervalMs)
  return { durationMs, delayMs: requests * intervalMs - durationMs, requests }
}

/** The same durations in every run. */
function drawDurations(): number[] {
  const random = createRandom(20_260_801)
  const durations: number[] = []
  while (durations.length < JOBS) {
    // https://en.wikipedia.org/wiki/Box%E2%80%93Muller_transform
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const durationMs = MEDIAN_MS * Math.exp(SPREAD * normal)
    if (durationMs >= SHORTEST_MS && durationMs <= LONGEST_MS) durations.push(durationMs)
  }
  return durations
}

/** Numbers from 0 to below 1, by a linear congruential generator. */
function createRandom(seed: number): () => number {
  let state = BigInt(seed)
  return () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n)
    return Number(state >> 11n) / 2 ** 53
  }
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
