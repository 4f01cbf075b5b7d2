export const id = 804;
export const ids = [804];
export const modules = {

/***/ 8031:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gs: () => (/* binding */ explainCheck),
/* harmony export */   pw: () => (/* binding */ explainEnd),
/* harmony export */   wQ: () => (/* binding */ quoteDetail)
/* harmony export */ });
/* unused harmony export fillIn */
/* harmony import */ var _docs_service_schema_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7917);
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4576);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1676);
/* harmony import */ var _causes_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1882);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3880);






function explainEnd(report, context) {
    const { problem, isDetailOpen } = report;
    const ask = needsMaintainer(report, context) ? "If you can't fix this, ask a maintainer." : '';
    const advice = chooseAdvice(report);
    const said = problem === undefined ? [] : [{ text: problem, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .prose */ .CS)(problem) }];
    const fill = (sentence) => (sentence === '' ? [] : [fillIn(sentence, context)]);
    return {
        sign: _outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .OUTCOME_RECORDS */ .gk[report.outcome].sign,
        headline: fillIn(chooseHeadline(report), context),
        paragraphs: [
            ...(isDetailOpen === true ? quoteDetail(report) : []),
            ...said,
            ...fill(advice),
            ...fill(`${explainNext(report, context)} ${ask}`.trim()),
        ],
    };
}
function quoteDetail({ detail, cause }) {
    const words = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .quoteInOneLine */ .UO)(detail);
    const who = cause === 'not-the-service' ? 'The answer' : 'The service';
    const text = `${who} says: ${words}`;
    return words === '' ? [] : [{ text, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .plain */ .pj)(text) }];
}
function chooseHeadline({ outcome, cause, checks = [], job, documentation }) {
    if (cause === 'check-failed') {
        const failed = checks.filter(({ state }) => state === 'failed').length;
        return `Setup check: ${failed} of ${checks.length} checks failed`;
    }
    if (cause !== undefined)
        return _causes_js__WEBPACK_IMPORTED_MODULE_3__/* .CAUSES */ .h[cause].headline;
    const isUpdate = job?.isFollowUp && job.prLink?.href === job.previous?.url?.href;
    if (outcome !== 'pull-request' || !isUpdate)
        return _outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .OUTCOME_RECORDS */ .gk[outcome].headline;
    const [before, after] = [job.previous?.headSha, documentation?.headSha];
    if (before === undefined || after === undefined)
        return "Done, but the pull request's changes aren't known";
    return before === after
        ? "The documentation pull request wasn't changed"
        : 'The documentation pull request was updated';
}
function needsMaintainer(report, { askedBy }) {
    const { cause, checks } = report;
    if (cause === undefined || isJobLost(report) || askedBy === undefined || checks !== undefined)
        return false;
    return ['key', 'setting', 'workflow', 'either'].includes(_causes_js__WEBPACK_IMPORTED_MODULE_3__/* .CAUSES */ .h[cause].fix);
}
function isJobLost({ cause, job }) {
    return cause === 'job-not-found' && job?.isFollowUp !== undefined;
}
function chooseAdvice(report) {
    const { outcome, cause, documentation, advice } = report;
    if (advice !== undefined)
        return advice;
    if (isJobLost(report))
        return "The service accepted the prompt, but doesn't know the job anymore. Look for it in the dashboard. A re-run looks for it again, and sends nothing.";
    const look = outcome === 'unknown' && cause === 'not-the-service' ? ` ${_causes_js__WEBPACK_IMPORTED_MODULE_3__/* .CAUSES */ .h['prompt-unconfirmed'].advice}` : '';
    if (cause !== undefined)
        return `${_causes_js__WEBPACK_IMPORTED_MODULE_3__/* .CAUSES */ .h[cause].advice}${look}`;
    if (outcome === 'pull-request' && (documentation?.state ?? 'open') !== 'open')
        return '';
    return _outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .OUTCOME_RECORDS */ .gk[outcome].advice;
}
function explainNext(report, context) {
    const { outcome, cause, job, retryAt } = report;
    const { onRerun, isEarly } = _outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .OUTCOME_RECORDS */ .gk[outcome];
    if (outcome === 'pull-request')
        return explainChange(report, context);
    if (cause === 'check-failed')
        return 'Nothing was sent to the agent. Fix these, then {check}.';
    if (cause === 'check-incomplete') {
        const when = retryAt === undefined ? 'Later' : `After ${(0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_5__/* .formatTime */ .fU)(retryAt, context.now())}`;
        return `Nothing was sent to the agent. ${when}, {check}.`;
    }
    if (onRerun === 'send')
        return explainSend(report, context);
    if (outcome === 'unknown')
        return explainUnknown(report);
    if (!isEarly || report.advice !== undefined)
        return '';
    if (job !== undefined)
        return explainJob(report, job, context);
    return explainNothingSent(report, context);
}
function explainNothingSent({ cause, retryAt, isMemoryWrong }, context) {
    const fix = cause === undefined ? 'wait' : _causes_js__WEBPACK_IMPORTED_MODULE_3__/* .CAUSES */ .h[cause].fix;
    if (fix === 'look' || fix === 'none')
        return NOTHING_SENT[fix];
    const when = retryAt === undefined ? '' : ` after ${(0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_5__/* .formatTime */ .fU)(retryAt, context.now())}`;
    if (isMemoryWrong)
        return `Nothing was sent to the agent. ${fix === 'wait' ? 'Then' : 'Fix this, then'} {again}${when}.`;
    return fix === 'wait' && when !== '' ? `Nothing was sent to the agent. Re-run the job${when}.` : NOTHING_SENT[fix];
}
function explainSend({ isClaimed, isMemoryWrong }, { isAttached }) {
    return isClaimed === undefined || isAttached || isMemoryWrong ? '' : 'A re-run sends the same prompt again.';
}
function explainUnknown({ isClaimed, covered }) {
    const again = covered ? 'run the workflow once with `since: <n>d`' : '{again}';
    return `If you find none, ${again}. A re-run ${isClaimed ? "doesn't send" : 'sends'} the prompt again.`;
}
function explainChange({ isClaimed, documentation }, { askedBy, followUp }) {
    const isOpen = documentation === undefined ? followUp === 'always' : documentation.state === 'open';
    return isOpen && followUp !== 'never' && askedBy !== undefined && isClaimed
        ? "To change it, comment {command} followed by what to change. The agent updates the pull request while it's open."
        : '';
}
const FIX_AND_RERUN = 'Nothing was sent to the agent. Fix this, then re-run the job.';
const NOTHING_SENT = {
    key: FIX_AND_RERUN,
    setting: FIX_AND_RERUN,
    workflow: 'Nothing was sent to the agent. Fix this, then {again}. A re-run uses the previous version of the workflow file.',
    either: `${FIX_AND_RERUN} If you change the workflow file, {again} instead: a re-run uses the previous version.`,
    wait: 'Nothing was sent to the agent. To try again, re-run the job.',
    ask: 'Nothing was sent to the agent. Change the prompt, and {again}.',
    look: 'This run sent nothing to the agent.',
    none: 'Nothing was sent to the agent.',
};
function explainJob(report, job, { isAttached, now }) {
    const { cause, outcome, retryAt } = report;
    if (cause === 'job-not-found')
        return isAttached ? 'For a new job, leave `job-id` empty.' : 'For a new job, {again}.';
    const jobId = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(job.jobId).replaceAll('`', "'");
    const isKnown = report.isClaimed === true || isAttached;
    const isLost = outcome === 'submitted' || report.isMemoryWrong === true;
    const later = outcome === 'error' ? ' once this is fixed' : '';
    const when = retryAt === undefined ? later : ` after ${(0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_5__/* .formatTime */ .fU)(retryAt, now())}`;
    const rerun = isKnown && !isLost ? 'open "Log" and select "Re-run jobs", or ' : '';
    const again = isKnown ? '' : ' A re-run sends the prompt again.';
    return `${explainState(report, job, jobId)}${when}, ${rerun}run the action with \`job-id: ${jobId}\`.${again}`;
}
function explainState({ outcome, cause, answer }, { isFollowUp, prLink }, jobId) {
    if (outcome === 'submitted')
        return "`wait` is `false`, so this run didn't wait. To get the result";
    if (answer?.status === 'active' && cause === undefined)
        return `The agent is still working on job \`${jobId}\`. To keep waiting`;
    const isOver = (0,_docs_service_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .endsJob */ .O9)(answer?.status) && (!isFollowUp || prLink !== undefined);
    return isOver ? `Job \`${jobId}\` ended. To report how` : `To keep waiting for job \`${jobId}\``;
}
const CHECK_SIGNS = { passed: '✓', failed: '✗', unknown: '? Not checked:' };
function explainCheck({ state, text }, context) {
    return fillIn(`${CHECK_SIGNS[state]} ${text.replaceAll('\n', ' ')}`, context);
}
const DASHBOARD = 'https://app.mintlify.com/settings/organization';
const PLACES = new Map([
    ['{keys}', ['the API keys page', `${DASHBOARD}/api-keys`]],
    ['{usage}', ['the usage page', `${DASHBOARD}/usage`]],
    ['{app}', ["the service's GitHub app", 'https://www.mintlify.com/docs/deploy/github#install-the-github-app']],
]);
function fillIn(sentence, context) {
    const parts = sentence
        .replaceAll(/\{(?:command|again|check)\}/gu, (word) => nameComment(word, context))
        .split(/(\{(?:keys|usage|app)\})/u)
        .map((part) => fillInPlace(part, context));
    const source = parts.map(({ markdown }) => markdown);
    return { text: parts.map(({ text }) => text).join(''), markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)(source, '') };
}
function nameComment(word, { command, askedBy }) {
    const spell = (more = '') => `\`${`${command} ${more}`.trim().replaceAll('`', "'")}\``;
    if (word === '{command}')
        return spell();
    if (askedBy === undefined)
        return 'start the workflow again';
    if (word === '{check}')
        return `comment ${command === '' ? 'the command' : spell('check')} again`;
    return `post your ${command === '' ? '' : `${spell()} `}command again`;
}
function fillInPlace(part, { hasDashboard }) {
    const [label, url] = PLACES.get(part) ?? [];
    if (label === undefined || url === undefined)
        return { text: part, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .prose */ .CS)(part) };
    return hasDashboard
        ? { text: `${label} (${url})`, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .plain */ .pj)(label), new URL(url)) }
        : { text: label, markdown: (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .plain */ .pj)(label) };
}


/***/ }),

/***/ 9804:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   renderAnswer: () => (/* binding */ renderAnswer),
/* harmony export */   renderComment: () => (/* binding */ renderComment),
/* harmony export */   renderHelp: () => (/* binding */ renderHelp),
/* harmony export */   renderSummary: () => (/* binding */ renderSummary)
/* harmony export */ });
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1676);
/* harmony import */ var _covered_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(230);
/* harmony import */ var _documentation_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3190);
/* harmony import */ var _explain_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8031);
/* harmony import */ var _progress_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4285);





function renderComment(report, context) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### ${renderHeadline(report, context)}`,
        ...renderResult(report, context),
        (0,_progress_js__WEBPACK_IMPORTED_MODULE_4__/* .renderSmallLine */ .kK)({ ...report, reportedIn: undefined }, context),
    ], '\n\n');
}
function renderAnswer(report, context) {
    return report.help ? renderHelp(context.command, report.help) : renderComment(report, context);
}
function renderSummary(report, context, warnings = []) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `## ${renderHeadline(report, context)}`,
        ...renderResult(report, context),
        ...(report.help ? [renderHelp(context.command, report.help)] : []),
        ...warnings.map((warning) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> ⚠️ ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .prose */ .CS)(warning.replaceAll('\n', ' '))}`),
        ...renderPrompt(report),
        (0,_progress_js__WEBPACK_IMPORTED_MODULE_4__/* .renderSmallLine */ .kK)(report, context),
    ], '\n\n');
}
function renderHeadline(report, context) {
    const { sign, headline } = (0,_explain_js__WEBPACK_IMPORTED_MODULE_3__/* .explainEnd */ .pw)(report, context);
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${sign} ${headline.markdown}`;
}
function renderResult(report, context) {
    const steps = (0,_explain_js__WEBPACK_IMPORTED_MODULE_3__/* .explainEnd */ .pw)(report, context).paragraphs.map((paragraph) => paragraph.markdown);
    const checks = report.checks?.map((check) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `- ${(0,_explain_js__WEBPACK_IMPORTED_MODULE_3__/* .explainCheck */ .Gs)(check, context).markdown}`);
    const isFolded = report.outcome === 'pull-request' && steps.length > 0;
    return [
        ...(checks ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(checks, '\n')] : []),
        ...(isFolded ? [] : steps),
        ...(0,_documentation_js__WEBPACK_IMPORTED_MODULE_2__/* .renderDocumentation */ .T)(report),
        ...(report.job ? (0,_documentation_js__WEBPACK_IMPORTED_MODULE_2__/* .renderPrevious */ .S)(report.job, 'done') : []),
        ...(0,_covered_js__WEBPACK_IMPORTED_MODULE_1__/* .renderCovered */ .LH)(report.covered, context.runUrl),
        ...(0,_covered_js__WEBPACK_IMPORTED_MODULE_1__/* .renderNextRun */ .Nm)(report),
        ...(report.checks ? [] : (report.prompt?.gaps ?? [])).map((gap) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The prompt is incomplete: ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .prose */ .CS)(gap)}`),
        ...(report.prompt?.note ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .prose */ .CS)(report.prompt.note)] : []),
        ...renderTechnical(report),
        ...(isFolded ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .details */ .zH)('What to do next', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(steps, '\n\n'))] : []),
    ];
}
function renderTechnical(report) {
    const { technical, checks = [], isDetailOpen } = report;
    const lines = [
        ...[technical, ...checks.map((check) => check.technical)].flatMap((line) => (line ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .prose */ .CS)(line)] : [])),
        ...(isDetailOpen ? [] : (0,_explain_js__WEBPACK_IMPORTED_MODULE_3__/* .quoteDetail */ .wQ)(report).map((quote) => quote.markdown)),
    ];
    return lines.length === 0 ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .details */ .zH)('Technical details', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(lines, '\n\n'))];
}
function renderPrompt({ prompt, outcome, job }) {
    const isSent = job?.isFollowUp !== undefined;
    if (prompt === undefined || !(isSent || outcome === 'dry-run' || outcome === 'error'))
        return [];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .details */ .zH)(isSent ? 'What was sent' : 'What would be sent', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .codeBlock */ .DV)(prompt.text))];
}
const STOP = 'To stop waiting, open "Log" in the comment that answers the request, and select "Cancel workflow". ' +
    "The agent still finishes its job: the service can't stop it.";
const RETRY = 'To try again, post the command with your instruction again.';
const CHECK = 'To check the setup without starting a job, comment `{command} check`.';
const INSTEAD = new Map([
    ...['cancel', 'stop', 'abort'].map((word) => [word, STOP]),
    ...['retry', 'rerun', 're-run'].map((word) => [word, RETRY]),
    ['status', 'The comment that answers a request shows its status, and is updated when the job ends.'],
    ['dry-run', CHECK],
    ['version', 'The `uses:` line of the workflow sets the version of the action.'],
    ['new', 'For a new pull request, comment `{command} --new` and an instruction.'],
]);
const NEARLY_CHECK = new RegExp(Array.from('check.', (_each, at) => {
    const [here = '', next = ''] = 'check'.slice(at);
    const letters = `(?:.?${here}${next}|.?${next}|${next}${here})`;
    return `^${'check'.slice(0, at)}${letters}${'check'.slice(at + 2)}$`;
}).join('|'));
function renderHelp(command, help = {}) {
    const word = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(command);
    const rows = [
        [
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${word} and an instruction`,
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The agent follows it, and updates this conversation's open documentation pull request, if any.`,
        ],
        [
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(`${command} --new`)} and an instruction`,
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Like above, but always opens a new pull request.`,
        ],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${word} alone`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Sends the workflow's own prompt. Without one, shows this help.`],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(`${command} check`), (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Checks the setup. Sends nothing to the agent.`],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(`${command} help`), (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Shows this help.`],
    ];
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([
        ...renderReason(help, command),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Start a comment with ${word}, followed by what to write. An agent writes it and opens a pull request.`,
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `For example: ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .table */ .tp)([(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Comment`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `What happens`], rows),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The command must be the first word of the comment. It isn't case-sensitive.`,
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Editing a comment doesn't start a job. Write a new comment.`,
    ], '\n\n');
}
function renderReason({ option, word }, command) {
    if (option !== undefined)
        return [
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### 📖 ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(option, 100)} isn't an option`,
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `No job was started. If the word is part of the text, put it in backticks.`,
        ];
    if (word === undefined)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### 📖 How to request documentation`];
    const otherwise = NEARLY_CHECK.test(word) ? CHECK : 'Say what to write, in a few words.';
    const advice = (INSTEAD.get(word) ?? otherwise).replaceAll('{command}', () => command);
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### 📖 ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(word)} isn't a command`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .prose */ .CS)(`No job was started. ${advice}`)];
}


/***/ })

};
