import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog } from '../../src/runner/log.ts'
import { escapeCommands } from '../../src/untrusted/escape.ts'
import {
  code,
  codeBlock,
  details,
  joinMarkdown,
  markdown,
  plain,
  table,
} from '../../src/untrusted/markdown.ts'
import { toSafeUrl } from '../../src/untrusted/safe-url.ts'
import { untrustedText } from '../../src/untrusted/text.ts'
import { truncateMarkdown, truncateMarkdownToBytes } from '../../src/untrusted/truncate-markdown.ts'
import { createLineSplitter } from '../world/runner/line-splitter.ts'
import { parseWorkflowCommand } from '../world/runner/workflow-command.ts'
import { FUZZ_TIMEOUT_MS, runParameters } from './fuzz-parameters.ts'
import { hostileText } from './hostile-text.ts'
import { checkPublished } from './published-markdown.ts'

/** Long enough; the renderer of the tests takes its time. */
const text = hostileText.map((long) => long.slice(0, 600))

/** As in actions/runner: any name could be that of a command. */
const isAnyCommand = () => true

test(
  'log: the runner reads no command in any text',
  () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const splitter = createLineSplitter()
        for (const line of [...splitter.push(Buffer.from(`${escapeCommands(text)}\n`)), ...splitter.end()])
          expect(parseWorkflowCommand(line, isAnyCommand), JSON.stringify(line)).toBeUndefined()
      }),
      runParameters(1500),
    )
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'log: an annotation is one command, whatever its text and title',
  () => {
    const log = createLog({ hide: () => {}, redact: (text) => text })
    const written: string[] = []
    const write = process.stdout.write
    try {
      process.stdout.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0
      fc.assert(
        fc.property(hostileText, hostileText, (title, text) => {
          written.length = 0
          log.warning(title, text)
          const lines = createLineSplitter().push(Buffer.from(written.join('')))
          expect(lines.map((line) => parseWorkflowCommand(line, isAnyCommand)?.name)).toEqual(['warning'])
        }),
        runParameters(1000),
      )
    } finally {
      process.stdout.write = write
    }
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'Markdown: text stays text in every place that it is put',
  () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const [a, b] = [untrustedText(first), untrustedText(second)]
        const rows = table([markdown`A`, markdown`B`], [[code(a), plain(b)]])
        checkPublished(
          joinMarkdown(
            [
              markdown`**Said:** ${a} and ${first}, in ${code(b)}.`,
              rows,
              details('More', codeBlock(b)),
              codeBlock(a),
            ],
            '\n\n',
          ).toString(),
        )
        // A table that broke would have other cells.
        const cells = rows.toString().split('\n')[2] ?? ''
        expect(cells.match(/(?<!\\)\|/gu)).toHaveLength(3)
      }),
      runParameters(300),
    )
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'Markdown: cut anywhere, nothing stays open and no text becomes Markdown',
  () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 60, max: 3000 }), (first, second, room) => {
        const source = joinMarkdown(
          [
            markdown`${untrustedText(first)} ${code(untrustedText(second))}`,
            details('More', codeBlock(untrustedText(second))),
            table([markdown`A`], [[code(untrustedText(first))]]),
          ],
          '\n\n',
        ).toString()
        const cut = truncateMarkdown(source, room)
        expect(cut.length).toBeLessThanOrEqual(room)
        checkPublished(cut)
        const cutByBytes = truncateMarkdownToBytes(source, room)
        expect(Buffer.byteLength(cutByBytes)).toBeLessThanOrEqual(room)
        checkPublished(cutByBytes)
      }),
      runParameters(300),
    )
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'URL: what passes is http(s) without a login, and safe in a shell, in Markdown and in HTML',
  () => {
    const url = fc.oneof(
      hostileText,
      hostileText.map((rest) => `https://github.test/${rest}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    )
    fc.assert(
      fc.property(url, (url) => {
        const plainUrl = toSafeUrl(untrustedText(url))
        if (plainUrl === undefined) return
        expect(plainUrl.href).toMatch(/^https?:\/\/[\w.~:/?#%=+@,-]{1,2048}$/u)
        expect(plainUrl.username + plainUrl.password).toBe('')
      }),
      runParameters(1500),
    )
  },
  FUZZ_TIMEOUT_MS,
)
