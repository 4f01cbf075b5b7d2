const NEW_KEY =
  'Create an admin key with the `write` scope on {keys}, and save it as the secret that `api-key` uses.'

/** The service answers 403 to all three. */
const FORBIDDEN =
  'or an IP allowlist excludes this runner, or the plan has no API access. Check {keys} and {usage}.'

const OTHER_KIND = "Keys of this kind can't run agent jobs."

/** Why a request to the documentation service fails: the key, the service's answer, or the connection to it. */
export const SERVICE_CAUSES = {
  'key-refused': {
    headline: 'The service refused the API key',
    advice: `The key is wrong, or has expired (by default after 90 days). ${NEW_KEY}`,
    fix: 'key',
  },
  'key-of-assistant': {
    headline: 'The API key is an assistant key',
    advice: `It begins with \`mint_dsc_\`. ${OTHER_KIND} ${NEW_KEY}`,
    fix: 'key',
  },
  'key-of-index': {
    headline: 'The API key is an index key',
    advice: `It begins with \`mint_us_\`. ${OTHER_KIND} ${NEW_KEY}`,
    fix: 'key',
  },
  'key-malformed': {
    headline: 'The secret contains more than the API key',
    advice:
      'Save the key alone as the secret that `api-key` uses: one line, no quotes, no header, and no `NAME=`.',
    fix: 'key',
  },
  'key-may-not-write': {
    headline: "The API key can't create jobs",
    advice: `The key lacks the \`write\` scope, ${FORBIDDEN}`,
    fix: 'setting',
  },
  'key-may-not-read': {
    headline: "The API key can't read jobs",
    advice: `The key lacks the \`read\` scope, ${FORBIDDEN}`,
    fix: 'setting',
  },
  'blocked-on-the-way': {
    headline: 'A firewall refused the request',
    advice:
      "The answer is a web page, not the service's own. Allow the runner's IP address, or use another runner. " +
      'Otherwise the key lacks the `write` scope, or the plan has no API access: check {keys} and {usage}.',
    fix: 'setting',
  },
  'plan-or-credits': {
    headline: "Out of credits, or agent jobs aren't in the plan",
    advice: 'Check the plan and its credits on {usage}.',
    fix: 'setting',
  },
  'project-not-found': {
    headline: 'Project not found',
    advice: 'Copy the project ID from {keys} to `project-id`. The key must belong to the same organization.',
    fix: 'either',
  },
  'job-not-found': {
    headline: 'Job not found in this project',
    advice: 'Check `job-id` and `project-id`.',
    fix: 'either',
  },
  'not-the-service': {
    headline: "`base-url` doesn't lead to the documentation service",
    advice: 'Set `base-url` to the service itself, not to a redirect, a login page, or an error page.',
    fix: 'workflow',
  },
  'prompt-refused': { headline: 'The service refused the prompt', advice: '', fix: 'ask' },
  'prompt-too-large': {
    headline: 'The prompt is too large',
    advice: 'Shorten the text, or set a smaller `context`.',
    fix: 'ask',
  },
  'request-refused': {
    headline: 'The service refused the request',
    advice: 'Check `project-id` and `base-url`.',
    fix: 'either',
  },
  'service-limit': {
    headline: 'Hourly limit reached',
    advice: 'A project can create 100 jobs and send 100 messages per hour.',
    fix: 'wait',
  },
  'service-unreachable': {
    headline: "Couldn't reach the service",
    advice: "Check `base-url`, the runner's proxy variables, and whether its firewall allows this host.",
    fix: 'either',
  },
  'name-not-found': {
    headline: "Couldn't resolve the service's host name",
    advice: "Check the host in `base-url`, and the runner's DNS server.",
    fix: 'either',
  },
  'proxy-not-found': {
    headline: "Couldn't resolve the proxy's host name",
    advice: "Check the host in the runner's `HTTPS_PROXY` and `HTTP_PROXY`.",
    fix: 'setting',
  },
  'certificate-refused': {
    headline: "The service's certificate isn't trusted",
    advice:
      'A firewall may have replaced it. Make the runner trust the new one with `NODE_EXTRA_CA_CERTS`, ' +
      'or correct `base-url`.',
    fix: 'either',
  },
  'proxy-refused': {
    headline: 'The proxy refused the request',
    advice:
      "Check the runner's `HTTPS_PROXY` and `NO_PROXY`. " +
      'A login is part of the variable: `http://user:password@host:port`.',
    fix: 'setting',
  },
  'invalid-proxy': { headline: 'A proxy variable is invalid', advice: '', fix: 'setting' },
  'service-failed': {
    headline: 'The service has a problem',
    advice: "Check the service's status page.",
    fix: 'wait',
  },
  'prompt-unconfirmed': {
    headline: "Couldn't confirm that the prompt was received",
    advice: 'Look for a new job in the dashboard, and for a new pull request or commit by the agent.',
    fix: 'look',
  },
} as const
