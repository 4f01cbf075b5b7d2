export const id = 255;
export const ids = [255];
export const modules = {

/***/ 672:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  F9: () => (/* binding */ ClaimError),
  S6: () => (/* binding */ claimRun),
  pf: () => (/* binding */ refuseClaim)
});

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/github/signed-marker.js
var signed_marker = __webpack_require__(5671);
// EXTERNAL MODULE: ./build/github/thread-warning.js
var thread_warning = __webpack_require__(1885);
// EXTERNAL MODULE: ./build/agent-job/request/trigger.js
var request_trigger = __webpack_require__(7274);
// EXTERNAL MODULE: ./build/github/read-back.js
var read_back = __webpack_require__(7314);
// EXTERNAL MODULE: ./build/agent-job/claim/claim-marker.js
var claim_marker = __webpack_require__(2562);
// EXTERNAL MODULE: ./build/agent-job/claim/precedence.js
var precedence = __webpack_require__(8315);
;// CONCATENATED MODULE: ./build/agent-job/claim/claim.js




/** How long a run that has just reacted or written may need until the thread shows it. */
const VISIBILITY_DELAY_MS = 1_500;
/**
 * Claims what is to be done: our comment says so, and stands in the list of the thread's comments, before anything is
 * sent. The oldest claim in that list wins.
 * @throws GitHubError when that can't be done: then nothing may be sent
 */
async function makeClaim(options) {
    const { comment, claim, clock, signal } = options;
    const eyes = await leaveEyes(options);
    const attempt = { ...options, eyes };
    const isRerun = claim.claimant.attempt > 1;
    if (!isRerun && eyes.result !== 'again' && claim.series === undefined)
        return await postClaim(attempt);
    let found = await comment.find();
    let decisive = (0,precedence/* selectDecisive */.Hq)(found, claim, eyes.account);
    if (decisive === undefined && eyes.result === 'again') {
        await clock.sleep(VISIBILITY_DELAY_MS, signal);
        found = await comment.find();
        decisive = (0,precedence/* selectDecisive */.Hq)(found, claim, eyes.account);
    }
    if (decisive !== undefined)
        return await decide(decisive, found, attempt);
    // Only the reaction tells whether an earlier attempt was here.
    if (isRerun && eyes.error !== undefined)
        throw eyes.error;
    if (eyes.result === 'again' && (await wasAnswered(found, eyes.account, attempt)))
        return end('unknown', 'answered-and-deleted');
    const earlier = (0,precedence/* findEarlier */._l)(found, claim);
    return (earlier && (await takeOverEarlier(earlier, found, attempt))) ?? (await postClaim(attempt));
}
/** GitHub answers 201 to the first `eyes`, and 200 to the next. After a failure, it isn't known which it was. */
async function leaveEyes({ github, trigger, warn }) {
    if (trigger === undefined)
        return { result: 'none' };
    try {
        return await github.react(trigger, 'eyes');
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y))
            throw error;
        warn(error);
        const isGone = error.status === 404 && !(await github.hasComment(trigger));
        return isGone ? { result: 'gone' } : { result: 'failed', error };
    }
}
/** Posts our claim, reads it back, and takes it back where an older one stands. */
async function postClaim(attempt) {
    const { comment, claim, content, eyes, warn } = attempt;
    if (eyes.result === 'gone')
        return end('skipped', 'comment-gone');
    const { id, author } = await comment.post(content, claim);
    const all = await (0,read_back/* readBack */.e)((shown) => shown.some((each) => each.id === id), attempt);
    const found = all.filter(({ payload }) => payload.nonce !== claim.nonce);
    // A post whose answer was lost may have arrived twice: then the first one counts.
    const [own, ...spare] = all.filter(({ payload }) => payload.nonce === claim.nonce);
    const older = found.filter((each) => each.payload.trigger !== claim.trigger || each.id < (own?.id ?? id));
    const decisive = (0,precedence/* selectDecisive */.Hq)(older, claim, author);
    const needless = decisive === undefined || own === undefined ? spare : [...spare, own];
    for (const each of needless)
        await comment.remove(each).catch(warn);
    if (decisive !== undefined)
        return await decide(decisive, found, attempt);
    comment.adopt(own);
    const asked = eyes.result === 'failed' ? wasAnswered(found, author, attempt) : undefined;
    const isAnswered = await asked?.catch(warn);
    return isAnswered ? end('unknown', 'answered-and-deleted') : { kind: 'won', found };
}
/** What the claim that stands means for this run. The first rule that fits decides. */
async function decide(decisive, found, attempt) {
    const { comment, claim, warn } = attempt;
    const { payload, isVerified, url } = decisive;
    const { state, jobId } = payload;
    for (const each of (0,precedence/* findNeedless */.Bv)(found, decisive, claim))
        await comment.remove(each).catch(warn);
    if (payload.trigger !== claim.trigger)
        return duplicate(decisive, 'taken-over-by-later-run');
    const isOurs = (0,precedence/* isOfEarlierAttempt */.HD)(payload, claim);
    if (isOurs && (0,precedence/* mayClaimAgain */.ko)(decisive))
        return (await takeOver(decisive, found, attempt)) ?? duplicate(decisive, 'claimed-by-other-run');
    if (!isVerified && state !== 'refused' && state !== 'answered')
        return end('unknown', 'other-key', url);
    if (state === 'finished' && jobId !== undefined)
        return { kind: 'told-again', jobId, claim: payload, url };
    if (!isOurs || state === 'answered')
        return duplicate(decisive, 'claimed-by-other-run');
    // The comment says all that is known.
    if (state === 'unknown')
        return end('unknown', 'lost-while-sending', url);
    const { claimant, nonce } = claim;
    comment.adopt({ ...decisive, payload: { ...payload, outcome: undefined, claimant, nonce } });
    return jobId === undefined
        ? end('unknown', 'lost-while-sending')
        : { kind: 'resumed', jobId, claim: payload };
}
function end(outcome, cause, reportedIn = '') {
    return { kind: 'ended', ending: { outcome, cause }, reportedIn };
}
function duplicate({ payload, url }, cause) {
    const problem = `It is the workflow run ${payload.claimant.runId}.`;
    const again = payload.state === 'refused' ? ' It ended without a job: re-run that one, or comment again.' : '';
    return { kind: 'ended', ending: { outcome: 'duplicate', cause, problem: problem + again }, reportedIn: url };
}
/** A run that no comment asked for goes on in the comment of an earlier one that has ended. */
async function takeOverEarlier(earlier, found, attempt) {
    try {
        return await takeOver(earlier, found, attempt);
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y) || error.isTransient)
            throw error;
        // Deleted meanwhile, or another account's: this run has a comment of its own.
        attempt.comment.adopt(undefined);
        return undefined;
    }
}
/**
 * Claims by an edit of a comment whose run has ended. The thread must say so before anything is sent. Where several do
 * it at once, the last to write has it.
 * @returns undefined when another run has it
 */
async function takeOver(before, found, attempt) {
    const { comment, claim, content, clock, signal, eyes } = attempt;
    if (eyes.result === 'gone')
        return end('skipped', 'comment-gone');
    const [kept] = before.isVerified ? (0,claim_marker/* listKnownJobs */.cv)(before.payload) : [];
    comment.adopt({ ...before, payload: { ...claim, kept } });
    await comment.edit(content, {});
    await clock.sleep(VISIBILITY_DELAY_MS, signal);
    const find = (all) => all.find(({ id }) => id === before.id);
    const now = find(await (0,read_back/* readBack */.e)((all) => find(all)?.payload.nonce !== before.payload.nonce, attempt));
    if (now?.isVerified && now.payload.nonce === claim.nonce)
        return { kind: 'won', found };
    comment.adopt(undefined);
    return undefined;
}
/**
 * Whether our own account has said how it ended, and no comment of ours in the thread explains that: then it was
 * deleted. The comment of another project is an explanation.
 */
async function wasAnswered(found, account, { github, trigger, claim }) {
    // Who claims nothing may do it twice.
    if (trigger === undefined || claim.state !== 'claimed')
        return false;
    if (found.some((each) => each.payload.trigger === claim.trigger && (0,precedence/* isByUs */.kb)(each, account)))
        return false;
    const closing = (await github.listReactions(trigger)).filter(({ account: by }) => by === account);
    return closing.some(({ content }) => content === 'rocket' || content === 'confused');
}

;// CONCATENATED MODULE: ./build/agent-job/claim/claim-run.js





/** @throws what ends the run, where GitHub did not take or show the claim */
function refuseClaim(error) {
    throw error instanceof errors/* GitHubError */.y ? new ClaimError(error) : error;
}
/** Our comment can't be written or read back, so nothing may be sent. */
class ClaimError extends Error {
    name = 'ClaimError';
    failure;
    constructor(failure) {
        super(failure.message, { cause: failure });
        this.failure = failure;
    }
}
/**
 * Makes sure that only this run goes on, before it does anything else. Without a thread, nothing is remembered.
 * @param content what our comment says from now on
 * @throws ClaimError where a prompt would be sent; else a failure is a warning
 */
async function claimRun(purpose, trigger, inputs, content, dependencies) {
    const { comment, github, signal } = dependencies;
    if (comment === undefined || github === undefined)
        return { kind: 'won', found: [] };
    const warn = (0,thread_warning/* createThreadWarning */.D)(dependencies);
    const claim = createClaim(purpose, trigger, inputs, dependencies);
    try {
        const options = { ...dependencies, github, comment, trigger: trigger.comment, claim, content, warn };
        const result = await makeClaim(options);
        // A job that is named is followed, whatever became of another one.
        const isOther = (result.kind === 'told-again' && result.jobId !== claim.jobId) ||
            (result.kind === 'ended' && result.ending.outcome === 'unknown');
        return purpose.kind === 'attach' && isOther ? { kind: 'won', found: [] } : result;
    }
    catch (error) {
        signal.throwIfAborted();
        if (purpose.kind === 'prompt')
            refuseClaim(error);
        warn(error);
        return { kind: 'won', found: [], ...(error instanceof errors/* GitHubError */.y && { failure: error }) };
    }
}
const FIRST_STATES = { prompt: 'claimed', attach: 'job', help: 'answered', check: 'refused' };
function createClaim(purpose, trigger, inputs, { run, nonce }) {
    const { comment, thread } = trigger;
    const { kind } = purpose;
    const isOwnThread = thread !== undefined && (0,request_trigger/* findReportThread */.UB)(trigger, inputs)?.number === thread.number;
    const runs = (0,signed_marker/* digest */.br)([kind === 'check', run.workflow, run.job, run.step, inputs.prompt].join('\n'));
    // A check is nobody's business but its own: each run has one.
    const isByComment = comment !== undefined && kind !== 'check';
    return {
        state: FIRST_STATES[kind],
        trigger: isByComment ? `${comment.kind} ${comment.id}` : `run ${run.id} ${runs}`,
        ...(comment === undefined && isOwnThread && { series: runs }),
        project: (0,signed_marker/* digest */.br)(inputs.projectId),
        claimant: { runId: run.id, job: run.job, step: run.step, attempt: run.attempt },
        nonce,
        ...(kind === 'attach' && { jobId: purpose.jobId }),
    };
}


/***/ }),

/***/ 5819:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CO: () => (/* binding */ findServiceCause),
/* harmony export */   qo: () => (/* binding */ refineByKey),
/* harmony export */   sx: () => (/* binding */ findGitHubCause)
/* harmony export */ });
/* harmony import */ var _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9597);

/** Why a request to the service failed, by its facts and never by the words of an answer. */
function findServiceCause(failure) {
    const { kind, certainty, status } = failure;
    if ((0,_docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .sendsPrompt */ ["if"])(failure.operation) && certainty === 'unknown')
        return 'prompt-unconfirmed';
    // The outcome says all that there is to say.
    if (kind === 'cancelled' || kind === 'deadline')
        return undefined;
    if (kind === 'not-connected')
        return findConnectionCause(failure.code);
    if (kind === 'unreadable')
        return 'not-the-service';
    return kind === 'status' && status !== undefined ? findStatusCause(status, failure) : 'service-failed';
}
/** https://nodejs.org/api/errors.html#nodejs-error-codes and the codes of OpenSSL */
function findConnectionCause(code = '') {
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
        return 'name-not-found';
    if (code.startsWith('ERR_PROXY'))
        return 'proxy-refused';
    return /CERT|_TLS_|_SSL_|LEAF_SIGNATURE|EPROTO/u.test(code) ? 'certificate-refused' : 'service-unreachable';
}
/** `sending`: of a request with a prompt; `foreign`: of an answer that is no JSON, and so not the service's own. */
const STATUS_CAUSES = {
    400: { any: 'request-refused', sending: 'prompt-refused' },
    401: { any: 'key-refused' },
    402: { any: 'plan-or-credits' },
    403: { any: 'key-may-not-read', sending: 'key-may-not-write', foreign: 'blocked-on-the-way' },
    404: { any: 'project-not-found', foreign: 'not-the-service' },
    407: { any: 'proxy-refused' },
    408: { any: 'service-failed' },
    413: { any: 'prompt-too-large' },
    422: { any: 'request-refused', sending: 'prompt-refused' },
    429: { any: 'service-limit' },
};
function findStatusCause(status, failure) {
    const causes = STATUS_CAUSES[status];
    if (causes === undefined) {
        if (status < 400)
            return 'not-the-service';
        return status < 500 ? 'request-refused' : 'service-failed';
    }
    if (failure.isJson === false && causes.foreign !== undefined)
        return causes.foreign;
    if (status === 404 && failure.operation === 'get agent job')
        return 'job-not-found';
    return ((0,_docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .sendsPrompt */ ["if"])(failure.operation) ? causes.sending : undefined) ?? causes.any;
}
/** Why GitHub did not do what was asked, where nothing more is known of the request. */
function findGitHubCause(error) {
    if (error.isRateLimited)
        return 'github-limit';
    if (error.isTransient)
        return 'github-unreachable';
    return error.status === 401 ? 'github-token-refused' : 'github-refused';
}
/** What the key itself says about a cause: its prefix tells other kinds of keys apart. */
function refineByKey(cause, apiKey) {
    if (cause === 'inputs-unusable') {
        if (apiKey === '')
            return 'secret-missing';
        return /^bearer\b/iu.test(apiKey) ? 'key-with-bearer' : cause;
    }
    if (cause !== 'key-refused' && cause !== 'key-may-not-write' && cause !== 'key-may-not-read')
        return cause;
    if (apiKey.startsWith('mint_dsc_'))
        return 'key-of-assistant';
    return apiKey.startsWith('mint_us_') ? 'key-of-index' : cause;
}


/***/ }),

/***/ 7255:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AM: () => (/* binding */ endByJob),
/* harmony export */   C8: () => (/* binding */ endByPermissionCheck),
/* harmony export */   Tg: () => (/* binding */ endByError),
/* harmony export */   j5: () => (/* binding */ UnconfirmedPromptError)
/* harmony export */ });
/* harmony import */ var _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9597);
/* harmony import */ var _docs_service_schema_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7917);
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7307);
/* harmony import */ var _github_read_back_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7314);
/* harmony import */ var _network_proxies_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6133);
/* harmony import */ var _runner_cancellation_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(172);
/* harmony import */ var _runner_inputs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2266);
/* harmony import */ var _runner_run_action_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7547);
/* harmony import */ var _claim_claim_run_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(672);
/* harmony import */ var _find_cause_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5819);










/** An unexpected error while a prompt was being sent. */
class UnconfirmedPromptError extends Error {
    name = 'UnconfirmedPromptError';
    constructor(cause) {
        super(`The prompt may have been received. ${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_6__/* .describeError */ .Uc)(cause)}`, { cause });
    }
}
/** What each status that ends a job means; undefined where that depends on the pull request. */
const ENDINGS = {
    completed: undefined,
    archived: { outcome: 'archived' },
    failed: { outcome: 'failed' },
};
/** The ending that a terminal job means. */
function endByJob(job, pullRequest) {
    const ending = (0,_docs_service_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .endsJob */ .O9)(job?.status) ? ENDINGS[job.status] : undefined;
    if (ending !== undefined)
        return ending;
    if (pullRequest !== undefined)
        return { outcome: 'pull-request' };
    if (!job?.isPrLinkRefused)
        return { outcome: 'no-pull-request' };
    // Steps that go by `pull-request` use `prLink`, so the two go together.
    return { outcome: 'no-pull-request', cause: 'link-refused' };
}
/** The ending that an error means. A request whose prompt may have been received says so itself. */
function endByError(error) {
    if (error instanceof _runner_cancellation_js__WEBPACK_IMPORTED_MODULE_9__/* .CancelledError */ .cc)
        return { outcome: 'cancelled' };
    if (error instanceof _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx)
        return {
            outcome: chooseOutcome(error),
            cause: (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_8__/* .findServiceCause */ .CO)(error),
            technical: error.message,
            ...(error.serviceMessage !== undefined && { detail: error.serviceMessage }),
        };
    if (error instanceof _claim_claim_run_js__WEBPACK_IMPORTED_MODULE_7__/* .ClaimError */ .F9)
        return endByClaim(error.failure);
    if (error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .GitHubError */ .y) {
        const cause = (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_8__/* .findGitHubCause */ .sx)(error);
        return {
            outcome: error.isTransient ? 'unavailable' : 'error',
            cause,
            ...(cause === 'github-refused' && { problem: error.hint }),
            technical: error.what,
        };
    }
    if (error instanceof _network_proxies_js__WEBPACK_IMPORTED_MODULE_4__/* .ProxySettingError */ .T)
        return { outcome: 'error', cause: 'proxy-unusable', problem: `${error.message} ${error.hint}` };
    if (error instanceof _runner_inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .InputError */ .d)
        return { outcome: 'error', cause: 'inputs-unusable', problem: listProblems(error) };
    return {
        outcome: error instanceof UnconfirmedPromptError ? 'unknown' : 'error',
        problem: `Unexpected error: ${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_6__/* .describeBug */ .WP)(error)}`,
        unexpected: error,
    };
}
function listProblems({ problems }) {
    return problems.map(({ input, message }) => `- ${input}: ${message}`).join('\n');
}
/** The ending of a run that could not find out whether the commenter may: nobody is let in, and nothing is said. */
function endByPermissionCheck(error) {
    const { problem, ...ending } = endByError(error);
    if (error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .GitHubError */ .y && error.status === 403 && ending.cause === 'github-refused')
        return { ...ending, cause: 'permission-check-refused' };
    return { ...ending, ...(problem !== undefined && { problem }) };
}
/** The ending of a run whose comment can't be written, or read back. */
function endByClaim(error) {
    const { what: technical, hint } = error;
    if (error instanceof _github_read_back_js__WEBPACK_IMPORTED_MODULE_3__/* .NotShownError */ .D)
        return { outcome: 'unavailable', cause: 'comment-not-visible', technical };
    const ending = endByError(error);
    if (ending.cause !== 'github-refused')
        return ending;
    if (error.isLocked)
        return { outcome: 'error', cause: 'thread-locked', technical };
    const isGone = error.status === 404 || error.status === 410;
    const cause = isGone ? 'thread-not-found' : 'comment-refused';
    return { outcome: 'error', cause, problem: hint, technical };
}
function chooseOutcome({ operation, certainty, kind, isUnavailable }) {
    if ((0,_docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .sendsPrompt */ ["if"])(operation) && certainty === 'unknown')
        return 'unknown';
    if (isUnavailable)
        return 'unavailable';
    return kind === 'cancelled' ? 'cancelled' : 'error';
}


/***/ }),

/***/ 7314:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ NotShownError),
/* harmony export */   e: () => (/* binding */ readBack)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);

/** The list of the thread's comments doesn't show what was written. */
class NotShownError extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y {
}
const LONGEST_LAG_MS = 30_000;
const LONGEST_PAUSE_MS = 4_000;
/**
 * Lists the marked comments of a thread until what was written is among them: a list may lag behind.
 * @throws NotShownError when it isn't shown for 30 s; GitHubError when the list can't be read
 */
async function readBack(isShown, options) {
    const { comment, clock, signal } = options;
    const startedAt = clock.now();
    for (let pauseMs = 250;; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        const found = await comment.find();
        if (isShown(found))
            return found;
        if (clock.now() - startedAt >= LONGEST_LAG_MS)
            throw new NotShownError('read back our comment', {
                answer: `the list of the thread's comments did not show it within ${LONGEST_LAG_MS / 1000} s`,
                hint: 'Check https://www.githubstatus.com and try again later.',
            });
        await clock.sleep(pauseMs, signal);
    }
}


/***/ }),

/***/ 1885:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ createThreadWarning)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);

/** A failure to react or comment is a warning where nothing depends on it. */
function createThreadWarning({ log, signal, }) {
    return (error) => {
        signal.throwIfAborted();
        if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y))
            throw error;
        log.warning('The thread could not be read or changed', error.message, error.hint);
    };
}


/***/ })

};
