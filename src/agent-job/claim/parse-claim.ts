import { type JsonObject, readFields, readNumber, readText } from '../../untrusted/json.ts'
import { OUTCOMES } from '../result/outcome.ts'
import type { Claim, Claimant, ClaimState, Delivery, KnownJob, PreviousPullRequest } from './claim-marker.ts'

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
  'job-failed',
  'job-hangs',
]

/** The value in a marker as a claim; undefined for anything else, such as the claim of another version. */
export function parseClaim(value: unknown): Claim | undefined {
  const fields = readFields(value)
  const state = STATES.find((known) => known === fields['state'])
  const claimant = readClaimant(fields['claimant'])
  const { trigger, project, nonce } = pickTexts(fields, ['trigger', 'project', 'nonce'])
  if (state === undefined || claimant === undefined) return undefined
  if (trigger === undefined || project === undefined || nonce === undefined) return undefined
  const commentId = readNumber(fields['commentId'])
  const kept = parseKnown(fields['kept'])
  return {
    ...{ state, trigger, project, nonce, claimant },
    ...pickTexts(fields, ['series']),
    ...(commentId !== undefined && { commentId }),
    ...(kept.jobId !== undefined && { kept: { ...kept, jobId: kept.jobId } }),
    ...parseKnown(fields),
  }
}

/** What a claim knows of its job. */
export type KnownClaim = Partial<KnownJob> & Delivery

/** What `value` says of a job; what can't be read is left out. */
export function parseKnown(value: unknown): KnownClaim {
  const fields = readFields(value)
  const outcome = OUTCOMES.find((known) => known === fields['outcome'])
  const prLink = URL.parse(readText(fields['prLink']) ?? '')
  return {
    ...pickTexts(fields, ['jobId', 'status', 'headSha']),
    ...(outcome && { outcome }),
    ...(prLink && { prLink }),
    ...readDelivery(fields),
  }
}

function readClaimant(value: unknown): Claimant | undefined {
  const fields = readFields(value)
  const { runId, job, step } = pickTexts(fields, ['runId', 'job', 'step'])
  const attempt = readNumber(fields['attempt'])
  if (runId === undefined || job === undefined || step === undefined || attempt === undefined)
    return undefined
  return { runId, job, step, attempt }
}

/** Where the prompt went, from JSON. A pull request whose URL can't be read is left out with all that is said of it. */
function readDelivery({ isFollowUp, messageAt, previous }: JsonObject): Delivery {
  const sentAt = readNumber(messageAt)
  const { url: address, state } = readFields(previous)
  const url = URL.parse(readText(address) ?? '') ?? undefined
  const isWhole = url !== undefined || address === undefined
  const known = PULL_REQUEST_STATES.find((each) => each === state)
  return {
    ...(typeof isFollowUp === 'boolean' && { isFollowUp }),
    ...(sentAt !== undefined && { messageAt: sentAt }),
    ...(isWhole && known && { previous: { ...(url && { url }), state: known } }),
  }
}

function pickTexts<Name extends string>(
  fields: JsonObject,
  names: readonly Name[],
): { [_ in Name]?: string } {
  return Object.fromEntries(
    names.flatMap((name) => (readText(fields[name]) === undefined ? [] : [[name, fields[name]]])),
  ) as { [_ in Name]?: string }
}
