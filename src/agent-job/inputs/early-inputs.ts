import type { InputReader } from '../../runner/inputs.ts'

/**
 * The defaults of `action.yml`, for inputs that a step names but leaves empty. `command` isn't here, since an empty one
 * is an error on a comment; nor is `github-token`, where empty means none. A test holds the table against `action.yml`.
 */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  context: 'reference',
  'follow-up': 'auto',
  wait: 'true',
  timeout: '30m',
  'poll-interval': '15s',
  'fail-on': 'failed, timed-out, unavailable',
  'minimum-permission': 'write',
  comment: 'true',
  'base-url': 'https://api.mintlify.com',
  'dry-run': 'false',
}

/** Reads the secrets, which hides them before anything can be printed. */
export function hideSecretInputs(reader: InputReader): SecretInputs {
  return {
    apiKey: reader.secret('api-key', { required: true }),
    githubToken: reader.secret('github-token', { required: false }),
  }
}

export interface SecretInputs {
  apiKey: string
  /** Empty if the run asks and tells GitHub nothing. */
  githubToken: string
}

/** What decides, before the inputs are checked, whether there is anything to do. */
export function readEarlyInputs(reader: InputReader): EarlyInputs {
  return {
    command: readCommandWord(reader),
    allowedBots: reader.logins('allowed-bots'),
    ignoreAuthors: reader.ignoredAuthors('ignore-authors'),
    jobId: reader.text('job-id'),
  }
}

export interface EarlyInputs {
  command: string
  /** Logins. */
  allowedBots: string[]
  /** Logins as REST has them. */
  ignoreAuthors: string[]
  jobId: string
}

export const COMMAND_RULE = 'Write one word, such as `/docs`.'

/** The command as a comment must spell it; empty only where no comment started the run. */
export function readCommandWord(reader: InputReader): string {
  const word = reader.text('command')
  if (/\s/u.test(word)) reader.refuse('command', word, COMMAND_RULE)
  return word
}
