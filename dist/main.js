const __WEBPACK_EXTERNAL_createRequire = () => process.getBuiltinModule;
/******/ var __webpack_modules__ = ({

/***/ 6982:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 4573:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:buffer");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 3024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 1455:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");

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

/***/ 8522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 6928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 8905:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Iq: () => (/* binding */ readCommandWord),
/* harmony export */   WJ: () => (/* binding */ INPUT_DEFAULTS),
/* harmony export */   um: () => (/* binding */ hideSecretInputs),
/* harmony export */   vH: () => (/* binding */ readEarlyInputs)
/* harmony export */ });
const INPUT_DEFAULTS = {
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
};
function hideSecretInputs(reader) {
    return {
        apiKey: reader.secret('api-key', { required: true }),
        githubToken: reader.secret('github-token', { required: false }),
    };
}
function readEarlyInputs(reader) {
    return {
        command: readCommandWord(reader),
        allowedBots: reader.logins('allowed-bots'),
        ignoreAuthors: reader.ignoredAuthors('ignore-authors'),
        jobId: reader.text('job-id'),
    };
}
function readCommandWord(reader) {
    const word = reader.text('command');
    if (/\s/u.test(word))
        reader.refuse('command', word, 'one word such as /docs, or nothing to ignore comments');
    return word;
}


/***/ }),

/***/ 7259:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ parseCommand),
/* harmony export */   l: () => (/* binding */ isCommandInDescription)
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
function isCommandInDescription({ description }, command) {
    return description !== undefined && parseCommand(description, command).kind !== 'none';
}
function nameRequest(request) {
    const { newFlag, anyFlag, oneWord } = createGrammar();
    const [flag = ''] = newFlag.exec(request) ?? [];
    const isNew = flag !== '';
    const text = request.slice(flag.length).trim();
    if (text === '')
        return { kind: 'bare', isNew };
    const [, dashes, only = ''] = oneWord.exec(text) ?? [];
    const word = only.toLowerCase();
    if (dashes !== undefined && ['', 'h', 'help'].includes(word))
        return { kind: 'help' };
    if (dashes === '')
        return word === 'check' ? { kind: 'check' } : { kind: 'help', word };
    const option = dashes ? dashes + only : anyFlag.exec(text)?.[0];
    if (option !== undefined)
        return { kind: 'help', option: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .untrustedText */ .U)(option) };
    return { kind: 'prompt', text: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .untrustedText */ .U)(text), isNew };
}
const beforeFirstWord = /^(?:[ \t]*(?:\r\n|\n|\r))* {0,3}/;
const space = '\\t\\n\\f\\r \\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000';
const afterCommand = new RegExp(`^[:,]?((?:[${space}][^]*)?)$`);
function createGrammar() {
    const dash = '\\p{Pd}\u2212';
    const latin = '\\p{Script=Latin}';
    const marks = `[^\\p{L}\\p{N}\\s${dash}]*`;
    return {
        newFlag: new RegExp(`^(?:--|[\u2014\u2013])new(?=[${space}]|$)`, 'i'),
        anyFlag: new RegExp(`^[${dash}]{1,2}(?=\\p{L})[^${space}]*`, 'u'),
        oneWord: new RegExp(`^${marks}([${dash}]*)((?:${latin}[${dash}${latin}]{0,19})?)${marks}$`, 'u'),
    };
}


/***/ }),

/***/ 9581:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ isStartedOnPurpose),
/* harmony export */   w: () => (/* binding */ findLoop)
/* harmony export */ });
/* harmony import */ var _github_account_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4165);

function isStartedOnPurpose({ eventName }) {
    return ['workflow_dispatch', 'repository_dispatch', 'schedule'].includes(eventName);
}
function findLoop(trigger, ignoreAuthors) {
    const { eventName, sender, thread, release, push } = trigger;
    const explain = (login, what) => (0,_github_account_js__WEBPACK_IMPORTED_MODULE_0__/* .isListed */ .yy)(login, ignoreAuthors) ? `"${login}" ${what} and is listed in \`ignore-authors\`.` : undefined;
    if (isStartedOnPurpose(trigger))
        return undefined;
    const own = explain(thread?.author, `wrote the ${thread?.kind}`) ??
        explain(release?.author, 'wrote the release') ??
        explain(sender, `caused the event "${eventName}"`);
    if (own !== undefined || push === undefined)
        return own;
    const { commits, pullRequest } = push;
    const isByIgnored = commits.every(({ author }) => (0,_github_account_js__WEBPACK_IMPORTED_MODULE_0__/* .isListed */ .yy)(author, ignoreAuthors));
    return ((isByIgnored ? explain(commits[0]?.author, 'wrote all commits of the push') : undefined) ??
        explain(pullRequest?.author, `wrote pull request #${pullRequest?.number}, which the push merged`));
}


/***/ }),

/***/ 1383:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ checkPermission),
/* harmony export */   w: () => (/* binding */ isUnlistedBot)
/* harmony export */ });
/* harmony import */ var _github_account_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4165);
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7307);


const RANK = { none: 0, read: 1, write: 2, admin: 3 };
function isUnlistedBot(author, allowedBots) {
    return author.type !== 'User' && !(0,_github_account_js__WEBPACK_IMPORTED_MODULE_1__/* .isListed */ .yy)(author.login, allowedBots);
}
async function checkPermission({ author, sender }, minimum, allowedBots, github) {
    const { login = '', type } = author;
    const deny = (reason, advice) => ({ isAllowed: false, reason, ...(advice && { advice }) });
    if (!isSame(author, sender))
        return deny(`The comment is by ${tellApart(author, sender)}, but ${tellApart(sender, author)} caused the event.`, 'Post the command as a new comment.');
    if (isUnlistedBot(author, allowedBots))
        return deny(`"${login}" is a ${type || 'bot'}, and isn't listed in \`allowed-bots\`.`, 'To allow this account, add it there.');
    if (type !== 'User')
        return { isAllowed: true, reason: `"${login}" is listed in \`allowed-bots\`.` };
    const permission = await github.fetchPermission(login).catch(async (error) => {
        if (!(error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ && error.status === 404))
            throw error;
        await github.fetchRepository();
        return undefined;
    });
    if (permission === undefined)
        return deny(`GitHub doesn't know "${login}" in this repository.`);
    return {
        isAllowed: RANK[permission] >= RANK[minimum],
        reason: `"${login}" has the permission \`${permission}\`; \`minimum-permission\` is \`${minimum}\`.`,
    };
}
function isSame(author, sender) {
    if (author.login === undefined || author.login !== sender.login)
        return false;
    return author.id === undefined || sender.id === undefined || author.id === sender.id;
}
function tellApart({ login = '', id }, other) {
    return login === other.login && id !== undefined ? `"${login}" (account ${id})` : `"${login}"`;
}


/***/ }),

/***/ 7274:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Kx: () => (/* binding */ isCommentEvent),
/* harmony export */   mU: () => (/* binding */ hasCommand),
/* harmony export */   mx: () => (/* binding */ addReportThread),
/* harmony export */   uc: () => (/* binding */ parseTrigger)
/* harmony export */ });
/* harmony import */ var _github_account_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4165);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8154);



function isCommentEvent(trigger) {
    return Object.hasOwn(COMMENT_EVENTS, trigger.eventName);
}
function hasCommand(trigger, command) {
    return trigger.comment !== undefined && command !== '';
}
function addReportThread(trigger, { command, issueNumber }) {
    const { thread } = trigger;
    const isOwn = hasCommand(trigger, command) || issueNumber === undefined || issueNumber === thread?.number;
    return { ...trigger, reportThread: isOwn ? thread : { number: issueNumber } };
}
function parseTrigger({ name, payload }) {
    const event = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(payload);
    const action = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readName */ .MQ)(event['action'], NAME) ?? '';
    const pull = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['pull_request']);
    const isPullRequestEvent = ['pull_request', 'pull_request_target'].includes(name);
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({
        eventName: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readName */ .MQ)(name, NAME) ?? 'unknown',
        action,
        sender: (0,_github_account_js__WEBPACK_IMPORTED_MODULE_1__/* .parseAccount */ .J5)(event['sender']).login,
        thread: parseThread(event),
        release: parseRelease(event),
        push: name === 'push' ? parsePush(event) : undefined,
        comment: parseComment(name, event),
        description: action === 'opened' ? asText((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['issue'] ?? event['pull_request'])['body']) : undefined,
        isClosedWithoutMerge: isPullRequestEvent && action === 'closed' && pull['merged'] === false,
        isPublic: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['repository'])['private'] === false,
        isFromFork: isFromFork(event) ? true : undefined,
    });
}
const NAME = /^[a-z_]{1,40}$/u;
function isFromFork(event) {
    const { repo } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['pull_request'])['head']);
    const own = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['repository'])['full_name']);
    return repo === null || (repo !== undefined && (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(repo)['full_name']) !== own);
}
function parseThread(event) {
    const pull = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['pull_request']);
    const issue = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['issue']);
    const isPull = asNumber(pull['number']) !== undefined;
    const source = isPull ? pull : issue;
    const number = asNumber(source['number']);
    if (number === undefined)
        return undefined;
    const kind = isPull || (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(issue['pull_request']) ? 'pull request' : 'issue';
    const author = (0,_github_account_js__WEBPACK_IMPORTED_MODULE_1__/* .parseAccount */ .J5)(source['user']).login;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({ kind, number, title: asText(source['title']), url: asText(source['html_url']), author });
}
function parseRelease(event) {
    const release = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(event['release']);
    if (release === undefined)
        return undefined;
    const optional = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({
        publishedAt: asTime(release['published_at']),
        author: (0,_github_account_js__WEBPACK_IMPORTED_MODULE_1__/* .parseAccount */ .J5)(release['author']).login,
        name: asText(release['name']),
        tag: asText(release['tag_name']),
        url: asText(release['html_url']),
        notes: asText(release['body']),
    });
    return { id: asNumber(release['id']), isPrerelease: release['prerelease'] === true, ...optional };
}
function parsePush(event) {
    const commits = Array.isArray(event['commits']) ? event['commits'] : [];
    const [, branch] = /^refs\/heads\/(.+)$/su.exec((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(event['ref']) ?? '') ?? [];
    return {
        branch: branch === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(branch),
        ...(branch !== undefined && { isDefaultBranch: branch === (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['repository'])['default_branch'] }),
        before: asCommit(event['before']),
        after: asCommit(event['after']),
        commits: commits.map((each) => {
            const { id, author, message } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(each);
            const subject = asText((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(message)
                ?.trimStart()
                .split(/[\r\n]/u, 1)[0]);
            return { id: asCommit(id), author: (0,_github_account_js__WEBPACK_IMPORTED_MODULE_1__/* .parseLogin */ .$n)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(author)['username']), ...(0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({ subject }) };
        }),
    };
}
const COMMENT_EVENTS = {
    issue_comment: 'issue comment',
    pull_request_review_comment: 'review comment',
};
function parseComment(eventName, event) {
    const kind = Object.hasOwn(COMMENT_EVENTS, eventName) ? COMMENT_EVENTS[eventName] : undefined;
    const comment = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(event['comment']);
    const id = asNumber(comment['id']);
    const body = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(comment['body']);
    if (kind === undefined || id === undefined || body === undefined)
        return undefined;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({
        kind,
        id,
        body: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(body),
        author: (0,_github_account_js__WEBPACK_IMPORTED_MODULE_1__/* .parseAccount */ .J5)(comment['user']),
        sender: (0,_github_account_js__WEBPACK_IMPORTED_MODULE_1__/* .parseAccount */ .J5)(event['sender']),
        createdAt: asTime(comment['created_at']),
        place: kind === 'review comment' ? parsePlace(comment) : undefined,
    });
}
function parsePlace(comment) {
    const path = asText(comment['path']);
    if (path === undefined)
        return undefined;
    const current = asNumber(comment['line']);
    const line = current ?? asNumber(comment['original_line']);
    const firstLine = current && asNumber(comment['start_line']);
    const side = ['LEFT', 'RIGHT'].find((each) => each === comment['side']);
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({ path, firstLine, line, side, diffHunk: asText(comment['diff_hunk']) });
}
function asTime(value) {
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readName */ .MQ)(value, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u);
}
function asCommit(value) {
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readName */ .MQ)(value, /^(?=.*[^0])(?:[0-9a-f]{40}|[0-9a-f]{64})$/u);
}
function asText(value) {
    const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(value);
    return text ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(text) : undefined;
}
function asNumber(value) {
    const number = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readNumber */ .kz)(value);
    return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined;
}


/***/ }),

/***/ 658:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ writeOutputs)
/* harmony export */ });
/* harmony import */ var _docs_service_schema_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7917);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2854);


const OUTPUTS = {
    prLink: ({ job }) => job?.prLink?.href ?? '',
    status: ({ job, answer }) => (answer && (0,_docs_service_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .formatStatus */ .me)(answer)) || (job?.status ?? ''),
    outcome: ({ outcome }) => outcome,
    jobId: ({ job }) => job?.jobId ?? '',
    prNumber: ({ job }) => /\/(\d+)\/?$/u.exec(job?.prLink?.pathname ?? '')?.[1] ?? '',
    commentUrl: ({ reportedIn }) => reportedIn ?? '',
    job: ({ job, answer }) => (job && answer ? formatJob(job, answer) : ''),
    cause: ({ cause }) => cause ?? '',
    followUp: ({ job }) => String(job?.isFollowUp ?? ''),
};
const MAXIMUM_TEXT = 2_048;
function writeOutputs(outputs, report) {
    for (const name of Object.keys(OUTPUTS))
        outputs.set(name, OUTPUTS[name](report));
}
function formatJob({ jobId, prLink }, { id, ...answer }) {
    const { status, unknownStatus, source, model, createdAt, archivedAt } = answer;
    const known = { status: status ?? unknownStatus, source, model, prLink: prLink?.href ?? null, createdAt, archivedAt };
    const cut = (_key, value) => (typeof value === 'string' ? (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)(value, MAXIMUM_TEXT) : value);
    return JSON.stringify({ id: id ?? jobId, ...known }, cut);
}


/***/ }),

/***/ 7917:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   JN: () => (/* binding */ parseJob),
/* harmony export */   Nw: () => (/* binding */ parseViewsPage),
/* harmony export */   O9: () => (/* binding */ endsJob),
/* harmony export */   me: () => (/* binding */ formatStatus),
/* harmony export */   ym: () => (/* binding */ ShapeError)
/* harmony export */ });
/* unused harmony export END_STATUSES */
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2854);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5443);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8154);




const END_STATUSES = ['completed', 'archived', 'failed'];
const STATUSES = ['active', ...END_STATUSES];
function endsJob(status) {
    return END_STATUSES.some((each) => each === status);
}
function formatStatus({ status, unknownStatus }) {
    return status ?? (unknownStatus === undefined ? '' : (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toPlainName */ .xt)(unknownStatus));
}
class ShapeError extends Error {
    name = 'ShapeError';
}
function parseJob(value, redact) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readObject */ .Ag)(value);
    if (fields === undefined)
        throw new ShapeError('something other than a job');
    const parse = (name, from = fields) => {
        const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(from[name]) ?? '';
        return text === '' ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(redact(text));
    };
    const id = redact((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(fields['id']) ?? '');
    const status = STATUSES.find((each) => each === fields['status']);
    const prLink = parse('prLink');
    const pullRequest = prLink && (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .toSafeUrl */ .w)(prLink);
    const source = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readObject */ .Ag)(fields['source']);
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .dropAbsent */ .dm)({
        id: (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .isPathSegment */ .bQ)(id) ? id : undefined,
        status,
        unknownStatus: status === undefined ? parse('status') : undefined,
        pullRequest,
        isPrLinkRefused: prLink !== undefined && pullRequest === undefined ? true : undefined,
        model: parse('model'),
        source: source && (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .dropAbsent */ .dm)({ repository: parse('repository', source), ref: parse('ref', source) }),
        createdAt: parse('createdAt'),
        archivedAt: parse('archivedAt'),
    });
}
function parseViewsPage(value, offset, redact) {
    const page = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readObject */ .Ag)(value);
    if (page === undefined)
        throw new ShapeError('something other than a page of page views');
    const { views, hasMore } = page;
    const totals = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readObject */ .Ag)(page['totals']);
    if (totals === undefined)
        throw new ShapeError('a page of page views without `totals`');
    for (const name of COUNTS)
        if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readCount */ ._0)(totals[name]) === undefined)
            throw new ShapeError(`a page of page views whose \`totals.${name}\` isn't a count`);
    if (!Array.isArray(views))
        throw new ShapeError("a page of page views whose `views` isn't a list");
    if (typeof hasMore !== 'boolean')
        throw new ShapeError('a page of page views whose `hasMore` is neither true nor false');
    for (const [index, row] of views.entries())
        parseRow(row, offset + index + 1, redact);
    const { human, ai, total } = totals;
    return { totals: { human, ai, total }, views, hasMore };
}
const COUNTS = ['human', 'ai', 'total'];
function parseRow(value, number, redact) {
    const row = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readObject */ .Ag)(value);
    if (row === undefined)
        throw new ShapeError(`a page of page views whose row ${number} isn't an object`);
    const path = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(row['path']);
    if (path === undefined)
        throw new ShapeError(`a page of page views whose row ${number} has no text as its \`path\``);
    for (const name of COUNTS)
        if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readCount */ ._0)(row[name]) === undefined)
            throw new ShapeError(`a page of page views in which \`${name}\` of row ${number} isn't a count`);
    row['path'] = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(redact(path).toWellFormed());
}


/***/ }),

/***/ 4165:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $n: () => (/* binding */ parseLogin),
/* harmony export */   J5: () => (/* binding */ parseAccount),
/* harmony export */   fp: () => (/* binding */ parseActor),
/* harmony export */   yy: () => (/* binding */ isListed)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5443);

function parseAccount(value) {
    const { id, login, type } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(value);
    return { id: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readNumber */ .kz)(id), login: parseLogin(login), type: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readName */ .MQ)(type, /^[A-Za-z]{1,40}$/u) };
}
function parseActor(value) {
    const { login, __typename } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(value);
    const type = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readName */ .MQ)(__typename, /^[A-Za-z]{1,40}$/u);
    const name = parseLogin(login);
    return { id: undefined, login: type === 'Bot' ? formatBotLogin(name) : name, type };
}
function formatBotLogin(login) {
    if (login === undefined || login.endsWith('[bot]'))
        return login;
    return login === 'copilot-swe-agent' ? 'Copilot' : `${login}[bot]`;
}
function parseLogin(value) {
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readName */ .MQ)(value, /^[\w-]{1,100}(\[bot\])?$/u);
}
function isListed(login, logins) {
    return login !== undefined && logins.some((each) => each.toLowerCase() === login.toLowerCase());
}


/***/ }),

/***/ 7307:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   DM: () => (/* binding */ createThreadWarning),
/* harmony export */   JR: () => (/* binding */ hintFor),
/* harmony export */   y_: () => (/* binding */ GitHubError)
/* harmony export */ });
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2854);

class GitHubError extends Error {
    name = 'GitHubError';
    status;
    isRateLimited = false;
    retryAfterMs;
    retryAt;
    isLocked = false;
    what;
    hint = '';
    constructor(operation, facts) {
        const { answer, detail, cause, ...others } = facts;
        const said = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .quoteInOneLine */ .UO)(detail);
        const what = `Couldn't ${operation}: ${answer}${said && ` (${said})`}.`;
        super(`${what} ${facts.hint}`, { cause });
        this.what = what;
        Object.assign(this, others);
    }
    get isTransient() {
        const { status } = this;
        return this.isRateLimited || status === undefined || status < 300 || status >= 500 || status === 408;
    }
    get isGone() {
        return this.status === 404 || this.status === 410;
    }
}
function hintFor(status, isMissing, permissions) {
    if (status === undefined)
        return "Check GitHub's status page, and the runner's proxy and network.";
    if (status === 401)
        return ('The token in `github-token` is wrong or has expired. The token of a GitHub App expires after an hour. ' +
            'For longer runs, use `github.token`, which is valid until the run ends.');
    if (status === 403 || status === 404)
        return hintForPermission(status, isMissing, permissions);
    if (status === 410)
        return 'It was deleted, or issues are turned off in this repository.';
    if (status === 422)
        return 'GitHub considers the request invalid or spam. Try again later.';
    if (status >= 500)
        return 'GitHub has a problem. Check its status, and try again later.';
    return "GitHub doesn't document this status for this request. Check GITHUB_API_URL.";
}
function hintForPermission(status, isMissing, [first, second]) {
    if (first === 'metadata: read')
        return (`${status === 404 ? "If it wasn't deleted, the" : 'The'} token in \`github-token\` must be able to read this ` +
            'repository. ' +
            "The token of a workflow can't read other private repositories.");
    const line = `add to the job, under \`permissions:\`, the line \`${first}\``;
    const grant = second === undefined ? line : `${line} (on a pull request: \`${second}\`)`;
    if (status === 404)
        return `It doesn't exist, or the token can't see it: ${grant}.`;
    if (isMissing)
        return `The token lacks a permission: ${grant}.`;
    const others = 'Locked conversations, archived repositories and IP allow lists get the same status.';
    return `If the token lacks a permission, ${grant}. ${others}`;
}
function createThreadWarning({ log, signal }) {
    return (error) => {
        signal.throwIfAborted();
        if (!(error instanceof GitHubError))
            throw error;
        log.warning("Couldn't read or change the thread", error.message, error.hint);
    };
}


/***/ }),

/***/ 172:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ listenForCancellation),
/* harmony export */   c: () => (/* binding */ CancelledError)
/* harmony export */ });
class CancelledError extends Error {
    name = 'CancelledError';
}
function listenForCancellation() {
    const controller = new AbortController();
    const cancel = (name) => controller.abort(new CancelledError(`The run was canceled (${name}).`));
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


/***/ }),

/***/ 6717:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   CS: () => (/* binding */ appendToRunnerFile),
/* harmony export */   Tr: () => (/* binding */ printCommand),
/* harmony export */   _o: () => (/* binding */ isDebug),
/* harmony export */   dc: () => (/* binding */ standardOutput)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);

const STANDARD_OUTPUT = 1;
const PAUSE_MS = 5;
const standardOutput = {
    write(text) {
        let rest = Buffer.from(text);
        while (rest.length > 0) {
            try {
                rest = rest.subarray((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(STANDARD_OUTPUT, rest));
            }
            catch (error) {
                if (error.code !== 'EAGAIN')
                    return;
                Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
            }
        }
    },
};
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
function printCommand(name, data, title = '') {
    const property = title === '' ? '' : ` title=${escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
    standardOutput.write(`::${name}${property}::${escapeData(data)}\n`);
}
function appendToRunnerFile(variable, name, value) {
    const path = process.env[variable] ?? '';
    if (path === '')
        return;
    let entry = `${name}=${value}\n`;
    if (/[\r\n]/u.test(value)) {
        const delimiter = `ghadelimiter_${process.getBuiltinModule('node:crypto').randomUUID()}`;
        entry = `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
    }
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.appendFileSync)(path, entry);
}
function escapeData(text) {
    return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
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
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5443);



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
        const problem = cause instanceof SyntaxError ? "isn't JSON" : "can't be read";
        throw new EventError(`The event file of the "${name}" event (GITHUB_EVENT_PATH) ${problem}. ` +
            'Check whether an earlier step changes it.', { cause });
    }
}
function readWorkflowRun(environment) {
    const serverUrl = URL.parse(environment['GITHUB_SERVER_URL'] ?? '') ?? new URL('https://github.com');
    const apiUrl = URL.parse(environment['GITHUB_API_URL'] ?? '') ?? new URL('https://api.github.com');
    const repository = environment['GITHUB_REPOSITORY'] ?? '';
    const id = environment['GITHUB_RUN_ID'] ?? '';
    return {
        repository,
        repositoryId: environment['GITHUB_REPOSITORY_ID'] || readRepositoryId(environment) || repository.toLowerCase(),
        id,
        ref: environment['GITHUB_REF'] ?? '',
        sha: environment['GITHUB_SHA'] ?? '',
        workflow: (environment['GITHUB_WORKFLOW_REF'] ?? '').replace(/@.*$/su, ''),
        attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
        job: environment['GITHUB_JOB'] ?? '',
        step: environment['GITHUB_ACTION'] ?? '',
        url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`),
        serverUrl,
        apiUrl: apiUrl.href.replace(/\/$/u, ''),
        workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
    };
}
function readRepositoryId(environment) {
    try {
        return String((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readNumber */ .kz)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(readEvent(environment).payload)['repository'])['id']) ?? '');
    }
    catch {
        return '';
    }
}
function isInside(folder, path) {
    const way = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(folder, (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(folder, path));
    return way !== '' && way !== '..' && !way.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_1__.sep}`) && !(0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(way);
}


/***/ }),

/***/ 2266:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   GT: () => (/* binding */ EMPTY_KEY),
/* harmony export */   dz: () => (/* binding */ InputError),
/* harmony export */   i_: () => (/* binding */ InputReader)
/* harmony export */ });
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2854);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(524);
/* harmony import */ var _mistaken_inputs_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8227);



const EMPTY_KEY = {
    headline: 'The API key is empty',
    advice: "Define the secret that `api-key` uses. To use an environment's secret, set `environment:` in the job. To pass a " +
        'secret to a reusable workflow, set `secrets:` in the job that calls it. Forks get no secrets, and Dependabot ' +
        'gets only its own.',
};
const EMPTY_ID = 'the ID from the API keys page of the dashboard. To save it as a variable, run ' +
    "`gh variable set DOCS_PROJECT_ID --body <ID>`. `vars` doesn't read a secret of the same name";
class InputError extends Error {
    name = 'InputError';
    problems;
    constructor(problems) {
        super([
            problems.length === 1 ? '1 input is invalid:' : `${problems.length} inputs are invalid:`,
            ...problems.map(({ input, message }) => `- \`${input}\`: ${message}`),
            '',
            ...(problems.some(({ secret }) => secret === 'misplaced') ? [_mistaken_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .MISPLACED_KEY */ .F.advice] : []),
            ...(problems.some(({ input, secret }) => input === 'api-key' && secret === 'empty') ? [EMPTY_KEY.advice] : []),
            'No request was sent. Fix the `with:` block of the step.',
        ].join('\n'));
        this.problems = problems;
    }
}
class InputReader {
    #problems = [];
    #names = new Set();
    #secrets;
    #defaults;
    constructor(secrets, defaults = {}) {
        this.#secrets = secrets;
        this.#defaults = defaults;
        for (const { input, key, message } of (0,_mistaken_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .findMisplacedKeys */ .yQ)(process.env)) {
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
        return (0,_mistaken_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .listMisspelled */ .DS)(this.#names, process.env).map(({ given, meant }) => `\`${quoteInput(given)}\` isn't an input. Did you mean \`${meant}\`?`);
    }
    id(name, { required }) {
        const value = this.text(name);
        const allowed = value === '' ? required && EMPTY_ID : (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__/* .findIdRule */ .j7)(value);
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
        const hasUser = url !== null && url.username + url.password !== '';
        const allowed = 'an https URL without user name, query or fragment; http only for a loopback host';
        this.refuse(name, hasUser ? 'a URL with a user name' : value, allowed);
        return new URL('https://invalid.invalid');
    }
    refuse(name, given, allowed, secret) {
        if (this.isMisplaced(name))
            return;
        const shown = given === '' ? 'is empty' : `got \`${quoteInput(this.#secrets.redact(given))}\``;
        const message = `${shown}; allowed: ${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)(allowed)}`;
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
    return (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)((0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)(text), 100).replaceAll('`', "'");
}


/***/ }),

/***/ 2793:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ collectWarnings),
/* harmony export */   h: () => (/* binding */ createLog)
/* harmony export */ });
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2854);
/* harmony import */ var _commands_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(6717);


function createLog(secrets) {
    const escaped = (text) => (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeCommands */ .g9)(secrets.redact(text));
    const annotate = (command, title, text) => (0,_commands_js__WEBPACK_IMPORTED_MODULE_1__/* .printCommand */ .Tr)(command, escaped(text.trim() === '' ? title : text), escaped(title));
    return {
        info: (text) => _commands_js__WEBPACK_IMPORTED_MODULE_1__/* .standardOutput */ .dc.write(`${escaped(text)}\n`),
        debug(text) {
            if ((0,_commands_js__WEBPACK_IMPORTED_MODULE_1__/* .isDebug */ ._o)())
                (0,_commands_js__WEBPACK_IMPORTED_MODULE_1__/* .printCommand */ .Tr)('debug', escaped(text));
        },
        notice: (title, text) => annotate('notice', title, text),
        warning: (title, text, _cause) => annotate('warning', title, text),
        error: (title, text) => annotate('error', title, text),
        group(title, text) {
            (0,_commands_js__WEBPACK_IMPORTED_MODULE_1__/* .printCommand */ .Tr)('group', escaped(title));
            _commands_js__WEBPACK_IMPORTED_MODULE_1__/* .standardOutput */ .dc.write(`${escaped(text)}\n`);
            (0,_commands_js__WEBPACK_IMPORTED_MODULE_1__/* .printCommand */ .Tr)('endgroup', '');
        },
    };
}
function collectWarnings(log) {
    const textByCause = new Map();
    const warning = (title, text, cause = text) => {
        if (textByCause.has(cause))
            return;
        textByCause.set(cause, text);
        log.warning(title, text);
    };
    return {
        log: { ...log, warning },
        list: (except) => [...textByCause].flatMap(([cause, text]) => (cause === except ? [] : [text])),
    };
}


/***/ }),

/***/ 8227:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   DS: () => (/* binding */ listMisspelled),
/* harmony export */   F: () => (/* binding */ MISPLACED_KEY),
/* harmony export */   yQ: () => (/* binding */ findMisplacedKeys)
/* harmony export */ });
const KINDS = [
    { name: 'a Mintlify key', pattern: /^mint_[\w-]{20,}$/u, inputs: ['api-key', 'previous-api-key'] },
    { name: 'a GitHub token', pattern: /^(?:gh[oprsu]_|github_pat_)[\w-]{20,}$/u, inputs: ['github-token'] },
];
const MISPLACED_KEY = {
    headline: 'A key is in the wrong input',
    advice: 'Unless the value is a secret, the runner printed it before this step began. Delete the log of this run, ' +
        'replace the key, and save the new one as a secret. A variable is not a secret.',
};
function listInputs(environment) {
    return Object.entries(environment).flatMap(([variable, value = '']) => {
        const input = /^INPUT_(.+)$/su.exec(variable)?.[1]?.toLowerCase();
        return input === undefined ? [] : [{ input, value }];
    });
}
function findMisplacedKeys(environment) {
    const apiKey = environment['INPUT_API-KEY']?.trim() ?? '';
    return listInputs(environment).flatMap(({ input, value }) => {
        const wanted = KINDS.find(({ inputs }) => inputs.includes(input));
        return value.split(/[\r\n]/u).flatMap((line) => {
            const key = line.trim();
            const kind = findKind(key);
            if (kind === undefined || kind === wanted)
                return [];
            const isSwapped = input === 'project-id' && kind === KINDS[0] && apiKey !== '' && findKind(apiKey) === undefined;
            const where = wanted ? `and isn't ${wanted.name}` : "which doesn't belong in this input";
            const message = `the value (not shown) is ${kind.name}, ${where}`;
            return [{ input, key, message: isSwapped ? SWAPPED : message }];
        });
    });
}
const findKind = (value) => KINDS.find(({ pattern }) => pattern.test(value));
const SWAPPED = 'contains the API key, and `api-key` the other value: the two are swapped';
function listMisspelled(names, environment) {
    return listInputs(environment).flatMap(({ input: given, value }) => {
        if (value.trim() === '' || names.has(given))
            return [];
        const rated = [...names].map((meant) => ({ given, meant, likeness: rateLikeness(given, meant) }));
        const [best] = rated.toSorted((a, b) => b.likeness - a.likeness);
        return best === undefined || best.likeness < ALIKE ? [] : [best];
    });
}
const ALIKE = 0.6;
function rateLikeness(one, other) {
    const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length);
    let start = 0;
    while (start < short.length && short[start] === long[start])
        start += 1;
    let end = 0;
    while (start + end < short.length && short.at(-1 - end) === long.at(-1 - end))
        end += 1;
    return (start + end) / long.length;
}


/***/ }),

/***/ 4481:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ft: () => (/* binding */ createSummary),
/* harmony export */   lk: () => (/* binding */ createOutputs),
/* harmony export */   ur: () => (/* binding */ createState),
/* harmony export */   wR: () => (/* binding */ selectFitting)
/* harmony export */ });
/* harmony import */ var _untrusted_truncate_markdown_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(797);
/* harmony import */ var _commands_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6717);
/* harmony import */ var _run_action_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7547);



function createOutputs({ secrets, fail }) {
    let hasFailed = false;
    return {
        set(name, value) {
            try {
                (0,_commands_js__WEBPACK_IMPORTED_MODULE_0__/* .appendToRunnerFile */ .CS)('GITHUB_OUTPUT', name, secrets.redact(value).toWellFormed());
            }
            catch (error) {
                if (!hasFailed)
                    fail("The outputs can't be written", explainRefusal(`set the output ${name}`, error));
                hasFailed = true;
            }
        },
    };
}
function createState({ secrets, log }) {
    return {
        save(name, value) {
            try {
                (0,_commands_js__WEBPACK_IMPORTED_MODULE_0__/* .appendToRunnerFile */ .CS)('GITHUB_STATE', name, secrets.redact(value));
            }
            catch (error) {
                log.warning("The state can't be saved", explainRefusal(`save ${name} for the post step`, error));
            }
        },
        read: (name) => process.env[`STATE_${name}`] ?? '',
    };
}
const MAXIMUM_LIST_BYTES = 100 * 1024;
function selectFitting(items, format) {
    let bytes = 2;
    return items.filter((item) => {
        const length = Buffer.byteLength(format(item)) + 1;
        if (bytes + length > MAXIMUM_LIST_BYTES)
            return false;
        bytes += length;
        return true;
    });
}
const MAXIMUM_BYTES = 1024 * 1024 - 1024;
function createSummary(secrets) {
    return async (content) => {
        const text = (0,_untrusted_truncate_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .truncateMarkdown */ .o)(secrets.redact(content.toString()), MAXIMUM_BYTES);
        try {
            const { summary } = await __nccwpck_require__.e(/* import() */ 638).then(__nccwpck_require__.bind(__nccwpck_require__, 6638));
            await summary.addRaw(text, true).write({ overwrite: true });
        }
        catch (error) {
            throw new Error(explainRefusal('write the job summary', error));
        }
    };
}
function explainRefusal(operation, error) {
    return `Couldn't ${operation}: ${(0,_run_action_js__WEBPACK_IMPORTED_MODULE_1__/* .describeInSentence */ .ww)(error)} Check whether the runner's disk is full.`;
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

// EXTERNAL MODULE: ./build/runner/log.js
var runner_log = __nccwpck_require__(2793);
// EXTERNAL MODULE: ./build/runner/commands.js
var commands = __nccwpck_require__(6717);
;// CONCATENATED MODULE: ./build/runner/secrets.js

const REDACTED = '***';
const SHORTEST = 3;
const LONGEST_PIECE = 400;
const SHORTEST_PART = 8;
const TELLING_PART = 12;
const LONGEST_END = 40;
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
                (0,commands/* printCommand */.Tr)('add-mask', form);
            const inJson = JSON.stringify(value).slice(1, -1);
            patterns.push(...parts.flatMap(cutInPieces).map(patternOf), inJson, ...listBase64Forms(value));
        },
        redact: (text) => patterns.reduce((redacted, pattern) => redacted.replaceAll(pattern, REDACTED), text),
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
    const [first = '', ...others] = Array.from(value, patternOfCharacter);
    const rest = others.map((character) => between + character);
    const short = first + rest.splice(0, SHORTEST_PART - 1).join('');
    const next = rest.splice(0, TELLING_PART - SHORTEST_PART);
    const cut = `${optional(next.slice(0, -1))}(?=${between}(?:…|\\.{3}|\\*{2}|\\[|$))`;
    const beginning = next.length === 0 ? short : `${short}(?:${next.join('')}${optional(rest)}|${cut})`;
    return new RegExp(others.length < 2 * SHORTEST_PART ? beginning : `${beginning}|${matchEnd(others)}`, 'gu');
}
function matchEnd(characters) {
    const before = characters.slice(-LONGEST_END, -SHORTEST_PART);
    const optionalBefore = before.reduce((inner, character) => `(?:${inner}${character})?`, '');
    return `(?<=…|\\.{3}|\\*{2}|\\])${optionalBefore}${characters.slice(-SHORTEST_PART).join('')}`;
}
function optional(characters) {
    return characters.reduceRight((after, character) => `(?:${character}${after})?`, '');
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
    const codePoint = `\\u{${character.codePointAt(0)?.toString(16)}}`;
    const encoded = Buffer.from(character.toWellFormed())
        .toString('hex')
        .replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)
        .replace(/(?:\d|\[\w+\]){2}/gu, '%$&');
    return `(?:${[ENTITIES[character], codePoint, encoded].filter(Boolean).join('|')})`;
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
        if (error instanceof Error)
            log.debug(error.stack ?? '');
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
/* harmony export */   UO: () => (/* binding */ quoteInOneLine),
/* harmony export */   g9: () => (/* binding */ escapeCommands),
/* harmony export */   ml: () => (/* binding */ shorten),
/* harmony export */   ts: () => (/* binding */ escapeInvisible),
/* harmony export */   xt: () => (/* binding */ toPlainName)
/* harmony export */ });
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8154);

const UNSEEN = new RegExp('[\\0-\\x08\\v-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E' +
    '\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E007F}\\p{Cs}]', 'gu');
function escapeInvisible(text) {
    return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
function toOneLine(text) {
    return escapeInvisible(text.replace(/[\s\u0085]+/gu, ' ').trim());
}
function toPlainName(text) {
    return /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u.exec((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .readUntrustedText */ .u)(text).trim())?.[0] ?? '';
}
const MAXIMUM_QUOTE = 500;
function quoteInOneLine(text) {
    const words = text === undefined ? '' : toOneLine((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .readUntrustedText */ .u)(text));
    return words && `"${shorten(words, MAXIMUM_QUOTE).replace(/["`]/gu, "'")}"`;
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
/* harmony export */   MQ: () => (/* binding */ readName),
/* harmony export */   _0: () => (/* binding */ readCount),
/* harmony export */   dm: () => (/* binding */ dropAbsent),
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
function readName(value, pattern) {
    const text = readText(value);
    return text !== undefined && pattern.test(text) ? text : undefined;
}
function readNumber(value) {
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
function readCount(value) {
    const number = readNumber(value);
    return number !== undefined && number >= 0 ? number : undefined;
}
function readObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
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
function dropAbsent(fields) {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present);
}


/***/ }),

/***/ 524:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $9: () => (/* binding */ encodePathSegment),
/* harmony export */   bQ: () => (/* binding */ isPathSegment),
/* harmony export */   j7: () => (/* binding */ findIdRule),
/* harmony export */   w: () => (/* binding */ toSafeUrl)
/* harmony export */ });
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8154);

const MAXIMUM_LENGTH = 2048;
const PLAIN = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u;
function toSafeUrl(text) {
    const url = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .readUntrustedText */ .u)(text);
    if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url))
        return undefined;
    const parsed = new URL(url);
    return parsed.username === '' && parsed.href.length <= MAXIMUM_LENGTH ? parsed : undefined;
}
const MAXIMUM_SEGMENT_LENGTH = 512;
function isPathSegment(text) {
    return text !== '' && findIdRule(text) === undefined;
}
function findIdRule(text) {
    if (text === '.' || text === '..')
        return 'an ID, not a relative path';
    if (/[\s\p{Cc}]/u.test(text))
        return 'an ID without white space or control characters';
    if (!text.isWellFormed())
        return 'an ID in well-formed Unicode';
    return text.length > MAXIMUM_SEGMENT_LENGTH ? `an ID of up to ${MAXIMUM_SEGMENT_LENGTH} characters` : undefined;
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


/***/ }),

/***/ 797:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ truncateMarkdown)
/* harmony export */ });
const NOTE = "\n\n*Cut here, because it wouldn't fit.*";
function truncateMarkdown(markdown, maximumBytes) {
    const source = markdown.toWellFormed();
    if (Buffer.byteLength(source) <= maximumBytes)
        return source;
    let kept = takeLines(source, maximumBytes - Buffer.byteLength(NOTE));
    while (kept !== '') {
        const whole = kept + close(kept) + NOTE;
        const excess = Buffer.byteLength(whole) - maximumBytes;
        if (excess <= 0)
            return whole;
        kept = takeLines(kept, Buffer.byteLength(kept) - excess);
    }
    return take(NOTE.trim(), maximumBytes);
}
function take(text, maximumBytes) {
    return new TextDecoder().decode(Buffer.from(text).subarray(0, maximumBytes)).replace(/\uFFFD+$/u, '');
}
function takeLines(source, maximumBytes) {
    const kept = take(source, Math.max(0, maximumBytes));
    const lineStart = kept.lastIndexOf('\n') + 1;
    if (readOpenParts(kept.slice(0, lineStart)).fence !== '')
        return kept;
    if (/[`<[|]/u.test(kept.slice(lineStart)))
        return kept.slice(0, Math.max(0, lineStart - 1));
    return kept.replace(/&[#\w]*$/u, '');
}
function close(source) {
    const { fence, details } = readOpenParts(source);
    return `${fence === '' ? '' : `\n${fence}`}${'\n\n</details>'.repeat(Math.max(0, details))}`;
}
function readOpenParts(source) {
    let fence = '';
    let details = 0;
    for (const line of source.split('\n')) {
        const [, run, rest] = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/su.exec(line) ?? [];
        if (fence !== '') {
            if (run?.startsWith(fence) && rest?.trim() === '')
                fence = '';
        }
        else if (run !== undefined)
            fence = run;
        else if (line.startsWith('<details>'))
            details += 1;
        else if (line.startsWith('</details>'))
            details -= 1;
    }
    return { fence, details };
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
  n: () => (/* binding */ start)
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
// EXTERNAL MODULE: ./build/agent-job/early-inputs.js
var early_inputs = __nccwpck_require__(8905);
// EXTERNAL MODULE: ./build/agent-job/request/command.js
var request_command = __nccwpck_require__(7259);
// EXTERNAL MODULE: ./build/agent-job/request/loops.js
var loops = __nccwpck_require__(9581);
// EXTERNAL MODULE: ./build/agent-job/request/permission.js
var permission = __nccwpck_require__(1383);
// EXTERNAL MODULE: ./build/agent-job/request/trigger.js
var request_trigger = __nccwpck_require__(7274);
;// CONCATENATED MODULE: ./build/agent-job/request/nothing-to-do.js




const end = (reason, isSurprising = false) => ({ reason, isSurprising });
const UNREAD_EVENTS = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review'];
function findNothingToDo(trigger, inputs) {
    const { eventName } = trigger;
    if (inputs.command !== '' && UNREAD_EVENTS.includes(eventName))
        return end(`the event is "${eventName}", and commands are read only from \`issue_comment\` and ` +
            "`pull_request_review_comment`. To send the workflow's own prompt, set an empty `command`.", true);
    if (trigger.isClosedWithoutMerge)
        return end('the pull request was closed without a merge.');
    const found = (0,request_trigger/* isCommentEvent */.Kx)(trigger) ? findInComment(trigger, inputs) : undefined;
    if (found !== undefined)
        return found;
    const isRequested = (0,request_trigger/* hasCommand */.mU)(trigger, inputs.command) || inputs.jobId !== '';
    const loop = isRequested ? undefined : (0,loops/* findLoop */.w)(trigger, inputs.ignoreAuthors);
    return loop === undefined ? undefined : end(loop);
}
function findInComment({ action, comment }, { command, allowedBots }) {
    if (action !== 'created')
        return end(`the comment was ${action || 'changed'}, and the action reads only new comments.`);
    if (comment === undefined)
        return end('the event has no comment.');
    const { author, body } = comment;
    if (command !== '' && (0,request_command/* parseCommand */.R)(body, command).kind === 'none')
        return end(`the comment does not begin with ${command}.`);
    if (!(0,permission/* isUnlistedBot */.w)(author, allowedBots))
        return undefined;
    const { login = '', type = '' } = author;
    const misspelt = allowedBots.find((bot) => `${bot}[bot]`.toLowerCase() === login.toLowerCase());
    const hint = misspelt === undefined ? '' : ` Write \`${login}\` instead of \`${misspelt}\`.`;
    const reason = `"${login}" isn't a person (type "${type}"), and isn't listed in \`allowed-bots\`.`;
    return end(reason + hint, type === '' || hint !== '');
}

// EXTERNAL MODULE: ./build/agent-job/result/outputs.js
var result_outputs = __nccwpck_require__(658);
;// CONCATENATED MODULE: ./build/agent-job/main.js









const runMain = () => (0,run_action/* runAction */.Cs)(main);
const runPost = () => (0,run_action/* runAction */.Cs)(post);
async function main(runner, fetch) {
    const reader = new inputs/* InputReader */.i_(runner.secrets, early_inputs/* INPUT_DEFAULTS */.WJ);
    const outputs = (0,runner_outputs/* createOutputs */.lk)(runner);
    const secretInputs = (0,early_inputs/* hideSecretInputs */.um)(reader);
    const event = readEventOrFail(runner);
    if (event === undefined)
        return (0,result_outputs/* writeOutputs */.K)(outputs, { outcome: 'error' });
    const trigger = (0,request_trigger/* parseTrigger */.uc)(event);
    const nothing = reader.isMisplaced('command') ? undefined : findNothingToDo(trigger, (0,early_inputs/* readEarlyInputs */.vH)(reader));
    if (nothing !== undefined) {
        const text = `Nothing to do: ${nothing.reason}`;
        (0,result_outputs/* writeOutputs */.K)(outputs, { outcome: 'skipped' });
        if (reader.list('fail-on').includes('skipped'))
            return runner.fail('Documentation job: skipped', text);
        return nothing.isSurprising ? runner.log.notice('Documentation job: skipped', text) : runner.log.info(text);
    }
    const cancellation = (0,runner_cancellation/* listenForCancellation */.L)();
    try {
        const { answer } = await Promise.all(/* import() */[__nccwpck_require__.e(16), __nccwpck_require__.e(644), __nccwpck_require__.e(918), __nccwpck_require__.e(886)]).then(__nccwpck_require__.bind(__nccwpck_require__, 4886));
        const { signal } = cancellation;
        await answer(trigger, { runner, reader, outputs, secretInputs, signal, fetch });
    }
    finally {
        cancellation.stop();
    }
}
async function post(runner) {
    const secretInputs = (0,early_inputs/* hideSecretInputs */.um)(new inputs/* InputReader */.i_(runner.secrets));
    const state = (0,runner_outputs/* createState */.ur)(runner);
    if (state.read('phase') !== 'started')
        return;
    const { finishComment } = await Promise.all(/* import() */[__nccwpck_require__.e(16), __nccwpck_require__.e(644), __nccwpck_require__.e(918), __nccwpck_require__.e(97)]).then(__nccwpck_require__.bind(__nccwpck_require__, 97));
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

;// CONCATENATED MODULE: ./build/main.js

const start = {
    agentJob: runMain,
    agentJobPost: runPost,
    pageViews: async () => (await Promise.all(/* import() */[__nccwpck_require__.e(16), __nccwpck_require__.e(789), __nccwpck_require__.e(644), __nccwpck_require__.e(449), __nccwpck_require__.e(635)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8635))).runMain(),
    outcomes: async () => (await Promise.all(/* import() */[__nccwpck_require__.e(644), __nccwpck_require__.e(449), __nccwpck_require__.e(828)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8828))).runMain(),
};

var __webpack_exports__start = __webpack_exports__.n;
export { __webpack_exports__start as start };
