import { describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import { createWorldInProcess, type Step, type World, type WorldOptions } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { askOnIssue, readReports } from './conversation.ts'

/** What a new user does wrong, how the run ends, and the first line that a person reads of it. */
type Mistake = readonly [
  mistake: string,
  outcome: string,
  cause: string,
  firstLine: string,
  where: 'comment' | 'summary' | 'annotation',
  setup: Setup,
  /** What the same place says as well. */
  also?: RegExp,
]

interface Setup extends Pick<Step, 'inputs' | 'environment'> {
  /** The comment; empty: the workflow is run manually. */
  comment?: string
  by?: string
  world?: WorldOptions
  prepare?: (world: World, thread: number) => unknown
  token?: (world: World) => string
}

const NOTHING = { comment: '' }
const key = (apiKey: string): Setup => ({ inputs: { 'api-key': apiKey } })
const input = (name: string, value: string): Setup => ({ inputs: { [name]: value } })
/** The service answers so, to prompts unless `path` says otherwise. */
const service = (status: number, error: string, headers: Record<string, string> = {}): Setup => ({
  prepare: ({ docsService }) =>
    docsService.faults.add({
      method: 'POST',
      path: /\/job$/,
      respond: { kind: 'answer', status, headers, body: error.startsWith('<') ? error : { error } },
    }),
})
const job = (course: Parameters<World['docsService']['nextJob']>[0], inputs = {}): Setup => ({
  prepare: ({ docsService }) => docsService.nextJob(course),
  inputs,
})
const token = (permissions: Parameters<World['github']['actionsTokenWith']>[0]): Setup => ({
  token: ({ github }) => github.actionsTokenWith(permissions),
})
const ofPermission = (respond: object): Setup => ({
  prepare: ({ github }) => github.faults.add({ path: /\/permission$/, respond }),
})

const EMPTY_KEY = '⚠️ The API key is empty'
const MALFORMED = '⚠️ The secret contains more than the API key'
const INVALID = '⚠️ Invalid input'
const READY = '🚀 The documentation pull request is ready'

// biome-ignore format: a table
const KEYS: readonly Mistake[] = [
  ['the secret is empty', 'error', 'secret-missing', EMPTY_KEY, 'comment',
    key(''), /^Define the secret[\s\S]*ask a maintainer\.$/m],
  ['the key is in quotes', 'error', 'key-malformed', MALFORMED, 'comment', key('"mint_1"'), /is in quotes/],
  ['the key is wrong', 'error', 'key-refused', '⚠️ The service refused the API key', 'comment',
    key('mint_wrong'), /Fix this, then re-run the job\./],
  ["the key is an assistant's", 'error', 'key-of-other-kind', "⚠️ The API key isn't an admin key", 'comment',
    key('mint_dsc_1'), /`mint_dsc_`/],
  ['the secret is empty, and help is asked for', 'skipped', '', '📖 How to request documentation', 'comment',
    { ...key(''), comment: '/docs help' }],
]

// biome-ignore format: a table
const INPUTS: readonly Mistake[] = [
  ['the variable with the project is empty', 'error', 'invalid-input', INVALID, 'comment',
    input('project-id', ''), /gh variable set DOCS_PROJECT_ID.*`vars` doesn't read a secret/],
  ['a path is in `base-url`', 'error', 'not-the-service', "⚠️ The response isn't from the service", 'comment',
    { prepare: () => {}, inputs: { 'base-url': '/v2' } }, /contains the path `\/v2`/],
  ['a proxy is misspelt', 'unavailable', 'proxy-failed', "⏸️ Couldn't connect through the proxy", 'comment',
    { environment: { HTTPS_PROXY: 'http://proxy.invalid:3128' }, inputs: { 'base-url': 'https://docs.test', timeout: '30s' } }],
  ['a proxy variable is no address', 'error', 'proxy-failed', "⚠️ Couldn't connect through the proxy", 'summary',
    { environment: { HTTPS_PROXY: 'ftp://proxy' } }, /HTTPS\\_PROXY/],
  ['the timeout is a word', 'error', 'invalid-input', INVALID, 'comment', input('timeout', 'soon'), /^- `timeout` is `soon`\. Write a duration of up to 24 hours, such as `30m`\.$/m],
  ['the token is empty', 'error', 'invalid-input', INVALID.slice(3), 'annotation',
    input('github-token', ''), /`github-token` is empty\./],
  ['the command is empty, and so every comment would be a job', 'error', 'invalid-input', INVALID.slice(3), 'annotation',
    { comment: 'Thanks, looks good to me', inputs: { command: '', prompt: 'A' } }, /`command` is empty\./],
  ['a wrong input, and help is asked for', 'error', 'invalid-input', INVALID, 'comment',
    { ...input('timeout', 'soon'), comment: '/docs help' }],
  ['a wrong input, and a check is asked for', 'error', 'check-failed', "⚠️ Setup check: 1 of 3 checks failed", 'comment',
    { ...input('timeout', 'soon'), comment: '/docs check' }, /✗ `timeout` is `soon`\./],
  ['`job-id` is unknown', 'error', 'job-not-found', '⚠️ Job not found in this project', 'summary',
    { ...NOTHING, ...input('job-id', 'job-0') }, /Check `job-id` and `project-id`/],
]

const say = (comment: string): Setup => ({ comment })
const NO_COMMAND = "isn't a command"

// biome-ignore format: a table
const COMMANDS: readonly Mistake[] = [
  ['`/docs cancel`', 'skipped', '', `📖 \`cancel\` ${NO_COMMAND}`, 'comment', say('/docs cancel'), /A prompt needs a few words\. A job can.t be stopped from here/],
  ['`/docs cancel`, with `comment: false`', 'skipped', '', '⏭️ Nothing to do', 'summary',
    { ...say('/docs cancel'), inputs: { comment: 'false' } }, /^The comment isn't a request for a job\.$/m],
  ['`/docs -new add a page`', 'skipped', '', "📖 `-new` isn't an option", 'comment',
    say('/docs -new add a page'), /backticks/],
  ['`/docs check.`', 'dry-run', '', '🧪 The setup check passed', 'comment', say('/docs check.')],
  ['a check while the service fails', 'unavailable', 'check-incomplete', "⏸️ Couldn't check everything", 'comment',
    { ...say('/docs check'), prepare: ({ docsService }) => docsService.faults.add({ path: /\/views/, times: 9, respond: { kind: 'answer', status: 500, body: { error: 'no' } } }) },
    /The service returned 500\. Try again later/],
]

// biome-ignore format: a table
const GITHUB: readonly Mistake[] = [
  ['`issues: write` is missing', 'error', 'comment-refused', "⚠️ The token can't comment here", 'summary',
    token({ issues: 'read' }),
    /`issues: write` to the job's `permissions:`\.[\s\S]*\n\nNothing was sent to the agent\. Fix this, then post your `\u2060?\/docs` command again/],
  ['the conversation is locked', 'error', 'thread-locked', '⚠️ The conversation is locked', 'summary',
    { prepare: ({ github }, thread) => github.lock(thread) }, /^(?!.*`issues: write`).*$/s],
  ["the token can't see who may", 'error', 'permission-check-refused', "⚠️ The token can't check the commenter's permission", 'summary',
    ofPermission({ status: 403, body: { message: 'Must have push access to view collaborator permission.' }, }),
    /If the step sets `github-token`/],
  ["a token without `issues: write` is told 404", 'error', 'comment-refused', "⚠️ The token can't comment here", 'summary',
    { world: { github: { privateRepositories: ['acme/app'] } }, ...token({ contents: 'read' }) }, /`issues: write`/],
  ["an App's token can't see the repository", 'error', 'token-without-access', "⚠️ The token can't access this repository", 'summary',
    { world: { github: { privateRepositories: ['acme/app'] } }, token: ({ github }) => github.appToken({ issues: 'write' }, ['acme/docs']) },
    /Install the GitHub App/],
  ['the token has expired', 'error', 'github-token-refused', '⚠️ GitHub refused the token', 'summary',
    { prepare: ({ github }) => github.expireToken(github.actionsToken) }, /expires after an hour/],
  ['`issue-number` is unknown', 'error', 'thread-not-found', '⚠️ Issue or pull request not found', 'summary',
    { ...NOTHING, inputs: { prompt: 'A', 'issue-number': 99 } }],
  ['`issue-number` is set, and no token', 'pull-request', '', 'No report in the conversation', 'annotation',
    { ...NOTHING, inputs: { prompt: 'A', 'issue-number': 1, 'github-token': '' } }],
]

// biome-ignore format: a table
const SERVICE: readonly Mistake[] = [
  ['the prompt is refused', 'error', 'prompt-refused', '⚠️ The service refused the prompt', 'comment',
    service(400, 'prompt must be at most 10000 characters'),
    /^The service says: "prompt must be at most 10000 characters"$/m],
  ['the credits are used up', 'error', 'plan-or-credits', '⚠️ Out of credits, or not in the plan', 'comment',
    service(402, 'No credits left'), /^The service says: "No credits left"$/m],
  ['the hourly limit is used up', 'unavailable', 'service-limit', "⏸️ The service's rate limit was reached", 'comment',
    service(429, 'Slow down', { 'retry-after': '7200' }), /re-run the job after .*\d\d:\d\d UTC/],
  ['a firewall is in between', 'error', 'not-the-service', "⚠️ The response isn't from the service", 'comment',
    service(403, '<h1>Blocked</h1>'), /^The response says: "Blocked"$/m],
  ['the service fails while it is asked', 'unknown', 'prompt-unconfirmed', "❓ Couldn't confirm that the prompt was received", 'comment',
    service(500, 'Oops'), /A re-run doesn't send the prompt again/],
  ['the service is down behind its CDN', 'unknown', 'service-failed', '❓ The service has a problem', 'comment',
    service(503, '<h1>Down</h1>'), /Look for a new job[\s\S]*A re-run doesn't send the prompt again/],
  ['the credits run out in a job', 'failed', '', '❌ The job failed', 'comment',
    job({ endsAs: 'failed' }), /install the service's GitHub app.*check the plan and its credits/],
  ['the job is archived', 'archived', '', '🗄️ The job was archived', 'comment', job({ endsAs: 'archived' })],
  ['nobody waits for the job', 'submitted', '', '📨 The job was submitted', 'comment',
    job({ endsAs: 'never' }, { wait: 'false' })],
  ['the timeout is short', 'timed-out', '', '⌛ Stopped waiting for the job', 'comment',
    job({ endsAs: 'never' }, { timeout: '30s', 'poll-interval': '10s' }),
    /when the timeout of 30s ended[\s\S]*The agent is still working on job `.*`\. To keep waiting, open "Log" and select "Re-run jobs", or run the action with `job-id: /],
  ['nothing goes wrong', 'pull-request', '', READY, 'comment', {}, /Requested by `writer` .* Project `docs-project`/],
]

const ALL = { KEYS, INPUTS, COMMANDS, GITHUB, SERVICE }

describe.each(Object.entries(ALL))('the first hour: %s', (_, mistakes) => {
  test.for([...mistakes])('%s: %s %s; the first line is "%s", in the %s', async (mistake) => {
    const [, outcome, cause, firstLine, where, setup, also = /(?:)/] = mistake
    await using world = await createWorldInProcess(setup.world)
    const { issue, asked } = await askOnIssue(world, setup.comment || '/docs explain retries', setup.by)
    setup.prepare?.(world, issue.number)
    const { inputs = {}, environment = {} } = setup
    // The service's own address with a path.
    const path = String(inputs['base-url'] ?? '')
    const address = path.startsWith('/') ? { 'base-url': `${world.docsService.url}${path}` } : {}

    const result = await world.run({
      ...(setup.comment !== '' && { trigger: asked }),
      inputs: { ...inputs, ...address },
      environment: { ...environment },
      ...(setup.token && { token: setup.token(world) }),
    })

    expectWholeEnd(result)
    const reports = await readReports(world, issue.number)
    const [note] = result.annotations
    const read = {
      comment: reports.at(-1) ?? '',
      summary: result.summary,
      annotation: `${note?.properties['title']}\n${note?.message}`,
    }
    const [first = ''] = read[where].replace(/^#+ /u, '').replaceAll('\u2060', '').split('\n')
    expect([result.outputs['outcome'], result.outputs['cause'], first]).toEqual([outcome, cause, firstLine])
    expect(read[where]).toMatch(also)
    // What is in the thread is in the summary too, in the same words.
    const isAnswered = where === 'comment' || (outcome === 'pull-request' && setup.comment !== '')
    expect(reports).toHaveLength(isAnswered ? 1 : 0)
    if (where === 'comment') expect(result.summary).toContain(firstLine.replace('\u2060', ''))
  })
})

/** Every output must be there, if only as nothing, and the step has the color of its outcome. */
function expectWholeEnd({ outputs, conclusion }: RunResult): void {
  expect(Object.keys(outputs).sort()).toEqual(listDeclaredOutputs('agent-job').sort())
  for (const value of Object.values(outputs)) expect(value).not.toMatch(/^(null|undefined|NaN|\[object.*)$/)
  const isRed = /^(?:failed|timed-out|unavailable|unknown|error)$/.test(outputs['outcome'] ?? '')
  expect(conclusion).toBe(isRed ? 'failure' : 'success')
}
