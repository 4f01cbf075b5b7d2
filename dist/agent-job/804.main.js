export const id = 804;
export const ids = [804];
export const modules = {

/***/ 7548:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  p: () => (/* binding */ explainEnd),
  I: () => (/* binding */ fillIn)
});

// EXTERNAL MODULE: ./build/untrusted/markdown.js
var markdown = __webpack_require__(1676);
// EXTERNAL MODULE: ./build/agent-job/outcome.js
var agent_job_outcome = __webpack_require__(3880);
;// CONCATENATED MODULE: ./build/agent-job/result/causes.js
const NEW_KEY = 'A maintainer makes an admin key with the scopes `read` and `write` on {keys}, and stores it as the secret that `api-key` reads.';
/** The service answers 403 to all three. */
const FORBIDDEN = 'or its list of allowed addresses leaves out this runner, or the plan has no API. A maintainer looks at {keys} and at {usage}.';
/** Every cause that has more to say than the outcome: a new one is added here, and in the troubleshooting page. */
const CAUSES = {
    'key-refused': {
        headline: 'The service refused the API key',
        advice: `It is wrong or has expired; keys expire after 90 days unless set otherwise. ${NEW_KEY}`,
        mend: 'setting',
    },
    'key-of-assistant': {
        headline: 'The API key is an assistant key',
        advice: `Keys that begin with \`mint_dsc_\` don't run agent jobs. ${NEW_KEY}`,
        mend: 'setting',
    },
    'key-of-index': {
        headline: 'The API key is an index key',
        advice: `Keys that begin with \`mint_us_\` don't run agent jobs. ${NEW_KEY}`,
        mend: 'setting',
    },
    'key-with-bearer': {
        headline: '`Bearer` stands before the API key',
        advice: 'A maintainer stores the key alone, without that word, as the secret that `api-key` reads.',
        mend: 'setting',
    },
    'key-may-not-write': {
        headline: 'The API key may not write',
        advice: `It lacks the scope \`write\`, ${FORBIDDEN}`,
        mend: 'setting',
    },
    'key-may-not-read': {
        headline: 'The API key may not read',
        advice: `It lacks the scope \`read\`, ${FORBIDDEN}`,
        mend: 'setting',
    },
    'blocked-on-the-way': {
        headline: 'A firewall refused the request',
        advice: 'The answer is a web page, and not by the service itself. A maintainer has the address of the runner allowed, or uses another runner. If it is by the service all the same, the key lacks the scope `write`, or the plan has no API: {keys} and {usage} tell.',
        mend: 'setting',
    },
    'plan-or-credits': {
        headline: "The plan or its credits don't cover agent jobs",
        advice: 'A maintainer looks at the plan and its credits on {usage}.',
        mend: 'setting',
    },
    'project-not-found': {
        headline: 'There is no such project',
        advice: 'A maintainer copies the ID of the project from {keys} to `project-id`. The key must be of the same organization.',
        mend: 'either',
    },
    'job-not-found': {
        headline: 'There is no such job in this project',
        advice: 'A maintainer checks `job-id`, if it is set, and `project-id`.',
        mend: 'ask',
    },
    'not-the-service': {
        headline: 'The answer is not by the documentation service',
        advice: 'A maintainer checks `base-url`: it has to lead to the service itself, and to no redirect, login or error page.',
        mend: 'workflow',
    },
    'prompt-refused': {
        headline: 'The service did not accept the prompt',
        advice: 'Whoever asked reads below what it says, and asks otherwise.',
        mend: 'ask',
    },
    'prompt-too-large': {
        headline: 'The prompt is too large for the service',
        advice: 'Whoever asked makes it shorter, or a maintainer sets a smaller `context`.',
        mend: 'ask',
    },
    'request-refused': {
        headline: 'The service refused the request',
        advice: 'A maintainer reads below what it says, and checks `project-id` and `base-url`.',
        mend: 'either',
    },
    'service-limit': {
        headline: 'The limit of the service is reached',
        advice: 'A project may create 100 jobs and send 100 messages an hour.',
        mend: 'wait',
    },
    'service-unreachable': {
        headline: "The service can't be reached",
        advice: 'A maintainer checks `base-url`, the proxy variables of the runner, and whether it may connect to that host.',
        mend: 'wait',
    },
    'name-not-found': {
        headline: 'The name of the service is not found',
        advice: 'A maintainer checks the host in `base-url`, and the name server of the runner.',
        mend: 'either',
    },
    'certificate-refused': {
        headline: "The certificate of the service can't be trusted",
        advice: 'Often a firewall puts its own in place. A maintainer has the runner trust it (`NODE_EXTRA_CA_CERTS`), or corrects `base-url`.',
        mend: 'either',
    },
    'proxy-refused': {
        headline: "The proxy doesn't let the request through",
        advice: 'A maintainer checks `HTTPS_PROXY` and `NO_PROXY` of the runner; a login stands in the variable: `http://user:password@host:port`.',
        mend: 'setting',
    },
    'proxy-unusable': {
        headline: "A proxy variable can't be used",
        advice: '',
        mend: 'setting',
    },
    'service-failed': {
        headline: 'The service has a problem',
        advice: 'Its status page may say more.',
        mend: 'wait',
    },
    'prompt-unconfirmed': {
        headline: 'Nobody can tell whether the prompt was received',
        advice: 'Look for a new job in the dashboard, and for a new pull request or commit of the agent: the service has no list to look it up in, and the work could be done twice.',
        mend: 'look',
    },
    'secret-missing': {
        headline: 'The secret with the API key is empty here',
        advice: 'A maintainer defines the secret that `api-key` reads. The secret of an environment needs the line `environment:` in the job, and a called workflow needs `secrets:`. Pull requests from forks get no secrets, and Dependabot gets only its own.',
        mend: 'either',
    },
    'inputs-unusable': {
        headline: "An input can't be used",
        advice: 'A maintainer corrects the `with:` block of the step.',
        mend: 'either',
    },
    'permission-check-refused': {
        headline: "GitHub doesn't let the token see who may use the command",
        advice: 'A maintainer removes `github-token`, so that it is the token of the workflow, or sets one with write access to this repository.',
        mend: 'workflow',
    },
    'github-token-refused': {
        headline: 'GitHub refused the token',
        advice: 'A maintainer checks `github-token`. The token of a GitHub App is valid for an hour.',
        mend: 'either',
    },
    'github-refused': { headline: 'GitHub refused a request', advice: '', mend: 'either' },
    'github-unreachable': {
        headline: 'GitHub is out of reach',
        advice: 'Its status page is https://www.githubstatus.com.',
        mend: 'wait',
    },
    'comment-refused': {
        headline: "GitHub doesn't let the token comment here",
        advice: '',
        mend: 'workflow',
    },
    'thread-locked': {
        headline: 'The conversation is locked',
        advice: 'A maintainer unlocks it, or sets a `github-token` whose account may write in it.',
        mend: 'setting',
    },
    'comment-not-visible': {
        headline: "GitHub doesn't show the comment of this run",
        advice: 'Without it nobody could tell later what was sent.',
        mend: 'wait',
    },
    'comment-gone': { headline: 'The comment that asked was deleted', advice: '', mend: 'none' },
    'claimed-by-other-run': { headline: 'Another run handles this comment', advice: '', mend: 'none' },
    'taken-over-by-later-run': { headline: 'A later run has taken this over', advice: '', mend: 'none' },
    'lost-while-sending': {
        headline: 'Nobody can tell whether the prompt was received',
        advice: 'An earlier attempt of this run ended while it sent the prompt. Look for a new job, pull request or commit of the agent.',
        mend: 'look',
    },
    'answered-and-deleted': {
        headline: 'This was answered before, and the answer was deleted',
        advice: 'Look for a pull request or commit of the agent.',
        mend: 'look',
    },
    'other-key': {
        headline: 'The API key was changed since this run began',
        advice: 'The comment of an earlier attempt was made with another `api-key`, so it counts for nothing. Look for a new job, pull request or commit of the agent; to go on with its job, run the action with `job-id` set to it.',
        mend: 'look',
    },
    'previous-job-active': {
        headline: 'The previous job is still active',
        advice: '{new} and the prompt starts a new job without waiting.',
        mend: 'wait',
    },
    'too-little-time': {
        headline: 'The previous job took the time',
        advice: 'A maintainer sets a longer `timeout`. {new} and the prompt starts a new job without waiting.',
        mend: 'wait',
    },
    'link-refused': {
        headline: 'The agent is done; the link of its pull request is not safe to show',
        advice: 'Look for the pull request in the documentation repository.',
        mend: 'none',
    },
    'documentation-closed': {
        headline: 'The documentation pull request was closed as well',
        advice: '',
        mend: 'none',
    },
    'documentation-left-open': {
        headline: 'The documentation pull request is still open',
        advice: '',
        mend: 'none',
    },
    'documentation-unfinished': {
        headline: 'The agent is still at work on the documentation',
        advice: '',
        mend: 'none',
    },
    'documentation-unreadable': {
        headline: 'The documentation pull request is left as it is',
        advice: '',
        mend: 'none',
    },
    'documentation-none': {
        headline: 'There is no open documentation pull request to close',
        advice: '',
        mend: 'none',
    },
    // The checks say what to do, each for itself.
    'check-failed': { headline: "The set-up doesn't work yet", advice: '', mend: 'either' },
};

;// CONCATENATED MODULE: ./build/agent-job/result/explain.js



/** How a run ended, in words. */
function explainEnd(report, context) {
    const { sign } = agent_job_outcome/* OUTCOME_RECORDS */.gk[report.outcome];
    const sentences = [chooseAdvice(report), describeNext(report, context)];
    return {
        headline: fillIn(`${sign} ${chooseHeadline(report)}`, context),
        paragraphs: [
            ...(report.problem === undefined ? [] : [{ text: report.problem, markdown: (0,markdown/* prose */.CS)(report.problem) }]),
            ...sentences.filter((sentence) => sentence !== '').map((sentence) => fillIn(sentence, context)),
        ],
        isTrouble: TROUBLE.includes(report.outcome),
    };
}
/** What somebody has to do something about. */
const TROUBLE = [
    ...['failed', 'timed-out', 'unavailable', 'cancelled', 'unknown', 'error', 'denied'],
];
function chooseHeadline({ outcome, cause, checks, isFollowUp, previous, pullRequest }) {
    if (cause === 'check-failed' && checks !== undefined) {
        const failed = checks.filter(({ state }) => state === 'failed').length;
        return `${CAUSES[cause].headline}: ✗ ${failed} of ${checks.length}`;
    }
    if (cause !== undefined)
        return CAUSES[cause].headline;
    const isUpdate = isFollowUp && pullRequest?.href === previous?.url?.href;
    return outcome === 'pull-request' && isUpdate
        ? 'The documentation pull request is updated'
        : agent_job_outcome/* OUTCOME_RECORDS */.gk[outcome].headline;
}
function chooseAdvice({ outcome, cause, documentation }) {
    if (cause !== undefined)
        return CAUSES[cause].advice;
    // There is nothing left to review.
    if (outcome === 'pull-request' && (documentation?.state ?? 'open') !== 'open')
        return '';
    return agent_job_outcome/* OUTCOME_RECORDS */.gk[outcome].advice;
}
/** Whether anything was sent, and what a re-run does. */
function describeNext(report, { askedBy, isAttached, followUp }) {
    const { outcome, cause, jobId, isClaimed, documentation } = report;
    if (outcome === 'pull-request') {
        // Of a pull request that can't be read, nobody knows whether it is open.
        const isReadable = followUp === 'auto' && documentation?.state === 'open';
        const isContinued = isReadable || (followUp === 'always' && (documentation?.state ?? 'open') === 'open');
        return isContinued && askedBy !== undefined && isClaimed
            ? 'To change it, {again} and say what is missing: while it is open, it is continued.'
            : '';
    }
    if (outcome === 'unknown')
        return `If there is none, {again}. A re-run ${isClaimed ? 'does not send' : 'sends'} the prompt again.`;
    if (!STOPPED.includes(outcome))
        return '';
    const mend = cause === undefined ? 'wait' : CAUSES[cause].mend;
    return jobId === undefined ? NOTHING_SENT[mend] : describeJob(report, jobId, isClaimed || isAttached);
}
/** What ends before the job does, if there is one. */
const STOPPED = ['submitted', 'timed-out', 'unavailable', 'cancelled', 'error'];
/** By what mends it. */
const NOTHING_SENT = {
    setting: 'Nothing was sent to the agent, so a re-run is safe: re-run the workflow run when that is done.',
    workflow: 'Nothing was sent to the agent. When that is done, {again}: a re-run uses the workflow file of before.',
    either: 'Nothing was sent to the agent, so a re-run is safe. After a change to the workflow file, {again}: a re-run uses the file of before.',
    wait: 'Nothing was sent to the agent, so a re-run is safe.',
    ask: 'Nothing was sent to the agent. When that is done, {again}.',
    look: 'Nothing was sent by this run.',
    none: 'Nothing was sent to the agent.',
};
function describeJob({ job, cause, outcome }, jobId, isFoundAgain) {
    // Its last status is from before the service said that there is no such job.
    if (cause === 'job-not-found')
        return 'For a new job, {again}.';
    const isActive = job?.status === 'active';
    const aim = isActive ? 'its end' : `the end of job \`${jobId}\``;
    const how = isFoundAgain
        ? 're-run the workflow run, or run the action with that ID as `job-id`.'
        : 'run the action with that ID as `job-id`. A re-run sends the prompt again.';
    return [
        ...(isActive ? [`The agent goes on with job \`${jobId}\`.`] : []),
        `To wait for ${aim}${outcome === 'error' ? ' when that is done' : ''}, ${how}`,
    ].join(' ');
}
const DASHBOARD = 'https://app.mintlify.com/settings/organization';
const PLACES = {
    '{keys}': { label: 'the API keys page of the dashboard', url: new URL(`${DASHBOARD}/api-keys`) },
    '{usage}': { label: 'the usage page of the dashboard', url: new URL(`${DASHBOARD}/usage`) },
};
/** A sentence with `{keys}`, `{usage}`, `{new}` and `{again}` filled in. */
function fillIn(sentence, context) {
    const parts = sentence.split(/(\{(?:keys|usage|new|again)\})/u).map((part) => fillInWord(part, context));
    return {
        text: parts.map(({ text }) => text).join(''),
        markdown: (0,markdown/* joinMarkdown */.UF)(parts.map((part) => part.markdown), ''),
    };
}
function fillInWord(part, { command, askedBy, hasDashboard }) {
    const word = command === '' ? { text: 'the command', markdown: (0,markdown/* markdown */.wD) `the command` } : toCode(command);
    if (part === '{new}')
        return toCode(`${command} --new`.trim());
    if (part === '{again}')
        return askedBy === undefined
            ? { text: 'start the workflow again', markdown: (0,markdown/* markdown */.wD) `start the workflow again` }
            : { text: `comment ${word.text} again`, markdown: (0,markdown/* markdown */.wD) `comment ${word.markdown} again` };
    if (part !== '{keys}' && part !== '{usage}')
        return { text: part, markdown: (0,markdown/* prose */.CS)(part) };
    const { label, url } = PLACES[part];
    return hasDashboard
        ? { text: `${label} (${url.href})`, markdown: (0,markdown/* link */.nf)((0,markdown/* plain */.pj)(label), url) }
        : { text: label, markdown: (0,markdown/* plain */.pj)(label) };
}
function toCode(text) {
    return { text: `\`${text}\``, markdown: (0,markdown/* code */.aY)(text) };
}


/***/ }),

/***/ 3753:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ renderHelp)
/* harmony export */ });
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1676);

/**
 * The reply to `/docs help`, to a bare command without a prompt to fall back on, and to a word that looks like an option.
 * @param unknownWord where that is why
 */
function renderHelp(command, unknownWord) {
    const word = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(command);
    const rows = [
        [
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${word} and an instruction`,
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `An agent does it. The open documentation pull request of this conversation is continued.`,
        ],
        [
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(`${command} --new`)} and an instruction`,
            (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The same, always in a new pull request.`,
        ],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${word} alone`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The prompt that the workflow sets, or this help if it sets none.`],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(`${command} check`), (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Checks the set-up. Nothing is sent to the agent.`],
        [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(`${command} help`), (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This help.`],
    ];
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([
        ...(unknownWord === undefined
            ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### 📖 How to ask for documentation`]
            : [
                (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### 📖 ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(unknownWord, 100)} is no option`,
                (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `No job was started. If the word is part of the text, put it in backticks.`,
            ]),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Start a comment with ${word}, and say after it what should be written. An agent does it and opens a pull request, which is linked here.`,
        // Not a block, where other bots may look for commands, and as it is: people copy it.
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `For example: ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .table */ .tp)([(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Comment`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `What happens`], rows),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The command must be the first word of the comment; upper and lower case make no difference. An edited comment starts nothing: write a new one.`,
    ], '\n\n');
}


/***/ }),

/***/ 9804:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ renderSummary),
/* harmony export */   w: () => (/* binding */ renderComment)
/* harmony export */ });
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8154);
/* harmony import */ var _documentation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3190);
/* harmony import */ var _explain_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7548);
/* harmony import */ var _help_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3753);
/* harmony import */ var _progress_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4285);






/** The comment in the thread, when the run has ended. */
function renderComment(report, context) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `### ${(0,_explain_js__WEBPACK_IMPORTED_MODULE_1__/* .explainEnd */ .p)(report, context).headline.markdown}`,
        ...renderResult(report, context),
        // The comment doesn't link to itself.
        (0,_progress_js__WEBPACK_IMPORTED_MODULE_2__/* .renderSmallLine */ .k)({ ...report, reportedIn: undefined }, context),
    ], '\n\n');
}
/**
 * The job summary: the same, and what only those need who look at the run.
 * @param warnings of what could not be reported elsewhere
 */
function renderSummary(report, context, warnings = []) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `## ${(0,_explain_js__WEBPACK_IMPORTED_MODULE_1__/* .explainEnd */ .p)(report, context).headline.markdown}`,
        ...renderResult(report, context),
        ...(report.isHelp ? [(0,_help_js__WEBPACK_IMPORTED_MODULE_4__/* .renderHelp */ .W)(context.command, report.unknownWord)] : []),
        ...warnings.map((warning) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `> ⚠️ ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .prose */ .CS)(warning.replaceAll('\n', ' '))}`),
        ...renderPrompt(report),
        (0,_progress_js__WEBPACK_IMPORTED_MODULE_2__/* .renderSmallLine */ .k)(report, context),
    ], '\n\n');
}
/** What comment and summary have in common, in the order in which a person needs it. */
function renderResult(report, context) {
    const { paragraphs, isTrouble } = (0,_explain_js__WEBPACK_IMPORTED_MODULE_1__/* .explainEnd */ .p)(report, context);
    const steps = paragraphs.map(({ markdown: paragraph }) => paragraph);
    const isFolded = !isTrouble && report.outcome === 'pull-request' && steps.length > 0;
    return [
        ...(isFolded ? [] : steps),
        ...(0,_documentation_js__WEBPACK_IMPORTED_MODULE_0__/* .renderDocumentation */ .T)(report),
        ...(0,_documentation_js__WEBPACK_IMPORTED_MODULE_0__/* .describePrevious */ .h)(report, 'done'),
        ...(report.checks === undefined ? [] : [renderChecks(report.checks, context)]),
        ...(report.prompt?.gaps ?? []).map((gap) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .prose */ .CS)(gap)),
        ...renderTechnical(report),
        ...(isFolded ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .details */ .zH)('What to do next', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(steps, '\n\n'))] : []),
    ];
}
const CHECK_SIGNS = { passed: '✓', failed: '✗', unknown: '?' };
function renderChecks(checks, context) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(checks.map(({ state, text }) => {
        const line = (0,_explain_js__WEBPACK_IMPORTED_MODULE_1__/* .fillIn */ .I)(text.replaceAll('\n', ' '), context).markdown;
        return state === 'unknown'
            ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `- ? *not known:* ${line}`
            : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `- ${CHECK_SIGNS[state]} ${line}`;
    }), '\n');
}
/** Operation, address and status, and the service's own words: for whoever looks into it. */
function renderTechnical({ technical = '', detail }) {
    const said = detail === undefined || (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__/* .readUntrustedText */ .u)(detail).trim() === '' ? undefined : detail;
    if (technical === '' && said === undefined)
        return [];
    const lines = [
        ...(technical === '' ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .prose */ .CS)(technical)]),
        ...(said === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The service said: ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(said, 500)}`]),
    ];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .details */ .zH)('Technical details', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(lines, '\n\n'))];
}
/** What was sent, or would be. */
function renderPrompt({ prompt, outcome, isFollowUp }) {
    const isSent = isFollowUp !== undefined;
    if (prompt === undefined || !(isSent || outcome === 'dry-run' || outcome === 'error'))
        return [];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .details */ .zH)(isSent ? 'What was sent' : 'What would be sent', (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .codeBlock */ .DV)(prompt.text))];
}


/***/ })

};
