export const id = 398;
export const ids = [398];
export const modules = {

/***/ 2562:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $f: () => (/* binding */ recordEnd),
/* harmony export */   Gr: () => (/* binding */ CLAIM_STATES),
/* harmony export */   PP: () => (/* binding */ createClaimMarker),
/* harmony export */   Vd: () => (/* binding */ pickSentTo),
/* harmony export */   cv: () => (/* binding */ listKnownJobs),
/* harmony export */   th: () => (/* binding */ PREVIOUS_STATES)
/* harmony export */ });
/* harmony import */ var _github_signed_marker_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5671);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3880);


const CLAIM_STATES = [
    'claimed',
    'waiting',
    'refused',
    'unknown',
    'job',
    'finished',
    'answered',
];
const PREVIOUS_STATES = [
    'open',
    'closed',
    'merged',
    'unreadable',
    'job-failed',
    'job-hangs',
    'job-unreadable',
];
function createClaimMarker(apiKey, repository, thread) {
    return (0,_github_signed_marker_js__WEBPACK_IMPORTED_MODULE_0__/* .createSignedMarker */ .Le)('job', apiKey, [repository, String(thread)]);
}
function pickSentTo({ isFollowUp, messageAt, previous }) {
    return {
        ...(isFollowUp !== undefined && { isFollowUp }),
        ...(messageAt !== undefined && { messageAt }),
        ...(previous && { previous }),
    };
}
function recordEnd(end) {
    const { outcome, jobId, status, prLink, headSha } = end;
    const ended = jobId === undefined ? 'refused' : _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal ? 'finished' : 'job';
    return {
        state: outcome === 'unknown' ? 'unknown' : ended,
        ...{ outcome, jobId, status, prLink, headSha },
        ...pickSentTo(end),
        ...(prLink && { kept: undefined }),
    };
}
function listKnownJobs(claim) {
    return [claim, claim.kept].flatMap(({ jobId, outcome, status, prLink, headSha } = {}) => {
        const isOver = outcome !== undefined && outcome !== 'pull-request' && _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal;
        return jobId === undefined || isOver ? [] : [{ jobId, outcome, status, prLink, headSha }];
    });
}


/***/ }),

/***/ 8315:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bv: () => (/* binding */ findNeedless),
/* harmony export */   HD: () => (/* binding */ isOfEarlierAttempt),
/* harmony export */   Hq: () => (/* binding */ selectDecisive),
/* harmony export */   _l: () => (/* binding */ findEarlier),
/* harmony export */   kb: () => (/* binding */ isByUs),
/* harmony export */   ko: () => (/* binding */ mayClaimAgain)
/* harmony export */ });
function selectDecisive(found, { trigger, project, series, claimant }, account) {
    const ours = found.filter((each) => each.payload.project === project && isByUs(each, account));
    const same = ours.filter(({ payload }) => payload.trigger === trigger);
    const oldest = same.find(({ payload, isVerified }) => isVerified || payload.state !== 'refused') ?? same[0];
    if (oldest !== undefined || series === undefined || claimant.attempt === 1)
        return oldest;
    return ours.find(({ payload }) => payload.series === series && isLater(payload, claimant.runId));
}
function isByUs({ isVerified, author }, account) {
    return isVerified || (author !== undefined && author === account);
}
function isOfEarlierAttempt({ claimant }, { claimant: now }) {
    const isSameStep = claimant.job === now.job && claimant.step === now.step;
    return claimant.runId === now.runId && isSameStep && claimant.attempt < now.attempt;
}
function mayClaimAgain({ payload: { state, outcome }, isVerified }) {
    const hasFailed = state === 'finished' && (outcome === 'failed' || outcome === 'archived');
    return state === 'refused' || (isVerified && (state === 'waiting' || hasFailed));
}
function findNeedless(found, { id }, now) {
    return found.filter(({ id: each, payload, isVerified }) => {
        const isSame = payload.trigger === now.trigger && payload.project === now.project;
        return isVerified && each > id && isSame && !payload.jobId && isOfEarlierAttempt(payload, now);
    });
}
function findEarlier(found, { series, project, claimant }) {
    if (series === undefined)
        return undefined;
    return found.findLast(({ payload, isVerified }) => {
        const isSame = payload.series === series && payload.project === project;
        return isVerified && isSame && payload.outcome && !isLater(payload, claimant.runId);
    });
}
function isLater({ claimant }, runId) {
    return Number(claimant.runId) > Number(runId);
}


/***/ }),

/***/ 3190:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TT: () => (/* binding */ renderDocumentation),
/* harmony export */   hG: () => (/* binding */ describePrevious),
/* harmony export */   sS: () => (/* binding */ formatPullRequest),
/* harmony export */   x6: () => (/* binding */ locatePullRequest)
/* harmony export */ });
/* unused harmony export parsePullRequestUrl */
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);


const MAXIMUM_PAGES = 10;
const MAXIMUM_TITLE = 200;
const MAXIMUM_PATH = 120;
function renderDocumentation({ pullRequest, documentation, previous }) {
    const shown = pullRequest ?? (documentation && previous?.url);
    if (shown === undefined)
        return [];
    if (documentation === undefined)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .plain */ .pj)(formatPullRequest(shown)), shown)}**`];
    return [
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([renderTitle(shown, documentation), ...renderState(documentation)], ' '),
        ...(documentation.pages.length === 0 ? [] : [renderPages(documentation)]),
        ...renderRest(documentation),
    ];
}
function renderTitle(url, { title }) {
    const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .plain */ .pj)(formatPullRequest(url));
    const text = title === undefined ? '' : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(title).trim().slice(0, MAXIMUM_TITLE);
    return text === ''
        ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(name, url)}**`
        : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .plain */ .pj)(text.toWellFormed()), url)}** ${name}`;
}
function renderState({ state }) {
    return state === 'open' ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `(${state})`];
}
function renderPages({ pages, traffic }) {
    const shown = pages.slice(0, MAXIMUM_PAGES);
    if (traffic === undefined)
        return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .table */ .tp)([(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Page`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Lines`], shown.map((page) => [renderName(page), renderLines(page)]), [':--', '--:']);
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .table */ .tp)([(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Page`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Human`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `AI`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Total`], shown.map((page) => [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${renderName(page)}<br>${renderLines(page)}`, ...describeViews(page)]), [':--', '--:', '--:', '--:']);
}
function renderName({ file, status }) {
    const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(file, MAXIMUM_PATH);
    const isNoted = status === 'added' || status === 'removed' || status === 'renamed';
    return isNoted ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${name} ${status === 'added' ? 'new' : status}` : name;
}
function renderLines({ additions, deletions }) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `+${formatCount(additions)} −${formatCount(deletions)}`;
}
function describeViews({ views }) {
    if (views === undefined)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) ``, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) ``, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) ``];
    return [views.human, views.ai, views.total].map((count) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${formatCount(count)}`);
}
function formatCount(count) {
    return count.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
function renderRest({ pages, otherFileCount, traffic }) {
    const more = Math.max(0, pages.length - MAXIMUM_PAGES);
    const isAlone = pages.length === 0;
    const counts = [
        ...(more === 0 ? [] : [more === 1 ? '1 more page' : `${formatCount(more)} more pages`]),
        ...(otherFileCount === 0 ? [] : [countOtherFiles(otherFileCount, isAlone)]),
    ];
    const sentences = [
        ...(counts.length === 0 ? [] : [`${isAlone ? 'Changed' : 'Also changed'}: ${counts.join(', ')}.`]),
        ...(traffic === undefined || isAlone ? [] : [describeTraffic(traffic)]),
    ];
    return sentences.length === 0 ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${sentences.join(' ')}`];
}
function describeTraffic({ days, isPartial }) {
    const range = days === 1 ? 'in the last day' : `in the last ${days} days`;
    return isPartial ? `Views ${range}; only a part of the site was searched for them.` : `Views ${range}.`;
}
function countOtherFiles(count, isAlone) {
    const files = count === 1 ? '1 file that is no page' : `${formatCount(count)} files that are no pages`;
    return isAlone ? `no page, ${files}` : files;
}
function describePrevious({ previous, isFollowUp, pullRequest }, when) {
    if (previous === undefined || isFollowUp === undefined)
        return [];
    const { url, state } = previous;
    const name = url === undefined ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `the previous request` : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .plain */ .pj)(formatPullRequest(url)), url);
    if (isFollowUp) {
        if (when === 'working')
            return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The agent continues ${name}.`];
        if (pullRequest === undefined)
            return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The prompt went to the job of ${name}.`];
        if (pullRequest.href === url?.href)
            return [];
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The prompt went to the job of ${name}, and the agent opened another pull request.`];
    }
    return [PREVIOUS[state](name)];
}
const PREVIOUS = {
    open: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the job of ${name} takes no further prompt.`,
    closed: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since ${name} is closed.`,
    merged: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since ${name} is merged.`,
    unreadable: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since it can't be read whether ${name} is open. A \`github-token\` that reads that repository would continue it, and so would \`follow-up: always\`.`,
    'job-unreadable': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} can't be read.`,
    'job-failed': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} failed or is gone.`,
    'job-hangs': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} has been active for too long.`,
};
function parsePullRequestUrl({ pathname }) {
    const [, owner, repo, number] = /^\/([\w.-]+)\/([\w.-]+)\/pull\/(\d{1,10})\/?$/u.exec(pathname) ?? [];
    const isPlace = owner !== undefined && repo !== undefined && ![owner, repo].some((part) => /^\.+$/u.test(part));
    return isPlace ? { owner, repo, number: Number(number) } : undefined;
}
function locatePullRequest(url, serverUrl) {
    return url.host === serverUrl.host ? parsePullRequestUrl(url) : undefined;
}
function formatPullRequest(url) {
    const place = parsePullRequestUrl(url);
    return place === undefined ? url.href : `${place.owner}/${place.repo}#${place.number}`;
}


/***/ }),

/***/ 4285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EY: () => (/* binding */ renderProgress),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   kK: () => (/* binding */ renderSmallLine)
/* harmony export */ });
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8154);
/* harmony import */ var _documentation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3190);




function renderProgress(progress, context) {
    const headline = progress.isWaiting
        ? '⏳ The agent is busy with an earlier request; this one is next'
        : '⏳ The agent is working on the documentation';
    const isNoted = progress.jobId !== undefined;
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### ${headline}`,
        ...(isNoted ? (0,_documentation_js__WEBPACK_IMPORTED_MODULE_0__/* .describePrevious */ .hG)(progress, 'working') : []),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `This comment changes when the job ends. There is nothing to do until then.`,
        renderSmallLine({ ...progress }, context),
    ], '\n\n');
}
function renderSmallLine(report, { askedBy, runUrl }) {
    const { jobId, durationMs, reportedIn, prompt } = report;
    const comment = reportedIn === undefined ? undefined : (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeUrl */ .w)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .untrustedText */ .U)(reportedIn));
    const facts = [
        ...(askedBy === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Asked by ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(askedBy)}`]),
        ...(jobId === undefined || durationMs === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${formatDuration(durationMs)}`]),
        ...(jobId === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Job ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(jobId)}`]),
        ...(prompt?.changes === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${prompt.changes}`]),
        ...describeRemovals(prompt?.removals ?? 0),
        ...(comment === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Comment`, comment)]),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Log`, runUrl),
    ];
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `<sub>${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)(facts, ' · ')}</sub>`;
}
function describeRemovals(removals) {
    if (removals === 0)
        return [];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${removals} hidden ${removals === 1 ? 'piece' : 'pieces'} removed from the prompt`];
}
function formatDuration(durationMs) {
    if (durationMs < 1000)
        return 'less than 1s';
    const seconds = Math.round(durationMs / 1000);
    const parts = [
        [Math.floor(seconds / 3600), 'h'],
        [Math.floor(seconds / 60) % 60, 'm'],
        [seconds % 60, 's'],
    ];
    return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ');
}


/***/ }),

/***/ 9597:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dx: () => (/* binding */ DocsServiceError),
/* harmony export */   H9: () => (/* binding */ RequestLimitError),
/* harmony export */   "if": () => (/* binding */ sendsPrompt)
/* harmony export */ });
function sendsPrompt(operation) {
    return operation === 'create agent job' || operation === 'send follow-up message';
}
class DocsServiceError extends Error {
    name = 'DocsServiceError';
    operation;
    url;
    kind;
    certainty;
    status;
    code;
    isJson;
    hasErrorField;
    retryAfterMs;
    serviceMessage;
    hint;
    constructor(failure, target, cameBack, options) {
        super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options);
        this.operation = failure.operation;
        this.url = target.slice(target.indexOf(' ') + 1);
        this.kind = failure.kind;
        this.certainty = failure.certainty;
        if (failure.status !== undefined)
            this.status = failure.status;
        if (failure.code !== undefined)
            this.code = failure.code;
        if (failure.isJson !== undefined)
            this.isJson = failure.isJson;
        if (failure.hasErrorField !== undefined)
            this.hasErrorField = failure.hasErrorField;
        if (failure.retryAfterMs !== undefined)
            this.retryAfterMs = failure.retryAfterMs;
        if (failure.serviceMessage !== undefined)
            this.serviceMessage = failure.serviceMessage;
        this.hint = findHint(failure);
    }
    get isUnavailable() {
        const { operation, certainty, kind, status } = this;
        if (!sendsPrompt(operation) || certainty !== 'not-accepted')
            return false;
        return kind === 'not-connected' || kind === 'deadline' || status === 429;
    }
}
class RequestLimitError extends Error {
    name = 'RequestLimitError';
    constructor(target) {
        super(`Did not send ${target}: the number of requests is used up.`);
    }
}
function findHint({ operation, kind, status, isJson }) {
    if (sendsPrompt(operation))
        return '';
    if (kind === 'unreadable' && isJson === true)
        return SHAPE_HINT;
    if (kind !== 'status' || status === undefined)
        return KIND_HINTS[kind];
    if (status < 400)
        return REDIRECT_HINT;
    if (status >= 500 || status === 408)
        return KIND_HINTS.status;
    return ((operation === 'get agent job' && status === 429 ? JOB_LIMIT_HINT : STATUS_HINTS[status]) ?? REFUSED_HINT);
}
const STATUS_HINTS = {
    400: 'The service did not accept the query. Check `date-from`, `date-to`, `limit` and `offset`.',
    401: 'The key is wrong or has expired; keys expire 90 days after they were made unless set otherwise. Make a new admin key in the dashboard and store it as the secret that `api-key` reads.',
    403: 'The key may not do this: it needs the `read` scope. The same happens if an IP allowlist excludes the runner.',
    404: 'There is no such project at this address. Check `project-id` (the API keys page of the dashboard shows it) and `base-url`.',
    407: 'The proxy requires a login. Put it into the proxy variable: `http://user:password@host:port`.',
    429: 'The quota is used up; an organization has 100 analytics requests an hour, shared by all analytics endpoints. Wait before you run it again.',
};
const JOB_LIMIT_HINT = 'The service asks for fewer requests. Wait, and run it again.';
const KIND_HINTS = {
    'not-connected': 'Check `base-url`, and whether the runner may reach that host: name, firewall, certificate, and the proxy variables HTTPS_PROXY and NO_PROXY.',
    'no-answer': 'The connection or the service failed. Check the status page of the service.',
    status: 'The service has a problem. Check its status page, and run it again later.',
    unreadable: 'Check that `base-url` leads to the service itself and to no proxy, login or error page.',
    cancelled: 'The run was cancelled.',
    deadline: 'The time limit was reached. Set a longer `timeout`.',
};
const REDIRECT_HINT = 'Redirects are never followed, so that the key stays with the host that was named. Set `base-url` to the address of the service itself.';
const REFUSED_HINT = 'The service refused the request. Read what it said, and check `base-url`.';
const SHAPE_HINT = 'The service sent JSON that is not as documented. Try again later, and tell its support.';


/***/ }),

/***/ 16:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   UV: () => (/* binding */ parseReply),
/* harmony export */   ff: () => (/* binding */ describeTarget),
/* harmony export */   rK: () => (/* binding */ readErrorAnswer),
/* harmony export */   x8: () => (/* binding */ readBody)
/* harmony export */ });
/* unused harmony export describeErrorBody */
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9597);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7917);





function parseReply({ redact }, request, { status, bytes }, read) {
    const refuse = (what, answer) => {
        const { operation } = request;
        return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx({ operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' }, describeTarget(request), `was answered with status ${status} and ${what}`);
    };
    const body = decoder.decode(bytes);
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(body);
    if (value === undefined) {
        const what = body === '' ? 'an empty body' : 'a body that is no JSON';
        throw refuse(what, describeErrorBody(body.slice(0, MAXIMUM_ERROR_BYTES), redact));
    }
    try {
        return read(value, isClean(body, redact) ? keep : redact);
    }
    catch (error) {
        if (!(error instanceof _schema_js__WEBPACK_IMPORTED_MODULE_1__/* .ShapeError */ .ym))
            throw error;
        throw refuse(error.message, describeErrorValue(value, redact));
    }
}
function describeTarget({ method, url }) {
    return `${method} ${url.origin}${url.pathname}`;
}
const decoder = new TextDecoder();
function isClean(body, redact) {
    return !body.includes('\\') && redact(body) === body;
}
function keep(text) {
    return text;
}
const MAXIMUM_CODE_POINTS = 500;
function describeErrorBody(body, redact) {
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(body);
    if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readObject */ .Ag)(value) !== undefined)
        return describeErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(body), redact);
    return { isJson: value !== undefined, hasErrorField: false, serviceMessage };
}
function describeErrorValue(value, redact) {
    return {
        isJson: true,
        hasErrorField: readWords((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(value)['error']) !== undefined,
        serviceMessage: toDetail(readErrorObject(value) ?? '', redact),
    };
}
function toDetail(words, redact) {
    const line = words.replace(/[\p{C}\s]+/gu, ' ').trim();
    const detail = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_3__/* .shorten */ .ml)(redact(line), MAXIMUM_CODE_POINTS);
    return detail === '' ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .untrustedText */ .U)(detail);
}
function readErrorObject(value) {
    const body = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readObject */ .Ag)(value);
    if (body === undefined)
        return undefined;
    const details = Array.isArray(body['details']) ? body['details'].slice(0, 10) : [];
    const messages = details.map((entry) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(entry)['message']);
    const words = [readWords(body['error']), readWords(body['message']), ...messages];
    return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ');
}
function readWords(value) {
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(value) ?? (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(value)['message']);
}
function stripMarkup(body) {
    return body
        .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
        .replace(/<!--[^<>]*-->/g, ' ')
        .replace(/<[^<>]*>/g, ' ');
}
const MAXIMUM_ERROR_BYTES = 16 * 1024;
async function readBody({ body }, maximumBytes) {
    const chunks = [];
    let length = 0;
    for await (const chunk of body ?? []) {
        length += chunk.byteLength;
        chunks.push(chunk);
        if (length > maximumBytes)
            return { bytes: Buffer.concat(chunks, maximumBytes), isWhole: false };
    }
    const [only] = chunks;
    return { bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks), isWhole: true };
}
async function readErrorAnswer(response, { apiKey, redact }) {
    try {
        const { bytes, isWhole } = await readBody(response, MAXIMUM_ERROR_BYTES);
        const text = new TextDecoder().decode(bytes);
        return describeErrorBody(isWhole ? text : text.slice(0, -apiKey.length), redact);
    }
    catch {
        return {};
    }
}


/***/ }),

/***/ 8561:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ sendRequest),
/* harmony export */   x: () => (/* binding */ createRequestCount)
/* harmony export */ });
/* harmony import */ var _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1125);
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4576);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);
/* harmony import */ var _reply_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(16);
/* harmony import */ var _retry_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(654);





function createRequestCount(maximum) {
    let sent = 0;
    return {
        take() {
            if (sent >= maximum)
                return false;
            sent += 1;
            return true;
        },
        sent: () => sent,
    };
}
async function sendRequest(transport, request, limits) {
    const timeLimit = startTimeLimit(limits, transport.now(), request.timeLimitMs);
    if (timeLimit.findStop())
        throw describeStop(request, timeLimit, { certainty: 'not-accepted' });
    if (limits.allowRequest?.() === false)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .RequestLimitError */ .H9((0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .describeTarget */ .ff)(request));
    const response = await receiveHeaders(transport, request, timeLimit);
    const { status } = response;
    if (status < 200 || status >= 300)
        throw await describeStatus(transport, request, response, timeLimit);
    return { status, bytes: await receiveBody(request, response, timeLimit) };
}
async function receiveHeaders({ fetch, apiKey, userAgent }, request, timeLimit) {
    const { method, url, body } = request;
    const headers = {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        'user-agent': userAgent,
    };
    if (body !== undefined)
        headers['content-type'] = 'application/json';
    const init = { method, headers, redirect: 'manual', signal: timeLimit.signal };
    try {
        return await fetch(url, body === undefined ? init : { ...init, body });
    }
    catch (cause) {
        const wasNotSent = cause instanceof _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .ConnectError */ .T$;
        const certainty = wasNotSent ? 'not-accepted' : 'unknown';
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, { certainty }, cause);
        const kind = wasNotSent ? 'not-connected' : 'no-answer';
        const cameBack = wasNotSent ? 'could not be reached' : 'got no answer, the connection broke';
        const code = findErrorCode(cause);
        throw createError(request, { kind, certainty, code }, cameBack + describeCode(code), cause);
    }
}
async function receiveBody(request, response, timeLimit) {
    const received = { certainty: 'unknown', status: response.status };
    try {
        const { bytes, isWhole } = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .readBody */ .x8)(response, request.maximumBytes);
        if (isWhole)
            return bytes;
    }
    catch (cause) {
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, received, cause);
        const code = findErrorCode(cause);
        const cameBack = `was answered with status ${response.status}, but the connection broke in the middle of the answer${describeCode(code)}`;
        throw createError(request, { ...received, kind: 'no-answer', code }, cameBack, cause);
    }
    const cameBack = `was answered with more than ${request.maximumBytes / 1024 / 1024} MiB`;
    throw createError(request, { ...received, kind: 'unreadable' }, cameBack);
}
async function describeStatus(transport, request, response, timeLimit) {
    const { status } = response;
    const certainty = (0,_retry_js__WEBPACK_IMPORTED_MODULE_3__/* .decideCertainty */ .Sv)(status);
    if (status < 400) {
        timeLimit.abandon();
        const cameBack = `was answered with a redirect (status ${status}), which is not followed`;
        return createError(request, { kind: 'status', certainty, status }, cameBack);
    }
    const retryAfterMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__/* .readRetryAfter */ .D)(response.headers, transport.wallClock());
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const answer = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .readErrorAnswer */ .rK)(response, transport);
    const facts = { kind: 'status', certainty, status, retryAfterMs, ...answer };
    return createError(request, facts, `was answered with status ${status}${wait}`);
}
function describeStop(request, { findStop, lengthMs }, facts, cause) {
    const stop = findStop() ?? 'cancelled';
    const kind = stop === 'time limit' ? 'no-answer' : stop;
    const cameBack = {
        cancelled: 'was cancelled',
        deadline: 'was not answered before the time was up',
        'time limit': `was not answered in full within ${lengthMs / 1000} s`,
    }[stop];
    return createError(request, { ...facts, kind }, cameBack, cause);
}
function createError(request, facts, cameBack, cause) {
    const failure = { operation: request.operation, ...facts };
    return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx(failure, (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .describeTarget */ .ff)(request), cameBack, { cause });
}
function describeCode(code) {
    return code === undefined ? '' : ` (${code})`;
}
function startTimeLimit({ signal, deadline, graceMs = 0 }, now, timeLimitMs) {
    const timeLeftMs = deadline - now;
    const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs));
    const timeout = AbortSignal.timeout(Math.ceil(lengthMs));
    const cancelled = signal.aborted || graceMs === 0 ? signal : (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .delayAbort */ .y5)(signal, graceMs);
    const abandoned = new AbortController();
    return {
        lengthMs,
        signal: AbortSignal.any([timeout, cancelled, abandoned.signal]),
        findStop() {
            if (cancelled.aborted)
                return 'cancelled';
            if (lengthMs > 0 && !timeout.aborted)
                return undefined;
            return timeLeftMs <= timeLimitMs ? 'deadline' : 'time limit';
        },
        abandon: () => abandoned.abort(),
    };
}
function findErrorCode(error) {
    const codes = listCauses(error).map((cause) => cause.code);
    return codes.findLast((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code));
}
function listCauses(error) {
    const causes = [];
    for (let next = error; next instanceof Error && causes.length < 10; next = next.cause)
        causes.push(next);
    return causes;
}


/***/ }),

/***/ 654:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Sv: () => (/* binding */ decideCertainty),
/* harmony export */   p3: () => (/* binding */ createQuota),
/* harmony export */   ux: () => (/* binding */ repeat),
/* harmony export */   xY: () => (/* binding */ mayPassUntilNextPoll)
/* harmony export */ });
/* unused harmony export decideRetryDelay */
/* harmony import */ var node_events__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8474);
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4576);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);



const MAXIMUM_ATTEMPTS = 4;
const CONNECT_FOR_MS = 60_000;
const LONGEST_BACK_OFF_MS = 8_000;
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
function decideRetryDelay(failure, { attempt, elapsedMs, timeLeftMs, waitForQuota = true, random }) {
    const { operation, kind, certainty } = failure;
    const isRead = !(0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .sendsPrompt */ ["if"])(operation);
    const isConnecting = !isRead && kind === 'not-connected';
    const delayMs = failure.retryAfterMs || (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_2__/* .backOff */ .f)(attempt, random, LONGEST_BACK_OFF_MS);
    const reasonsToEnd = [
        !isRead && certainty === 'unknown',
        kind === 'cancelled' || kind === 'deadline',
        kind === 'status' && !isTemporary(failure.status),
        kind === 'unreadable',
        kind === 'status' && failure.status === 429 && !waitForQuota,
        isConnecting ? elapsedMs + delayMs >= CONNECT_FOR_MS : attempt >= MAXIMUM_ATTEMPTS,
        delayMs >= timeLeftMs,
        delayMs > (isRead ? LONGEST_PAUSE_FOR_VIEWS_MS : LONGEST_PAUSE_MS),
    ];
    return reasonsToEnd.includes(true) ? undefined : delayMs;
}
function isTemporary(status = 0) {
    return status === 408 || status === 429 || status >= 500;
}
function mayPassUntilNextPoll({ kind, status = 0 }) {
    if (kind === 'cancelled' || kind === 'deadline')
        return false;
    if (kind !== 'status')
        return true;
    return status < 400 || status === 409 || status === 425 || isTemporary(status);
}
async function repeat({ sleep, now, random, onRetry }, limits, quota, send, offset) {
    let endWait;
    let failure;
    let attempt = 1;
    const startedAt = now();
    try {
        for (;;) {
            if (endWait === undefined)
                await quota.join(limits.signal);
            const outcome = await attemptOnce(send, failure);
            failure = outcome.failure;
            if (outcome.failure === undefined)
                return outcome.value;
            if (isQuotaUsedUp(outcome.failure))
                endWait ??= quota.beginWait();
            if (isQuotaUsedUp(outcome.failure) && endWait === undefined)
                continue;
            const elapsedMs = now() - startedAt;
            const { deadline, waitForQuota } = limits;
            const situation = { attempt, elapsedMs, timeLeftMs: deadline - now(), waitForQuota, random };
            const delayMs = decideRetryDelay(outcome.failure, situation);
            if (delayMs === undefined)
                throw outcome.failure;
            onRetry?.({ failure: outcome.failure, attempt, delayMs, offset });
            attempt += 1;
            await sleep(delayMs, limits.signal).catch((error) => {
                if (!limits.signal.aborted)
                    throw error;
            });
        }
    }
    finally {
        endWait?.(failure !== undefined && isQuotaUsedUp(failure) ? failure : undefined);
    }
}
async function attemptOnce(send, lastFailure) {
    try {
        return { failure: undefined, value: await send() };
    }
    catch (failure) {
        if (failure instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .RequestLimitError */ .H9)
            failure.cause = lastFailure;
        if (!(failure instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx))
            throw failure;
        return { failure };
    }
}
function isQuotaUsedUp({ kind, status }) {
    return kind === 'status' && status === 429;
}
function createQuota() {
    let wait;
    return {
        async join(signal) {
            while (wait !== undefined && !signal.aborted) {
                const failure = await endOrAbort(wait.promise, signal);
                if (failure !== undefined)
                    throw failure;
            }
        },
        beginWait() {
            if (wait !== undefined)
                return undefined;
            const own = Promise.withResolvers();
            wait = own;
            return (failure) => {
                wait = undefined;
                own.resolve(failure);
            };
        },
    };
}
async function endOrAbort(promise, signal) {
    const listening = new AbortController();
    const aborted = (0,node_events__WEBPACK_IMPORTED_MODULE_0__.once)(signal, 'abort', { signal: listening.signal }).then(() => undefined, () => undefined);
    try {
        return await Promise.race([promise, aborted]);
    }
    finally {
        listening.abort();
    }
}
const UNCLEAR_STATUSES = new Set([408, 425]);
function decideCertainty(status) {
    return status >= 400 && status < 500 && !UNCLEAR_STATUSES.has(status) ? 'not-accepted' : 'unknown';
}


/***/ }),

/***/ 7917:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Kt: () => (/* binding */ readViewsPage),
/* harmony export */   O9: () => (/* binding */ endsJob),
/* harmony export */   cd: () => (/* binding */ readJob),
/* harmony export */   ym: () => (/* binding */ ShapeError)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);



const JOB_STATUSES = {
    active: { endsJob: false },
    completed: { endsJob: true },
    archived: { endsJob: true },
    failed: { endsJob: true },
};
function endsJob(status) {
    return status !== undefined && JOB_STATUSES[status].endsJob;
}
class ShapeError extends Error {
    name = 'ShapeError';
}
function readJob(value, redact) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(value);
    if (fields === undefined)
        throw new ShapeError('something that is no job');
    const wrongFields = [];
    const read = (name, from = fields, label = name) => {
        const field = from[name];
        const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(field);
        if (text === undefined && field !== undefined && field !== null)
            wrongFields.push(label);
        return text === undefined || text === '' ? undefined : redact(text);
    };
    const readUntrusted = (...field) => {
        const text = read(...field);
        return text === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .untrustedText */ .U)(text);
    };
    const source = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(fields['source']);
    if (source === undefined && fields['source'] !== undefined && fields['source'] !== null)
        wrongFields.push('source');
    const job = {
        id: read('id'),
        ...readStatus(read('status')),
        ...readPullRequest(readUntrusted('prLink')),
        model: readUntrusted('model'),
        source: source &&
            dropAbsent({
                repository: readUntrusted('repository', source, 'source.repository'),
                ref: readUntrusted('ref', source, 'source.ref'),
            }),
        createdAt: readUntrusted('createdAt'),
        archivedAt: readUntrusted('archivedAt'),
    };
    return dropAbsent({ ...job, wrongFields: wrongFields.length > 0 ? wrongFields : undefined });
}
function readStatus(text) {
    if (text === undefined)
        return {};
    return Object.hasOwn(JOB_STATUSES, text)
        ? { status: text }
        : { unknownStatus: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .untrustedText */ .U)(text) };
}
function readPullRequest(link) {
    if (link === undefined)
        return {};
    const pullRequest = (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeUrl */ .w)(link);
    return pullRequest === undefined ? { isPrLinkRefused: true } : { pullRequest };
}
function readViewsPage(value, offset, redact) {
    const page = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(value);
    if (page === undefined)
        throw new ShapeError('something that is no page of page views');
    const { views, hasMore } = page;
    const totals = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(page['totals']);
    if (totals === undefined)
        throw new ShapeError('a page of page views without `totals`');
    for (const name of COUNTS)
        if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readCount */ ._0)(totals[name]) === undefined)
            throw new ShapeError(`a page of page views whose \`totals.${name}\` is no count`);
    if (!Array.isArray(views))
        throw new ShapeError('a page of page views whose `views` is no list');
    if (typeof hasMore !== 'boolean')
        throw new ShapeError('a page of page views whose `hasMore` is neither true nor false');
    views.forEach((row, index) => {
        readRow(row, offset + index + 1, redact);
    });
    const { human, ai, total } = totals;
    return { totals: { human, ai, total }, views, hasMore };
}
const COUNTS = ['human', 'ai', 'total'];
function readRow(value, number, redact) {
    const row = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(value);
    if (row === undefined)
        throw new ShapeError(`a page of page views whose row ${number} is no object`);
    const path = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(row['path']);
    if (path === undefined)
        throw new ShapeError(`a page of page views whose row ${number} has no text as its \`path\``);
    for (const name of COUNTS)
        if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readCount */ ._0)(row[name]) === undefined)
            throw new ShapeError(`a page of page views whose row ${number} has no count as its \`${name}\``);
    row['path'] = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .untrustedText */ .U)(redact(path).toWellFormed());
}
function dropAbsent(fields) {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present);
}


/***/ }),

/***/ 1125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

var node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache;
var node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache;
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hy: () => (/* binding */ createFetch),
/* harmony export */   T$: () => (/* binding */ ConnectError),
/* harmony export */   _O: () => (/* binding */ USER_AGENT),
/* harmony export */   y5: () => (/* binding */ delayAbort)
/* harmony export */ });
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7067);
/* harmony import */ var node_https__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4708);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7075);
/* harmony import */ var node_tls__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1692);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8522);
/* harmony import */ var _proxies_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6133);






const USER_AGENT = 'docs-agent-action/1';
class ConnectError extends Error {
    name = 'ConnectError';
    constructor(cause) {
        super('The connection was not made.', { cause });
    }
}
const CONNECT_TIME_LIMIT_MS = 10_000;
function createFetch(environment, connectTimeLimitMs = CONNECT_TIME_LIMIT_MS) {
    const proxyEnv = (0,_proxies_js__WEBPACK_IMPORTED_MODULE_5__/* .readProxies */ .r)(environment);
    const createAgents = (keepAlive) => {
        const options = { keepAlive, timeout: connectTimeLimitMs, ...(proxyEnv !== undefined && { proxyEnv }) };
        return { 'http:': new node_http__WEBPACK_IMPORTED_MODULE_0__.Agent(options), 'https:': new node_https__WEBPACK_IMPORTED_MODULE_1__.Agent(options) };
    };
    const kept = createAgents(true);
    const fresh = createAgents(false);
    return async (url, request) => {
        const target = new URL(url);
        const agents = request.method === 'POST' ? fresh : kept;
        const agent = agents[target.protocol === 'https:' ? 'https:' : 'http:'];
        return describeResponse(await send(target, request, agent, connectTimeLimitMs));
    };
}
async function send(url, { method, headers, body, signal }, agent, connectTimeLimitMs) {
    const { promise, resolve, reject } = Promise.withResolvers();
    let isConnected = false;
    let timer;
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    try {
        const options = {
            method,
            headers: { ...headers, 'accept-encoding': ENCODINGS.join(', ') },
            agent,
            signal,
        };
        const request = (url.protocol === 'https:' ? /*#__PURE__*/ (node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache || (node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache = __webpack_require__.t(node_https__WEBPACK_IMPORTED_MODULE_1__, 2))) : /*#__PURE__*/ (node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache || (node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache = __webpack_require__.t(node_http__WEBPACK_IMPORTED_MODULE_0__, 2)))).request(url, options);
        request.on('response', resolve).on('error', reject);
        timer = setTimeout(() => {
            reject(createTimeoutError());
            request.destroy();
        }, connectTimeLimitMs);
        whenConnected(request, () => {
            isConnected = true;
            clearTimeout(timer);
        });
        request.end(body);
        return await promise;
    }
    catch (error) {
        const reason = signal.aborted ? signal.reason : error;
        throw isConnected ? reason : new ConnectError(reason);
    }
    finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
    }
}
function whenConnected(request, listener) {
    request.once('socket', (socket) => {
        if (socket.connecting)
            socket.once(socket instanceof node_tls__WEBPACK_IMPORTED_MODULE_3__.TLSSocket ? 'secureConnect' : 'connect', listener);
        else if (!socket.destroyed)
            listener();
    });
}
function createTimeoutError() {
    return Object.assign(new Error('Connecting took too long.'), { code: 'ETIMEDOUT' });
}
const STATUSES_WITHOUT_BODY = [204, 205, 304];
function describeResponse(message) {
    const { statusCode: status = 0, headers } = message;
    message.on('error', () => undefined);
    const hasBody = !STATUSES_WITHOUT_BODY.includes(status);
    if (!hasBody)
        message.resume();
    const body = hasBody ? decompress(message) : null;
    return {
        status,
        headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
        async text() {
            const chunks = [];
            for await (const chunk of body ?? [])
                chunks.push(chunk);
            return Buffer.concat(chunks).toString();
        },
    };
}
const DECOMPRESSORS = {
    gzip: node_zlib__WEBPACK_IMPORTED_MODULE_4__.createGunzip,
    deflate: node_zlib__WEBPACK_IMPORTED_MODULE_4__.createInflate,
    br: node_zlib__WEBPACK_IMPORTED_MODULE_4__.createBrotliDecompress,
    zstd: node_zlib__WEBPACK_IMPORTED_MODULE_4__.createZstdDecompress,
};
const ENCODINGS = Object.keys(DECOMPRESSORS);
function decompress(message) {
    const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (!isEncoding(encoding))
        return message;
    return (0,node_stream__WEBPACK_IMPORTED_MODULE_2__.pipeline)(message, DECOMPRESSORS[encoding](), () => undefined);
}
function isEncoding(encoding) {
    return Object.hasOwn(DECOMPRESSORS, encoding);
}
function delayAbort(signal, ms) {
    const controller = new AbortController();
    const begin = () => {
        const reason = new Error(`The run was cancelled, and this took longer than ${ms / 1000} s after that.`);
        setTimeout(() => controller.abort(reason), ms).unref();
    };
    if (signal.aborted)
        begin();
    else
        signal.addEventListener('abort', begin, { once: true });
    return controller.signal;
}


/***/ }),

/***/ 6133:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ ProxySettingError),
/* harmony export */   r: () => (/* binding */ readProxies)
/* harmony export */ });
class ProxySettingError extends Error {
    name = 'ProxySettingError';
    hint;
    constructor(variable, reason, hint) {
        super(`Could not use the proxy in ${variable}: ${reason}.`);
        this.hint = hint;
    }
}
function readProxies(environment, nodeVersion = process.versions.node) {
    const httpProxy = readProxy(environment, 'HTTP_PROXY');
    const httpsProxy = readProxy(environment, 'HTTPS_PROXY');
    if (httpProxy === '' && httpsProxy === '')
        return undefined;
    if (!canUseProxies(nodeVersion))
        throw new ProxySettingError(httpsProxy === '' ? 'HTTP_PROXY' : 'HTTPS_PROXY', `the runner's Node ${nodeVersion} has no support for proxies`, 'Update the runner to version 2.328.0 or later.');
    return { http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: readExceptions(environment) };
}
function canUseProxies(nodeVersion) {
    const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
    return major > 24 || (major === 24 && minor >= 5);
}
function readVariable(environment, name) {
    return (environment[name.toLowerCase()] || environment[name] || '').trim();
}
function readProxy(environment, name) {
    const value = readVariable(environment, name);
    if (value === '')
        return '';
    const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) ? value : `http://${value}`);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
        throw new ProxySettingError(name, 'it is no http or https address', 'Correct the variable, such as `http://proxy.example:3128`, or remove it.');
    url.username = escapeBarePercent(url.username);
    url.password = escapeBarePercent(url.password);
    return url.href;
}
function escapeBarePercent(text) {
    return text.replace(/%(?![0-9a-f]{2})/giu, '%25');
}
function readExceptions(environment) {
    const entries = readVariable(environment, 'NO_PROXY')
        .replace(/[[\]]/gu, '')
        .split(/[\s,]+/u);
    return entries
        .filter((entry) => entry !== '')
        .flatMap((entry) => (/^[.*]/u.test(entry) ? [entry] : [entry, `.${entry}`]))
        .join(',');
}


/***/ }),

/***/ 4576:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ readRetryAfter),
/* harmony export */   f: () => (/* binding */ backOff)
/* harmony export */ });
const HTTP_DATES = [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
function readRetryAfter(headers, wallClockMs) {
    const text = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+(?:\.\d+)?$/.test(text))
        return bound(Number(text) * 1000);
    const at = parseDate(text);
    if (at === undefined)
        return undefined;
    return bound(at - (parseDate(headers.get('date')?.trim() ?? '') ?? wallClockMs));
}
const FIRST_PAUSE_MS = 500;
function backOff(attempt, random, longestMs) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), longestMs);
    return Math.round(pauseMs * (1 - random() / 2));
}
function parseDate(text) {
    if (!HTTP_DATES.some((form) => form.test(text)))
        return undefined;
    const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
    return Number.isNaN(at) ? undefined : at;
}
function bound(ms) {
    return Math.min(Math.max(Math.ceil(ms), 0), Number.MAX_SAFE_INTEGER);
}


/***/ }),

/***/ 1676:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CS: () => (/* binding */ prose),
/* harmony export */   DV: () => (/* binding */ codeBlock),
/* harmony export */   UF: () => (/* binding */ joinMarkdown),
/* harmony export */   aY: () => (/* binding */ code),
/* harmony export */   nf: () => (/* binding */ link),
/* harmony export */   pj: () => (/* binding */ plain),
/* harmony export */   tp: () => (/* binding */ table),
/* harmony export */   wD: () => (/* binding */ markdown),
/* harmony export */   zH: () => (/* binding */ details)
/* harmony export */ });
/* unused harmony exports Markdown, replacePart */
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2854);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);


class Markdown {
    #source;
    constructor(source) {
        this.#source = source;
    }
    static fromTrustedSource(source) {
        return new Markdown(source);
    }
    toString() {
        return this.#source;
    }
}
function markdown(literals, ...values) {
    return trusted(literals.reduce((source, literal, index) => source + render(values[index - 1]) + literal));
}
function joinMarkdown(pieces, separator) {
    return trusted(pieces.map(String).join(separator));
}
function code(text, maximum = 200) {
    const content = breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestRun(content, /`+/gu) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
function codeBlock(text, maximum = 20_000, language = 'text') {
    const content = breakCommands(breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestRun(content, /`+/gu) + 1));
    return trusted(`${fence}${language}\n${content}\n${fence}`);
}
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)(open(text).replace(/\s+/gu, ' ')))))
        .replace(/[\\`*_{}[\]()#+!~]/gu, '\\$&')
        .replace(/^(\s*\d+)\.(?=\s|$)/u, '$1\\.')
        .replace(/^(\s*)(?=[=-](?:[\s=-]|$))/u, '$1\\')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('|', '&#124;')
        .replaceAll('$', '<span>$$</span>')
        .replace(/:\/\//gu, ':&#8203;//')
        .replace(/www(?=\.)/giu, '$&&#8203;'));
}
function prose(text) {
    const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n');
    return joinMarkdown(lines.map(renderProse), '\n');
}
function link(label, url) {
    return trusted(`[${label}](${url.href.replace(/[()<>\\|]/gu, percentEncode)})`);
}
function details(summary, body) {
    return markdown `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
function replacePart(published, [start, end], part) {
    const source = open(published);
    const from = source.indexOf(String(start));
    const to = source.indexOf(String(end), from);
    if (from < 0 || to < 0)
        return trusted(source);
    return trusted(source.slice(0, from) + String(part) + source.slice(to + String(end).length));
}
function table(header, rows, align) {
    const row = (cells) => `| ${cells.map((cell) => escapePipes(String(cell).replaceAll('\n', ' '))).join(' | ')} |`;
    return trusted([row(header), row(header.map((_, column) => align?.[column] ?? '---')), ...rows.map(row)].join('\n'));
}
function escapePipes(cell) {
    return cell.replace(/\\(?=\|)/gu, '\\\u2060').replaceAll('|', '\\|');
}
function renderProse(line) {
    const [, dash = '', rest = ''] = /^(- )?(.*)$/su.exec(line) ?? [];
    const parts = rest.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
        if (/^`[^`]*`$/u.test(part))
            return code(part.slice(1, -1));
        return /^https?:\/\//u.test(part) ? code(part) : plain(part);
    });
    return trusted(dash + parts.join(''));
}
function trusted(source) {
    return Markdown.fromTrustedSource(source);
}
function render(value) {
    if (value === undefined)
        return '';
    if (value instanceof Markdown)
        return value.toString();
    if (typeof value === 'number')
        return String(value);
    return plain(value).toString();
}
function open(text) {
    return typeof text === 'string' ? text : (0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(text);
}
function percentEncode(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
function breakMentions(text) {
    return text.replace(/@(?=[\p{L}\p{N}_-])/gu, '@\u2060');
}
function breakReferences(text) {
    return (text
        .replace(/#(?=\d)/gu, '#\u2060')
        .replace(/(gh-)(?=\d)/giu, '$1\u2060')
        .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}/giu, (id) => id.replace(/.{6}/gu, '$&\u2060')));
}
function breakCommands(text) {
    return text.replace(/^(\s*)([/!.])(?=\S)/gmu, '$1\u2060$2');
}
function longestRun(text, pattern) {
    return Math.max(0, ...(text.match(pattern) ?? []).map((run) => run.length));
}


/***/ })

};
