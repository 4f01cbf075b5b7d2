import { shorten, toOneLine } from '../untrusted/escape.ts'
import { findIdRule } from '../untrusted/safe-url.ts'
import { findMisplacedKeys, listMisspelled, MISPLACED_KEY } from './mistaken-inputs.ts'
import type { Secrets } from './secrets.ts'

export interface InputProblem {
  input: string
  message: string
  /** Set if the input is a secret, or has one that belongs in another input. */
  secret?: 'empty' | 'malformed' | 'misplaced'
}

export const EMPTY_KEY = {
  headline: 'The API key is empty',
  advice:
    "Define the secret that `api-key` uses. To use an environment's secret, set `environment:` in the job. To pass a " +
    'secret to a reusable workflow, set `secrets:` in the job that calls it. Forks get no secrets, and Dependabot ' +
    'gets only its own.',
} as const

const EMPTY_ID =
  'the ID from the API keys page of the dashboard. To save it as a variable, run ' +
  "`gh variable set DOCS_PROJECT_ID --body <ID>`. `vars` doesn't read a secret of the same name"

/** All problems with the inputs, reported together so that one run shows all of them. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly problems: readonly InputProblem[]
  constructor(problems: readonly InputProblem[]) {
    super(
      [
        problems.length === 1 ? '1 input is invalid:' : `${problems.length} inputs are invalid:`,
        ...problems.map(({ input, message }) => `- \`${input}\`: ${message}`),
        '',
        ...(problems.some(({ secret }) => secret === 'misplaced') ? [MISPLACED_KEY.advice] : []),
        ...(problems.some(({ input, secret }) => input === 'api-key' && secret === 'empty') ? [EMPTY_KEY.advice] : []),
        'No request was sent. Fix the `with:` block of the step.',
      ].join('\n'),
    )
    this.problems = problems
  }
}

/** Reads the inputs of the step, and collects problems with them. */
export class InputReader {
  readonly #problems: InputProblem[] = []
  /** Names of the inputs that have been read. */
  readonly #names = new Set<string>()
  readonly #secrets: Secrets
  readonly #defaults: Readonly<Record<string, string>>

  /**
   * @param defaults of empty inputs, such as `timeout: ${{ inputs.timeout }}` without a value. The runner uses the
   * default in `action.yml` only if the step doesn't set the input at all.
   */
  constructor(secrets: Secrets, defaults: Readonly<Record<string, string>> = {}) {
    this.#secrets = secrets
    this.#defaults = defaults
    // Masked before anything is printed.
    for (const { input, key, message } of findMisplacedKeys(process.env)) {
      secrets.hide(key)
      if (!this.isMisplaced(input)) this.#problems.push({ input, message, secret: 'misplaced' })
    }
  }

  /** Whether an input has a key that belongs in another one. Its value isn't used. */
  isMisplaced(name: string): boolean {
    return this.#problems.some(({ input, secret }) => input === name && secret === 'misplaced')
  }

  /** The trimmed input, or its default. */
  text(name: string): string {
    this.#names.add(name)
    return process.env[`INPUT_${name.toUpperCase()}`]?.trim() || (this.#defaults[name] ?? '')
  }

  /** Sentences about inputs that the step sets and nothing has read, if the name is almost that of another input. */
  listMisspelled(): string[] {
    return listMisspelled(this.#names, process.env).map(
      ({ given, meant }) => `\`${quoteInput(given)}\` isn't an input. Did you mean \`${meant}\`?`,
    )
  }

  /** An ID that can be a segment of a path; empty only if it isn't required. */
  id(name: string, { required }: { required: boolean }): string {
    const value = this.text(name)
    const allowed = value === '' ? required && EMPTY_ID : findIdRule(value)
    if (allowed) this.refuse(name, value.toWellFormed(), allowed)
    return value
  }

  /** A secret is hidden before anything is printed, and never shown in a problem. */
  secret(name: string, { required }: { required: boolean }): string {
    const value = this.text(name)
    if (value !== '') this.#secrets.hide(value)
    if (this.isMisplaced(name)) return ''
    if (value === '' && required) this.refuse(name, '', 'a value, from a secret', 'empty')
    const wrong = describeWrongSecret(value)
    // The value itself stays out of the message.
    const message = `the value (not shown) ${wrong}; allowed: one line of visible ASCII characters, the secret alone`
    if (wrong !== undefined) this.#problems.push({ input: name, message, secret: 'malformed' })
    return value
  }

  /** An invalid one has its default, so that `comment: maybe` is answered in the thread. */
  flag(name: string): boolean {
    const value = this.text(name)
    if (/^(true|True|TRUE)$/u.test(value)) return true
    if (/^(false|False|FALSE)$/u.test(value)) return false
    this.refuse(name, value, 'true or false')
    return this.#defaults[name] === 'true'
  }

  /** A duration such as `90s`, in milliseconds; a bare whole number means seconds. */
  durationMs(name: string, bounds: { minimumMs: number; maximumMs: number; allowed: string }): number {
    const { minimumMs, maximumMs, allowed } = bounds
    const value = this.text(name)
    const [, amount = '', unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(value) ?? []
    const milliseconds = amount === '' ? Number.NaN : Number(amount) * (UNIT_MS[unit] ?? Number.NaN)
    if (milliseconds >= minimumMs && milliseconds <= maximumMs) return milliseconds
    const form = 'such as 500ms, 90s, 10m or 1h; a bare whole number is in seconds'
    this.refuse(name, value, `${allowed}, ${form}`)
    return minimumMs
  }

  wholeNumber(name: string, { minimum, maximum }: { minimum: number; maximum: number }): number {
    const value = this.text(name)
    const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    this.refuse(name, value, `a whole number from ${minimum} to ${maximum}`)
    return minimum
  }

  /** The number of an issue or pull request; undefined if the input is empty. */
  issueNumber(name: string): number | undefined {
    return this.text(name) === '' ? undefined : this.wholeNumber(name, { minimum: 1, maximum: 2 ** 31 })
  }

  /** A number of days such as `30d`; undefined if the input is empty. */
  days(name: string, maximum: number): number | undefined {
    const value = this.text(name)
    const days = Number(/^(\d{1,6})d$/u.exec(value)?.[1] ?? 0)
    if (value === '' || (days >= 1 && days <= maximum)) return days || undefined
    this.refuse(name, value, `days such as 30d, 1d to ${maximum}d, or nothing`)
    return undefined
  }

  /** One short line for a heading; may be empty. */
  title(name: string): string {
    const value = this.text(name)
    if (value.length > 100 || /[\r\n]/u.test(value)) this.refuse(name, value, 'one line of up to 100 characters')
    return value
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.text(name)
    const known = choices.find((choice) => choice === value)
    if (known === undefined) this.refuse(name, value, choices.join(', '))
    return known ?? (choices[0] as Choice)
  }

  /** Names separated by commas or white space, without duplicates. */
  list(name: string): string[] {
    const parts = this.text(name).split(/[\s,]+/u)
    return [...new Set(parts.filter((part) => part !== ''))]
  }

  /** Exact logins; none where one of them is invalid. */
  logins(name: string): string[] {
    const logins = this.list(name)
    const wrong = logins.filter((login) => !/^[\w-]+(\[bot\])?$/iu.test(login))
    if (wrong.length === 0) return logins
    this.refuse(name, wrong.join(', '), 'exact logins such as dependabot[bot]; no wildcards')
    return []
  }

  /** The agent's own account and the given ones; `none`, alone: nobody. */
  ignoredAuthors(name: string): string[] {
    const logins = this.logins(name)
    return logins.length === 1 && logins[0]?.toLowerCase() === 'none' ? [] : ['mintlify[bot]', ...logins]
  }

  choices<Choice extends string>(name: string, choices: readonly Choice[]): Choice[] {
    const given = this.list(name)
    const unknown = given.filter((part) => !choices.some((choice) => choice === part))
    if (unknown.length > 0) this.refuse(name, unknown.join(', '), `any of ${choices.join(', ')}`)
    return choices.filter((choice) => given.includes(choice))
  }

  /** https, or http to a loopback host. */
  serviceUrl(name: string): URL {
    const value = this.text(name)
    const url = URL.parse(value)
    if (url !== null && isServiceUrl(url)) return url
    // These parts may contain a password.
    const hasMore = url !== null && url.username + url.password + url.search + url.hash !== ''
    const allowed = 'an https URL without user name, query or fragment; http only for a loopback host'
    this.refuse(name, hasMore ? 'a URL with a user name, query or fragment' : value, allowed)
    return new URL('https://invalid.invalid')
  }

  /** Adds a problem. `given` is shown, so it must not be a secret. */
  refuse(name: string, given: string, allowed: string, secret?: InputProblem['secret']): void {
    if (this.isMisplaced(name)) return
    const shown = given === '' ? 'is empty' : `got \`${quoteInput(this.#secrets.redact(given))}\``
    const message = `${shown}; allowed: ${toOneLine(allowed)}`
    // Some inputs are read more than once.
    const isKnown = this.#problems.some((problem) => problem.input === name && problem.message === message)
    if (!isKnown) this.#problems.push({ input: name, message, ...(secret && { secret }) })
  }

  /** @throws InputError if there are problems */
  finish(): void {
    if (this.#problems.length > 0) throw new InputError(this.#problems)
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** undefined if the secret is valid */
function describeWrongSecret(value: string): string | undefined {
  if (/[\r\n]/u.test(value)) return 'contains a line break'
  if (/^(["'`]).*\1$/su.test(value)) return 'is in quotes'
  if (/^[A-Z_]+=[^=]/u.test(value)) return 'begins with `NAME=`'
  return /^[\x21-\x7E]*$/u.test(value) ? undefined : 'contains white space or non-ASCII characters'
}

/** https, or http to a loopback host, and nothing else but a path. */
function isServiceUrl({ protocol, hostname, username, password, search, hash }: URL): boolean {
  const isLoopback = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/u.test(hostname)
  return username + password + search + hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback))
}

/** What the step sets, as it can be between backticks. */
function quoteInput(text: string): string {
  return shorten(toOneLine(text), 100).replaceAll('`', "'")
}
