import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 744:
/***/ ((module) => {

/**
 * Helpers.
 */

var s = 1000;
var m = s * 60;
var h = m * 60;
var d = h * 24;
var w = d * 7;
var y = d * 365.25;

/**
 * Parse or format the given `val`.
 *
 * Options:
 *
 *  - `long` verbose formatting [false]
 *
 * @param {String|Number} val
 * @param {Object} [options]
 * @throws {Error} throw an error if val is not a non-empty string or a number
 * @return {String|Number}
 * @api public
 */

module.exports = function (val, options) {
  options = options || {};
  var type = typeof val;
  if (type === 'string' && val.length > 0) {
    return parse(val);
  } else if (type === 'number' && isFinite(val)) {
    return options.long ? fmtLong(val) : fmtShort(val);
  }
  throw new Error(
    'val is not a non-empty string or a valid number. val=' +
      JSON.stringify(val)
  );
};

/**
 * Parse the given `str` and return milliseconds.
 *
 * @param {String} str
 * @return {Number}
 * @api private
 */

function parse(str) {
  str = String(str);
  if (str.length > 100) {
    return;
  }
  var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(
    str
  );
  if (!match) {
    return;
  }
  var n = parseFloat(match[1]);
  var type = (match[2] || 'ms').toLowerCase();
  switch (type) {
    case 'years':
    case 'year':
    case 'yrs':
    case 'yr':
    case 'y':
      return n * y;
    case 'weeks':
    case 'week':
    case 'w':
      return n * w;
    case 'days':
    case 'day':
    case 'd':
      return n * d;
    case 'hours':
    case 'hour':
    case 'hrs':
    case 'hr':
    case 'h':
      return n * h;
    case 'minutes':
    case 'minute':
    case 'mins':
    case 'min':
    case 'm':
      return n * m;
    case 'seconds':
    case 'second':
    case 'secs':
    case 'sec':
    case 's':
      return n * s;
    case 'milliseconds':
    case 'millisecond':
    case 'msecs':
    case 'msec':
    case 'ms':
      return n;
    default:
      return undefined;
  }
}

/**
 * Short format for `ms`.
 *
 * @param {Number} ms
 * @return {String}
 * @api private
 */

function fmtShort(ms) {
  var msAbs = Math.abs(ms);
  if (msAbs >= d) {
    return Math.round(ms / d) + 'd';
  }
  if (msAbs >= h) {
    return Math.round(ms / h) + 'h';
  }
  if (msAbs >= m) {
    return Math.round(ms / m) + 'm';
  }
  if (msAbs >= s) {
    return Math.round(ms / s) + 's';
  }
  return ms + 'ms';
}

/**
 * Long format for `ms`.
 *
 * @param {Number} ms
 * @return {String}
 * @api private
 */

function fmtLong(ms) {
  var msAbs = Math.abs(ms);
  if (msAbs >= d) {
    return plural(ms, msAbs, d, 'day');
  }
  if (msAbs >= h) {
    return plural(ms, msAbs, h, 'hour');
  }
  if (msAbs >= m) {
    return plural(ms, msAbs, m, 'minute');
  }
  if (msAbs >= s) {
    return plural(ms, msAbs, s, 'second');
  }
  return ms + ' ms';
}

/**
 * Pluralization helper.
 */

function plural(ms, msAbs, n, name) {
  var isPlural = msAbs >= n * 1.5;
  return Math.round(ms / n) + ' ' + name + (isPlural ? 's' : '');
}


/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 8474:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");

/***/ }),

/***/ 3024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 7067:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");

/***/ }),

/***/ 4708:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:https");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 7075:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 1692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");

/***/ }),

/***/ 7975:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");

/***/ }),

/***/ 8522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 4261:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  WJ: () => (/* binding */ INPUT_DEFAULTS),
  um: () => (/* binding */ hideSecretInputs),
  Iq: () => (/* binding */ readCommandWord),
  vH: () => (/* binding */ readEarlyInputs),
  Ko: () => (/* binding */ readInputs)
});

// EXTERNAL MODULE: ./build/agent-job/outcome.js
var outcome = __nccwpck_require__(3880);
;// CONCATENATED MODULE: ./build/agent-job/request/changes/path-patterns.js
function parsePathPatterns(text) {
    const patterns = splitPatterns(text).filter((pattern) => pattern !== '');
    const excluded = patterns
        .filter((pattern) => pattern.startsWith('!'))
        .map((pattern) => pattern.slice(1).trim());
    return {
        included: patterns.filter((pattern) => !pattern.startsWith('!')),
        excluded,
        hasEmptyPattern: excluded.includes(''),
    };
}
function splitPatterns(text) {
    const patterns = [];
    for (const line of text.split(/\r\n|\n|\r/u)) {
        let depth = 0;
        let pattern = '';
        for (const character of line) {
            if (character === '{')
                depth += 1;
            if (character === '}')
                depth = Math.max(0, depth - 1);
            if (character === ',' && depth === 0) {
                patterns.push(pattern.trim());
                pattern = '';
            }
            else
                pattern += character;
        }
        patterns.push(pattern.trim());
    }
    return patterns;
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
// EXTERNAL MODULE: ./build/runner/event.js
var runner_event = __nccwpck_require__(5371);
// EXTERNAL MODULE: ./build/agent-job/request/trigger.js
var request_trigger = __nccwpck_require__(7274);
;// CONCATENATED MODULE: ./build/agent-job/request/prompt-file.js




const MAXIMUM_FILE_BYTES = 1024 * 1024;
function readPromptInput(reader, inputs) {
    const { command, jobId, trigger, workspace } = inputs;
    const prompt = reader.text('prompt');
    const file = reader.text('prompt-file');
    if (trigger.isClosedWithoutMerge)
        return '';
    if (file !== '' && prompt === '')
        return readPromptFile(reader, file, workspace);
    if (file !== '')
        reader.refuse('prompt-file', file, 'nothing while `prompt` is set as well: the prompt comes from one place');
    const isNeeded = jobId === '' && !((0,request_trigger/* isCommentEvent */.Kx)(trigger) && command !== '');
    if (isNeeded && prompt === '')
        reader.refuse('prompt', '', `an instruction, in \`prompt\` or \`prompt-file\`; the event "${trigger.eventName}" brings none`);
    return prompt;
}
function readPromptFile(reader, path, workspace) {
    try {
        const root = (0,external_node_fs_.realpathSync)(workspace);
        const file = (0,external_node_fs_.realpathSync)((0,external_node_path_.resolve)(root, path));
        if (!(0,runner_event/* isInside */.FK)(root, file))
            throw new UnusableFileError('a file inside the workspace');
        const text = decode(readWhole(file)).trim();
        if (text === '')
            throw new UnusableFileError('a file with an instruction in it; this one is empty');
        return text.replaceAll(/\r\n?/gu, '\n');
    }
    catch (error) {
        const allowed = error instanceof UnusableFileError
            ? error.message
            : "a readable UTF-8 file in the workspace; this one can't be read (did a checkout step run before?)";
        reader.refuse('prompt-file', path, allowed);
        return '';
    }
}
class UnusableFileError extends Error {
    name = 'UnusableFileError';
}
function readWhole(file) {
    if (!(0,external_node_fs_.statSync)(file).isFile())
        throw notRegular();
    const descriptor = (0,external_node_fs_.openSync)(file, external_node_fs_.constants.O_RDONLY | (external_node_fs_.constants.O_NONBLOCK ?? 0));
    try {
        if (!(0,external_node_fs_.fstatSync)(descriptor).isFile())
            throw notRegular();
        const bytes = Buffer.alloc(MAXIMUM_FILE_BYTES + 1);
        const length = (0,external_node_fs_.readSync)(descriptor, bytes, 0, bytes.length, 0);
        if (length > MAXIMUM_FILE_BYTES)
            throw new UnusableFileError('a file of up to 1 MiB; this one is larger than that');
        return bytes.subarray(0, length);
    }
    finally {
        (0,external_node_fs_.closeSync)(descriptor);
    }
}
function notRegular() {
    return new UnusableFileError('a regular file; this one is a folder, a pipe or a device');
}
function decode(bytes) {
    const [first, second] = bytes;
    const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    if (hasMark || bytes.includes(0))
        throw new UnusableFileError('text in UTF-8; this one looks like UTF-16, as Windows PowerShell writes it (`-Encoding utf8` changes that)');
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
    catch {
        throw new UnusableFileError('text in UTF-8; this one has another encoding');
    }
}

;// CONCATENATED MODULE: ./build/agent-job/inputs.js



const INPUT_DEFAULTS = {
    context: 'reference',
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
};
const DAY_MS = 24 * 60 * 60 * 1000;
function hideSecretInputs(reader) {
    return {
        apiKey: reader.secret('api-key', { required: true }),
        githubToken: reader.secret('github-token', { required: false }),
    };
}
function readInputs(reader, secrets, trigger, workspace) {
    const command = readCommandWord(reader);
    const jobId = reader.id('job-id', { required: false });
    if (secrets.githubToken === '' && trigger.comment !== undefined)
        reader.refuse('github-token', '', 'a token, since a comment is answered only after GitHub was asked who may');
    return {
        ...secrets,
        context: reader.choice('context', ['reference', 'none', 'full', 'diff']),
        paths: readPaths(reader),
        ignoreAuthors: readIgnoredAuthors(reader),
        projectId: reader.id('project-id', { required: true }),
        command,
        jobId,
        prompt: readPromptInput(reader, { command, jobId, trigger, workspace }),
        ...readWaitInputs(reader),
        followUp: reader.choice('follow-up', ['auto', 'always', 'never']),
        trafficDays: readTrafficDays(reader),
        minimumPermission: reader.choice('minimum-permission', ['admin', 'write', 'read']),
        allowedBots: readLogins(reader, 'allowed-bots'),
        comment: reader.flag('comment'),
        issueNumber: reader.issueNumber('issue-number'),
        baseUrl: reader.serviceUrl('base-url'),
        dryRun: reader.flag('dry-run'),
    };
}
function readWaitInputs(reader) {
    return {
        wait: reader.flag('wait'),
        timeoutMs: reader.durationMs('timeout', {
            minimumMs: 1,
            maximumMs: DAY_MS,
            allowed: 'more than nothing, up to 24h',
        }),
        pollIntervalMs: reader.durationMs('poll-interval', {
            minimumMs: 50,
            maximumMs: 600_000,
            allowed: '50ms to 10m',
        }),
        failOn: reader.choices('fail-on', outcome/* OUTCOMES */.im),
    };
}
function readPaths(reader) {
    const given = reader.text('paths');
    const paths = parsePathPatterns(given);
    if (paths.hasEmptyPattern)
        reader.refuse('paths', given, 'globs; behind `!` stands what to exclude');
    return paths;
}
function readTrafficDays(reader) {
    const given = reader.text('traffic');
    if (given === '')
        return undefined;
    const [, digits = ''] = /^(\d{1,3})d$/u.exec(given) ?? [];
    const days = Number(digits);
    if (days < 1 || days > 365)
        reader.refuse('traffic', given, 'days such as 30d, 1d to 365d, or nothing');
    return days;
}
function readEarlyInputs(reader, { apiKey }) {
    return {
        command: readCommandWord(reader),
        allowedBots: readLogins(reader, 'allowed-bots'),
        ignoreAuthors: readIgnoredAuthors(reader),
        jobId: reader.text('job-id'),
        hasApiKey: apiKey !== '',
    };
}
function readCommandWord(reader) {
    const word = reader.text('command');
    if (/\s/u.test(word))
        reader.refuse('command', word, 'one word such as /docs, or nothing to turn comment parsing off');
    return word;
}
function readIgnoredAuthors(reader) {
    const logins = readLogins(reader, 'ignore-authors');
    return logins.length === 1 && logins[0]?.toLowerCase() === 'none' ? [] : logins;
}
function readLogins(reader, name) {
    const logins = reader.list(name);
    const wrong = logins.filter((login) => !/^[\w-]+(\[bot\])?$/iu.test(login));
    if (wrong.length === 0)
        return logins;
    reader.refuse(name, wrong.join(', '), 'exact logins such as dependabot[bot]; no wildcards');
    return [];
}


/***/ }),

/***/ 3880:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   gk: () => (/* binding */ OUTCOME_RECORDS),
/* harmony export */   im: () => (/* binding */ OUTCOMES),
/* harmony export */   ug: () => (/* binding */ failsStep)
/* harmony export */ });
const GREEN = { isFinal: false, alwaysFails: false };
const ENDED = { isFinal: true, alwaysFails: false };
const RED = { isFinal: false, alwaysFails: true };
const RECORDS = {
    'pull-request': {
        ...ENDED,
        sign: '🚀',
        headline: 'The documentation pull request is ready',
        advice: 'Review it as any other pull request, and merge it when it is right.',
        reaction: 'rocket',
    },
    'no-pull-request': {
        ...ENDED,
        sign: '✅',
        headline: 'The agent is done; no pull request was opened',
        advice: 'It may have found nothing to change, or have committed to the branch that is deployed. If something was to change, {again}, and name the page and what should be different.',
        reaction: 'rocket',
    },
    archived: {
        ...ENDED,
        sign: '🗄️',
        headline: 'The job was archived',
        advice: 'Somebody archived it in the dashboard. For a new one, {again}.',
        reaction: 'confused',
    },
    submitted: {
        ...GREEN,
        sign: '📨',
        headline: 'The job was submitted',
        advice: '',
        reaction: 'rocket',
    },
    'dry-run': {
        ...GREEN,
        sign: '🧪',
        headline: 'The set-up works, as far as it can be checked',
        advice: 'Nothing was sent to the agent.',
    },
    skipped: { ...GREEN, sign: '⏭️', headline: 'Nothing to do', advice: '' },
    denied: {
        ...GREEN,
        sign: '🚫',
        headline: 'The commenter may not use the command',
        advice: 'Somebody with the permission may ask, or a maintainer changes `minimum-permission`.',
        reaction: '-1',
    },
    duplicate: { ...GREEN, sign: '👥', headline: 'Another run handles this', advice: '' },
    failed: {
        ...ENDED,
        sign: '❌',
        headline: 'The job failed',
        advice: "The agent met an error that it couldn't recover from; the service gives no reason. Look at the job in the dashboard, or {again} with a more precise prompt.",
        reaction: 'confused',
    },
    'timed-out': {
        ...GREEN,
        sign: '⌛',
        headline: 'This run has stopped waiting',
        advice: 'A longer `timeout` waits longer.',
        reaction: 'confused',
    },
    unavailable: {
        ...GREEN,
        sign: '⏸️',
        headline: 'Nobody could take the prompt in time',
        advice: 'A longer `timeout` waits longer.',
    },
    cancelled: { ...RED, sign: '🛑', headline: 'This run was cancelled', advice: '', reaction: 'confused' },
    unknown: {
        ...RED,
        sign: '❓',
        headline: 'Nobody can tell whether the prompt was received',
        advice: 'Look for a new job, pull request or commit of the agent.',
        reaction: 'confused',
    },
    error: {
        ...RED,
        sign: '⚠️',
        headline: 'Something went wrong in the action',
        advice: '',
        reaction: 'confused',
    },
};
const OUTCOME_RECORDS = RECORDS;
const OUTCOMES = Object.keys(RECORDS);
function failsStep(outcome, failOn) {
    return OUTCOME_RECORDS[outcome].alwaysFails || failOn.includes(outcome);
}


/***/ }),

/***/ 7259:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ parseCommand)
/* harmony export */ });
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8154);

function parseCommand(body, command) {
    if (command === '')
        return { kind: 'none' };
    const text = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .readUntrustedText */ .u)(body).replace(beforeFirstWord, '');
    if (text.slice(0, command.length).toLowerCase() !== command.toLowerCase())
        return { kind: 'none' };
    const [, rest] = afterCommand.exec(text.slice(command.length)) ?? [];
    return rest === undefined ? { kind: 'none' } : nameRequest(rest.trim());
}
function nameRequest(request) {
    const alone = request.toLowerCase();
    if (helpWords.has(alone))
        return { kind: 'help' };
    if (alone === 'check')
        return { kind: 'check' };
    const [flag = ''] = newFlag.exec(request) ?? [];
    const isNew = flag !== '';
    const [unknownWord] = isNew ? [] : (anyFlag.exec(request) ?? []);
    if (unknownWord !== undefined)
        return { kind: 'help', unknownWord: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .untrustedText */ .U)(unknownWord) };
    const text = request.slice(flag.length).trim();
    return text === '' ? { kind: 'bare', isNew } : { kind: 'prompt', text: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .untrustedText */ .U)(text), isNew };
}
const beforeFirstWord = /^(?:[ \t]*(?:\r\n|\n|\r))* {0,3}/;
const space = '\\t\\n\\f\\r \\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000';
const afterCommand = new RegExp(`^[:,]?((?:[${space}][^]*)?)$`);
const helpWords = new Set(['help', '--help', '\u2014help', '\u2013help', '-h', '?']);
const newFlag = new RegExp(`^(?:--|[\u2014\u2013])new(?=[${space}]|$)`, 'i');
const anyFlag = new RegExp(`^--[^${space}]*`);


/***/ }),

/***/ 9581:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ findLoop)
/* harmony export */ });
const STARTED_ON_PURPOSE = ['workflow_dispatch', 'repository_dispatch', 'schedule'];
function findLoop({ eventName, sender, thread, release, push }, ignoreAuthors) {
    const isIgnored = (login) => login !== undefined && ignoreAuthors.some((author) => author.toLowerCase() === login.toLowerCase());
    if (STARTED_ON_PURPOSE.includes(eventName))
        return undefined;
    if (push !== undefined) {
        const [first] = push.commits;
        const isByIgnored = push.commits.every(({ author }) => isIgnored(author));
        if (isIgnored(first?.author) && isByIgnored)
            return explain('wrote all commits of the push', first.author);
        const { pullRequest } = push;
        if (!isIgnored(pullRequest?.author))
            return undefined;
        return explain(`wrote pull request #${pullRequest?.number}, which the push merged`, pullRequest.author);
    }
    if (isIgnored(thread?.author))
        return explain(`wrote the ${thread.kind}`, thread.author);
    if (isIgnored(release?.author))
        return explain('wrote the release', release.author);
    return isIgnored(sender) ? explain(`caused the event "${eventName}"`, sender) : undefined;
}
function explain(what, login) {
    return `"${login}" ${what}, and is listed in ignore-authors.`;
}


/***/ }),

/***/ 1383:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ checkPermission),
/* harmony export */   w: () => (/* binding */ isUnlistedBot)
/* harmony export */ });
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7307);

const RANK = { none: 0, read: 1, write: 2, admin: 3 };
function isUnlistedBot(author, allowedBots) {
    return author.type !== 'User' && !isListed(author, allowedBots);
}
async function checkPermission(comment, minimum, allowedBots, github) {
    const { author, sender } = comment;
    if (!isSame(author, sender))
        return {
            isAllowed: false,
            reason: `The comment is by ${tellApart(author, sender)}, but the event was caused by ${tellApart(sender, author)}.`,
        };
    if (isListed(author, allowedBots))
        return { isAllowed: true, reason: `"${author.login}" is listed in allowed-bots.` };
    if (author.type !== 'User')
        return {
            isAllowed: false,
            reason: `"${author.login}" is a ${author.type || 'bot'}, and not listed in allowed-bots.`,
        };
    const permission = await readPermission(author.login, github);
    const isAllowed = RANK[permission] >= RANK[minimum];
    return {
        isAllowed,
        reason: `"${author.login}" has the permission ${permission}; minimum-permission is ${minimum}.`,
    };
}
function isSame(author, sender) {
    if (author.login === '' || author.login !== sender.login)
        return false;
    return author.id === undefined || sender.id === undefined || author.id === sender.id;
}
function tellApart({ login, id }, other) {
    return login === other.login && id !== undefined ? `"${login}" (account ${id})` : `"${login}"`;
}
async function readPermission(login, github) {
    try {
        return await github.readPermission(login);
    }
    catch (error) {
        if (error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y && error.status === 404)
            return 'none';
        throw error;
    }
}
function isListed({ login, type }, allowedBots) {
    return type !== 'User' && allowedBots.some((bot) => bot.toLowerCase() === login.toLowerCase());
}


/***/ }),

/***/ 2045:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   v: () => (/* binding */ readTrigger)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8154);
/* harmony import */ var _trigger_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7274);



function readTrigger({ name, payload }) {
    const event = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(payload);
    const action = asName(event['action'], /^[a-z_]{1,40}$/u);
    const sender = asLogin((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(event['sender'])['login']);
    const thread = readThread(event);
    const release = readRelease(event);
    const push = name === 'push' ? readPush(event) : undefined;
    const comment = readComment(name, event);
    return {
        eventName: name,
        action,
        ...(sender !== undefined && { sender }),
        ...(thread && { thread }),
        ...(release && { release }),
        ...(push && { push }),
        ...(comment && { comment }),
        isClosedWithoutMerge: ['pull_request', 'pull_request_target'].includes(name) &&
            action === 'closed' &&
            (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(event['pull_request'])['merged'] === false,
        isPublic: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(event['repository'])['private'] === false,
    };
}
function readThread(event) {
    const pull = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(event['pull_request']);
    const issue = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(event['issue']);
    const isPull = asNumber(pull['number']) !== undefined;
    const source = isPull ? pull : issue;
    const number = asNumber(source['number']);
    if (number === undefined)
        return undefined;
    return {
        kind: isPull || (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readObject */ .Ag)(issue['pull_request']) ? 'pull request' : 'issue',
        number,
        ...readAuthor(source['user']),
        ...pickText(source, { title: 'title', url: 'html_url' }),
    };
}
function readRelease(event) {
    const release = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readObject */ .Ag)(event['release']);
    if (release === undefined)
        return undefined;
    const publishedAt = asTime(release['published_at']);
    return {
        id: asNumber(release['id']),
        isPrerelease: release['prerelease'] === true,
        ...(publishedAt !== undefined && { publishedAt }),
        ...readAuthor(release['author']),
        ...pickText(release, { name: 'name', tag: 'tag_name', url: 'html_url', notes: 'body' }),
    };
}
function readPush(event) {
    const commits = Array.isArray(event['commits']) ? event['commits'] : [];
    const [, branch] = /^refs\/heads\/(.+)$/su.exec((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(event['ref']) ?? '') ?? [];
    return {
        branch: branch === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(branch),
        before: asCommit(event['before']),
        after: asCommit(event['after']),
        commits: commits.map((each) => {
            const commit = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(each);
            const [subject] = ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(commit['message']) ?? '').trimStart().split(/[\r\n]/u, 1);
            return {
                id: asCommit(commit['id']),
                author: asLogin((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(commit['author'])['username']),
                ...(subject !== undefined && subject !== '' && { subject: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(subject) }),
            };
        }),
    };
}
function readComment(eventName, event) {
    const kind = Object.hasOwn(_trigger_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMENT_EVENTS */ .Ae, eventName) ? _trigger_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMENT_EVENTS */ .Ae[eventName] : undefined;
    const comment = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(event['comment']);
    const id = asNumber(comment['id']);
    const body = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(comment['body']);
    if (kind === undefined || id === undefined || body === undefined)
        return undefined;
    const createdAt = asTime(comment['created_at']);
    const place = kind === 'review comment' ? readPlace(comment) : undefined;
    return {
        kind,
        id,
        body: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(body),
        author: readAccount(comment['user']),
        sender: readAccount(event['sender']),
        ...(createdAt !== undefined && { createdAt }),
        ...(place && { place }),
    };
}
function readPlace(comment) {
    const { path, diffHunk } = pickText(comment, { path: 'path', diffHunk: 'diff_hunk' });
    if (path === undefined)
        return undefined;
    const line = asNumber(comment['line']);
    const originalLine = line ?? asNumber(comment['original_line']);
    const firstLine = line === undefined ? undefined : asNumber(comment['start_line']);
    const side = comment['side'];
    return {
        path,
        ...(firstLine !== undefined && { firstLine }),
        ...(originalLine !== undefined && { line: originalLine }),
        ...((side === 'LEFT' || side === 'RIGHT') && { side }),
        ...(diffHunk && { diffHunk }),
    };
}
function readAccount(value) {
    const account = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(value);
    return {
        login: asLogin(account['login']) ?? '',
        id: asNumber(account['id']),
        type: asName(account['type'], /^[A-Za-z]{1,40}$/u),
    };
}
function readAuthor(value) {
    const author = asLogin((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(value)['login']);
    return author === undefined ? {} : { author };
}
function asLogin(value) {
    return asName(value, /^[\w-]{1,100}(\[bot\])?$/u) || undefined;
}
function asTime(value) {
    return asName(value, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u) || undefined;
}
function asCommit(value) {
    const id = asName(value, /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u);
    return /[^0]/u.test(id) ? id : undefined;
}
function asName(value, pattern) {
    const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(value) ?? '';
    return pattern.test(text) ? text : '';
}
function pickText(source, names) {
    const picked = {};
    for (const name of Object.keys(names)) {
        const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(source[names[name]]);
        if (text !== undefined && text !== '')
            picked[name] = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(text);
    }
    return picked;
}
function asNumber(value) {
    const number = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readNumber */ .kz)(value);
    return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined;
}


/***/ }),

/***/ 7274:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ae: () => (/* binding */ COMMENT_EVENTS),
/* harmony export */   Kx: () => (/* binding */ isCommentEvent),
/* harmony export */   UB: () => (/* binding */ findReportThread),
/* harmony export */   mU: () => (/* binding */ hasCommand)
/* harmony export */ });
const COMMENT_EVENTS = {
    issue_comment: 'issue comment',
    pull_request_review_comment: 'review comment',
};
function isCommentEvent(trigger) {
    return Object.hasOwn(COMMENT_EVENTS, trigger.eventName);
}
function hasCommand(trigger, command) {
    return trigger.comment !== undefined && command !== '';
}
function findReportThread(trigger, { command, issueNumber }) {
    const { thread, isClosedWithoutMerge } = trigger;
    const isOwn = hasCommand(trigger, command) || isClosedWithoutMerge || issueNumber === thread?.number;
    return isOwn || issueNumber === undefined ? thread : { number: issueNumber };
}


/***/ }),

/***/ 658:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ writeOutputs)
/* harmony export */ });
/* unused harmony export OUTPUT_NAMES */
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8154);

const OUTPUTS = {
    prLink: ({ pullRequest }) => pullRequest?.href ?? '',
    status: ({ job, status }) => job?.status ?? status ?? '',
    outcome: ({ outcome }) => outcome,
    jobId: ({ jobId }) => jobId ?? '',
    prNumber: ({ pullRequest }) => /\/(\d+)\/?$/u.exec(pullRequest?.pathname ?? '')?.[1] ?? '',
    commentUrl: ({ reportedIn }) => reportedIn ?? '',
    job: describeJob,
    followUp: ({ isFollowUp }) => (isFollowUp === undefined ? '' : String(isFollowUp)),
};
const OUTPUT_NAMES = Object.keys(OUTPUTS);
function writeOutputs(outputs, report) {
    for (const name of OUTPUT_NAMES)
        outputs.set(name, OUTPUTS[name](report));
}
function describeJob({ job, jobId, pullRequest }) {
    if (job === undefined)
        return '';
    const { status, unknownStatus, source, model, createdAt, archivedAt } = job;
    const known = status ?? (unknownStatus === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .readUntrustedText */ .u)(unknownStatus));
    return JSON.stringify({
        id: job.id ?? jobId,
        status: known,
        source,
        model,
        prLink: pullRequest?.href ?? null,
        createdAt,
        archivedAt,
    });
}


/***/ }),

/***/ 7307:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ hintFor),
/* harmony export */   y: () => (/* binding */ GitHubError)
/* harmony export */ });
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2854);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8154);
/* harmony import */ var _permissions_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(1498);



const MAXIMUM_DETAIL = 200;
class GitHubError extends Error {
    name = 'GitHubError';
    status;
    isRateLimited;
    retryAfterMs;
    isLocked;
    what;
    hint;
    constructor(operation, facts) {
        const what = `GitHub: ${operation}: ${facts.answer}${quote(facts.detail)}.`;
        super(`${what} ${facts.hint}`, { cause: facts.cause });
        this.what = what;
        this.hint = facts.hint;
        this.status = facts.status;
        this.isRateLimited = facts.isRateLimited ?? false;
        this.retryAfterMs = facts.retryAfterMs;
        this.isLocked = facts.isLocked ?? false;
    }
    get isTransient() {
        const { status } = this;
        return this.isRateLimited || status === undefined || status >= 500 || status === 408;
    }
}
function quote(detail) {
    if (detail === undefined)
        return '';
    const line = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(detail)).replaceAll('"', "'");
    return ` and said "${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)(line, MAXIMUM_DETAIL)}"`;
}
function hintFor(refusal, permissions) {
    const { status } = refusal;
    if (status === undefined)
        return 'Check https://www.githubstatus.com, and the proxy and network of the runner.';
    if (status === 401)
        return 'The token in `github-token` is wrong or has expired. The token of a GitHub App expires after an hour: for a longer run use `github.token`, which is valid until the job ends.';
    if (status === 403 || status === 404)
        return hintForPermission(refusal, permissions);
    if (status === 410)
        return 'It was deleted, or issues are turned off in this repository.';
    if (status === 422)
        return 'GitHub considers the request invalid or spam; try again later.';
    if (status === 429)
        return 'This token has sent too many requests; try again later.';
    if (status >= 500)
        return 'GitHub has a problem: check https://www.githubstatus.com and try again later.';
    return "GitHub doesn't document this status for this request. Check GITHUB_API_URL.";
}
function hintForPermission({ status, acceptedPermissions, isPermissionMissing }, permissions) {
    if (permissions[0] === 'metadata: read')
        return 'The token in `github-token` must be able to read this repository. The token of a workflow reads no private repository but its own.';
    const grant = (0,_permissions_js__WEBPACK_IMPORTED_MODULE_0__/* .describePermissions */ .g)(permissions, acceptedPermissions);
    if (status === 404)
        return `It is gone, or the token can't see it: ${grant}.`;
    if (isPermissionMissing)
        return `The token lacks a permission: ${grant}.`;
    return `If the token lacks a permission, ${grant}. A locked conversation, an archived repository and a list of allowed IP addresses get the same status.`;
}


/***/ }),

/***/ 1498:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ describePermissions),
/* harmony export */   m: () => (/* binding */ permissionsFor)
/* harmony export */ });
function permissionsFor(kind, level) {
    if (kind === undefined)
        return [`issues: ${level}`, `pull-requests: ${level}`];
    return [kind === 'issue' ? `issues: ${level}` : `pull-requests: ${level}`];
}
function describePermissions(expected, accepted) {
    const sets = readAccepted(accepted);
    const isKnown = sets.some((set) => set.length === 1 && expected.some((each) => includes(each, set[0] ?? '')));
    if (sets.length > 0 && !isKnown)
        return sets.map(describeSet).join(', or ');
    const [first, second] = expected;
    if (second === undefined)
        return describeSet([first]);
    return `${describeSet([first])} (on a pull request: \`${second}\`)`;
}
function includes(granted, asked) {
    return granted === asked || granted === asked.replace(/: read$/u, ': write');
}
function readAccepted(header) {
    return header
        .split(';')
        .map((set) => set.split(',').map((each) => each.trim()))
        .filter((set) => set.every((each) => /^[a-z_]{1,40}=(?:read|write|admin)$/u.test(each)))
        .map((set) => set.map((each) => each.replaceAll('_', '-').replace('=', ': ')));
}
const WORKFLOW_SCOPES = new Set([
    ...['actions', 'attestations', 'checks', 'contents', 'deployments', 'discussions', 'issues', 'models'],
    ...['packages', 'pages', 'pull-requests', 'repository-projects', 'security-events', 'statuses'],
]);
function describeSet(set) {
    const names = set.map((each) => `\`${each}\``).join(' and ');
    const isForWorkflows = set.every((each) => WORKFLOW_SCOPES.has(each.split(':')[0] ?? ''));
    if (!isForWorkflows)
        return `give the token in \`github-token\` the permission ${names}`;
    return `add to the job, under \`permissions:\`, the ${set.length === 1 ? 'line' : 'lines'} ${names}`;
}


/***/ }),

/***/ 5671:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Le: () => (/* binding */ createSignedMarker),
/* harmony export */   br: () => (/* binding */ digest),
/* harmony export */   l1: () => (/* binding */ looksLikeOurs)
/* harmony export */ });
/* unused harmony export LONGEST_MARKER */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8154);



const LONGEST_MARKER = 24_700;
const PREFIX = '<!-- docs-agent-';
function looksLikeOurs(body) {
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(body).includes(PREFIX);
}
function createSignedMarker(name, apiKey, subject) {
    const key = Buffer.from((0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hkdfSync)('sha256', apiKey, 'docs-agent-action', `${name} marker v1`, 32));
    const sign = (payload) => (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)('sha256', key)
        .update(JSON.stringify([...subject, payload]))
        .digest();
    const start = `${PREFIX}${name}:v1:`;
    const pattern = new RegExp(`${start}([A-Za-z0-9+/=]{1,24576})\\.([A-Za-z0-9+/=]{44}) -->`, 'gu');
    return {
        write(payload) {
            const encoded = Buffer.from(JSON.stringify(payload)).toString('base64');
            return `${start}${encoded}.${sign(encoded).toString('base64')} -->`;
        },
        read(body) {
            const source = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(body);
            const match = [...source.matchAll(pattern)].at(-1);
            const [, encoded, signature] = match ?? [];
            if (encoded === undefined || signature === undefined)
                return undefined;
            const given = Buffer.from(signature, 'base64');
            const isVerified = given.length === 32 && (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.timingSafeEqual)(given, sign(encoded));
            const payload = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(Buffer.from(encoded, 'base64').toString());
            const text = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .untrustedText */ .U)(source.slice(0, match?.index).trimEnd());
            return payload === undefined ? undefined : { payload, isVerified, text };
        },
    };
}
function digest(text) {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(text.toWellFormed()).digest('hex').slice(0, 16);
}


/***/ }),

/***/ 621:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Yz: () => (/* binding */ core_debug),
  N4: () => (/* binding */ endGroup),
  z3: () => (/* binding */ error),
  V4: () => (/* binding */ getInput),
  Gu: () => (/* binding */ getState),
  pq: () => (/* binding */ info),
  _o: () => (/* binding */ isDebug),
  lm: () => (/* binding */ notice),
  LZ: () => (/* binding */ saveState),
  uH: () => (/* binding */ setOutput),
  Pq: () => (/* binding */ core_setSecret),
  Oh: () => (/* binding */ startGroup),
  z: () => (/* reexport */ summary),
  $e: () => (/* binding */ warning)
});

// UNUSED EXPORTS: ExitCode, addPath, exportVariable, getBooleanInput, getIDToken, getMultilineInput, group, markdownSummary, platform, setCommandEcho, setFailed, toPlatformPath, toPosixPath, toWin32Path

// EXTERNAL MODULE: external "os"
var external_os_ = __nccwpck_require__(857);
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/utils.js
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */
/**
 * Sanitizes an input into a string so it can be passed into issueCommand safely
 * @param input input to sanitize into a string
 */
function utils_toCommandValue(input) {
    if (input === null || input === undefined) {
        return '';
    }
    else if (typeof input === 'string' || input instanceof String) {
        return input;
    }
    return JSON.stringify(input);
}
/**
 *
 * @param annotationProperties
 * @returns The command properties to send with the actual annotation command
 * See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
 */
function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
        return {};
    }
    return {
        title: annotationProperties.title,
        file: annotationProperties.file,
        line: annotationProperties.startLine,
        endLine: annotationProperties.endLine,
        col: annotationProperties.startColumn,
        endColumn: annotationProperties.endColumn
    };
}
//# sourceMappingURL=utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/command.js


/**
 * Issues a command to the GitHub Actions runner
 *
 * @param command - The command name to issue
 * @param properties - Additional properties for the command (key-value pairs)
 * @param message - The message to include with the command
 * @remarks
 * This function outputs a specially formatted string to stdout that the Actions
 * runner interprets as a command. These commands can control workflow behavior,
 * set outputs, create annotations, mask values, and more.
 *
 * Command Format:
 *   ::name key=value,key=value::message
 *
 * @example
 * ```typescript
 * // Issue a warning annotation
 * issueCommand('warning', {}, 'This is a warning message');
 * // Output: ::warning::This is a warning message
 *
 * // Set an environment variable
 * issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
 * // Output: ::set-env name=MY_VAR::some value
 *
 * // Add a secret mask
 * issueCommand('add-mask', {}, 'secretValue123');
 * // Output: ::add-mask::secretValue123
 * ```
 *
 * @internal
 * This is an internal utility function that powers the public API functions
 * such as setSecret, warning, error, and exportVariable.
 */
function command_issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + external_os_.EOL);
}
function command_issue(name, message = '') {
    command_issueCommand(name, {}, message);
}
const CMD_STRING = '::';
class Command {
    constructor(command, properties, message) {
        if (!command) {
            command = 'missing.command';
        }
        this.command = command;
        this.properties = properties;
        this.message = message;
    }
    toString() {
        let cmdStr = CMD_STRING + this.command;
        if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += ' ';
            let first = true;
            for (const key in this.properties) {
                if (this.properties.hasOwnProperty(key)) {
                    const val = this.properties[key];
                    if (val) {
                        if (first) {
                            first = false;
                        }
                        else {
                            cmdStr += ',';
                        }
                        cmdStr += `${key}=${escapeProperty(val)}`;
                    }
                }
            }
        }
        cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
        return cmdStr;
    }
}
function escapeData(s) {
    return utils_toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A');
}
function escapeProperty(s) {
    return utils_toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A')
        .replace(/:/g, '%3A')
        .replace(/,/g, '%2C');
}
//# sourceMappingURL=command.js.map
;// CONCATENATED MODULE: external "crypto"
const external_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");
// EXTERNAL MODULE: external "fs"
var external_fs_ = __nccwpck_require__(9896);
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/file-command.js
// For internal use, subject to change.
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */




function file_command_issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
        throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!external_fs_.existsSync(filePath)) {
        throw new Error(`Missing file at path: ${filePath}`);
    }
    external_fs_.appendFileSync(filePath, `${utils_toCommandValue(message)}${external_os_.EOL}`, {
        encoding: 'utf8'
    });
}
function file_command_prepareKeyValueMessage(key, value) {
    const delimiter = `ghadelimiter_${external_crypto_namespaceObject.randomUUID()}`;
    const convertedValue = utils_toCommandValue(value);
    // These should realistically never happen, but just in case someone finds a
    // way to exploit uuid generation let's not allow keys or values that contain
    // the delimiter.
    if (key.includes(delimiter)) {
        throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
    }
    if (convertedValue.includes(delimiter)) {
        throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
    }
    return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
}
//# sourceMappingURL=file-command.js.map
;// CONCATENATED MODULE: external "path"
const external_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");
;// CONCATENATED MODULE: ./node_modules/@actions/http-client/lib/auth.js
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};
class BasicCredentialHandler {
    constructor(username, password) {
        this.username = username;
        this.password = password;
    }
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
class auth_BearerCredentialHandler {
    constructor(token) {
        this.token = token;
    }
    // currently implements pre-authorization
    // TODO: support preAuth = false where it hooks on 401
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Bearer ${this.token}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
class PersonalAccessTokenCredentialHandler {
    constructor(token) {
        this.token = token;
    }
    // currently implements pre-authorization
    // TODO: support preAuth = false where it hooks on 401
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Basic ${Buffer.from(`PAT:${this.token}`).toString('base64')}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
//# sourceMappingURL=auth.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/oidc-utils.js
var oidc_utils_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};



class oidc_utils_OidcClient {
    static createHttpClient(allowRetry = true, maxRetry = 10) {
        const requestOptions = {
            allowRetries: allowRetry,
            maxRetries: maxRetry
        };
        return new HttpClient('actions/oidc-client', [new BearerCredentialHandler(oidc_utils_OidcClient.getRequestToken())], requestOptions);
    }
    static getRequestToken() {
        const token = process.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
        if (!token) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_TOKEN env variable');
        }
        return token;
    }
    static getIDTokenUrl() {
        const runtimeUrl = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'];
        if (!runtimeUrl) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable');
        }
        return runtimeUrl;
    }
    static getCall(id_token_url) {
        return oidc_utils_awaiter(this, void 0, void 0, function* () {
            var _a;
            const httpclient = oidc_utils_OidcClient.createHttpClient();
            const res = yield httpclient
                .getJson(id_token_url)
                .catch(error => {
                throw new Error(`Failed to get ID Token. \n 
        Error Code : ${error.statusCode}\n 
        Error Message: ${error.message}`);
            });
            const id_token = (_a = res.result) === null || _a === void 0 ? void 0 : _a.value;
            if (!id_token) {
                throw new Error('Response json body do not have ID Token field');
            }
            return id_token;
        });
    }
    static getIDToken(audience) {
        return oidc_utils_awaiter(this, void 0, void 0, function* () {
            try {
                // New ID Token is requested from action service
                let id_token_url = oidc_utils_OidcClient.getIDTokenUrl();
                if (audience) {
                    const encodedAudience = encodeURIComponent(audience);
                    id_token_url = `${id_token_url}&audience=${encodedAudience}`;
                }
                debug(`ID token url is ${id_token_url}`);
                const id_token = yield oidc_utils_OidcClient.getCall(id_token_url);
                setSecret(id_token);
                return id_token;
            }
            catch (error) {
                throw new Error(`Error message: ${error.message}`);
            }
        });
    }
}
//# sourceMappingURL=oidc-utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/summary.js
var summary_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const { access, appendFile, writeFile } = external_fs_.promises;
const SUMMARY_ENV_VAR = 'GITHUB_STEP_SUMMARY';
const SUMMARY_DOCS_URL = 'https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions#adding-a-job-summary';
class Summary {
    constructor() {
        this._buffer = '';
    }
    /**
     * Finds the summary file path from the environment, rejects if env var is not found or file does not exist
     * Also checks r/w permissions.
     *
     * @returns step summary file path
     */
    filePath() {
        return summary_awaiter(this, void 0, void 0, function* () {
            if (this._filePath) {
                return this._filePath;
            }
            const pathFromEnv = process.env[SUMMARY_ENV_VAR];
            if (!pathFromEnv) {
                throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
            }
            try {
                yield access(pathFromEnv, external_fs_.constants.R_OK | external_fs_.constants.W_OK);
            }
            catch (_a) {
                throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
            }
            this._filePath = pathFromEnv;
            return this._filePath;
        });
    }
    /**
     * Wraps content in an HTML tag, adding any HTML attributes
     *
     * @param {string} tag HTML tag to wrap
     * @param {string | null} content content within the tag
     * @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
     *
     * @returns {string} content wrapped in HTML element
     */
    wrap(tag, content, attrs = {}) {
        const htmlAttrs = Object.entries(attrs)
            .map(([key, value]) => ` ${key}="${value}"`)
            .join('');
        if (!content) {
            return `<${tag}${htmlAttrs}>`;
        }
        return `<${tag}${htmlAttrs}>${content}</${tag}>`;
    }
    /**
     * Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
     *
     * @param {SummaryWriteOptions} [options] (optional) options for write operation
     *
     * @returns {Promise<Summary>} summary instance
     */
    write(options) {
        return summary_awaiter(this, void 0, void 0, function* () {
            const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
            const filePath = yield this.filePath();
            const writeFunc = overwrite ? writeFile : appendFile;
            yield writeFunc(filePath, this._buffer, { encoding: 'utf8' });
            return this.emptyBuffer();
        });
    }
    /**
     * Clears the summary buffer and wipes the summary file
     *
     * @returns {Summary} summary instance
     */
    clear() {
        return summary_awaiter(this, void 0, void 0, function* () {
            return this.emptyBuffer().write({ overwrite: true });
        });
    }
    /**
     * Returns the current summary buffer as a string
     *
     * @returns {string} string of summary buffer
     */
    stringify() {
        return this._buffer;
    }
    /**
     * If the summary buffer is empty
     *
     * @returns {boolen} true if the buffer is empty
     */
    isEmptyBuffer() {
        return this._buffer.length === 0;
    }
    /**
     * Resets the summary buffer without writing to summary file
     *
     * @returns {Summary} summary instance
     */
    emptyBuffer() {
        this._buffer = '';
        return this;
    }
    /**
     * Adds raw text to the summary buffer
     *
     * @param {string} text content to add
     * @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
     *
     * @returns {Summary} summary instance
     */
    addRaw(text, addEOL = false) {
        this._buffer += text;
        return addEOL ? this.addEOL() : this;
    }
    /**
     * Adds the operating system-specific end-of-line marker to the buffer
     *
     * @returns {Summary} summary instance
     */
    addEOL() {
        return this.addRaw(external_os_.EOL);
    }
    /**
     * Adds an HTML codeblock to the summary buffer
     *
     * @param {string} code content to render within fenced code block
     * @param {string} lang (optional) language to syntax highlight code
     *
     * @returns {Summary} summary instance
     */
    addCodeBlock(code, lang) {
        const attrs = Object.assign({}, (lang && { lang }));
        const element = this.wrap('pre', this.wrap('code', code), attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML list to the summary buffer
     *
     * @param {string[]} items list of items to render
     * @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
     *
     * @returns {Summary} summary instance
     */
    addList(items, ordered = false) {
        const tag = ordered ? 'ol' : 'ul';
        const listItems = items.map(item => this.wrap('li', item)).join('');
        const element = this.wrap(tag, listItems);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML table to the summary buffer
     *
     * @param {SummaryTableCell[]} rows table rows
     *
     * @returns {Summary} summary instance
     */
    addTable(rows) {
        const tableBody = rows
            .map(row => {
            const cells = row
                .map(cell => {
                if (typeof cell === 'string') {
                    return this.wrap('td', cell);
                }
                const { header, data, colspan, rowspan } = cell;
                const tag = header ? 'th' : 'td';
                const attrs = Object.assign(Object.assign({}, (colspan && { colspan })), (rowspan && { rowspan }));
                return this.wrap(tag, data, attrs);
            })
                .join('');
            return this.wrap('tr', cells);
        })
            .join('');
        const element = this.wrap('table', tableBody);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds a collapsable HTML details element to the summary buffer
     *
     * @param {string} label text for the closed state
     * @param {string} content collapsable content
     *
     * @returns {Summary} summary instance
     */
    addDetails(label, content) {
        const element = this.wrap('details', this.wrap('summary', label) + content);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML image tag to the summary buffer
     *
     * @param {string} src path to the image you to embed
     * @param {string} alt text description of the image
     * @param {SummaryImageOptions} options (optional) addition image attributes
     *
     * @returns {Summary} summary instance
     */
    addImage(src, alt, options) {
        const { width, height } = options || {};
        const attrs = Object.assign(Object.assign({}, (width && { width })), (height && { height }));
        const element = this.wrap('img', null, Object.assign({ src, alt }, attrs));
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML section heading element
     *
     * @param {string} text heading text
     * @param {number | string} [level=1] (optional) the heading level, default: 1
     *
     * @returns {Summary} summary instance
     */
    addHeading(text, level) {
        const tag = `h${level}`;
        const allowedTag = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].includes(tag)
            ? tag
            : 'h1';
        const element = this.wrap(allowedTag, text);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML thematic break (<hr>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addSeparator() {
        const element = this.wrap('hr', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML line break (<br>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addBreak() {
        const element = this.wrap('br', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML blockquote to the summary buffer
     *
     * @param {string} text quote text
     * @param {string} cite (optional) citation url
     *
     * @returns {Summary} summary instance
     */
    addQuote(text, cite) {
        const attrs = Object.assign({}, (cite && { cite }));
        const element = this.wrap('blockquote', text, attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML anchor tag to the summary buffer
     *
     * @param {string} text link text/content
     * @param {string} href hyperlink
     *
     * @returns {Summary} summary instance
     */
    addLink(text, href) {
        const element = this.wrap('a', text, { href });
        return this.addRaw(element).addEOL();
    }
}
const _summary = new Summary();
/**
 * @deprecated use `core.summary`
 */
const markdownSummary = (/* unused pure expression or super */ null && (_summary));
const summary = _summary;
//# sourceMappingURL=summary.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/path-utils.js

/**
 * toPosixPath converts the given path to the posix form. On Windows, \\ will be
 * replaced with /.
 *
 * @param pth. Path to transform.
 * @return string Posix path.
 */
function toPosixPath(pth) {
    return pth.replace(/[\\]/g, '/');
}
/**
 * toWin32Path converts the given path to the win32 form. On Linux, / will be
 * replaced with \\.
 *
 * @param pth. Path to transform.
 * @return string Win32 path.
 */
function toWin32Path(pth) {
    return pth.replace(/[/]/g, '\\');
}
/**
 * toPlatformPath converts the given path to a platform-specific path. It does
 * this by replacing instances of / and \ with the platform-specific path
 * separator.
 *
 * @param pth The path to platformize.
 * @return string The platform-specific path.
 */
function toPlatformPath(pth) {
    return pth.replace(/[/\\]/g, path.sep);
}
//# sourceMappingURL=path-utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/platform.js
var platform_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const getWindowsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout: version } = yield exec.getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Version"', undefined, {
        silent: true
    });
    const { stdout: name } = yield exec.getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Caption"', undefined, {
        silent: true
    });
    return {
        name: name.trim(),
        version: version.trim()
    };
});
const getMacOsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    var _a, _b, _c, _d;
    const { stdout } = yield exec.getExecOutput('sw_vers', undefined, {
        silent: true
    });
    const version = (_b = (_a = stdout.match(/ProductVersion:\s*(.+)/)) === null || _a === void 0 ? void 0 : _a[1]) !== null && _b !== void 0 ? _b : '';
    const name = (_d = (_c = stdout.match(/ProductName:\s*(.+)/)) === null || _c === void 0 ? void 0 : _c[1]) !== null && _d !== void 0 ? _d : '';
    return {
        name,
        version
    };
});
const getLinuxInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout } = yield exec.getExecOutput('lsb_release', ['-i', '-r', '-s'], {
        silent: true
    });
    const [name, version] = stdout.trim().split('\n');
    return {
        name,
        version
    };
});
const platform = external_os_.platform();
const arch = external_os_.arch();
const isWindows = platform === 'win32';
const isMacOS = platform === 'darwin';
const isLinux = platform === 'linux';
function getDetails() {
    return platform_awaiter(this, void 0, void 0, function* () {
        return Object.assign(Object.assign({}, (yield (isWindows
            ? getWindowsInfo()
            : isMacOS
                ? getMacOsInfo()
                : getLinuxInfo()))), { platform,
            arch,
            isWindows,
            isMacOS,
            isLinux });
    });
}
//# sourceMappingURL=platform.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/core.js
var core_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};






/**
 * The code to exit an action
 */
var ExitCode;
(function (ExitCode) {
    /**
     * A code indicating that the action was successful
     */
    ExitCode[ExitCode["Success"] = 0] = "Success";
    /**
     * A code indicating that the action was a failure
     */
    ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
//-----------------------------------------------------------------------
// Variables
//-----------------------------------------------------------------------
/**
 * Sets env variable for this action and future actions in the job
 * @param name the name of the variable to set
 * @param val the value of the variable. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function exportVariable(name, val) {
    const convertedVal = toCommandValue(val);
    process.env[name] = convertedVal;
    const filePath = process.env['GITHUB_ENV'] || '';
    if (filePath) {
        return issueFileCommand('ENV', prepareKeyValueMessage(name, val));
    }
    issueCommand('set-env', { name }, convertedVal);
}
/**
 * Registers a secret which will get masked from logs
 *
 * @param secret - Value of the secret to be masked
 * @remarks
 * This function instructs the Actions runner to mask the specified value in any
 * logs produced during the workflow run. Once registered, the secret value will
 * be replaced with asterisks (***) whenever it appears in console output, logs,
 * or error messages.
 *
 * This is useful for protecting sensitive information such as:
 * - API keys
 * - Access tokens
 * - Authentication credentials
 * - URL parameters containing signatures (SAS tokens)
 *
 * Note that masking only affects future logs; any previous appearances of the
 * secret in logs before calling this function will remain unmasked.
 *
 * @example
 * ```typescript
 * // Register an API token as a secret
 * const apiToken = "abc123xyz456";
 * setSecret(apiToken);
 *
 * // Now any logs containing this value will show *** instead
 * console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
 * ```
 */
function core_setSecret(secret) {
    command_issueCommand('add-mask', {}, secret);
}
/**
 * Prepends inputPath to the PATH (for this action and future actions)
 * @param inputPath
 */
function addPath(inputPath) {
    const filePath = process.env['GITHUB_PATH'] || '';
    if (filePath) {
        issueFileCommand('PATH', inputPath);
    }
    else {
        issueCommand('add-path', {}, inputPath);
    }
    process.env['PATH'] = `${inputPath}${path.delimiter}${process.env['PATH']}`;
}
/**
 * Gets the value of an input.
 * Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
 * Returns an empty string if the value is not defined.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string
 */
function getInput(name, options) {
    const val = process.env[`INPUT_${name.replace(/ /g, '_').toUpperCase()}`] || '';
    if (options && options.required && !val) {
        throw new Error(`Input required and not supplied: ${name}`);
    }
    if (options && options.trimWhitespace === false) {
        return val;
    }
    return val.trim();
}
/**
 * Gets the values of an multiline input.  Each value is also trimmed.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string[]
 *
 */
function getMultilineInput(name, options) {
    const inputs = getInput(name, options)
        .split('\n')
        .filter(x => x !== '');
    if (options && options.trimWhitespace === false) {
        return inputs;
    }
    return inputs.map(input => input.trim());
}
/**
 * Gets the input value of the boolean type in the YAML 1.2 "core schema" specification.
 * Support boolean input list: `true | True | TRUE | false | False | FALSE` .
 * The return value is also in boolean type.
 * ref: https://yaml.org/spec/1.2/spec.html#id2804923
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   boolean
 */
function getBooleanInput(name, options) {
    const trueValue = ['true', 'True', 'TRUE'];
    const falseValue = ['false', 'False', 'FALSE'];
    const val = getInput(name, options);
    if (trueValue.includes(val))
        return true;
    if (falseValue.includes(val))
        return false;
    throw new TypeError(`Input does not meet YAML 1.2 "Core Schema" specification: ${name}\n` +
        `Support boolean input list: \`true | True | TRUE | false | False | FALSE\``);
}
/**
 * Sets the value of an output.
 *
 * @param     name     name of the output to set
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function setOutput(name, value) {
    const filePath = process.env['GITHUB_OUTPUT'] || '';
    if (filePath) {
        return file_command_issueFileCommand('OUTPUT', file_command_prepareKeyValueMessage(name, value));
    }
    process.stdout.write(external_os_.EOL);
    command_issueCommand('set-output', { name }, utils_toCommandValue(value));
}
/**
 * Enables or disables the echoing of commands into stdout for the rest of the step.
 * Echoing is disabled by default if ACTIONS_STEP_DEBUG is not set.
 *
 */
function setCommandEcho(enabled) {
    issue('echo', enabled ? 'on' : 'off');
}
//-----------------------------------------------------------------------
// Results
//-----------------------------------------------------------------------
/**
 * Sets the action status to failed.
 * When the action exits it will be with an exit code of 1
 * @param message add error issue message
 */
function setFailed(message) {
    process.exitCode = ExitCode.Failure;
    error(message);
}
//-----------------------------------------------------------------------
// Logging Commands
//-----------------------------------------------------------------------
/**
 * Gets whether Actions Step Debug is on or not
 */
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
/**
 * Writes debug message to user log
 * @param message debug message
 */
function core_debug(message) {
    command_issueCommand('debug', {}, message);
}
/**
 * Adds an error issue
 * @param message error issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function error(message, properties = {}) {
    command_issueCommand('error', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a warning issue
 * @param message warning issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function warning(message, properties = {}) {
    command_issueCommand('warning', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a notice issue
 * @param message notice issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function notice(message, properties = {}) {
    command_issueCommand('notice', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Writes info to log with console.log.
 * @param message info message
 */
function info(message) {
    process.stdout.write(message + external_os_.EOL);
}
/**
 * Begin an output group.
 *
 * Output until the next `groupEnd` will be foldable in this group
 *
 * @param name The name of the output group
 */
function startGroup(name) {
    command_issue('group', name);
}
/**
 * End an output group.
 */
function endGroup() {
    command_issue('endgroup');
}
/**
 * Wrap an asynchronous function call in a group.
 *
 * Returns the same type as the function itself.
 *
 * @param name The name of the group
 * @param fn The function to wrap in the group
 */
function group(name, fn) {
    return core_awaiter(this, void 0, void 0, function* () {
        startGroup(name);
        let result;
        try {
            result = yield fn();
        }
        finally {
            endGroup();
        }
        return result;
    });
}
//-----------------------------------------------------------------------
// Wrapper action state
//-----------------------------------------------------------------------
/**
 * Saves state for current action, the state can only be retrieved by this action's post job execution.
 *
 * @param     name     name of the state to store
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function saveState(name, value) {
    const filePath = process.env['GITHUB_STATE'] || '';
    if (filePath) {
        return file_command_issueFileCommand('STATE', file_command_prepareKeyValueMessage(name, value));
    }
    command_issueCommand('save-state', { name }, utils_toCommandValue(value));
}
/**
 * Gets the value of an state set by this action's main execution.
 *
 * @param     name     name of the state to get
 * @returns   string
 */
function getState(name) {
    return process.env[`STATE_${name}`] || '';
}
function getIDToken(aud) {
    return core_awaiter(this, void 0, void 0, function* () {
        return yield OidcClient.getIDToken(aud);
    });
}
/**
 * Summary exports
 */

/**
 * @deprecated use core.summary
 */

/**
 * Path exports
 */

/**
 * Platform utilities exports
 */

//# sourceMappingURL=core.js.map

/***/ }),

/***/ 172:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Eu: () => (/* binding */ untilAborted),
/* harmony export */   cc: () => (/* binding */ CancelledError),
/* harmony export */   ci: () => (/* binding */ listenForCancellation)
/* harmony export */ });
class CancelledError extends Error {
    name = 'CancelledError';
}
function listenForCancellation() {
    const controller = new AbortController();
    const cancel = (name) => controller.abort(new CancelledError(`The run was cancelled (${name}).`));
    process.on('SIGINT', cancel);
    process.on('SIGTERM', cancel);
    return {
        signal: controller.signal,
        stop() {
            process.off('SIGINT', cancel);
            process.off('SIGTERM', cancel);
        },
    };
}
function untilAborted(operations, signal) {
    return new Proxy(operations, {
        get(target, name) {
            const member = Reflect.get(target, name);
            if (typeof member !== 'function')
                return member;
            return (...parameters) => {
                const result = Reflect.apply(member, target, parameters);
                return result instanceof Promise ? raceAbort(result, signal) : result;
            };
        },
    });
}
async function raceAbort(promise, signal) {
    const { promise: aborted, reject } = Promise.withResolvers();
    const onAbort = () => reject(signal.reason);
    if (signal.aborted)
        onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
        return await Promise.race([promise, aborted]);
    }
    finally {
        signal.removeEventListener('abort', onAbort);
        promise.catch(() => { });
    }
}


/***/ }),

/***/ 5371:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   FK: () => (/* binding */ isInside),
/* harmony export */   PM: () => (/* binding */ EventError),
/* harmony export */   hO: () => (/* binding */ readWorkflowRun),
/* harmony export */   j_: () => (/* binding */ readEvent)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(6760);


class EventError extends Error {
    name = 'EventError';
}
function readEvent(environment) {
    const name = environment['GITHUB_EVENT_NAME'] ?? '';
    const path = environment['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        return { name, payload: {} };
    try {
        return { name, payload: JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8')) };
    }
    catch (cause) {
        throw new EventError(`Reading the event file of the "${name}" event: ${cause instanceof SyntaxError ? 'it is not JSON' : "it can't be read"}. ` +
            'The runner writes it (GITHUB_EVENT_PATH); a step that changes it must leave valid JSON.', { cause });
    }
}
function readWorkflowRun(environment) {
    const serverUrl = readUrl(environment['GITHUB_SERVER_URL'], 'https://github.com');
    const repository = environment['GITHUB_REPOSITORY'] ?? '';
    const id = environment['GITHUB_RUN_ID'] ?? '';
    return {
        repository,
        repositoryId: environment['GITHUB_REPOSITORY_ID'] ?? '',
        id,
        workflow: (environment['GITHUB_WORKFLOW_REF'] ?? '').replace(/@.*$/su, ''),
        attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
        job: environment['GITHUB_JOB'] ?? '',
        step: environment['GITHUB_ACTION'] ?? '',
        url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`),
        serverUrl,
        apiUrl: readUrl(environment['GITHUB_API_URL'], 'https://api.github.com').href.replace(/\/$/u, ''),
        workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
    };
}
function isInside(folder, path) {
    const way = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(folder, (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(folder, path));
    return way !== '' && way !== '..' && !way.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_1__.sep}`) && !(0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(way);
}
function readUrl(text, otherwise) {
    return new URL(text !== undefined && URL.canParse(text) ? text : otherwise);
}


/***/ }),

/***/ 2266:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ InputError),
/* harmony export */   i: () => (/* binding */ createInputReader)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(621);
/* harmony import */ var ms__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(744);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2854);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(524);




class InputError extends Error {
    name = 'InputError';
    problems;
    constructor(problems) {
        super([
            problems.length === 1
                ? 'Reading the inputs: one is not usable.'
                : `Reading the inputs: ${problems.length} are not usable.`,
            ...problems.map(({ input, message }) => `- ${input}: ${message}`),
            'Nothing was requested. Correct the `with:` block of the step.',
        ].join('\n'));
        this.problems = problems;
    }
}
function createInputReader(secrets, defaults = {}) {
    const problems = [];
    const refuse = (name, given, allowed) => {
        const shown = given === '' ? 'it is empty' : `"${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .shorten */ .ml)((0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toOneLine */ .GX)(secrets.redact(given)), 100)}" was given`;
        const message = `${shown}; allowed: ${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toOneLine */ .GX)(allowed)}`;
        const isKnown = problems.some((problem) => problem.input === name && problem.message === message);
        if (!isKnown)
            problems.push({ input: name, message });
    };
    const text = (name) => _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4(name) || (defaults[name] ?? '');
    const reader = {
        text,
        refuse,
        requiredText(name) {
            const value = text(name);
            if (value === '')
                refuse(name, '', 'a value, it is required');
            return value;
        },
        id(name, { required }) {
            const value = required ? reader.requiredText(name) : text(name);
            const allowed = value === '' ? undefined : describeAllowedId(value);
            if (allowed !== undefined)
                refuse(name, value.toWellFormed(), allowed);
            return value;
        },
        secret(name, { required }) {
            const value = text(name);
            if (value !== '')
                secrets.hide(value);
            if (value === '' && required)
                refuse(name, '', `a value, it is required (is the secret defined, and available to this event?)`);
            if (!/^[\x21-\x7E]*$/u.test(value))
                problems.push({
                    input: name,
                    message: 'the value (not shown) holds white space or characters beyond ASCII; allowed: one line of visible ASCII characters',
                });
            return value;
        },
        flag(name) {
            const value = text(name);
            if (/^(true|True|TRUE)$/u.test(value))
                return true;
            if (!/^(false|False|FALSE)$/u.test(value))
                refuse(name, value, 'true or false');
            return false;
        },
        durationMs(name, { minimumMs, maximumMs, allowed }) {
            const value = text(name);
            const milliseconds = parseDurationMs(value);
            if (milliseconds !== undefined && milliseconds >= minimumMs && milliseconds <= maximumMs)
                return milliseconds;
            refuse(name, value, `${allowed}, written as 500ms, 90s, 10m or 1h; a bare whole number means seconds`);
            return minimumMs;
        },
        wholeNumber(name, { minimum, maximum }) {
            const value = text(name);
            const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN;
            if (number >= minimum && number <= maximum)
                return number;
            refuse(name, value, `a whole number from ${minimum} to ${maximum}`);
            return minimum;
        },
        issueNumber: (name) => text(name) === '' ? undefined : reader.wholeNumber(name, { minimum: 1, maximum: 2 ** 31 }),
        choice(name, choices) {
            const value = text(name);
            const known = choices.find((choice) => choice === value);
            if (known === undefined)
                refuse(name, value, choices.join(', '));
            return known ?? choices[0];
        },
        list: (name) => [
            ...new Set(text(name)
                .split(/[\s,]+/u)
                .filter((part) => part !== '')),
        ],
        choices(name, choices) {
            const given = reader.list(name);
            const unknown = given.filter((part) => !choices.some((choice) => choice === part));
            if (unknown.length > 0)
                refuse(name, unknown.join(', '), `any of ${choices.join(', ')}`);
            return choices.filter((choice) => given.includes(choice));
        },
        serviceUrl(name) {
            const value = text(name);
            const url = URL.canParse(value) ? new URL(value) : undefined;
            if (url !== undefined && isServiceUrl(url))
                return url;
            const shown = url !== undefined && (url.username !== '' || url.password !== '') ? 'a URL with a user part' : value;
            refuse(name, shown, 'an https URL without user part, query or fragment; http only to a loopback host');
            return new URL('https://invalid.invalid');
        },
        finish() {
            if (problems.length > 0)
                throw new InputError(problems);
        },
    };
    return reader;
}
function describeAllowedId(value) {
    if (value === '.' || value === '..')
        return 'an id, not a relative path';
    if (/[\s\p{Cc}]/u.test(value))
        return 'an id without white space and control characters';
    if (!value.isWellFormed())
        return 'an id in well-formed Unicode';
    return (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .isPathSegment */ .bQ)(value) ? undefined : 'an id of up to 512 characters';
}
function parseDurationMs(text) {
    const [, amount, unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(text) ?? [];
    return amount === undefined ? undefined : ms__WEBPACK_IMPORTED_MODULE_1__(`${Number(amount)}${unit}`);
}
function isServiceUrl(url) {
    const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    return isBare && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
}
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname);
}


/***/ }),

/***/ 2793:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ collectWarnings),
/* harmony export */   h: () => (/* binding */ createLog)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(621);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2854);


function createLog(secrets) {
    const escaped = (text) => (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .escapeCommands */ .g9)(secrets.redact(text));
    const annotate = (write) => (title, text) => write(escaped(text.trim() === '' ? title : text), { title: escaped(title) });
    return {
        info: (text) => _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq(escaped(text)),
        debug: (text) => {
            if (_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .isDebug */ ._o())
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .debug */ .Yz(escaped(text));
        },
        notice: annotate(_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .notice */ .lm),
        warning: annotate(_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e),
        error: annotate(_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .error */ .z3),
        async group(title, body) {
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .startGroup */ .Oh(escaped(title));
            try {
                return await body();
            }
            finally {
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .endGroup */ .N4();
            }
        },
    };
}
function collectWarnings(log) {
    const textByCause = new Map();
    return {
        list: (told) => [...textByCause].flatMap(([cause, text]) => (cause === told ? [] : [text])),
        log: {
            ...log,
            warning(title, text, cause = text) {
                if (textByCause.has(cause))
                    return;
                textByCause.set(cause, text);
                log.warning(title, text);
            },
        },
    };
}


/***/ }),

/***/ 4481:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   a2: () => (/* binding */ describeRefusal),
/* harmony export */   lk: () => (/* binding */ createOutputs),
/* harmony export */   ur: () => (/* binding */ createState)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(621);
/* harmony import */ var _run_action_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7547);


function createOutputs({ secrets, fail, }) {
    let hasFailed = false;
    return {
        set(name, value) {
            try {
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setOutput */ .uH(name, secrets.redact(value).toWellFormed());
            }
            catch (error) {
                if (!hasFailed)
                    fail("The outputs can't be written", describeRefusal(`set the output ${name}`, error));
                hasFailed = true;
            }
        },
    };
}
function createState({ secrets, log }) {
    return {
        save(name, value) {
            try {
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ(name, secrets.redact(value));
            }
            catch (error) {
                log.warning("The state can't be saved", describeRefusal(`save ${name} for the post step`, error));
            }
        },
        read: (name) => _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getState */ .Gu(name),
    };
}
function describeRefusal(operation, error) {
    return `Could not ${operation}: ${(0,_run_action_js__WEBPACK_IMPORTED_MODULE_1__/* .describeInSentence */ .ww)(error)} Is the disk of the runner full?`;
}


/***/ }),

/***/ 7547:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  WP: () => (/* binding */ describeBug),
  Uc: () => (/* binding */ describeError),
  ww: () => (/* binding */ describeInSentence),
  Cs: () => (/* binding */ runAction)
});

// EXTERNAL MODULE: ./build/node_modules/@actions/core/lib/core.js + 10 modules
var core = __nccwpck_require__(621);
// EXTERNAL MODULE: ./build/runner/log.js
var runner_log = __nccwpck_require__(2793);
;// CONCATENATED MODULE: ./build/runner/secrets.js

const REDACTED = '***';
const SHORTEST = 3;
const LONGEST_PIECE = 1000;
function createSecrets() {
    const hidden = new Set();
    const patterns = [];
    return {
        hide(value) {
            if (value.length < SHORTEST || hidden.has(value))
                return;
            hidden.add(value);
            const parts = [value, ...value.split(/\s+/u)].filter((part) => part.length >= SHORTEST);
            for (const form of new Set([...parts, encodeURIComponent(value.toWellFormed())]))
                core/* setSecret */.Pq(form);
            patterns.push(...parts.flatMap(cutInPieces).map(patternOf), ...[toJson(value), ...listBase64Forms(value)].map(exactly));
        },
        redact: (text) => patterns.reduce((redacted, pattern) => redacted.replace(pattern, REDACTED), text),
    };
}
function cutInPieces(value) {
    const characters = Array.from(value);
    const count = Math.ceil(characters.length / LONGEST_PIECE);
    const length = Math.ceil(characters.length / count);
    return Array.from({ length: count }, (_, index) => characters.slice(index * length, (index + 1) * length).join(''));
}
function patternOf(value) {
    const between = value.includes('\\') ? '' : '(?:\\\\|\\u2060|&#8203;)*';
    return new RegExp(Array.from(value, patternOfCharacter).join(between), 'gu');
}
const ENTITIES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '|': '&#124;',
    $: '<span>\\$</span>',
    '"': '&quot;',
    "'": '&#39;',
};
function patternOfCharacter(character) {
    if (/^\w$/u.test(character))
        return character;
    const encoded = Array.from(Buffer.from(character.toWellFormed()), (byte) => `%${hexadecimal(byte).replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)}`).join('');
    const forms = [ENTITIES[character], escapeForPattern(character), encoded];
    return `(?:${forms.filter((form) => form !== undefined).join('|')})`;
}
function hexadecimal(byte) {
    return byte.toString(16).padStart(2, '0');
}
function listBase64Forms(value) {
    const bytes = Buffer.from(value);
    return [0, 1, 2]
        .map((skipped) => {
        const rest = bytes.subarray(skipped);
        return rest.toString('base64').slice(0, Math.floor((rest.length * 8) / 6));
    })
        .filter((form) => form.length >= 12);
}
function toJson(value) {
    return JSON.stringify(value).slice(1, -1);
}
function exactly(text) {
    return new RegExp(text.replace(/[^\w\s]/gu, escapeForPattern), 'gu');
}
function escapeForPattern(character) {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

;// CONCATENATED MODULE: ./build/runner/run-action.js



async function runAction(main) {
    const secrets = createSecrets();
    const log = (0,runner_log/* createLog */.h)(secrets);
    const fail = (title, text) => {
        log.error(title, text);
        process.exitCode = 1;
    };
    try {
        await main({ log, secrets, fail });
    }
    catch (error) {
        fail('Unexpected error', describeBug(error));
        if (core/* isDebug */._o() && error instanceof Error)
            log.info(error.stack ?? '');
    }
}
function describeBug(error) {
    return `${describeInSentence(error)} This is a bug in the action; please report it.`;
}
function describeInSentence(error) {
    const text = describeError(error);
    return /[.!?]$/u.test(text) ? text : `${text}.`;
}
function describeError(error) {
    if (!(error instanceof Error))
        return String(error);
    const cause = error.cause instanceof Error ? ` (${describeError(error.cause)})` : '';
    return `${error.message}${cause}`;
}


/***/ }),

/***/ 2854:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   GX: () => (/* binding */ toOneLine),
/* harmony export */   g9: () => (/* binding */ escapeCommands),
/* harmony export */   ml: () => (/* binding */ shorten),
/* harmony export */   ts: () => (/* binding */ escapeInvisible)
/* harmony export */ });
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|\p{Surrogate}/gu;
function escapeInvisible(text) {
    return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
function toOneLine(text) {
    return escapeInvisible(text.replace(/[\s\u0085]+/gu, ' ').trim());
}
function shorten(text, maximum) {
    const points = Array.from(text.slice(0, 2 * maximum + 2));
    return points.length <= maximum ? text : `${points.slice(0, maximum - 1).join('')}…`;
}
function escapeCommands(text) {
    return text
        .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
        .map((line) => escapeInvisible(line)
        .replace(/^(\s*):(?=:)/u, '$1: ')
        .replaceAll('##[', '## ['))
        .join('\n');
}


/***/ }),

/***/ 5443:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ag: () => (/* binding */ readObject),
/* harmony export */   LD: () => (/* binding */ readList),
/* harmony export */   _0: () => (/* binding */ readCount),
/* harmony export */   kz: () => (/* binding */ readNumber),
/* harmony export */   qF: () => (/* binding */ parseJson),
/* harmony export */   qU: () => (/* binding */ readFields),
/* harmony export */   yR: () => (/* binding */ readText)
/* harmony export */ });
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function readText(value) {
    return typeof value === 'string' ? value : undefined;
}
function readNumber(value) {
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
function readCount(value) {
    const number = readNumber(value);
    return number !== undefined && number >= 0 ? number : undefined;
}
function readObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? value
        : undefined;
}
function readFields(value) {
    return readObject(value) ?? {};
}
function readList(value, readItem) {
    if (!Array.isArray(value))
        return undefined;
    const items = [];
    for (const each of value) {
        const item = readItem(each);
        if (item === undefined)
            return undefined;
        items.push(item);
    }
    return items;
}


/***/ }),

/***/ 524:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $9: () => (/* binding */ encodePathSegment),
/* harmony export */   bQ: () => (/* binding */ isPathSegment),
/* harmony export */   w: () => (/* binding */ toSafeUrl)
/* harmony export */ });
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8154);

const MAXIMUM_LENGTH = 2048;
const PLAIN = /^https?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u;
function toSafeUrl(text) {
    const url = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .readUntrustedText */ .u)(text);
    if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url))
        return undefined;
    const parsed = new URL(url);
    return parsed.username === '' && parsed.href.length <= MAXIMUM_LENGTH ? parsed : undefined;
}
const MAXIMUM_SEGMENT_LENGTH = 512;
function isPathSegment(text) {
    return (text !== '' &&
        text !== '.' &&
        text !== '..' &&
        text.length <= MAXIMUM_SEGMENT_LENGTH &&
        text.isWellFormed());
}
function encodePathSegment(text) {
    if (!isPathSegment(text))
        throw new RangeError("This text can't be one segment of a path.");
    return encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}


/***/ }),

/***/ 8154:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ untrustedText),
/* harmony export */   u: () => (/* binding */ readUntrustedText)
/* harmony export */ });
function untrustedText(text) {
    return text;
}
function readUntrustedText(text) {
    return text;
}


/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".main.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
var __webpack_exports__ = {};

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  iW: () => (/* binding */ main),
  bE: () => (/* binding */ post),
  VN: () => (/* binding */ runMain),
  a2: () => (/* binding */ runPost)
});

// EXTERNAL MODULE: ./build/runner/cancellation.js
var runner_cancellation = __nccwpck_require__(172);
// EXTERNAL MODULE: ./build/runner/event.js
var runner_event = __nccwpck_require__(5371);
// EXTERNAL MODULE: ./build/runner/inputs.js
var inputs = __nccwpck_require__(2266);
// EXTERNAL MODULE: ./build/runner/outputs.js
var runner_outputs = __nccwpck_require__(4481);
// EXTERNAL MODULE: ./build/runner/run-action.js + 1 modules
var run_action = __nccwpck_require__(7547);
// EXTERNAL MODULE: ./build/agent-job/inputs.js + 2 modules
var agent_job_inputs = __nccwpck_require__(4261);
// EXTERNAL MODULE: ./build/github/signed-marker.js
var signed_marker = __nccwpck_require__(5671);
// EXTERNAL MODULE: ./build/agent-job/request/command.js
var request_command = __nccwpck_require__(7259);
// EXTERNAL MODULE: ./build/agent-job/request/loops.js
var loops = __nccwpck_require__(9581);
// EXTERNAL MODULE: ./build/agent-job/request/permission.js
var permission = __nccwpck_require__(1383);
// EXTERNAL MODULE: ./build/agent-job/request/trigger.js
var request_trigger = __nccwpck_require__(7274);
;// CONCATENATED MODULE: ./build/agent-job/request/nothing-to-do.js





const UNREAD_EVENTS = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review'];
function findNothingToDo(trigger, inputs) {
    const { eventName, isClosedWithoutMerge } = trigger;
    if (inputs.command !== '' && UNREAD_EVENTS.includes(eventName))
        return {
            reason: `commands are read from issue_comment and pull_request_review_comment only, and this is the event "${eventName}". With an empty \`command\`, it takes the prompt of the workflow, whoever caused it.`,
            isSurprising: true,
        };
    if (isClosedWithoutMerge && inputs.hasApiKey)
        return undefined;
    const isAsked = (0,request_trigger/* hasCommand */.mU)(trigger, inputs.command) || inputs.jobId !== '';
    const reason = findReason(trigger, inputs) ?? (isAsked ? undefined : (0,loops/* findLoop */.w)(trigger, inputs.ignoreAuthors));
    if (reason !== undefined)
        return { reason, isSurprising: false };
    if (!isClosedWithoutMerge)
        return undefined;
    return {
        reason: 'the pull request was closed without a merge, and without `api-key` nobody knows whether it has documentation to close. Runs of forks and of Dependabot get no secrets.',
        isSurprising: true,
    };
}
function findReason(trigger, { command, allowedBots }) {
    if (!(0,request_trigger/* isCommentEvent */.Kx)(trigger))
        return undefined;
    if (trigger.action !== 'created')
        return `the comment was ${trigger.action || 'touched'}, and only new comments count.`;
    if (trigger.comment === undefined)
        return 'the event holds no comment.';
    if (command !== '' && (0,request_command/* parseCommand */.R)(trigger.comment.body, command).kind === 'none')
        return `the comment does not begin with ${command}.`;
    if ((0,signed_marker/* looksLikeOurs */.l1)(trigger.comment.body))
        return 'this action wrote the comment.';
    if ((0,permission/* isUnlistedBot */.w)(trigger.comment.author, allowedBots))
        return `"${trigger.comment.author.login}" is not a person (its type is "${trigger.comment.author.type}"), and not listed in allowed-bots.`;
    return undefined;
}

// EXTERNAL MODULE: ./build/agent-job/request/read-trigger.js
var read_trigger = __nccwpck_require__(2045);
// EXTERNAL MODULE: ./build/agent-job/result/outputs.js
var result_outputs = __nccwpck_require__(658);
;// CONCATENATED MODULE: ./build/agent-job/main.js









const runMain = () => (0,run_action/* runAction */.Cs)(main);
const runPost = () => (0,run_action/* runAction */.Cs)(post);
async function main(runner, fetch) {
    const reader = (0,inputs/* createInputReader */.i)(runner.secrets, agent_job_inputs/* INPUT_DEFAULTS */.WJ);
    const outputs = (0,runner_outputs/* createOutputs */.lk)(runner);
    const secretInputs = (0,agent_job_inputs/* hideSecretInputs */.um)(reader);
    const event = readEventOrFail(runner);
    if (event === undefined)
        return (0,result_outputs/* writeOutputs */.K)(outputs, { outcome: 'error' });
    const trigger = (0,read_trigger/* readTrigger */.v)(event);
    const nothing = findNothingToDo(trigger, (0,agent_job_inputs/* readEarlyInputs */.vH)(reader, secretInputs));
    if (nothing !== undefined) {
        const text = `Nothing to do: ${nothing.reason}`;
        (0,result_outputs/* writeOutputs */.K)(outputs, { outcome: 'skipped' });
        if (reader.list('fail-on').includes('skipped'))
            return runner.fail('Documentation job: skipped', text);
        return nothing.isSurprising
            ? runner.log.notice('Documentation job: skipped', text)
            : runner.log.info(text);
    }
    const cancellation = (0,runner_cancellation/* listenForCancellation */.ci)();
    try {
        const { prepareRun } = await Promise.all(/* import() */[__nccwpck_require__.e(6), __nccwpck_require__.e(277), __nccwpck_require__.e(159)]).then(__nccwpck_require__.bind(__nccwpck_require__, 9159));
        const { signal } = cancellation;
        const prepared = await prepareRun(trigger, { runner, reader, outputs, secretInputs, signal, fetch });
        if (prepared === undefined)
            return;
        await prepared.publish(await prepared.runAgentJob());
    }
    finally {
        cancellation.stop();
    }
}
async function post(runner) {
    const secretInputs = (0,agent_job_inputs/* hideSecretInputs */.um)((0,inputs/* createInputReader */.i)(runner.secrets));
    const state = (0,runner_outputs/* createState */.ur)(runner);
    if (state.read('phase') !== 'started')
        return;
    const { finishComment } = await Promise.all(/* import() */[__nccwpck_require__.e(277), __nccwpck_require__.e(601)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5601));
    await finishComment(runner, secretInputs, state);
}
function readEventOrFail(runner) {
    try {
        return (0,runner_event/* readEvent */.j_)(process.env);
    }
    catch (error) {
        if (!(error instanceof runner_event/* EventError */.PM))
            throw error;
        runner.fail("The event can't be read", error.message);
        return undefined;
    }
}

var __webpack_exports__main = __webpack_exports__.iW;
var __webpack_exports__post = __webpack_exports__.bE;
var __webpack_exports__runMain = __webpack_exports__.VN;
var __webpack_exports__runPost = __webpack_exports__.a2;
export { __webpack_exports__main as main, __webpack_exports__post as post, __webpack_exports__runMain as runMain, __webpack_exports__runPost as runPost };
