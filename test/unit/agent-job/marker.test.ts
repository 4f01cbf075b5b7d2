import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Marker,
  nameRangeKey,
  nameRequest,
  nameStep,
  parseMarker,
  parseRunId,
  renderBody,
  renderWorking,
  tellsEnd,
} from '../../../src/agent-job/marker.ts'
import { listOfRequest, recall, stopWhenTold } from '../../../src/agent-job/memory.ts'
import { markdown } from '../../../src/text/markdown.ts'
import { hideSecret } from '../../../src/text/secrets.ts'
import { hostileText, renderWhole } from '../text/rendering.ts'
import { COMMENT, type ContextChanges, createContext, TRIGGERS } from './context-for-tests.ts'

const SHA = 'a'.repeat(40)
const MARKER: Marker = { request: 'comment 12', attempt: 1, project: 'acme', step: 'f'.repeat(16), state: 'sending' }
const NOTED: Marker = {
  ...MARKER,
  state: 'job',
  job: 'job-1',
  previous: 'job-0',
  from: SHA,
  to: SHA,
  key: '0'.repeat(16),
}
const asBody = (marker: object) => `<!-- docs-agent ${JSON.stringify(marker)} -->\ntext`

test('a marker is read from the first line as it was written, whatever people write below it', () => {
  for (const marker of [MARKER, NOTED, { ...MARKER, state: 'not-sent' as const }]) {
    const body = renderBody(marker, markdown`text`)
    expect(parseMarker(body)).toEqual(marker)
    expect(parseMarker(`${body}\nmore\n${asBody(NOTED)}`)).toEqual(marker)
    expect(parseMarker(body.replaceAll('\n', '\r\n'))).toEqual(marker)
    expect(parseMarker(`\n${body}`)).toBeUndefined()
    expect(parseMarker(`> ${body}`)).toBeUndefined()
  }
})

test('no text in a marker ends its comment, or is seen', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (project, request) => {
      fc.pre(request !== '')
      const marker = { ...MARKER, project: project.toWellFormed(), request: request.toWellFormed() }
      const body = renderBody(marker, markdown`text`)
      expect(parseMarker(body)).toEqual(marker)
      expect(renderWhole(body)).toBe(`${body.split('\n')[0]}\n<p>text</p>`)
      expect(body.split('\n')[0]?.slice(4, -3)).not.toMatch(/--|[<>]/u)
    }),
    { numRuns: 200 },
  )
})

test('no secret is in a comment, also where the project is set to it', () => {
  for (const secret of ['mint_Marker_K3y', 'mint--Marker<"K4y']) {
    hideSecret(secret)
    expect(renderBody({ ...MARKER, project: secret }, markdown`text`)).toContain('"project":"***"')
  }
})

test.each<[keyof Marker, wrong: unknown[]]>([
  ['request', ['', 12, undefined]],
  ['attempt', [0, -1, 1.5, '1', undefined]],
  ['project', [1, undefined, null]],
  ['step', ['', 'F'.repeat(16), 'f'.repeat(15), 'f'.repeat(17), undefined]],
  ['state', ['working', '', undefined]],
  ['job', ['', 'a/b', '..', 7, null, undefined]],
  ['previous', ['', 'a/b', null]],
  ['from', ['main', SHA.toUpperCase(), 'a'.repeat(39), '', null]],
  ['to', ['HEAD~1', 'a'.repeat(65), 1]],
  ['key', ['x'.repeat(16), '', 0]],
])('a marker whose %s is one of %j is none', (field, wrong) => {
  expect(parseMarker(asBody(NOTED))).toEqual(NOTED)
  for (const value of wrong) expect(parseMarker(asBody({ ...NOTED, [field]: value })), String(value)).toBeUndefined()
})

test.each<[string, string]>([
  ['a job without its state', asBody({ ...MARKER, job: 'job-1' })],
  ['no JSON', '<!-- docs-agent {"request" -->'],
  ['no object', '<!-- docs-agent null -->'],
  ['another name', asBody(MARKER).replace('docs-agent', 'docs-agents')],
  ['no end', asBody(MARKER).replace(' -->', '')],
  ['nothing', ''],
])('%s is no marker', (_name, body) => {
  expect(parseMarker(body)).toBeUndefined()
})

test('a comment tells an end, unless it says that the run works', () => {
  expect(tellsEnd(renderBody(MARKER, renderWorking('Working', markdown`x`)))).toBe(false)
  expect(tellsEnd(renderBody(MARKER, markdown`### 🚀 Done`))).toBe(true)
})

test('requests, steps and ranges are told apart by what the contract names, and by nothing else', () => {
  const step = (run = {}, inputs = {}) => nameStep(createContext({ run, inputs }))
  const key = (run = {}, inputs = {}) => nameRangeKey(createContext({ run, inputs }))
  expect(nameRequest(createContext())).toBe('comment 12')
  const dispatch = createContext({ trigger: TRIGGERS.dispatch, inputs: { jobIndex: '2' } })
  expect(nameRequest(dispatch)).toBe('run 900 docs __self 2')
  const others = [
    ...[{ workflow: 'x' }, { job: 'x' }, { action: 'x' }].map((run) => step(run)),
    ...[{ jobIndex: '1' }, { projectId: 'x' }, { paths: ['a', 'b'] }].map((inputs) => step({}, inputs)),
  ]
  expect(new Set([step(), ...others]).size).toBe(7)
  expect(step({ id: '901', attempt: 2, sha: 'x', branch: 'y' })).toBe(step())
  expect(new Set([key(), key({}, { paths: ['b'] }), key({ branch: 'x' })]).size).toBe(3)
  expect([parseRunId({ ...MARKER, request: 'run 900 docs __self 0' }), parseRunId(MARKER)]).toEqual([900n, undefined])
})

const STEP = nameStep(createContext())
let lastId = 100

/** A comment of ours, as the conversation has it. */
function ours(marker: Partial<Marker>, createdAt = '2026-11-16T12:01:00Z') {
  lastId += 1
  return { id: lastId, url: `https://x/${lastId}`, body: '', createdAt, marker: { ...MARKER, step: STEP, ...marker } }
}

/** What a second attempt remembers. `comments`: newest first. */
function remember(comments: ReturnType<typeof ours>[], changes: ContextChanges = {}, isOwnPullRequest = true) {
  const conversation = { viewer: 'github-actions[bot]', subject: TRIGGERS.comment.about, ours: comments }
  const context = createContext({ ...changes, run: { attempt: 2, ...changes.run } })
  const { earlierAttempt, earlierRun, newestJob: job, ofRequest } = recall(conversation, context, isOwnPullRequest)
  const own = ofRequest.map(({ id }) => id)
  return { request: earlierAttempt?.id, earlier: earlierRun?.id, job, own }
}

const job = (id: string, request = 'comment 12') => ours({ state: 'job', job: id, request })
const ofRun = (id: number, changes: Partial<Marker> = {}) => ours({ request: `run ${id} docs __self 0`, ...changes })

test('of two comments for one request, the newest counts, and an answer hides none', () => {
  const [newest, older, answer] = [job('job-2'), job('job-1'), ours({ state: 'not-sent' })]
  expect(remember([newest, older])).toMatchObject({ request: newest.id, job: 'job-2', own: [newest.id, older.id] })
  expect(remember([answer, older])).toMatchObject({ request: older.id, job: 'job-1' })
  const [sending, later] = [ours({ state: 'sending' }), ours({ state: 'not-sent', attempt: 3 })]
  expect(remember([answer, sending])).toMatchObject({ request: answer.id })
  expect(remember([later, sending])).toMatchObject({ request: sending.id })
  const other = ours({ state: 'not-sent', step: '0'.repeat(16) })
  expect(remember([other, sending])).toMatchObject({ request: sending.id })
  expect(remember([answer])).toMatchObject({ request: answer.id, job: undefined })
  expect(remember([])).toEqual({ request: undefined, earlier: undefined, job: undefined, own: [] })
})

test('a comment that is older than the command, or of another project or request, is not its memory', () => {
  const old = ours({ state: 'job', job: 'job-1' }, '2026-11-16T11:59:59Z')
  const other = ours({ state: 'job', job: 'job-2', project: 'other' })
  expect(remember([old])).toMatchObject({ request: undefined, own: [] })
  expect(remember([other])).toMatchObject({ request: undefined, own: [other.id], job: undefined })
  expect(remember([job('job-3', 'comment 13')])).toMatchObject({ request: undefined, own: [], job: 'job-3' })
  const ofDispatch = ours({ request: 'run 900 docs __self 0' }, '2026-11-16T11:59:59Z')
  expect(listOfRequest([ofDispatch], createContext({ trigger: TRIGGERS.dispatch }))).toEqual([ofDispatch])
})

test('a comment of the same attempt is by another step with our name', () => {
  // An `id` doesn't help two steps that answer one command.
  expect(() => remember([ours({ attempt: 2 })])).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('another `command`') }),
  )
  expect(() => remember([ofRun(900, { attempt: 2 })], { trigger: TRIGGERS.dispatch })).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('`id`') }),
  )
  // Of another project, it stays as it is.
  expect(remember([ours({ attempt: 2, project: 'other' })])).toMatchObject({ request: undefined, own: [] })
})

test("in its event's own pull request, a run edits the newest comment of its step by an earlier run", () => {
  const trigger = TRIGGERS.pullRequest
  const [before, other, command] = [
    ofRun(899, { state: 'job', job: 'a' }),
    ofRun(899, { step: '0'.repeat(16) }),
    job('b'),
  ]
  expect(remember([other, command, before, ofRun(898)], { trigger })).toMatchObject({
    earlier: before.id,
    job: 'b',
  })
  expect(remember([before], { trigger }, false)).toMatchObject({ earlier: undefined, job: 'a' })
  const later = ofRun(1_000)
  expect(() => remember([later, before], { trigger })).toThrow(`A later run reports in this pull request: ${later.url}`)
  expect(remember([later, before], { trigger }, false)).toMatchObject({ earlier: undefined })
  const own = ofRun(900, { state: 'job', job: 'c' })
  expect(remember([later, own], { trigger })).toMatchObject({ request: own.id, earlier: undefined })
  const previous = ofRun(899, { state: 'sending', previous: 'job-0' })
  expect(remember([previous], { trigger })).toMatchObject({ earlier: previous.id, job: 'job-0' })
})

test('older comments are read only where they may tell more', () => {
  const enough = (changes: ContextChanges, comments: ReturnType<typeof ours>[], oldest: string) =>
    stopWhenTold(createContext(changes))(comments, oldest)
  const lastRun = { trigger: TRIGGERS.dispatch, inputs: { since: 'last-run' as const } }
  const key = nameRangeKey(createContext())
  const second = { run: { attempt: 2 } }
  const { createdAt } = COMMENT
  expect(enough({}, [], createdAt)).toBe(true)
  expect(enough(second, [], createdAt)).toBe(false)
  expect(enough(second, [], '2026-11-16T11:59:59Z')).toBe(true)
  expect(enough(second, [ours({ state: 'sending' })], createdAt)).toBe(true)
  expect(enough(second, [ours({ state: 'sending', project: 'other' })], createdAt)).toBe(false)
  expect(enough(second, [ours({ state: 'not-sent' })], createdAt)).toBe(false)
  expect(enough(lastRun, [], '')).toBe(false)
  expect(enough({ ...lastRun, trigger: TRIGGERS.pullRequest }, [], '')).toBe(true)
  expect(enough(lastRun, [ours({ key })], '')).toBe(true)
  expect(enough(lastRun, [ours({ key, project: 'other' })], '')).toBe(false)
})
