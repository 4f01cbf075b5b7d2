import { readFields, readNumber, readText } from '../../untrusted/json.ts'
import { OUTCOMES } from '../outcome.ts'
import {
  type Claim,
  type ClaimState,
  type KnownJob,
  type PreviousPullRequest,
  pickDelivery,
} from './claim-marker.ts'

const STATES: readonly ClaimState[] = [
  'claimed',
  'waiting',
  'refused',
  'unknown',
  'job',
  'finished',
  'answered',
]
const PULL_REQUEST_STATES: readonly PreviousPullRequest['state'][] = [
  'open',
  'closed',
  'merged',
  'unreadable',
  'job-unreadable',
  'job-failed',
  'job-hangs',
]

/** The value in a marker as a claim; undefined for anything else, such as the claim of another version. */
export function parseClaim(value: unknown): Claim | undefined {
  const fields = readFields(value)
  const claimant = readFields(fields['claimant'])
  const state = STATES.find((known) => known === fields['state'])
  const [trigger, project, nonce] = ['trigger', 'project', 'nonce'].map((name) => readText(fields[name]))
  const [runId, job, step] = ['runId', 'job', 'step'].map((name) => readText(claimant[name]))
  const attempt = readNumber(claimant['attempt'])
  if (state === undefined || trigger === undefined || project === undefined) return undefined
  if (nonce === undefined || runId === undefined || job === undefined) return undefined
  if (step === undefined || attempt === undefined) return undefined
  const commentId = readNumber(fields['commentId'])
  return {
    ...{ state, trigger, project, nonce },
    claimant: { runId, job, step, attempt },
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
  const previousUrl = readUrl(url)
  const previousState = PULL_REQUEST_STATES.find((known) => known === state)
  const isOfJob = previousState?.startsWith('job-') === true
  const isWhole = previousUrl !== undefined || (url === undefined && isOfJob)
  return {
    jobId: readText(jobId),
    outcome: OUTCOMES.find((known) => known === outcome),
    status: readText(status),
    prLink: readUrl(prLink),
    headSha: readText(headSha),
    ...pickDelivery({
      isFollowUp: typeof isFollowUp === 'boolean' ? isFollowUp : undefined,
      messageAt: readNumber(messageAt),
      previous: isWhole && previousState ? { url: previousUrl, state: previousState } : undefined,
    }),
  }
}

function readUrl(value: unknown): URL | undefined {
  return URL.parse(readText(value) ?? '') ?? undefined
}
