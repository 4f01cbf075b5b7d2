import fc from 'fast-check'
import { expect } from 'vitest'
import { standardOutput } from '../../src/runner/commands.ts'
import { createLog } from '../../src/runner/log.ts'
import { escapeCommands } from '../../src/untrusted/escape.ts'
import { code, codeBlock, details, joinMarkdown, markdown, plain, table } from '../../src/untrusted/markdown.ts'
import { toSafeUrl } from '../../src/untrusted/safe-url.ts'
import { untrustedText } from '../../src/untrusted/text.ts'
import { truncateMarkdown } from '../../src/untrusted/truncate-markdown.ts'
import { createLineSplitter } from '../world/runner/line-splitter.ts'
import { parseWorkflowCommand } from '../world/runner/workflow-command.ts'
import { testProperty } from './fuzz-parameters.ts'
import { hostileText } from './hostile-text.ts'
import { checkPublished } from './published-markdown.ts'

/** Long enough; the renderer of the tests takes its time. */
const text = hostileText.map((long) => long.slice(0, 600))

/** The commands that the runner reads, where, as in actions/runner, any name could be that of a command. */
function readCommands(written: string): (string | undefined)[] {
  const splitter = createLineSplitter()
  const lines = [...splitter.push(Buffer.from(written)), ...splitter.end()]
  return lines.map((line) => parseWorkflowCommand(line, () => true)?.name)
}

testProperty('log: the runner reads no command in any text', 1500, [hostileText], (text) => {
  const names = readCommands(`${escapeCommands(text)}\n`)
  expect(names.filter((name) => name !== undefined)).toEqual([])
})

testProperty(
  'log: an annotation is one command, whatever its text and title',
  1000,
  [hostileText, hostileText],
  (title, text) => {
    const written: string[] = []
    const { write } = standardOutput
    standardOutput.write = (text) => void written.push(text)
    try {
      createLog({ hide: () => {}, redact: (text) => text }).warning(title, text)
    } finally {
      standardOutput.write = write
    }
    expect(readCommands(written.join(''))).toEqual(['warning'])
  },
)

testProperty('Markdown: text stays text in every place that it is put', 300, [text, text], (first, second) => {
  const [a, b] = [untrustedText(first), untrustedText(second)]
  const rows = table([markdown`A`, markdown`B`], [[code(a), plain(b)]])
  const said = markdown`**Said:** ${a} and ${first}, in ${code(b)}.`
  const parts = [said, rows, details('More', codeBlock(b)), codeBlock(a)]
  checkPublished(joinMarkdown(parts, '\n\n').toString())
  // A table that broke would have other cells.
  const cells = rows.toString().split('\n')[2] ?? ''
  expect(cells.match(/(?<!\\)\|/gu)).toHaveLength(3)
})

testProperty(
  'Markdown: cut anywhere, nothing stays open and no text becomes Markdown',
  300,
  [text, text, fc.integer({ min: 60, max: 3000 })],
  (first, second, room) => {
    const [a, b] = [untrustedText(first), untrustedText(second)]
    const parts = [markdown`${a} ${code(b)}`, details('More', codeBlock(b)), table([markdown`A`], [[code(a)]])]
    const source = joinMarkdown(parts, '\n\n').toString()
    const cut = truncateMarkdown(source, room)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(room)
    checkPublished(cut)
  },
)

const url = fc.oneof(
  hostileText,
  hostileText.map((rest) => `https://github.test/${rest}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
)

testProperty(
  'URL: what passes is http(s) without a login, and safe in a shell, in Markdown and in HTML',
  1500,
  [url],
  (url) => {
    const plainUrl = toSafeUrl(untrustedText(url))
    if (plainUrl === undefined) return
    expect(plainUrl.href).toMatch(/^https?:\/\/[\w.~:/?#%=+@,-]{1,2048}$/u)
    expect(plainUrl.username + plainUrl.password).toBe('')
  },
)
