export const id = 398;
export const ids = [398];
export const modules = {

/***/ 2562:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $f: () => (/* binding */ recordEnd),
/* harmony export */   Gr: () => (/* binding */ CLAIM_STATES),
/* harmony export */   PP: () => (/* binding */ createClaimMarker),
/* harmony export */   aq: () => (/* binding */ pickDelivery),
/* harmony export */   cv: () => (/* binding */ listKnownJobs),
/* harmony export */   th: () => (/* binding */ PREVIOUS_STATES)
/* harmony export */ });
/* harmony import */ var _github_signed_marker_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5671);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3880);


/** How far the work has come. docs/at-most-one-job.md says what each means for the next run. */
const CLAIM_STATES = [
    'claimed',
    'waiting',
    'refused',
    'unknown',
    'job',
    'finished',
    'answered',
];
/** What there was to continue, as GitHub showed it; `job-…` where the job can't take a prompt, or can't be read. */
const PREVIOUS_STATES = [
    'open',
    'closed',
    'merged',
    'unreadable',
    'job-failed',
    'job-hangs',
    'job-unreadable',
];
/** A marker for the claims in one thread. Ids rather than names, since a repository may be renamed meanwhile. */
function createClaimMarker(apiKey, repository, thread) {
    return (0,_github_signed_marker_js__WEBPACK_IMPORTED_MODULE_0__/* .createSignedMarker */ .Le)('job', apiKey, [repository, String(thread)]);
}
/** The delivery alone, of whatever knows one; without what is not known. */
function pickDelivery({ isFollowUp, messageAt, previous }) {
    return {
        ...(isFollowUp !== undefined && { isFollowUp }),
        ...(messageAt !== undefined && { messageAt }),
        ...(previous && { previous }),
    };
}
/** What the marker says of a run that has ended, so that a later attempt does the right thing. */
function recordEnd(end) {
    const { outcome, jobId, status, prLink, headSha } = end;
    const ended = jobId === undefined ? 'refused' : _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal ? 'finished' : 'job';
    return {
        state: outcome === 'unknown' ? 'unknown' : ended,
        ...{ outcome, jobId, status, prLink, headSha },
        ...pickDelivery(end),
        ...(prLink && { kept: undefined }),
    };
}
/** The jobs that a comment remembers, the newest first, without those that ended without a pull request. */
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
/**
 * The comment by which it is decided whether this run may go on: the oldest claim of the same, or, in a later attempt
 * without one, the comment that a later run has taken over.
 * @param found the claims in the thread, oldest first
 * @param account our own, where it is known
 */
function selectDecisive(found, { trigger, project, series, claimant }, account) {
    const ours = found.filter((each) => each.payload.project === project && isByUs(each, account));
    const same = ours.filter(({ payload }) => payload.trigger === trigger);
    // One that was refused with another key stops nobody who did not see it as ours.
    const oldest = same.find(({ payload, isVerified }) => isVerified || payload.state !== 'refused') ?? same[0];
    if (oldest !== undefined || series === undefined || claimant.attempt === 1)
        return oldest;
    return ours.find(({ payload }) => payload.series === series && isLater(payload, claimant.runId));
}
/** Signed with our key, or by our own account with the key of before. */
function isByUs({ isVerified, author }, account) {
    return isVerified || (author !== undefined && author === account);
}
/** Whether `claim` was made by an earlier attempt of the step that `by` is now. */
function isOfEarlierAttempt({ claimant }, { claimant: now }) {
    const isSameStep = claimant.job === now.job && claimant.step === now.step;
    return claimant.runId === now.runId && isSameStep && claimant.attempt < now.attempt;
}
/**
 * Whether a later attempt of the same run claims again: certainly nothing was received, or another try is what a re-run
 * asks for. The plain fields of a marker that can't be verified are believed for less.
 */
function mayClaimAgain({ payload: { state, outcome }, isVerified }) {
    const hasFailed = state === 'finished' && (outcome === 'failed' || outcome === 'archived');
    return state === 'refused' || (isVerified && (state === 'waiting' || hasFailed));
}
/** Comments that an earlier attempt of this run could not take back any more. */
function findNeedless(found, { id }, now) {
    return found.filter(({ id: each, payload, isVerified }) => {
        const isSame = payload.trigger === now.trigger && payload.project === now.project;
        return isVerified && each > id && isSame && !payload.jobId && isOfEarlierAttempt(payload, now);
    });
}
/** The newest comment of the same series whose run is an earlier one, and has ended. */
function findEarlier(found, { series, project, claimant }) {
    if (series === undefined)
        return undefined;
    return found.findLast(({ payload, isVerified }) => {
        const isSame = payload.series === series && payload.project === project;
        return isVerified && isSame && payload.outcome && !isLater(payload, claimant.runId);
    });
}
/** Ids of runs grow. One that is no number is none of GitHub's, and later than nothing. */
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


/** Longer tables hide what stands below them. */
const MAXIMUM_PAGES = 10;
const MAXIMUM_TITLE = 200;
const MAXIMUM_PATH = 120;
/** The pull request that was written: its title and state, the pages that it changes, and how often they are read. */
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
    // Five columns would not fit on a phone.
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .table */ .tp)([(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Page`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Human`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `AI`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Total`], shown.map((page) => [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${renderName(page)}<br>${renderLines(page)}`, ...describeViews(page)]), [':--', '--:', '--:', '--:']);
}
/** Its whole path, which GitHub breaks at the slashes: the last segments may be the same in two languages. */
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
/** What has no row, as two numbers; and which views those are. */
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
    // Which rows those are depends on the service.
    return isPartial ? `Views ${range}; only a part of the site was searched for them.` : `Views ${range}.`;
}
function countOtherFiles(count, isAlone) {
    const files = count === 1 ? '1 file that is no page' : `${formatCount(count)} files that are no pages`;
    return isAlone ? `no page, ${files}` : files;
}
/**
 * Which pull request is continued, or why there is a new one, and what would have continued it. Nothing where the headline
 * and the link say it.
 */
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
/** Why there is a new job, and what would continue the previous one. */
const PREVIOUS = {
    open: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the job of ${name} takes no further prompt.`,
    closed: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since ${name} is closed.`,
    merged: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since ${name} is merged.`,
    unreadable: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since it can't be read whether ${name} is open. A \`github-token\` that reads that repository would continue it, and so would \`follow-up: always\`.`,
    'job-unreadable': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} can't be read.`,
    'job-failed': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} failed or is gone.`,
    'job-hangs': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} has been active for too long.`,
};
/** The place of a pull request that has a page as on GitHub, whatever the host; undefined for any other page. */
function parsePullRequestUrl({ pathname }) {
    const [, owner, repo, number] = /^\/([\w.-]+)\/([\w.-]+)\/pull\/(\d{1,10})\/?$/u.exec(pathname) ?? [];
    const isPlace = owner !== undefined && repo !== undefined && ![owner, repo].some((part) => /^\.+$/u.test(part));
    return isPlace ? { owner, repo, number: Number(number) } : undefined;
}
/** The place of a pull request on the GitHub at `serverUrl`; undefined for any other address. */
function locatePullRequest(url, serverUrl) {
    return url.host === serverUrl.host ? parsePullRequestUrl(url) : undefined;
}
/** `owner/name#7` for a pull request as on GitHub, the URL for anything else. */
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




/** The comment in the thread, while the run goes on. */
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
/** Who asked, how long it took, the job, and where to read more: what few people look for. */
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
/** A duration as people read it, such as `3m 12s`. */
function formatDuration(durationMs) {
    if (durationMs < 1000)
        return 'less than 1s';
    const seconds = Math.round(durationMs / 1000);
    const parts = [
        [Math.floor(seconds / 3600), 'h'],
        [Math.floor(seconds / 60) % 60, 'm'],
        [seconds % 60, 's'],
    ];
    // Intl.DurationFormat says the same, and takes 12 ms to begin with in every run.
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
/** Whether the operation sends a prompt. Only then it matters whether the request was accepted. */
function sendsPrompt(operation) {
    return operation === 'create agent job' || operation === 'send follow-up message';
}
/** A request to the documentation service failed. The message holds no text from outside. */
class DocsServiceError extends Error {
    name = 'DocsServiceError';
    operation;
    /** Where the request went, without its query. */
    url;
    kind;
    certainty;
    status;
    code;
    isJson;
    hasErrorField;
    retryAfterMs;
    serviceMessage;
    /** What to do about a read that failed, in a sentence or two; empty where a prompt was sent. */
    hint;
    /**
     * @param failure what happened
     * @param target method and address that the request went to
     * @param cameBack what came back, without text from outside
     */
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
    /**
     * Whether a prompt was certainly not received because nobody could take it: the service's limit (429), or no connection in
     * the time that there was. Sending it again later is safe.
     */
    get isUnavailable() {
        const { operation, certainty, kind, status } = this;
        if (!sendsPrompt(operation) || certainty !== 'not-accepted')
            return false;
        return kind === 'not-connected' || kind === 'deadline' || status === 429;
    }
}
/** `limits.allowRequest` refused one more request. The cause is the failure that made it necessary, if there was one. */
class RequestLimitError extends Error {
    name = 'RequestLimitError';
    constructor(target) {
        super(`Did not send ${target}: the number of requests is used up.`);
    }
}
/**
 * Says in a sentence or two what to do about a read that failed; nothing where a prompt was sent, since that depends on what
 * else the run knows.
 */
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
/** Hints by status. */
const STATUS_HINTS = {
    400: 'The service did not accept the query. Check `date-from`, `date-to`, `limit` and `offset`.',
    401: 'The key is wrong or has expired; keys expire 90 days after they were made unless set otherwise. Make a new admin key in the dashboard and store it as the secret that `api-key` reads.',
    403: 'The key may not do this: it needs the `read` scope. The same happens if an IP allowlist excludes the runner.',
    404: 'There is no such project at this address. Check `project-id` (the API keys page of the dashboard shows it) and `base-url`.',
    407: 'The proxy requires a login. Put it into the proxy variable: `http://user:password@host:port`.',
    429: 'The quota is used up; an organization has 100 analytics requests an hour, shared by all analytics endpoints. Wait before you run it again.',
};
const JOB_LIMIT_HINT = 'The service asks for fewer requests. Wait, and run it again.';
/** Hints by what happened, where no status says more. */
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
/** The address is right, since JSON came back, but something in it is wrong. */
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





/**
 * Reads the JSON of a success.
 * @param read turns the JSON into what the operation promises, or throws a ShapeError; what it is given takes the key out of
 * a text
 * @throws DocsServiceError, with the service's own words if it sent any, when it is no JSON or has another shape
 */
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
/** Method and address without the query, which is long and says nothing new. */
function describeTarget({ method, url }) {
    return `${method} ${url.origin}${url.pathname}`;
}
const decoder = new TextDecoder();
/**
 * Whether no text of this JSON has anything to take out: without escapes, each stands in it as it is. To search a page of
 * rows once takes a seventh of the time that searching each row takes.
 */
function isClean(body, redact) {
    return !body.includes('\\') && redact(body) === body;
}
function keep(text) {
    return text;
}
const MAXIMUM_CODE_POINTS = 500;
/**
 * Finds the service's own words in the body of an error: `{error, details: [{message}]}`, or else the text
 * of a web page, as networks in front of a service send them.
 * @param body as received, possibly cut
 * @param redact takes the key out of a text
 * @returns as `serviceMessage` at most 500 code points in one line, the key taken out; none when the body says nothing
 */
function describeErrorBody(body, redact) {
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(body);
    if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readObject */ .Ag)(value) !== undefined)
        return describeErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(body), redact);
    return { isJson: value !== undefined, hasErrorField: false, serviceMessage };
}
/** The same for a body that is parsed already. */
function describeErrorValue(value, redact) {
    return {
        isJson: true,
        hasErrorField: readWords((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(value)['error']) !== undefined,
        serviceMessage: toDetail(readErrorObject(value) ?? '', redact),
    };
}
function toDetail(words, redact) {
    const line = words.replace(/[\p{C}\s]+/gu, ' ').trim();
    // Redacted last: the key could be put together again by taking out what stands between its parts.
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
/** Some services put the message one level deeper: `{error: {message}}`. */
function readWords(value) {
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(value) ?? (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(value)['message']);
}
/** A short text for people, not safe HTML: the code that shows it escapes it. */
function stripMarkup(body) {
    return body
        .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
        .replace(/<!--[^<>]*-->/g, ' ')
        .replace(/<[^<>]*>/g, ' ');
}
/** The body of an error is shown in a sentence or two, so only its beginning is read. */
const MAXIMUM_ERROR_BYTES = 16 * 1024;
/** Reads a body up to `maximumBytes`; of a longer one, what came until then. */
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
/** Reads the body of an error, as far as it can be read. Without a body, the status has to be enough. */
async function readErrorAnswer(response, { apiKey, redact }) {
    try {
        const { bytes, isWhole } = await readBody(response, MAXIMUM_ERROR_BYTES);
        const text = new TextDecoder().decode(bytes);
        // Half a key at the end would not be recognized.
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





/** Allows `maximum` requests, repeats included. */
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
/**
 * Sends one request, once, and receives its answer. Redirects are not followed. The time limit
 * (`timeLimitMs`, never past the deadline) covers the body too.
 * @throws DocsServiceError for everything else than a success
 */
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
        // Its body is not needed.
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
/**
 * Starts the time of one request: `timeLimitMs`, but never past the deadline.
 * @param now milliseconds on the clock of the deadline
 */
function startTimeLimit({ signal, deadline, graceMs = 0 }, now, timeLimitMs) {
    const timeLeftMs = deadline - now;
    const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs));
    const timeout = AbortSignal.timeout(Math.ceil(lengthMs));
    // What has not been sent yet gets no grace.
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
/** The code of an error of `fetch`, such as `ECONNREFUSED`; nothing when it has none that is safe to show. */
function findErrorCode(error) {
    const codes = listCauses(error).map((cause) => cause.code);
    return codes.findLast((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code));
}
/** The error and what is below it. */
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
/** A prompt is sent again for so long while the connection is never made. */
const CONNECT_FOR_MS = 60_000;
/** Pauses between attempts grow up to this. */
const LONGEST_BACK_OFF_MS = 8_000;
/** A longer pause costs more runner time than the rows are worth that an export could still read. */
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000;
/** Also keeps pauses below what `setTimeout` can do. */
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
/**
 * Decides whether a request is sent again. Rules are tried in order, the first that fits decides.
 * @returns the pause before it is sent again, in milliseconds; nothing when it is not
 */
function decideRetryDelay(failure, { attempt, elapsedMs, timeLeftMs, waitForQuota = true, random }) {
    const { operation, kind, certainty } = failure;
    const isRead = !(0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .sendsPrompt */ ["if"])(operation);
    const isConnecting = !isRead && kind === 'not-connected';
    // As the service asks, if it asks to wait at all.
    const delayMs = failure.retryAfterMs || (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_2__/* .backOff */ .f)(attempt, random, LONGEST_BACK_OFF_MS);
    const reasonsToEnd = [
        // A prompt that may have been received is not sent again: there is no idempotency key, and no list of jobs.
        !isRead && certainty === 'unknown',
        // Nobody waits for it any more.
        kind === 'cancelled' || kind === 'deadline',
        // The same request would get the same answer.
        kind === 'status' && !isTemporary(failure.status),
        kind === 'unreadable',
        // The caller can do without.
        kind === 'status' && failure.status === 429 && !waitForQuota,
        isConnecting ? elapsedMs + delayMs >= CONNECT_FOR_MS : attempt >= MAXIMUM_ATTEMPTS,
        delayMs >= timeLeftMs,
        delayMs > (isRead ? LONGEST_PAUSE_FOR_VIEWS_MS : LONGEST_PAUSE_MS),
    ];
    return reasonsToEnd.includes(true) ? undefined : delayMs;
}
/** Too many requests, too slow, or broken for now. */
function isTemporary(status = 0) {
    return status === 408 || status === 429 || status >= 500;
}
/**
 * Says whether a job that could not be read may be readable at the next poll. 404 is left to the caller, who knows how
 * old the job is.
 */
function mayPassUntilNextPoll({ kind, status = 0 }) {
    if (kind === 'cancelled' || kind === 'deadline')
        return false;
    if (kind !== 'status')
        return true;
    // Redirects, conflicts and "too early" come from what stands between here and the service, and go away.
    return status < 400 || status === 409 || status === 425 || isTemporary(status);
}
/**
 * Calls `send` until it works or `decideRetryDelay` says that it is over. After 429, all requests of the same quota
 * wait for the first one, and go on when that has worked.
 * @param offset for `onRetry`
 * @throws the last failure
 */
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
            // Another request waits for the quota already, and this one goes on with it.
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
            // After a cancellation, the next attempt throws without sending anything.
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
/** A quota that no request waits for. */
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
/** Client errors that leave open whether the request was carried out. */
const UNCLEAR_STATUSES = new Set([408, 425]);
/** Says what a status other than a success leaves certain: by the other client errors, a server says that it did nothing. */
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



/** Every status that is documented, and whether a job stays in it. A new one is added here, and where the compiler says. */
const JOB_STATUSES = {
    active: { endsJob: false },
    completed: { endsJob: true },
    archived: { endsJob: true },
    failed: { endsJob: true },
};
/** Whether a job stays in `status`. One that is not known may change. */
function endsJob(status) {
    return status !== undefined && JOB_STATUSES[status].endsJob;
}
/** A value has another shape than the service promises. The message, in our words, says where. */
class ShapeError extends Error {
    name = 'ShapeError';
}
/**
 * Reads a job. Absence, `null` and the empty string are the same; unknown fields are dropped.
 * @param redact applied to every text
 * @throws ShapeError when `value` is no object
 */
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
/**
 * Reads a page of page views. Every field is required; counts are finite and not negative. Rows stay the objects that
 * the JSON parser made, since there may be a million of them, so unknown fields are still in them.
 * @param offset rows before the page, for the number of a row that is wrong
 * @param redact applied to every path
 * @throws ShapeError when a field is missing or wrong
 */
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
/** @param number of the row in the whole result, from 1 */
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






/** How the actions introduce themselves to the service and to GitHub; CDNs refuse clients that don't. */
const USER_AGENT = 'docs-agent-action/1';
/** The connection was never made, so no byte of the request was sent. The cause says why. */
class ConnectError extends Error {
    name = 'ConnectError';
    constructor(cause) {
        super('The connection was not made.', { cause });
    }
}
/** Name lookup, proxy and TLS included. */
const CONNECT_TIME_LIMIT_MS = 10_000;
/**
 * Creates a `fetch` on Node's own HTTP client. It honors HTTP_PROXY, HTTPS_PROXY and NO_PROXY
 * (https://nodejs.org/api/http.html#built-in-proxy-support), sends every request exactly once, which the built-in
 * `fetch` does not promise (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, 421), and starts sooner.
 * It rejects with `ConnectError`, with the signal's reason, or with the error of the connection that broke.
 * @param environment holds the proxy variables
 * @throws ProxySettingError when a proxy variable can't be used
 */
function createFetch(environment, connectTimeLimitMs = CONNECT_TIME_LIMIT_MS) {
    const proxyEnv = (0,_proxies_js__WEBPACK_IMPORTED_MODULE_5__/* .readProxies */ .r)(environment);
    const createAgents = (keepAlive) => {
        // The time limit is for tunnels that a proxy never opens: only Node knows their sockets.
        const options = { keepAlive, timeout: connectTimeLimitMs, ...(proxyEnv !== undefined && { proxyEnv }) };
        return { 'http:': new node_http__WEBPACK_IMPORTED_MODULE_0__.Agent(options), 'https:': new node_https__WEBPACK_IMPORTED_MODULE_1__.Agent(options) };
    };
    const kept = createAgents(true);
    // The server may close a kept connection while the request is sent, and then it is not known whether it was received.
    const fresh = createAgents(false);
    return async (url, request) => {
        const target = new URL(url);
        const agents = request.method === 'POST' ? fresh : kept;
        const agent = agents[target.protocol === 'https:' ? 'https:' : 'http:'];
        return describeResponse(await send(target, request, agent, connectTimeLimitMs));
    };
}
/** Sends the request and waits for the status and the headers. */
async function send(url, { method, headers, body, signal }, agent, connectTimeLimitMs) {
    const { promise, resolve, reject } = Promise.withResolvers();
    let isConnected = false;
    let timer;
    // The request emits no error while a proxy opens the tunnel, so an abort has to reject by itself.
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
/** Calls `listener` when the first byte of the request can leave. */
function whenConnected(request, listener) {
    request.once('socket', (socket) => {
        if (socket.connecting)
            socket.once(socket instanceof node_tls__WEBPACK_IMPORTED_MODULE_3__.TLSSocket ? 'secureConnect' : 'connect', listener);
        // A kept connection, or the tunnel of a proxy, which is handed over once it is open.
        else if (!socket.destroyed)
            listener();
    });
}
function createTimeoutError() {
    return Object.assign(new Error('Connecting took too long.'), { code: 'ETIMEDOUT' });
}
/** https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5 and the sections on 205 and 304: no body follows. */
const STATUSES_WITHOUT_BODY = [204, 205, 304];
function describeResponse(message) {
    const { statusCode: status = 0, headers } = message;
    // Without a listener, a body that breaks off before it is read would end the process.
    message.on('error', () => undefined);
    const hasBody = !STATUSES_WITHOUT_BODY.includes(status);
    // An answer that is not read to its end would keep its connection, and the process with it.
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
    // An error of either stream ends both, and the reader of the body gets it.
    return (0,node_stream__WEBPACK_IMPORTED_MODULE_2__.pipeline)(message, DECOMPRESSORS[encoding](), () => undefined);
}
function isEncoding(encoding) {
    return Object.hasOwn(DECOMPRESSORS, encoding);
}
/**
 * A signal that aborts `ms` milliseconds after `signal` does, for requests that a cancelled run may still finish. The timer
 * keeps no process alive.
 */
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
/** A proxy variable can't be used. The message leaves out its value, which may hold a password. */
class ProxySettingError extends Error {
    name = 'ProxySettingError';
    /** What to do about it. */
    hint;
    constructor(variable, reason, hint) {
        super(`Could not use the proxy in ${variable}: ${reason}.`);
        this.hint = hint;
    }
}
/**
 * Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY; the lower-case names win, as in curl. A proxy may stand there without
 * `http://`. Loopback hosts are proxied like all others unless NO_PROXY names them.
 * @param nodeVersion such as `24.5.0`
 * @returns nothing when no proxy is set
 * @throws ProxySettingError when a proxy is no http or https address, or this Node can't use one
 */
function readProxies(environment, nodeVersion = process.versions.node) {
    const httpProxy = readProxy(environment, 'HTTP_PROXY');
    const httpsProxy = readProxy(environment, 'HTTPS_PROXY');
    if (httpProxy === '' && httpsProxy === '')
        return undefined;
    if (!canUseProxies(nodeVersion))
        throw new ProxySettingError(httpsProxy === '' ? 'HTTP_PROXY' : 'HTTPS_PROXY', `the runner's Node ${nodeVersion} has no support for proxies`, 'Update the runner to version 2.328.0 or later.');
    return { http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: readExceptions(environment) };
}
/** Runners before 2.328.0 have Node 24.4, whose agents ignore `proxyEnv`. */
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
    // Passwords are often pasted as they are; a percent sign that escapes nothing means itself.
    url.username = escapeBarePercent(url.username);
    url.password = escapeBarePercent(url.password);
    return url.href;
}
function escapeBarePercent(text) {
    return text.replace(/%(?![0-9a-f]{2})/giu, '%25');
}
/** As in curl, spaces separate as well, a name covers its subdomains, and IPv6 addresses may have brackets. */
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
/** The three forms of a date that HTTP allows, https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
const HTTP_DATES = [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
/**
 * Reads `Retry-After`, which is a number of seconds or a date. A date is read against the reply's own `Date`, since the
 * clocks of the two machines may differ.
 * @param wallClockMs milliseconds since 1970, in case the reply has no `Date`
 * @returns how long to wait in milliseconds, at least 0; nothing when the header is missing or makes no sense
 */
function readRetryAfter(headers, wallClockMs) {
    const text = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+(?:\.\d+)?$/.test(text))
        return bound(Number(text) * 1000);
    const at = parseDate(text);
    if (at === undefined)
        return undefined;
    return bound(at - (parseDate(headers.get('date')?.trim() ?? '') ?? wallClockMs));
}
/** The pause before a request is sent again for the first time; twice as long each time. */
const FIRST_PAUSE_MS = 500;
/**
 * How long to wait where no server says it: longer after each try, and shortened at random, so that clients spread out.
 * @param attempt that failed, from 1
 * @param random at least 0, less than 1
 * @returns milliseconds, from half of the pause to all of it
 */
function backOff(attempt, random, longestMs) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), longestMs);
    return Math.round(pauseMs * (1 - random() / 2));
}
/** @returns milliseconds since 1970; nothing when it is no date */
function parseDate(text) {
    // Date.parse alone would take "-5" for a month, and it reads the third form as local time.
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


/**
 * Markdown that is safe to publish. Only this file makes it, so a text from outside can't get into a comment
 * or a summary without being escaped here.
 */
class Markdown {
    #source;
    constructor(source) {
        this.#source = source;
    }
    /** @internal For the functions of this file. */
    static fromTrustedSource(source) {
        return new Markdown(source);
    }
    toString() {
        return this.#source;
    }
}
/**
 * Template tag: the literal parts are Markdown; what is put in between is not, unless it is `Markdown` already.
 * A string becomes plain text, a text from outside becomes a code span.
 */
function markdown(literals, ...values) {
    return trusted(literals.reduce((source, literal, index) => source + render(values[index - 1]) + literal));
}
/** Joins pieces with `separator` (itself Markdown). */
function joinMarkdown(pieces, separator) {
    return trusted(pieces.map(String).join(separator));
}
/**
 * A code span: no mention, link, reference, HTML or emphasis is read inside, and a table cell stays one cell.
 * Mentions are broken by a word joiner all the same, since bots read the source, not the rendering.
 */
function code(text, maximum = 200) {
    const content = breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestRun(content, /`+/gu) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
/** A fenced code block, its lines kept. */
function codeBlock(text, maximum = 20_000, language = 'text') {
    const content = breakCommands(breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestRun(content, /`+/gu) + 1));
    return trusted(`${fence}${language}\n${content}\n${fence}`);
}
/** Plain text: every character that Markdown, HTML or GitHub could read something into is escaped. */
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)(open(text).replace(/\s+/gu, ' ')))))
        .replace(/[\\`*_{}[\]()#+!~]/gu, '\\$&')
        // A list item or an underlined heading, where the text begins a line.
        .replace(/^(\s*\d+)\.(?=\s|$)/u, '$1\\.')
        .replace(/^(\s*)(?=[=-](?:[\s=-]|$))/u, '$1\\')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        // A backslash would do, were it not for tables, which add one of their own.
        .replaceAll('|', '&#124;')
        // A backslash does not keep GitHub from reading mathematics between two dollars.
        // https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/writing-mathematical-expressions
        .replaceAll('$', '<span>$$</span>')
        .replace(/:\/\//gu, ':&#8203;//')
        // Before the dot: browsers pass over a character without width in the name of a host.
        .replace(/www(?=\.)/giu, '$&&#8203;'));
}
/**
 * Text of ours as Markdown: `backticks` mean code, and URLs are shown as code too, to be read and not followed. A line
 * that begins with a dash is a list item, every other line a paragraph.
 */
function prose(text) {
    const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n');
    return joinMarkdown(lines.map(renderProse), '\n');
}
/** A link; `url` must have passed `toSafeUrl` or be made by us. */
function link(label, url) {
    return trusted(`[${label}](${url.href.replace(/[()<>\\|]/gu, percentEncode)})`);
}
/** A folded part. */
function details(summary, body) {
    return markdown `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
/**
 * Markdown that we published before, with another part between these two lines of ours, and including them. Without such
 * lines it stays as it is.
 */
function replacePart(published, [start, end], part) {
    const source = open(published);
    const from = source.indexOf(String(start));
    const to = source.indexOf(String(end), from);
    if (from < 0 || to < 0)
        return trusted(source);
    return trusted(source.slice(0, from) + String(part) + source.slice(to + String(end).length));
}
/** A table with a header row. */
function table(header, rows, align) {
    const row = (cells) => `| ${cells.map((cell) => escapePipes(String(cell).replaceAll('\n', ' '))).join(' | ')} |`;
    return trusted([row(header), row(header.map((_, column) => align?.[column] ?? '---')), ...rows.map(row)].join('\n'));
}
/** After a backslash of the text's own, some readers would take `\\|` for an escaped backslash and the end of the cell. */
function escapePipes(cell) {
    return cell.replace(/\\(?=\|)/gu, '\\\u2060').replaceAll('|', '\\|');
}
function renderProse(line) {
    const [, dash = '', rest = ''] = /^(- )?(.*)$/su.exec(line) ?? [];
    const parts = rest.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
        // One without its pair is a character like any other.
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
/** Breaks mentions, for GitHub and for bots that read the source. */
function breakMentions(text) {
    return text.replace(/@(?=[\p{L}\p{N}_-])/gu, '@\u2060');
}
/**
 * GitHub links `#1`, `GH-1` and commit ids in the rendered text, where a backslash is gone.
 * https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
 */
function breakReferences(text) {
    return (text
        .replace(/#(?=\d)/gu, '#\u2060')
        .replace(/(gh-)(?=\d)/giu, '$1\u2060')
        // Seven digits are the shortest id. What follows them may be cut off later.
        .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}/giu, (id) => id.replace(/.{6}/gu, '$&\u2060')));
}
/** Bots look for their commands at the start of a line of the source, code or not. */
function breakCommands(text) {
    return text.replace(/^(\s*)([/!.])(?=\S)/gmu, '$1\u2060$2');
}
function longestRun(text, pattern) {
    return Math.max(0, ...(text.match(pattern) ?? []).map((run) => run.length));
}


/***/ })

};
