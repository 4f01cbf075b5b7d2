import { shorten, toOneLine } from '../untrusted/escape.js';
import { findIdRule } from '../untrusted/safe-url.js';
import { findMisplacedKeys, MISPLACED_KEY } from './mistaken-inputs.js';
export const EMPTY_KEY = {
    headline: 'The API key is empty',
    advice: "Define the secret that `api-key` uses. To use an environment's secret, set `environment:` in the job. To pass a " +
        'secret to a reusable workflow, set `secrets:` in the job that calls it. Forks get no secrets, and Dependabot ' +
        'gets only its own.',
};
const EMPTY_ID = 'Copy the ID from the API keys page of the dashboard. To save it as a variable, run ' +
    "`gh variable set DOCS_PROJECT_ID --body <ID>`. `vars` doesn't read a secret of the same name.";
export const FIX_INPUT = 'Fix the named input: its value, its variable, or its file.';
export class InputError extends Error {
    name = 'InputError';
    problems;
    constructor(problems) {
        const { size } = new Set(problems.map(({ input }) => input));
        super([
            size === 1 ? '1 input is invalid:' : `${size} inputs are invalid:`,
            listProblems(problems),
            '',
            ...(problems.some(({ secret }) => secret === 'misplaced') ? [MISPLACED_KEY.advice] : []),
            ...(problems.some(({ input, secret }) => input === 'api-key' && secret === 'empty') ? [EMPTY_KEY.advice] : []),
            `No request was sent. ${FIX_INPUT}`,
        ].join('\n'));
        this.problems = problems;
    }
}
export function listProblems(problems) {
    return problems.map(({ message }) => `- ${message}`).join('\n');
}
export class InputReader {
    #problems = [];
    #secrets;
    #defaults;
    constructor(secrets, defaults = {}) {
        this.#secrets = secrets;
        this.#defaults = defaults;
        for (const { input, key, message } of findMisplacedKeys(process.env)) {
            secrets.hide(key);
            this.#add(input, message, 'misplaced');
        }
    }
    isMisplaced(name) {
        return this.#problems.some(({ input, secret }) => input === name && secret === 'misplaced');
    }
    text(name) {
        return process.env[`INPUT_${name.toUpperCase()}`]?.trim() || (this.#defaults[name] ?? '');
    }
    id(name, { required }) {
        const value = this.text(name);
        const instruction = value === '' ? required && EMPTY_ID : findIdRule(value);
        if (instruction)
            this.refuse(name, value.toWellFormed(), instruction);
        return value;
    }
    secret(name, { required }) {
        const value = this.text(name);
        if (value !== '')
            this.#secrets.hide(value);
        if (this.isMisplaced(name))
            return '';
        if (value === '' && required)
            this.#add(name, 'is empty. Set it to a secret.', 'empty');
        const wrong = describeWrongSecret(value);
        if (wrong === undefined)
            return value;
        this.#add(name, `${wrong}. Save only the ${name === 'api-key' ? 'key' : 'token'}, in one line.`, 'malformed');
        return '';
    }
    flag(name) {
        const value = this.text(name);
        if (/^(true|True|TRUE)$/u.test(value))
            return true;
        if (/^(false|False|FALSE)$/u.test(value))
            return false;
        this.refuse(name, value, 'Write `true` or `false`.');
        return this.#defaults[name] === 'true';
    }
    durationMs(name, bounds) {
        const { minimumMs, maximumMs, instruction } = bounds;
        const value = this.text(name);
        const [, amount = '', unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(value) ?? [];
        const milliseconds = amount === '' ? Number.NaN : Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
        if (milliseconds >= minimumMs && milliseconds <= maximumMs)
            return milliseconds;
        this.refuse(name, value, instruction);
        return minimumMs;
    }
    wholeNumber(name, { minimum, maximum }) {
        const value = this.text(name);
        const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN;
        if (number >= minimum && number <= maximum)
            return number;
        this.refuse(name, value, `Write a whole number from ${minimum} to ${maximum}.`);
        return minimum;
    }
    issueNumber(name) {
        return this.text(name) === '' ? undefined : this.wholeNumber(name, { minimum: 1, maximum: 2 ** 31 });
    }
    days(name, maximum) {
        const value = this.text(name);
        const days = Number(/^(\d{1,6})d$/u.exec(value)?.[1] ?? 0);
        if (value === '' || (days >= 1 && days <= maximum))
            return days || undefined;
        this.refuse(name, value, `Write a number of days from \`1d\` to \`${maximum}d\`.`);
        return undefined;
    }
    title(name) {
        const value = this.text(name);
        if (value.length > 100 || /[\r\n]/u.test(value))
            this.refuse(name, value, 'Write one line of up to 100 characters.');
        return value;
    }
    choice(name, choices) {
        const value = this.text(name);
        const known = choices.find((choice) => choice === value);
        if (known === undefined)
            this.refuse(name, value, `Write ${listNames(choices)}.`);
        return known ?? choices[0];
    }
    list(name) {
        const parts = this.text(name).split(/[\s,]+/u);
        return [...new Set(parts.filter((part) => part !== ''))];
    }
    logins(name) {
        const logins = this.list(name);
        const wrong = logins.filter((login) => !/^[\w-]+(\[bot\])?$/iu.test(login));
        if (wrong.length === 0)
            return logins;
        this.refuse(name, wrong.join(', '), 'Write exact logins, such as `dependabot[bot]`.', 'contains');
        return [];
    }
    ignoredAuthors(name) {
        const logins = this.logins(name);
        return logins.length === 1 && logins[0]?.toLowerCase() === 'none' ? [] : ['mintlify[bot]', ...logins];
    }
    choices(name, choices) {
        const given = this.list(name);
        const unknown = given.filter((part) => !choices.some((choice) => choice === part));
        if (unknown.length > 0)
            this.refuse(name, unknown.join(', '), `Choose from ${listNames(choices)}.`, 'contains');
        return choices.filter((choice) => given.includes(choice));
    }
    serviceUrl(name) {
        const value = this.text(name);
        const url = URL.parse(value);
        if (url !== null && isServiceUrl(url))
            return url;
        if (url !== null && url.username + url.password + url.search + url.hash !== '')
            this.#add(name, 'contains a user name, a query or a fragment. Write a URL without them.');
        else
            this.refuse(name, value, 'Write a URL that begins with `https://`. Only a loopback host can use `http://`.');
        return new URL('https://invalid.invalid');
    }
    refuse(name, given, instruction, verb = 'is') {
        const shown = given === '' ? 'is empty' : `${verb} \`${quoteInput(this.#secrets.redact(given))}\``;
        this.#add(name, `${shown}. ${toOneLine(instruction)}`);
    }
    #add(input, message, secret) {
        const problem = { input, message: `\`${quoteInput(input)}\` ${message}`, ...(secret && { secret }) };
        const isKnown = this.#problems.some((known) => known.input === input && known.message === problem.message);
        if (!isKnown && !this.isMisplaced(input))
            this.#problems.push(problem);
    }
    finish() {
        if (this.#problems.length > 0)
            throw new InputError(this.#problems);
    }
}
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
function listNames(names) {
    return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names.map((name) => `\`${name}\``));
}
function describeWrongSecret(value) {
    if (/[\r\n]/u.test(value))
        return 'contains a line break';
    if (/^(["'`]).*\1$/su.test(value))
        return 'is in quotes';
    if (/^[A-Z_]+=[^=]/u.test(value))
        return 'begins with `NAME=`';
    return /^[\x21-\x7E]*$/u.test(value) ? undefined : 'contains white space or non-ASCII characters';
}
function isServiceUrl({ protocol, hostname, username, password, search, hash }) {
    const isLoopback = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/u.test(hostname);
    return username + password + search + hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}
function quoteInput(text) {
    return shorten(toOneLine(text), 100).replaceAll('`', "'");
}
