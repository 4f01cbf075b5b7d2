export const id = 873;
export const ids = [873];
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
const OTHER_KIND = "Keys of this kind can't run agent jobs.";
const FORBIDDEN = 'or an IP allowlist excludes this runner, or the plan has no API access. Check {keys} and {usage}.';
const TABLE = {
    ...fixedBy('key', {
        'key-refused': [
            'The service refused the API key',
            `The key is wrong, or has expired (by default after 90 days). ${NEW_KEY}`,
        ],
        'key-of-assistant': ['The API key is an assistant key', `It begins with \`mint_dsc_\`. ${OTHER_KIND} ${NEW_KEY}`],
        'key-of-index': ['The API key is an index key', `It begins with \`mint_us_\`. ${OTHER_KIND} ${NEW_KEY}`],
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
        'proxy-not-found': [
            "Couldn't resolve the proxy's host name",
            "Check the host in the runner's `HTTPS_PROXY` and `HTTP_PROXY`.",
        ],
        'proxy-refused': [
            'The proxy refused the request',
            "Check the runner's `HTTPS_PROXY` and `NO_PROXY`. A login is part of the variable: " +
                '`http://user:password@host:port`.',
        ],
        'invalid-proxy': ['A proxy variable is invalid'],
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
        'too-little-time': [
            'Not enough time left to send the prompt',
            'Set a longer `timeout`. To start a new job without waiting for the previous one, comment {new} and ' +
                'the prompt.',
        ],
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
        'previous-job-active': [
            'The previous job is still active',
            'To start a new job without waiting, comment {new} and the prompt.',
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
        'lost-while-sending': [
            "Couldn't confirm that the prompt was received",
            'An earlier attempt of this run ended while it sent the prompt. ' +
                'Look for a new job, pull request, or commit by the agent.',
        ],
        'answered-and-deleted': [
            'Already answered, but the answer was deleted',
            'Look for a pull request or commit by the agent.',
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
        'documentation-closed': ['The documentation pull request is closed'],
        'documentation-left-open': ['The documentation pull request is still open'],
        'documentation-unfinished': ['The agent is still working on the documentation'],
        'documentation-unreadable': ['The documentation pull request was left unchanged'],
        'documentation-none': ['No open documentation pull request to close'],
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
  zk: () => (/* binding */ createClaim),
  pf: () => (/* binding */ refuseClaim)
});

// EXTERNAL MODULE: ./build/github/connect.js + 5 modules
var connect = __webpack_require__(4207);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/github/marked-comment.js + 1 modules
var marked_comment = __webpack_require__(970);
// EXTERNAL MODULE: ./build/github/signed-marker.js
var signed_marker = __webpack_require__(5671);
// EXTERNAL MODULE: ./build/github/thread-warning.js
var thread_warning = __webpack_require__(1885);
// EXTERNAL MODULE: ./build/job-marker/claim.js
var job_marker_claim = __webpack_require__(3497);
// EXTERNAL MODULE: ./build/agent-job/request/trigger.js
var request_trigger = __webpack_require__(7274);
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
    if (isRerun && eyes.error !== undefined)
        throw eyes.error;
    if (eyes.result === 'again' && (await wasAnswered(found, eyes.account, attempt)))
        return end('unknown', 'answered-and-deleted');
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
        return isGone ? { result: 'gone' } : { result: 'failed', error };
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
    const asked = eyes.result === 'failed' ? wasAnswered(found, author, attempt) : undefined;
    const isAnswered = await asked?.catch(warn);
    return isAnswered ? end('unknown', 'answered-and-deleted') : { kind: 'won', found };
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
        return end('unknown', 'lost-while-sending', url);
    const { claimant, nonce } = claim;
    const { outcome: _, ...known } = payload;
    comment.adopt({ ...decisive, payload: { ...known, claimant, nonce } });
    return job === undefined ? end('unknown', 'lost-while-sending') : { kind: 'resumed', job };
}
function end(outcome, cause, reportedIn = '') {
    return { kind: 'ended', ending: { outcome, cause }, reportedIn };
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
    const isRefusal = found.some((each) => !each.isVerified && (0,precedence/* isReply */.nK)(each, claim, account));
    const closing = (await github.fetchReactions(trigger)).filter(({ account: by }) => by === account);
    return closing.some(({ content }) => content === 'rocket' || (content === 'confused' && !isRefusal));
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
    const { comment, thread } = trigger;
    const { kind } = purpose;
    const isOwnThread = thread !== undefined && (0,request_trigger/* findReportThread */.UB)(trigger, inputs)?.number === thread.number;
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
/* harmony export */   kb: () => (/* binding */ isByUs),
/* harmony export */   ko: () => (/* binding */ mayClaimAgain),
/* harmony export */   nK: () => (/* binding */ isReply),
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
    return state === 'refused' || (isVerified && (state === 'waiting' || onRerun === 'send'));
}
const ANSWER = 'answer of run';
function isReply(comment, now, account) {
    const { payload } = comment;
    return payload.trigger.startsWith(ANSWER) && isByUs(comment, account) && isOfEarlierAttempt(payload, now);
}
function findNeedless(found, { id }, now) {
    return found.filter(({ id: each, payload, isVerified }) => {
        const isSame = payload.trigger === now.trigger && payload.project === now.project;
        return isVerified && each > id && isSame && payload.job === undefined && isOfEarlierAttempt(payload, now);
    });
}
function findEarlier(found, claim, account) {
    const { series, project, claimant } = claim;
    const reply = found.findLast((each) => isReply(each, claim, account));
    if (reply !== undefined || series === undefined)
        return reply;
    return found.findLast(({ payload, isVerified }) => {
        const isSame = payload.series === series && payload.project === project;
        return isVerified && isSame && payload.outcome && Number(payload.claimant.runId) < Number(claimant.runId);
    });
}


/***/ }),

/***/ 4503:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CO: () => (/* binding */ findServiceCause),
/* harmony export */   VN: () => (/* binding */ refineEnding),
/* harmony export */   sx: () => (/* binding */ findGitHubCause)
/* harmony export */ });
/* harmony import */ var _docs_service_client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4037);
/* harmony import */ var _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5443);



function findServiceCause(failure) {
    const { kind, certainty, status } = failure;
    if ((0,_docs_service_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .sendsPrompt */ ["if"])(failure.operation) && certainty === 'unknown')
        return 'prompt-unconfirmed';
    if (kind === 'cancelled' || kind === 'deadline')
        return undefined;
    if (kind === 'not-connected')
        return findConnectionCause(failure);
    if (kind === 'unreadable')
        return 'not-the-service';
    return kind === 'status' && status !== undefined ? findStatusCause(status, failure) : 'service-failed';
}
function findConnectionCause({ code = '', url = '', cause }) {
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
        return isOtherHost(cause, url) ? 'proxy-not-found' : 'name-not-found';
    if (code.startsWith('ERR_PROXY'))
        return 'proxy-refused';
    return /CERT|_TLS_|_SSL_|LEAF_SIGNATURE|EPROTO/u.test(code) ? 'certificate-refused' : 'service-unreachable';
}
function isOtherHost(error, url) {
    if (!(error instanceof Error))
        return false;
    return 'hostname' in error ? error.hostname !== URL.parse(url)?.hostname : isOtherHost(error.cause, url);
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
    return ((0,_docs_service_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .sendsPrompt */ ["if"])(failure.operation) ? causes.sending : undefined) ?? causes.any;
}
function findGitHubCause(error) {
    if (error.isRateLimited)
        return 'github-limit';
    const { url } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(error.cause)['request']);
    if (error.status === undefined && isOtherHost(error.cause, String(url)))
        return 'proxy-not-found';
    if (error.isTransient)
        return 'github-unreachable';
    return error.status === 401 ? 'github-token-refused' : 'github-refused';
}
function refineEnding(ending, { apiKey, baseUrl }) {
    const { cause } = ending;
    if (cause === 'key-refused' || cause === 'key-may-not-write' || cause === 'key-may-not-read') {
        const otherKind = (0,_docs_service_client_js__WEBPACK_IMPORTED_MODULE_0__/* .findOtherKeyKind */ .F)(apiKey);
        return otherKind === undefined ? ending : { ...ending, cause: `key-of-${otherKind}` };
    }
    const isNotFound = cause === 'project-not-found' || cause === 'not-the-service';
    if (!isNotFound || baseUrl.pathname === '/')
        return ending;
    const problem = `\`base-url\` contains the path \`${baseUrl.pathname}\`. Remove it, unless a gateway needs it.`;
    return { ...ending, cause: 'not-the-service', problem };
}


/***/ }),

/***/ 2490:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AD: () => (/* binding */ quoteWords),
/* harmony export */   L5: () => (/* binding */ unknown),
/* harmony export */   Qq: () => (/* binding */ checkKeyWrites),
/* harmony export */   bF: () => (/* binding */ passed),
/* harmony export */   gz: () => (/* binding */ failed),
/* harmony export */   lR: () => (/* binding */ checkKeyReads),
/* harmony export */   sh: () => (/* binding */ checkProject)
/* harmony export */ });
/* harmony import */ var _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9597);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8154);
/* harmony import */ var _causes_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1882);
/* harmony import */ var _find_cause_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4503);
/* harmony import */ var _fetch_job_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2802);






const ID_OF_NO_JOB = '00000000-0000-0000-0000-000000000000';
const MAXIMUM_WORDS = 500;
const passed = (text) => ({ state: 'passed', text });
const failed = (text, technical) => ({ state: 'failed', text, technical });
const unknown = (text) => ({ state: 'unknown', text });
const checkKeyReads = async (service, limits, inputs) => describeScope('read', await findFailure(service.getAgentJob(ID_OF_NO_JOB, limits), limits), inputs);
const checkKeyWrites = async (service, limits, inputs) => {
    const message = 'This checks whether the API key can write. There is nothing to do.';
    const error = await findFailure(service.sendMessage(ID_OF_NO_JOB, message, limits), limits);
    return describeScope('write', error, inputs);
};
const checkProject = async (service, limits, inputs) => {
    const project = `the project \`${inputs.projectId}\``;
    const read = async () => (await service.getPageViews({ limit: 1, offset: 0 }, limits)).read();
    const error = await findFailure(read(), limits);
    if (error === undefined)
        return passed(`The service has ${project}.`);
    const words = quoteWords(error.serviceMessage);
    if (error.status === 400 || error.status === 404) {
        const { problem = '' } = (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_3__/* .refineEnding */ .VN)({ cause: 'project-not-found' }, inputs);
        const found = `The service doesn't find ${project}${words && `, and says ${words}`}. ${problem}`.trim();
        const text = `${found} Copy the project ID from {keys} to \`project-id\`.`;
        return failed(text, describeRequest(error, text));
    }
    return describeRefusal(error, inputs) ?? unseen(`whether the service has ${project}`, 'the project', error);
};
function describeScope(scope, error, inputs) {
    if (error?.status === 404 && error.hasErrorField)
        return passed(`The key has the \`${scope}\` scope.`);
    const text = `whether the key has the \`${scope}\` scope`;
    const about = 'the API key';
    if (error === undefined)
        return { ...unknown(`${text}. The service accepted a job that can't exist.`), about };
    return describeRefusal(error, inputs) ?? unseen(text, about, error);
}
function describeRefusal(error, inputs) {
    const { status, kind } = error;
    if (status !== 401 && status !== 403 && status !== 404 && kind !== 'not-connected')
        return undefined;
    const found = status === 404 ? 'not-the-service' : (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_3__/* .findServiceCause */ .CO)(error);
    const { cause, problem = '' } = (0,_find_cause_js__WEBPACK_IMPORTED_MODULE_3__/* .refineEnding */ .VN)({ cause: found }, inputs);
    if (cause === undefined)
        return undefined;
    const text = `${_causes_js__WEBPACK_IMPORTED_MODULE_2__/* .CAUSES */ .h[cause].headline}. ${problem || _causes_js__WEBPACK_IMPORTED_MODULE_2__/* .CAUSES */ .h[cause].advice}`;
    return failed(text, describeRequest(error, text));
}
async function findFailure(request, { signal }) {
    const answer = await (0,_fetch_job_js__WEBPACK_IMPORTED_MODULE_4__/* .orFailure */ .wM)(request, _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx, signal);
    return answer instanceof _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx ? answer : undefined;
}
function quoteWords(text) {
    const words = text === undefined ? '' : (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__/* .readUntrustedText */ .u)(text)).trim();
    return words && `"${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)(words, MAXIMUM_WORDS).replace(/["`]/gu, "'")}"`;
}
function describeRequest(error, text) {
    const words = quoteWords(error.serviceMessage);
    return words === '' || text.includes(words) ? error.message : `${error.message} The answer says: ${words}`;
}
function unseen(text, about, error) {
    const why = error.status === undefined ? 'The service did not answer' : `The service answered ${error.status}`;
    const check = unknown(`${text}. ${why}. Try again later.`);
    return { ...check, about, technical: describeRequest(error, check.text) };
}


/***/ }),

/***/ 2802:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   WD: () => (/* binding */ fetchJob),
/* harmony export */   by: () => (/* binding */ orUnread),
/* harmony export */   wM: () => (/* binding */ orFailure)
/* harmony export */ });
/* harmony import */ var _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9597);
/* harmony import */ var _docs_service_retry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(654);


async function fetchJob(jobId, deadline, { service, clock, signal }) {
    const limits = { signal, deadline };
    const options = { now: clock.now, sleep: clock.sleep, random: () => 0 };
    const request = (0,_docs_service_retry_js__WEBPACK_IMPORTED_MODULE_1__/* .repeat */ .ux)(options, limits, (0,_docs_service_retry_js__WEBPACK_IMPORTED_MODULE_1__/* .createQuota */ .p3)(), () => service.getAgentJob(jobId, limits));
    return await orUnread(request, signal);
}
async function orUnread(request, signal) {
    const answer = await orFailure(request, _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx, signal);
    if (answer instanceof _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx && (answer.status === 401 || answer.status === 403))
        throw answer;
    return answer;
}
async function orFailure(request, type, signal) {
    try {
        return await request;
    }
    catch (error) {
        signal.throwIfAborted();
        if (error instanceof type)
            return error;
        throw error;
    }
}


/***/ }),

/***/ 712:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Pc: () => (/* binding */ formatBranchChanges),
/* harmony export */   WO: () => (/* binding */ countDaysBack),
/* harmony export */   qs: () => (/* binding */ fetchBranchChanges)
/* harmony export */ });
/* harmony import */ var _github_account_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4165);
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1737);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8154);




const MAXIMUM_PAGES = 10;
const MAXIMUM_LISTED_COMMITS = 500;
const MAXIMUM_PULL_REQUESTS = 500;
const LEFT_OUT_LABEL = 'no-docs';
async function fetchBranchChanges(start, { ref, sha: head, series }, ignoreAuthors, github, log) {
    const branch = ref.replace(/^refs\/heads\//u, '');
    const { base, comparison } = await compare(start, head, github, log);
    const { commits, commitCount } = comparison;
    if (commitCount === 0)
        return `Nothing has changed on ${branch} since ${base.slice(0, 7)}.`;
    const isByDate = commits.length < commitCount;
    const written = commits.filter(({ parents }) => parents.length < 2);
    const isIgnored = written.length > 0 && written.every(({ author }) => (0,_github_account_js__WEBPACK_IMPORTED_MODULE_2__/* .isListed */ .y)(author.login, ignoreAuthors));
    if (isIgnored && !isByDate)
        return `All changes on ${branch} are by accounts that ignore-authors lists.`;
    const days = findDays(commits, base, head);
    const ids = new Set(commits.map(({ sha }) => sha));
    const closed = await github.fetchClosedPullRequests(branch, MAXIMUM_PULL_REQUESTS);
    const merged = closed.filter(({ mergeCommit = '', mergedAt = '', author, labels = [] }) => {
        const isInRange = ids.has(mergeCommit) || (isByDate && mergedAt !== '' && mergedAt >= (days?.[0] ?? ''));
        const isLeftOut = labels.some((label) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .readUntrustedText */ .u)(label).toLowerCase() === LEFT_OUT_LABEL);
        return isInRange && !isLeftOut && !(0,_github_account_js__WEBPACK_IMPORTED_MODULE_2__/* .isListed */ .y)(author?.login, ignoreAuthors);
    });
    const pullRequests = merged.toSorted((a, b) => ((a.mergedAt ?? '') < (b.mergedAt ?? '') ? 1 : -1));
    return { start, range: { series, base, head }, comparison, pullRequests, isByDate, days };
}
async function compare(start, head, github, { notice }) {
    const fetch = (base) => github.fetchComparison(base, head, MAXIMUM_PAGES);
    let { base } = start;
    let comparison = base === undefined ? undefined : await fetch(base).catch(passOverGone);
    if (base === undefined || comparison === undefined) {
        const text = `The changes since ${(0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .toDay */ ._b)(start.sinceMs)} are included.`;
        if (start.isLastRun)
            notice('Where the previous run ended is not known', text);
        base = await findCommit(start.sinceMs, head, github, notice);
        comparison = await fetch(base);
    }
    const { status, mergeBase } = comparison;
    if (status !== 'diverged' || mergeBase === undefined)
        return { base, comparison };
    const text = `It no longer contains ${base}. The changes since ${mergeBase} are included.`;
    notice('The branch was moved', text);
    return { base: mergeBase, comparison };
}
function passOverGone(error) {
    if (!(error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y) || !error.isGone)
        throw error;
}
async function findCommit(sinceMs, head, github, notice) {
    const since = new Date(sinceMs).toISOString().replace(/\.\d+/u, '');
    const listed = await github.fetchCommitsSince(head, since);
    if (listed.length >= MAXIMUM_LISTED_COMMITS)
        notice('Not all changes are included', `Only the last ${MAXIMUM_LISTED_COMMITS} commits are read.`);
    const firstParents = new Map(listed.map(({ sha, parents: [first] }) => [sha, first]));
    let commit = head;
    for (const _ of listed)
        commit = firstParents.get(commit) ?? commit;
    return commit;
}
function findDays(commits, base, head) {
    const first = commits.find(({ parents: [parent] }) => parent === base) ?? commits[0];
    const last = commits.find(({ sha }) => sha === head) ?? commits.at(-1);
    const [from = '', to = ''] = [first?.committedAt ?? '', last?.committedAt ?? ''].toSorted();
    return Date.parse(from) > 0 ? [from, to] : undefined;
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

/***/ 230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ renderCovered),
/* harmony export */   N: () => (/* binding */ renderNextRun)
/* harmony export */ });
/* harmony import */ var _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8577);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8154);
/* harmony import */ var _request_since_fetch_branch_changes_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(712);






const MAXIMUM_NAMES = 5;
const MAXIMUM_TITLE = 100;
function renderCovered(covered, runUrl) {
    if (covered === undefined)
        return [];
    const { range, pullRequests = [] } = covered;
    const comparison = new URL(`../../compare/${range.base}...${range.head}`, runUrl);
    const label = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${(0,_request_since_fetch_branch_changes_js__WEBPACK_IMPORTED_MODULE_3__/* .formatBranchChanges */ .Pc)(covered)} (${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .commit */ .cd)(range.base)}…${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .commit */ .cd)(range.head)})`;
    const lines = pullRequests.slice(0, MAXIMUM_NAMES).map(({ number, title, url }) => {
        const text = title && (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .readUntrustedText */ .u)(title).trim().toWellFormed(), MAXIMUM_TITLE);
        const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${`#${number} ${text ?? ''}`}`;
        const page = url && (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__/* .toSafeUrl */ .w)(url);
        return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `- ${page ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .link */ .nf)(name, page) : name}`;
    });
    const more = pullRequests.length - lines.length;
    if (more > 0)
        lines.push((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `- and ${more.toLocaleString('en-US')} more`);
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .link */ .nf)(label, comparison), ...(lines.length > 0 ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)(lines, '\n')] : [])];
}
function renderNextRun({ covered, outcome, job, isClaimed }) {
    if (covered === undefined)
        return [];
    const { base, head } = covered.range;
    if (outcome === 'dry-run')
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `A dry run records nothing: the next run begins at ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .code */ .aY)(base.slice(0, 7))}.`];
    if (isClaimed !== true)
        return [];
    const { isFinal, onRerun } = _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOME_RECORDS */ .gk[outcome];
    const isTold = job === undefined ? outcome === 'unknown' : onRerun !== 'send';
    if (!isTold)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `The next run with \`since: last-run\` includes these changes again.`];
    const unless = job === undefined || isFinal ? '' : ', unless the job fails';
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `The next run with \`since: last-run\` begins at ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .code */ .aY)(head.slice(0, 7))}${unless}.`];
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
function renderDocumentation({ job, closing, documentation }) {
    const url = job?.prLink ?? closing;
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
    'job-failed': ['the job of ', 'failed, or no longer exists.'],
    'job-hangs': ['the job of ', 'has been active for too long.'],
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
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6883);
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
    const headline = progress.isWaiting
        ? '⏳ Waiting for the previous job to end'
        : '⏳ The agent is working on the documentation';
    const { job } = progress;
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### ${headline}`,
        ...(job === undefined ? [] : (0,_documentation_js__WEBPACK_IMPORTED_MODULE_4__/* .renderPrevious */ .S)(job, 'working')),
        ...(0,_covered_js__WEBPACK_IMPORTED_MODULE_3__/* .renderCovered */ .L)(progress.covered, context.runUrl),
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

/***/ 4037:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ findOtherKeyKind),
/* harmony export */   d: () => (/* binding */ createDocsService)
/* harmony export */ });
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(524);
/* harmony import */ var _reply_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(16);
/* harmony import */ var _request_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8561);
/* harmony import */ var _retry_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(654);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7917);





const REQUEST_TIME_LIMIT_MS = 30_000;
const PROMPT_TIME_LIMIT_MS = 120_000;
const MAXIMUM_JOB_BYTES = 1024 * 1024;
const MAXIMUM_PAGE_BYTES = 16 * 1024 * 1024;
function createDocsService(options) {
    const transport = { ...options, redact: createRedaction(options) };
    const timeLimitMs = options.requestTimeLimitMs ?? REQUEST_TIME_LIMIT_MS;
    const describeRead = (operation, url, maximumBytes) => ({ operation, method: 'GET', url, maximumBytes, timeLimitMs });
    const project = (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_4__/* .encodePathSegment */ .$9)(options.projectId);
    const jobsPath = `/v2/agent/${project}/job`;
    const viewsUrl = resolveUrl(options.baseUrl, `/v1/analytics/${project}/views`);
    const viewsQuota = (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .createQuota */ .p3)();
    const jobPath = (id) => `${jobsPath}/${(0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_4__/* .encodePathSegment */ .$9)(id)}`;
    return {
        createAgentJob: (prompt, limits) => postPrompt('create agent job', jobsPath, prompt, limits, parseNewJob),
        sendMessage: (id, prompt, limits) => postPrompt('send follow-up message', `${jobPath(id)}/message`, prompt, limits, (value, redact) => parseJobOf(id, value, redact)),
        async getAgentJob(id, limits) {
            const url = resolveUrl(options.baseUrl, jobPath(id));
            const request = describeRead('get agent job', url, MAXIMUM_JOB_BYTES);
            const reply = await (0,_request_js__WEBPACK_IMPORTED_MODULE_1__/* .sendRequest */ .w)(transport, request, limits);
            return (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .parseReply */ .UV)(transport.redact, request, reply, (value, redact) => parseJobOf(id, value, redact));
        },
        async getPageViews(query, limits) {
            const url = new URL(viewsUrl);
            for (const [name, value] of Object.entries(query))
                if (value !== undefined)
                    url.searchParams.set(name, String(value));
            const request = describeRead('get page views', url, MAXIMUM_PAGE_BYTES);
            const send = () => (0,_request_js__WEBPACK_IMPORTED_MODULE_1__/* .sendRequest */ .w)(transport, request, limits);
            const reply = await (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .repeat */ .ux)(options, limits, viewsQuota, send, query.offset);
            const parse = (value, redact) => (0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .parseViewsPage */ .Nw)(value, query.offset, redact);
            return { read: () => (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .parseReply */ .UV)(transport.redact, request, reply, parse) };
        },
    };
    async function postPrompt(operation, path, prompt, limits, parse) {
        const request = {
            operation,
            method: 'POST',
            url: resolveUrl(options.baseUrl, path),
            body: JSON.stringify({ prompt }),
            maximumBytes: MAXIMUM_JOB_BYTES,
            timeLimitMs: options.requestTimeLimitMs ?? PROMPT_TIME_LIMIT_MS,
        };
        const reply = await (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .repeat */ .ux)(options, limits, (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .createQuota */ .p3)(), () => (0,_request_js__WEBPACK_IMPORTED_MODULE_1__/* .sendRequest */ .w)(transport, request, limits));
        return (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .parseReply */ .UV)(transport.redact, request, reply, parse);
    }
}
function parseNewJob(value, redact) {
    const { id, ...job } = (0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJob */ .JN)(value, redact);
    if (id === undefined)
        throw new _schema_js__WEBPACK_IMPORTED_MODULE_3__/* .ShapeError */ .ym('something other than a job with an ID');
    if (id.includes(REDACTED))
        throw new _schema_js__WEBPACK_IMPORTED_MODULE_3__/* .ShapeError */ .ym('a job whose ID contains the key');
    return { id, ...job };
}
function parseJobOf(id, value, redact) {
    const job = (0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJob */ .JN)(value, redact);
    if (job.id !== undefined && job.id !== id)
        throw new _schema_js__WEBPACK_IMPORTED_MODULE_3__/* .ShapeError */ .ym('a different job');
    return job;
}
function resolveUrl(baseUrl, path) {
    return new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path);
}
const REDACTED = '***';
function createRedaction({ apiKey, redact }) {
    return apiKey === '' ? redact : (text) => redact(text.includes(apiKey) ? text.replaceAll(apiKey, REDACTED) : text);
}
const OTHER_KINDS = [
    { prefix: 'mint_dsc_', kind: 'assistant' },
    { prefix: 'mint_us_', kind: 'index' },
];
function findOtherKeyKind(apiKey) {
    return OTHER_KINDS.find(({ prefix }) => apiKey.startsWith(prefix))?.kind;
}


/***/ }),

/***/ 9597:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dx: () => (/* binding */ DocsServiceError),
/* harmony export */   H9: () => (/* binding */ RequestLimitError),
/* harmony export */   Sv: () => (/* binding */ decideCertainty),
/* harmony export */   ff: () => (/* binding */ describeTarget),
/* harmony export */   "if": () => (/* binding */ sendsPrompt)
/* harmony export */ });
function sendsPrompt(operation) {
    return operation === 'create agent job' || operation === 'send follow-up message';
}
const UNCLEAR_STATUSES = [408, 425];
function decideCertainty(status) {
    return status >= 400 && status < 500 && !UNCLEAR_STATUSES.includes(status) ? 'not-accepted' : 'unknown';
}
function describeTarget({ method, url }) {
    return `${method} ${url.origin}${url.pathname}`;
}
const ErrorWithFailure = Error;
class DocsServiceError extends ErrorWithFailure {
    name = 'DocsServiceError';
    url;
    hint;
    constructor(failure, target, cameBack, options) {
        super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options);
        this.url = target.slice(target.indexOf(' ') + 1);
        Object.assign(this, failure);
        this.hint = findHint(failure);
    }
    get isUnavailable() {
        const { operation, certainty, kind, status } = this;
        if (!sendsPrompt(operation) || certainty !== 'not-accepted')
            return false;
        return kind === 'not-connected' || kind === 'deadline' || status === 429;
    }
}
class RequestLimitError extends Error {
    name = 'RequestLimitError';
    constructor(target) {
        super(`Did not send ${target}: the request limit is reached.`);
    }
}
function findHint({ operation, kind, status, isJson }) {
    if (sendsPrompt(operation))
        return '';
    if (kind === 'unreadable' && isJson === true)
        return "The service's JSON isn't as documented. Try again later, or contact its support.";
    if (kind !== 'status' || status === undefined)
        return KIND_HINTS[kind];
    if (status < 400)
        return REDIRECT_HINT;
    if (status >= 500 || status === 408)
        return KIND_HINTS.status;
    if (operation === 'get agent job' && status === 429)
        return 'The service asks for fewer requests. Try again later.';
    return STATUS_HINTS[status] ?? 'The service rejected the request. Read its message, and check `base-url`.';
}
const STATUS_HINTS = {
    400: 'The service rejected the query. Check `date-from`, `date-to`, `limit` and `offset`.',
    401: 'The key is wrong, or has expired (by default after 90 days). ' +
        'Create an admin key in the dashboard, and save it as the secret that `api-key` uses.',
    403: 'The key lacks the `read` scope, or an IP allow list excludes the runner.',
    404: 'Project not found. Check `base-url` and `project-id`, which is on the API keys page of the dashboard.',
    407: 'The proxy requires a login. Set the proxy variable to `http://user:password@host:port`.',
    429: 'The quota is used up: an organization has 100 analytics requests per hour, shared by all analytics endpoints. ' +
        'Try again later.',
};
const KIND_HINTS = {
    'not-connected': "Check `base-url`, the proxy variables HTTPS_PROXY and NO_PROXY, the firewall, and the host's certificate.",
    'no-answer': "The connection or the service failed. Check the service's status page.",
    status: 'The service has a problem. Check its status page, and try again later.',
    unreadable: 'Check that `base-url` leads to the service, and not to a proxy, login page or error page.',
    cancelled: 'The run was cancelled.',
    deadline: 'The time limit was reached. Set a longer `timeout`.',
};
const REDIRECT_HINT = 'Redirects are never followed, so that the key stays with the host in `base-url`. ' +
    "Set `base-url` to the service's own address.";


/***/ }),

/***/ 16:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fw: () => (/* binding */ receiveBytes),
/* harmony export */   UV: () => (/* binding */ parseReply),
/* harmony export */   gs: () => (/* binding */ receiveErrorAnswer)
/* harmony export */ });
/* unused harmony export parseErrorBody */
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7917);





function parseReply(redact, target, { status, bytes }, parse) {
    const refuse = (what, answer) => {
        const { operation } = target;
        return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx({ operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' }, (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .describeTarget */ .ff)(target), `was answered with status ${status} and ${what}`);
    };
    const body = decoder.decode(bytes);
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJson */ .qF)(body);
    if (value === undefined) {
        const what = body === '' ? 'an empty body' : "a body that isn't JSON";
        throw refuse(what, parseErrorBody(body, redact));
    }
    try {
        return parse(value, isClean(body, redact) ? keep : redact);
    }
    catch (error) {
        if (!(error instanceof _schema_js__WEBPACK_IMPORTED_MODULE_2__/* .ShapeError */ .ym))
            throw error;
        throw refuse(error.message, parseErrorValue(value, redact));
    }
}
const decoder = new TextDecoder();
function isClean(body, redact) {
    return !body.includes('\\') && redact(body) === body;
}
function keep(text) {
    return text;
}
const MAXIMUM_CODE_POINTS = 500;
function parseErrorBody(body, redact) {
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJson */ .qF)(body);
    if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readObject */ .Ag)(value) !== undefined)
        return parseErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(redact(body).slice(0, MAXIMUM_ERROR_BYTES)), redact);
    return { isJson: value !== undefined, hasErrorField: false, serviceMessage };
}
function parseErrorValue(value, redact) {
    return {
        isJson: true,
        hasErrorField: toWords((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value)['error']) !== undefined,
        serviceMessage: toDetail(findWords(value) ?? '', redact),
    };
}
function toDetail(words, redact) {
    const line = words.replace(/[\p{C}\s]+/gu, ' ').trim();
    const detail = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(redact(line), MAXIMUM_CODE_POINTS);
    return detail === '' ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .untrustedText */ .U)(detail);
}
function findWords(value) {
    const body = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readObject */ .Ag)(value);
    if (body === undefined)
        return undefined;
    const details = Array.isArray(body['details']) ? body['details'].slice(0, 10) : [];
    const messages = details.map((entry) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(entry)['message']);
    const words = [toWords(body['error']), toWords(body['message']), ...messages];
    return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ');
}
function toWords(value) {
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(value) ?? (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value)['message']);
}
function stripMarkup(body) {
    return body
        .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
        .replace(/<!--[^<>]*-->/g, ' ')
        .replace(/<[^<>]*>/g, ' ');
}
const MAXIMUM_ERROR_BYTES = 16 * 1024;
async function receiveBytes({ body }, maximumBytes) {
    const chunks = [];
    let length = 0;
    for await (const chunk of body ?? []) {
        length += chunk.byteLength;
        chunks.push(chunk);
        if (length > maximumBytes)
            return { bytes: Buffer.concat(chunks, maximumBytes), isWhole: false };
    }
    const [only] = chunks;
    return { bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks), isWhole: true };
}
const LONGEST_FORM = 6;
async function receiveErrorAnswer(response, { apiKey, redact }) {
    try {
        const { bytes, isWhole } = await receiveBytes(response, MAXIMUM_ERROR_BYTES);
        const text = decoder.decode(bytes);
        return parseErrorBody(isWhole ? text : redact(text).slice(0, -LONGEST_FORM * apiKey.length), redact);
    }
    catch {
        return {};
    }
}


/***/ }),

/***/ 8561:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ sendRequest),
/* harmony export */   x: () => (/* binding */ createRequestCount)
/* harmony export */ });
/* harmony import */ var _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1125);
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4576);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);
/* harmony import */ var _reply_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(16);




function createRequestCount(maximum) {
    let sent = 0;
    return {
        take() {
            if (sent >= maximum)
                return false;
            sent += 1;
            return true;
        },
        sent: () => sent,
    };
}
async function sendRequest(transport, request, limits) {
    const timeLimit = startTimeLimit(limits, transport.now(), request.timeLimitMs);
    if (timeLimit.findStop())
        throw describeStop(request, timeLimit, { certainty: 'not-accepted' });
    if (limits.allowRequest?.() === false)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .RequestLimitError */ .H9((0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .describeTarget */ .ff)(request));
    const response = await receiveHeaders(transport, request, timeLimit);
    const { status } = response;
    if (status < 200 || status >= 300)
        throw await describeStatus(transport, request, response, timeLimit);
    return { status, bytes: await receiveBody(request, response, timeLimit) };
}
async function receiveHeaders({ fetch, apiKey }, request, timeLimit) {
    const { method, url, body } = request;
    const headers = {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        'user-agent': _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .USER_AGENT */ ._O,
        ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const { signal } = timeLimit;
    try {
        return await fetch(url, {
            method,
            headers,
            redirect: 'manual',
            signal,
            ...(body !== undefined && { body }),
        });
    }
    catch (cause) {
        const wasNotSent = cause instanceof _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .ConnectError */ .T$;
        const certainty = wasNotSent ? 'not-accepted' : 'unknown';
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, { certainty }, cause);
        const kind = wasNotSent ? 'not-connected' : 'no-answer';
        const cameBack = wasNotSent ? 'could not be reached' : 'got no answer, the connection broke';
        const code = findErrorCode(cause);
        throw createError(request, { kind, certainty, code }, cameBack + describeCode(code), cause);
    }
}
async function receiveBody(request, response, timeLimit) {
    const received = { certainty: 'unknown', status: response.status };
    try {
        const { bytes, isWhole } = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .receiveBytes */ .Fw)(response, request.maximumBytes);
        if (isWhole)
            return bytes;
    }
    catch (cause) {
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, received, cause);
        const code = findErrorCode(cause);
        const broken = `but the connection broke in the middle of the answer${describeCode(code)}`;
        const cameBack = `was answered with status ${response.status}, ${broken}`;
        throw createError(request, { ...received, kind: 'no-answer', code }, cameBack, cause);
    }
    const cameBack = `was answered with more than ${request.maximumBytes / 1024 / 1024} MiB`;
    throw createError(request, { ...received, kind: 'unreadable' }, cameBack);
}
async function describeStatus(transport, request, response, timeLimit) {
    const { status } = response;
    const certainty = (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .decideCertainty */ .Sv)(status);
    if (status < 400) {
        timeLimit.abandon();
        const cameBack = `was answered with a redirect (status ${status}), which is not followed`;
        return createError(request, { kind: 'status', certainty, status }, cameBack);
    }
    const now = transport.wallClock();
    const retryAfterMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_3__/* .parseRetryAfter */ .mu)(response.headers, now);
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const retryAt = retryAfterMs ? now + retryAfterMs : undefined;
    const answer = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .receiveErrorAnswer */ .gs)(response, transport);
    const facts = { kind: 'status', certainty, status, retryAfterMs, retryAt, ...answer };
    return createError(request, facts, `was answered with status ${status}${wait}`);
}
function describeStop(request, { findStop, lengthMs }, facts, cause) {
    const stop = findStop() ?? 'cancelled';
    const kind = stop === 'time limit' ? 'no-answer' : stop;
    const cameBack = {
        cancelled: 'was cancelled',
        deadline: 'was not answered before the time was up',
        'time limit': `was not answered in full within ${lengthMs / 1000} s`,
    }[stop];
    return createError(request, { ...facts, kind }, cameBack, cause);
}
function createError(request, facts, cameBack, cause) {
    const failure = { operation: request.operation, ...facts };
    return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx(failure, (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .describeTarget */ .ff)(request), cameBack, { cause });
}
function describeCode(code) {
    return code === undefined ? '' : ` (${code})`;
}
function startTimeLimit({ signal, deadline, graceMs = 0 }, now, timeLimitMs) {
    const timeLeftMs = deadline - now;
    const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs));
    const timeout = AbortSignal.timeout(Math.ceil(lengthMs));
    const cancelled = signal.aborted || graceMs === 0 ? signal : (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .delayAbort */ .y5)(signal, graceMs);
    const abandoned = new AbortController();
    return {
        lengthMs,
        signal: AbortSignal.any([timeout, cancelled, abandoned.signal]),
        findStop() {
            if (cancelled.aborted)
                return 'cancelled';
            if (lengthMs > 0 && !timeout.aborted)
                return undefined;
            return timeLeftMs <= timeLimitMs ? 'deadline' : 'time limit';
        },
        abandon: () => abandoned.abort(),
    };
}
function findErrorCode(error) {
    const codes = listCauses(error).map((cause) => cause.code);
    return codes.findLast((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code));
}
function listCauses(error) {
    const causes = [];
    for (let next = error; next instanceof Error && causes.length < 10; next = next.cause)
        causes.push(next);
    return causes;
}


/***/ }),

/***/ 654:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p3: () => (/* binding */ createQuota),
/* harmony export */   ux: () => (/* binding */ repeat),
/* harmony export */   xY: () => (/* binding */ mayPassUntilNextPoll)
/* harmony export */ });
/* unused harmony export decideRetryDelay */
/* harmony import */ var _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1125);
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4576);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);



const MAXIMUM_ATTEMPTS = 4;
const LAST_ATTEMPT_MS = { earliest: 50_000, planned: 55_000, latest: 60_000 };
const LEAST_TIME_MS = 30_000;
const LONGEST_BACK_OFF_MS = 8_000;
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
function decideRetryDelay(failure, situation) {
    const { attempt, elapsedMs, beganMs, timeLeftMs, totalMs, waitForQuota = true } = situation;
    const { operation, kind, certainty, retryAfterMs } = failure;
    const isRead = !(0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .sendsPrompt */ ["if"])(operation);
    const pauseMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_2__/* .backOff */ .fu)(attempt, situation.random, LONGEST_BACK_OFF_MS);
    const isPatient = !isRead && retryAfterMs === undefined;
    const untilLastMs = isPatient ? Math.max(0, LAST_ATTEMPT_MS.planned - elapsedMs) : pauseMs;
    const delayMs = retryAfterMs || Math.min(pauseMs, untilLastMs);
    const wasLast = beganMs >= LAST_ATTEMPT_MS.earliest || elapsedMs >= LAST_ATTEMPT_MS.latest;
    const leastTimeMs = isRead ? 0 : Math.min(LEAST_TIME_MS, totalMs / 10);
    const reasonsToEnd = [
        !isRead && certainty === 'unknown',
        kind === 'cancelled' || kind === 'deadline',
        kind === 'status' && !isTemporary(failure.status),
        kind === 'unreadable',
        kind === 'status' && failure.status === 429 && !waitForQuota,
        isRead && attempt >= MAXIMUM_ATTEMPTS,
        isPatient && wasLast,
        delayMs + leastTimeMs >= timeLeftMs,
        delayMs > (isRead ? LONGEST_PAUSE_FOR_VIEWS_MS : LONGEST_PAUSE_MS),
    ];
    return reasonsToEnd.includes(true) ? undefined : delayMs;
}
function isTemporary(status = 0) {
    return status === 408 || status === 429 || status >= 500;
}
function mayPassUntilNextPoll({ kind, status = 0 }) {
    if (kind === 'cancelled' || kind === 'deadline')
        return false;
    if (kind !== 'status')
        return true;
    return status < 400 || status === 409 || status === 425 || isTemporary(status);
}
async function repeat({ sleep, now, random, onRetry }, limits, quota, send, offset) {
    let endWait;
    let failure;
    let attempt = 1;
    const { deadline, waitForQuota } = limits;
    let waitedUntil = now();
    const totalMs = deadline - waitedUntil;
    const describe = (attemptAt) => ({
        attempt,
        elapsedMs: now() - waitedUntil,
        beganMs: attemptAt - waitedUntil,
        timeLeftMs: deadline - now(),
        totalMs,
        waitForQuota,
        random,
    });
    try {
        for (;;) {
            if (endWait === undefined)
                await quota.join(limits.signal);
            const attemptAt = now();
            const result = await attemptOnce(send, failure);
            failure = undefined;
            if (!(result instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx))
                return result;
            failure = result;
            if (isQuotaUsedUp(result)) {
                endWait ??= quota.beginWait();
                if (endWait === undefined)
                    continue;
            }
            const delayMs = decideRetryDelay(result, describe(attemptAt));
            if (delayMs === undefined)
                throw result;
            onRetry?.({ failure: result, attempt, delayMs, offset });
            attempt += 1;
            await unlessAborted(sleep(delayMs, limits.signal), limits.signal);
            if (result.retryAfterMs !== undefined)
                waitedUntil = now();
        }
    }
    finally {
        endWait?.(failure);
    }
}
async function unlessAborted(sleeping, signal) {
    await sleeping.catch((error) => {
        if (!signal.aborted)
            throw error;
    });
}
async function attemptOnce(send, previous) {
    try {
        return await send();
    }
    catch (error) {
        if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .RequestLimitError */ .H9)
            error.cause = previous;
        if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx)
            return error;
        throw error;
    }
}
function isQuotaUsedUp(failure) {
    return failure?.kind === 'status' && failure.status === 429;
}
function createQuota() {
    let wait;
    return {
        async join(signal) {
            while (wait !== undefined && !signal.aborted) {
                const failure = await (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .raceAbort */ .Mu)(wait.promise, signal).catch(() => undefined);
                if (failure !== undefined)
                    throw failure;
            }
        },
        beginWait() {
            if (wait !== undefined)
                return undefined;
            const own = Promise.withResolvers();
            wait = own;
            return (failure) => {
                wait = undefined;
                own.resolve(isQuotaUsedUp(failure) ? failure : undefined);
            };
        },
    };
}


/***/ }),

/***/ 2628:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dl: () => (/* binding */ createCommits),
/* harmony export */   L5: () => (/* binding */ parseCommit),
/* harmony export */   Qc: () => (/* binding */ MAXIMUM_PULL_REQUEST_COMMITS)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8154);
/* harmony import */ var _account_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4165);
/* harmony import */ var _requests_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5298);




const MAXIMUM_PULL_REQUEST_COMMITS = 250;
function createCommits({ fetchAll, permissionsIn }) {
    const parse = (data) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readList */ .LD)(data, parseCommit);
    const identify = ({ sha }) => sha;
    return {
        fetchPullRequestCommits: (place, maximum) => fetchAll({
            operation: `list the commits of #${place.number}`,
            permissions: permissionsIn(place, 'read'),
            route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits',
            parameters: { ...place, pull_number: place.number },
            parse,
        }, identify, Math.ceil(maximum / _requests_js__WEBPACK_IMPORTED_MODULE_0__/* .PAGE_SIZE */ .md)),
        fetchCommitsSince: (sha, since, maximumPages = 5) => fetchAll({
            operation: `list the commits up to ${sha}`,
            permissions: ['contents: read'],
            route: 'GET /repos/{owner}/{repo}/commits',
            parameters: { sha, since },
            parse,
        }, identify, maximumPages),
    };
}
function parseCommit(value) {
    const { sha, commit, author, committer, parents } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(value);
    const { message, author: written, committer: made } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(commit);
    const { email, name } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(written);
    const id = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(sha);
    const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(message);
    const before = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readList */ .LD)(parents, (parent) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(parent)['sha']));
    if (id === undefined || text === undefined || before === undefined)
        return undefined;
    return {
        sha: id,
        subject: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(text.trimStart().split(/[\r\n]/u, 1)[0] ?? ''),
        author: (0,_account_js__WEBPACK_IMPORTED_MODULE_3__/* .parseAccount */ .J)(author),
        email: (0,_requests_js__WEBPACK_IMPORTED_MODULE_0__/* .parseForeignText */ .HS)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(email)?.trim().toLowerCase() || undefined),
        name: (0,_requests_js__WEBPACK_IMPORTED_MODULE_0__/* .parseForeignText */ .HS)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(name)?.trim() || undefined),
        committer: (0,_account_js__WEBPACK_IMPORTED_MODULE_3__/* .parseAccount */ .J)(committer).login,
        committedAt: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(made)['date']),
        parents: before,
    };
}


/***/ }),

/***/ 4207:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  U: () => (/* binding */ connectGitHub),
  N: () => (/* binding */ identifyRepository)
});

// EXTERNAL MODULE: ./build/network/fetch.js
var fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/github/failure-budget.js
var failure_budget = __webpack_require__(1684);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
// EXTERNAL MODULE: ./build/github/commits.js
var github_commits = __webpack_require__(2628);
// EXTERNAL MODULE: ./build/github/requests.js
var github_requests = __webpack_require__(5298);
;// CONCATENATED MODULE: ./build/github/changes.js



const MAXIMUM_FILES = 3_000;
const MAXIMUM_COMPARED_FILES = 300;
const SMALL_PAGE_SIZE = 10;
const STATUSES = ['ahead', 'behind', 'identical', 'diverged'];
function createChanges({ send, fetch, fetchAll, permissionsIn }) {
    return {
        async fetchChangedFiles(pullRequest, place, maximum = MAXIMUM_FILES) {
            const query = {
                operation: `list the files of #${pullRequest}`,
                permissions: permissionsIn(place, 'read'),
                route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
                parameters: { ...place, pull_number: pullRequest },
                parse: parseFiles,
            };
            const files = [];
            let number = 0;
            for await (const page of (0,github_requests/* fetchPages */.f1)(send, query, ({ path }) => path, maximum / github_requests/* PAGE_SIZE */.md)) {
                const isEnough = maximum < MAXIMUM_FILES || page.some(hasContent);
                files.push(...(isEnough ? page : await fetchSmallPages(number, page.length)));
                number += 1;
            }
            return { files, isWhole: files.length < maximum };
            async function fetchSmallPages(index, count) {
                const found = [];
                const first = (index * github_requests/* PAGE_SIZE */.md) / SMALL_PAGE_SIZE + 1;
                for (let page = first; page < first + count / SMALL_PAGE_SIZE; page += 1) {
                    const parameters = { ...query.parameters, per_page: SMALL_PAGE_SIZE, page };
                    found.push(...(await fetch({ ...query, parameters })));
                }
                return found;
            }
        },
        async fetchComparison(base, head, maximumPages = 1) {
            const query = {
                operation: `compare ${base} with ${head}`,
                permissions: ['contents: read'],
                route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
                parameters: { basehead: `${base}...${head}`, per_page: github_requests/* PAGE_SIZE */.md },
                parse: parseComparison,
            };
            const fetchPage = (page) => fetch({ ...query, parameters: { ...query.parameters, page } });
            const comparison = await fetchPage(1);
            const { commits, commitCount } = comparison;
            for (let page = 2; page <= maximumPages && commits.length < commitCount; page += 1) {
                const more = (await fetchPage(page)).commits;
                if (more.length === 0)
                    break;
                commits.push(...more);
            }
            return comparison;
        },
        fetchReleases: (isEnough) => fetchAll({
            operation: 'list the releases',
            permissions: ['contents: read'],
            route: 'GET /repos/{owner}/{repo}/releases',
            parameters: {},
            parse: (data) => (0,json/* readList */.LD)(data, parseRelease),
        }, ({ id }) => id, undefined, isEnough),
    };
}
function hasContent({ patch, additions, deletions }) {
    return patch !== undefined || additions + deletions > 0;
}
function parseFiles(data) {
    return (0,json/* readList */.LD)(data, parseFile);
}
function parseFile(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const path = (0,github_requests/* parseForeignText */.HS)(fields['filename']);
    if (path === undefined)
        return undefined;
    return {
        path,
        previousPath: (0,github_requests/* parseForeignText */.HS)(fields['previous_filename']),
        status: (0,json/* readText */.yR)(fields['status']) ?? '',
        additions: parseLines(fields['additions']),
        deletions: parseLines(fields['deletions']),
        patch: (0,github_requests/* parseForeignText */.HS)(fields['patch'] || undefined),
    };
}
function parseLines(value) {
    const lines = (0,json/* readCount */._0)(value);
    return lines !== undefined && Number.isInteger(lines) ? lines : 0;
}
function parseComparison(data) {
    const fields = (0,json/* readFields */.qU)(data);
    const hasFiles = (fields['files'] ?? undefined) !== undefined;
    const files = hasFiles ? parseFiles(fields['files']) : undefined;
    const commits = (0,json/* readList */.LD)(fields['commits'], github_commits/* parseCommit */.L5);
    if ((hasFiles && files === undefined) || commits === undefined)
        return undefined;
    return {
        changed: files && { files, isWhole: files.length < MAXIMUM_COMPARED_FILES },
        status: STATUSES.find((status) => status === fields['status']),
        commits,
        commitCount: (0,json/* readNumber */.kz)(fields['total_commits']) ?? commits.length,
        mergeBase: (0,json/* readText */.yR)((0,json/* readFields */.qU)(fields['merge_base_commit'])['sha']),
    };
}
function parseRelease(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const id = (0,json/* readNumber */.kz)(fields['id']);
    const tag = (0,github_requests/* parseForeignText */.HS)(fields['tag_name']);
    if (id === undefined || tag === undefined)
        return undefined;
    return {
        id,
        tag,
        isPrerelease: fields['prerelease'] === true,
        isDraft: fields['draft'] === true,
        publishedAt: (0,json/* readText */.yR)(fields['published_at']),
    };
}

// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
// EXTERNAL MODULE: ./build/github/account.js
var account = __webpack_require__(4165);
// EXTERNAL MODULE: ./build/github/permissions.js
var permissions = __webpack_require__(1498);
;// CONCATENATED MODULE: ./build/github/comments.js





function createComments({ threadKind, fetch, fetchAll, permissionsIn }) {
    const own = (0,permissions/* permissionsFor */.m)(threadKind, 'write');
    const toWrite = (place) => (place === undefined ? own : permissionsIn(place, 'write'));
    return {
        createComment: (thread, body, place) => fetch({
            operation: `comment on #${thread}`,
            permissions: toWrite(place),
            isRepeatable: false,
            route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
            parameters: { ...place, issue_number: thread, body },
            parse: parseComment,
        }),
        updateComment: (id, body) => fetch({
            operation: `edit comment ${id}`,
            permissions: own,
            route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
            parameters: { comment_id: id, body },
            parse: parseComment,
        }),
        async deleteComment(id, place) {
            await fetch({
                operation: `delete comment ${id}`,
                permissions: toWrite(place),
                route: 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
                parameters: { ...place, comment_id: id },
                parse: (data) => (data === '' ? true : undefined),
            });
        },
        async fetchComments(thread, since, place) {
            const query = {
                operation: `list the comments of #${thread}`,
                permissions: toWrite(place),
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
                parameters: { ...place, issue_number: thread, ...(since !== undefined && { since }) },
                parse: (data) => (0,json/* readList */.LD)(data, parseComment),
            };
            return (await fetchAll(query, identify)).sort((a, b) => a.id - b.id);
        },
        async fetchRepositoryComments(since, maximum) {
            const query = {
                operation: 'list the comments',
                permissions: (0,permissions/* permissionsFor */.m)('issue', 'read'),
                route: 'GET /repos/{owner}/{repo}/issues/comments',
                parameters: { since, sort: 'created', direction: 'desc' },
                parse: (data) => (0,json/* readList */.LD)(data, parseRepositoryComment),
            };
            const comments = await fetchAll(query, identify, maximum / github_requests/* PAGE_SIZE */.md);
            return { comments, isWhole: comments.length < maximum };
        },
    };
}
function identify({ id }) {
    return id;
}
function parseComment(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const id = (0,json/* readNumber */.kz)(fields['id']);
    if (id === undefined)
        return undefined;
    return {
        id,
        url: (0,json/* readText */.yR)(fields['html_url']) ?? '',
        body: (0,github_requests/* parseForeignText */.HS)(fields['body']) ?? (0,untrusted_text/* untrustedText */.U)(''),
        author: (0,account/* parseAccount */.J)(fields['user']).id,
        createdAt: (0,json/* readText */.yR)(fields['created_at']),
        updatedAt: (0,json/* readText */.yR)(fields['updated_at']),
    };
}
function parseRepositoryComment(value) {
    const comment = parseComment(value);
    const [, thread] = /\/(\d{1,10})$/u.exec((0,json/* readText */.yR)((0,json/* readFields */.qU)(value)['issue_url']) ?? '') ?? [];
    return comment && thread !== undefined ? { ...comment, thread: Number(thread) } : undefined;
}

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
;// CONCATENATED MODULE: ./build/github/pull-requests.js



function createPullRequests({ repository, fetch, fetchAll, permissionsIn }) {
    const request = (verb, route, place, change = {}) => fetch({
        operation: `${verb} pull request #${place.number}`,
        permissions: permissionsIn(place, verb === 'read' ? 'read' : 'write'),
        route,
        parameters: { ...place, pull_number: place.number, ...change },
        parse: parsePullRequest,
    });
    return {
        fetchPullRequest: (place) => request('read', 'GET /repos/{owner}/{repo}/pulls/{pull_number}', place),
        closePullRequest: (place) => request('close', 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}', place, { state: 'closed' }),
        fetchPullRequestsOfCommit: (sha) => fetch({
            operation: `list the pull requests of commit ${sha}`,
            permissions: permissionsIn(undefined, 'read'),
            route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
            parameters: { commit_sha: sha, per_page: github_requests/* PAGE_SIZE */.md },
            parse: (data) => (0,json/* readList */.LD)(Array.isArray(data) ? data.filter((each) => isInto(repository, each)) : data, parseListed),
        }),
        fetchClosedPullRequests: (base, maximum) => fetchAll({
            operation: `list the closed pull requests into ${base}`,
            permissions: permissionsIn(undefined, 'read'),
            route: 'GET /repos/{owner}/{repo}/pulls',
            parameters: { state: 'closed', base, sort: 'updated', direction: 'desc' },
            parse: (data) => (0,json/* readList */.LD)(data, parseListed),
        }, ({ number }) => number, maximum / github_requests/* PAGE_SIZE */.md),
    };
}
function parsePullRequest(data) {
    const fields = (0,json/* readFields */.qU)(data);
    const { state, merged, head, base, labels } = fields;
    if (state !== 'open' && state !== 'closed')
        return undefined;
    const sha = (0,json/* readText */.yR)((0,json/* readFields */.qU)(head)['sha']);
    const mergedAt = (0,json/* readText */.yR)(fields['merged_at']);
    const isMerged = typeof merged === 'boolean' ? merged : mergedAt !== undefined;
    return {
        state,
        isMerged,
        isDraft: fields['draft'] === true,
        title: (0,github_requests/* parseForeignText */.HS)(fields['title']),
        url: (0,github_requests/* parseForeignText */.HS)(fields['html_url']),
        author: (0,account/* parseAccount */.J)(fields['user']),
        labels: (0,json/* readList */.LD)(labels, (label) => (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(label)['name'])) ?? [],
        headSha: sha !== undefined && /^[\da-f]{7,64}$/u.test(sha) ? sha : undefined,
        base: (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(base)['ref']),
        createdAt: (0,json/* readText */.yR)(fields['created_at']),
        mergedAt,
        closedAt: (0,json/* readText */.yR)(fields['closed_at']),
        mergeCommit: isMerged ? (0,json/* readText */.yR)(fields['merge_commit_sha']) : undefined,
        additions: (0,json/* readCount */._0)(fields['additions']),
        deletions: (0,json/* readCount */._0)(fields['deletions']),
        commitCount: (0,json/* readCount */._0)(fields['commits']),
    };
}
function parseListed(value) {
    const number = (0,json/* readNumber */.kz)((0,json/* readFields */.qU)(value)['number']);
    const pullRequest = parsePullRequest(value);
    return number === undefined || pullRequest === undefined ? undefined : { ...pullRequest, number };
}
function isInto(repository, value) {
    const name = (0,json/* readText */.yR)((0,json/* readFields */.qU)((0,json/* readFields */.qU)((0,json/* readFields */.qU)(value)['base'])['repo'])['full_name']);
    return name === undefined || (0,github_requests/* isSameRepository */.ve)(name, repository);
}

;// CONCATENATED MODULE: ./build/github/reactions.js





function createReactions({ threadKind, send, fetch, fetchAll }) {
    const folderOf = ({ kind }) => (kind === 'review comment' ? 'pulls' : 'issues');
    const permissionsOf = ({ kind }, level) => (0,permissions/* permissionsFor */.m)(kind === 'review comment' ? 'pull request' : threadKind, level);
    return {
        async react(comment, content) {
            const { status, data } = await send({
                operation: `react with ${content} to comment ${comment.id}`,
                permissions: permissionsOf(comment, 'write'),
                isReaction: true,
                route: `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
                parameters: { comment_id: comment.id, content },
                parse: (answer) => ((0,json/* readFields */.qU)(answer)['content'] === content ? parseReaction(answer) : undefined),
            });
            return { result: status === 201 ? 'first' : 'again', account: data.account };
        },
        async hasComment(comment) {
            try {
                await fetch({
                    operation: `read comment ${comment.id}`,
                    permissions: permissionsOf(comment, 'read'),
                    route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}`,
                    parameters: { comment_id: comment.id },
                    parse: parseComment,
                });
                return true;
            }
            catch (error) {
                if (error instanceof errors/* GitHubError */.y && error.isGone)
                    return false;
                throw error;
            }
        },
        fetchReactions: (comment) => fetchAll({
            operation: `list the reactions to comment ${comment.id}`,
            permissions: permissionsOf(comment, 'read'),
            route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
            parameters: { comment_id: comment.id },
            parse: (data) => (0,json/* readList */.LD)(data, parseReaction),
        }, ({ account, content }) => `${account} ${content}`),
    };
}
function parseReaction(value) {
    const { user, content } = (0,json/* readFields */.qU)(value);
    return { account: (0,account/* parseAccount */.J)(user).id, content: (0,json/* readText */.yR)(content) ?? '' };
}

;// CONCATENATED MODULE: ./build/github/github.js









const PERMISSIONS = ['admin', 'write', 'read', 'none'];
function createGitHub(request, repository, threadKind) {
    const requests = (0,github_requests/* createRequests */.dT)(request, repository, threadKind);
    return {
        ...createThreads(requests),
        ...createComments(requests),
        ...createReactions(requests),
        ...createChanges(requests),
        ...(0,github_commits/* createCommits */.Dl)(requests),
        ...createPullRequests(requests),
    };
}
function createThreads({ threadKind, fetch }) {
    const read = (operation, thread, headers = {}) => fetch({
        operation,
        permissions: (0,permissions/* permissionsFor */.m)(threadKind, 'read'),
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
        parameters: { issue_number: thread, headers },
        parse: (data) => ((0,json/* readNumber */.kz)((0,json/* readFields */.qU)(data)['number']) === undefined ? undefined : (0,json/* readFields */.qU)(data)),
    });
    return {
        fetchPermission: (login) => fetch({
            operation: `read the permission of ${login}`,
            permissions: ['metadata: read'],
            route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
            parameters: { username: login },
            parse: parsePermission,
        }),
        async fetchRepository() {
            await fetch({
                operation: 'read the repository',
                permissions: ['metadata: read'],
                route: 'GET /repos/{owner}/{repo}',
                parameters: {},
                parse: json/* readObject */.Ag,
            });
        },
        async fetchThread(thread) {
            const answer = await read(`read #${thread}`, thread);
            const isIssue = (0,json/* readObject */.Ag)(answer['pull_request']) === undefined;
            return (0,json/* dropAbsent */.dm)({
                kind: isIssue ? 'issue' : 'pull request',
                title: (0,github_requests/* parseForeignText */.HS)(answer['title']),
                url: (0,github_requests/* parseForeignText */.HS)(answer['html_url']),
            });
        },
        async fetchDescription(thread) {
            const operation = `read the description of #${thread}`;
            const answer = await read(operation, thread, { accept: 'application/vnd.github.full+json' });
            const text = (0,github_requests/* parseForeignText */.HS)(answer['body_text']);
            const isEmpty = answer['body_text'] === null && ((0,json/* readText */.yR)(answer['body']) ?? '') === '';
            if (text !== undefined || isEmpty)
                return text;
            throw new errors/* GitHubError */.y(operation, {
                answer: 'the answer has no `body_text`',
                hint: "This server doesn't send the visible text of a description.",
            });
        },
    };
}
function parsePermission(data) {
    const { permission } = (0,json/* readFields */.qU)(data);
    return permission === 'owner' ? 'admin' : PERMISSIONS.find((known) => known === permission);
}

;// CONCATENATED MODULE: ./build/github/connect.js



function connectGitHub(options) {
    const { run, clock, signal, threadKind } = options;
    const random = Math.random;
    const budget = (0,failure_budget/* createFailureBudget */.u)({ ...options, random });
    let aheadMs;
    let loading;
    const onTime = (ms) => {
        aheadMs = ms - clock.now();
    };
    const load = async () => {
        const { createGitHubRequest } = await Promise.all(/* import() */[__webpack_require__.e(16), __webpack_require__.e(799)]).then(__webpack_require__.bind(__webpack_require__, 3799));
        return createGitHubRequest({ ...options, apiUrl: run.apiUrl, random, budget, onTime });
    };
    const request = async (query) => {
        loading ??= load();
        return await (await loading)(query);
    };
    return {
        github: createGitHub(request, run.repository, threadKind),
        untilAborted: (until) => createGitHub((query) => (0,fetch/* raceAbort */.Mu)(request(query), until), run.repository, threadKind),
        budget,
        signal,
        now: () => (aheadMs === undefined ? clock.wallClock() : clock.now() + aheadMs),
    };
}
function identifyRepository({ repositoryId, repository }) {
    return repositoryId === '' ? repository.toLowerCase() : repositoryId;
}


/***/ }),

/***/ 1684:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ createFailureBudget)
/* harmony export */ });
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4576);

const DEFAULT_FAILURES_MS = 30_000;
const LONGEST_BACK_OFF_MS = 4_000;
function createFailureBudget({ clock, random, failuresMs = DEFAULT_FAILURES_MS, longestWaitMs = Number.POSITIVE_INFINITY, }) {
    let left = failuresMs;
    let countedUntilMs = Number.NEGATIVE_INFINITY;
    return {
        leftMs: () => Math.max(0, left),
        spend,
        async pause(attempt, signal, askedMs = 0) {
            const waitMs = Math.min(askedMs, longestWaitMs);
            if (left <= 0 || waitMs > left)
                return false;
            const startedAt = clock.now();
            const backOffMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_0__/* .backOff */ .fu)(attempt, random, LONGEST_BACK_OFF_MS);
            await clock.sleep(Math.max(waitMs, Math.min(left, backOffMs)), signal);
            spend(startedAt);
            return true;
        },
    };
    function spend(sinceMs) {
        const nowMs = clock.now();
        left -= Math.max(0, nowMs - Math.max(sinceMs, countedUntilMs));
        countedUntilMs = Math.max(nowMs, countedUntilMs);
    }
}


/***/ }),

/***/ 970:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  U: () => (/* binding */ createMarkedComment),
  E: () => (/* binding */ untilAborted)
});

// EXTERNAL MODULE: ./build/network/fetch.js
var fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/untrusted/truncate-markdown.js
var truncate_markdown = __webpack_require__(797);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/untrusted/safe-url.js
var safe_url = __webpack_require__(524);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
;// CONCATENATED MODULE: ./build/github/found-comment.js


function selectMarked(comments, marker, parse) {
    const found = comments.flatMap((comment) => {
        const content = marker.read(comment.body);
        const payload = content === undefined ? undefined : parse(content.payload);
        if (content === undefined || payload === undefined)
            return [];
        if ((payload.commentId ?? comment.id) !== comment.id)
            return [];
        return [{ ...locate(comment), payload, text: content.text, isVerified: content.isVerified }];
    });
    return found.filter((comment) => !isCopy(comment, found));
}
function isCopy({ id, author, payload }, found) {
    return found.some((other) => other.id < id && other.payload.nonce === payload.nonce && other.author !== author);
}
function locate({ id, url, author, updatedAt }) {
    return { id, url: (0,safe_url/* toSafeUrl */.w)((0,untrusted_text/* untrustedText */.U)(url))?.href ?? '', author, updatedAt };
}

;// CONCATENATED MODULE: ./build/github/marked-comment.js




const MAXIMUM_LENGTH = 65_535;
function createMarkedComment(options) {
    return new Comment(options);
}
class Comment {
    #options;
    #current;
    #unconfirmed;
    #last = Promise.resolve();
    constructor(options) {
        this.#options = options;
    }
    get current() {
        return this.#current;
    }
    adopt(comment) {
        this.#current = comment;
        this.#unconfirmed = undefined;
    }
    async find() {
        const { github, thread, since, marker, parse } = this.#options;
        return selectMarked(await github.fetchComments(thread, since), marker, parse);
    }
    post(content, payload) {
        const { budget, signal } = this.#options;
        return this.#inOrder(async () => {
            for (let attempt = 1;; attempt += 1) {
                const posted = await this.#tryToPost(content, payload);
                const own = posted instanceof errors/* GitHubError */.y ? await this.#findOwn(payload) : posted;
                if (own !== undefined)
                    this.adopt(own);
                if (own !== undefined)
                    return { ...own, isRepeated: attempt > 1 };
                if (wasAccepted(posted) || !(await budget.pause(attempt, signal)))
                    throw posted;
            }
        });
    }
    edit(content, change) {
        return this.#inOrder(async () => {
            const lost = this.#current === undefined ? this.#unconfirmed : undefined;
            const own = lost && (await this.#findOwn(lost));
            if (lost !== undefined && own !== undefined)
                this.adopt({ ...own, payload: lost });
            if (this.#current === undefined)
                return;
            const { id, payload } = this.#current;
            this.#current = { ...this.#current, payload: { ...payload, ...change } };
            const body = this.#render(content, { ...this.#current.payload, commentId: id });
            const gone = await this.#unlessGone(id, () => this.#options.github.updateComment(id, body));
            if (gone === undefined)
                return;
            this.adopt(undefined);
            throw gone;
        });
    }
    remove({ id }) {
        return this.#inOrder(async () => {
            await this.#unlessGone(id, () => this.#options.github.deleteComment(id));
            if (this.#current?.id === id)
                this.adopt(undefined);
        });
    }
    #inOrder(operation) {
        const result = this.#last.catch(() => { }).then(operation);
        this.#last = result;
        return result;
    }
    async #tryToPost(content, payload) {
        const { github, thread } = this.#options;
        this.#unconfirmed = payload;
        try {
            const comment = await github.createComment(thread, this.#render(content, payload));
            return { ...locate(comment), payload, isVerified: true };
        }
        catch (error) {
            if (!(error instanceof errors/* GitHubError */.y))
                throw error;
            if (mayHaveBeenPosted(error))
                return error;
            this.#unconfirmed = undefined;
            throw error;
        }
    }
    async #unlessGone(id, change) {
        const { github, budget, signal } = this.#options;
        for (let attempt = 1;; attempt += 1) {
            const error = await change().then(() => undefined, toGone);
            if (error === undefined)
                return undefined;
            if (!(await github.hasComment({ kind: 'issue comment', id })))
                return error;
            if (!(await budget.pause(attempt, signal)))
                throw error;
        }
    }
    async #findOwn({ nonce }) {
        return (await this.find()).find(({ payload, isVerified }) => isVerified && payload.nonce === nonce);
    }
    #render(content, payload) {
        const { marker, redact } = this.#options;
        const end = `\n\n${marker.write(payload)}`;
        return `${(0,truncate_markdown/* truncateMarkdown */.o)(redact(content.toString()), MAXIMUM_LENGTH - end.length)}${end}`;
    }
}
function toGone(error) {
    if (error instanceof errors/* GitHubError */.y && error.isGone)
        return error;
    throw error;
}
function mayHaveBeenPosted(error) {
    return error.isTransient && !error.isRateLimited;
}
function wasAccepted(posted) {
    return posted instanceof errors/* GitHubError */.y && (posted.status ?? 300) < 300;
}
function untilAborted(comment, until) {
    return {
        get current() {
            return comment.current;
        },
        adopt: (found) => comment.adopt(found),
        find: () => (0,fetch/* raceAbort */.Mu)(comment.find(), until),
        post: (content, payload) => (0,fetch/* raceAbort */.Mu)(comment.post(content, payload), until),
        edit: (content, change) => (0,fetch/* raceAbort */.Mu)(comment.edit(content, change), until),
        remove: (found) => (0,fetch/* raceAbort */.Mu)(comment.remove(found), until),
    };
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

/***/ 5298:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HS: () => (/* binding */ parseForeignText),
/* harmony export */   Wp: () => (/* binding */ parseAnswer),
/* harmony export */   dT: () => (/* binding */ createRequests),
/* harmony export */   f1: () => (/* binding */ fetchPages),
/* harmony export */   md: () => (/* binding */ PAGE_SIZE),
/* harmony export */   ve: () => (/* binding */ isSameRepository)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);



const PAGE_SIZE = 100;
const MAXIMUM_PAGES = 100;
function parseAnswer(query, answer) {
    const data = query.parse(answer.data);
    if (data !== undefined)
        return { ...answer, data };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y(query.operation, {
        status: answer.status,
        answer: "the answer doesn't have the form that GitHub documents",
        hint: 'Check GITHUB_API_URL, and whether a proxy answers instead of GitHub.',
    });
}
function createRequests(request, repository, threadKind) {
    const [owner = '', repo = ''] = repository.split('/');
    const own = { owner, repo };
    function send(query) {
        const { number: _, ...parameters } = { ...own, ...query.parameters };
        const operation = `${query.operation} in ${parameters['owner']}/${parameters['repo']}`;
        return request({ ...query, operation, parameters });
    }
    return {
        repository,
        threadKind,
        send,
        async fetch(query) {
            return (await send(query)).data;
        },
        async fetchAll(query, identify, maximum = MAXIMUM_PAGES, isEnough = () => false) {
            const items = new Map();
            for await (const page of fetchPages(send, query, identify, maximum)) {
                for (const item of page)
                    items.set(identify(item), item);
                if (isEnough([...items.values()]))
                    break;
            }
            return [...items.values()];
        },
        permissionsIn({ owner, repo } = own, level) {
            const isOwn = isSameRepository(`${owner}/${repo}`, repository);
            return [isOwn || level === 'write' ? `pull-requests: ${level}` : 'metadata: read'];
        },
    };
}
async function* fetchPages(send, query, identify, maximum) {
    const known = new Set();
    for (let page = 1; page <= maximum; page += 1) {
        const parameters = { per_page: PAGE_SIZE, ...query.parameters, page };
        const { data, link } = await send({ ...query, parameters });
        const before = known.size;
        for (const item of data)
            known.add(identify(item));
        if (known.size === before)
            return;
        yield data;
        if (!link.includes('rel="next"') && (link !== '' || data.length < PAGE_SIZE))
            return;
    }
}
function isSameRepository(name, other) {
    return name.toLowerCase() === other.toLowerCase();
}
function parseForeignText(value) {
    const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(value);
    return text === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(text);
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
/* harmony export */   Ed: () => (/* binding */ parseClaim),
/* harmony export */   PP: () => (/* binding */ createClaimMarker),
/* harmony export */   Xb: () => (/* binding */ listContinuableJobs),
/* harmony export */   tu: () => (/* binding */ listDistinct),
/* harmony export */   yj: () => (/* binding */ recordPrompt)
/* harmony export */ });
/* unused harmony export MOST_PROMPTS */
/* harmony import */ var _github_signed_marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5671);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5443);
/* harmony import */ var _job_record_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5886);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8577);




const CLAIM_STATES = ['claimed', 'waiting', 'refused', 'unknown', 'job', 'finished', 'answered'];
const MOST_PROMPTS = 20;
const MOST_PULL_REQUESTS = 10;
const LONGEST_LINK = 300;
function createClaimMarker(apiKey, repository, thread) {
    return (0,_github_signed_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .createSignedMarker */ .Le)('job', apiKey, [repository, String(thread)]);
}
function parseClaim(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value);
    const state = CLAIM_STATES.find((known) => known === fields['state']);
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
        prompts: parseList(fields['prompts'], _untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR),
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
    return { prompts: [...(claim?.prompts ?? []), sentAt].slice(-MOST_PROMPTS) };
}
function recordEnd(claim, outcome, endedAt, job = claim?.job) {
    const ended = job === undefined ? 'refused' : _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal ? 'finished' : 'job';
    const isUnknown = outcome === 'unknown';
    return {
        state: isUnknown ? 'unknown' : ended,
        outcome,
        ...(job && { job }),
        ...(isUnknown && claim?.state === 'claimed' && recordPrompt(claim, endedAt)),
    };
}
function inheritClaim(before) {
    const [earlierJob] = listContinuableJobs(before);
    const links = [before.job?.prLink, before.earlierJob?.prLink, ...(before.pullRequests ?? [])];
    const short = listDistinct(links).filter(({ href }) => href.length <= LONGEST_LINK);
    return {
        ...(0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({ earlierJob, prompts: before.prompts }),
        pullRequests: short.slice(0, MOST_PULL_REQUESTS),
    };
}
function listDistinct(urls) {
    return [...new Map(urls.flatMap((url) => (url ? [[url.href, url]] : []))).values()];
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
    ...['job-failed', 'job-hangs', 'job-unreadable'],
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


/***/ }),

/***/ 1125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

var node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache;
var node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache;
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hy: () => (/* binding */ createFetch),
/* harmony export */   Mu: () => (/* binding */ raceAbort),
/* harmony export */   T$: () => (/* binding */ ConnectError),
/* harmony export */   _O: () => (/* binding */ USER_AGENT),
/* harmony export */   y5: () => (/* binding */ delayAbort)
/* harmony export */ });
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7067);
/* harmony import */ var node_https__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4708);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7075);
/* harmony import */ var node_tls__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1692);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8522);
/* harmony import */ var _proxies_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6133);






const USER_AGENT = 'docs-agent-action/1';
class ConnectError extends Error {
    name = 'ConnectError';
    constructor(cause) {
        super('The connection was not made.', { cause });
    }
}
const CONNECT_TIME_LIMIT_MS = 10_000;
function createFetch(environment, connectTimeLimitMs = CONNECT_TIME_LIMIT_MS) {
    const proxyEnv = (0,_proxies_js__WEBPACK_IMPORTED_MODULE_5__/* .readProxies */ .r)(environment);
    const createAgents = (keepAlive) => {
        const options = { keepAlive, timeout: connectTimeLimitMs, ...(proxyEnv !== undefined && { proxyEnv }) };
        return { 'http:': new node_http__WEBPACK_IMPORTED_MODULE_0__.Agent(options), 'https:': new node_https__WEBPACK_IMPORTED_MODULE_1__.Agent(options) };
    };
    const kept = createAgents(true);
    const fresh = createAgents(false);
    return async (url, request) => {
        const target = new URL(url);
        const agents = request.method === 'POST' ? fresh : kept;
        const agent = agents[target.protocol === 'https:' ? 'https:' : 'http:'];
        return toFetchResponse(await send(target, request, agent, connectTimeLimitMs));
    };
}
async function send(url, { method, headers, body, signal }, agent, connectTimeLimitMs) {
    const { promise, resolve, reject } = Promise.withResolvers();
    let isConnected = false;
    let timer;
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    try {
        const options = {
            method,
            headers: { ...headers, 'accept-encoding': ENCODINGS.join(', ') },
            agent,
            signal,
        };
        const request = (url.protocol === 'https:' ? /*#__PURE__*/ (node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache || (node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache = __webpack_require__.t(node_https__WEBPACK_IMPORTED_MODULE_1__, 2))) : /*#__PURE__*/ (node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache || (node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache = __webpack_require__.t(node_http__WEBPACK_IMPORTED_MODULE_0__, 2)))).request(url, options);
        request.on('response', resolve).on('error', reject);
        request.on('upgrade', (_response, socket) => {
            reject(createError('ECONNRESET', 'The server switched to another protocol.'));
            socket.destroy();
        });
        timer = setTimeout(() => {
            reject(createError('ETIMEDOUT', 'Connecting took too long.'));
            request.destroy();
        }, connectTimeLimitMs);
        whenConnected(request, () => {
            isConnected = true;
            clearTimeout(timer);
        });
        request.end(body);
        return await promise;
    }
    catch (error) {
        const reason = signal.aborted ? signal.reason : error;
        throw isConnected ? reason : new ConnectError(reason);
    }
    finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
    }
}
function whenConnected(request, listener) {
    request.once('socket', (socket) => {
        if (socket.connecting)
            socket.once(socket instanceof node_tls__WEBPACK_IMPORTED_MODULE_3__.TLSSocket ? 'secureConnect' : 'connect', listener);
        else if (!socket.destroyed)
            listener();
    });
}
function createError(code, message) {
    return Object.assign(new Error(message), { code });
}
const STATUSES_WITHOUT_BODY = [204, 205, 304];
function toFetchResponse(message) {
    const { statusCode: status = 0, headers } = message;
    message.on('error', () => undefined);
    const hasBody = !STATUSES_WITHOUT_BODY.includes(status);
    if (!hasBody)
        message.resume();
    const body = hasBody ? decompress(message) : null;
    return {
        status,
        headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
        async text() {
            const chunks = [];
            for await (const chunk of body ?? [])
                chunks.push(chunk);
            return Buffer.concat(chunks).toString();
        },
    };
}
const DECOMPRESSORS = new Map([
    ['gzip', node_zlib__WEBPACK_IMPORTED_MODULE_4__.createGunzip],
    ['deflate', node_zlib__WEBPACK_IMPORTED_MODULE_4__.createInflate],
    ['br', node_zlib__WEBPACK_IMPORTED_MODULE_4__.createBrotliDecompress],
    ['zstd', node_zlib__WEBPACK_IMPORTED_MODULE_4__.createZstdDecompress],
]);
const ENCODINGS = [...DECOMPRESSORS.keys()];
function decompress(message) {
    const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    const decompressor = DECOMPRESSORS.get(encoding)?.();
    return decompressor === undefined ? message : (0,node_stream__WEBPACK_IMPORTED_MODULE_2__.pipeline)(message, decompressor, () => undefined);
}
function delayAbort(signal, ms) {
    const controller = new AbortController();
    const begin = () => {
        const reason = new Error(`The run was cancelled, and this took longer than ${ms / 1000} s after that.`);
        setTimeout(() => controller.abort(reason), ms).unref();
    };
    if (signal.aborted)
        begin();
    else
        signal.addEventListener('abort', begin, { once: true });
    return controller.signal;
}
async function raceAbort(promise, signal) {
    const { promise: aborted, reject } = Promise.withResolvers();
    const onAbort = () => reject(signal.reason);
    if (signal.aborted)
        onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
        return await Promise.race([promise, aborted]);
    }
    finally {
        signal.removeEventListener('abort', onAbort);
        promise.catch(() => { });
    }
}


/***/ }),

/***/ 6133:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ ProxySettingError),
/* harmony export */   r: () => (/* binding */ readProxies)
/* harmony export */ });
class ProxySettingError extends Error {
    name = 'ProxySettingError';
    hint;
    constructor(variable, reason, hint) {
        super(`Could not use the proxy in ${variable}: ${reason}.`);
        this.hint = hint;
    }
}
function readProxies(environment, nodeVersion = process.versions.node) {
    const httpProxy = readProxy(environment, 'HTTP_PROXY');
    const httpsProxy = readProxy(environment, 'HTTPS_PROXY');
    if (httpProxy === '' && httpsProxy === '')
        return undefined;
    if (!canUseProxies(nodeVersion))
        throw new ProxySettingError(httpsProxy === '' ? 'HTTP_PROXY' : 'HTTPS_PROXY', `the runner's Node ${nodeVersion} doesn't support proxies`, 'Update the runner to version 2.328.0 or later.');
    return { http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: readExceptions(environment) };
}
function canUseProxies(nodeVersion) {
    const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
    return major > 24 || (major === 24 && minor >= 5);
}
function readVariable(environment, name) {
    return (environment[name.toLowerCase()] || environment[name] || '').trim();
}
function readProxy(environment, name) {
    const value = readVariable(environment, name);
    if (value === '')
        return '';
    const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) ? value : `http://${value}`);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
        throw new ProxySettingError(name, "it isn't an http or https URL", 'Set the variable to a URL such as `http://proxy.example:3128`, or remove it.');
    url.username = escapeBarePercent(url.username);
    url.password = escapeBarePercent(url.password);
    return url.href;
}
function escapeBarePercent(text) {
    return text.replace(/%(?![0-9a-f]{2})/giu, '%25');
}
function readExceptions(environment) {
    const entries = readVariable(environment, 'NO_PROXY')
        .replace(/[[\]]/gu, '')
        .split(/[\s,]+/u);
    return entries
        .filter((entry) => entry !== '')
        .flatMap((entry) => (/^[.*]/u.test(entry) ? [entry] : [entry, `.${entry}`]))
        .join(',');
}


/***/ }),

/***/ 4576:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   fu: () => (/* binding */ backOff),
/* harmony export */   m6: () => (/* binding */ parseHttpDate),
/* harmony export */   mu: () => (/* binding */ parseRetryAfter)
/* harmony export */ });
const HTTP_DATES = [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
function parseRetryAfter(headers, wallClockMs) {
    const text = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+(?:\.\d+)?$/.test(text))
        return bound(Number(text) * 1000);
    const at = parseHttpDate(text);
    if (at === undefined)
        return undefined;
    return bound(at - (parseHttpDate(headers.get('date')) ?? wallClockMs));
}
const FIRST_PAUSE_MS = 500;
function backOff(attempt, random, longestMs) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), longestMs);
    return Math.round(pauseMs * (1 - random() / 2));
}
function parseHttpDate(header) {
    const text = header?.trim() ?? '';
    if (!HTTP_DATES.some((form) => form.test(text)))
        return undefined;
    const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
    return Number.isNaN(at) ? undefined : at;
}
function bound(ms) {
    return Math.min(Math.max(Math.ceil(ms), 0), Number.MAX_SAFE_INTEGER);
}


/***/ }),

/***/ 1737:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HA: () => (/* binding */ formatDates),
/* harmony export */   _b: () => (/* binding */ toDay),
/* harmony export */   sO: () => (/* binding */ DAY_MS)
/* harmony export */ });
/* unused harmony exports formatRange, renderRange, formatMinute */
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1676);

const DAY_MS = 24 * 60 * 60_000;
function formatRange(range) {
    return `${formatDates(range)} (${formatNote(range)})`;
}
function renderRange(range) {
    return markdown `${formatDates(range)} (${formatNote(range)})`;
}
function formatDates({ dateFrom, dateTo }) {
    const endMs = Date.parse(dateTo);
    const startMs = dateFrom === undefined ? undefined : Date.parse(dateFrom);
    if (!areDays(startMs, endMs))
        return `${startMs === undefined ? 'until' : `${formatMinute(startMs)} –`} ${formatMinute(endMs)}`;
    const last = new Date(endMs - DAY_MS);
    return startMs === undefined ? `until the end of ${formatDay(last)}` : formatDays(new Date(startMs), last);
}
function formatMinute(momentMs) {
    const moment = new Date(momentMs);
    return `${formatDay(moment)}, ${moment.toISOString().slice(11, 16)}`;
}
function toDay(momentMs) {
    return new Date(momentMs).toISOString().slice(0, 10);
}
function formatNote({ dateFrom, dateTo }) {
    const endMs = Date.parse(dateTo);
    const startMs = dateFrom === undefined ? undefined : Date.parse(dateFrom);
    if (startMs === undefined || !areDays(startMs, endMs))
        return 'UTC';
    const days = (endMs - startMs) / DAY_MS;
    return `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}, UTC`;
}
function areDays(startMs = 0, endMs) {
    return startMs % DAY_MS === 0 && endMs % DAY_MS === 0;
}
function formatDays(first, last) {
    if (first.getTime() === last.getTime())
        return formatDay(last);
    if (first.getUTCFullYear() !== last.getUTCFullYear())
        return `${formatDay(first)} – ${formatDay(last)}`;
    if (first.getUTCMonth() === last.getUTCMonth())
        return `${first.getUTCDate()}–${formatDay(last)}`;
    return `${formatDay(first).replace(/ \d+$/, '')} – ${formatDay(last)}`;
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function formatDay(day) {
    return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}


/***/ }),

/***/ 453:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K9: () => (/* binding */ formatMoment),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   ml: () => (/* binding */ systemClock)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.now(),
    wallClock: () => Date.now(),
    async sleep(ms, signal) {
        signal?.throwIfAborted();
        try {
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, signal && { signal });
        }
        catch (error) {
            signal?.throwIfAborted();
            throw error;
        }
    },
};
function formatDuration(durationMs) {
    if (durationMs < 1000)
        return 'less than 1s';
    const seconds = Math.round(durationMs / 1000);
    const parts = [
        [Math.floor(seconds / 3600), 'h'],
        [Math.floor(seconds / 60) % 60, 'm'],
        [seconds % 60, 's'],
    ];
    return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ');
}
function formatMoment(ms) {
    if (!(ms < LAST_MOMENT))
        return 'later';
    const [day, time = ''] = new Date(Math.ceil(ms / 60_000) * 60_000).toISOString().split('T');
    const date = day === new Date().toISOString().slice(0, 10) ? '' : `${day} `;
    return `after ${date}${time.slice(0, 5)} UTC`;
}
const LAST_MOMENT = Date.UTC(10_000, 0);


/***/ }),

/***/ 1676:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CS: () => (/* binding */ prose),
/* harmony export */   DV: () => (/* binding */ codeBlock),
/* harmony export */   UF: () => (/* binding */ joinMarkdown),
/* harmony export */   aY: () => (/* binding */ code),
/* harmony export */   cd: () => (/* binding */ commit),
/* harmony export */   nf: () => (/* binding */ link),
/* harmony export */   pj: () => (/* binding */ plain),
/* harmony export */   tp: () => (/* binding */ table),
/* harmony export */   wD: () => (/* binding */ markdown),
/* harmony export */   zH: () => (/* binding */ details)
/* harmony export */ });
/* unused harmony exports Markdown, replacePart */
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2854);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);


class Markdown {
    #source;
    constructor(source) {
        this.#source = source;
    }
    static fromTrustedSource(source) {
        return new Markdown(source);
    }
    toString() {
        return this.#source;
    }
}
function markdown(literals, ...values) {
    return trusted(literals.reduce((source, literal, index) => source + render(values[index - 1]) + literal));
}
function joinMarkdown(pieces, separator) {
    return trusted(pieces.map(String).join(separator));
}
function code(text, maximum = 200) {
    const content = breakMarks((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestBackticks(content) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
function codeBlock(text, maximum = 20_000, language = 'text') {
    const content = breakCommands(breakMarks((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestBackticks(content) + 1));
    return trusted(`${fence}${language}\n${content}\n${fence}`);
}
function commit(sha) {
    return /^[\da-f]{7,64}$/u.test(sha) ? trusted(sha.slice(0, 7)) : plain(sha);
}
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMarks((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)(open(text).replace(/\s+/gu, ' ')))))
        .replace(/[\\`*_{}[\]()#+!~]/gu, '\\$&')
        .replace(/^(\s*\d+)\.(?=\s|$)/u, '$1\\.')
        .replace(/^(\s*)(?=[=-](?:[\s=-]|$))/u, '$1\\')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('|', '&#124;')
        .replaceAll('$', '<span>$$</span>')
        .replace(/:\/\//gu, ':&#8203;//')
        .replace(/www(?=\.)/giu, '$&&#8203;'));
}
function prose(text) {
    const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n');
    return joinMarkdown(lines.map(renderProse), '\n');
}
function link(label, url) {
    return trusted(`[${label}](${url.href.replace(/[()<>\\|]/gu, percentEncode)})`);
}
function details(summary, body) {
    return markdown `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
function replacePart(published, [start, end], part) {
    const source = open(published);
    const from = source.indexOf(String(start));
    const to = source.indexOf(String(end), from);
    if (from < 0 || to < 0)
        return trusted(source);
    return trusted(source.slice(0, from) + String(part) + source.slice(to + String(end).length));
}
function table(header, rows, align) {
    const row = (cells) => `| ${cells.map((cell) => escapePipes(String(cell).replaceAll('\n', ' '))).join(' | ')} |`;
    return trusted([row(header), row(header.map((_, column) => align?.[column] ?? '---')), ...rows.map(row)].join('\n'));
}
function escapePipes(cell) {
    return cell.replace(/\\(?=\|)/gu, '\\\u2060').replaceAll('|', '\\|');
}
function renderProse(line) {
    const [, dash = '', rest = ''] = /^(- )?(.*)$/su.exec(line) ?? [];
    const parts = rest.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
        if (/^`[^`]*`$/u.test(part))
            return code(part.slice(1, -1));
        return /^https?:\/\//u.test(part) ? code(part) : plain(part);
    });
    return trusted(dash + parts.join(''));
}
function trusted(source) {
    return Markdown.fromTrustedSource(source);
}
function render(value) {
    if (value === undefined)
        return '';
    if (value instanceof Markdown)
        return value.toString();
    if (typeof value === 'number')
        return String(value);
    return plain(value).toString();
}
function open(text) {
    return typeof text === 'string' ? text : (0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(text);
}
function percentEncode(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
function breakMarks(text) {
    return text.replace(/@(?=[\p{L}\p{N}_-])|<(?=!--)|-(?=-!?>)/gu, '$&\u2060');
}
function breakReferences(text) {
    return (text
        .replace(/#(?=\d)/gu, '#\u2060')
        .replace(/(gh-)(?=\d)/giu, '$1\u2060')
        .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}/giu, (id) => id.replace(/.{6}/gu, '$&\u2060')));
}
function breakCommands(text) {
    return text.replace(/^(\s*)([/!.])(?=\S)/gmu, '$1\u2060$2');
}
function longestBackticks(text) {
    return Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
}


/***/ }),

/***/ 797:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ truncateMarkdown),
/* harmony export */   y: () => (/* binding */ truncateMarkdownToBytes)
/* harmony export */ });
const UTF16_UNITS = {
    sizeOf: (text) => text.length,
    take: (text, maximum) => text.slice(0, maximum).replace(/[\uD800-\uDBFF]$/u, ''),
};
const UTF8_BYTES = {
    sizeOf: (text) => Buffer.byteLength(text),
    take: (text, maximum) => new TextDecoder().decode(Buffer.from(text).subarray(0, maximum)).replace(/\uFFFD+$/u, ''),
};
const NOTE = "\n\n*Cut here, because it wouldn't fit.*";
function truncateMarkdown(markdown, maximum) {
    return cutToFit(markdown, maximum, UTF16_UNITS);
}
function truncateMarkdownToBytes(markdown, maximumBytes) {
    return cutToFit(markdown, maximumBytes, UTF8_BYTES);
}
function cutToFit(markdown, maximum, measure) {
    const source = markdown.toWellFormed();
    if (measure.sizeOf(source) <= maximum)
        return source;
    let kept = takeLines(source, maximum - measure.sizeOf(NOTE), measure);
    while (kept !== '') {
        const whole = kept + close(kept) + NOTE;
        const excess = measure.sizeOf(whole) - maximum;
        if (excess <= 0)
            return whole;
        kept = takeLines(kept, measure.sizeOf(kept) - excess, measure);
    }
    return measure.take(NOTE.trim(), maximum);
}
function takeLines(source, maximum, measure) {
    const kept = measure.take(source, Math.max(0, maximum));
    const lineStart = kept.lastIndexOf('\n') + 1;
    if (readOpenParts(kept.slice(0, lineStart)).fence !== '')
        return kept;
    if (/[`<[|]/u.test(kept.slice(lineStart)))
        return kept.slice(0, Math.max(0, lineStart - 1));
    return kept.replace(/&[#\w]*$/u, '');
}
function close(source) {
    const { fence, details } = readOpenParts(source);
    return `${fence === '' ? '' : `\n${fence}`}${'\n\n</details>'.repeat(Math.max(0, details))}`;
}
function readOpenParts(source) {
    let fence = '';
    let details = 0;
    for (const line of source.split('\n')) {
        const [, run, rest] = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/su.exec(line) ?? [];
        if (fence !== '') {
            if (run?.startsWith(fence) && rest?.trim() === '')
                fence = '';
        }
        else if (run !== undefined)
            fence = run;
        else if (line.startsWith('<details>'))
            details += 1;
        else if (line.startsWith('</details>'))
            details -= 1;
    }
    return { fence, details };
}


/***/ })

};
