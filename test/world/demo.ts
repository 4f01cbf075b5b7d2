import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { removeInvisible } from '../../src/text/plain-text.ts'
import { type Section, writePage } from './demo/page.ts'
import { createSite } from './demo/site.ts'
import { agentBot } from './github/people.ts'
import { createWorld, type Step, type World } from './index.ts'

// Shows people what the actions do. Exit code 0: everything that it claims at its end holds.

/** Prints lines. A prompt can contain control sequences, which must not reach the terminal. */
const tell = (text: string) => console.log(text.split('\n').map(removeInvisible).join('\n'))

// `npm run demo -- "Document the webhooks" --output folder`
const output = { type: 'string', default: join(import.meta.dirname, '../../demo-output') } as const
const { values, positionals } = parseArgs({ allowPositionals: true, options: { output } })
process.exitCode = await play(positionals.join(' ') || 'Document how to configure retries', resolve(values.output))

async function play(prompt: string, folder: string): Promise<number> {
  tell(`From a comment to a documentation pull request

The built actions run on this machine, against an emulated GitHub and an emulated documentation service.
No request leaves the machine. Indented lines are the logs of the actions. This takes about ten seconds.`)
  await using world = await createWorld({
    github: { people: { grace: { permission: 'read' }, ada: { permission: 'write' } } },
    docsService: { pageViews: createSite() },
  })
  const { github, docsService } = world
  // The report of outcomes counts whole days, up to the last midnight.
  world.pass(-2)

  tell('\n1. A command on an issue\n')
  const title = 'Missing docs: when to change retries'
  const issue = await github.createIssue({
    title,
    body: 'The page lists `retries`, but not when to change it.',
    asLogin: 'grace',
  })
  const first = await ask(world, issue.number, `/docs ${prompt}`)

  tell('\n2. A follow-up, for the same pull request\n')
  const second = await ask(world, issue.number, '/docs Also explain what happens after `timeoutMs`.')

  tell('\n3. A merged pull request, documented without a command\n')
  const files = { 'src/config.ts': 'export const defaults = { retries: 5, pauseMs: 100 }\n' }
  const change = await github.createPullRequest({ title: 'Configurable pause between retries', files, asLogin: 'ada' })
  const { push } = await github.merge(change.number)
  const inputs = { prompt: 'Document what this merge changes.', context: 'full' }
  const merged = await run(world, { trigger: push, runId: 2, inputs })

  tell('\n4. The documentation is merged, and its outcomes are counted\n')
  for (const number of [1, 2]) await github.closePullRequest(number, 'merged', 'acme/docs')
  const outcomes = await run(world, { action: 'outcomes', inputs: { repository: 'acme/docs', period: '7d' } })

  tell('\n5. Page views of a week, compared with the week before\n')
  const week = { period: 'last-week', compare: 'previous', top: '5', 'report-title': 'docs.acme.dev' }
  const views = await run(world, { action: 'page-views', inputs: week })

  const page = writePage(folder, [
    await readSection(world, 'thread', title, issue.number),
    await readSection(world, 'merge', 'Configurable pause between retries', change.number),
    { id: 'page-views', title: 'Page views: the job summary', posts: [{ author: 'page-views', body: views.summary }] },
    { id: 'outcomes', title: 'Outcomes: the job summary', posts: [{ author: 'outcomes', body: outcomes.summary }] },
  ])
  const patch = 'pauseMs: 100'
  const claims: [string, boolean][] = [
    ['The command ended with a pull request, which the reply links.', first.outputs['outcome'] === 'pull-request'],
    ['The follow-up updated the same pull request.', second.outputs['prLink'] === first.outputs['prLink']],
    ['The prompt of the merge has its patch.', docsService.jobs.at(-1)?.prompt.includes(patch) === true],
    ['The merge has a pull request of its own.', merged.outputs['prLink'] !== first.outputs['prLink']],
    ['Two jobs were created, and one was continued.', docsService.jobs.length === 2],
    [`The report counts two merged pull requests by ${agentBot}.`, outcomes.outputs['merged'] === '2'],
    ['All page views are exported.', views.outputs['complete'] === 'true'],
  ]
  tell('\nResults, checked on the servers\n')
  for (const [claim, holds] of claims) tell(`${holds ? '✔' : '✘'} ${claim}`)
  tell(
    `\nTo see the comments and reports, open ${relative(process.cwd(), page)} in a browser:\n${pathToFileURL(page).href}`,
  )
  return claims.every(([, holds]) => holds) ? 0 : 1
}

async function ask(world: World, issue: number, text: string) {
  tell(`ada comments on issue #${issue}: ${text}\n`)
  const trigger = await world.github.comment(issue, text, 'ada')
  return await run(world, { trigger, inputs: { 'poll-interval': '400ms' } })
}

async function run(world: World, step: Step) {
  const onLog = (line: string) => tell(`  ${line.replace(/##\[\w+\]/u, '')}`)
  return await world.start({ ...step, onLog }).result
}

async function readSection({ github }: World, id: string, title: string, number: number): Promise<Section> {
  const comments = await github.commentsOf(number)
  const posts = comments.map(async ({ id: commentId, user, body }) => {
    const reactions = await github.reactionsOf(commentId)
    return { author: String(Object(user).login), body, reactions: reactions.map(({ content }) => content) }
  })
  return { id, title, posts: await Promise.all(posts) }
}
