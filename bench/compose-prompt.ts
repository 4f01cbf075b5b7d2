import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { WhatChanged } from '../src/agent-job/request/changes/read-changes.ts'
import { composePrompt, type Prompt } from '../src/agent-job/request/prompt.ts'
import { createGitHub } from '../src/github/github.ts'
import { type GitHubRequest, parseAnswer } from '../src/github/requests.ts'
import { untrustedText } from '../src/untrusted/text.ts'
import type { BenchSection } from './table.ts'
import { tabulate } from './table.ts'

const FILES = 3_000
const PAGE_SIZE = 100
const PATCH_LENGTH = 20_000_000 / FILES
const ROUNDS = 7

/** Measures how long a prompt takes to compose from the largest pull request that GitHub lists, beside reading it. */
export async function benchComposePrompt(): Promise<BenchSection> {
  const pages = Array.from({ length: FILES / PAGE_SIZE }, (_, page) => JSON.stringify(createPage(page)))
  const read = async (): Promise<WhatChanged> => {
    const changed = await createGitHub(answerWith(pages), 'acme/app').fetchChangedFiles(1)
    return { ...changed, commits: [], commitCount: 0 }
  }
  const changes = await read()
  const readMs = await timeBest(read)
  const composeMs = await timeBest(() => compose(changes))
  const readBytes = await measureMemory(read)
  const composeBytes = await measureMemory(() => compose(changes))
  return {
    title: 'Composing a prompt',
    text: `A pull request of ${FILES.toLocaleString('en-US')} files with 20 MB of patches, of which 60,000 characters are sent. Reading takes the answers of GitHub as they come from the network, without any wait for it. Best of ${ROUNDS}; memory is what is kept at the end.`,
    tables: [
      tabulate([
        { what: 'reading the files', value: `1.00 x (${readMs.toFixed(0)} ms)` },
        withLimit(
          'composing the prompt, as a multiple of that',
          composeMs / readMs,
          `${composeMs.toFixed(0)} ms`,
        ),
        { what: 'memory: the files', value: `1.00 x (${toMegabytes(readBytes)})` },
        withLimit(
          'memory: the prompt, as a multiple of that',
          composeBytes / readBytes,
          toMegabytes(composeBytes),
        ),
      ]),
    ],
  }
}

function createPage(page: number) {
  return Array.from({ length: PAGE_SIZE }, (_, index) => {
    const number = page * PAGE_SIZE + index
    const line = `+const value${number} = 'a line of code, as long as lines are'\n`
    // From a few lines to a few hundred, in no order.
    const length = PATCH_LENGTH * 2 * (((number * 7_919) % FILES) / FILES)
    return {
      filename: `src/folder-${number % 40}/file-${number}.ts`,
      status: 'modified',
      additions: 1,
      deletions: 0,
      patch: `@@ -1 +1 @@\n${line.repeat(Math.ceil(length / line.length))}`,
    }
  })
}

/** GitHub with these pages, each read from its bytes. */
function answerWith(pages: readonly string[]): GitHubRequest {
  return async (query) => {
    const page = Number(query.parameters['page'])
    const link = page < pages.length ? '<https://api.github.com/x>; rel="next"' : ''
    return parseAnswer(query, { status: 200, data: JSON.parse(pages[page - 1] ?? '[]') as unknown, link })
  }
}

function compose(changes: WhatChanged): Prompt {
  const asked = { text: untrustedText('Document what changed.'), removals: 0 }
  return composePrompt(asked, 'diff', { repository: 'acme/app', changes })
}

async function timeBest(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

/** Bytes that the result of `work` keeps on the heap. */
async function measureMemory(work: () => unknown): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  const result = await work()
  collect()
  const bytes = process.memoryUsage().heapUsed - before
  // Kept until here.
  return result === undefined ? 0 : bytes
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}

function withLimit(what: string, ratio: number, figure: string) {
  return { what, value: `${ratio.toFixed(2)} x (${figure})`, limit: '1 x', isWithin: ratio <= 1 }
}
