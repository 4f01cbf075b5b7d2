import { Judge, readNumber } from './judge.ts'
import { Tables } from './tables.ts'
import { type Range, sum, TEN, type Truth } from './truth.ts'

const MARKDOWN_SINCE = Date.UTC(2026, 6, 31)
const MARKDOWN_NOTE =
  'Since July 31, 2026, views of a page as Markdown count as AI views. ' +
  "Earlier AI views don't include these, so AI views from before and after that day can't be compared."
const PERIOD = String.raw`(\w{3} \d[^:;]*? \(\d+ days?, UTC\))`
/** What claims nothing, or what unit tests hold against the tables: charts. */
const SILENT = [
  /^(?:|```(?:mermaid)?|%%\{.*|xychart-beta|<!--.*-->|<\/details>|> \[!WARNING\]|>|\|(?: :?--:? \|)+)$/,
  /^(?:## Page views of .*|<details><summary>Totals of the last periods<\/summary>)$/,
  /^pie showData title Views by people and by AI$|^ {4}(?:"(?:Human|AI)" : |title |[xy]-axis |line )/,
]

type Groups = (string | undefined)[]

/**
 * Reads each line of a summary, or of a report comment, as a claim. `requests` were sent for the period, and for the previous
 * one. `due` are the periods that a comment has to show.
 * @returns the claims that are untrue or missing, and the lines that can't be checked
 */
export function findFalseClaims(text: string, truth: Truth, requests: readonly number[], due: Range[] = []): string[] {
  const shown = text.match(/^\| \d{4}-\d\d-\d\d \|/gm)?.length ?? 0
  const chain = due.slice(Math.max(0, due.length - shown))
  const judge = new Judge()
  const tables = new Tables(judge, truth, chain)
  const seen = new Set<string>()
  const rules = [...listParts(judge, truth, tables), ...listNotes(judge, truth, tables, requests, seen)]
  for (const line of text.split('\n')) {
    judge.line = line
    if (SILENT.some((form) => form.test(line))) continue
    const rule = rules.find(([form]) => form.test(line))
    if (rule) rule[1](rule[0].exec(line)?.slice(1) ?? [])
    else if (line.startsWith('| ')) tables.readRow(line)
    else judge.claim(false, 'can not be checked')
  }
  judge.line = 'As a whole'
  judge.claim(shown === due.length, shown, 'periods of', due.length)
  const others = tables.findUnlisted('new').length + tables.findUnlisted('noViews').length
  judge.claim(others === 0 || seen.has('others'), others, 'others are missing')
  for (const [name, isDue] of Object.entries(listDue(truth, chain))) judge.claim(seen.has(name) === isDue, name, isDue)
  tables.readWhole()
  return judge.complaints
}

type Rules = [RegExp, (groups: Groups) => void][]

/** Headings and captions. */
function listParts(judge: Judge, truth: Truth, tables: Tables): Rules {
  return [
    [/^<sub>Updated (.*) UTC · \[Workflow run\]/, ([at]) => judge.claim(Date.parse(`${at} UTC`) === Date.now())],
    [/^\| ( |#|Page|From) \| .*(Total|Change.*|AI change) \|$/, ([name = '', last = '']) => tables.start(name, last)],
    [
      /^### (.*?)( \\\(of the rows read\\\))?$/,
      ([name = '', part]) => {
        tables.readHeading(name)
        judge.claim((part !== undefined) === truth.isCut)
      },
    ],
    [
      /^(\w{3} \d.*), compared with ([^.]*)\.( Changes are of views per day\.)?$/,
      ([period, before, perDay]) => {
        judge.isPeriod(period, truth.range)
        judge.isPeriod(before, truth.before ?? truth.range)
        judge.claim((perDay !== undefined) === truth.isPerDay)
      },
    ],
  ]
}

/** The first sentence, and those between tables. */
function listNotes(judge: Judge, truth: Truth, tables: Tables, requests: readonly number[], seen: Set<string>): Rules {
  const { all, excluded, isCut } = truth
  return [
    [
      /^\*\*([\d,]+) views\*\* from (.*?)( Since July 31.*)?$/,
      ([views, words = '', note]) => {
        judge.claim(
          [...seen].every((name) => name === 'not complete'),
          'is not the first sentence',
        )
        judge.claim(note === undefined || note === ` ${MARKDOWN_NOTE}`)
        judge.isNumber(views, all.now.total)
        readSentence(judge, truth, words)
        seen.add('sentence')
        if (note) seen.add('Markdown')
      },
    ],
    [new RegExp(`^${MARKDOWN_NOTE}$`), () => seen.add('Markdown')],
    [
      /^The whole site lost (\S+) of its views, so no page is listed as falling\.$/,
      ([lost]) => {
        seen.add('whole site')
        const distance = Math.abs((readNumber(lost) ?? 0) + truth.percent(all))
        judge.claim(distance <= 0.1, 'in truth', truth.percent(all))
        judge.claim(distance <= 0.05 || distance > 0.1, 'is another number than above')
      },
    ],
    [
      /^Not listed: (?:(\S+) more new pages?)?(?: and )?(?:(\S+) more pages? with no views)?\.$/,
      ([isNew = '0', noViews = '0']) => {
        seen.add('others')
        judge.isNumber(isNew, tables.findUnlisted('new').length)
        judge.isNumber(noViews, tables.findUnlisted('noViews').length)
      },
    ],
    [
      /^`exclude` leaves out (\S+) rows? with (\S+) views?(?:, and (\S+) views? of the previous period)?\. Only the file has them\.( The totals without them aren't known, .*)?$/,
      ([rows, views, earlier = '0', unknown]) => {
        seen.add('exclude')
        judge.isNumber(rows, excluded.filter(({ now }) => now.total > 0).length)
        judge.isNumber(views, sum(excluded.map(({ now }) => now)).total)
        judge.isNumber(earlier, sum(excluded.map(({ before }) => before)).total)
        judge.claim((unknown !== undefined) === isCut)
      },
    ],
    [
      /^> \*\*Not complete:\*\* `max-requests` was reached\. .* Continue with `offset: (\d+)`/,
      ([offset]) => {
        seen.add('not complete')
        judge.isNumber(offset, truth.file.length)
      },
    ],
    [/^> (?:No comparison:|- .*)$/, () => judge.claim(isCut)],
    [
      /^<sub>(?:.*UTC\) · )?(\S+) rows in `page-views.csv` · (\d+) requests?(?: · (\d+) requests? for the previous period)?<\/sub>$/,
      ([rows, count, countBefore]) => {
        judge.isNumber(rows, truth.file.length)
        judge.isNumber(count, requests[0])
        const pages = Math.ceil(truth.known / 250)
        judge.claim((requests[0] ?? 0) <= Math.max(1, 2 * pages), pages, 'pages')
        judge.isNumber(countBefore ?? (truth.before ? '' : '0'), requests[1])
      },
    ],
  ]
}

/** What follows the number of views. */
function readSentence(judge: Judge, { range, before, all, percent, isPerDay, isEmpty }: Truth, text: string): void {
  const [, period, words = ''] = new RegExp(`^${PERIOD}(.*)$`).exec(text) ?? []
  judge.isPeriod(period, range)
  if (!before) {
    judge.claim(words === '.', 'nothing is compared')
    return
  }
  const read = (form: string) => new RegExp(`^${form}\\.$`).exec(words)?.slice(1)
  const compared = read(`: (\\S+%)( per day)? compared with ${PERIOD}`)
  const after = read(`, after (\\S+) views? from ${PERIOD}(: probably a gap in the data)?`)
  const gap = 'it has no views, probably a gap in the data'
  const none = read(`\\. It can't be compared with ${PERIOD}: (${gap}|\`exclude\` leaves out all of its views)`)
  judge.isPeriod(compared?.[2] ?? after?.[1] ?? none?.[0], before)
  if (compared) judge.isNumber(compared[0], percent(all), 1)
  if (compared) judge.claim((compared[1] !== undefined) === isPerDay && all.now.total > 0 && all.before.total >= TEN)
  if (after) judge.isNumber(after[0], all.before.total)
  if (after) judge.claim((after[2] !== undefined) === isEmpty(range) && !isEmpty(before))
  if (none) judge.claim((none[1] === gap) === isEmpty(before) && all.before.total === 0, 'there are views')
}

/** Which words have to be somewhere. */
function listDue({ report, range, before, isCut, isWhollyFallen }: Truth, chain: readonly Range[]) {
  const shown = [range, before ?? range, ...chain]
  return {
    sentence: !(isCut && report.exclude),
    'not complete': isCut,
    exclude: report.exclude !== undefined,
    'whole site': isWhollyFallen,
    Markdown: shown.some(({ from }) => from < MARKDOWN_SINCE) && shown.some(({ to }) => to > MARKDOWN_SINCE),
  }
}
