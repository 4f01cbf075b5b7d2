import { shorten, toOneLine } from '../untrusted/escape.ts'
import { findIdRule } from '../untrusted/safe-url.ts'
import { findMisplacedKeys, MISPLACED_KEY } from './mistaken-inputs.ts'
import type { Secrets } from './secrets.ts'

export interface InputProblem {
  input: string
  /** Sentences: the input and its value, then what to write. */
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
  'Copy the ID from the API keys page of the dashboard. To save it as a variable, run ' +
  "`gh variable set DOCS_PROJECT_ID --body <ID>`. `vars` doesn't read a secret of the same name."

/** What to do about any other invalid input. */
export const FIX_INPUT = 'Fix the named input: its value, its variable, or its file.'

/** All problems with the inputs, reported together so that one run shows all of them. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly problems: readonly InputProblem[]
  constructor(problems: readonly InputProblem[]) {
    const { size } = new Set(problems.map(({ input }) => input))
    super(
      [
        size === 1 ? '1 input is invalid:' : `${size} inputs are invalid:`,
        listProblems(problems),
        '',
        ...(problems.some(({ secret }) => secret === 'misplaced') ? [MISPLACED_KEY.advice] : []),
        ...(problems.some(({ input, secret }) => input === 'api-key' && secret === 'empty') ? [EMPTY_KEY.advice] : []),
        `No request was sent. ${FIX_INPUT}`,
      ].join('\n'),
    )
    this.problems = problems
  }
}

/** A line for each problem. */
export function listProblems(problems: readonly InputProblem[]): string {
  return problems.map(({ message }) => `- ${message}`).join('\n')
}

/** Reads the inputs of the step, and collects problems with them. */
export class InputReader {
  readonly #problems: InputProblem[] = []
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
      this.#add(input, message, 'misplaced')
    }
  }

  /** Whether an input has a key that belongs in another one. Its value isn't used. */
  isMisplaced(name: string): boolean {
    return this.#problems.some(({ input, secret }) => input === name && secret === 'misplaced')
  }

  /** The trimmed input, or its default. */
  text(name: string): string {
    return process.env[`INPUT_${name.toUpperCase()}`]?.trim() || (this.#defaults[name] ?? '')
  }

  /** An ID that can be a segment of a path; empty only if it isn't required. */
  id(name: string, { required }: { required: boolean }): string {
    const value = this.text(name)
    const instruction = value === '' ? required && EMPTY_ID : findIdRule(value)
    if (instruction) this.refuse(name, value.toWellFormed(), instruction)
    return value
  }

  /** A secret is hidden before anything is printed, and never shown in a problem; empty if it can't be sent. */
  secret(name: string, { required }: { required: boolean }): string {
    const value = this.text(name)
    if (value !== '') this.#secrets.hide(value)
    if (this.isMisplaced(name)) return ''
    if (value === '' && required) this.#add(name, 'is empty. Set it to a secret.', 'empty')
    const wrong = describeWrongSecret(value)
    if (wrong === undefined) return value
    // The value itself stays out of the message.
    this.#add(name, `${wrong}. Save only the ${name === 'api-key' ? 'key' : 'token'}, in one line.`, 'malformed')
    return ''
  }

  /** An invalid one has its default, so that `comment: maybe` is answered in the thread. */
  flag(name: string): boolean {
    const value = this.text(name)
    if (/^(true|True|TRUE)$/u.test(value)) return true
    if (/^(false|False|FALSE)$/u.test(value)) return false
    this.refuse(name, value, 'Write `true` or `false`.')
    return this.#defaults[name] === 'true'
  }

  /** A duration such as `90s`, in milliseconds; a bare whole number means seconds. */
  durationMs(name: string, bounds: { minimumMs: number; maximumMs: number; instruction: string }): number {
    const { minimumMs, maximumMs, instruction } = bounds
    const value = this.text(name)
    const [, amount = '', unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(value) ?? []
    const milliseconds = amount === '' ? Number.NaN : Number(amount) * (UNIT_MS[unit] ?? Number.NaN)
    if (milliseconds >= minimumMs && milliseconds <= maximumMs) return milliseconds
    this.refuse(name, value, instruction)
    return minimumMs
  }

  wholeNumber(name: string, { minimum, maximum }: { minimum: number; maximum: number }): number {
    const value = this.text(name)
    const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    this.refuse(name, value, `Write a whole number from ${minimum} to ${maximum}.`)
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
    this.refuse(name, value, `Write a number of days from \`1d\` to \`${maximum}d\`.`)
    return undefined
  }

  /** One short line for a heading; may be empty. */
  title(name: string): string {
    const value = this.text(name)
    if (value.length > 100 || /[\r\n]/u.test(value)) this.refuse(name, value, 'Write one line of up to 100 characters.')
    return value
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.text(name)
    const known = choices.find((choice) => choice === value)
    if (known === undefined) this.refuse(name, value, `Write ${listNames(choices)}.`)
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
    this.refuse(name, wrong.join(', '), 'Write exact logins, such as `dependabot[bot]`.', 'contains')
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
    if (unknown.length > 0) this.refuse(name, unknown.join(', '), `Choose from ${listNames(choices)}.`, 'contains')
    return choices.filter((choice) => given.includes(choice))
  }

  /** https, or http to a loopback host. */
  serviceUrl(name: string): URL {
    const value = this.text(name)
    const url = URL.parse(value)
    if (url !== null && isServiceUrl(url)) return url
    // These parts may contain a password.
    if (url !== null && url.username + url.password + url.search + url.hash !== '')
      this.#add(name, 'contains a user name, a query or a fragment. Write a URL without them.')
    else this.refuse(name, value, 'Write a URL that begins with `https://`. Only a loopback host can use `http://`.')
    return new URL('https://invalid.invalid')
  }

  /**
   * Adds a problem with a value.
   * @param given is shown, so it must not be a secret
   * @param instruction what to write, in whole sentences
   * @param verb `contains` where `given` is the wrong part of the value
   */
  refuse(name: string, given: string, instruction: string, verb: 'is' | 'contains' = 'is'): void {
    const shown = given === '' ? 'is empty' : `${verb} \`${quoteInput(this.#secrets.redact(given))}\``
    this.#add(name, `${shown}. ${toOneLine(instruction)}`)
  }

  /** @param message what follows the input's name */
  #add(input: string, message: string, secret?: InputProblem['secret']): void {
    const problem = { input, message: `\`${quoteInput(input)}\` ${message}`, ...(secret && { secret }) }
    // Some inputs are read more than once.
    const isKnown = this.#problems.some((known) => known.input === input && known.message === problem.message)
    if (!isKnown && !this.isMisplaced(input)) this.#problems.push(problem)
  }

  /** @throws InputError if there are problems */
  finish(): void {
    if (this.#problems.length > 0) throw new InputError(this.#problems)
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** `a`, `b`, or `c`, as code. */
function listNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names.map((name) => `\`${name}\``))
}

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
