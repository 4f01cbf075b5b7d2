import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkExport, checkLoop, checkMerge } from './demo/checks.ts'
import type { Export } from './demo/export.ts'
import { people } from './demo/loop.ts'
import type { Merge } from './demo/merge.ts'
import { createNarrator, type Narrator } from './demo/narrator.ts'
import { writePage } from './demo/page.ts'
import { tellExport } from './demo/tell-export.ts'
import { tellLoop } from './demo/tell-loop.ts'
import { tellMerge } from './demo/tell-merge.ts'
import { createTerminal } from './demo/terminal.ts'
import { traffic } from './demo/traffic.ts'
import { createWorld, type World } from './index.ts'

// The whole loop, told to a person. Exit code 0: the pull request is really there, and the export is whole.

const usage = `Shows the whole loop, from a comment to the pull request, on servers that live on this machine only.

  npm run demo                             with the prompt that comes with it
  npm run demo -- "Document the webhooks"  with your own
  npm run demo -- --output folder          writes its page to folder/index.html (default: demo-output)
`

const defaultPrompt =
  'Document the configuration of retries. Say when to raise `retries`, when `0` is right, and what every further try costs.'

const root = resolve(import.meta.dirname, '../..')

// `npm run demo | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`\nThe demo can't go on. ${error instanceof Error ? error.message : String(error)}`)
  console.error('`npm run demo -- --help` says how it is called; `npm run build` makes the bundles in dist/.')
  process.exitCode = 1
}

async function main(): Promise<number> {
  const { prompt, output, help } = readArguments()
  if (help) {
    console.log(usage)
    return 0
  }
  const narrator = createNarrator(createTerminal(process.stdout), () => performance.now())
  narrator.title(
    'From a comment to a documentation pull request',
    'Real bundles, emulated GitHub, no network.',
  )

  await using world = await createWorld({ github: { people }, docsService: { pageViews: traffic } })
  narrator.say('')
  narrator.facts({
    GitHub: `${world.github.serverUrl}: acme/app has issues, acme/docs the pages`,
    'docs service': `${world.docsService.url}, project ${world.docsService.projectId}`,
  })
  const loop = await tellLoop(world, prompt, narrator)
  const problems = checkLoop(loop)
  // The rest builds on it.
  const rest = problems.length === 0 ? await tellRest(world, narrator) : undefined
  if (rest !== undefined) problems.push(...checkMerge(rest.merge), ...checkExport(rest.views))

  narrator.chapter('What came of it')
  for (const problem of problems) narrator.failure(problem)
  if (problems.length === 0) {
    narrator.success('The pull request is there, its diff is not empty, and the thread links it.')
    narrator.success('The second command added a commit to the same pull request.')
    narrator.success('The patch of the merge is in the prompt.')
    narrator.success(`All ${rest?.views.expected.rows} rows are exported, and they add up to the totals.`)
  }
  const page = await writePage(output, { loop, ...rest })
  narrator.say('')
  narrator.say(`The same as a page, as GitHub would show it: ${relative(process.cwd(), page) || page}`)
  return problems.length === 0 ? 0 : 1
}

/** What needs no comment: a merge, and the page views. */
async function tellRest(world: World, narrator: Narrator): Promise<{ merge: Merge; views: Export }> {
  return { merge: await tellMerge(world, narrator), views: await tellExport(world, narrator) }
}

function readArguments(): { prompt: string; output: string; help: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { output: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  return {
    prompt: positionals.join(' ').trim() || defaultPrompt,
    output: resolve(values.output ?? join(root, 'demo-output')),
    help: values.help,
  }
}
