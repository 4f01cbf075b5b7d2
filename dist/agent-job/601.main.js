export const id = 601;
export const ids = [601];
export const modules = {

/***/ 5601:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   finishComment: () => (/* binding */ finishComment)
/* harmony export */ });
/* harmony import */ var _github_connect_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6456);
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7307);
/* harmony import */ var _network_fetch_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1125);
/* harmony import */ var _runner_clock_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(453);
/* harmony import */ var _runner_event_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5371);
/* harmony import */ var _runner_inputs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2266);
/* harmony import */ var _runner_run_action_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4255);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(5443);
/* harmony import */ var _claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2562);
/* harmony import */ var _claim_parse_claim_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(7237);
/* harmony import */ var _claim_precedence_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(8315);
/* harmony import */ var _connections_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(7738);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(4261);
/* harmony import */ var _request_read_trigger_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(2045);
/* harmony import */ var _result_report_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(9804);















/** The runner gives `post` more time, but a job should not wait longer for it. */
const TIME_LIMIT_MS = 15_000;
/** However long GitHub asks to wait, there is no later moment than this step. */
const LONGEST_WAIT_MS = 3_000;
/**
 * Finishes the comment when `main` was killed, or could not write the result to GitHub: the comment says how the run ended, and
 * keeps the job's ID. It edits the comment of its own step, and posts nothing. It never fails the run.
 */
async function finishComment(runner, secrets, state) {
    try {
        await finish(runner, secrets, state);
    }
    catch (error) {
        const text = error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y
            ? error.message
            : `Writing how the run ended: ${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_6__/* .describeInSentence */ .ww)(error)} The log of the run says what is known of the job.`;
        runner.log.warning("The comment can't be finished", text);
    }
}
async function finish(runner, { apiKey, githubToken }, state) {
    // All that `main` knew. With an outcome, only the comment is missing.
    const left = (0,_claim_parse_claim_js__WEBPACK_IMPORTED_MODULE_8__/* .parseKnown */ .d)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_13__/* .parseJson */ .qF)(state.read('known')));
    const nonce = state.read('nonce');
    const reader = (0,_runner_inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .createInputReader */ .i)(runner.secrets, _inputs_js__WEBPACK_IMPORTED_MODULE_10__/* .INPUT_DEFAULTS */ .WJ);
    const run = (0,_runner_event_js__WEBPACK_IMPORTED_MODULE_4__/* .readWorkflowRun */ .hO)(process.env);
    const trigger = (0,_request_read_trigger_js__WEBPACK_IMPORTED_MODULE_11__/* .readTrigger */ .v)((0,_runner_event_js__WEBPACK_IMPORTED_MODULE_4__/* .readEvent */ .j_)(process.env));
    const command = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_10__/* .readCommandWord */ .Iq)(reader);
    // `main` has found it; of a push, the event alone doesn't tell.
    const thread = Number(state.read('thread'));
    if (!(thread > 0) || githubToken === '' || !reader.flag('comment'))
        return;
    const connection = (0,_github_connect_js__WEBPACK_IMPORTED_MODULE_0__/* .connectGitHub */ .U)({
        run,
        token: githubToken,
        fetch: (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_2__/* .createFetch */ .Hy)(process.env),
        clock: _runner_clock_js__WEBPACK_IMPORTED_MODULE_3__/* .systemClock */ .m,
        signal: abortAfter(TIME_LIMIT_MS),
        threadKind: trigger.thread?.number === thread ? trigger.thread.kind : undefined,
        failuresMs: TIME_LIMIT_MS,
        longestWaitMs: LONGEST_WAIT_MS,
    });
    const { createdAt } = trigger.comment ?? {};
    const comment = (0,_connections_js__WEBPACK_IMPORTED_MODULE_9__/* .connectComment */ .Qw)(connection, thread, createdAt, {
        run,
        apiKey,
        secrets: runner.secrets,
    });
    const found = (await comment.find()).filter(({ isVerified }) => isVerified);
    const own = found.find(({ payload }) => payload.nonce === nonce && isOpen(payload));
    if (own === undefined)
        return;
    const { state: claimState, jobId = left.jobId, kept } = own.payload;
    // It was about to give way to an older one.
    const isNeedless = jobId === undefined && kept === undefined && (0,_claim_precedence_js__WEBPACK_IMPORTED_MODULE_14__/* .selectDecisive */ .Hq)(found, own.payload)?.id !== own.id;
    if (isNeedless)
        return await comment.remove(own);
    comment.adopt(own);
    const maySend = jobId === undefined && claimState === 'claimed';
    const { outcome = maySend ? 'unknown' : 'cancelled' } = left;
    const known = {
        ...left,
        ...(0,_claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_7__/* .pickDelivery */ .aq)({ ...own.payload, ...(0,_claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_7__/* .pickDelivery */ .aq)(left) }),
        outcome,
        jobId,
    };
    const isStopped = left.outcome === undefined;
    const report = {
        ...known,
        pullRequest: known.prLink,
        ...(isStopped && { problem: 'The run was stopped before it could report.' }),
        isClaimed: true,
    };
    const context = {
        askedBy: trigger.comment?.author.login,
        runUrl: run.url,
        command,
        hasDashboard: reader.text('base-url') === _inputs_js__WEBPACK_IMPORTED_MODULE_10__/* .INPUT_DEFAULTS */ .WJ['base-url'],
        isAttached: reader.text('job-id') !== '',
        followUp: reader.text('follow-up'),
    };
    await comment.edit((0,_result_report_js__WEBPACK_IMPORTED_MODULE_12__/* .renderComment */ .w)(report, context), (0,_claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_7__/* .recordEnd */ .$f)(known));
    runner.log.info('The comment now says that this run has ended.');
}
function abortAfter(ms) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error(`GitHub did not answer within ${ms / 1000} s.`)), ms).unref();
    return controller.signal;
}
/** Whether the comment doesn't say yet how the run ended. */
function isOpen({ state, outcome }) {
    return outcome === undefined && state !== 'answered';
}


/***/ })

};
