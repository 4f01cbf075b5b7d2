export const id = 826;
export const ids = [826];
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




const VISIBILITY_DELAY_MS = 1_500;
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
    if (isRerun && eyes.error !== undefined)
        throw eyes.error;
    if (eyes.result === 'again' && (await wasAnswered(found, eyes.account, attempt)))
        return end('unknown', 'answered-and-deleted');
    const earlier = (0,precedence/* findEarlier */._l)(found, claim);
    return (earlier && (await takeOverEarlier(earlier, found, attempt))) ?? (await postClaim(attempt));
}
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
async function postClaim(attempt) {
    const { comment, claim, content, eyes, warn } = attempt;
    if (eyes.result === 'gone')
        return end('skipped', 'comment-gone');
    const { id, author } = await comment.post(content, claim);
    const all = await (0,read_back/* readBack */.e)((shown) => shown.some((each) => each.id === id), attempt);
    const found = all.filter(({ payload }) => payload.nonce !== claim.nonce);
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
async function takeOverEarlier(earlier, found, attempt) {
    try {
        return await takeOver(earlier, found, attempt);
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y) || error.isTransient)
            throw error;
        attempt.comment.adopt(undefined);
        return undefined;
    }
}
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
async function wasAnswered(found, account, { github, trigger, claim }) {
    if (trigger === undefined || claim.state !== 'claimed')
        return false;
    if (found.some((each) => each.payload.trigger === claim.trigger && (0,precedence/* isByUs */.kb)(each, account)))
        return false;
    const closing = (await github.listReactions(trigger)).filter(({ account: by }) => by === account);
    return closing.some(({ content }) => content === 'rocket' || content === 'confused');
}

;// CONCATENATED MODULE: ./build/agent-job/claim/claim-run.js





function refuseClaim(error) {
    throw error instanceof errors/* GitHubError */.y ? new ClaimError(error) : error;
}
class ClaimError extends Error {
    name = 'ClaimError';
    failure;
    constructor(failure) {
        super(failure.message, { cause: failure });
        this.failure = failure;
    }
}
async function claimRun(purpose, trigger, inputs, content, dependencies) {
    const { comment, github, signal } = dependencies;
    if (comment === undefined || github === undefined)
        return { kind: 'won', found: [] };
    const warn = (0,thread_warning/* createThreadWarning */.D)(dependencies);
    const claim = createClaim(purpose, trigger, inputs, dependencies);
    try {
        const options = { ...dependencies, github, comment, trigger: trigger.comment, claim, content, warn };
        const result = await makeClaim(options);
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

/***/ 6826:
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
// EXTERNAL MODULE: ./build/runner/log.js
var log = __webpack_require__(2793);
// EXTERNAL MODULE: ./build/runner/outputs.js
var runner_outputs = __webpack_require__(4481);
// EXTERNAL MODULE: ./build/node_modules/@actions/core/lib/core.js + 10 modules
var core = __webpack_require__(621);
// EXTERNAL MODULE: ./build/untrusted/truncate-markdown.js
var truncate_markdown = __webpack_require__(797);
;// CONCATENATED MODULE: ./build/runner/summary.js



const MAXIMUM_BYTES = 1024 * 1024 - 1024;
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
// EXTERNAL MODULE: ./build/docs-service/client.js
var client = __webpack_require__(4037);
;// CONCATENATED MODULE: ./build/agent-job/settings-warnings.js

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


















async function prepareRun(event, entry) {
    const warnings = (0,log/* collectWarnings */._)(entry.runner.log);
    const runner = { ...entry.runner, log: warnings.log };
    const run = (0,runner_event/* readWorkflowRun */.hO)(process.env);
    const inputs = (0,agent_job_inputs/* readInputs */.Ko)(entry.reader, entry.secretInputs, event, run.workspace);
    const context = {
        askedBy: event.comment?.author.login,
        runUrl: run.url,
        command: inputs.command,
        hasDashboard: inputs.baseUrl.origin === agent_job_inputs/* INPUT_DEFAULTS */.WJ['base-url'],
        isAttached: inputs.jobId !== '',
        followUp: inputs.followUp,
    };
    const state = (0,runner_outputs/* createState */.ur)(runner);
    const publish = createPublisher({ ...entry, runner }, inputs, context, warnings, state);
    let connected;
    try {
        connected = await connect(event, inputs, run, { ...entry, runner });
    }
    catch (error) {
        await publish({ ...(0,run_result/* endByError */.Tg)(error), isClaimed: false, durationMs: 0 }, {});
        return undefined;
    }
    const { trigger, connections, fetch } = connected;
    warnOfSettings(trigger, inputs, runner.log);
    const nonce = (0,external_node_crypto_.randomUUID)();
    state.save('nonce', nonce);
    state.save('thread', String((0,request_trigger/* findReportThread */.UB)(trigger, inputs)?.number ?? ''));
    state.save('phase', 'started');
    const { signal, outputs } = entry;
    const { connection, comment } = connections;
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
            renderProgress: (progress) => (0,result_progress/* renderProgress */.EY)(progress, context),
            onJob(job) {
                outputs.set('jobId', job.jobId);
                state.save('known', JSON.stringify({ jobId: job.jobId, ...(0,claim_marker/* pickSentTo */.Vd)(job) }));
            },
        },
        async publish(result) {
            const isReported = await publish(result, connections);
            state.save('phase', isReported ? 'finished' : 'started');
        },
    };
}
async function connect(event, inputs, run, entry) {
    const { reader, runner, signal } = entry;
    const fetch = entry.fetch ?? (0,network_fetch/* createFetch */.Hy)(process.env);
    const connections = (0,agent_job_connections/* connectRun */.Yy)(event, inputs, run, fetch, signal);
    try {
        reader.finish();
    }
    catch (error) {
        if (error instanceof runner_inputs/* InputError */.d)
            await markRefusal(event, inputs, error, connections.connection?.github);
        throw error;
    }
    return { fetch, ...(await (0,agent_job_connections/* connectReport */.xf)(event, inputs, run, connections, runner, signal)) };
}
function createPublisher({ runner, outputs }, inputs, context, warnings, state) {
    return async (result, { comment, react }) => {
        const { publishResult, recordResult } = await __webpack_require__.e(/* import() */ 867).then(__webpack_require__.bind(__webpack_require__, 2867));
        state.save('known', JSON.stringify(recordResult(result)));
        const writeSummary = createSummary(runner.secrets);
        const { failOn } = inputs;
        return await publishResult({ ...result, cause: (0,find_cause/* refineByKey */.qo)(result.cause, inputs.apiKey) }, { runner, warnings, outputs, writeSummary, failOn, context, comment, react });
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

function findServiceCause(failure) {
    const { kind, certainty, status } = failure;
    if ((0,_docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .sendsPrompt */ ["if"])(failure.operation) && certainty === 'unknown')
        return 'prompt-unconfirmed';
    if (kind === 'cancelled' || kind === 'deadline')
        return undefined;
    if (kind === 'not-connected')
        return findConnectionCause(failure.code);
    if (kind === 'unreadable')
        return 'not-the-service';
    return kind === 'status' && status !== undefined ? findStatusCause(status, failure) : 'service-failed';
}
function findConnectionCause(code = '') {
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
        return 'name-not-found';
    if (code.startsWith('ERR_PROXY'))
        return 'proxy-refused';
    return /CERT|_TLS_|_SSL_|LEAF_SIGNATURE|EPROTO/u.test(code) ? 'certificate-refused' : 'service-unreachable';
}
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
function findGitHubCause(error) {
    if (error.isRateLimited)
        return 'github-limit';
    if (error.isTransient)
        return 'github-unreachable';
    return error.status === 401 ? 'github-token-refused' : 'github-refused';
}
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










class UnconfirmedPromptError extends Error {
    name = 'UnconfirmedPromptError';
    constructor(cause) {
        super(`The prompt may have been received. ${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_6__/* .describeError */ .Uc)(cause)}`, { cause });
    }
}
const ENDINGS = {
    completed: undefined,
    archived: { outcome: 'archived' },
    failed: { outcome: 'failed' },
};
function endByJob(job, pullRequest) {
    const ending = (0,_docs_service_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .endsJob */ .O9)(job?.status) ? ENDINGS[job.status] : undefined;
    if (ending !== undefined)
        return ending;
    if (pullRequest !== undefined)
        return { outcome: 'pull-request' };
    if (!job?.isPrLinkRefused)
        return { outcome: 'no-pull-request' };
    return { outcome: 'no-pull-request', cause: 'link-refused' };
}
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
function endByPermissionCheck(error) {
    const { problem, ...ending } = endByError(error);
    if (error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .GitHubError */ .y && error.status === 403 && ending.cause === 'github-refused')
        return { ...ending, cause: 'permission-check-refused' };
    return { ...ending, ...(problem !== undefined && { problem }) };
}
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

class NotShownError extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y {
}
const LONGEST_LAG_MS = 30_000;
const LONGEST_PAUSE_MS = 4_000;
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
