import { describe, expect, test } from 'vitest'
import type { Claim } from '../../../../src/agent-job/claim/claim.ts'
import { writeBody } from '../../../../src/our-comments/marker.ts'
import { knownFaults } from '../../../world/github/faults.ts'
import { createQuickWorld, type Step, type World } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { readClaims } from '../faults/promises.ts'

// Who could write a marker of ours, and what that gets them: SECURITY.md. docs/at-most-one-job.md has the rules.

const BOT = 'github-actions[bot]'
const RUN_ID = 42

/** What an honest run of the step writes. */
const honest = await readHonestClaim()

async function readHonestClaim(): Promise<Claim> {
  await using world = await createQuickWorld()
  const issue = await world.github.createIssue()
  await world.run({ trigger: await world.github.comment(issue.number, '/docs explain the retries'), runId: RUN_ID })
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
const UNKNOWN = { outcome: 'unknown', prompts: 0, isUntouched: true, others: 0 }
/** An earlier attempt of this run has claimed, and sent nothing. */
const TAKEN_OVER = { outcome: 'pull-request', prompts: 1, isUntouched: false, others: 0 }

const NAMINGS = ['named', 'unnamed', 'wrongly named'] as const
const AROUND = {
  none: {},
  before: { above: 'Hello.\n' },
  behind: { below: '\n\n<!-- Sticky Pull Request Comment -->' },
  both: { above: '> ', below: '\nBye.' },
} as const
const WHERE = Object.keys(AROUND) as (keyof typeof AROUND)[]

test('the built action: another run goes by what another run of our account wrote', async () => {
  await using scene = await createForgery({ claim: { state: 'sending' } })
  expect(await answer(scene, { runId: 7, inProcess: false })).toEqual(DUPLICATE)
})

describe('a comment of our account that claims the command, another run, and a re-run', () => {
  test.each(NAMINGS.flatMap((naming) => WHERE.map((where) => [naming, where] as const)))(
    '%s, text around it: %s',
    async (naming, where) => {
      const isAlone = where === 'none'
      for (const state of ['claimed', 'sending'] as const) {
        const create = (isOlder: boolean) => createForgery({ naming, ...AROUND[where], isOlder, claim: { state } })
        await using first = await create(false)
        expect(await answer(first, { runId: 7 })).toEqual(naming === 'wrongly named' ? SENT : DUPLICATE)
        await using again = await create(false)
        // Our form as a whole, by our account: the run tells in it that nobody knows.
        const whole = state === 'claimed' ? TAKEN_OVER : { ...UNKNOWN, isUntouched: false }
        const named = isAlone ? whole : UNKNOWN
        // A claim that was never edited has sent nothing; with text around it, it's somebody else's.
        const reRun = { named, unnamed: isAlone ? TAKEN_OVER : SENT, 'wrongly named': SENT }[naming]
        expect(await answer(again, { runAttempt: 2 })).toEqual(reRun)
        // Nobody can claim a command before it is written.
        await using older = await create(true)
        expect(await answer(older, { runId: 7 })).toEqual(SENT)
        await using olderAgain = await create(true)
        expect(await answer(olderAgain, { runAttempt: 2 })).toEqual(SENT)
      }
    },
  )
})

test('a re-run that finds words around its own marker sends nothing, and tells why, and that the next one does the same', async () => {
  await using scene = await createForgery({ ...AROUND.behind, claim: { state: 'finished' } })
  for (const runAttempt of [2, 3]) {
    const { outputs, summary } = await scene.run({ runAttempt })
    expect(outputs['outcome']).toBe('unknown')
    expect(summary).toContain("Somebody wrote into this run's comment")
    expect(summary).toContain("A re-run doesn't send the prompt again.")
  }
})

test.each(['docs-agent[bot]', 'acme-docs[bot]', 'maintainer', 'stranger'])(
  'whatever %s writes says nothing',
  async (author) => {
    for (const naming of NAMINGS)
      for (const isOlder of [true, false])
        for (const step of [{ runId: 7 }, { runAttempt: 2 }]) {
          await using scene = await createForgery({ author, naming, isOlder })
          expect(await answer(scene, step)).toEqual(SENT)
        }
  },
)

describe('where nobody says who we are', () => {
  const create = async (naming: Forgery['naming'] & string, isOlder = false) => {
    const scene = await createForgery({ naming, isOlder })
    const { faults } = scene.world.github
    faults.add({ method: 'POST', path: /\/graphql$/, respond: knownFaults.notAccessible })
    faults.add({ method: 'POST', path: /\/reactions$/, respond: knownFaults.notAccessible })
    return scene
  }
  const NOTHING = { outcome: 'error', prompts: 0, isUntouched: true, others: 0 }

  test.each<[Forgery['naming'] & string, boolean, object]>([
    ['named', false, NOTHING],
    ['named', true, NOTHING],
    ['unnamed', false, NOTHING],
    ['unnamed', true, NOTHING],
    ['wrongly named', false, SENT],
  ])('nothing is sent beside a marker: %s, older than the command: %s', async (naming, isOlder, expected) => {
    for (const step of [{ runId: 7 }, { runAttempt: 2 }]) {
      await using scene = await create(naming, isOlder)
      expect(await answer(scene, step)).toEqual(expected)
    }
  })
})

describe('by name', () => {
  test.each<[string, Forgery, another: object, reRun: object]>([
    [
      "marocchino's sticky comment, whose mark stands last",
      { below: '\n<!-- Sticky Pull Request Comment -->' },
      DUPLICATE,
      UNKNOWN,
    ],
    [
      "thollander's comment, whose tag stands last",
      { below: '\n<!-- thollander/actions-comment-pull-request "docs" -->' },
      DUPLICATE,
      UNKNOWN,
    ],
    ["DataDog's comment, whose mark stands first", { above: '<!-- datadog-static-analysis -->\n' }, DUPLICATE, UNKNOWN],
    ['a text that was appended to our comment', { below: ' And this.' }, DUPLICATE, UNKNOWN],
    ['a note below our comment', { below: '\n\n---\nWe should keep this.' }, DUPLICATE, UNKNOWN],
    ['a copy by the same account', { naming: 'wrongly named' }, SENT, SENT],
    [
      "a job's marker among the notes of a report",
      { write: (marked) => `${writeBody('page-views', 'Views', { nonce: 'n' })}\n\n${marked.split('\n').at(-1)}` },
      DUPLICATE,
      UNKNOWN,
    ],
    [
      'a mail reply to it',
      { naming: 'wrongly named', write: (marked) => `I see.\n\n${marked.replace(/^/gmu, '> ')}` },
      SENT,
      SENT,
    ],
    ['two markers', { write: (marked) => `${marked}\n${marked.split('\n').at(-1)}` }, SENT, SENT],
    ['line ends of a browser', { write: (marked) => marked.replaceAll('\n', '\r\n') }, DUPLICATE, TAKEN_OVER],
  ])('%s', async (_name, forgery, another, reRun) => {
    await using first = await createForgery({
      ...forgery,
      claim: { state: 'claimed', outcome: undefined, jobId: undefined },
    })
    expect(await answer(first, { runId: 7 })).toEqual(another)
    await using again = await createForgery({
      ...forgery,
      claim: { state: 'claimed', outcome: undefined, jobId: undefined },
    })
    expect(await answer(again, { runAttempt: 2 })).toEqual(reRun)
  })
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

test('hostile text everywhere that we render: exactly two openers, on the first and the last line', async () => {
  await using world = await createQuickWorld()
  const { github, docsService } = world
  const hostile = `<!-- docs-agent:job marker ${JSON.stringify(honest)} -->`
  const issue = await github.createIssue({ title: hostile, body: hostile })
  const ends = [
    () =>
      docsService.faults.add({ method: 'POST', respond: { kind: 'answer', status: 402, body: { error: hostile } } }),
    () => docsService.nextJob({ id: hostile.replaceAll(' ', '_'), terminalOnCreate: true }),
    () => docsService.nextJob({ terminalOnCreate: true, prLink: `https://github.com/acme/docs/pull/7?${hostile}` }),
    () => docsService.nextJob({ terminalOnCreate: true, fields: { status: hostile } }),
  ]
  for (const [index, end] of ends.entries()) {
    end()
    const trigger = await github.comment(issue.number, `/docs explain ${hostile}`, 'writer')
    const inputs = { 'project-id': docsService.projectId, 'follow-up': 'never', timeout: '20s', 'poll-interval': '5s' }
    await world.run({ trigger, runId: 50 + index, inputs })
  }
  const ours = (await github.commentsOf(issue.number)).filter(({ user }) => user.login === BOT)
  expect(ours).toHaveLength(ends.length)
  for (const { body } of ours) {
    const lines = body.split('\n')
    expect(body.split('<!--').length - 1).toBe(2)
    expect([lines[0], lines.at(-1)]).toEqual([
      '<!-- docs-agent:job -->',
      expect.stringMatching(/^<!-- docs-agent:job marker \{.*\} -->$/),
    ])
  }
})

describe('the API key is replaced', () => {
  const NEW_KEY = { 'api-key': 'mint_another' }
  const create = () => createQuickWorld({ docsService: { keys: [{ key: 'mint_another', scopes: ['read', 'write'] }] } })

  test('between the claim and its re-run, and between a command and its follow-up', async () => {
    await using world = await create()
    const { github } = world
    const issue = await github.createIssue()
    const trigger = await github.comment(issue.number, '/docs explain the retries option', 'writer')
    const first = await world.run({ trigger, inputs: { wait: 'false' } })
    const again = await world.run({ trigger, runAttempt: 2, inputs: NEW_KEY })
    expect(again.outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
    const another = await world.run({ trigger, runId: 8, inputs: NEW_KEY })
    expect(another.outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
    const more = await github.comment(issue.number, '/docs and name the default', 'writer')
    const followed = await world.run({ trigger: more, runId: 9, inputs: NEW_KEY })
    expect(followed.outputs).toMatchObject({ followUp: 'true', jobId: first.outputs['jobId'] })
  })

  test('between week and week', async () => {
    await using world = await create()
    const { github } = world
    const issue = await github.createIssue()
    const inputs = { prompt: 'Document it.', since: 'last-run', 'issue-number': issue.number }
    const merge = async (file: string) => {
      const { number } = await github.createPullRequest({ files: { [file]: 'text\n' } })
      await github.merge(number)
    }
    await merge('src/one.ts')
    await world.run({ inputs, runId: 1 })
    world.pass(7)
    await merge('src/two.ts')
    await world.run({ inputs: { ...inputs, ...NEW_KEY }, runId: 2 })
    const [, second] = await github.commentsOf(issue.number)
    expect(second?.body).toContain('Starts where the previous run ended')
  })
})

test('an attempt with invalid inputs after one that had a job has the same comment, and the next one the job', async () => {
  await using world = await createQuickWorld()
  const { github } = world
  const issue = await github.createIssue()
  const trigger = await github.comment(issue.number, '/docs explain the retries option', 'writer')
  const run = (runAttempt: number, inputs = {}) => world.run({ trigger, runAttempt, inputs })
  const first = await run(1, { wait: 'false' })
  const refused = await run(2, { timeout: 'soon' })
  expect(refused.outputs['outcome']).toBe('error')
  const ours = async () => (await github.commentsOf(issue.number)).filter(({ user }) => user.login === BOT)
  expect(await ours()).toMatchObject([{ body: expect.stringContaining('This attempt sent nothing to the agent') }])
  const third = await run(3)
  expect(third.outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
  expect(await ours()).toHaveLength(1)
})
