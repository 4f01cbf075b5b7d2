import { describe, expect, test } from 'vitest'
import type { Claim } from '../../../../src/agent-job/claim/claim.ts'
import { writeBody } from '../../../../src/our-comments/marker.ts'
import type { DocsServiceWorldOptions } from '../../../world/docs-service/server.ts'
import { knownFaults } from '../../../world/github/faults.ts'
import { createQuickWorld, type Step, type World } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { askOnIssue } from '../conversation.ts'
import { readClaims } from '../faults/promises.ts'

// Who could write a marker of ours, and what that gets them: SECURITY.md. docs/at-most-one-job.md has the rules. Which marker counts, in
// which comment: `unit/our-comments/marker.test.ts`; which claim decides: `unit/agent-job/claim/claim-thread.test.ts`. Here is what a run does.

const BOT = 'github-actions[bot]'
const RUN_ID = 42

/** What an honest run of the step writes. */
const honest = await readHonestClaim()

async function readHonestClaim(): Promise<Claim> {
  await using world = await createQuickWorld()
  const { issue, asked } = await askOnIssue(world)
  await world.run({ trigger: asked, runId: RUN_ID })
  const [claim] = readClaims((await world.github.commentsOf(issue.number)).filter(({ user }) => user.login === BOT))
  if (claim === undefined) throw new Error('The run has no comment.')
  return claim
}

interface Forgery {
  /** Whose comment it is in. */
  author?: string
  naming?: 'named' | 'unnamed' | 'wrongly named'
  above?: string
  below?: string
  /** Whether it was posted before the command. */
  isOlder?: boolean
  claim?: Partial<Claim>
  /** The whole body, instead of a marker with text around it. */
  write?: (marked: string) => string
}

/** A conversation with a command, and a comment that isn't ours, whose author edits it as soon as its ID is known. */
async function createForgery({ author = BOT, naming = 'named', isOlder = false, ...forgery }: Forgery = {}) {
  const world = await createQuickWorld()
  const { github } = world
  const issue = await github.createIssue()
  const ask = () => github.comment(issue.number, '/docs explain the retries option', 'writer')
  const post = async () => (await github.comment(issue.number, 'A report.', author)).comment
  const early = isOlder ? await post() : undefined
  const asked = await ask()
  const comment = early ?? (await post())
  const { commentId: _, ...others } = { ...honest, ...forgery.claim }
  const named = naming === 'unnamed' ? {} : { commentId: naming === 'named' ? comment.id : comment.id + 1_000 }
  const claim = {
    ...others,
    trigger: `issue comment ${asked.comment.id}`,
    nonce: honest.nonce,
    ...forgery.claim,
    ...named,
  }
  const marked = `${forgery.above ?? ''}${writeBody('job', 'text', claim)}${forgery.below ?? ''}`
  const body = forgery.write?.(marked) ?? marked
  await github.editComment(comment.id, body, author)
  return {
    world,
    issue,
    asked,
    comment,
    body,
    run: (step: Step = {}) => world.run({ trigger: asked, runId: RUN_ID, ...step }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

type Scene = Awaited<ReturnType<typeof createForgery>>

/** How a run ends, how many prompts it sends, whether the comment is as it was, and how many others it leaves. */
async function answer(scene: Scene, step: Step = {}) {
  const { world, issue, comment, body } = scene
  const { outputs } = await scene.run(step)
  const all = await world.github.commentsOf(issue.number)
  const forged = all.find(({ id }) => id === comment.id)
  const others = all.filter(({ user, id }) => user.login === BOT && id !== comment.id)
  return {
    outcome: outputs['outcome'],
    prompts: countPrompts(world),
    isUntouched: forged?.body === body,
    others: others.length,
  }
}

function countPrompts({ docsService }: World): number {
  return docsService.requestsTo({ method: 'POST' }).length
}

const SENT = { outcome: 'pull-request', prompts: 1, isUntouched: true, others: 1 }
const DUPLICATE = { outcome: 'duplicate', prompts: 0, isUntouched: true, others: 0 }
/** The run may not say so in that comment, so it says so in one of its own. */
const UNKNOWN = { outcome: 'unknown', prompts: 0, isUntouched: true, others: 1 }
/** An earlier attempt of this run has claimed, and sent nothing. */
const TAKEN_OVER = { outcome: 'pull-request', prompts: 1, isUntouched: false, others: 0 }

test('the built action: another run goes by what another run of our account wrote', async () => {
  await using scene = await createForgery({ claim: { state: 'sending' } })
  expect(await answer(scene, { runId: 7, inProcess: false })).toEqual(DUPLICATE)
})

const BEHIND = { below: '\n\n<!-- Sticky Pull Request Comment -->' }
const CLAIMED = { state: 'claimed', outcome: undefined, jobId: undefined } as const

test.each<[string, Forgery, another: object, reRun: object]>([
  ['that has our form as a whole', {}, DUPLICATE, TAKEN_OVER],
  ['that names no comment yet', { naming: 'unnamed' }, DUPLICATE, TAKEN_OVER],
  [
    'that may have sent',
    { claim: { ...CLAIMED, state: 'sending' } },
    DUPLICATE,
    { ...UNKNOWN, isUntouched: false, others: 0 },
  ],
  ['with a mark of another action behind it', BEHIND, DUPLICATE, UNKNOWN],
  ['with text before it', { above: 'Hello.\n' }, DUPLICATE, UNKNOWN],
  ['that names another comment', { naming: 'wrongly named' }, SENT, SENT],
  ['that is older than the command', { isOlder: true }, SENT, SENT],
  ['with two markers', { write: (marked) => `${marked}\n${marked.split('\n').at(-1)}` }, SENT, SENT],
])('a comment of our account %s, another run, and a re-run', async (_name, forgery, another, reRun) => {
  await using first = await createForgery({ claim: CLAIMED, ...forgery })
  expect(await answer(first, { runId: 7 })).toEqual(another)
  await using again = await createForgery({ claim: CLAIMED, ...forgery })
  expect(await answer(again, { runAttempt: 2 })).toEqual(reRun)
})

test('a re-run that finds words around its own marker sends nothing, and tells why in one comment of its own', async () => {
  await using scene = await createForgery({ ...BEHIND, claim: { state: 'finished' } })
  for (const runAttempt of [2, 3]) {
    const { outputs, summary } = await scene.run({ runAttempt })
    expect(outputs['outcome']).toBe('unknown')
    const [last] = (await scene.world.github.commentsOf(scene.issue.number)).slice(2)
    for (const text of [summary, last?.body]) {
      expect(text).toContain("Somebody wrote into this run's comment")
      expect(text).toContain("A re-run doesn't send the prompt again.")
    }
  }
  expect(await scene.world.github.commentsOf(scene.issue.number)).toHaveLength(3)
})

test.each(['docs-agent[bot]', 'acme-docs[bot]', 'maintainer', 'stranger'])(
  'whatever %s writes says nothing',
  async (author) => {
    for (const step of [{ runId: 7 }, { runAttempt: 2 }]) {
      await using scene = await createForgery({ author })
      expect(await answer(scene, step)).toEqual(SENT)
    }
  },
)

test.each<[Forgery, object]>([
  [{ naming: 'named' }, { outcome: 'error', prompts: 0, isUntouched: true, others: 0 }],
  [
    { naming: 'unnamed', isOlder: true },
    { outcome: 'error', prompts: 0, isUntouched: true, others: 0 },
  ],
  [{ naming: 'wrongly named' }, SENT],
])('where nobody says who we are, nothing is sent beside a marker: %j', async (forgery, expected) => {
  for (const step of [{ runId: 7 }, { runAttempt: 2 }]) {
    await using scene = await createForgery(forgery)
    for (const path of [/\/graphql$/, /\/reactions$/])
      scene.world.github.faults.add({ method: 'POST', path, respond: knownFaults.notAccessible })
    expect(await answer(scene, step)).toEqual(expected)
  }
})

describe('a claim that says it has finished with a pull request', () => {
  /** A job of the project that the claim names. */
  const create = async (end: 'failed' | 'pull-request' | 'gone' | 'down') => {
    const scene = await createForgery({ claim: { jobId: 'job-1' } })
    const { docsService } = scene.world
    if (end === 'gone') return scene
    if (end === 'down')
      docsService.faults.add({ method: 'GET', times: Number.POSITIVE_INFINITY, respond: { kind: 'html' } })
    docsService.nextJob({ id: 'job-1', terminalOnCreate: true, endsAs: end === 'failed' ? 'failed' : 'pull-request' })
    await scene.world.run({ inputs: { prompt: 'Another job.', wait: 'false' } })
    return scene
  }

  test.each<['failed' | 'pull-request' | 'gone' | 'down', another: string, reRun: string]>([
    ['failed', 'failed', 'failed'],
    ['pull-request', 'pull-request', 'pull-request'],
    ['gone', 'duplicate', 'error'],
    ['down', 'duplicate', 'timed-out'],
  ])('is believed as the service tells its job: %s', async (end, another, reRun) => {
    const inputs = { timeout: '30s', 'poll-interval': '5s' }
    for (const [step, outcome] of [
      [{ runId: 7 }, another],
      [{ runAttempt: 2 }, reRun],
    ] as const) {
      await using scene = await create(end)
      const { outputs } = await scene.run({ ...step, inputs })
      expect(outputs['outcome']).toBe(outcome)
      expect(outputs['prLink']).toBe(outcome === 'pull-request' ? scene.world.docsService.jobs[0]?.prLink : '')
    }
  })
})

test.each<[string, Partial<Claim>, Step]>([
  ['a claim', { state: 'claimed' }, { runId: 7 }],
  ['a claim of this run', { state: 'claimed' }, { runAttempt: 2 }],
  ['a prompt that may have been sent', { state: 'sending' }, { runAttempt: 2 }],
  ['a job', { state: 'job' }, { runId: 7 }],
  ['a job of this run', { state: 'job' }, { runAttempt: 2 }],
  ['an end', { state: 'finished', outcome: 'pull-request' }, { runId: 7 }],
])('a canary in every field of %s is only an ID that the service is asked about', async (_name, claim, step) => {
  const range = {
    base: 'c0ffee'.padEnd(40, '0'),
    head: 'c0ffee'.padEnd(40, '1'),
    branch: 'c0ffee'.padEnd(16, '0'),
    isLastRun: true,
  } as const
  const canaries = {
    nonce: 'c0ffee-nonce',
    earlierJobs: ['c0ffee-earlier'],
    jobId: 'c0ffee-job',
    range,
    step: 'c0ffee'.padEnd(16, '2'),
  }
  await using scene = await createForgery({ claim: { ...canaries, ...claim } })
  const { world, comment, issue } = scene
  const result: RunResult = await scene.run({ ...step, inputs: { 'follow-up': 'auto' } })
  const all = await world.github.commentsOf(issue.number)
  // What the run hasn't written over, and what its own marker keeps, nobody reads.
  const comments = all.filter(({ id, body }) => id !== comment.id || body !== scene.body)
  const paths = [...world.github.requests, ...world.docsService.requests].map(({ path }) => path)
  const texts = {
    prompts: world.docsService.jobs.map(({ prompt }) => prompt),
    paths: paths.filter((path) => !/\/job\/c0ffee-(?:job|earlier)$/u.test(path)),
    outputs: result.outputs,
    summary: hideJobs(result.rawSummary),
    log: hideJobs(result.log.raw.toString()),
    comments: comments.map(({ body }) => hideJobs(body.replace(/<!-- docs-agent:job marker .*$/u, ''))),
  }
  const { jobId, ...others } = texts.outputs
  const told = Object.entries({ ...texts, outputs: others }).filter(([, text]) =>
    JSON.stringify(text).includes('c0ffee'),
  )
  expect(told).toEqual([])
  expect(['', 'c0ffee-job', ...world.docsService.jobs.map(({ id }) => id)]).toContain(jobId)
})

const hideJobs = (text: string) => text.replaceAll(/c0ffee-(?:job|earlier)/gu, 'job')

test('the API key is replaced between a command and its re-run, and before its follow-up', async () => {
  const keys: DocsServiceWorldOptions['keys'] = [{ key: 'mint_another', scopes: ['read', 'write'] }]
  await using world = await createQuickWorld({ docsService: { keys } })
  const inputs = { 'api-key': 'mint_another' }
  const { issue, asked: trigger } = await askOnIssue(world)
  const first = await world.run({ trigger, inputs: { wait: 'false' } })
  for (const step of [{ runAttempt: 2 }, { runId: 8 }]) {
    const { outputs } = await world.run({ trigger, inputs, ...step })
    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
  }
  const more = await world.github.comment(issue.number, '/docs and name the default', 'writer')
  const followed = await world.run({ trigger: more, runId: 9, inputs })
  expect(followed.outputs).toMatchObject({ followUp: 'true', jobId: first.outputs['jobId'] })
})
