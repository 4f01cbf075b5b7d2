export const id = 601;
export const ids = [601,804];
export const modules = {

/***/ 5601:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   finishComment: () => (/* binding */ finishComment)
/* harmony export */ });
/* harmony import */ var _github_connect_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(6456);
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _network_fetch_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1125);
/* harmony import */ var _runner_clock_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(453);
/* harmony import */ var _runner_event_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5371);
/* harmony import */ var _runner_inputs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2266);
/* harmony import */ var _runner_run_action_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7547);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(5443);
/* harmony import */ var _claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2562);
/* harmony import */ var _claim_parse_claim_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7237);
/* harmony import */ var _claim_precedence_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(8315);
/* harmony import */ var _connections_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(7738);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(4261);
/* harmony import */ var _request_read_trigger_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(2045);
/* harmony import */ var _result_report_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(9804);















const TIME_LIMIT_MS = 15_000;
const LONGEST_WAIT_MS = 3_000;
async function finishComment(runner, secrets, state) {
    try {
        await finish(runner, secrets, state);
    }
    catch (error) {
        const text = error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y
            ? error.message
            : `Writing how the run ended: ${(0,_runner_run_action_js__WEBPACK_IMPORTED_MODULE_5__/* .describeInSentence */ .ww)(error)} The log of the run says what is known of the job.`;
        runner.log.warning("The comment can't be finished", text);
    }
}
async function finish(runner, { apiKey, githubToken }, state) {
    const left = (0,_claim_parse_claim_js__WEBPACK_IMPORTED_MODULE_7__/* .parseKnown */ .d)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_12__/* .parseJson */ .qF)(state.read('known')));
    const nonce = state.read('nonce');
    const reader = (0,_runner_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .createInputReader */ .i)(runner.secrets, _inputs_js__WEBPACK_IMPORTED_MODULE_9__/* .INPUT_DEFAULTS */ .WJ);
    const run = (0,_runner_event_js__WEBPACK_IMPORTED_MODULE_3__/* .readWorkflowRun */ .hO)(process.env);
    const trigger = (0,_request_read_trigger_js__WEBPACK_IMPORTED_MODULE_10__/* .readTrigger */ .v)((0,_runner_event_js__WEBPACK_IMPORTED_MODULE_3__/* .readEvent */ .j_)(process.env));
    const command = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_9__/* .readCommandWord */ .Iq)(reader);
    const thread = Number(state.read('thread'));
    if (!(thread > 0) || githubToken === '' || !reader.flag('comment'))
        return;
    const connection = (0,_github_connect_js__WEBPACK_IMPORTED_MODULE_13__/* .connectGitHub */ .U)({
        run,
        token: githubToken,
        fetch: (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_1__/* .createFetch */ .Hy)(process.env),
        clock: _runner_clock_js__WEBPACK_IMPORTED_MODULE_2__/* .systemClock */ .m,
        signal: abortAfter(TIME_LIMIT_MS),
        threadKind: trigger.thread?.number === thread ? trigger.thread.kind : undefined,
        failuresMs: TIME_LIMIT_MS,
        longestWaitMs: LONGEST_WAIT_MS,
    });
    const { createdAt } = trigger.comment ?? {};
    const comment = (0,_connections_js__WEBPACK_IMPORTED_MODULE_8__/* .connectComment */ .Qw)(connection, thread, createdAt, {
        run,
        apiKey,
        secrets: runner.secrets,
    });
    const found = (await comment.find()).filter(({ isVerified }) => isVerified);
    const own = found.find(({ payload }) => payload.nonce === nonce && isOpen(payload));
    if (own === undefined)
        return;
    const { jobId = left.jobId, kept } = own.payload;
    const isNeedless = jobId === undefined && kept === undefined && (0,_claim_precedence_js__WEBPACK_IMPORTED_MODULE_14__/* .selectDecisive */ .Hq)(found, own.payload)?.id !== own.id;
    if (isNeedless)
        return await comment.remove(own);
    comment.adopt(own);
    const known = describeEnd(own.payload, left);
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
        hasDashboard: reader.text('base-url') === _inputs_js__WEBPACK_IMPORTED_MODULE_9__/* .INPUT_DEFAULTS */ .WJ['base-url'],
        isAttached: reader.text('job-id') !== '',
        followUp: reader.text('follow-up'),
    };
    await comment.edit((0,_result_report_js__WEBPACK_IMPORTED_MODULE_11__/* .renderComment */ .w)(report, context), (0,_claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_6__/* .recordEnd */ .$f)(known));
    runner.log.info('The comment now says that this run has ended.');
}
function describeEnd(claim, left) {
    const { state, jobId = left.jobId } = claim;
    const maySend = jobId === undefined && state === 'claimed';
    const { outcome = maySend ? 'unknown' : 'cancelled' } = left;
    return { ...left, ...(0,_claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_6__/* .pickSentTo */ .Vd)({ ...claim, ...(0,_claim_claim_marker_js__WEBPACK_IMPORTED_MODULE_6__/* .pickSentTo */ .Vd)(left) }), outcome, jobId };
}
function abortAfter(ms) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error(`GitHub did not answer within ${ms / 1000} s.`)), ms).unref();
    return controller.signal;
}
function isOpen({ state, outcome }) {
    return outcome === undefined && state !== 'answered';
}


/***/ }),

/***/ 8031:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   cn: () => (/* binding */ describeCheck),
/* harmony export */   pw: () => (/* binding */ explainEnd)
/* harmony export */ });
/* unused harmony export fillIn */
/* harmony import */ var _docs_service_schema_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7917);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1676);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3880);
/* harmony import */ var _causes_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7614);





function explainEnd(report, context) {
    const { sign } = _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[report.outcome];
    const sentences = [chooseAdvice(report, context), describeNext(report, context)];
    return {
        sign,
        headline: fillIn(chooseHeadline(report), context),
        paragraphs: [
            ...(report.problem === undefined ? [] : [{ text: report.problem, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .prose */ .CS)(report.problem) }]),
            ...sentences.filter((sentence) => sentence !== '').map((sentence) => fillIn(sentence, context)),
        ],
        isTrouble: TROUBLE.includes(report.outcome),
    };
}
const TROUBLE = [
    ...['failed', 'timed-out', 'unavailable', 'cancelled', 'unknown', 'error', 'denied'],
];
function chooseHeadline({ outcome, cause, checks, isFollowUp, previous, pullRequest }) {
    if (cause === 'check-failed' && checks !== undefined) {
        const failed = checks.filter(({ state }) => state === 'failed').length;
        return `${_causes_js__WEBPACK_IMPORTED_MODULE_2__/* .CAUSES */ .h[cause].headline}: ✗ ${failed} of ${checks.length}`;
    }
    if (cause !== undefined)
        return _causes_js__WEBPACK_IMPORTED_MODULE_2__/* .CAUSES */ .h[cause].headline;
    const isUpdate = isFollowUp && pullRequest?.href === previous?.url?.href;
    return outcome === 'pull-request' && isUpdate
        ? 'The documentation pull request is updated'
        : _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].headline;
}
function chooseAdvice({ outcome, cause, documentation, isFollowUp }, { isAttached }) {
    if (cause === 'job-not-found' && isFollowUp !== undefined)
        return 'The service took the prompt, and does not know the job any more. Look for it in the dashboard.';
    if (cause === 'job-not-found' && isAttached)
        return 'A maintainer checks `job-id` and `project-id`.';
    if (cause !== undefined)
        return _causes_js__WEBPACK_IMPORTED_MODULE_2__/* .CAUSES */ .h[cause].advice;
    if (outcome === 'pull-request' && (documentation?.state ?? 'open') !== 'open')
        return '';
    return _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].advice;
}
function describeNext(report, context) {
    const { outcome, cause, jobId, isClaimed } = report;
    const { isAttached } = context;
    if (outcome === 'pull-request')
        return describeChange(report, context);
    if (cause === 'check-failed')
        return 'Nothing was sent to the agent. When it is mended, {check}.';
    if (outcome === 'failed' || outcome === 'archived')
        return isAttached ? '' : 'A re-run sends the same prompt once more.';
    if (outcome === 'unknown')
        return `If there is none, {again}. A re-run ${isClaimed ? 'does not send' : 'sends'} the prompt again.`;
    if (!STOPPED.includes(outcome))
        return '';
    const mend = cause === undefined ? 'wait' : _causes_js__WEBPACK_IMPORTED_MODULE_2__/* .CAUSES */ .h[cause].mend;
    return jobId === undefined ? NOTHING_SENT[mend] : describeJob(report, jobId, isClaimed === true, isAttached);
}
function describeChange({ isClaimed, documentation }, { askedBy, followUp }) {
    const state = documentation?.state ?? (followUp === 'always' ? 'open' : undefined);
    const isContinued = state === 'open' && followUp !== 'never' && askedBy !== undefined && isClaimed;
    return isContinued
        ? 'To change it, {again} and say what is missing: while it is open, it is continued.'
        : '';
}
const STOPPED = ['submitted', 'timed-out', 'unavailable', 'cancelled', 'error'];
const RE_RUN_WHEN_DONE = 'Nothing was sent to the agent, so a re-run is safe: re-run the workflow run when that is done.';
const NOTHING_SENT = {
    key: RE_RUN_WHEN_DONE,
    setting: RE_RUN_WHEN_DONE,
    workflow: 'Nothing was sent to the agent. When that is done, {again}: a re-run uses the workflow file of before.',
    either: 'Nothing was sent to the agent, so a re-run is safe. After a change to the workflow file, {again}: a re-run uses the file of before.',
    wait: 'Nothing was sent to the agent, so a re-run is safe: it tries again.',
    ask: 'Nothing was sent to the agent. With another prompt, {again}.',
    look: 'Nothing was sent by this run.',
    none: 'Nothing was sent to the agent.',
};
function describeJob(report, id, isClaimed, isAttached) {
    const { cause, outcome } = report;
    const jobId = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toOneLine */ .GX)(id).replaceAll('`', "'");
    if (cause === 'job-not-found')
        return isAttached ? 'For a new job, leave `job-id` empty.' : 'For a new job, {again}.';
    const { state, aim } = describeState(report, jobId);
    const isLost = outcome === 'submitted' || (cause !== undefined && _causes_js__WEBPACK_IMPORTED_MODULE_2__/* .CAUSES */ .h[cause].mend === 'key' && !isAttached);
    const isWaitedFor = (isClaimed || isAttached) && !isLost;
    const again = isClaimed || isAttached ? '' : ' A re-run sends the prompt again.';
    const how = isWaitedFor
        ? 're-run the workflow run, or run the action with that ID as `job-id`.'
        : `run the action with that ID as \`job-id\`.${again}`;
    return `${state}To ${aim}${outcome === 'error' ? ' when that is done' : ''}, ${how}`;
}
function describeState({ job, pullRequest, isFollowUp }, jobId) {
    if (job?.status === 'active')
        return { state: `The agent goes on with job \`${jobId}\`. `, aim: 'wait for its end' };
    const isOver = (0,_docs_service_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .endsJob */ .O9)(job?.status) && (!isFollowUp || pullRequest !== undefined);
    if (isOver)
        return { state: `Job \`${jobId}\` has ended. `, aim: 'report how' };
    return { state: '', aim: `wait for the end of job \`${jobId}\`` };
}
const CHECK_SIGNS = { passed: '✓', failed: '✗', unknown: '?' };
function describeCheck({ state, text }, context) {
    const sign = CHECK_SIGNS[state];
    const line = fillIn(text.replaceAll('\n', ' '), context);
    return state === 'unknown'
        ? { text: `${sign} not known: ${line.text}`, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${sign} *not known:* ${line.markdown}` }
        : { text: `${sign} ${line.text}`, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${sign} ${line.markdown}` };
}
const DASHBOARD = 'https://app.mintlify.com/settings/organization';
const PLACES = {
    '{keys}': { label: 'the API keys page of the dashboard', url: new URL(`${DASHBOARD}/api-keys`) },
    '{usage}': { label: 'the usage page of the dashboard', url: new URL(`${DASHBOARD}/usage`) },
};
function fillIn(sentence, context) {
    const parts = sentence
        .split(/(\{(?:keys|usage|new|again|check)\})/u)
        .map((part) => fillInWord(part, context));
    return {
        text: parts.map(({ text }) => text).join(''),
        markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(parts.map((part) => part.markdown), ''),
    };
}
function fillInWord(part, { command, askedBy, hasDashboard }) {
    if (part === '{new}')
        return toCode(`${command} --new`.trim());
    if (part === '{again}' || part === '{check}') {
        if (askedBy === undefined)
            return toPlain('start the workflow again');
        const check = part === '{check}' ? ' check' : '';
        const { text, markdown: word } = command === '' ? toPlain('the command') : toCode(`${command}${check}`);
        return { text: `comment ${text} again`, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `comment ${word} again` };
    }
    if (part !== '{keys}' && part !== '{usage}')
        return { text: part, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .prose */ .CS)(part) };
    const { label, url } = PLACES[part];
    return hasDashboard ? { text: `${label} (${url.href})`, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)(label), url) } : toPlain(label);
}
function toPlain(text) {
    return { text, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)(text) };
}
function toCode(text) {
    return { text: `\`${text}\``, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(text) };
}


/***/ }),

/***/ 9804:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ renderSummary),
/* harmony export */   renderHelp: () => (/* binding */ renderHelp),
/* harmony export */   w: () => (/* binding */ renderComment)
/* harmony export */ });
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8154);
/* harmony import */ var _documentation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3190);
/* harmony import */ var _explain_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8031);
/* harmony import */ var _progress_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4285);





function renderComment(report, context) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `### ${renderHeadline(report, context)}`,
        ...renderResult(report, context),
        (0,_progress_js__WEBPACK_IMPORTED_MODULE_2__/* .renderSmallLine */ .kK)({ ...report, reportedIn: undefined }, context),
    ], '\n\n');
}
function renderSummary(report, context, warnings = []) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `## ${renderHeadline(report, context)}`,
        ...renderResult(report, context),
        ...(report.isHelp ? [renderHelp(context.command, report.unknownWord)] : []),
        ...warnings.map((warning) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `> ⚠️ ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .prose */ .CS)(warning.replaceAll('\n', ' '))}`),
        ...renderPrompt(report),
        (0,_progress_js__WEBPACK_IMPORTED_MODULE_2__/* .renderSmallLine */ .kK)(report, context),
    ], '\n\n');
}
function renderHeadline(report, context) {
    const { sign, headline } = (0,_explain_js__WEBPACK_IMPORTED_MODULE_1__/* .explainEnd */ .pw)(report, context);
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${sign} ${headline.markdown}`;
}
function renderResult(report, context) {
    const { paragraphs, isTrouble } = (0,_explain_js__WEBPACK_IMPORTED_MODULE_1__/* .explainEnd */ .pw)(report, context);
    const steps = paragraphs.map(({ markdown: paragraph }) => paragraph);
    const isFolded = !isTrouble && report.outcome === 'pull-request' && steps.length > 0;
    return [
        ...(report.checks === undefined ? [] : [renderChecks(report.checks, context)]),
        ...(isFolded ? [] : steps),
        ...(0,_documentation_js__WEBPACK_IMPORTED_MODULE_0__/* .renderDocumentation */ .TT)(report),
        ...(0,_documentation_js__WEBPACK_IMPORTED_MODULE_0__/* .describePrevious */ .hG)(report, 'done'),
        ...(report.prompt?.gaps ?? []).map((gap) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The prompt is not whole: ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .prose */ .CS)(gap)}`),
        ...renderTechnical(report),
        ...(isFolded ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .details */ .zH)('What to do next', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(steps, '\n\n'))] : []),
    ];
}
function renderChecks(checks, context) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(checks.map((check) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `- ${(0,_explain_js__WEBPACK_IMPORTED_MODULE_1__/* .describeCheck */ .cn)(check, context).markdown}`), '\n');
}
function renderTechnical({ technical, detail, checks = [] }) {
    const said = detail === undefined || (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .readUntrustedText */ .u)(detail).trim() === '' ? undefined : detail;
    const lines = [
        ...[technical, ...checks.map((check) => check.technical)].flatMap((line) => (line ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .prose */ .CS)(line)] : [])),
        ...(said === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The answer says: ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(said, 500)}`]),
    ];
    if (lines.length === 0)
        return [];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .details */ .zH)('Technical details', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(lines, '\n\n'))];
}
function renderPrompt({ prompt, outcome, isFollowUp }) {
    const isSent = isFollowUp !== undefined;
    if (prompt === undefined || !(isSent || outcome === 'dry-run' || outcome === 'error'))
        return [];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .details */ .zH)(isSent ? 'What was sent' : 'What would be sent', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .codeBlock */ .DV)(prompt.text))];
}
function renderHelp(command, unknownWord) {
    const word = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(command);
    const rows = [
        [
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${word} and an instruction`,
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `An agent does it. The open documentation pull request of this conversation is continued.`,
        ],
        [
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(`${command} --new`)} and an instruction`,
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The same, always in a new pull request.`,
        ],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${word} alone`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The prompt that the workflow sets, or this help if it sets none.`],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(`${command} check`), (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `Checks the set-up. Nothing is sent to the agent.`],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(`${command} help`), (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `This help.`],
    ];
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)([
        ...(unknownWord === undefined
            ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `### 📖 How to ask for documentation`]
            : [
                (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `### 📖 ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(unknownWord, 100)} is no option`,
                (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `No job was started. If the word is part of the text, put it in backticks.`,
            ]),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `Start a comment with ${word}, and say after it what should be written. An agent does it and opens a pull request, which is linked here.`,
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `For example: ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .table */ .tp)([(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `Comment`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `What happens`], rows),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The command must be the first word of the comment; upper and lower case make no difference. An edited comment starts nothing: write a new one.`,
    ], '\n\n');
}


/***/ })

};
