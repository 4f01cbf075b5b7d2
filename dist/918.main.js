export const id = 918;
export const ids = [918];
export const modules = {

/***/ 1882:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ CAUSES)
/* harmony export */ });
/* harmony import */ var _runner_inputs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2266);
/* harmony import */ var _runner_mistaken_inputs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8227);


const NEW_KEY = 'Create an admin key with the `write` scope on {keys}, and save it as the secret that `api-key` uses.';
const DUPLICATE = 'This run sent nothing to the agent, and a re-run sends nothing while that comment stands.';
const FORBIDDEN = 'or an IP allow list excludes this runner, or the plan has no API access. Check {keys} and {usage}.';
const TABLE = {
    key: {
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
    },
    setting: {
        'key-may-not-write': ["The API key can't create jobs", `The key lacks the \`write\` scope, ${FORBIDDEN}`],
        'key-may-not-read': ["The API key can't read jobs", `The key lacks the \`read\` scope, ${FORBIDDEN}`],
        'plan-or-credits': ['Out of credits, or not in the plan', 'Check the plan and its credits on {usage}.'],
        'app-not-installed': [
            "The service's GitHub app isn't installed",
            'Install {app} on the documentation repository. If it is installed, let it access this repository.',
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
    },
    workflow: {
        'not-the-service': [
            "The response isn't from the service",
            'A web page or a redirect came instead. If it comes again, check that `base-url` leads to the service itself, ' +
                'and that no firewall or proxy blocks this runner.',
        ],
        'permission-check-refused': [
            "The token can't check the commenter's permission",
            'If the step sets `github-token`, remove it, or set a token with write access to this repository. ' +
                "Otherwise, check the workflow's `permissions:`.",
        ],
        'comment-refused': ["The token can't comment here"],
    },
    either: {
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
        'key-misplaced': [_runner_mistaken_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .MISPLACED_KEY */ .F.headline, _runner_mistaken_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .MISPLACED_KEY */ .F.advice],
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
        'check-failed': ['The setup check failed'],
    },
    wait: {
        'service-limit': [
            "The service's rate limit was reached",
            'A project can create 100 jobs and send 100 messages per hour.',
        ],
        'service-failed': ['The service has a problem', "Check the service's status page."],
        'github-limit': ['GitHub rate limit reached', 'All runs that use the same token share its limit.'],
        'github-unreachable': ["Couldn't reach GitHub", "Check GitHub's status page."],
        'comment-not-visible': [
            "GitHub doesn't show this run's comment",
            'The comment keeps the prompt from being sent twice, so the action sends nothing until GitHub shows the comment.',
        ],
        'check-incomplete': ["Couldn't check everything"],
        'run-stopped': ['The run was stopped before it could report'],
    },
    ask: {
        'prompt-refused': ['The service refused the prompt'],
        'prompt-too-large': ['The prompt is too large', 'Shorten the text, or set a smaller `context`.'],
    },
    look: {
        'prompt-unconfirmed': [
            "Couldn't confirm that the prompt was received",
            'Look for a new job in the dashboard, and for a new pull request or commit by the agent.',
        ],
    },
    none: {
        'comment-gone': ['A comment that this run needs was deleted'],
        'claimed-by-other-run': ['Already handled by another run', DUPLICATE],
        'taken-over-by-later-run': ['Already handled by a later run', DUPLICATE],
        'link-refused': [
            "Done, but the pull request's link is unsafe",
            'Look for the pull request in the documentation repository.',
        ],
    },
};
const CAUSES = Object.fromEntries(Object.entries(TABLE).flatMap(([fix, causes]) => Object.entries(causes).map(([name, [headline, advice = '']]) => [name, { headline, advice, fix }])));


/***/ }),

/***/ 3959:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  F9: () => (/* binding */ ClaimError),
  S6: () => (/* binding */ claimRun),
  Qw: () => (/* binding */ connectComment),
  zk: () => (/* binding */ createClaim),
  pf: () => (/* binding */ refuseClaim)
});

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/our-comments/marker.js
var marker = __webpack_require__(1602);
// EXTERNAL MODULE: ./build/our-comments/our-comment.js
var our_comment = __webpack_require__(5292);
// EXTERNAL MODULE: ./build/agent-job/claim/claim.js
var claim_claim = __webpack_require__(2363);
// EXTERNAL MODULE: ./build/our-comments/found-comment.js
var found_comment = __webpack_require__(6302);
// EXTERNAL MODULE: ./build/our-comments/read-back.js
var read_back = __webpack_require__(7558);
// EXTERNAL MODULE: ./build/agent-job/outcome.js
var agent_job_outcome = __webpack_require__(3880);
// EXTERNAL MODULE: ./build/agent-job/claim/claim-thread.js
var claim_thread = __webpack_require__(5296);
;// CONCATENATED MODULE: ./build/agent-job/claim/make-claim.js






const VISIBILITY_DELAY_MS = 1_500;
async function makeClaim(options) {
    const { claim, clock, signal } = options;
    const eyes = await leaveEyes(options);
    if (eyes === 'gone')
        return endGone();
    const isFirst = eyes === 'first' || eyes === 'none';
    if (claim.claimant.attempt === 1 && isFirst && !claim.isOfStep)
        return await postClaim(options, eyes);
    let thread = await read(options);
    if (thread.decisive === undefined && !isFirst) {
        await clock.sleep(VISIBILITY_DELAY_MS, signal);
        thread = await read(options);
    }
    if (thread.decisive !== undefined)
        return await decide(thread.decisive, thread, options);
    return ((thread.earlier && (await takeOverEarlier(thread.earlier, thread, options))) ?? (await postClaim(options, eyes)));
}
async function postReply(options, isReadBack) {
    const { comment, claim, content } = options;
    const eyes = await leaveEyes(options);
    if (eyes === 'gone')
        return endGone();
    const isListed = claim.claimant.attempt > 1 || eyes === 'again' || claim.isOfStep === true;
    const found = isListed ? await comment.find() : [];
    const { earlier } = (0,claim_thread/* readThread */.n)(found, claim, options);
    if (earlier !== undefined) {
        const { claimant, nonce } = claim;
        const isOurJob = (0,claim_thread/* isOfEarlierAttempt */.H)(earlier.payload, claimant) && !earlier.payload.isReply;
        comment.adopt(earlier);
        await comment.edit(content, isOurJob ? { claimant, nonce } : inherit(claim, earlier));
    }
    else {
        const isAnswered = found.some(({ payload }) => payload.isReply && isHelp(payload) && isSameRequest(payload, claim));
        if (isAnswered && isHelp(claim))
            return { kind: 'won', thread: (0,claim_thread/* readThread */.n)(found, claim) };
        await comment.post(content, claim);
    }
    const shown = isReadBack ? await (0,read_back/* readBack */.e)((all) => all.some(({ id }) => id === comment.current?.id), options) : found;
    return { kind: 'won', thread: (0,claim_thread/* readThread */.n)(shown, claim) };
}
const isHelp = ({ outcome }) => outcome === 'skipped';
const isSameRequest = (one, other) => one.trigger === other.trigger && one.project === other.project;
const read = async ({ comment, claim, command }) => (0,claim_thread/* readThread */.n)(await comment.find(), claim, { command });
async function leaveEyes({ github, comment, command, warn }) {
    if (command === undefined)
        return 'none';
    try {
        const { result, account } = await github.react(command, 'eyes');
        comment.identify(account);
        return result;
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y_))
            throw error;
        if (!error.isLocked)
            warn(error);
        const isGone = error.status === 404 && !(await github.hasComment(command));
        if (isGone)
            await comment.find();
        return isGone ? 'gone' : 'failed';
    }
}
async function postClaim(options, eyes) {
    const { comment, claim, content, command, warn } = options;
    const { id, isRepeated } = await comment.post(content, claim);
    const isAlone = eyes === 'first' || eyes === 'none';
    const delayMs = isAlone && !isRepeated ? undefined : VISIBILITY_DELAY_MS;
    const all = await (0,read_back/* readBack */.e)((shown) => shown.some((each) => each.id === id), { ...options, delayMs });
    const others = all.filter(({ payload }) => payload.nonce !== claim.nonce);
    const [own, ...spare] = all.filter(({ payload }) => payload.nonce === claim.nonce);
    if (own === undefined)
        return endGone();
    const { decisive } = (0,claim_thread/* readThread */.n)(all.slice(0, all.indexOf(own)), claim, { command });
    const needless = decisive === undefined ? spare : [...spare, own];
    for (const each of needless)
        await comment.remove(each).catch(warn);
    const thread = (0,claim_thread/* readThread */.n)(others, claim, { command });
    if (decisive !== undefined)
        return await decide(decisive, thread, options);
    comment.adopt(own);
    return { kind: 'won', thread };
}
async function decide(decisive, thread, options) {
    const { comment, claim, hasFailed } = options;
    const { payload, url, isNamed } = decisive;
    const { state, jobId, outcome } = payload;
    const isTaken = payload.isOfStep && payload.trigger !== claim.trigger && !(0,claim_thread/* isOfEarlierAttempt */.H)(payload, claim.claimant);
    if (isTaken)
        return duplicate(decisive, 'taken-over-by-later-run');
    if (!(0,claim_thread/* isOfEarlierAttempt */.H)(payload, claim.claimant)) {
        const isReported = (0,found_comment/* isWhole */.wP)(decisive) && state === 'finished' && jobId !== undefined;
        return isReported
            ? { kind: 'reported', jobId, isFollowUp: payload.earlierJobs.includes(jobId), url }
            : duplicate(decisive, 'claimed-by-other-run');
    }
    if (isNamed && !(0,found_comment/* isWhole */.wP)(decisive))
        return endUnconfirmed(url);
    const isOver = state === 'finished' && outcome !== undefined && agent_job_outcome/* OUTCOME_RECORDS */.gk[outcome].onRerun === 'send';
    const isSentAgain = isOver && jobId !== undefined && (await hasFailed(jobId));
    if (!isNamed || state === 'claimed' || isSentAgain)
        return (await takeOver(decisive, thread, options)) ?? duplicate(decisive, 'claimed-by-other-run');
    comment.adopt(decisive);
    if (state === 'sending' || jobId === undefined)
        return endUnconfirmed(url);
    return { kind: 'resumed', jobId, isFollowUp: payload.earlierJobs.includes(jobId) };
}
function endGone() {
    return { kind: 'ended', ending: { outcome: 'skipped', cause: 'comment-gone' } };
}
function endUnconfirmed(reportedIn) {
    const problem = "An earlier attempt of this run couldn't confirm that the prompt was received.";
    return { kind: 'ended', ending: { outcome: 'unknown', cause: 'prompt-unconfirmed', problem }, reportedIn };
}
function duplicate({ payload, url }, cause) {
    const isOver = payload.state === 'claimed' && payload.outcome !== undefined;
    const again = isOver ? ' That run ended without sending the prompt.' : '';
    const problem = `It is the workflow run ${payload.claimant.runId}.${again}`;
    return { kind: 'ended', ending: { outcome: 'duplicate', cause, problem }, reportedIn: url };
}
async function takeOverEarlier(earlier, thread, options) {
    try {
        return await takeOver(earlier, thread, options);
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y_) || error.isTransient)
            throw error;
        options.comment.adopt(undefined);
        return undefined;
    }
}
async function takeOver(before, thread, options) {
    const { comment, claim, content, clock, signal } = options;
    comment.adopt(before);
    await comment.edit(content, inherit(claim, before));
    await clock.sleep(VISIBILITY_DELAY_MS, signal);
    const find = (all) => all.find(({ id }) => id === before.id);
    const now = find(await (0,read_back/* readBack */.e)((all) => find(all)?.payload.nonce !== before.payload.nonce, options));
    if (now?.payload.nonce === claim.nonce)
        return { kind: 'won', thread };
    comment.adopt(undefined);
    return undefined;
}
function inherit(claim, { payload }) {
    const none = { isReply: undefined, isOfStep: undefined, outcome: undefined, jobId: undefined, range: undefined };
    const earlierJobs = (0,claim_claim/* addEarlierJob */.v)(payload.earlierJobs, payload.jobId);
    return { ...none, ...claim, earlierJobs, confused: payload.confused };
}

;// CONCATENATED MODULE: ./build/agent-job/claim/claim-run.js





class ClaimError extends Error {
    name = 'ClaimError';
    constructor(cause) {
        super(cause.message, { cause });
    }
}
function refuseClaim(error) {
    throw error instanceof errors/* GitHubError */.y_ ? new ClaimError(error) : error;
}
const NOTHING_KNOWN = { kind: 'won', thread: { jobs: [], last: [] } };
async function claimRun(purpose, trigger, inputs, content, dependencies) {
    const { comment, github, signal } = dependencies;
    if (comment === undefined || github === undefined)
        return NOTHING_KNOWN;
    const warn = (0,errors/* createThreadWarning */.DM)(dependencies);
    const claim = createClaim(purpose, trigger, inputs, dependencies);
    const options = { ...dependencies, github, comment, command: trigger.comment, claim, content, warn };
    try {
        if (purpose.kind !== 'prompt')
            return await postReply(options, purpose.kind === 'check');
        return await makeClaim({ ...options, hasFailed: purpose.hasFailed });
    }
    catch (error) {
        signal.throwIfAborted();
        if (purpose.kind === 'prompt')
            refuseClaim(error);
        warn(error);
        return { ...NOTHING_KNOWN, ...(error instanceof errors/* GitHubError */.y_ && { failure: error }) };
    }
}
function createClaim(purpose, { comment, thread, reportThread }, inputs, { run, nonce, range }) {
    const { kind } = purpose;
    const claimant = nameClaimant(inputs, run);
    const step = nameStep(kind, inputs, run);
    const isOfStep = comment === undefined && thread !== undefined && reportThread?.number === thread.number;
    return {
        nonce,
        state: kind === 'attach' ? 'job' : 'claimed',
        trigger: comment === undefined ? `run ${claimant.runId} ${(0,marker/* digest */.br)(step, inputs.prompt)}` : nameCommand(comment),
        project: (0,marker/* digest */.br)(inputs.projectId),
        step,
        claimant,
        earlierJobs: [],
        ...(kind !== 'prompt' && { isReply: true }),
        ...(isOfStep && { isOfStep }),
        ...(kind === 'help' && { outcome: 'skipped' }),
        ...(purpose.jobId !== undefined && { jobId: purpose.jobId }),
        ...(kind === 'prompt' && range && { range }),
    };
}
function nameCommand({ kind, id }) {
    return `${kind === 'review comment' ? 'review' : 'issue'} comment ${id}`;
}
function nameClaimant({ leg }, { id, job, step, attempt }) {
    const clean = (name) => name.replace(/[^\w.-]/gu, '_').slice(0, 200);
    return { runId: /^\d{1,20}$/u.exec(id)?.[0] ?? '0', job: clean(job), step: clean(step), leg, attempt };
}
function nameStep(kind, inputs, run) {
    const { projectId, paths, leg } = inputs;
    const isCheck = String(kind === 'check');
    return (0,marker/* digest */.br)(projectId, run.workflow, run.job, run.step, leg, JSON.stringify(paths), isCheck);
}
function connectComment(connection, thread, since, { secrets, onLostEdit }) {
    const { redact } = secrets;
    return new our_comment/* OurComment */.I({ ...connection, thread, since, kind: 'job', parse: claim_claim/* parseClaim */.E, redact, onLostEdit });
}


/***/ }),

/***/ 5296:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ isOfEarlierAttempt),
/* harmony export */   n: () => (/* binding */ readThread)
/* harmony export */ });
/* harmony import */ var _our_comments_found_comment_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6302);
/* harmony import */ var _our_comments_marker_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1602);


function readThread(found, claim, { command, branch } = {}) {
    const ours = found.filter(({ payload }) => payload.project === claim.project);
    const whole = ours.filter(_our_comments_found_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .isWhole */ .wP);
    return {
        decisive: findDecisive(ours, claim, command),
        earlier: findEarlier(whole, claim),
        jobs: listJobs(whole),
        last: findLast(whole, claim, branch),
    };
}
function findDecisive(ours, claim, command) {
    const { claimant, isOfStep, step } = claim;
    const isClaim = (each) => !each.payload.isReply && !isIgnored(each, claimant);
    const claims = ours.filter((each) => isClaim(each) && (command === undefined || !isOlder(each, command)));
    const own = claims.find(({ payload }) => payload.trigger === claim.trigger) ?? findOnlyOwn(claims, claim);
    if (own !== undefined || !isOfStep || claimant.attempt === 1)
        return own;
    return claims.find((each) => (0,_our_comments_found_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .isWhole */ .wP)(each) && each.payload.isOfStep && each.payload.step === step && isLater(each.payload, claimant));
}
function isIgnored({ isNamed, around, payload }, claimant) {
    return !isNamed && !(0,_our_comments_marker_js__WEBPACK_IMPORTED_MODULE_1__/* .isAlone */ .SW)(around) && isOfEarlierAttempt(payload, claimant);
}
function findOnlyOwn(claims, { trigger, step, claimant }) {
    if (!trigger.startsWith('run '))
        return undefined;
    const own = claims.filter(({ payload }) => payload.trigger.startsWith('run ') && payload.step === step && isOfEarlierAttempt(payload, claimant));
    return own.length === 1 ? own[0] : undefined;
}
function isOlder(found, { kind, id, createdAt }) {
    if (found.createdAt === undefined || createdAt === undefined)
        return false;
    if (found.createdAt === createdAt)
        return kind === 'issue comment' && found.id < id;
    return Date.parse(found.createdAt) < Date.parse(createdAt);
}
function isOfEarlierAttempt({ claimant }, now) {
    const isSame = claimant.job === now.job && claimant.step === now.step && claimant.leg === now.leg;
    return claimant.runId === now.runId && isSame && claimant.attempt < now.attempt;
}
function isLater({ claimant }, now) {
    return Number(claimant.runId) > Number(now.runId);
}
function findEarlier(whole, claim) {
    const { claimant, isOfStep, isReply, step, trigger } = claim;
    const own = whole.findLast(({ payload }) => isOfEarlierAttempt(payload, claimant) && (payload.isReply || (isReply && payload.trigger === trigger)));
    if (own !== undefined || !isOfStep)
        return own;
    return whole.findLast(({ payload }) => payload.isOfStep &&
        payload.step === step &&
        payload.outcome !== undefined &&
        Number(payload.claimant.runId) < Number(claimant.runId));
}
function listJobs(whole) {
    const newest = whole.toSorted((one, other) => compareRun(other, one) || (0,_our_comments_found_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .compareAge */ .lF)(other, one));
    const current = newest.flatMap(({ payload }) => payload.jobId ?? []);
    return [...new Set([...current, ...newest.flatMap(({ payload }) => payload.earlierJobs)])];
}
function compareRun(one, other) {
    return Number(one.payload.claimant.runId) - Number(other.payload.claimant.runId);
}
function findLast(whole, { step, claimant }, branch) {
    const earlier = whole.filter(({ payload }) => {
        const { range } = payload;
        const isSame = payload.step === step && range?.branch === branch;
        return isSame && range?.isLastRun && payload.claimant.runId !== claimant.runId;
    });
    const [newest] = earlier.toSorted((one, other) => compareRun(other, one) || (0,_our_comments_found_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .compareAge */ .lF)(other, one));
    return earlier.filter(({ payload }) => payload.claimant.runId === newest?.payload.claimant.runId);
}


/***/ }),

/***/ 2363:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ parseClaim),
/* harmony export */   v: () => (/* binding */ addEarlierJob)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(524);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3880);



const STATES = ['claimed', 'sending', 'job', 'finished'];
const MOST_EARLIER_JOBS = 10;
function parseClaim(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(value);
    const known = {
        nonce: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['nonce'], /^[\w-]{1,64}$/u),
        state: STATES.find((each) => each === fields['state']),
        trigger: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['trigger'], /^(?:(?:issue|review) comment \d{1,20}|run \d{1,20} [\da-f]{16})$/u),
        project: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['project'], DIGEST),
        step: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['step'], DIGEST),
        claimant: parseClaimant(fields['claimant']),
        earlierJobs: parseJobs(fields['earlierJobs']),
    };
    const optional = {
        commentId: parseOptional(fields['commentId'], readId),
        isReply: parseOptional(fields['isReply'], readTrue),
        isOfStep: parseOptional(fields['isOfStep'], readTrue),
        outcome: parseOptional(fields['outcome'], (each) => _outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOMES */ .im.find((outcome) => outcome === each)),
        jobId: parseOptional(fields['jobId'], readJobId),
        range: parseOptional(fields['range'], parseRange),
        confused: parseOptional(fields['confused'], readId),
    };
    const isComplete = Object.values(known).every((each) => each !== undefined);
    const isInForm = Object.values(optional).every((each) => each !== MALFORMED);
    return isComplete && isInForm ? (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .dropAbsent */ .dm)({ ...known, ...optional }) : undefined;
}
const DIGEST = /^[\da-f]{16}$/u;
const COMMIT = /^(?:[\da-f]{40}|[\da-f]{64})$/u;
const MALFORMED = Symbol('malformed');
function parseOptional(value, parse) {
    return value === undefined ? undefined : (parse(value) ?? MALFORMED);
}
function parseClaimant(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(value);
    const runId = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['runId'], /^\d{0,20}$/u);
    const job = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['job'], NAME);
    const step = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['step'], NAME);
    const leg = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['leg'], /^\d{1,6}$/u);
    const attempt = readId(fields['attempt']);
    if (runId === undefined || job === undefined || step === undefined || leg === undefined)
        return undefined;
    return attempt === undefined ? undefined : { runId, job, step, leg, attempt };
}
const NAME = /^[\w.-]{0,200}$/u;
function parseRange(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readFields */ .qU)(value);
    const [base, head] = [(0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['base'], COMMIT), (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['head'], COMMIT)];
    const branch = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(fields['branch'], DIGEST);
    const isLastRun = parseOptional(fields['isLastRun'], readTrue);
    const nothingUntil = parseOptional(fields['nothingUntil'], (each) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readName */ .MQ)(each, COMMIT));
    if (base === undefined || head === undefined || branch === undefined)
        return undefined;
    if (isLastRun === MALFORMED || nothingUntil === MALFORMED)
        return undefined;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .dropAbsent */ .dm)({ base, head, branch, isLastRun, nothingUntil });
}
function parseJobs(value) {
    if (!Array.isArray(value) || value.length > MOST_EARLIER_JOBS)
        return undefined;
    const jobs = value.flatMap((each) => readJobId(each) ?? []);
    return jobs.length === value.length ? jobs : undefined;
}
function readJobId(value) {
    return typeof value === 'string' && (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__/* .isPathSegment */ .bQ)(value) ? value : undefined;
}
function readId(value) {
    const number = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readNumber */ .kz)(value);
    return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined;
}
function readTrue(value) {
    return value === true ? true : undefined;
}
function addEarlierJob(jobs, jobId) {
    return [...new Set([...(jobId === undefined ? [] : [jobId]), ...jobs])].slice(0, MOST_EARLIER_JOBS);
}


/***/ }),

/***/ 3880:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   gk: () => (/* binding */ OUTCOME_RECORDS),
/* harmony export */   im: () => (/* binding */ OUTCOMES),
/* harmony export */   nZ: () => (/* binding */ STATUS_OUTCOMES),
/* harmony export */   ug: () => (/* binding */ failsStep)
/* harmony export */ });
const GREEN = {
    reaction: undefined,
    isEarly: false,
    isFinal: false,
    onRerun: 'wait',
    alwaysFails: false,
};
const ENDED = { ...GREEN, isFinal: true, onRerun: 'report' };
const STOPPED = { ...GREEN, isEarly: true };
const RED = { ...GREEN, alwaysFails: true, reaction: 'confused' };
const RECORDS = {
    'pull-request': {
        ...ENDED,
        sign: '🚀',
        headline: 'The documentation pull request is ready',
        advice: "Review it like any other pull request, and merge it when it's ready.",
        reaction: 'rocket',
    },
    'no-pull-request': {
        ...ENDED,
        sign: '✅',
        headline: 'Finished without a pull request',
        advice: 'The agent either found nothing to change, or committed to the deployment branch. Check that branch. ' +
            'If a change is missing, {again}, and name the page and the change.',
        reaction: 'rocket',
    },
    archived: {
        ...ENDED,
        sign: '🗄️',
        headline: 'The job was archived',
        advice: 'It was archived in the dashboard. For a new job, {again}.',
        reaction: 'confused',
        onRerun: 'send',
    },
    submitted: {
        ...GREEN,
        sign: '📨',
        headline: 'The job was submitted',
        advice: '',
        reaction: 'rocket',
        isEarly: true,
    },
    'dry-run': {
        ...GREEN,
        sign: '🧪',
        headline: 'The setup check passed',
        advice: 'Nothing was sent to the agent. Next, post a command, or run the workflow without `dry-run`.',
    },
    skipped: { ...GREEN, sign: '⏭️', headline: 'Nothing to do', advice: '' },
    denied: {
        ...GREEN,
        sign: '🚫',
        headline: "The commenter can't use the command",
        advice: 'Ask someone with that permission to post the command, or ask a maintainer to lower `minimum-permission`.',
        reaction: '-1',
    },
    duplicate: { ...GREEN, sign: '👥', headline: 'Already handled by another run', advice: '' },
    failed: {
        ...ENDED,
        sign: '❌',
        headline: 'The job failed',
        advice: "The agent couldn't recover from an error, and the service gives no reason. " +
            'If every job fails, install {app} on the documentation repository, and check the plan and its credits ' +
            'on {usage}. Otherwise, look at the job in the dashboard, or {again} with a more precise prompt.',
        reaction: 'confused',
        onRerun: 'send',
    },
    'timed-out': {
        ...STOPPED,
        sign: '⌛',
        headline: 'Stopped waiting for the job',
        advice: 'To wait longer, set a longer `timeout`.',
        reaction: 'confused',
    },
    unavailable: {
        ...STOPPED,
        sign: '⏸️',
        headline: "The prompt couldn't be sent",
        advice: 'To wait longer, set a longer `timeout`.',
        reaction: 'confused',
    },
    cancelled: { ...RED, sign: '🛑', headline: 'This run was canceled', advice: '', isEarly: true },
    unknown: {
        ...RED,
        sign: '❓',
        headline: "Couldn't confirm that the prompt was received",
        advice: 'Look for a new job, pull request, or commit by the agent.',
    },
    error: { ...RED, sign: '⚠️', headline: 'The action failed unexpectedly', advice: '', isEarly: true },
};
const OUTCOME_RECORDS = RECORDS;
const OUTCOMES = Object.keys(RECORDS);
const STATUS_OUTCOMES = {
    completed: undefined,
    archived: 'archived',
    failed: 'failed',
};
function failsStep(outcome, failOn) {
    return OUTCOME_RECORDS[outcome].alwaysFails || failOn.includes(outcome);
}


/***/ }),

/***/ 5562:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Kt: () => (/* binding */ listBrought),
/* harmony export */   SC: () => (/* binding */ MAXIMUM_COMMITS),
/* harmony export */   n2: () => (/* binding */ toUnread)
/* harmony export */ });
/* harmony import */ var _github_account_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4165);
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8154);



const MAXIMUM_COMMITS = 250;
async function listBrought(commits, pullRequests, isOut, ignoreAuthors, github) {
    const free = new Map(commits.map((commit) => [commit.sha, commit]));
    const units = [];
    const ends = new Set(pullRequests.map(({ mergeCommit }) => mergeCommit));
    for (const pullRequest of pullRequests.toSorted(byMerge)) {
        const last = free.get(pullRequest.mergeCommit ?? '');
        const found = last ? await findCommits(last, free, ends, pullRequest, github) : [];
        for (const { sha } of found)
            free.delete(sha);
        units.push({ pullRequest, commits: found, isLeftOut: isOut(pullRequest) });
    }
    const all = new Map(commits.map((commit) => [commit.sha, commit]));
    const out = new Set(units.flatMap((unit) => (unit.isLeftOut ? unit.commits : [])));
    for (const commit of free.values()) {
        const merged = listReachable(commit.parents.slice(1), all);
        const isByIgnored = (0,_github_account_js__WEBPACK_IMPORTED_MODULE_1__/* .isListed */ .yy)(commit.author.login, ignoreAuthors);
        const isLeftOut = merged.length > 0 ? merged.every((each) => out.has(each)) : isByIgnored;
        if (isLeftOut)
            out.add(commit);
        units.push({ commits: [commit], isLeftOut });
    }
    return units;
}
function byMerge(a, b) {
    return (a.mergedAt ?? '') < (b.mergedAt ?? '') ? -1 : 1;
}
async function findCommits(last, free, ends, { number }, github) {
    const [first = '', ...others] = last.parents;
    if (others.length > 0) {
        const before = listReachable([first], free);
        return [last, ...listReachable(others, free).filter((commit) => !before.includes(commit))];
    }
    const previous = free.get(first);
    if (previous === undefined || ends.has(first) || last.committer?.login === 'web-flow')
        return [last];
    const written = await github.fetchPullRequestCommits({ number }, MAXIMUM_COMMITS).catch(toUnread);
    return matchRebased(last, written?.toReversed() ?? [], free);
}
function toUnread(error) {
    if (!(error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_))
        throw error;
}
function matchRebased(last, written, free) {
    const found = [];
    let commit = last;
    for (const { subject } of written) {
        if (commit === undefined || (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(commit.subject) !== (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(subject))
            break;
        found.push(commit);
        commit = free.get(commit.parents[0] ?? '');
    }
    return found.length === written.length && found.length > 0 ? found : [last];
}
function listReachable(from, commits) {
    const found = new Set();
    const open = [...from];
    for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
        const commit = commits.get(sha);
        if (commit === undefined || found.has(commit))
            continue;
        found.add(commit);
        open.push(...commit.parents);
    }
    return [...found];
}


/***/ }),

/***/ 4388:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AL: () => (/* binding */ selectFiles),
/* harmony export */   UK: () => (/* binding */ isGenerated),
/* harmony export */   __: () => (/* binding */ hasPatterns)
/* harmony export */ });
/* harmony import */ var _runner_globs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(372);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);


function selectFiles(files, patterns) {
    const isIncluded = patterns.included.length === 0 ? () => true : (0,_runner_globs_js__WEBPACK_IMPORTED_MODULE_0__/* .createMatcher */ .P7)(patterns.included);
    const isExcluded = (0,_runner_globs_js__WEBPACK_IMPORTED_MODULE_0__/* .createMatcher */ .P7)(patterns.excluded);
    return files.filter(({ path, previousPath }) => {
        const paths = [path, previousPath ?? path].map(_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u);
        return paths.some(isIncluded) && !paths.some(isExcluded);
    });
}
function hasPatterns({ included, excluded }) {
    return included.length > 0 || excluded.length > 0;
}
function isGenerated(path) {
    const text = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(path);
    const folders = text.split('/');
    const name = folders.pop() ?? '';
    const isWrittenByTool = folders.some((folder) => TOOL_FOLDERS.has(folder)) || TOOL_FILES.test(name);
    return isWrittenByTool && !API_DESCRIPTIONS.test(name);
}
const TOOL_FOLDERS = new Set([
    ...['dist', 'build', 'vendor', 'third_party', 'node_modules'],
    ...['generated', '__generated__', '__snapshots__'],
]);
const TOOL_FILES = /(?:\.lock|-lock\..*|\.min\..*|\.map|\.snap|\.generated\..*|\.pb\..*|_pb2\.pyi?)$|^(?:go\.sum|npm-shrinkwrap\.json)$/u;
const API_DESCRIPTIONS = /(?:^|\.)openapi\.|^swagger\./u;


/***/ }),

/***/ 3597:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ selectCounting)
/* harmony export */ });
/* harmony import */ var _github_account_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4165);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8154);
/* harmony import */ var _list_brought_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5562);
/* harmony import */ var _select_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4388);




const MAXIMUM_READS = 100;
async function selectCounting(comparison, pullRequests, rules, github, isCutRead = false) {
    const none = { pullRequests: 0, commits: 0, files: 0 };
    if (!needsReads(comparison, pullRequests, rules, isCutRead))
        return { ...comparison, pullRequests: [...pullRequests], leftOut: none };
    if (comparison.changed?.isWhole && (0,_select_files_js__WEBPACK_IMPORTED_MODULE_1__/* .selectFiles */ .AL)(comparison.changed.files, rules.paths).length === 0)
        return leaveOutAll(comparison, pullRequests.length);
    const isOut = (pull) => isLeftOut(pull, rules);
    const parts = await (0,_list_brought_js__WEBPACK_IMPORTED_MODULE_0__/* .listBrought */ .Kt)(comparison.commits, pullRequests, isOut, rules.ignoreAuthors, github);
    if (comparison.commits.length < comparison.commitCount)
        parts.push({ commits: [], isLeftOut: false });
    const isNothingLeft = parts.length > 0 && parts.every((part) => part.isLeftOut);
    const isRead = !isNothingLeft && (rules.showsFiles || (0,_select_files_js__WEBPACK_IMPORTED_MODULE_1__/* .hasPatterns */ .__)(rules.paths));
    const units = isRead ? await readChanged(parts, github) : parts;
    const counting = units.filter((unit) => counts(unit, rules.paths));
    const files = listFiles(comparison, counting, isCutRead);
    const selected = isNothingLeft ? [] : (0,_select_files_js__WEBPACK_IMPORTED_MODULE_1__/* .selectFiles */ .AL)(files, rules.paths);
    const shown = selected.filter((file) => !isOnlyLeftOut(file, units, counting));
    const kept = new Set(counting.flatMap((unit) => [unit.pullRequest, ...unit.commits.map(({ sha }) => sha)]));
    const commits = comparison.commits.filter(({ sha }) => kept.has(sha));
    const hidden = comparison.commits.length - commits.length;
    const merged = pullRequests.filter((each) => kept.has(each));
    const isWhole = comparison.changed?.isWhole || (isCutRead && counting.every(({ changed }) => changed?.isWhole));
    return {
        ...comparison,
        changed: comparison.changed && { files: shown, isWhole: isWhole === true },
        commits,
        commitCount: comparison.commitCount - hidden,
        pullRequests: merged,
        leftOut: {
            pullRequests: pullRequests.length - merged.length,
            commits: hidden,
            files: files.length - shown.length,
        },
    };
}
function leaveOutAll(comparison, pullRequests) {
    const { changed, commitCount } = comparison;
    const leftOut = { pullRequests, commits: commitCount, files: changed?.files.length ?? 0 };
    const nothing = { changed: { files: [], isWhole: true }, commits: [], commitCount: 0, pullRequests: [] };
    return { ...comparison, ...nothing, leftOut };
}
function isLeftOut({ author, labels = [] }, { ignoreAuthors, leftOutLabel }) {
    const hasLabel = labels.some((label) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(label).toLowerCase() === leftOutLabel);
    return hasLabel || (0,_github_account_js__WEBPACK_IMPORTED_MODULE_3__/* .isListed */ .yy)(author?.login, ignoreAuthors);
}
function needsReads({ changed, commits }, pullRequests, rules, isCutRead) {
    const isByIgnored = commits.some(({ author }) => (0,_github_account_js__WEBPACK_IMPORTED_MODULE_3__/* .isListed */ .yy)(author.login, rules.ignoreAuthors));
    if (isByIgnored || pullRequests.some((each) => isLeftOut(each, rules)))
        return true;
    if (changed === undefined)
        return false;
    const isNarrowed = (0,_select_files_js__WEBPACK_IMPORTED_MODULE_1__/* .hasPatterns */ .__)(rules.paths) && (0,_select_files_js__WEBPACK_IMPORTED_MODULE_1__/* .selectFiles */ .AL)(changed.files, rules.paths).length < changed.files.length;
    return isNarrowed || (isCutRead && !changed.isWhole);
}
async function readChanged(units, github) {
    const order = [...units].sort((a, b) => Number(b.isLeftOut) - Number(a.isLeftOut)).slice(0, MAXIMUM_READS);
    const read = new Map();
    for (const unit of order)
        read.set(unit, await fetchChanged(unit, github));
    return units.map((unit) => ({ ...unit, changed: read.get(unit) }));
}
async function fetchChanged({ pullRequest, commits: [commit] }, github) {
    if (pullRequest !== undefined)
        return await github.fetchChangedFiles(pullRequest.number).catch(_list_brought_js__WEBPACK_IMPORTED_MODULE_0__/* .toUnread */ .n2);
    if (commit === undefined)
        return undefined;
    const [parent] = commit.parents;
    if (parent === undefined || commit.parents.length > 1)
        return { files: [], isWhole: true };
    return (await github.fetchComparison(parent, commit.sha).catch(_list_brought_js__WEBPACK_IMPORTED_MODULE_0__/* .toUnread */ .n2))?.changed;
}
function counts({ isLeftOut: isOut, changed }, paths) {
    if (isOut)
        return false;
    return !(0,_select_files_js__WEBPACK_IMPORTED_MODULE_1__/* .hasPatterns */ .__)(paths) || !changed?.isWhole || (0,_select_files_js__WEBPACK_IMPORTED_MODULE_1__/* .selectFiles */ .AL)(changed.files, paths).length > 0;
}
function listFiles({ changed }, counting, isCutRead) {
    const files = new Map((changed?.files ?? []).map((file) => [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(file.path), file]));
    const added = isCutRead && changed?.isWhole === false ? counting : [];
    for (const file of added.flatMap((unit) => unit.changed?.files ?? [])) {
        const path = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(file.path);
        if (!files.has(path))
            files.set(path, file);
    }
    return [...files.values()];
}
function isOnlyLeftOut(file, units, counting) {
    const hasChanged = ({ changed }) => changed?.files.some((each) => isSameFile(each, file)) === true;
    const isByOut = units.some((unit) => unit.isLeftOut && hasChanged(unit));
    return isByOut && !counting.some((unit) => unit.changed === undefined || hasChanged(unit));
}
function isSameFile(one, other) {
    const names = ({ path, previousPath = path }) => [path, previousPath].map(_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u);
    return names(one).some((name) => names(other).includes(name));
}


/***/ }),

/***/ 712:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ fetchBranchChanges),
/* harmony export */   t: () => (/* binding */ formatLeftOut)
/* harmony export */ });
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1737);
/* harmony import */ var _reports_numbers_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6554);
/* harmony import */ var _changes_what_counts_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3597);




const MAXIMUM_LISTED_COMMITS = 500;
const MAXIMUM_PULL_REQUESTS = 500;
const LEFT_OUT_LABEL = 'no-docs';
async function fetchBranchChanges(start, { ref, sha: head, ...names }, rules, github, log) {
    const branch = ref.replace(/^refs\/heads\//u, '');
    const { base, comparison } = await compare(start, head, github, log);
    const { commits, commitCount } = comparison;
    if (commitCount === 0)
        return `Nothing has changed on ${branch} since ${base.slice(0, 7)}.`;
    const isByDate = commits.length < commitCount;
    const days = findDays(commits, base, head);
    const ids = new Set(commits.map(({ sha }) => sha));
    const closed = await github.fetchClosedPullRequests(branch, MAXIMUM_PULL_REQUESTS);
    const merged = closed.filter(({ isMerged, mergeCommit = '', mergedAt = '' }) => {
        const isLate = isMerged && mergedAt !== '' && mergedAt >= (days?.[0] ?? '');
        return ids.has(mergeCommit) || (isLate && (isByDate || mergeCommit === ''));
    });
    const sorted = merged.toSorted((a, b) => ((a.mergedAt ?? '') < (b.mergedAt ?? '') ? 1 : -1));
    const counted = await (0,_changes_what_counts_js__WEBPACK_IMPORTED_MODULE_2__/* .selectCounting */ .u)(comparison, sorted, { ...rules, leftOutLabel: LEFT_OUT_LABEL }, github, true);
    const { pullRequests, leftOut } = counted;
    if (counted.commitCount === 0 && pullRequests.length === 0)
        return `All changes on ${branch} since ${base.slice(0, 7)} are left out: ${formatLeftOut(leftOut)}.`;
    const range = { ...names, base, head };
    return { start, range, comparison: counted, pullRequests, leftOut, isByDate, days };
}
async function compare(start, head, github, { notice }) {
    let { base } = start;
    let comparison = base === undefined ? undefined : await github.fetchComparison(base, head).catch(passOverGone);
    if (base === undefined || comparison === undefined) {
        const text = `The changes since ${(0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .toDay */ ._b)(start.sinceMs)} are included.`;
        if (start.isLastRun)
            notice("Couldn't find where the previous run ended", text);
        base = await findCommit(start.sinceMs, head, github, notice);
        comparison = await github.fetchComparison(base, head);
    }
    const { status, mergeBase } = comparison;
    if (status !== 'diverged' || mergeBase === undefined)
        return { base, comparison };
    const text = `It no longer contains ${base}. The changes since ${mergeBase} are included.`;
    notice('The branch was force-pushed', text);
    return { base: mergeBase, comparison: await github.fetchComparison(mergeBase, head) };
}
function formatLeftOut({ pullRequests, commits }) {
    return pullRequests > 0 ? (0,_reports_numbers_js__WEBPACK_IMPORTED_MODULE_3__/* .formatCount */ .B4)(pullRequests, 'pull request') : (0,_reports_numbers_js__WEBPACK_IMPORTED_MODULE_3__/* .formatCount */ .B4)(commits, 'commit');
}
function passOverGone(error) {
    if (!(error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_) || !error.isGone)
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


/***/ }),

/***/ 230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LH: () => (/* binding */ renderCovered),
/* harmony export */   Nm: () => (/* binding */ renderNextRun)
/* harmony export */ });
/* unused harmony export formatBranchChanges */
/* harmony import */ var _reports_dates_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1737);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8154);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3880);
/* harmony import */ var _request_since_fetch_branch_changes_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(712);







const MAXIMUM_NAMES = 5;
const MAXIMUM_TITLE = 100;
function renderCovered(covered, runUrl) {
    if (covered === undefined)
        return [];
    const { range, pullRequests = [], start, leftOut } = covered;
    const comparison = new URL(`../../compare/${range.base}...${range.head}`, runUrl);
    const label = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${formatBranchChanges(covered)} (${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .commit */ .cd)(range.base)}…${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .commit */ .cd)(range.head)})`;
    const lines = pullRequests.slice(0, MAXIMUM_NAMES).map(({ number, title, url }) => {
        const text = title && (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__/* .readUntrustedText */ .u)(title).trim().toWellFormed(), MAXIMUM_TITLE);
        const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${`#${number} ${text ?? ''}`}`;
        const page = url && (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_6__/* .toSafeUrl */ .w)(url);
        return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `- ${page ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .link */ .nf)(name, page) : name}`;
    });
    const more = pullRequests.length - lines.length;
    if (more > 0)
        lines.push((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `- and ${more.toLocaleString('en-US')} more`);
    const rest = leftOut && leftOut.pullRequests + leftOut.commits > 0 ? ` Left out: ${(0,_request_since_fetch_branch_changes_js__WEBPACK_IMPORTED_MODULE_4__/* .formatLeftOut */ .t)(leftOut)}.` : '';
    const why = start ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `: it begins ${start.reason}.${rest}` : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) ``;
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .link */ .nf)(label, comparison)}${why}`, ...(lines.length > 0 ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)(lines, '\n')] : [])];
}
function renderNextRun({ covered, outcome, job, isClaimed }) {
    if (!covered?.range.isLastRun || isClaimed !== true)
        return [];
    const next = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `The next run with \`since: last-run\``;
    const head = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .code */ .aY)(covered.range.head.slice(0, 7));
    if (outcome === 'pull-request' || outcome === 'no-pull-request')
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${next} begins at ${head}.`];
    if (job === undefined || _outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${next} includes these changes again.`];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${next} begins at ${head} if the job completes. Otherwise, it includes these changes again.`];
}
function formatBranchChanges({ pullRequests = [], comparison, days }) {
    if (comparison === undefined)
        return 'Changes';
    const [noun, count] = pullRequests[0] ? ['pull request', pullRequests.length] : ['commit', comparison.commitCount];
    const what = `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
    if (days === undefined)
        return what;
    const [dateFrom, dateTo] = [(0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_0__/* .toDay */ ._b)(Date.parse(days[0])), (0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_0__/* .toDay */ ._b)(Date.parse(days[1]) + _reports_dates_js__WEBPACK_IMPORTED_MODULE_0__/* .DAY_MS */ .sO)];
    return `${what}, ${(0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDates */ .HA)({ dateFrom, dateTo }).replaceAll(/, \d{4}/gu, '')}`;
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
        const name = renderName(page);
        const lines = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `+${formatCount(page.additions)} −${formatCount(page.deletions)}`;
        if (!traffic)
            return [name, lines];
        const { human, ai, total } = page.views ?? {};
        const views = [human, ai, total].map((count) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${count === undefined ? '' : formatCount(count)}`);
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${name}<br>${lines}`, ...views];
    });
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .table */ .tp)(header, rows, [':--', '--:', '--:', '--:'])];
}
function renderName({ path, status }) {
    const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(path, MAXIMUM_PATH);
    if (status === 'added')
        return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${name} new`;
    return status === 'removed' || status === 'renamed' ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${name} ${status}` : name;
}
function formatCount(count) {
    return count.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
function renderRest({ pages, otherFileCount, traffic }) {
    const name = (count, noun) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
    const more = pages.length - MAXIMUM_PAGES;
    const counts = [
        ...(more > 0 ? [name(more, 'more page')] : []),
        ...(otherFileCount > 0 ? [name(otherFileCount, 'other file')] : []),
    ].join(' and ');
    const sentences = counts === '' ? [] : [`${pages.length === 0 ? 'Changed no pages,' : 'Also changed'} ${counts}.`];
    if (traffic !== undefined && pages.length > 0) {
        const { days, isPartial } = traffic;
        sentences.push(`Views in the last ${days === 1 ? 'day' : `${days} days`}.`);
        if (isPartial)
            sentences.push('Only part of the site was searched.');
    }
    return sentences.length === 0 ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${sentences.join(' ')}`];
}
function renderPrevious({ previous, isFollowUp, prLink }, when) {
    if (previous === undefined || isFollowUp === undefined)
        return [];
    const { url, state } = previous;
    const name = url === undefined ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `the previous request` : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .plain */ .pj)((0,_github_pull_request_url_js__WEBPACK_IMPORTED_MODULE_2__/* .formatPullRequest */ .sS)(url)), url);
    if (!isFollowUp) {
        const [before, after] = WHY_NEW[state];
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Started a new job because ${before}${name} ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .prose */ .CS)(after)}`];
    }
    if (when === 'working')
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `The agent is updating ${name}.`];
    if (prLink === undefined)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `The prompt was sent to the job behind ${name}.`];
    if (prLink.href === url?.href)
        return [];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `The prompt was sent to the job behind ${name}, and the agent opened another pull request.`];
}
const WHY_NEW = {
    open: ['the job behind ', "doesn't accept more prompts."],
    closed: ['', 'is closed.'],
    merged: ['', 'is merged.'],
    deleted: ['', 'was deleted.'],
    unreadable: [
        "the action couldn't determine whether ",
        'is open. To continue it next time, set a `github-token` that can read that repository, or `follow-up: always`.',
    ],
    'job-unreadable': ['the job behind ', "couldn't be read."],
    'job-active': [
        'the job behind ',
        'is still active. With `concurrency` in the workflow, commands wait for each other.',
    ],
    'job-archived': ['the job behind ', 'was archived.'],
    'job-failed': ['the job behind ', 'failed.'],
    'job-gone': ['the job behind ', 'no longer exists.'],
};


/***/ }),

/***/ 4285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EY: () => (/* binding */ renderProgress),
/* harmony export */   GT: () => (/* binding */ createReportContext),
/* harmony export */   kK: () => (/* binding */ renderSmallLine)
/* harmony export */ });
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4576);
/* harmony import */ var _runner_clock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(453);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8154);
/* harmony import */ var _early_inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8905);
/* harmony import */ var _covered_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(230);
/* harmony import */ var _documentation_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3190);








function createReportContext({ comment }, runUrl, reader, now) {
    return {
        now,
        askedBy: comment?.author.login,
        runUrl,
        command: reader.text('command'),
        projectId: reader.text('project-id'),
        hasDashboard: URL.parse(reader.text('base-url'))?.origin === _early_inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .INPUT_DEFAULTS */ .WJ['base-url'],
        isAttached: reader.text('job-id') !== '',
        followUp: reader.text('follow-up'),
    };
}
function renderProgress(progress, context) {
    const { state, job, covered, waitingUntil } = progress;
    const { headline, text } = PROGRESS[state];
    const limit = waitingUntil === undefined ? '' : (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_5__/* .formatTime */ .fU)(waitingUntil, context.now());
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### ⏳ ${headline}`,
        ...(limit === '' ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `The service asked the action to wait until ${limit}. The run continues then.`]),
        ...(job === undefined ? [] : (0,_documentation_js__WEBPACK_IMPORTED_MODULE_4__/* .renderPrevious */ .S)(job, 'working')),
        ...(0,_covered_js__WEBPACK_IMPORTED_MODULE_3__/* .renderCovered */ .LH)(covered, context.runUrl),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .prose */ .CS)(text),
        renderSmallLine({ job }, context),
    ], '\n\n');
}
const PROGRESS = {
    claimed: {
        headline: 'Preparing the prompt',
        text: 'Nothing has been sent to the agent yet. The run edits this comment when that changes. ' +
            'If the run has ended, re-run it.',
    },
    sending: {
        headline: 'Sending the prompt',
        text: 'The run edits this comment when the service has answered. If the run has ended, the agent may have received ' +
            'the prompt: look for a new job, pull request, or commit before you send it again.',
    },
    job: {
        headline: 'The agent has received the prompt',
        text: 'The run edits this comment when the job ends. If the run has ended, re-run it to see the result.',
    },
};
function renderSmallLine(report, { askedBy, runUrl, projectId }) {
    const { job, durationMs, reportedIn, prompt } = report;
    const { removals = 0 } = prompt ?? {};
    const passages = removals === 1 ? 'passage' : 'passages';
    const comment = reportedIn === undefined ? undefined : (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_6__/* .toSafeUrl */ .w)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_7__/* .untrustedText */ .U)(reportedIn));
    const facts = [
        ...(askedBy === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Requested by ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(askedBy)}`]),
        ...(job === undefined || durationMs === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `took ${(0,_runner_clock_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a)(durationMs)}`]),
        ...(projectId === '' ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Project ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(projectId)}`]),
        ...(job === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Job ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(job.jobId)}`]),
        ...(prompt?.changes === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Sent to the agent: ${prompt.changes}`]),
        ...(removals === 0 ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${removals} hidden ${passages} removed`]),
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

/***/ 7558:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ NotShownError),
/* harmony export */   e: () => (/* binding */ readBack)
/* harmony export */ });
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);

class NotShownError extends _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ {
}
const LONGEST_LAG_MS = 30_000;
const LONGEST_PAUSE_MS = 4_000;
async function readBack(isShown, options) {
    const { comment, clock, signal, delayMs } = options;
    const startedAt = clock.now();
    let isLate = delayMs === undefined;
    for (let pauseMs = 250;; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        const found = await comment.find();
        const isHere = isShown(found);
        if (isHere && isLate)
            return found;
        if (clock.now() - startedAt >= LONGEST_LAG_MS)
            throw new NotShownError('read back our comment', {
                answer: `the list of comments didn't show it within ${LONGEST_LAG_MS / 1000} s`,
                hint: "Check GitHub's status page, and try again later.",
            });
        isLate ||= isHere;
        await clock.sleep(isHere ? (delayMs ?? 0) : pauseMs, signal);
    }
}


/***/ }),

/***/ 372:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KI: () => (/* binding */ parsePathPatterns),
/* harmony export */   P7: () => (/* binding */ createMatcher),
/* harmony export */   fg: () => (/* binding */ isGlob),
/* harmony export */   nS: () => (/* binding */ parseGlobs),
/* harmony export */   pf: () => (/* binding */ ALLOWED_GLOBS)
/* harmony export */ });
/* harmony import */ var picomatch_posix_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8016);

function parseGlobs(text) {
    let depth = 0;
    const lines = text.replaceAll(/[{},]|\r\n?|\n/gu, (mark) => {
        if (mark === '{')
            depth += 1;
        else if (mark === '}')
            depth = Math.max(0, depth - 1);
        else if (mark !== ',')
            depth = 0;
        return /[{}]/u.test(mark) || depth > 0 ? mark : '\n';
    });
    return lines.split('\n').flatMap((line) => line.trim() || []);
}
function parsePathPatterns(text) {
    const globs = parseGlobs(text);
    const excluded = globs.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1).trim() : []));
    return { included: globs.filter((glob) => !glob.startsWith('!')), excluded };
}
const ALLOWED_GLOBS = 'globs of up to 1000 characters, with every bracket closed, and without `/` at their end';
function isGlob(glob) {
    const count = (bracket) => glob.split(bracket).length;
    const isClosed = count('[') === count(']') && count('{') === count('}');
    return isClosed && glob.length <= 1000 && !glob.endsWith('/');
}
const LONGEST_PATH = 1000;
function createMatcher(globs) {
    const matchers = globs.map((glob) => picomatch_posix_js__WEBPACK_IMPORTED_MODULE_0__(glob.replace(/^\.?\//u, ''), { dot: true, nonegate: true, posix: true }));
    return (path) => path.length <= LONGEST_PATH && matchers.some((matches) => matches(path));
}


/***/ })

};
