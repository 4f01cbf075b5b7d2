import { shorten, toOneLine } from '../untrusted/escape.js';
import { findIdRule } from '../untrusted/safe-url.js';
import { findMisplacedKeys, listMisspelled, MISPLACED_KEY } from './mistaken-inputs.js';
export const EMPTY_KEY = {
    headline: 'The API key is empty',
    advice: "Define the secret that `api-key` uses. To use an environment's secret, set `environment:` in the job. To pass a " +
        'secret to a reusable workflow, set `secrets:` in the job that calls it. Forks get no secrets, and Dependabot ' +
        'gets only its own.',
};
const EMPTY_ID = 'the ID from the API keys page of the dashboard. To save it as a variable, run ' +
    "`gh variable set DOCS_PROJECT_ID --body <ID>`. `vars` doesn't read a secret of the same name";
export class InputError extends Error {
    name = 'InputError';
    problems;
    constructor(problems) {
        super([
            problems.length === 1 ? '1 input is invalid:' : `${problems.length} inputs are invalid:`,
            ...problems.map(({ input, message }) => `- \`${input}\`: ${message}`),
            '',
            ...(problems.some(({ secret }) => secret === 'misplaced') ? [MISPLACED_KEY.advice] : []),
            ...(problems.some(({ input, secret }) => input === 'api-key' && secret === 'empty') ? [EMPTY_KEY.advice] : []),
            'No request was sent. Fix the `with:` block of the step.',
        ].join('\n'));
        this.problems = problems;
    }
}
export class InputReader {
    #problems = [];
    #names = new Set();
    #secrets;
    #defaults;
    constructor(secrets, defaults = {}) {
        this.#secrets = secrets;
        this.#defaults = defaults;
        for (const { input, key, message } of findMisplacedKeys(process.env)) {
            secrets.hide(key);
            if (!this.isMisplaced(input))
                this.#problems.push({ input, message, secret: 'misplaced' });
        }
    }
    isMisplaced(name) {
        return this.#problems.some(({ input, secret }) => input === name && secret === 'misplaced');
    }
    text(name) {
        this.#names.add(name);
        return process.env[`INPUT_${name.toUpperCase()}`]?.trim() || (this.#defaults[name] ?? '');
    }
    listMisspelled() {
        return listMisspelled(this.#names, process.env).map(({ given, meant }) => `\`${quoteInput(given)}\` isn't an input. Did you mean \`${meant}\`?`);
    }
    id(name, { required }) {
        const value = this.text(name);
        const allowed = value === '' ? required && EMPTY_ID : findIdRule(value);
        if (allowed)
            this.refuse(name, value.toWellFormed(), allowed);
        return value;
    }
    secret(name, { required }) {
        const value = this.text(name);
        if (value !== '')
            this.#secrets.hide(value);
        if (this.isMisplaced(name))
            return '';
        if (value === '' && required)
            this.refuse(name, '', 'a value, from a secret', 'empty');
        const wrong = describeWrongSecret(value);
        const message = `the value (not shown) ${wrong}; allowed: one line of visible ASCII characters, the secret alone`;
        if (wrong !== undefined)
            this.#problems.push({ input: name, message, secret: 'malformed' });
        return value;
    }
    flag(name) {
        const value = this.text(name);
        if (/^(true|True|TRUE)$/u.test(value))
            return true;
        if (/^(false|False|FALSE)$/u.test(value))
            return false;
        this.refuse(name, value, 'true or false');
        return this.#defaults[name] === 'true';
    }
    durationMs(name, bounds) {
        const { minimumMs, maximumMs, allowed } = bounds;
        const value = this.text(name);
        const [, amount = '', unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(value) ?? [];
        const milliseconds = amount === '' ? Number.NaN : Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
        if (milliseconds >= minimumMs && milliseconds <= maximumMs)
            return milliseconds;
        const form = 'such as 500ms, 90s, 10m or 1h; a bare whole number is in seconds';
        this.refuse(name, value, `${allowed}, ${form}`);
        return minimumMs;
    }
    wholeNumber(name, { minimum, maximum }) {
        const value = this.text(name);
        const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN;
        if (number >= minimum && number <= maximum)
            return number;
        this.refuse(name, value, `a whole number from ${minimum} to ${maximum}`);
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
        this.refuse(name, value, `days such as 30d, 1d to ${maximum}d, or nothing`);
        return undefined;
    }
    title(name) {
        const value = this.text(name);
        if (value.length > 100 || /[\r\n]/u.test(value))
            this.refuse(name, value, 'one line of up to 100 characters');
        return value;
    }
    choice(name, choices) {
        const value = this.text(name);
        const known = choices.find((choice) => choice === value);
        if (known === undefined)
            this.refuse(name, value, choices.join(', '));
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
        this.refuse(name, wrong.join(', '), 'exact logins such as dependabot[bot]; no wildcards');
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
            this.refuse(name, unknown.join(', '), `any of ${choices.join(', ')}`);
        return choices.filter((choice) => given.includes(choice));
    }
    serviceUrl(name) {
        const value = this.text(name);
        const url = URL.parse(value);
        if (url !== null && isServiceUrl(url))
            return url;
        const hasMore = url !== null && url.username + url.password + url.search + url.hash !== '';
        const allowed = 'an https URL without user name, query or fragment; http only for a loopback host';
        this.refuse(name, hasMore ? 'a URL with a user name, query or fragment' : value, allowed);
        return new URL('https://invalid.invalid');
    }
    refuse(name, given, allowed, secret) {
        if (this.isMisplaced(name))
            return;
        const shown = given === '' ? 'is empty' : `got \`${quoteInput(this.#secrets.redact(given))}\``;
        const message = `${shown}; allowed: ${toOneLine(allowed)}`;
        const isKnown = this.#problems.some((problem) => problem.input === name && problem.message === message);
        if (!isKnown)
            this.#problems.push({ input: name, message, ...(secret && { secret }) });
    }
    finish() {
        if (this.#problems.length > 0)
            throw new InputError(this.#problems);
    }
}
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
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
