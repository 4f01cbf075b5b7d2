export const id = 11;
export const ids = [11];
export const modules = {

/***/ 1882:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ CAUSES)
/* harmony export */ });
/* harmony import */ var _runner_inputs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2266);

function fixedBy(fix, rows) {
    const causes = Object.entries(rows);
    return Object.fromEntries(causes.map(([name, [headline, advice = '']]) => [name, { headline, advice, fix }]));
}
const NEW_KEY = 'Create an admin key with the `write` scope on {keys}, and save it as the secret that `api-key` uses.';
const FORBIDDEN = 'or an IP allowlist excludes this runner, or the plan has no API access. Check {keys} and {usage}.';
const TABLE = {
    ...fixedBy('key', {
        'key-refused': [
            'The service refused the API key',
            `The key is wrong, or has expired (by default after 90 days). ${NEW_KEY}`,
        ],
        'key-of-other-kind': [
            "The API key isn't an admin key",
            `Assistant keys (\`mint_dsc_\`) and index keys (\`mint_us_\`) can't run agent jobs. ${NEW_KEY}`,
        ],
        'key-malformed': [
            'The secret contains more than the API key',
            'Save the key alone as the secret that `api-key` uses: one line, no quotes, no header, and no `NAME=`.',
        ],
    }),
    ...fixedBy('setting', {
        'key-may-not-write': ["The API key can't create jobs", `The key lacks the \`write\` scope, ${FORBIDDEN}`],
        'key-may-not-read': ["The API key can't read jobs", `The key lacks the \`read\` scope, ${FORBIDDEN}`],
        'blocked-on-the-way': [
            'A firewall refused the request',
            "The answer is a web page, not the service's own. Allow the runner's IP address, or use another " +
                'runner. Otherwise the key lacks the `write` scope, or the plan has no API access: check {keys} and ' +
                '{usage}.',
        ],
        'plan-or-credits': [
            "Out of credits, or agent jobs aren't in the plan",
            'Check the plan and its credits on {usage}.',
        ],
        'proxy-failed': [
            "Couldn't connect through the proxy",
            "Check the runner's `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. A login is part of the variable: " +
                '`http://user:password@host:port`.',
        ],
        'thread-locked': [
            'The conversation is locked',
            'Unlock it, or set a `github-token` whose account can comment in it.',
        ],
    }),
    ...fixedBy('workflow', {
        'not-the-service': [
            "`base-url` doesn't lead to the documentation service",
            'Set `base-url` to the service itself, not to a redirect, a login page, or an error page.',
        ],
        'permission-check-refused': [
            "The token can't check the commenter's permission",
            'If the step sets `github-token`, remove it, or set a token with write access to this repository. ' +
                "Otherwise, check the workflow's `permissions:`.",
        ],
        'comment-refused': ["The token can't comment here"],
    }),
    ...fixedBy('either', {
        'project-not-found': [
            'Project not found',
            'Copy the project ID from {keys} to `project-id`. The key must belong to the same organization.',
        ],
        'job-not-found': ['Job not found in this project', 'Check `job-id` and `project-id`.'],
        'request-refused': ['The service refused the request', 'Check `project-id` and `base-url`.'],
        'service-unreachable': [
            "Couldn't reach the service",
            "Check `base-url`, the runner's proxy variables, and whether its firewall allows this host.",
        ],
        'name-not-found': [
            "Couldn't resolve the service's host name",
            "Check the host in `base-url`, and the runner's DNS server.",
        ],
        'certificate-refused': [
            "The service's certificate isn't trusted",
            'A firewall may have replaced it. Make the runner trust the new one with `NODE_EXTRA_CA_CERTS`, or ' +
                'correct `base-url`.',
        ],
        'secret-missing': [_runner_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .EMPTY_KEY */ .GT.headline, _runner_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .EMPTY_KEY */ .GT.advice],
        'invalid-input': ['Invalid input', 'Fix the `with:` block of the step.'],
        'token-without-access': [
            "The token can't access this repository",
            'Install the GitHub App on this repository, or select this repository for the token. ' +
                "To use the workflow's own token, remove `github-token`.",
        ],
        'github-token-refused': [
            'GitHub refused the token',
            "Check `github-token`. A GitHub App's token expires after an hour.",
        ],
        'github-refused': ['GitHub refused the request'],
        'thread-not-found': ['Issue or pull request not found'],
        'check-failed': ["The set-up doesn't work yet"],
    }),
    ...fixedBy('wait', {
        'service-limit': ['Hourly limit reached', 'A project can create 100 jobs and send 100 messages per hour.'],
        'service-failed': ['The service has a problem', "Check the service's status page."],
        'github-limit': ['GitHub rate limit reached', 'All runs that use the same token share its limit.'],
        'github-unreachable': ["Couldn't reach GitHub", 'Check https://www.githubstatus.com.'],
        'comment-not-visible': [
            "GitHub doesn't show this run's comment",
            'The comment keeps the prompt from being sent twice, so it has to be there first.',
        ],
        'check-incomplete': ["Couldn't check everything"],
    }),
    ...fixedBy('ask', {
        'prompt-refused': ['The service refused the prompt'],
        'prompt-too-large': ['The prompt is too large', 'Shorten the text, or set a smaller `context`.'],
    }),
    ...fixedBy('look', {
        'prompt-unconfirmed': [
            "Couldn't confirm that the prompt was received",
            'Look for a new job in the dashboard, and for a new pull request or commit by the agent.',
        ],
        'other-key': [
            'The API key changed after this run started',
            "The previous comment was made with another `api-key`, so a re-run can't find its job. " +
                'If that comment names a job, run the action with its ID as `job-id`. ' +
                'Otherwise, look for a new job, pull request, or commit by the agent.',
        ],
    }),
    ...fixedBy('none', {
        'comment-gone': ['The comment with the command was deleted'],
        'claimed-by-other-run': ['Already handled by another run'],
        'taken-over-by-later-run': ['Already handled by a later run'],
        'link-refused': [
            "Done, but the pull request's link is unsafe",
            'Look for the pull request in the documentation repository.',
        ],
    }),
};
const CAUSES = TABLE;


/***/ }),

/***/ 672:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  F9: () => (/* binding */ ClaimError),
  S6: () => (/* binding */ claimRun),
  Qw: () => (/* binding */ connectComment),
  pf: () => (/* binding */ refuseClaim)
});

// EXTERNAL MODULE: ./build/github/connect.js + 6 modules
var connect = __webpack_require__(7281);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/github/marked-comment.js
var marked_comment = __webpack_require__(8284);
// EXTERNAL MODULE: ./build/github/signed-marker.js
var signed_marker = __webpack_require__(5671);
// EXTERNAL MODULE: ./build/github/thread-warning.js
var thread_warning = __webpack_require__(1885);
// EXTERNAL MODULE: ./build/job-marker/claim.js
var job_marker_claim = __webpack_require__(3497);
// EXTERNAL MODULE: ./build/github/read-back.js
var read_back = __webpack_require__(7314);
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
    const earlier = (0,precedence/* findEarlier */._l)(found, claim, eyes.account);
    const own = earlier && (0,precedence/* selectDecisive */.Hq)(found, claim, earlier.author);
    if (own !== undefined)
        return await decide(own, found, attempt);
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
        if (!error.isLocked)
            warn(error);
        const isGone = error.status === 404 && !(await github.hasComment(trigger));
        return { result: isGone ? 'gone' : 'failed' };
    }
}
async function postClaim(attempt) {
    const { comment, claim, content, eyes, warn } = attempt;
    if (eyes.result === 'gone')
        return end('skipped', 'comment-gone');
    const { id, author, isRepeated } = await comment.post(content, claim);
    const isAlone = eyes.result === 'first' || (eyes.result === 'none' && claim.range === undefined);
    const settleMs = isAlone && !isRepeated ? undefined : VISIBILITY_DELAY_MS;
    const all = await (0,read_back/* readBack */.e)((shown) => shown.some((each) => each.id === id), { ...attempt, settleMs });
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
    return { kind: 'won', found };
}
async function decide(decisive, found, attempt) {
    const { comment, claim, warn } = attempt;
    const { payload, isVerified, url } = decisive;
    const { state, job, outcome } = payload;
    for (const each of (0,precedence/* findNeedless */.Bv)(found, decisive, claim))
        await comment.remove(each).catch(warn);
    if (payload.trigger !== claim.trigger)
        return duplicate(decisive, 'taken-over-by-later-run');
    const isOurs = (0,precedence/* isOfEarlierAttempt */.HD)(payload, claim);
    if (isOurs && (0,precedence/* mayClaimAgain */.ko)(decisive))
        return (await takeOver(decisive, found, attempt)) ?? duplicate(decisive, 'claimed-by-other-run');
    if (isOurs && !isVerified && state !== 'answered')
        return end('unknown', 'other-key', url);
    if (isVerified && state === 'finished' && job !== undefined)
        return { kind: 'finished', job, outcome, url };
    if (!isOurs || state === 'answered')
        return duplicate(decisive, 'claimed-by-other-run');
    if (state === 'unknown')
        return endUnconfirmed(url);
    const { claimant, nonce } = claim;
    const { outcome: _, ...known } = payload;
    comment.adopt({ ...decisive, payload: { ...known, claimant, nonce } });
    return job === undefined ? endUnconfirmed() : { kind: 'resumed', job };
}
function end(outcome, cause, reportedIn = '') {
    return { kind: 'ended', ending: { outcome, cause }, reportedIn };
}
function endUnconfirmed(reportedIn = '') {
    const problem = 'An earlier attempt of this run ended while it sent the prompt.';
    return { kind: 'ended', ending: { outcome: 'unknown', cause: 'prompt-unconfirmed', problem }, reportedIn };
}
function duplicate({ payload, url }, cause) {
    const again = payload.state === 'refused' ? ' It ended without a job: re-run that one, or comment again.' : '';
    const problem = `It is the workflow run ${payload.claimant.runId}.${again}`;
    return { kind: 'ended', ending: { outcome: 'duplicate', cause, problem }, reportedIn: url };
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
    const inherited = before.isVerified ? (0,job_marker_claim/* inheritClaim */.C8)(before.payload) : {};
    comment.adopt({ ...before, payload: { ...claim, ...inherited } });
    await comment.edit(content, {});
    await clock.sleep(VISIBILITY_DELAY_MS, signal);
    const find = (all) => all.find(({ id }) => id === before.id);
    const now = find(await (0,read_back/* readBack */.e)((all) => find(all)?.payload.nonce !== before.payload.nonce, attempt));
    if (now?.payload.nonce === claim.nonce)
        return { kind: 'won', found };
    comment.adopt(undefined);
    return undefined;
}

;// CONCATENATED MODULE: ./build/agent-job/claim/claim-run.js








class ClaimError extends Error {
    name = 'ClaimError';
    constructor(cause) {
        super(cause.message, { cause });
    }
}
function refuseClaim(error) {
    throw error instanceof errors/* GitHubError */.y ? new ClaimError(error) : error;
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
        if (purpose.kind !== 'attach')
            return result;
        const isOther = result.kind === 'finished' && result.job.jobId !== purpose.jobId;
        const isUnknown = result.kind === 'ended' && result.ending.outcome === 'unknown';
        return isOther || isUnknown ? { kind: 'won', found: [] } : result;
    }
    catch (error) {
        signal.throwIfAborted();
        if (purpose.kind === 'prompt')
            refuseClaim(error);
        warn(error);
        return { kind: 'won', found: [], ...(error instanceof errors/* GitHubError */.y && { failure: error }) };
    }
}
const STATES = {
    prompt: 'claimed',
    attach: 'job',
    help: 'answered',
    check: 'refused',
    answer: 'refused',
};
function createClaim(purpose, trigger, inputs, { run, nonce, range }) {
    const { comment, thread, reportThread } = trigger;
    const { kind } = purpose;
    const isOwnThread = thread !== undefined && reportThread?.number === thread.number;
    const step = [kind === 'check', run.workflow, run.job, run.step, JSON.stringify(inputs.paths)];
    const series = (0,signed_marker/* digest */.br)([...step, inputs.promptSource].join('\n'));
    const runs = (0,signed_marker/* digest */.br)([...step, inputs.prompt].join('\n'));
    const isByComment = comment !== undefined && kind !== 'check';
    const asked = isByComment ? `${comment.kind} ${comment.id}` : `run ${run.id} ${runs}`;
    return {
        state: STATES[kind],
        trigger: kind === 'answer' ? `${precedence/* ANSWER */.tp} ${run.id}` : asked,
        ...(comment === undefined && isOwnThread && { series }),
        event: trigger.eventName,
        project: (0,signed_marker/* digest */.br)(inputs.projectId),
        claimant: { runId: run.id, job: run.job, step: run.step, attempt: run.attempt },
        nonce,
        ...(kind === 'prompt' && range && { range }),
        ...(kind === 'attach' && { job: { jobId: purpose.jobId } }),
    };
}
function connectComment(connection, thread, since, { run, apiKey, secrets }) {
    return (0,marked_comment/* createMarkedComment */.U)({
        ...connection,
        thread,
        since,
        marker: (0,job_marker_claim/* createClaimMarker */.PP)(apiKey, (0,connect/* identifyRepository */.N)(run), thread),
        parse: job_marker_claim/* parseClaim */.Ed,
        redact: secrets.redact,
    });
}


/***/ }),

/***/ 8315:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bv: () => (/* binding */ findNeedless),
/* harmony export */   HD: () => (/* binding */ isOfEarlierAttempt),
/* harmony export */   Hq: () => (/* binding */ selectDecisive),
/* harmony export */   _l: () => (/* binding */ findEarlier),
/* harmony export */   ko: () => (/* binding */ mayClaimAgain),
/* harmony export */   tp: () => (/* binding */ ANSWER)
/* harmony export */ });
/* harmony import */ var _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8577);

function selectDecisive(found, { trigger, project, series, claimant }, account) {
    const ours = found.filter((each) => each.payload.project === project && isByUs(each, account));
    const same = ours.filter(({ payload }) => payload.trigger === trigger);
    const oldest = same.find(({ payload, isVerified }) => isVerified || payload.state !== 'refused') ?? same[0];
    if (oldest !== undefined || series === undefined || claimant.attempt === 1)
        return oldest;
    return ours.find(({ payload }) => payload.series === series && Number(payload.claimant.runId) > Number(claimant.runId));
}
function isByUs({ isVerified, author }, account) {
    return isVerified || (author !== undefined && author === account);
}
function isOfEarlierAttempt({ claimant }, { claimant: now }) {
    const isSameStep = claimant.job === now.job && claimant.step === now.step;
    return claimant.runId === now.runId && isSameStep && claimant.attempt < now.attempt;
}
function mayClaimAgain({ payload: { state, outcome }, isVerified }) {
    const onRerun = state === 'finished' && outcome && _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOME_RECORDS */ .gk[outcome].onRerun;
    return state === 'refused' || (isVerified && onRerun === 'send');
}
const ANSWER = 'answer of run';
function findNeedless(found, { id }, now) {
    return found.filter(({ id: each, payload, isVerified }) => {
        const isSame = payload.trigger === now.trigger && payload.project === now.project;
        return isVerified && each > id && isSame && payload.job === undefined && isOfEarlierAttempt(payload, now);
    });
}
function findEarlier(found, claim, account) {
    const { series, project, claimant } = claim;
    const reply = found.findLast((each) => each.payload.trigger.startsWith(ANSWER) && isByUs(each, account) && isOfEarlierAttempt(each.payload, claim));
    if (reply !== undefined || series === undefined)
        return reply;
    return found.findLast(({ payload, isVerified }) => {
        const isSame = payload.series === series && payload.project === project;
        return isVerified && isSame && payload.outcome && Number(payload.claimant.runId) < Number(claimant.runId);
    });
}


/***/ }),

/***/ 230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LH: () => (/* binding */ renderCovered),
/* harmony export */   Nm: () => (/* binding */ renderNextRun),
/* harmony export */   WO: () => (/* binding */ countDaysBack)
/* harmony export */ });
/* unused harmony export formatBranchChanges */
/* harmony import */ var _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8577);
/* harmony import */ var _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1737);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8154);






const MAXIMUM_NAMES = 5;
const MAXIMUM_TITLE = 100;
function renderCovered(covered, runUrl) {
    if (covered === undefined)
        return [];
    const { range, pullRequests = [] } = covered;
    const comparison = new URL(`../../compare/${range.base}...${range.head}`, runUrl);
    const label = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${formatBranchChanges(covered)} (${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .commit */ .cd)(range.base)}…${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .commit */ .cd)(range.head)})`;
    const lines = pullRequests.slice(0, MAXIMUM_NAMES).map(({ number, title, url }) => {
        const text = title && (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .shorten */ .ml)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .readUntrustedText */ .u)(title).trim().toWellFormed(), MAXIMUM_TITLE);
        const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${`#${number} ${text ?? ''}`}`;
        const page = url && (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__/* .toSafeUrl */ .w)(url);
        return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `- ${page ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(name, page) : name}`;
    });
    const more = pullRequests.length - lines.length;
    if (more > 0)
        lines.push((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `- and ${more.toLocaleString('en-US')} more`);
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(label, comparison), ...(lines.length > 0 ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(lines, '\n')] : [])];
}
function renderNextRun({ covered, outcome, job, isClaimed }) {
    if (covered === undefined)
        return [];
    const { base, head } = covered.range;
    if (outcome === 'dry-run')
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `A dry run records nothing: the next run begins at ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(base.slice(0, 7))}.`];
    if (isClaimed !== true)
        return [];
    const { isFinal, onRerun } = _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOME_RECORDS */ .gk[outcome];
    const isTold = job === undefined ? outcome === 'unknown' : onRerun !== 'send';
    if (!isTold)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The next run with \`since: last-run\` includes these changes again.`];
    const unless = job === undefined || isFinal ? '' : ', unless the job fails';
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The next run with \`since: last-run\` begins at ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(head.slice(0, 7))}${unless}.`];
}
function countDaysBack({ start, days }) {
    return start && days && Math.min(Math.ceil((start.nowMs - Date.parse(days[0])) / _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .DAY_MS */ .sO) + 1, 90);
}
function formatBranchChanges({ pullRequests = [], comparison, days }) {
    if (comparison === undefined)
        return 'Changes';
    const [noun, count] = pullRequests[0] ? ['pull request', pullRequests.length] : ['commit', comparison.commitCount];
    const what = `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
    if (days === undefined)
        return what;
    const [dateFrom, dateTo] = [(0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .toDay */ ._b)(Date.parse(days[0])), (0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .toDay */ ._b)(Date.parse(days[1]) + _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .DAY_MS */ .sO)];
    return `${what}, ${(0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .formatDates */ .HA)({ dateFrom, dateTo }).replaceAll(/ \d{4}/gu, '')}`;
}


/***/ }),

/***/ 3190:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ renderPrevious),
/* harmony export */   T: () => (/* binding */ renderDocumentation)
/* harmony export */ });
/* harmony import */ var _github_pull_request_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5023);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8154);




const MAXIMUM_PAGES = 10;
const MAXIMUM_TITLE = 200;
const MAXIMUM_PATH = 120;
function renderDocumentation({ job, documentation }) {
    const url = job?.prLink;
    if (url === undefined)
        return [];
    const title = renderTitle(url, documentation);
    return documentation ? [title, ...renderPages(documentation), ...renderRest(documentation)] : [title];
}
function renderTitle(url, { title, state = 'open' } = {}) {
    const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .plain */ .pj)((0,_github_pull_request_url_js__WEBPACK_IMPORTED_MODULE_2__/* .formatPullRequest */ .sS)(url));
    const text = title === undefined ? '' : (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .readUntrustedText */ .u)(title).trim(), MAXIMUM_TITLE);
    const label = text === '' ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `**${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)(name, url)}**` : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `**${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .plain */ .pj)(text.toWellFormed()), url)}** ${name}`;
    return state === 'open' ? label : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${label} (${state})`;
}
function renderPages({ pages, traffic }) {
    if (pages.length === 0)
        return [];
    const header = traffic
        ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Page`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Human`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `AI`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Total`]
        : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Page`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Lines`];
    const rows = pages.slice(0, MAXIMUM_PAGES).map((page) => {
        const [name, lines] = [renderName(page), renderLines(page)];
        return traffic ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${name}<br>${lines}`, ...renderViews(page)] : [name, lines];
    });
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .table */ .tp)(header, rows, [':--', '--:', '--:', '--:'])];
}
function renderName({ path, status }) {
    const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(path, MAXIMUM_PATH);
    const isNoted = status === 'added' || status === 'removed' || status === 'renamed';
    return isNoted ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${name} ${status === 'added' ? 'new' : status}` : name;
}
function renderLines({ additions, deletions }) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `+${formatCount(additions)} −${formatCount(deletions)}`;
}
function renderViews({ views }) {
    if (views === undefined)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) ``, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) ``, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) ``];
    return [views.human, views.ai, views.total].map((count) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${formatCount(count)}`);
}
function formatCount(count) {
    return count.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
function renderRest({ pages, otherFileCount, traffic }) {
    const more = Math.max(0, pages.length - MAXIMUM_PAGES);
    const isAlone = pages.length === 0;
    const counts = [
        ...(more === 0 ? [] : [more === 1 ? '1 more page' : `${formatCount(more)} more pages`]),
        ...(isAlone && otherFileCount > 0 ? ['no pages'] : []),
        ...(otherFileCount === 0
            ? []
            : [otherFileCount === 1 ? '1 other file' : `${formatCount(otherFileCount)} other files`]),
    ];
    const sentences = [
        ...(counts.length === 0 ? [] : [`${isAlone ? 'Changed' : 'Also changed'}: ${counts.join(', ')}.`]),
        ...(traffic === undefined || isAlone ? [] : [formatTraffic(traffic)]),
    ];
    return sentences.length === 0 ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${sentences.join(' ')}`];
}
function formatTraffic({ days, isPartial }) {
    const range = days === 1 ? 'in the last day' : `in the last ${days} days`;
    return isPartial ? `Views ${range}. Only part of the site was searched.` : `Views ${range}.`;
}
function renderPrevious({ previous, isFollowUp, prLink }, when) {
    if (previous === undefined || isFollowUp === undefined)
        return [];
    const { url, state } = previous;
    const name = url === undefined ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `the previous request` : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .plain */ .pj)((0,_github_pull_request_url_js__WEBPACK_IMPORTED_MODULE_2__/* .formatPullRequest */ .sS)(url)), url);
    if (!isFollowUp) {
        const [before, after] = WHY_NEW[state];
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `This is a new job: ${before}${name} ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .prose */ .CS)(after)}`];
    }
    if (when === 'working')
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `The agent continues ${name}.`];
    if (prLink === undefined)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `The prompt went to the job of ${name}.`];
    if (prLink.href === url?.href)
        return [];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `The prompt went to the job of ${name}, and the agent opened another pull request.`];
}
const WHY_NEW = {
    open: ['the job of ', 'accepts no more prompts.'],
    closed: ['', 'is closed.'],
    merged: ['', 'is merged.'],
    unreadable: [
        "couldn't read whether ",
        'is open. To continue it next time, set a `github-token` that can read that repository, or `follow-up: always`.',
    ],
    'job-unreadable': ['the job of ', "can't be read."],
    'job-active': ['the job of ', 'is still active. With `concurrency` in the workflow, commands wait for each other.'],
    'job-failed': ['the job of ', 'failed, was archived, or no longer exists.'],
};


/***/ }),

/***/ 4285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EY: () => (/* binding */ renderProgress),
/* harmony export */   GT: () => (/* binding */ createReportContext),
/* harmony export */   kK: () => (/* binding */ renderSmallLine)
/* harmony export */ });
/* harmony import */ var _runner_clock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(453);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8154);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7650);
/* harmony import */ var _covered_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(230);
/* harmony import */ var _documentation_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3190);







function createReportContext({ comment }, runUrl, inputs) {
    const { command, projectId, baseUrl, jobId, followUp } = inputs;
    return {
        askedBy: comment?.author.login,
        runUrl,
        command,
        projectId,
        hasDashboard: baseUrl === _inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .INPUT_DEFAULTS */ .WJ['base-url'],
        isAttached: jobId !== '',
        followUp,
    };
}
function renderProgress(progress, context) {
    const { job } = progress;
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### ⏳ The agent is working on the documentation`,
        ...(job === undefined ? [] : (0,_documentation_js__WEBPACK_IMPORTED_MODULE_4__/* .renderPrevious */ .S)(job, 'working')),
        ...(0,_covered_js__WEBPACK_IMPORTED_MODULE_3__/* .renderCovered */ .LH)(progress.covered, context.runUrl),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `This comment is updated when the job ends.`,
        renderSmallLine({ job }, context),
    ], '\n\n');
}
function renderSmallLine(report, { askedBy, runUrl, projectId }) {
    const { job, durationMs, reportedIn, prompt } = report;
    const { removals = 0 } = prompt ?? {};
    const pieces = removals === 1 ? 'piece' : 'pieces';
    const comment = reportedIn === undefined ? undefined : (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__/* .toSafeUrl */ .w)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_6__/* .untrustedText */ .U)(reportedIn));
    const facts = [
        ...(askedBy === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Requested by ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(askedBy)}`]),
        ...(job === undefined || durationMs === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${(0,_runner_clock_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(durationMs)}`]),
        ...(projectId === '' ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Project ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(projectId)}`]),
        ...(job === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Job ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(job.jobId)}`]),
        ...(prompt?.changes === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${prompt.changes}`]),
        ...(removals === 0 ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${removals} hidden ${pieces} removed from the prompt`]),
        ...(comment === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Comment`, comment)]),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Log`, runUrl),
    ];
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `<sub>${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)(facts, ' · ')}</sub>`;
}


/***/ }),

/***/ 5023:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   sS: () => (/* binding */ formatPullRequest),
/* harmony export */   x6: () => (/* binding */ locatePullRequest)
/* harmony export */ });
/* unused harmony export parsePullRequestUrl */
function parsePullRequestUrl({ pathname }) {
    const [, owner, repo, number] = /^\/([\w.-]+)\/([\w.-]+)\/pull\/(\d{1,10})\/?$/u.exec(pathname) ?? [];
    const isPlace = owner !== undefined && repo !== undefined && ![owner, repo].some((part) => /^\.+$/u.test(part));
    return isPlace ? { owner, repo, number: Number(number) } : undefined;
}
function locatePullRequest(url, serverUrl) {
    return url.host === serverUrl.host ? parsePullRequestUrl(url) : undefined;
}
function formatPullRequest(url) {
    const place = parsePullRequestUrl(url);
    return place === undefined ? url.href : `${place.owner}/${place.repo}#${place.number}`;
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
    const { comment, clock, signal, settleMs } = options;
    const startedAt = clock.now();
    let isSettled = settleMs === undefined;
    for (let pauseMs = 250;; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        const found = await comment.find();
        const isHere = isShown(found);
        if (isHere && isSettled)
            return found;
        if (clock.now() - startedAt >= LONGEST_LAG_MS)
            throw new NotShownError('read back our comment', {
                answer: `the list of the thread's comments did not show it within ${LONGEST_LAG_MS / 1000} s`,
                hint: 'Check https://www.githubstatus.com, and try again later.',
            });
        isSettled ||= isHere;
        await clock.sleep(isHere ? (settleMs ?? 0) : pauseMs, signal);
    }
}


/***/ }),

/***/ 1885:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ createThreadWarning)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);

function createThreadWarning({ log, signal }) {
    return (error) => {
        signal.throwIfAborted();
        if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y))
            throw error;
        log.warning("Couldn't read or change the thread", error.message, error.hint);
    };
}


/***/ }),

/***/ 3497:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $f: () => (/* binding */ recordEnd),
/* harmony export */   C8: () => (/* binding */ inheritClaim),
/* harmony export */   Cd: () => (/* binding */ MOST_PROMPTS),
/* harmony export */   Ed: () => (/* binding */ parseClaim),
/* harmony export */   PP: () => (/* binding */ createClaimMarker),
/* harmony export */   Xb: () => (/* binding */ listContinuableJobs),
/* harmony export */   yj: () => (/* binding */ recordPrompt)
/* harmony export */ });
/* harmony import */ var _github_signed_marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5671);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5443);
/* harmony import */ var _job_record_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5886);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8577);




const CLAIM_STATES = ['claimed', 'refused', 'unknown', 'job', 'finished', 'answered'];
const MOST_PROMPTS = 20;
const MOST_PULL_REQUESTS = 10;
const LONGEST_LINK = 300;
function createClaimMarker(apiKey, repository, thread) {
    const marker = (0,_github_signed_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .createSignedMarker */ .Le)('job', apiKey, [repository, String(thread)]);
    const write = ({ prompts, ...claim }) => marker.write((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({ ...claim, prompts: prompts?.map(formatPrompt) }));
    return { ...marker, write };
}
function formatPrompt({ at, end }) {
    return end === undefined ? at : `${at} ${_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[end].letter}`;
}
function parsePrompt(value) {
    const [at, letter] = ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(value) ?? '').split(' ');
    return at ? (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({ at, end: _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOMES */ .im.find((each) => _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[each].letter === letter) }) : undefined;
}
function parseClaim(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value);
    const given = fields['state'] === 'waiting' ? 'refused' : fields['state'];
    const state = CLAIM_STATES.find((known) => known === given);
    const texts = readTexts(fields, ['trigger', 'event', 'project', 'nonce']);
    const claimant = readTexts(fields['claimant'], ['runId', 'job', 'step']);
    const attempt = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readNumber */ .kz)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(fields['claimant'])['attempt']);
    if (!(state && texts && claimant && attempt !== undefined))
        return undefined;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({
        state,
        trigger: texts.trigger,
        event: texts.event,
        series: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(fields['series']),
        project: texts.project,
        claimant: { ...claimant, attempt },
        nonce: texts.nonce,
        commentId: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readNumber */ .kz)(fields['commentId']),
        outcome: _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOMES */ .im.find((each) => each === fields['outcome']),
        job: (0,_job_record_js__WEBPACK_IMPORTED_MODULE_0__/* .parseJobRecord */ .u)(fields['job']),
        earlierJob: (0,_job_record_js__WEBPACK_IMPORTED_MODULE_0__/* .parseJobRecord */ .u)(fields['earlierJob']),
        pullRequests: parseList(fields['pullRequests'], _job_record_js__WEBPACK_IMPORTED_MODULE_0__/* .parseUrl */ .D),
        prompts: parseList(fields['prompts'], parsePrompt),
        range: readTexts(fields['range'], ['series', 'base', 'head']),
    });
}
function parseList(value, parse) {
    return Array.isArray(value) ? value.flatMap((item) => parse(item) ?? []) : undefined;
}
function readTexts(value, names) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value);
    if (names.some((name) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(fields[name]) === undefined))
        return undefined;
    return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
function recordPrompt(claim, sentAt) {
    return { prompts: [...(claim?.prompts ?? []), { at: sentAt }].slice(-MOST_PROMPTS) };
}
function recordEnd(claim, outcome, endedAt, job = claim?.job) {
    const ended = job === undefined ? 'refused' : _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal ? 'finished' : 'job';
    const isUnknown = outcome === 'unknown';
    const isSent = isUnknown || job?.isFollowUp !== undefined;
    const { prompts } = isSent && claim?.state === 'claimed' ? recordPrompt(claim, endedAt) : { ...claim };
    const last = prompts?.at(-1);
    return {
        state: isUnknown ? 'unknown' : ended,
        outcome,
        ...(job && { job }),
        ...(prompts && last && isSent && { prompts: [...prompts.slice(0, -1), { ...last, end: outcome }] }),
    };
}
function inheritClaim(before) {
    const [earlierJob] = listContinuableJobs(before);
    const links = [before.job?.prLink, before.earlierJob?.prLink, ...(before.pullRequests ?? [])];
    const distinct = new Map(links.flatMap((url) => (url ? [[url.href, url]] : [])));
    const short = [...distinct.values()].filter(({ href }) => href.length <= LONGEST_LINK);
    return {
        ...(0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({ earlierJob, prompts: before.prompts }),
        pullRequests: short.slice(0, MOST_PULL_REQUESTS),
    };
}
function listContinuableJobs({ job, outcome, earlierJob }) {
    const isOver = outcome !== undefined && !_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isContinuable;
    return [isOver ? undefined : job, job?.prLink ? undefined : earlierJob].flatMap((each) => each ?? []);
}


/***/ }),

/***/ 5886:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ parseUrl),
/* harmony export */   u: () => (/* binding */ parseJobRecord)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5443);

const PREVIOUS_STATES = [
    ...['open', 'closed', 'merged', 'unreadable'],
    ...['job-active', 'job-failed', 'job-unreadable'],
];
function parseJobRecord(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(value);
    const jobId = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(fields['jobId']);
    const { isFollowUp } = fields;
    if (jobId === undefined)
        return undefined;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({
        jobId,
        isFollowUp: typeof isFollowUp === 'boolean' ? isFollowUp : undefined,
        messageAt: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readNumber */ .kz)(fields['messageAt']),
        previous: parsePrevious(fields['previous']),
        status: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(fields['status']),
        prLink: parseUrl(fields['prLink']),
    });
}
function parsePrevious(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(value);
    const url = parseUrl(fields['url']);
    const state = PREVIOUS_STATES.find((each) => each === fields['state']);
    if (state === undefined)
        return undefined;
    if (url !== undefined)
        return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({ url, state, headSha: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(fields['headSha']) });
    return fields['url'] === undefined && state.startsWith('job-') ? { state } : undefined;
}
function parseUrl(value) {
    return URL.parse((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(value) ?? '') ?? undefined;
}


/***/ })

};
