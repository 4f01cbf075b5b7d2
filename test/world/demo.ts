import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkExport, checkLoop, checkMerge } from './demo/checks.ts'
import { describeGitHubRequest, describeServiceRequest } from './demo/describe-request.ts'
import { type Export, runExport } from './demo/export.ts'
import { type LogEntry, type Loop, people, runLoop } from './demo/loop.ts'
import { type Merge, runMerge } from './demo/merge.ts'
import { createNarrator, type Narrator } from './demo/narrator.ts'
import { writePage } from './demo/page.ts'
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

// `npm run demo | head` is no mistake.
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
  const loop = await tellLoop(world, prompt, narrator)
  const merge = await tellMerge(world, narrator)
  const views = await tellExport(world, narrator)

  narrator.chapter('What came of it')
  const page = await writePage(output, { loop, views })
  const problems = [...checkLoop(loop), ...checkMerge(merge), ...checkExport(views)]
  for (const problem of problems) narrator.failure(problem)
  if (problems.length === 0) {
    narrator.success(`The pull request is there, its diff is not empty, and the thread links it.`)
    narrator.success('The patch of the merge is in the prompt.')
    narrator.success(`All ${views.run.outputs['rows']} rows are exported, and they add up to the totals.`)
  }
  narrator.say('')
  narrator.say(`The same as a page, as GitHub would show it: ${relative(process.cwd(), page) || page}`)
  return problems.length === 0 ? 0 : 1
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

async function tellLoop(world: World, prompt: string, narrator: Narrator): Promise<Loop> {
  const { github, docsService } = world
  narrator.chapter('A world of its own')
  narrator.facts({
    GitHub: `${github.serverUrl} with acme/app (issues) and acme/docs (pages)`,
    'docs service': `${docsService.url}, project ${docsService.projectId}`,
  })
  github.onAnswer = (request) => {
    const deed = describeGitHubRequest(request)
    if (deed !== undefined) narrator.deed(deed)
  }
  docsService.onAnswer = (request) => narrator.deed(describeServiceRequest(request))

  const loop = await runLoop(world, prompt, {
    async onIssue(issue) {
      narrator.chapter(`An issue: ${issue.title}`)
      await narrator.post(issue)
    },
    async onComment(asked, delivery) {
      narrator.chapter('Somebody asks for documentation')
      await narrator.post(asked)
      narrator.say('')
      narrator.say(
        `GitHub delivers ${delivery}, and the runner starts dist/agent-job/index.js on Node ${process.versions.node}.`,
      )
    },
    onRunStart() {
      narrator.chapter('The run, as it happens')
      narrator.startClock()
    },
    onLog: (entry) => narrator.log(entry),
  })
  github.onAnswer = undefined
  docsService.onAnswer = undefined

  narrator.chapter('The thread, as it reads now')
  for (const comment of loop.comments) await narrator.post(comment)
  if (loop.pullRequest !== undefined) {
    narrator.chapter('The pull request')
    await narrator.pullRequest(loop.pullRequest)
  }
  narrator.chapter('Outputs for later steps')
  narrator.facts(loop.run.outputs)
  narrator.chapter('The job summary')
  await narrator.markdown(loop.run.summary)
  return loop
}

async function tellMerge(world: World, narrator: Narrator): Promise<Merge> {
  narrator.chapter('A pull request is merged')
  narrator.say('No person asks here: the workflow runs on the merge, with `context: diff`.')
  const merge = await runMerge(world)
  narrator.facts({ merged: merge.title, outcome: merge.run.outputs['outcome'] ?? '' })
  narrator.say('')
  narrator.say('What the agent is told:')
  narrator.code(merge.prompt.split('\n'))
  return merge
}

async function tellExport(world: World, narrator: Narrator): Promise<Export> {
  narrator.chapter('The other action: export page views')
  narrator.say('Four weeks of page views and the four before, 250 rows a request, up to four at a time.')
  narrator.say('')
  narrator.startClock()
  const rest: LogEntry[] = []
  let lines = 0
  const views = await runExport(world, (entry) => {
    lines += 1
    // A line for every page of results is a lot to read: the first and the last ones tell enough.
    if (lines <= 3) narrator.log(entry)
    else rest.push(entry)
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
  for (const comment of views.report.comments) await narrator.post(comment)
  return views
}
