export const id = 11;
export const ids = [11];
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
        'place-of-other-key': [
            'Previous runs used another API key',
            "The action can't verify the comments in the thread, so it doesn't know at which commit the previous run ended. " +
                'Save the previous key as the secret that `previous-api-key` uses, or run the workflow once with ' +
                '`since: <n>d`, with enough days to cover all missing changes.',
        ],
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
        'other-key': [
            'The API key changed after this run started',
            "The previous comment was made with another `api-key`, so a re-run can't find its job. " +
                'If the workflow sets `previous-api-key`, save the previous key as its secret, and re-run the workflow run. ' +
                'If the comment names a job, run the action with its ID as `job-id`. ' +
                'Otherwise, look for a new job, pull request, or commit by the agent.',
        ],
    },
    none: {
        'comment-gone': ['The comment with the command was deleted'],
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

/***/ 672:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  F9: () => (/* binding */ ClaimError),
  S6: () => (/* binding */ claimRun),
  Qw: () => (/* binding */ connectComment),
  Lu: () => (/* binding */ nameRun),
  pf: () => (/* binding */ refuseClaim)
});

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/github/marked-comment.js
var marked_comment = __webpack_require__(8284);
// EXTERNAL MODULE: ./build/github/signed-marker.js
var signed_marker = __webpack_require__(5671);
// EXTERNAL MODULE: ./build/job-marker/claim.js
var job_marker_claim = __webpack_require__(3497);
// EXTERNAL MODULE: ./build/github/read-back.js
var read_back = __webpack_require__(7314);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
// EXTERNAL MODULE: ./build/untrusted/markdown.js
var markdown = __webpack_require__(1676);
// EXTERNAL MODULE: ./build/agent-job/claim/precedence.js
var precedence = __webpack_require__(8315);
;// CONCATENATED MODULE: ./build/agent-job/claim/claim.js






const VISIBILITY_DELAY_MS = 1_500;
async function makeClaim(options) {
    const { comment, claim: given, clock, signal } = options;
    const eyes = await leaveEyes(options);
    comment.identify(eyes.account);
    const isRerun = given.claimant.attempt > 1;
    if (!isRerun && eyes.result !== 'again' && given.series === undefined)
        return await postClaim({ ...options, eyes });
    let found = await comment.find();
    const claim = { ...given, trigger: (0,precedence/* findTrigger */.Ob)(found, given) };
    const attempt = { ...options, claim, eyes };
    let decisive = (0,precedence/* selectDecisive */.Hq)(found, claim, isNew(attempt));
    if (decisive === undefined && eyes.result === 'again') {
        await clock.sleep(VISIBILITY_DELAY_MS, signal);
        found = await comment.find();
        decisive = (0,precedence/* selectDecisive */.Hq)(found, claim, isNew(attempt));
    }
    if (decisive !== undefined)
        return await decide(decisive, found, attempt);
    const earlier = (0,precedence/* findEarlier */._l)(found, claim);
    return (earlier && (await takeOverEarlier(earlier, found, attempt))) ?? (await postClaim(attempt));
}
async function leaveEyes({ github, comment, trigger, warn }) {
    if (trigger === undefined)
        return { result: 'none' };
    try {
        return await github.react(trigger, 'eyes');
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y_))
            throw error;
        if (!error.isLocked)
            warn(error);
        const isGone = error.status === 404 && !(await github.hasComment(trigger));
        if (isGone)
            await comment.find();
        return { result: isGone ? 'gone' : 'failed' };
    }
}
const isNew = ({ claim, eyes }) => claim.claimant.attempt === 1 || eyes.result === 'first';
async function postClaim(attempt) {
    const { comment, claim, content, eyes, warn } = attempt;
    if (eyes.result === 'gone')
        return end('skipped', 'comment-gone');
    const { id, isRepeated } = await comment.post(content, claim);
    const isAlone = eyes.result === 'first' || (eyes.result === 'none' && claim.range === undefined);
    const settleMs = isAlone && !isRepeated ? undefined : VISIBILITY_DELAY_MS;
    const all = await (0,read_back/* readBack */.e)((shown) => shown.some((each) => each.id === id), { ...attempt, settleMs });
    const found = all.filter(({ payload }) => payload.nonce !== claim.nonce);
    const [own, ...spare] = all.filter(({ payload }) => payload.nonce === claim.nonce);
    const older = found.filter((each) => each.payload.trigger !== claim.trigger || each.id < (own?.id ?? id));
    const decisive = (0,precedence/* selectDecisive */.Hq)(older, claim, isNew(attempt));
    const needless = decisive === undefined || own === undefined ? spare : [...spare, own];
    for (const each of needless)
        await comment.remove(each).catch(warn);
    if (decisive !== undefined)
        return await decide(decisive, found, attempt);
    comment.adopt(own && { ...own, isVerified: true });
    return { kind: 'won', found };
}
async function decide(decisive, found, attempt) {
    const { comment, claim, warn } = attempt;
    const { payload, isVerified, url } = decisive;
    const { state, job, outcome } = payload;
    for (const each of (0,precedence/* findNeedless */.Bv)(found, decisive, claim))
        await comment.remove(each).catch(warn);
    if (!isVerified)
        return await decideUnread(decisive, found, attempt);
    if (payload.trigger !== claim.trigger)
        return duplicate(decisive, 'taken-over-by-later-run');
    const isOurs = (0,precedence/* isOfEarlierAttempt */.HD)(payload, claim);
    if (isOurs && (0,precedence/* mayClaimAgain */.ko)(decisive))
        return (await takeOver(decisive, found, attempt)) ?? duplicate(decisive, 'claimed-by-other-run');
    if (state === 'finished' && job !== undefined)
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
async function decideUnread(decisive, found, attempt) {
    const { payload, isOurs, isSigned, text, url } = decisive;
    const { comment, claim, content } = attempt;
    if (payload.state === 'refused' && isOurs === true) {
        const taken = await takeOver(decisive, found, attempt);
        if (taken !== undefined)
            return taken;
    }
    const isRerun = payload.state !== 'answered' && (0,precedence/* isOfEarlierAttempt */.HD)(payload, claim);
    if (isRerun && isOurs === true && (0,markdown/* hasHeadlineOf */.EM)(content, text))
        comment.adopt(decisive);
    if (isRerun && isSigned && payload.commentId === undefined)
        return endUnconfirmed(url);
    if (isRerun)
        return end('unknown', 'other-key', url);
    return duplicate(decisive, 'claimed-by-other-run');
}
function end(outcome, cause, reportedIn = '') {
    return { kind: 'ended', ending: { outcome, cause }, reportedIn };
}
function endUnconfirmed(reportedIn = '') {
    const problem = "An earlier attempt of this run couldn't confirm that the prompt was received.";
    return { kind: 'ended', ending: { outcome: 'unknown', cause: 'prompt-unconfirmed', problem }, reportedIn };
}
function duplicate({ payload, isSigned, url }, cause) {
    const again = payload.state === 'refused' ? ' That run ended without creating a job. Re-run it, or post the command again.' : '';
    const problem = isSigned ? `It is the workflow run ${payload.claimant.runId}.${again}` : undefined;
    return { kind: 'ended', ending: { outcome: 'duplicate', cause, problem }, reportedIn: url };
}
async function takeOverEarlier(earlier, found, attempt) {
    try {
        return await takeOver(earlier, found, attempt);
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y_) || error.isTransient)
            throw error;
        attempt.comment.adopt(undefined);
        return undefined;
    }
}
async function takeOver(before, found, attempt) {
    const { comment, claim, content, clock, signal, eyes } = attempt;
    if (eyes.result === 'gone')
        return end('skipped', 'comment-gone');
    const { confused } = before.payload;
    const inherited = before.isVerified ? (0,job_marker_claim/* inheritClaim */.C8)(before.payload) : (0,json/* dropAbsent */.dm)({ confused });
    comment.adopt({ ...before, isVerified: true, payload: { ...claim, ...inherited } });
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
    throw error instanceof errors/* GitHubError */.y_ ? new ClaimError(error) : error;
}
async function claimRun(purpose, trigger, inputs, content, dependencies) {
    const { comment, github, signal } = dependencies;
    if (comment === undefined || github === undefined)
        return { kind: 'won', found: [] };
    const warn = (0,errors/* createThreadWarning */.DM)(dependencies);
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
        return { kind: 'won', found: [], ...(error instanceof errors/* GitHubError */.y_ && { failure: error }) };
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
    const { source, trigger: ofRun, ...names } = nameRun(kind, inputs, run);
    const isByComment = comment !== undefined && kind !== 'check';
    const asked = isByComment ? `${comment.kind} ${comment.id}` : ofRun;
    return {
        state: STATES[kind],
        trigger: kind === 'answer' ? `${precedence/* ANSWER */.tp} ${run.id}` : asked,
        ...(kind === 'prompt' && !isByComment && { source }),
        ...(comment === undefined && isOwnThread && { series: source }),
        event: trigger.eventName,
        ...names,
        nonce,
        ...(kind === 'prompt' && range && { range }),
        ...(kind === 'attach' && { job: { jobId: purpose.jobId } }),
    };
}
function nameRun(kind, inputs, run) {
    const step = [kind === 'check', run.workflow, run.job, run.step, JSON.stringify(inputs.paths)];
    return {
        source: (0,signed_marker/* digest */.br)([...step, inputs.promptSource].join('\n')),
        trigger: `run ${run.id} ${(0,signed_marker/* digest */.br)([...step, inputs.prompt].join('\n'))}`,
        project: (0,signed_marker/* digest */.br)(inputs.projectId),
        claimant: { runId: run.id, job: run.job, step: run.step, attempt: run.attempt },
    };
}
function connectComment(connection, thread, since, { run, apiKey, previousApiKey, secrets, command }) {
    return new marked_comment/* MarkedComment */.O({
        ...connection,
        thread,
        since,
        command,
        marker: (0,job_marker_claim/* createClaimMarker */.PP)(apiKey, run.repositoryId, thread, previousApiKey),
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
/* harmony export */   Ob: () => (/* binding */ findTrigger),
/* harmony export */   _l: () => (/* binding */ findEarlier),
/* harmony export */   ko: () => (/* binding */ mayClaimAgain),
/* harmony export */   tp: () => (/* binding */ ANSWER)
/* harmony export */ });
/* harmony import */ var _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8577);

function selectDecisive(found, { trigger, project, series, claimant }, isNew = claimant.attempt === 1) {
    const counts = ({ isVerified, isOurs, isSigned }) => isVerified || isOurs || (isSigned && isNew);
    const ours = found.filter((each) => each.payload.project === project && counts(each));
    const same = ours.filter(({ payload }) => payload.trigger === trigger);
    const oldest = same.find(({ payload, isVerified }) => isVerified || payload.state !== 'refused') ?? same[0];
    if (oldest !== undefined || series === undefined || claimant.attempt === 1)
        return oldest;
    return ours.find(({ payload, isVerified }) => isVerified && payload.series === series && Number(payload.claimant.runId) > Number(claimant.runId));
}
function findTrigger(found, now) {
    const { trigger, project, source } = now;
    const ofProject = found.filter(({ isVerified, payload }) => isVerified && payload.project === project);
    if (source === undefined || ofProject.some(({ payload }) => payload.trigger === trigger))
        return trigger;
    const earlier = ofProject.find(({ payload }) => payload.source === source && isOfEarlierAttempt(payload, now));
    return earlier?.payload.trigger ?? trigger;
}
function isUnread({ isVerified, isOurs }) {
    return !isVerified && isOurs === true;
}
function isOfEarlierAttempt({ claimant }, { claimant: now }) {
    const isSameStep = claimant.job === now.job && claimant.step === now.step;
    return claimant.runId === now.runId && isSameStep && claimant.attempt < now.attempt;
}
function mayClaimAgain({ payload: { state, outcome } }) {
    const onRerun = state === 'finished' && outcome && _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOME_RECORDS */ .gk[outcome].onRerun;
    return state === 'refused' || onRerun === 'send';
}
const ANSWER = 'answer of run';
function findNeedless(found, { id }, now) {
    return found.filter(({ id: each, payload, isVerified }) => {
        const isSame = payload.trigger === now.trigger && payload.project === now.project;
        return isVerified && each > id && isSame && payload.job === undefined && isOfEarlierAttempt(payload, now);
    });
}
function findEarlier(found, claim) {
    const { series, project, claimant } = claim;
    const reply = found.findLast((each) => each.payload.trigger.startsWith(ANSWER) &&
        (each.isVerified || isUnread(each)) &&
        isOfEarlierAttempt(each.payload, claim));
    if (reply !== undefined || series === undefined)
        return reply;
    return found.findLast(({ payload, isVerified }) => {
        const isSame = payload.series === series && payload.project === project;
        return isVerified && isSame && payload.outcome && Number(payload.claimant.runId) < Number(claimant.runId);
    });
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
/* harmony import */ var _globs_create_matcher_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2285);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);


function selectFiles(files, patterns) {
    const isIncluded = patterns.included.length === 0 ? () => true : matchFiles(patterns.included);
    const isExcluded = matchFiles(patterns.excluded);
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
function matchFiles(patterns) {
    return (0,_globs_create_matcher_js__WEBPACK_IMPORTED_MODULE_0__/* .createMatcher */ .P)(patterns.map((pattern) => pattern.replace(/^\.?\//u, '')));
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

/***/ 806:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hg: () => (/* binding */ findNext),
/* harmony export */   PT: () => (/* binding */ listUnseen),
/* harmony export */   Wc: () => (/* binding */ isTold),
/* harmony export */   pG: () => (/* binding */ findBeginning)
/* harmony export */ });
/* harmony import */ var _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8577);
/* harmony import */ var _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1737);


const UNFINISHED_MS = 2 * 60 * 60_000;
const RECENT_MS = 35 * _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .DAY_MS */ .sO;
const LEAST_DAYS = 7;
function findBeginning(past, own, now) {
    const ofProject = past.filter(({ payload }) => payload.project === own.project);
    const verified = ofProject.filter(({ isVerified }) => isVerified);
    const told = verified.flatMap((each) => {
        const { range } = each.payload;
        return range?.branch === own.branch || range?.series === own.series
            ? [{ ...each, range, end: judge(each, now) }]
            : [];
    });
    const series = told.filter(({ range }) => range.series === own.series);
    const blocking = series.find(({ end }) => end === 'open');
    if (blocking !== undefined)
        return { kind: 'blocked', by: blocking };
    const place = findPlace(series);
    if (place !== undefined)
        return place;
    if (ofProject.some(({ isVerified, isOurs }) => !isVerified && isOurs === true))
        return { kind: 'unverified' };
    const others = told.filter(({ range }) => range.series !== own.series);
    const ofStep = others.filter(({ range }) => range.step === own.step);
    return (findOldestPlace(ofStep, now, 'where another prompt of this step ended') ??
        findOldestPlace(others.filter(hasMoved), now, 'where a prompt of another step ended') ?? {
        kind: 'days',
        reason: `${LEAST_DAYS} days ago, because no earlier run is known`,
    });
}
function findNext(past, own, range, now) {
    const find = (state) => {
        const payload = { state, project: own.project, range };
        const found = findBeginning([...past, { id: 0, url: '', isVerified: true, payload }], own, now);
        return found.kind === 'commit' ? found.base : undefined;
    };
    return { told: find('unknown'), untold: find('refused') };
}
function listUnseen(past, { project, branch, series }) {
    const ofBranch = past.filter(({ isVerified, payload }) => isVerified && payload.project === project);
    const own = ofBranch.filter(({ payload }) => payload.range?.series === series);
    const hasOwn = own.some(({ payload }) => isLastRun(payload.range));
    const deciding = hasOwn ? own : ofBranch.filter(({ payload }) => payload.range?.branch === branch);
    return deciding.filter(({ payload: { job, outcome } }) => job && !isFinal(outcome)).slice(-10);
}
function judge({ payload, updatedAt, jobNow }, now) {
    const { state, job, outcome } = payload;
    if (job === undefined) {
        const isOpen = outcome === undefined && !(now.getTime() - Date.parse(updatedAt ?? '') >= UNFINISHED_MS);
        return state === 'unknown' ? 'moved' : state === 'claimed' && isOpen ? 'open' : 'again';
    }
    const end = isFinal(outcome) ? outcome : (jobNow ?? 'active');
    if (end === 'active' || end === 'vanished')
        return end;
    return isTold(end ?? 'submitted', job) ? 'moved' : 'again';
}
function isTold(end, job) {
    if (job === undefined)
        return end === 'unknown';
    const { onRerun, isDoneByLink } = _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOME_RECORDS */ .gk[end];
    return onRerun !== 'send' || (isDoneByLink && job.prLink !== undefined);
}
function hasMoved({ end }) {
    return end === 'moved' || end === 'vanished';
}
function isFinal(outcome) {
    return outcome !== undefined && _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal;
}
function isLastRun(range) {
    return range !== undefined && (range.since ?? 'last-run') === 'last-run';
}
function findPlace(series, isCertain = false) {
    const chain = series.filter(({ range }) => isLastRun(range));
    if (chain.length === 0) {
        const first = series.find((each) => hasMoved(each) && Number.parseInt(each.range.since ?? '', 10) >= LEAST_DAYS);
        return first && { kind: 'commit', base: first.range.head, reason: 'where the previous run ended' };
    }
    const heads = [...new Set(chain.map(({ range }) => range.head))];
    const covering = chain.filter((each) => hasMoved(each) || (each.end === 'active' && !isCertain));
    let reached = -1;
    for (let before = -2; before < reached;) {
        before = reached;
        for (const { range } of covering)
            if (heads.indexOf(range.base) <= reached)
                reached = Math.max(reached, heads.indexOf(range.head));
    }
    const again = chain.find(({ range }) => heads.indexOf(range.base) <= reached && heads.indexOf(range.head) > reached);
    const base = heads[reached] ?? again?.range.base;
    if (base === undefined)
        return undefined;
    const last = covering.findLast(({ range }) => range.head === base);
    return {
        kind: 'commit',
        base,
        reason: again
            ? 'where an earlier range began whose changes must be included again'
            : 'where the previous run ended',
        ...(last?.end === 'vanished' && { isVanished: true }),
        ...(last && { reachedAt: findSentAt(last) }),
    };
}
function findOldestPlace(claims, now, reason) {
    const series = Map.groupBy(claims, ({ range }) => range.series);
    const places = [...series.values()].flatMap((each) => {
        const place = findPlace(each, true);
        const isRecent = each.some((claim) => now.getTime() - findSentAt(claim) <= RECENT_MS);
        return place && isRecent ? [place.base] : [];
    });
    const order = claims.map(({ range }) => range.head);
    const [base] = places.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    return base === undefined ? undefined : { kind: 'commit', base, reason };
}
function findSentAt({ payload, updatedAt }) {
    return Date.parse(payload.prompts?.at(-1)?.at ?? updatedAt ?? '');
}


/***/ }),

/***/ 230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LH: () => (/* binding */ renderCovered),
/* harmony export */   Nm: () => (/* binding */ renderNextRun)
/* harmony export */ });
/* unused harmony export formatBranchChanges */
/* harmony import */ var _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8577);
/* harmony import */ var _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1737);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8154);
/* harmony import */ var _request_since_fetch_branch_changes_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(712);
/* harmony import */ var _request_since_find_beginning_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(806);








const MAXIMUM_NAMES = 5;
const MAXIMUM_TITLE = 100;
function renderCovered(covered, runUrl) {
    if (covered === undefined)
        return [];
    const { range, pullRequests = [], start, leftOut } = covered;
    const comparison = new URL(`../../compare/${range.base}...${range.head}`, runUrl);
    const label = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${formatBranchChanges(covered)} (${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .commit */ .cd)(range.base)}…${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .commit */ .cd)(range.head)})`;
    const lines = pullRequests.slice(0, MAXIMUM_NAMES).map(({ number, title, url }) => {
        const text = title && (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .shorten */ .ml)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_6__/* .readUntrustedText */ .u)(title).trim().toWellFormed(), MAXIMUM_TITLE);
        const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${`#${number} ${text ?? ''}`}`;
        const page = url && (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_7__/* .toSafeUrl */ .w)(url);
        return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `- ${page ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(name, page) : name}`;
    });
    const more = pullRequests.length - lines.length;
    if (more > 0)
        lines.push((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `- and ${more.toLocaleString('en-US')} more`);
    const rest = leftOut && leftOut.pullRequests + leftOut.commits > 0 ? ` Left out: ${(0,_request_since_fetch_branch_changes_js__WEBPACK_IMPORTED_MODULE_4__/* .formatLeftOut */ .t)(leftOut)}.` : '';
    const why = start ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `: it begins ${start.reason}.${rest}` : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) ``;
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(label, comparison)}${why}`, ...(lines.length > 0 ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(lines, '\n')] : [])];
}
function renderNextRun({ covered, outcome, job, isClaimed }) {
    if (covered === undefined)
        return [];
    const { base, head, since = 'last-run' } = covered.range;
    const isLastRun = since === 'last-run';
    const { told, untold } = covered.next ?? (isLastRun ? { told: head, untold: base } : {});
    if (outcome === 'dry-run')
        return untold ? [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `A dry run records nothing: the next run begins at ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(untold.slice(0, 7))}.`] : [];
    if (isClaimed !== true)
        return [];
    const hasTold = (0,_request_since_find_beginning_js__WEBPACK_IMPORTED_MODULE_5__/* .isTold */ .Wc)(outcome, job);
    if (!hasTold && isLastRun)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The next run with \`since: last-run\` includes these changes again.`];
    const next = hasTold ? told : untold;
    if (next === undefined)
        return [];
    const unless = !hasTold || job === undefined || _job_marker_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal ? '' : ', unless the job fails';
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `The next run with \`since: last-run\` begins at ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(next.slice(0, 7))}${unless}.`];
}
function formatBranchChanges({ pullRequests = [], comparison, days }) {
    if (comparison === undefined)
        return 'Changes';
    const [noun, count] = pullRequests[0] ? ['pull request', pullRequests.length] : ['commit', comparison.commitCount];
    const what = `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
    if (days === undefined)
        return what;
    const [dateFrom, dateTo] = [(0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .toDay */ ._b)(Date.parse(days[0])), (0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .toDay */ ._b)(Date.parse(days[1]) + _reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .DAY_MS */ .sO)];
    return `${what}, ${(0,_reports_dates_js__WEBPACK_IMPORTED_MODULE_1__/* .formatDates */ .HA)({ dateFrom, dateTo }).replaceAll(/, \d{4}/gu, '')}`;
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








function createReportContext({ comment }, runUrl, reader) {
    return {
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
    const { job, waitingUntil } = progress;
    const limit = waitingUntil === undefined ? '' : (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_5__/* .formatTime */ .fU)(waitingUntil, Date.now());
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)([
        limit !== '' && job === undefined
            ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### ⏳ Waiting for the service's limit to end`
            : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### ⏳ The agent is working on the documentation`,
        ...(limit === ''
            ? []
            : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `The service asked the action to wait until ${limit}. This run continues then.`]),
        ...(job === undefined ? [] : (0,_documentation_js__WEBPACK_IMPORTED_MODULE_4__/* .renderPrevious */ .S)(job, 'working')),
        ...(0,_covered_js__WEBPACK_IMPORTED_MODULE_3__/* .renderCovered */ .LH)(progress.covered, context.runUrl),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `This comment is updated when the job ends.`,
        renderSmallLine({ job }, context),
    ], '\n\n');
}
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

/***/ 7314:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ NotShownError),
/* harmony export */   e: () => (/* binding */ readBack)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);

class NotShownError extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ {
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
                answer: `the list of comments didn't show it within ${LONGEST_LAG_MS / 1000} s`,
                hint: "Check GitHub's status page, and try again later.",
            });
        isSettled ||= isHere;
        await clock.sleep(isHere ? (settleMs ?? 0) : pauseMs, signal);
    }
}


/***/ }),

/***/ 2285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ createMatcher),
/* harmony export */   i: () => (/* binding */ isMatchable)
/* harmony export */ });
const LONGEST_GLOB = 1000;
const MAXIMUM_CHOICES = 100;
const OTHER_GROUP = /^(?:\\.|[^\\])*?[!+*?@]\(/su;
function isMatchable(glob) {
    return glob.length <= LONGEST_GLOB && !OTHER_GROUP.test(glob) && expandBraces(glob) !== undefined;
}
function createMatcher(globs) {
    const expanded = globs.flatMap((glob) => expandBraces(glob.replace(/(?<=.)\/$/u, '/**')) ?? []);
    const compiled = expanded.map((glob) => glob
        .replace(/(?<=\*)\/\*\*$/u, '$&/*')
        .split('/')
        .map(compileName));
    return (path) => {
        const names = path.split('/');
        return compiled.some((glob) => matchInOrder(glob, names, matchName));
    };
}
const GROUP = /^((?:\\.|[^\\])*?)\{((?:\\.|[^\\{},])*(?:,(?:\\.|[^\\{},])*)+)\}/su;
function expandBraces(glob) {
    let globs = [glob];
    while (globs.some((each) => GROUP.test(each))) {
        globs = [...new Set(globs.flatMap(expandGroup))];
        if (globs.length > MAXIMUM_CHOICES)
            return undefined;
    }
    return globs;
}
function expandGroup(glob) {
    const [whole = '', before = '', choices] = GROUP.exec(glob) ?? [];
    return choices?.split(/(?<!\\),/u).map((choice) => before + choice + glob.slice(whole.length)) ?? [glob];
}
const ANY = Symbol('any');
function matchInOrder(parts, items, matches) {
    let [part, item] = [0, 0];
    let [afterStar, taken] = [0, 0];
    while (item < items.length) {
        const current = parts[part];
        if (current === ANY) {
            part += 1;
            [afterStar, taken] = [part, item];
        }
        else if (current !== undefined && matches(current, items[item])) {
            part += 1;
            item += 1;
        }
        else if (afterStar > 0) {
            taken += 1;
            [part, item] = [afterStar, taken];
        }
        else
            return false;
    }
    return parts.slice(part).every((each) => each === ANY);
}
function compileName(name) {
    if (/^\*{2,}$/u.test(name))
        return ANY;
    return name.includes('[') ? [readName(name, true), readName(name, false)] : [readName(name, false)];
}
function matchName(alternatives, name) {
    return alternatives.some((parts) => {
        if (name === '' && parts.length > 0)
            return false;
        return matchInOrder(parts, name, (isMatch, character) => isMatch(character));
    });
}
function readName(name, hasClasses) {
    const tokens = name.matchAll(hasClasses ? /\\.|\[[!^]?\]?[^\]]*\]|\*+|./gsu : /\\.|\*+|./gsu);
    return [...tokens].flatMap(([token]) => {
        if (token.startsWith('*'))
            return [ANY];
        if (token === '?')
            return [() => true];
        if (token.startsWith('[') && token.length > 1)
            return [readClass(token)];
        const characters = token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
        return characters.split('').map((expected) => (character) => character === expected);
    });
}
function readClass(token) {
    const [, negation, content = ''] = /^\[([!^]?)(.*)\]$/su.exec(token) ?? [];
    const ranges = [...content.matchAll(/\\?(.)(?:-\\?(.))?/gsu)];
    const isIn = (character) => ranges.some(([, first = '', last = first]) => character >= first && character <= last);
    return negation === '' ? isIn : (character) => !isIn(character);
}


/***/ }),

/***/ 3497:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $f: () => (/* binding */ recordEnd),
/* harmony export */   C8: () => (/* binding */ inheritClaim),
/* harmony export */   Cd: () => (/* binding */ MOST_PROMPTS),
/* harmony export */   Ed: () => (/* binding */ parseClaim),
/* harmony export */   Hq: () => (/* binding */ tellsOfWork),
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
function createClaimMarker(apiKey, repository, thread, previousApiKey = '') {
    const marker = (0,_github_signed_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .createSignedMarker */ .Le)('job', apiKey, [repository, String(thread)], previousApiKey);
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
        source: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(fields['source']),
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
        range: parseRange(fields['range']),
        confused: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readNumber */ .kz)(fields['confused']),
    });
}
function parseList(value, parse) {
    return Array.isArray(value) ? value.flatMap((item) => parse(item) ?? []) : undefined;
}
function parseRange(value) {
    const range = readTexts(value, ['series', 'base', 'head']);
    const { step, branch, since } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value);
    if (range === undefined)
        return undefined;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({
        ...range,
        step: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(step),
        branch: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(branch),
        since: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(since),
    });
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
function tellsOfWork({ payload }, project) {
    return payload.project === project && payload.state !== 'refused' && payload.state !== 'answered';
}
function inheritClaim(before) {
    const [earlierJob] = listContinuableJobs(before);
    const links = [before.job?.prLink, before.earlierJob?.prLink, ...(before.pullRequests ?? [])];
    const distinct = new Map(links.flatMap((url) => (url ? [[url.href, url]] : [])));
    const short = [...distinct.values()].filter(({ href }) => href.length <= LONGEST_LINK);
    return {
        ...(0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({ earlierJob, prompts: before.prompts, confused: before.confused }),
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
    ...['open', 'closed', 'merged', 'deleted', 'unreadable'],
    ...['job-active', 'job-archived', 'job-failed', 'job-gone', 'job-unreadable'],
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

/***/ 8577:
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
    isDoneByLink: false,
    isContinuable: true,
    alwaysFails: false,
};
const ENDED = { ...GREEN, isFinal: true, onRerun: 'report', isContinuable: false };
const STOPPED = { ...GREEN, isEarly: true };
const RED = { ...GREEN, alwaysFails: true, reaction: 'confused' };
const RECORDS = {
    'pull-request': {
        ...ENDED,
        letter: 'p',
        sign: '🚀',
        headline: 'The documentation pull request is ready',
        advice: "Review it like any other pull request, and merge it when it's ready.",
        reaction: 'rocket',
        isContinuable: true,
    },
    'no-pull-request': {
        ...ENDED,
        letter: 'n',
        sign: '✅',
        headline: 'Finished without a pull request',
        advice: 'The agent either found nothing to change, or committed to the deployment branch. Check that branch. ' +
            'If a change is missing, {again}, and name the page and the change.',
        reaction: 'rocket',
    },
    archived: {
        ...ENDED,
        letter: 'a',
        sign: '🗄️',
        headline: 'The job was archived',
        advice: 'It was archived in the dashboard. For a new job, {again}.',
        reaction: 'confused',
        onRerun: 'send',
        isDoneByLink: true,
    },
    submitted: {
        ...GREEN,
        letter: 's',
        sign: '📨',
        headline: 'The job was submitted',
        advice: '',
        reaction: 'rocket',
        isEarly: true,
    },
    'dry-run': {
        ...GREEN,
        letter: 'd',
        sign: '🧪',
        headline: 'The setup check passed',
        advice: 'Nothing was sent to the agent. Next, post a command, or run the workflow without `dry-run`.',
    },
    skipped: { ...GREEN, letter: 'k', sign: '⏭️', headline: 'Nothing to do', advice: '' },
    denied: {
        ...GREEN,
        letter: 'x',
        sign: '🚫',
        headline: "The commenter can't use the command",
        advice: 'Ask someone with that permission to post the command, or ask a maintainer to lower `minimum-permission`.',
        reaction: '-1',
    },
    duplicate: { ...GREEN, letter: '2', sign: '👥', headline: 'Already handled by another run', advice: '' },
    failed: {
        ...ENDED,
        letter: 'f',
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
        letter: 't',
        sign: '⌛',
        headline: 'Stopped waiting for the job',
        advice: 'To wait longer, set a longer `timeout`.',
        reaction: 'confused',
    },
    unavailable: {
        ...STOPPED,
        letter: 'v',
        sign: '⏸️',
        headline: "The prompt couldn't be sent",
        advice: 'To wait longer, set a longer `timeout`.',
        reaction: 'confused',
    },
    cancelled: { ...RED, letter: 'c', sign: '🛑', headline: 'This run was canceled', advice: '', isEarly: true },
    unknown: {
        ...RED,
        letter: 'u',
        sign: '❓',
        headline: "Couldn't confirm that the prompt was received",
        advice: 'Look for a new job, pull request, or commit by the agent.',
    },
    error: { ...RED, letter: 'e', sign: '⚠️', headline: 'The action failed unexpectedly', advice: '', isEarly: true },
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


/***/ })

};
