import type { World } from '../index.ts'
import { type Export, runExport } from './export.ts'
import type { LogEntry } from './loop.ts'
import type { Narrator } from './narrator.ts'

/** Tells how page views come into a file, a summary and an issue. */
export async function tellExport(world: World, narrator: Narrator): Promise<Export> {
  narrator.chapter('The other action: export page views')
  narrator.say('Four weeks of page views and the four before, 250 rows a request, up to four at a time.')
  narrator.say('')
  const rest: LogEntry[] = []
  let lines = 0
  const views = await runExport(world, {
    onStart: () => narrator.startClock(),
    onLog(entry) {
      lines += 1
      // A line for every page of results is a lot to read: the first and the last ones tell enough.
      if (lines <= 3) narrator.log(entry)
      else rest.push(entry)
    },
  })
  if (rest.length > 2) narrator.say(`… and ${rest.length - 2} lines more`)
  for (const entry of rest.slice(-2)) narrator.log(entry)
  const [header = '', ...rows] = views.file?.split('\r\n') ?? []
  narrator.say('')
  narrator.say(`${views.run.outputs['file']} begins with:`)
  narrator.code([header, ...rows.slice(0, 3)])
  narrator.chapter('Its job summary')
  await narrator.markdown(views.run.summary)
  narrator.chapter('The report in an issue, after three runs')
  // Below the totals and the chart are the tables of the summary.
  for (const comment of views.report.comments) await narrator.post(comment, { longest: 9 })
  return views
}
