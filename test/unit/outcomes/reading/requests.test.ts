import { expect, test } from 'vitest'
import { parseClaim } from '../../../../src/job-marker/claim.ts'
import { listRequests } from '../../../../src/outcomes/reading/requests.ts'

const AT = (hour: string) => `2026-11-10T${hour}:00:00Z`

/** When each pull request was created. */
const CREATED: Record<string, string> = { first: AT('02'), second: AT('06'), third: AT('09') }

/** Hour, end and pull request of each request of a comment with these fields. */
function list(fields: object, job?: { status: 'active' | 'completed' | 'failed'; pullRequest?: URL }): string[] {
  const claim = parseClaim({
    state: 'finished',
    trigger: '1',
    event: 'push',
    project: 'p',
    nonce: 'n',
    claimant: { runId: '1', job: 'j', step: 's', attempt: 1 },
    ...fields,
  })
  if (claim === undefined) throw new Error('This is no claim.')
  const find = ({ pathname }: URL) => {
    const created = CREATED[pathname.slice(1)]
    return created === undefined ? undefined : Date.parse(created)
  }
  const requests = listRequests({ thread: 't', claim, updatedMs: Date.parse(AT('12')) }, job, find)
  return requests.map(({ timeMs, end, link }) =>
    [new Date(timeMs).toISOString().slice(11, 13), end, link?.pathname.slice(1) ?? '-'].join(' '),
  )
}

const jobOf = (name: string) => ({ jobId: name, prLink: `https://github.example/${name}` })
const urls = (...names: string[]) => names.map((name) => `https://github.example/${name}`)

test.each<[string, object, string[]]>([
  [
    'its job says what the last prompt has led to',
    { outcome: 'pull-request', prompts: [AT('01')], job: jobOf('third') },
    ['01 pull-request third'],
  ],
  [
    'others have led to the one that was created before the next prompt, or have continued the one before',
    {
      outcome: 'no-pull-request',
      prompts: ['01', '03', '05', '07'].map(AT),
      job: { jobId: 'x' },
      pullRequests: urls('second', 'first'),
    },
    ['01 not-known first', '03 not-known first', '05 not-known second', '07 no-pull-request -'],
  ],
  [
    "how a prompt ended before all pull requests isn't known: its job may have failed",
    { outcome: 'pull-request', prompts: ['00', '01', '08'].map(AT), job: jobOf('third'), pullRequests: urls('first') },
    ['00 not-known -', '01 not-known first', '08 pull-request third'],
  ],
  [
    'where creation is not known, an unreadable one was there before',
    { outcome: 'pull-request', prompts: ['01', '08'].map(AT), job: jobOf('third'), pullRequests: urls('hidden') },
    ['01 not-known hidden', '08 pull-request third'],
  ],
  [
    'each earlier prompt has the end that its run saw',
    {
      outcome: 'pull-request',
      job: jobOf('third'),
      pullRequests: urls('first'),
      prompts: [`${AT('01')} p`, `${AT('03')} f`, `${AT('04')} n`, `${AT('08')} p`],
    },
    ['01 pull-request first', '03 failed -', '04 no-pull-request -', '08 pull-request third'],
  ],
  [
    'a comment that knows no pull request does not know how earlier prompts ended',
    { outcome: 'failed', prompts: ['01', '02'].map(AT), job: { jobId: 'x' } },
    ['01 not-known -', '02 failed -'],
  ],
  [
    'a prompt that was never sent is one more, at the time of the last edit',
    { outcome: 'unavailable', state: 'refused', prompts: [AT('01')], earlierJob: jobOf('first') },
    ['01 not-known first', '12 not-sent -'],
  ],
  [
    'an answer to invalid inputs was never sent',
    { outcome: 'error', state: 'answered', prompts: [] },
    ['12 not-sent -'],
  ],
  ['an answer to a help command is no request', { outcome: 'skipped', state: 'answered', prompts: [] }, []],
  [
    'a run that waits has sent none of the prompts',
    { state: 'refused', prompts: [AT('01')], earlierJob: jobOf('first') },
    ['01 not-known first'],
  ],
  [
    'a run that was killed before it knew a job may have sent one',
    { state: 'claimed', prompts: [AT('01')] },
    ['01 not-known -', '12 unknown -'],
  ],
  ['one that may be lost is both', { outcome: 'unknown', state: 'unknown', prompts: [AT('01')] }, ['01 unknown -']],
  [
    'dates of another kind are nothing',
    { outcome: 'pull-request', prompts: ['yesterday', AT('01')] },
    ['01 pull-request -'],
  ],
])('requests of a comment: %s', (_what, fields, requests) => {
  expect(list(fields)).toEqual(requests)
})

test.each<[string, object, Parameters<typeof list>[1], string]>([
  [
    'completed with a pull request',
    {},
    { status: 'completed', pullRequest: new URL('https://g.example/new') },
    'pull-request new',
  ],
  ['completed without', {}, { status: 'completed' }, 'no-pull-request -'],
  [
    'completed without, after a message',
    { isFollowUp: true, previous: { url: 'https://g.example/old', state: 'open' } },
    { status: 'completed' },
    'pull-request old',
  ],
  ['failed', {}, { status: 'failed' }, 'failed -'],
  ['active, and it continues one', { prLink: 'https://g.example/old' }, { status: 'active' }, 'active old'],
  ['unreadable', {}, undefined, 'not-known -'],
])('a job whose end no run has seen: %s', (_what, record, job, request) => {
  const fields = { outcome: 'submitted', state: 'job', prompts: [AT('01')], job: { jobId: 'x', ...record } }
  expect(list(fields, job)).toEqual([`01 ${request}`])
})
