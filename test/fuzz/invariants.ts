import { expect } from 'vitest'
import { OUTCOMES } from '../../src/agent-job/outcome.ts'
import { listDeclaredOutputs } from '../world/declared-outputs.ts'
import type { PhaseResult } from '../world/runner/action-run.ts'
import type { FinishedRun } from './answer-in-process.ts'
import { API_KEY } from './hostile-text.ts'
import { checkPublished } from './published-markdown.ts'
import { GITHUB_API, SERVICE, type SentRequest, TOKEN } from './scripted-network.ts'

const OUTPUTS = listDeclaredOutputs('agent-job').toSorted()
/** Commands that the action gives, and the properties that it gives them. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'add-mask': [],
  notice: ['title'],
  warning: ['title'],
  error: ['title'],
  group: [],
  endgroup: [],
}
/** Words of ours, with the sign of an outcome or without. Nothing that is made of a text from outside fits. */
const TITLES = /^(?:\p{RGI_Emoji} )?[A-Z`][A-Za-z ',;`\-]+(?:: [a-z\- ]+|: \d+ of \d+ checks failed)?$/v

const SERVICE_PATHS =
  /^\/(?:v2\/agent\/docs-project\/job(?:\/[^/]+(?:\/message)?)?|v1\/analytics\/docs-project\/views)$/u
/** What is read of GitHub: this repository, and the pull request that the service names. */
const READ_PATHS = /^\/repos\/(?:acme\/app(?:\/.|$)|[\w.-]+\/[\w.-]+\/pulls\/\d+(?:\/files)?$)/u
const WRITE_PATHS = /^\/repos\/acme\/app\/./u
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** Everything that must be so after any run, whatever anybody sent. */
export function checkRun(run: FinishedRun): void {
  checkOutputs(run)
  checkTraces(run)
  run.requests.forEach(checkRequest)
  checkOrder(run.requests)
}

/** The same for what any action leaves behind. */
export function checkTraces(result: PhaseResult): void {
  const { rawSummary, outputs, state } = result
  checkLog(result)
  expect(Buffer.byteLength(rawSummary)).toBeLessThan(1024 * 1024)
  checkPublished(rawSummary)
  expectNoKey(rawSummary)
  for (const value of [...Object.values(outputs), ...Object.values(state)]) expectNoKey(value)
}

function checkOutputs({ outputs, exitCode }: PhaseResult): void {
  const { outcome, job } = outputs
  expect(Object.keys(outputs).sort()).toEqual(OUTPUTS)
  expect(OUTCOMES).toContain(outcome)
  expect(outputs['status']).toMatch(/^([\p{L}\p{N}][\p{L}\p{N} _.-]{0,99})?$/u)
  expect(outputs['prLink']).toMatch(/^(https?:\/\/[\w.~:/?#%=+@,-]{1,2048})?$/u)
  // Asterisks stand for a key that GitHub would have echoed.
  expect(outputs['commentUrl']).toMatch(/^(https?:\/\/[\w.~:/?#%=+@,*-]{1,2048})?$/u)
  expect(outputs['prNumber']).toMatch(/^\d*$/u)
  if (job !== '') JSON.parse(job ?? '')
  if (['cancelled', 'unknown', 'error'].includes(outcome ?? '')) expect(exitCode).toBe(1)
}

function checkLog({ log, commands }: PhaseResult): void {
  const raw = Buffer.from(log.raw).toString()
  expect(log.lines[0]?.text).toBe(`::add-mask::${API_KEY.replaceAll('%', '%25')}`)
  for (const { name, properties, data, syntax, line, failure } of commands) {
    expect(syntax, line).toBe('colons')
    expect(line.startsWith('::'), line).toBe(true)
    expect(Object.keys(COMMANDS), line).toContain(name)
    expect(Object.keys(properties), line).toEqual(COMMANDS[name])
    if (properties['title'] !== undefined) expect(properties['title'], line).toMatch(TITLES)
    // The runner makes no annotation of an empty message.
    if (name !== 'endgroup') expect(data.trim(), line).not.toBe('')
    expect(failure).toBeUndefined()
  }
  expect(raw).not.toMatch(/^\s+at .*[(:]\d+:\d+\)?$/mu)
  expect(raw).not.toContain('This is a bug in the action')
  const lines = log.lines.map(({ text }) => text).filter((text) => !text.startsWith('::add-mask::'))
  expectNoKey(lines.join('\n'))
}

function checkRequest({ url, method, headers, body }: SentRequest): void {
  const authorization = headers.get('authorization')
  if (url.origin === SERVICE) {
    expect(url.pathname).toMatch(SERVICE_PATHS)
    expect(authorization).toBe(`Bearer ${API_KEY}`)
    return
  }
  expect(url.origin).toBe(GITHUB_API)
  const isQuery = url.pathname === '/graphql'
  if (isQuery) expect((JSON.parse(body) as { query: string }).query).toMatch(/^query /u)
  else expect(url.pathname).toMatch(method === 'GET' ? READ_PATHS : WRITE_PATHS)
  expect(authorization).toBe(`token ${TOKEN}`)
  expectNoKey(`${url.href}\n${body}`)
  const isComment = url.pathname.includes('/comments') && !url.pathname.endsWith('/reactions')
  if (method !== 'GET' && isComment && body !== '') checkComment(body)
}

function checkOrder(requests: readonly SentRequest[]): void {
  // The check of a setup asks what a message to a job would get that can't be there.
  const sent = requests.filter(
    ({ url, method }) => url.origin === SERVICE && method === 'POST' && !url.pathname.endsWith(`/${NO_JOB}/message`),
  )
  // Repeated only where it certainly was not accepted.
  for (const { status } of sent.slice(0, -1)) expect([undefined, 403, 429]).toContain(status)
}

function checkComment(requestBody: string): void {
  const { body } = JSON.parse(requestBody) as { body: string }
  expect(body.length).toBeLessThan(65_536)
  expect(body.isWellFormed()).toBe(true)
  const [, text = '', marker = ''] = OUR_BODY.exec(body) ?? expect.fail(`Not a comment of ours: ${body}`)
  expect(body.match(/<!--/gu)).toHaveLength(2)
  checkPublished(text)
  expectNoKey(marker)
}

const OUR_BODY = /^<!-- docs-agent:job -->\n([\s\S]*)\n\n<!-- docs-agent:job marker (\{.*\}) -->$/u

function expectNoKey(text: string): void {
  const forms = [API_KEY, Buffer.from(API_KEY).toString('base64').slice(0, 30)]
  // As it would read without the characters that make Markdown harmless, and out of URLs.
  const plain = text.replace(/[\\\u2060]|&#8203;/gu, '').replaceAll('&amp;', '&')
  const decoded = plain.replace(/(?:%[\da-f]{2})+/giu, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
  for (const form of forms)
    for (const shape of [text, plain, decoded]) if (shape.includes(form)) expect.fail(`The key came out: ${shape}`)
}
