/**
 * The defaults of `action.yml`, for inputs that a step names but leaves empty. `command` isn't here, since an empty one
 * means something; nor is `github-token`, where empty means none. A test holds the table against `action.yml`.
 */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  context: 'reference',
  'diff-limit': '60000',
  'ignore-authors': 'mintlify[bot]',
  'follow-up': 'auto',
  wait: 'true',
  timeout: '30m',
  'poll-interval': '3s',
  'fail-on': 'failed, timed-out, unavailable',
  'minimum-permission': 'write',
  comment: 'true',
  'base-url': 'https://api.mintlify.com',
  'dry-run': 'false',
}
