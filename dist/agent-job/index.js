import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 492:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _runner_start_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(419);
/* harmony import */ var _trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(866);


// GitHub starts the root action for every comment in a repository, and most contain no command. Those runs end here,
// before any package is loaded.
try {
    const trigger = (0,_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readTrigger */ .vE)((0,_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readTriggerInputs */ .aR)());
    if (trigger.kind === 'nothing')
        (0,_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .reportNothing */ .sd)(trigger);
    else
        await (0,_runner_start_js__WEBPACK_IMPORTED_MODULE_0__/* .startAction */ .R)(({ agentJob }) => agentJob(trigger));
}
catch (error) {
    const empty = { prLink: '', status: '', jobId: '', prNumber: '', commentUrl: '', job: '' };
    (0,_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .setOutputs */ .n0)({ ...empty, outcome: 'error', error: (0,_runner_start_js__WEBPACK_IMPORTED_MODULE_0__/* .failStep */ .v)(error) });
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 866:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  vE: () => (/* binding */ readTrigger),
  aR: () => (/* binding */ readTriggerInputs),
  sd: () => (/* binding */ reportNothing),
  n0: () => (/* binding */ setOutputs)
});

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
// EXTERNAL MODULE: ./build/front-doors/runner/action-error.js
var action_error = __nccwpck_require__(122);
;// CONCATENATED MODULE: ./build/front-doors/text/lists.js
// The front door imports this file: no packages here.
/** Splits a list in an input, by commas and white space. */
function parseList(text) {
    return [...new Set(text.split(/[\s,]+/u).filter(Boolean))];
}
/** Whether a list of logins has one; logins aren't case-sensitive. */
function isListed(login, logins) {
    return logins.some((each) => each.toLowerCase() === login.toLowerCase());
}

;// CONCATENATED MODULE: ./build/front-doors/text/plain-text.js

/**
 * Characters that GitHub doesn't show, and that could carry or hide an instruction: tag characters, bidirectional
 * embeddings, overrides and isolates, zero-width spaces, controls. Joiners, variation selectors and right-to-left marks
 * stay, because scripts and emoji need them.
 */
const INVISIBLE = new RegExp(String.raw `[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F` +
    String.raw `\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\p{Cs}]`, 'gu');
/** `text` without invisible characters. */
function removeInvisible(text) {
    return text.replace(INVISIBLE, '');
}
/** `text` on one line, without invisible characters. */
function toOneLine(text) {
    return removeInvisible(text.replace(/[\s\u0085]+/gu, ' ')).trim();
}
/**
 * The first `maximum` code points of `text`, with an ellipsis in place of the last one where it is cut. Secrets go
 * first: what is left of a secret that is cut isn't found.
 */
function shorten(text, maximum) {
    const clean = redact(text);
    // A code point has at most two units.
    const points = Array.from(clean.slice(0, 2 * maximum + 2));
    return points.length <= maximum ? clean : `${points.slice(0, maximum - 1).join('')}…`;
}
/** Quotes what somebody else wrote, on one line, as the end of a sentence; empty where there is nothing. */
function quote(text) {
    const line = shorten(toOneLine(text), 500).replaceAll('"', "'");
    return line && (/[.!?…]$/u.test(line) ? `"${line}"` : `"${line}".`);
}

;// CONCATENATED MODULE: ./build/front-doors/agent-job/mail-tail.js
// The front door imports this file: no packages here.
/**
 * Removes what a reply by e-mail carries behind its text: a quoted mail, and a signature above or below it. The first
 * line, which has the command, always stays.
 * @returns `removedLines`: how many lines that aren't blank were removed
 */
function removeMailTail(text) {
    const lines = text.split(/\r\n|\n|\r/u);
    let kept = hideCode(lines);
    for (const findEnd of [findSignature, findQuotedMail, findSignature])
        kept = kept.slice(0, findEnd(kept));
    const removedLines = lines.slice(kept.length).filter((line) => !isBlank(line)).length;
    return { text: lines.slice(0, kept.length).join('\n'), removedLines };
}
const isBlank = (line) => line.trim() === '';
const isQuote = (line) => /^ {0,3}>/u.test(line);
/** Whatever is in a fenced code block is the commenter's. */
function hideCode(lines) {
    let fence = '';
    return lines.map((line) => {
        const shown = fence === '' ? line : 'code';
        const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})/u.exec(line) ?? [];
        // A longer fence contains shorter ones.
        if (fence === '')
            fence = marks;
        else if (marks.startsWith(fence))
            fence = '';
        return shown;
    });
}
/** @returns the index of the line with which a signature begins; without one, the number of lines */
function findSignature(lines) {
    const start = lines.indexOf('-- ', 1);
    const end = start === -1 ? lines.length : start;
    const last = lines.findLastIndex((line, index) => index < end && !isBlank(line));
    return last > 0 && SENT_FROM.test(lines[last] ?? '') ? last : end;
}
/** @returns the index of the line with which a quoted mail begins; without one, the number of lines */
function findQuotedMail(lines) {
    const outlook = lines.findIndex((line, index) => index > 0 && isOutlookHeader(line, lines[index + 1] ?? ''));
    if (outlook !== -1)
        return outlook;
    const lastOwn = lines.findLastIndex((line) => !isBlank(line) && !isQuote(line));
    if (!lines.slice(lastOwn + 1).some(isQuote))
        return lines.length;
    // Some mail programs quote also the attribution.
    for (let index = lastOwn; index < lines.length; index += 1) {
        const start = findAttribution(lines, index);
        if (start > 0)
            return start;
    }
    return lines.length;
}
/**
 * Outlook's block: `From:` behind a line of underscores (or `-----Original Message-----`), or with an address and
 * before `Sent:`. The names may be bold.
 */
function isOutlookHeader(line, next) {
    const isFrom = (text) => /^\s*\*{0,2}(From|Von|De|Da) ?:/iu.test(text);
    const isSent = /^\s*\*{0,2}(Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato) ?:/iu.test(next);
    if (/^\s*(_{5,}|-{5} ?\p{L}.*-{5})\s*$/u.test(line))
        return isFrom(next);
    return isFrom(line) && isSent && /\S@\S/u.test(line);
}
/**
 * Where an attribution such as `On … wrote:` begins, if it ends in this line. It contains an address. Mail programs
 * break it into up to three lines, of which the first has the date.
 * @returns the index of its first line; 0 for none
 */
function findAttribution(lines, end) {
    const last = lines[end]?.trim() ?? '';
    // A longer line without an address, such as "Use this text:", is the commenter's own.
    if (!last.endsWith(':') || (!last.includes('@') && last.replace(/\s*:$/u, '').split(/\s+/u).length > 2))
        return 0;
    let found = 0;
    let text = '';
    for (let start = end; start > Math.max(0, end - 3); start -= 1) {
        const piece = lines[start]?.replace(/^[\s>]+/u, '') ?? '';
        if (piece === '')
            break;
        text = `${piece} ${text}`;
        // GitHub shows an address as `***@***.***`.
        const address = /^(.*?\s)?\S+@\S/su.exec(text);
        if (address === null)
            continue;
        if (/\d/u.test(address[1] ?? ''))
            return start;
        found ||= start;
    }
    return found;
}
/** As mail programs write it, and only so: a last line such as "Sent from the server" is text. */
const SENT_FROM = new RegExp('^(Sent from my |Get Outlook for |Gesendet von mein|Von mein\\S* .+ gesendet|Envoyé de(puis)? mon |' +
    'Enviado (desde mi|do meu) |Inviato dal mio |(Sent|Gesendet|Envoyé|Enviado|Inviato) \\w+ ' +
    '(iPhone|iPad|Mail (?=for )|Outlook|Yahoo|Gmail|Proton|Spark|Superhuman)).{0,60}$', 'u');

;// CONCATENATED MODULE: ./build/front-doors/agent-job/command.js
// The front door imports this file: no packages here.


/**
 * Finds the command in a comment: only the first word of the first line that isn't blank counts, where it is plain
 * text. Whatever else opens a line (a quote, a fence, four spaces) comes before it.
 * @param command compared without case, since phones write `/Docs`
 */
function parseCommand(body, command) {
    const text = removeInvisible(body).replace(BEFORE_FIRST_WORD, '');
    const rest = text.slice(command.length);
    const isCommand = text.slice(0, command.length).toLowerCase() === command.toLowerCase() && /^(\s|$)/u.test(rest);
    if (!isCommand)
        return { kind: 'none' };
    const { text: request, removedLines } = removeMailTail(rest);
    return parseRequest(request.trim(), removedLines);
}
/**
 * Blank lines, and up to three spaces: a fourth one makes the line a code block. Other blanks and invisible characters
 * before it are skipped.
 */
const BEFORE_FIRST_WORD = /^(?:[^\S\r\n]*(?:\r\n|\n|\r))* {0,3}(?:(?![ \t\r\n])[\s\p{DI}])*/u;
function parseRequest(request, unsentLines) {
    const [flag = ''] = NEW_FLAG.exec(request) ?? [];
    const text = request.slice(flag.length).trim();
    const [, word] = ONE_WORD.exec(text) ?? [];
    if (word !== undefined) {
        // One word says too little for a job.
        if (/^check$/iu.test(word))
            return { kind: 'check' };
        return { kind: 'help', word: /^-*(help|h)$/iu.test(word) ? '' : word.toLowerCase() };
    }
    // A few marks say even less.
    if (text !== '' && !/[\p{L}\p{N}]/u.test(text))
        return { kind: 'help', word: '' };
    const [option] = OPTION.exec(text) ?? [];
    return option === undefined
        ? { kind: 'prompt', text, isNew: flag !== '', unsentLines }
        : { kind: 'help', word: option };
}
// Phones make one dash of two hyphens.
const NEW_FLAG = /^(?:--|[\u2013\u2014])new(?=\s|$)/iu;
const OPTION = /^(?:--|[\u2013\u2014])\p{L}\S*/u;
/** Latin letters and hyphens, and marks around them. */
const ONE_WORD = /^[^\p{L}\p{N}\s-]*([-\u2013\u2014]{0,2}\p{Script=Latin}[-\p{Script=Latin}]{0,19})[^\p{L}\p{N}\s-]*$/u;

;// CONCATENATED MODULE: ./build/front-doors/agent-job/event.js
// The front door imports this file: no packages here.

const COMMENT_EVENTS = ['issue_comment', 'pull_request_review_comment'];
/** Parses an event that asks for something. */
function parseTrigger(eventName, payload) {
    const { issue, pull_request: pull, comment, release, ref = '', before = '', after = '' } = payload;
    const common = {
        eventName,
        sender: parseAccount(payload.sender),
        defaultBranch: payload.repository?.default_branch ?? '',
    };
    // A comment on a pull request's conversation has it as an issue with a `pull_request`.
    const kind = pull !== undefined || issue?.pull_request !== undefined ? 'pull request' : 'issue';
    const about = parseSubject(kind, pull ?? issue);
    if (COMMENT_EVENTS.includes(eventName)) {
        if (comment === undefined || about === undefined)
            throw new action_error/* ActionError */.lZ("The event file can't be read (it names no comment, issue or pull request).");
        return { ...common, kind: 'comment', about, comment: parseComment(eventName, comment) };
    }
    if (release !== undefined)
        return { ...common, kind: 'tag', tag: release.tag_name ?? '', release: parseRelease(release) };
    if (eventName === 'push' && ref.startsWith('refs/heads/'))
        return { ...common, kind: 'push', branch: ref.slice('refs/heads/'.length), before, after };
    if (eventName === 'push')
        return { ...common, kind: 'tag', tag: ref.slice('refs/tags/'.length), release: undefined };
    return about === undefined ? { ...common, kind: 'other' } : { ...common, kind: 'conversation', about };
}
function parseSubject(kind, conversation) {
    if (conversation?.number === undefined)
        return undefined;
    const { number, title = '', html_url: url = '', body, user, labels = [] } = conversation;
    const names = labels.map(({ name = '' }) => name);
    return { kind, number, title, url, body: body ?? '', author: user?.login ?? '', labels: names };
}
function parseRelease({ name, html_url: url = '', body, author }) {
    return { name: name ?? '', url, body: body ?? '', author: author?.login ?? '' };
}
/** The author of a comment is `null` for a deleted account. */
function parseAccount(account) {
    const { login = '', id = 0, type = '' } = account ?? {};
    return { login, id, type };
}
function parseComment(eventName, comment) {
    const { id = 0, html_url: url = '', body = '', user, created_at: createdAt = '', path } = comment;
    // A line that later commits have changed has its number only as the original one.
    const line = comment.line ?? comment.original_line ?? undefined;
    return {
        kind: eventName === 'issue_comment' ? 'issue comment' : 'review comment',
        id,
        url,
        body,
        author: parseAccount(user),
        createdAt,
        place: path === undefined
            ? undefined
            : { path, firstLine: comment.start_line ?? undefined, line, hunk: comment.diff_hunk ?? '' },
    };
}

;// CONCATENATED MODULE: ./build/front-doors/agent-job/trigger.js
// The front door imports this file: no packages here.






/** Events with text by anyone, which no permission is asked for. */
const UNREAD_EVENTS = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review'];
/** Actions of `issues` and `pull_request` after which there is nothing to document. */
const IDLE_ACTIONS = ['deleted', 'transferred', 'locked', 'unlocked', 'unlabeled', 'unassigned'];
const NO_COMMIT = /^0*$/u;
/**
 * Reads the event, and decides from it alone whether it asks for something.
 * @param inputs `command` is the first word of a command; `ignoreAuthors` are logins
 * @throws ActionError if the event file can't be read, or isn't JSON
 */
function readTrigger(inputs) {
    const eventName = process.env['GITHUB_EVENT_NAME'] ?? '';
    const payload = readPayload(process.env['GITHUB_EVENT_PATH'] ?? '');
    return (findNothing(eventName, payload, inputs.command) ?? skipLoops(parseTrigger(eventName, payload), inputs.ignoreAuthors));
}
function readPayload(path) {
    try {
        const payload = JSON.parse((0,external_node_fs_namespaceObject.readFileSync)(path, 'utf8'));
        if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
            throw new Error('not an object');
        return payload;
    }
    catch (cause) {
        const why = cause instanceof SyntaxError ? "it isn't JSON" : String(cause.code ?? cause);
        const hint = 'The runner writes it: check `GITHUB_EVENT_PATH`, and whether an earlier step changes the file.';
        throw new action_error/* ActionError */.lZ(`The event file can't be read (${why}).`, { hint, cause });
    }
}
function nothing(reason, isNotice = false) {
    return { kind: 'nothing', reason, isNotice };
}
function findNothing(eventName, payload, command) {
    const { action = '' } = payload;
    if (UNREAD_EVENTS.includes(eventName))
        return nothing(`The action doesn't support the event "${eventName}".`, true);
    if (eventName === 'delete' || eventName === 'merge_group')
        return nothing(`The event is "${eventName}".`);
    if (eventName === 'release' && action !== 'published')
        return nothing(`The release was ${action}, not published.`);
    if (COMMENT_EVENTS.includes(eventName))
        return findNothingInComment(payload, command);
    if (/^(issues|pull_request|pull_request_target)$/u.test(eventName))
        return findNothingInConversation(payload);
    return eventName === 'push' ? findNothingInPush(payload) : undefined;
}
function findNothingInComment({ action = '', comment }, command) {
    if (action !== 'created')
        return nothing(`The comment was ${action}, and only new comments are read.`);
    const isCommand = parseCommand(comment?.body ?? '', command).kind !== 'none';
    return isCommand ? undefined : nothing(`The comment doesn't begin with ${command}.`);
}
function findNothingInConversation({ action = '', pull_request: pull }) {
    if (action === 'closed' && pull?.merged === false)
        return nothing('The pull request was closed without a merge.');
    const kind = pull === undefined ? 'issue' : 'pull request';
    return IDLE_ACTIONS.includes(action) ? nothing(`The ${kind} was ${action}.`) : undefined;
}
function findNothingInPush({ ref = '', before = '', after = '' }) {
    const isBranch = ref.startsWith('refs/heads/');
    if (NO_COMMIT.test(after))
        return nothing(`The push deleted a ${isBranch ? 'branch' : 'tag'}.`);
    if (isBranch && NO_COMMIT.test(before))
        return nothing('The push created a branch, so there is no earlier commit to compare with.');
    return !isBranch && !NO_COMMIT.test(before) ? nothing('The push moved a tag, and only new tags are read.') : undefined;
}
/** An event by an ignored account would have the agent document its own work, without an end. */
function skipLoops(trigger, ignoreAuthors) {
    if (trigger.kind === 'comment')
        return trigger;
    const ignores = (login) => login !== '' && isListed(login, ignoreAuthors);
    const { sender } = trigger;
    const author = 'about' in trigger ? trigger.about.author : 'release' in trigger ? (trigger.release?.author ?? '') : '';
    if (ignores(author))
        return nothing(`${author} is listed in \`ignore-authors\`, and is the author of the issue, pull request or release.`);
    return ignores(sender.login)
        ? nothing(`${sender.login} is listed in \`ignore-authors\`, and caused the event.`)
        : trigger;
}
/** Ends a run whose event asks for nothing: one output, and one line of the log. */
function reportNothing({ reason, isNotice }) {
    // Names in it come from the event: the runner would read a command at the start of a line, and `##[` anywhere.
    const line = toOneLine(reason).replaceAll('##[', '## [');
    setOutputs({ outcome: 'skipped' });
    process.stdout.write(isNotice ? `::notice title=Nothing to do::${line}\n` : `Nothing to do: ${line}\n`);
}
/** Sets outputs, without a package. @param values each becomes one line, since a second one would set another output */
function setOutputs(values) {
    const lines = Object.entries(values).map(([name, value]) => `${name}=${toOneLine(value)}\n`);
    if (process.env['GITHUB_OUTPUT'])
        (0,external_node_fs_namespaceObject.appendFileSync)(process.env['GITHUB_OUTPUT'], lines.join(''));
}
/** The two inputs that decide whether an event asks for something, unchecked. */
function readTriggerInputs() {
    const ignored = parseList(process.env['INPUT_IGNORE-AUTHORS'] ?? '');
    return { command: process.env['INPUT_COMMAND']?.trim() || '/docs', ignoreAuthors: ['mintlify[bot]', ...ignored] };
}


/***/ }),

/***/ 122:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   lZ: () => (/* binding */ ActionError)
/* harmony export */ });
/* unused harmony exports toActionError, describeFailure, explain, lookPast */

/**
 * What ends an operation, in the words that people read: the operation and its target, what came back, and, as `hint`,
 * what to do. It is thrown where the fact is known.
 */
class ActionError extends Error {
    name = 'ActionError';
    hint;
    status;
    isTrouble;
    limitMs;
    isRefused;
    said;
    constructor(message, options = {}) {
        super(message, { cause: options.cause });
        this.hint = options.hint ?? '';
        this.status = options.status;
        this.isTrouble = options.isTrouble ?? false;
        this.limitMs = options.limitMs;
        this.isRefused = options.isRefused ?? options.limitMs !== undefined;
        this.said = options.said ?? '';
    }
    /** The first sentence of the message, without its full stop. */
    get whatHappened() {
        return this.#parts[0];
    }
    /** The rest of the message: the request, and what came back. */
    get technical() {
        return this.#parts[1];
    }
    get #parts() {
        const [, first = this.message, rest = ''] = /^(.+?)\.(?:\s+(.*))?$/su.exec(this.message) ?? [];
        return [first, rest];
    }
    /** All that people read, as one text. */
    get text() {
        return [this.message, this.said, this.hint].filter(Boolean).join(' ');
    }
}
/** An error that nobody expected, as an `ActionError`. */
function toActionError(error) {
    if (error instanceof ActionError)
        return error;
    if (error instanceof CancelledError)
        return new ActionError(error.message, { cause: error });
    const message = error instanceof Error ? error.message : String(error);
    return new ActionError(`Unexpected error: ${message}`, {
        hint: 'This is a bug in the action. Report it with the log of this run.',
        cause: error,
    });
}
/**
 * Why no response came: the code of the network's failure, such as `ECONNREFUSED`, which `fetch` hides in its causes.
 */
function describeFailure(error) {
    if (!(error instanceof Error))
        return 'no reason given';
    if (error.name === 'TimeoutError')
        return 'no response in time';
    if (error instanceof CancelledError)
        return 'the run was canceled';
    const { code } = error;
    return error.cause instanceof Error ? describeFailure(error.cause) : typeof code === 'string' ? code : error.name;
}
/** Says what an operation was for, in front of what came back: `fetchIt().catch(explain("Couldn't read it"))`. */
function explain(what) {
    return (error) => {
        if (!(error instanceof ActionError))
            throw error;
        throw new ActionError(`${what}. ${error.message}`, error);
    };
}
/** For what a run can do without: an ActionError is undefined, after `note` has seen it, and any other goes on. */
function lookPast(note = () => { }) {
    return (error) => {
        if (!(error instanceof ActionError))
            throw error;
        note(error);
    };
}


/***/ }),

/***/ 419:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ startAction),
/* harmony export */   v: () => (/* binding */ failStep)
/* harmony export */ });
/* harmony import */ var _action_error_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(122);
// Bundled into the front doors of the actions: no packages here.

/**
 * Loads the program of all actions, and starts one.
 * @throws what a package refuses while it is loaded, such as a proxy variable that isn't a URL
 */
async function startAction(start) {
    const { program } = await import(/* webpackIgnore: true */ '../main.js');
    await start(program);
}
/**
 * Fails the step, with an annotation in one line. The runner finds commands also behind `##[`, anywhere in a line.
 * @returns what it says
 */
function failStep(error) {
    const text = error instanceof _action_error_js__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ
        ? error.text
        : `${String(error).replace(/\.?$/u, '.')} Check HTTP_PROXY and HTTPS_PROXY.`;
    const line = text.replace(/\s+/gu, ' ').replaceAll('##[', '## [');
    process.stdout.write(`::error title=The action couldn't start::${line}\n`);
    process.exitCode = 1;
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
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
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
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(492);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
