export const id = 867;
export const ids = [867];
export const modules = {

/***/ 2867:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   publishResult: () => (/* binding */ publishResult),
/* harmony export */   recordResult: () => (/* binding */ recordResult)
/* harmony export */ });
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _runner_run_action_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4255);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8154);
/* harmony import */ var _claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2562);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3880);
/* harmony import */ var _explain_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7548);
/* harmony import */ var _outputs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(658);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9804);









/**
 * Publishes how the run ended: outputs first, since a cancelled run may not get further; then comment and
 * reaction side by side; then the summary, which holds their warnings; last the conclusion of the step. None of them
 * can change the outcome.
 * @returns false when the comment does not say so, and might if it was tried again
 */
async function publishResult(result, options) {
    const { outputs, comment, warnings, context } = options;
    const reportedIn = comment?.current?.url || result.reportedIn;
    const report = { ...result, reportedIn };
    (0,_outputs_js__WEBPACK_IMPORTED_MODULE_5__/* .writeOutputs */ .K)(outputs, report);
    const [isCommentWritten] = await Promise.all([
        attempt(warnings, () => editComment(report, options)),
        attempt(warnings, () => leaveReaction(report, options.react)),
    ]);
    await attempt(warnings, () => options.writeSummary((0,_report_js__WEBPACK_IMPORTED_MODULE_6__/* .renderSummary */ .B)(report, context, warnings.list())));
    setStepResult(report, options);
    return isCommentWritten;
}
async function editComment(report, { comment, context }) {
    const { outcome } = report;
    // The help reply is what the comment has to say, and it says it already.
    if (comment === undefined || outcome === 'skipped')
        return;
    await comment.edit((0,_report_js__WEBPACK_IMPORTED_MODULE_6__/* .renderComment */ .w)(report, context), recordResult(report));
}
/** What a later attempt has to know of the end. */
function recordResult({ job, status, pullRequest, documentation, ...report }) {
    const { outcome, jobId, isFollowUp, previous } = report;
    return (0,_claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .recordEnd */ .$f)({
        ...{ outcome, jobId, isFollowUp, previous, messageAt: undefined },
        status: job?.status ?? status,
        prLink: pullRequest,
        headSha: documentation?.headSha,
    });
}
/** A closing reaction says that the comment was answered: none is left where a re-run may try again. */
async function leaveReaction({ outcome, isClaimed, jobId }, react) {
    if (react === undefined)
        return;
    const mayTryAgain = jobId === undefined && outcome !== 'unknown';
    const closing = isClaimed && !mayTryAgain ? _outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .OUTCOME_RECORDS */ .gk[outcome].reaction : undefined;
    const reaction = outcome === 'denied' ? '-1' : closing;
    if (reaction !== undefined)
        await react.github.react(react.trigger, reaction);
}
/** Logs the result, as the comment tells it, and fails the step where it has to. */
function setStepResult(result, { runner, warnings: { log }, failOn, context }) {
    const { outcome, problem, technical, detail, pullRequest } = result;
    const { headline, paragraphs } = (0,_explain_js__WEBPACK_IMPORTED_MODULE_4__/* .explainEnd */ .p)(result, context);
    const said = detail === undefined ? [] : [`The service said: "${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_7__/* .shorten */ .ml)((0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_7__/* .toOneLine */ .GX)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_8__/* .readUntrustedText */ .u)(detail)), 300)}"`];
    const text = [...paragraphs.map((paragraph) => paragraph.text), technical ?? '', ...said]
        .filter((part) => part !== '')
        .join(' ');
    if ((0,_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .failsStep */ .ug)(outcome, failOn))
        runner.fail(headline.text, text);
    else if (result.cause === 'link-refused')
        log.warning(headline.text, text);
    else if (problem !== undefined || result.cause !== undefined)
        log.notice(headline.text, text);
    // A run that was started by hand has no thread, so the log shows the link.
    if (pullRequest !== undefined)
        log.info(`Pull request: ${pullRequest.href}`);
    log.info(`Outcome: ${outcome}`);
    if (result.unexpected instanceof Error)
        log.debug(String(result.unexpected.stack));
}
/**
 * A failure to report is a warning.
 * @returns false when another try might do better
 */
async function attempt({ log }, write) {
    try {
        await write();
        return true;
    }
    catch (error) {
        if (error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y) {
            log.warning('Not everything could be reported', error.message, error.hint);
            return !error.isTransient;
        }
        log.warning('Not everything could be reported', `${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_1__/* .describeInSentence */ .ww)(error)} The outputs and the log have the result.`);
        return false;
    }
}


/***/ })

};
