export const id = 164;
export const ids = [164];
export const modules = {

/***/ 8164:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   closeComment: () => (/* binding */ closeComment)
/* harmony export */ });
/* harmony import */ var _github_connect_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(6456);
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _network_fetch_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1125);
/* harmony import */ var _runner_clock_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(453);
/* harmony import */ var _runner_event_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5371);
/* harmony import */ var _runner_inputs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2266);
/* harmony import */ var _runner_run_action_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4255);
/* harmony import */ var _claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2562);
/* harmony import */ var _connect_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9283);
/* harmony import */ var _input_defaults_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(643);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(6494);
/* harmony import */ var _request_report_thread_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(267);
/* harmony import */ var _request_trigger_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(6871);
/* harmony import */ var _result_publish_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(2867);
/* harmony import */ var _result_report_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(2884);















/** The runner gives `post` more time, but a job should not wait longer for it. */
const TIME_LIMIT_MS = 15_000;
/**
 * Finishes the comment when `main` was killed, or could not write the result to GitHub: the comment says how the run ended, and
 * keeps the job's ID. It edits the comment of its own step, and posts nothing. It never fails the run.
 */
async function closeComment(runner, secrets, left) {
    try {
        await close(runner, secrets, left);
    }
    catch (error) {
        const text = error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y
            ? error.message
            : `Writing how the run ended: ${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_5__/* .describeInSentence */ .ww)(error)} The log of the run says what is known of the job.`;
        runner.log.warning("The comment can't be closed", text);
    }
}
async function close(runner, { apiKey, githubToken }, left) {
    const reader = (0,_runner_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .createInputReader */ .i)(runner.secrets, _input_defaults_js__WEBPACK_IMPORTED_MODULE_8__/* .INPUT_DEFAULTS */ .W);
    const run = (0,_runner_event_js__WEBPACK_IMPORTED_MODULE_3__/* .readWorkflowRun */ .hO)(process.env);
    const trigger = (0,_request_trigger_js__WEBPACK_IMPORTED_MODULE_11__/* .readTrigger */ .vE)((0,_runner_event_js__WEBPACK_IMPORTED_MODULE_3__/* .readEvent */ .j_)(process.env));
    const command = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_9__/* .readCommandWord */ .Iq)(reader);
    const thread = (0,_request_report_thread_js__WEBPACK_IMPORTED_MODULE_10__/* .findReportThread */ .U)(trigger, { command, issueNumber: reader.issueNumber('issue-number') });
    if (thread === undefined || githubToken === '' || !reader.flag('comment'))
        return;
    const connection = await (0,_github_connect_js__WEBPACK_IMPORTED_MODULE_14__/* .connectGitHub */ .U)({
        run,
        token: githubToken,
        fetch: (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_1__/* .createFetch */ .H)(process.env),
        clock: _runner_clock_js__WEBPACK_IMPORTED_MODULE_2__/* .systemClock */ .m,
        signal: abortAfter(TIME_LIMIT_MS),
        threadKind: thread.kind,
        failuresMs: TIME_LIMIT_MS,
    });
    const { createdAt } = trigger.comment ?? {};
    const comment = (0,_connect_js__WEBPACK_IMPORTED_MODULE_7__/* .connectComment */ .Q)(connection, thread.number, createdAt, {
        run,
        apiKey,
        secrets: runner.secrets,
    });
    const found = (await comment.find()).filter(({ isVerified }) => isVerified);
    const own = found.find(({ payload }) => payload.nonce === left.nonce && isOpen(payload));
    if (own === undefined)
        return;
    const knowsNothing = own.payload.jobId === undefined && left.jobId === undefined;
    // It was about to give way to the older one.
    if (trigger.comment !== undefined && knowsNothing && isSecond(own, found))
        return await comment.remove(own);
    comment.adopt(own);
    const { jobId = left.jobId } = own.payload;
    const delivery = { ...left.delivery, ...(0,_claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_6__/* .pickDelivery */ .aq)(own.payload) };
    const { isFollowUp, previous } = delivery;
    const { outcome, problem, change } = describeEnd(own.payload, jobId, left.outcome);
    const report = {
        outcome,
        ...(problem !== undefined && { problem }),
        ...(jobId !== undefined && { jobId }),
        ...(left.pullRequest && { pullRequest: left.pullRequest }),
        ...(isFollowUp !== undefined && { isFollowUp }),
        ...(previous && { previous }),
    };
    const context = { askedBy: trigger.comment?.author.login, runUrl: run.url, command };
    await comment.edit((0,_result_report_js__WEBPACK_IMPORTED_MODULE_13__/* .renderComment */ .wQ)(report, context), { ...change, ...delivery });
    runner.log.info('The comment now says that this run has ended.');
}
function abortAfter(ms) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error(`GitHub did not answer within ${ms / 1000} s.`)), ms).unref();
    return controller.signal;
}
/** Whether the comment doesn't say yet how the run ended. */
function isOpen({ state }) {
    return state === 'claimed' || state === 'waiting' || state === 'job' || state === 'refused';
}
function isSecond({ id, payload }, found) {
    const first = found.find((other) => other.payload.trigger === payload.trigger && other.payload.project === payload.project);
    return first?.id !== id;
}
function describeEnd(claim, jobId, outcome) {
    const change = jobId === undefined ? {} : { jobId };
    if (outcome !== undefined)
        return { outcome, change: { ...change, state: (0,_result_publish_js__WEBPACK_IMPORTED_MODULE_12__/* .chooseClaimState */ .F)(outcome, jobId) } };
    const problem = 'The run was stopped before it could report.';
    // A claim without a job's ID stays one: only the service knows whether it received the prompt.
    if (jobId === undefined && claim.state === 'claimed')
        return { outcome: 'unknown', problem, change };
    return { outcome: 'cancelled', problem, change: jobId === undefined ? change : { jobId, state: 'job' } };
}


/***/ })

};
