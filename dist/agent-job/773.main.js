export const id = 773;
export const ids = [773];
export const modules = {

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
// EXTERNAL MODULE: ./build/agent-job/inputs.js + 4 modules
var agent_job_inputs = __webpack_require__(6494);
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
        fetch = entry.fetch ?? (0,network_fetch/* createFetch */.H)(process.env);
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
/* harmony import */ var _network_proxies_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6133);
/* harmony import */ var _runner_cancellation_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(172);
/* harmony import */ var _runner_inputs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2266);
/* harmony import */ var _runner_run_action_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4255);
/* harmony import */ var _find_cause_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5819);








/** An unexpected error while a prompt was being sent. */
class UnconfirmedPromptError extends Error {
    name = 'UnconfirmedPromptError';
    constructor(cause) {
        super(`The prompt may have been received. ${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_5__/* .describeError */ .Uc)(cause)}`, { cause });
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
    if (error instanceof _runner_cancellation_js__WEBPACK_IMPORTED_MODULE_7__/* .CancelledError */ .cc)
        return { outcome: 'cancelled', technical: error.message };
    if (error instanceof _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx)
        return {
            outcome: chooseOutcome(error),
            cause: (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_6__/* .findServiceCause */ .CO)(error),
            technical: error.message,
            ...(error.serviceMessage !== undefined && { detail: error.serviceMessage }),
        };
    if (error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .GitHubError */ .y) {
        const cause = (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_6__/* .findGitHubCause */ .sx)(error);
        const outcome = cause === 'github-unreachable' ? 'unavailable' : 'error';
        return {
            outcome,
            cause,
            ...(cause === 'github-refused' && { problem: error.hint }),
            technical: error.what,
        };
    }
    if (error instanceof _network_proxies_js__WEBPACK_IMPORTED_MODULE_3__/* .ProxySettingError */ .T)
        return { outcome: 'error', cause: 'proxy-unusable', problem: `${error.message} ${error.hint}` };
    if (error instanceof _runner_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .InputError */ .d)
        return { outcome: 'error', cause: 'inputs-unusable', problem: listProblems(error) };
    return {
        outcome: error instanceof UnconfirmedPromptError ? 'unknown' : 'error',
        problem: `Unexpected error: ${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_5__/* .describeBug */ .WP)(error)}`,
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
function chooseOutcome({ operation, certainty, kind, isUnavailable }) {
    if ((0,_docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .sendsPrompt */ ["if"])(operation) && certainty === 'unknown')
        return 'unknown';
    if (isUnavailable)
        return 'unavailable';
    return kind === 'cancelled' ? 'cancelled' : 'error';
}


/***/ })

};
