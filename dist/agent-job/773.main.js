export const id = 773;
export const ids = [773];
export const modules = {

/***/ 672:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  F: () => (/* binding */ ClaimError),
  S: () => (/* binding */ claimRun)
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
    if (isRerun && eyes.error !== undefined && !eyes.isGone)
        throw eyes.error;
    if (eyes.result === 'again' && (await wasAnswered(found, attempt)))
        return uncertain('answered-and-deleted');
    return (await takeOverEarlier(found, attempt)) ?? (await postClaim(attempt));
}
function uncertain(cause, reportedIn = '') {
    return { kind: 'uncertain', ending: { outcome: 'unknown', cause }, reportedIn };
}
const GONE = { kind: 'ended', ending: { outcome: 'skipped', cause: 'comment-gone' } };
function duplicate({ payload, url }, cause) {
    const end = payload.state === 'refused' ? ', and ended without a job: re-run that one, or comment again' : '';
    const what = cause === 'taken-over-by-later-run' ? "this run's comment over" : `this comment${end}`;
    const problem = `The workflow run ${payload.claimant.runId} has taken ${what}.`;
    return { kind: 'ended', ending: { outcome: 'duplicate', cause, problem }, reportedIn: url };
}
/** GitHub answers 201 to the first `eyes`, and 200 to the next. After a failure, it isn't known which it was. */
async function leaveEyes({ github, trigger, warn }) {
    if (trigger === undefined)
        return { result: 'none' };
    try {
        return await github.react(trigger, 'eyes');
    }
    catch (error) {
        warn(error);
        if (!(error instanceof errors/* GitHubError */.y))
            throw error;
        const isGone = error.status === 404 && !(await github.hasComment(trigger));
        return { result: 'failed', error, isGone };
    }
}
/** Posts our claim, reads it back, and takes it back where an older one stands. */
async function postClaim(attempt) {
    const { comment, claim, content, eyes, warn } = attempt;
    if (eyes.isGone)
        return GONE;
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
    return { kind: 'won', found };
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
        return uncertain('other-key', url);
    if (state === 'finished' && jobId !== undefined)
        return { kind: 'told-again', jobId, claim: payload, url };
    if (!isOurs || state === 'answered')
        return duplicate(decisive, 'claimed-by-other-run');
    // The comment says all that is known.
    if (state === 'unknown')
        return uncertain('lost-while-sending', url);
    const { claimant, nonce } = claim;
    comment.adopt({ ...decisive, payload: { ...payload, outcome: undefined, claimant, nonce } });
    return jobId === undefined ? uncertain('lost-while-sending') : { kind: 'resumed', jobId, claim: payload };
}
/** A run that no comment asked for goes on in the comment of an earlier one that has ended. */
async function takeOverEarlier(found, attempt) {
    const earlier = (0,precedence/* findEarlier */._l)(found, attempt.claim);
    if (earlier === undefined)
        return undefined;
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
    if (eyes.isGone)
        return GONE;
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
async function wasAnswered(found, { github, trigger, claim, eyes: { account } }) {
    // Who claims nothing may do it twice.
    if (trigger === undefined || claim.state !== 'claimed')
        return false;
    if (found.some((each) => each.payload.trigger === claim.trigger && (0,precedence/* isByUs */.kb)(each, account)))
        return false;
    const reactions = await github.listReactions(trigger);
    return reactions.some(({ content, account: reacted }) => reacted === account && (content === 'rocket' || content === 'confused'));
}

;// CONCATENATED MODULE: ./build/agent-job/claim/claim-run.js





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
        const isOther = result.kind === 'uncertain' || (result.kind === 'told-again' && result.jobId !== claim.jobId);
        return purpose.kind === 'attach' && isOther ? { kind: 'won', found: [] } : result;
    }
    catch (error) {
        signal.throwIfAborted();
        if (purpose.kind === 'prompt' && error instanceof errors/* GitHubError */.y)
            throw new ClaimError(error);
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

/***/ 8773:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  prepareRun: () => (/* binding */ prepareRun)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./build/network/fetch.js
var network_fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/runner/cancellation.js
var cancellation = __webpack_require__(172);
// EXTERNAL MODULE: ./build/runner/clock.js
var clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/runner/event.js
var runner_event = __webpack_require__(5371);
// EXTERNAL MODULE: ./build/runner/inputs.js
var runner_inputs = __webpack_require__(2266);
// EXTERNAL MODULE: ./build/runner/outputs.js
var runner_outputs = __webpack_require__(4481);
// EXTERNAL MODULE: ./build/node_modules/@actions/core/lib/core.js + 10 modules
var core = __webpack_require__(621);
// EXTERNAL MODULE: ./build/untrusted/truncate-markdown.js
var truncate_markdown = __webpack_require__(797);
;// CONCATENATED MODULE: ./build/runner/summary.js



/** GitHub refuses a step's summary over 1 MiB; some room is left for what the runner adds. */
const MAXIMUM_BYTES = 1024 * 1024 - 1024;
/**
 * A writer of job summaries that redacts `secrets`.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
function createSummary(secrets) {
    return async (content) => {
        const text = (0,truncate_markdown/* truncateMarkdownToBytes */.y)(secrets.redact(content.toString()), MAXIMUM_BYTES);
        try {
            await core/* summary */.z.addRaw(text, true).write();
        }
        catch (error) {
            throw new Error((0,runner_outputs/* describeRefusal */.a2)('write the job summary', error));
        }
    };
}

// EXTERNAL MODULE: ./build/agent-job/claim/claim-marker.js
var claim_marker = __webpack_require__(2562);
// EXTERNAL MODULE: ./build/agent-job/connections.js + 3 modules
var agent_job_connections = __webpack_require__(7738);
// EXTERNAL MODULE: ./build/agent-job/inputs.js + 2 modules
var agent_job_inputs = __webpack_require__(4261);
// EXTERNAL MODULE: ./build/agent-job/request/permission.js
var permission = __webpack_require__(1383);
;// CONCATENATED MODULE: ./build/agent-job/refused-inputs.js

/**
 * Reacts to the command when an input can't be used or a secret is missing, so that the thread doesn't stay silent for
 * somebody who may use the command. `confused` without `eyes` doesn't stop a re-run. It never throws.
 */
async function markRefusal({ comment }, inputs, { problems }, github) {
    const isRefused = (name) => problems.some(({ input }) => input === name);
    const isWanted = inputs.comment || isRefused('comment');
    if (comment === undefined || github === undefined || !isWanted)
        return;
    const minimum = isRefused('minimum-permission') ? 'admin' : inputs.minimumPermission;
    const allowedBots = isRefused('allowed-bots') ? [] : inputs.allowedBots;
    try {
        const { isAllowed } = await (0,permission/* checkPermission */.Y)(comment, minimum, allowedBots, github);
        if (isAllowed)
            await github.react(comment, 'confused');
    }
    catch {
        // The inputs are what the run reports, so a failure here is ignored.
    }
}

// EXTERNAL MODULE: ./build/agent-job/request/trigger.js
var request_trigger = __webpack_require__(7274);
// EXTERNAL MODULE: ./build/agent-job/result/find-cause.js
var find_cause = __webpack_require__(5819);
// EXTERNAL MODULE: ./build/agent-job/result/progress.js
var result_progress = __webpack_require__(4285);
// EXTERNAL MODULE: ./build/agent-job/result/run-result.js
var run_result = __webpack_require__(7255);
;// CONCATENATED MODULE: ./build/agent-job/result/warnings.js
/** Keeps the warnings that go to `log`, for the job summary. */
function collectWarnings(log) {
    const textByCause = new Map();
    return {
        list: () => [...textByCause.values()],
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

// EXTERNAL MODULE: ./build/docs-service/client.js
var client = __webpack_require__(4037);
;// CONCATENATED MODULE: ./build/agent-job/settings-warnings.js

/** Warns of settings that are allowed, but probably a mistake. */
function warnOfSettings(trigger, inputs, log) {
    const keyKind = (0,client/* findOtherKeyKind */.F)(inputs.apiKey);
    if (keyKind !== undefined)
        log.warning('This may be the wrong key', `\`api-key\` looks like an ${keyKind} key; agent jobs need an admin key.`);
    if (inputs.githubToken === '' && inputs.issueNumber !== undefined)
        log.warning('Nothing is reported in the thread', `\`issue-number\` is ${inputs.issueNumber}, but \`github-token\` is empty. Give the step a token, or remove \`issue-number\`.`);
    if (trigger.comment !== undefined && trigger.isPublic && inputs.minimumPermission === 'read')
        log.warning('Anyone may start jobs', 'On a public repository everybody has the permission `read`, and `minimum-permission` is `read`. Set it to `write` to admit only people who may push.');
}

;// CONCATENATED MODULE: ./build/agent-job/prepare-run.js


















/**
 * Checks the inputs, and connects the use case to the world.
 * @returns nothing when that can't be done; the reason is published then
 */
async function prepareRun(event, entry) {
    const { reader, outputs, secretInputs, signal } = entry;
    const warnings = collectWarnings(entry.runner.log);
    const runner = { ...entry.runner, log: warnings.log };
    const run = (0,runner_event/* readWorkflowRun */.hO)(process.env);
    const inputs = (0,agent_job_inputs/* readInputs */.Ko)(reader, secretInputs, event, run.workspace);
    const context = {
        askedBy: event.comment?.author.login,
        runUrl: run.url,
        command: inputs.command,
        hasDashboard: inputs.baseUrl.origin === agent_job_inputs/* INPUT_DEFAULTS */.WJ['base-url'],
        isAttached: inputs.jobId !== '',
        followUp: inputs.followUp,
    };
    const state = (0,runner_outputs/* createState */.ur)(runner);
    let connections;
    const publish = async (result) => {
        // Not needed before the job is created, and a command should start fast.
        const { publishResult, recordResult } = await Promise.all(/* import() */[__webpack_require__.e(804), __webpack_require__.e(867)]).then(__webpack_require__.bind(__webpack_require__, 2867));
        state.save('known', JSON.stringify(recordResult(result)));
        return await publishResult({ ...result, cause: (0,find_cause/* refineByKey */.qo)(result.cause, inputs.apiKey) }, {
            runner,
            warnings,
            outputs,
            writeSummary: createSummary(runner.secrets),
            failOn: inputs.failOn,
            context,
            comment: connections?.comment,
            react: connections?.react,
        });
    };
    let fetch;
    let trigger = event;
    try {
        fetch = entry.fetch ?? (0,network_fetch/* createFetch */.Hy)(process.env);
        connections = (0,agent_job_connections/* connectRun */.Yy)(event, inputs, run, fetch, signal);
        reader.finish();
        const reporting = await (0,agent_job_connections/* connectReport */.xf)(event, inputs, run, connections, runner, signal);
        trigger = reporting.trigger;
        connections = reporting.connections;
    }
    catch (error) {
        if (error instanceof runner_inputs/* InputError */.d)
            await markRefusal(event, inputs, error, connections?.connection?.github);
        await publish({ ...(0,run_result/* endByError */.Tg)(error), isClaimed: false, durationMs: 0 });
        return undefined;
    }
    warnOfSettings(trigger, inputs, runner.log);
    const nonce = (0,external_node_crypto_.randomUUID)();
    // `post` knows the comment of this step by it, and its thread, which the event of a push doesn't tell.
    state.save('nonce', nonce);
    state.save('thread', String((0,request_trigger/* findReportThread */.UB)(trigger, inputs)?.number ?? ''));
    state.save('phase', 'started');
    const { connection, comment } = connections ?? {};
    return {
        inputs,
        trigger,
        dependencies: {
            run,
            service: (0,agent_job_connections/* connectService */.Ux)(runner, inputs, fetch),
            github: connection && (0,cancellation/* untilAborted */.Eu)(connection.github, signal),
            comment: comment && (0,cancellation/* untilAborted */.Eu)(comment, signal),
            clock: clock/* systemClock */.m,
            signal,
            log: runner.log,
            nonce,
            renderProgress: (progress) => (0,result_progress/* renderProgress */.E)(progress, context),
            onJob(job) {
                outputs.set('jobId', job.jobId);
                state.save('known', JSON.stringify({ jobId: job.jobId, ...(0,claim_marker/* pickDelivery */.aq)(job) }));
            },
        },
        async publish(result) {
            const isReported = await publish(result);
            // `post` tries again if the comment could not be written.
            state.save('phase', isReported ? 'finished' : 'started');
        },
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
/* harmony import */ var _runner_run_action_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4255);
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
        return { outcome: 'cancelled', technical: error.message };
    if (error instanceof _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx)
        return {
            outcome: chooseOutcome(error),
            cause: (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_8__/* .findServiceCause */ .CO)(error),
            technical: error.message,
            ...(error.serviceMessage !== undefined && { detail: error.serviceMessage }),
        };
    if (error instanceof _claim_claim_run_js__WEBPACK_IMPORTED_MODULE_7__/* .ClaimError */ .F)
        return endByClaim(error.failure);
    if (error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .GitHubError */ .y) {
        const cause = (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_8__/* .findGitHubCause */ .sx)(error);
        const outcome = cause === 'github-unreachable' ? 'unavailable' : 'error';
        return {
            outcome,
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
    return error.isLocked
        ? { outcome: 'error', cause: 'thread-locked', technical }
        : { outcome: 'error', cause: 'comment-refused', problem: hint, technical };
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
