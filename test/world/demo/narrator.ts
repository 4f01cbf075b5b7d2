import { type Deed, emojiOf } from './describe-request.ts'
import { drawDiff } from './diff.ts'
import type { LogEntry } from './loop.ts'
import type { Post } from './post.ts'
import type { PullRequest } from './pull-request.ts'
import { readText } from './read-text.ts'
import { renderMarkdown } from './rendered-markdown.ts'
import { cutText, paintSpans, type Style, span, type Terminal, widthOf, wrapText } from './terminal.ts'

export interface Narrator {
  title(text: string, subtitle: string): void
  /** Starts the next chapter. */
  chapter(title: string): void
  say(text: string): void
  facts(facts: Record<string, string>): void
  /** Lines as they stand in a file. */
  code(lines: readonly string[]): void
  markdown(source: string): Promise<void>
  /** @param options `longest`: lines after which it is cut short */
  post(post: Post, options?: { longest?: number }): Promise<void>
  pullRequest(pull: PullRequest): Promise<void>
  /** What follows is told with the time since now. */
  startClock(): void
  /** A line of the log. Groups are folded, as GitHub shows them. */
  log(entry: LogEntry): void
  /** What somebody did; told once when it is done again and again. */
  deed(deed: Deed): void
  success(text: string): void
  failure(text: string): void
}

const indentation = '  '

/**
 * Tells the demo to a person at a terminal.
 * @param now milliseconds on a monotonic clock
 */
export function createNarrator(terminal: Terminal, now: () => number): Narrator {
  const { paint, columns } = terminal
  const room = columns - indentation.length
  let chapters = 0
  let startedAt = now()
  let isInGroup = false
  let lastDeed = ''

  function write(...lines: string[]): void {
    for (const line of lines) terminal.write(line === '' ? '' : indentation + line)
  }

  /** Text beside a label, its further lines under its first. */
  function writeBeside(label: string, labelWidth: number, text: string, ...styles: Style[]): void {
    const lines = wrapText(text, room - labelWidth, paint, ...styles)
    write(...lines.map((line, index) => (index === 0 ? label : ' '.repeat(labelWidth)) + line))
  }

  /** Something that happened: when, who, what. */
  function writeEvent(who: string, whoStyle: Style, text: string, ...styles: Style[]): void {
    const time = `${((now() - startedAt) / 1000).toFixed(1)}s`.padStart(5)
    const name = who.padEnd(8)
    writeBeside(
      `${paint(time, 'dim')}  ${paint(name, whoStyle)} `,
      time.length + name.length + 3,
      text,
      ...styles,
    )
  }

  return {
    title(text, subtitle) {
      terminal.write('')
      write(paint(text, 'bold'), ...wrapText(subtitle, room, paint, 'dim'))
    },

    chapter(title) {
      chapters += 1
      const label = `${chapters} · ${title} `
      terminal.write('')
      terminal.write(
        paint(label, 'bold', 'cyan') + paint('─'.repeat(Math.max(0, columns - widthOf(label))), 'dim'),
      )
      terminal.write('')
    },

    say: (text) => write(...wrapText(text, room)),

    facts(facts) {
      const width = Math.max(0, ...Object.keys(facts).map(widthOf)) + 2
      for (const [name, value] of Object.entries(facts)) {
        writeBeside(paint(name.padEnd(width), 'dim'), width, value === '' ? '(empty)' : value)
      }
    },

    code: (lines) =>
      write(
        ...lines.map((line) => `${paint('│', 'dim')} ${paint(cutText(span(line).text, room - 2), 'cyan')}`),
      ),

    async markdown(source) {
      write(...(await wrapMarkdown(source, room)))
    },

    async post({ author, body, reactions }, { longest = Number.POSITIVE_INFINITY } = {}) {
      const lines = await wrapMarkdown(body, room - 2, { lineBreaks: true })
      const counts = [...new Set(reactions)].map(
        (reaction) => `${emojiOf(reaction)} ${reactions.filter((other) => other === reaction).length}`,
      )
      const edge = (character: string): string => paint(character, 'dim')
      const name = `${paint(author.login, 'bold')}${author.isBot ? paint(' bot', 'dim') : ''}`
      write(`${edge('╭──')} ${name}`)
      const content = shorten(lines, longest)
      if (counts.length > 0) content.push('', counts.join('   '))
      write(...content.map((line) => `${edge('│')} ${line}`.trimEnd()), edge(`╰${'─'.repeat(room - 1)}`))
    },

    async pullRequest({ author, title, number, base, head, body, commits, files }) {
      const heading = [span(`${title} `, 'bold'), span(`#${number}`, 'dim')]
      write(paintSpans(heading, paint))
      write(...wrapText(`${author.login} wants to merge into ${base} from ${head}`, room, paint, 'dim'), '')
      write(...(await wrapMarkdown(body, room, { lineBreaks: true })))
      if (commits.length > 1)
        write('', `${commits.length} commits:`, ...commits.map((subject) => `• ${span(subject).text}`))
      for (const file of files) write('', ...drawDiff(file, room, paint))
    },

    startClock() {
      startedAt = now()
    },

    log({ line, phase }) {
      const who = phase === 'main' ? 'log' : 'post log'
      const [, command, text = ''] = /^##\[(\w+)\](.*)$/.exec(line) ?? []
      if (command === undefined) {
        if (!isInGroup) writeEvent(who, 'cyan', line)
      } else if (command === 'group') writeEvent(who, 'cyan', `▸ ${text}`)
      else if (command !== 'endgroup') {
        writeEvent(who, 'cyan', `${command}: ${text}`, annotationStyles[command] ?? 'dim')
      }
      isInGroup = command === 'group' || (isInGroup && command !== 'endgroup')
    },

    deed({ who, what }) {
      if (what !== lastDeed) writeEvent(who, deedStyles[who], what)
      lastDeed = what
    },

    success: (text) => writeBeside(`${paint('✔', 'green')} `, 2, text),
    failure: (text) => writeBeside(`${paint('✘', 'red')} `, 2, text),
  }
}

async function wrapMarkdown(
  source: string,
  columns: number,
  options?: { lineBreaks: boolean },
): Promise<string[]> {
  return readText(await renderMarkdown(source, options)).flatMap(({ text, isRow }) =>
    isRow ? [cutText(span(text).text, columns)] : wrapText(text, columns),
  )
}

function shorten(lines: readonly string[], longest: number): string[] {
  if (lines.length <= longest) return [...lines]
  return [...lines.slice(0, longest), `… and ${lines.length - longest} lines more`]
}

const deedStyles: Record<Deed['who'], Style> = { github: 'green', agent: 'magenta', service: 'yellow' }

const annotationStyles: Record<string, Style> = { error: 'red', warning: 'yellow', notice: 'blue' }
