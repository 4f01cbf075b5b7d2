import { readFields, readNumber, readText } from '../../untrusted/json.ts'
import { OUTCOMES } from '../outcome.ts'
import { CLAIM_STATES, type Claim, type KnownJob, PREVIOUS_STATES } from './claim-marker.ts'

/** The value in a marker as a claim; undefined for anything else, such as the claim of another version. */
export function parseClaim(value: unknown): Claim | undefined {
  const fields = readFields(value)
  const { runId, job, step, attempt } = readFields(fields['claimant'])
  const state = CLAIM_STATES.find((known) => known === fields['state'])
  const texts = [fields['trigger'], fields['project'], fields['nonce'], runId, job, step].map(readText)
  const isWhole = !texts.includes(undefined) && readNumber(attempt) !== undefined
  if (state === undefined || !isWhole) return undefined
  const { trigger, project, nonce, claimant } = fields as unknown as Claim
  const commentId = readNumber(fields['commentId'])
  return {
    ...{ state, trigger, project, nonce, claimant },
    series: readText(fields['series']),
    kept: fields['kept'] === undefined ? undefined : parseKnown(fields['kept']),
    ...(commentId !== undefined && { commentId }),
    ...parseKnown(fields),
  }
}

/** What `value` says of a job; what can't be read is left out. */
export function parseKnown(value: unknown): KnownJob {
  const { jobId, outcome, status, prLink, headSha, isFollowUp, messageAt, previous } = readFields(value)
  const { url, state } = readFields(previous)
  const known = { url: readUrl(url), state: PREVIOUS_STATES.find((each) => each === state) }
  const isOfJob = known.state?.startsWith('job-') === true && url === undefined
  return {
    jobId: readText(jobId),
    outcome: OUTCOMES.find((each) => each === outcome),
    status: readText(status),
    prLink: readUrl(prLink),
    headSha: readText(headSha),
    isFollowUp: typeof isFollowUp === 'boolean' ? isFollowUp : undefined,
    messageAt: readNumber(messageAt),
    previous: known.state && (known.url ?? isOfJob) ? { url: known.url, state: known.state } : undefined,
  }
}

function readUrl(value: unknown): URL | undefined {
  return URL.parse(readText(value) ?? '') ?? undefined
}
