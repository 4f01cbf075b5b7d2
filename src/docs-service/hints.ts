import type { Failure, FailureKind, Operation } from './errors.ts'

/** Says in a sentence or two what to do about a failure. */
export function findHint(failure: Failure): string {
  const { operation, certainty } = failure
  const unknownHint = UNKNOWN_HINTS[operation]
  if (unknownHint === undefined || certainty !== 'unknown')
    return findStatusHint(failure) ?? KIND_HINTS[failure.kind]
  const cause = findCauseHint(failure)
  return cause === undefined ? unknownHint : `${cause} ${unknownHint}`
}

/** Hints by operation and status; the first row that fits is taken. */
const STATUS_HINTS: { status: number | readonly number[]; operation?: Operation; hint: string }[] = [
  {
    status: 400,
    operation: 'create agent job',
    hint: 'The service did not accept the prompt or the project. Check the prompt and `project-id`.',
  },
  {
    status: [400, 422],
    operation: 'send follow-up message',
    hint: 'The service did not accept the prompt for this job. Check the prompt.',
  },
  {
    status: 400,
    operation: 'get page views',
    hint: 'The service did not accept the query. Check `date-from`, `date-to`, `limit` and `offset`.',
  },
  {
    status: 401,
    hint: 'The key is wrong or has expired; keys expire 90 days after they were made unless set otherwise. Make a new admin key in the dashboard and store it as the secret that `api-key` reads.',
  },
  {
    status: 403,
    operation: 'create agent job',
    hint: 'The key may not do this: creating a job needs the `write` scope. The same happens if an IP allowlist excludes the runner.',
  },
  {
    status: 403,
    operation: 'send follow-up message',
    hint: 'The key may not do this: a follow-up message needs the `write` scope. The same happens if an IP allowlist excludes the runner.',
  },
  {
    status: 403,
    hint: 'The key may not do this: it needs the `read` scope. The same happens if an IP allowlist excludes the runner.',
  },
  {
    status: [404, 405, 409, 410],
    operation: 'send follow-up message',
    hint: 'The job takes no message: it is gone, or the service has no follow-up messages. Create a new job.',
  },
  {
    status: 404,
    operation: 'get agent job',
    hint: 'There is no such job in this project. Check `job-id`, `project-id` and `base-url`.',
  },
  {
    status: 404,
    hint: 'There is no such project at this address. Check `project-id` (the API keys page of the dashboard shows it) and `base-url`.',
  },
  {
    status: 407,
    hint: 'The proxy requires a login. Put it into the proxy variable: `http://user:password@host:port`.',
  },
  {
    status: 413,
    hint: 'The request is too large for the service. Shorten the prompt, or use a smaller `context`.',
  },
  {
    status: 429,
    operation: 'create agent job',
    hint: 'The quota is used up; a project may create 100 jobs an hour. Wait, then run it again.',
  },
  {
    status: 429,
    operation: 'send follow-up message',
    hint: 'The quota is used up; a project may send 100 messages an hour. Wait, then run it again.',
  },
  {
    status: 429,
    operation: 'get page views',
    hint: 'The quota is used up; an organization has 100 analytics requests an hour, shared by all analytics endpoints. Wait before you run it again.',
  },
  {
    status: 429,
    hint: 'The service asks for fewer requests. Raise `poll-interval`, or wait and run it again.',
  },
]

/** Hints by what happened, where no status says more. */
const KIND_HINTS: Record<FailureKind, string> = {
  'not-connected':
    'Check `base-url`, and whether the runner may reach that host: name, firewall, certificate, and the proxy variables HTTPS_PROXY and NO_PROXY.',
  'no-answer': 'The connection or the service failed. Check the status page of the service.',
  status: 'The service has a problem. Check its status page, and run it again later.',
  unreadable: 'Check that `base-url` leads to the service itself and to no proxy, login or error page.',
  cancelled: 'The run was cancelled.',
  deadline: 'The time limit was reached. Set a longer `timeout`.',
}

/** For requests that may have been received, because sending them again could do the work twice. */
const UNKNOWN_HINTS: Partial<Record<Operation, string>> = {
  'create agent job':
    'The job may have been created all the same, so the request is not sent again. Look for a new job or pull request before starting another.',
  'send follow-up message':
    'The message may have been received all the same, so it is not sent again. Look at the pull request before asking once more.',
}

const REDIRECT_HINT =
  'Redirects are never followed, so that key and prompt stay with the host that was named. Set `base-url` to the address of the service itself.'

const REFUSED_HINT = 'The service refused the request. Read what it said, and check `base-url`.'

const BROKEN_HINT = 'The service has a problem; its status page may say more.'

function findStatusHint({ operation, kind, status }: Failure): string | undefined {
  if (kind !== 'status' || status === undefined) return undefined
  if (status < 400) return REDIRECT_HINT
  const row = STATUS_HINTS.find(
    (candidate) =>
      [candidate.status].flat().includes(status) &&
      (candidate.operation === undefined || candidate.operation === operation),
  )
  if (row) return row.hint
  return status < 500 && status !== 408 ? REFUSED_HINT : undefined
}

/** What stands before the warning that a request may have been received; it must not say that it was refused. */
function findCauseHint({ kind, status = 0 }: Failure): string | undefined {
  if (kind !== 'status') return KIND_HINTS[kind]
  if (status < 400) return REDIRECT_HINT
  return status >= 500 ? BROKEN_HINT : undefined
}
