export const id = 277;
export const ids = [277];
export const modules = {

/***/ 2562:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $f: () => (/* binding */ recordEnd),
/* harmony export */   Gr: () => (/* binding */ CLAIM_STATES),
/* harmony export */   PP: () => (/* binding */ createClaimMarker),
/* harmony export */   Vd: () => (/* binding */ pickSentTo),
/* harmony export */   cv: () => (/* binding */ listKnownJobs),
/* harmony export */   th: () => (/* binding */ PREVIOUS_STATES)
/* harmony export */ });
/* harmony import */ var _github_signed_marker_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5671);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3880);


const CLAIM_STATES = [
    'claimed',
    'waiting',
    'refused',
    'unknown',
    'job',
    'finished',
    'answered',
];
const PREVIOUS_STATES = [
    'open',
    'closed',
    'merged',
    'unreadable',
    'job-failed',
    'job-hangs',
    'job-unreadable',
];
function createClaimMarker(apiKey, repository, thread) {
    return (0,_github_signed_marker_js__WEBPACK_IMPORTED_MODULE_0__/* .createSignedMarker */ .Le)('job', apiKey, [repository, String(thread)]);
}
function pickSentTo({ isFollowUp, messageAt, previous }) {
    return {
        ...(isFollowUp !== undefined && { isFollowUp }),
        ...(messageAt !== undefined && { messageAt }),
        ...(previous && { previous }),
    };
}
function recordEnd(end) {
    const { outcome, jobId, status, prLink, headSha } = end;
    const ended = jobId === undefined ? 'refused' : _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal ? 'finished' : 'job';
    return {
        state: outcome === 'unknown' ? 'unknown' : ended,
        ...{ outcome, jobId, status, prLink, headSha },
        ...pickSentTo(end),
        ...(prLink && { kept: undefined }),
    };
}
function listKnownJobs(claim) {
    return [claim, claim.kept].flatMap(({ jobId, outcome, status, prLink, headSha } = {}) => {
        const isOver = outcome !== undefined && outcome !== 'pull-request' && _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal;
        return jobId === undefined || isOver ? [] : [{ jobId, outcome, status, prLink, headSha }];
    });
}


/***/ }),

/***/ 7237:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ parseClaim),
/* harmony export */   d: () => (/* binding */ parseKnown)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5443);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3880);
/* harmony import */ var _claim_marker_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2562);



function parseClaim(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(value);
    const { runId, job, step, attempt } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(fields['claimant']);
    const state = _claim_marker_js__WEBPACK_IMPORTED_MODULE_1__/* .CLAIM_STATES */ .Gr.find((known) => known === fields['state']);
    const texts = [fields['trigger'], fields['project'], fields['nonce'], runId, job, step].map(_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR);
    const isWhole = !texts.includes(undefined) && (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readNumber */ .kz)(attempt) !== undefined;
    if (state === undefined || !isWhole)
        return undefined;
    const { trigger, project, nonce, claimant } = fields;
    const commentId = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readNumber */ .kz)(fields['commentId']);
    return {
        ...{ state, trigger, project, nonce, claimant },
        series: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(fields['series']),
        kept: fields['kept'] === undefined ? undefined : parseKnown(fields['kept']),
        ...(commentId !== undefined && { commentId }),
        ...parseKnown(fields),
    };
}
function parseKnown(value) {
    const { jobId, outcome, status, prLink, headSha, isFollowUp, messageAt, previous } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(value);
    const { url, state } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(previous);
    const known = { url: readUrl(url), state: _claim_marker_js__WEBPACK_IMPORTED_MODULE_1__/* .PREVIOUS_STATES */ .th.find((each) => each === state) };
    const isOfJob = known.state?.startsWith('job-') === true && url === undefined;
    return {
        jobId: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(jobId),
        outcome: _outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOMES */ .im.find((each) => each === outcome),
        status: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(status),
        prLink: readUrl(prLink),
        headSha: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(headSha),
        isFollowUp: typeof isFollowUp === 'boolean' ? isFollowUp : undefined,
        messageAt: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readNumber */ .kz)(messageAt),
        previous: known.state && (known.url ?? isOfJob) ? { url: known.url, state: known.state } : undefined,
    };
}
function readUrl(value) {
    return URL.parse((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(value) ?? '') ?? undefined;
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
/* harmony export */   ko: () => (/* binding */ mayClaimAgain)
/* harmony export */ });
function selectDecisive(found, { trigger, project, series, claimant }, account) {
    const ours = found.filter((each) => each.payload.project === project && isByUs(each, account));
    const same = ours.filter(({ payload }) => payload.trigger === trigger);
    const oldest = same.find(({ payload, isVerified }) => isVerified || payload.state !== 'refused') ?? same[0];
    if (oldest !== undefined || series === undefined || claimant.attempt === 1)
        return oldest;
    return ours.find(({ payload }) => payload.series === series && isLater(payload, claimant.runId));
}
function isByUs({ isVerified, author }, account) {
    return isVerified || (author !== undefined && author === account);
}
function isOfEarlierAttempt({ claimant }, { claimant: now }) {
    const isSameStep = claimant.job === now.job && claimant.step === now.step;
    return claimant.runId === now.runId && isSameStep && claimant.attempt < now.attempt;
}
function mayClaimAgain({ payload: { state, outcome }, isVerified }) {
    const hasFailed = state === 'finished' && (outcome === 'failed' || outcome === 'archived');
    return state === 'refused' || (isVerified && (state === 'waiting' || hasFailed));
}
function findNeedless(found, { id }, now) {
    return found.filter(({ id: each, payload, isVerified }) => {
        const isSame = payload.trigger === now.trigger && payload.project === now.project;
        return isVerified && each > id && isSame && !payload.jobId && isOfEarlierAttempt(payload, now);
    });
}
function findEarlier(found, { series, project, claimant }) {
    if (series === undefined)
        return undefined;
    return found.findLast(({ payload, isVerified }) => {
        const isSame = payload.series === series && payload.project === project;
        return isVerified && isSame && payload.outcome && !isLater(payload, claimant.runId);
    });
}
function isLater({ claimant }, runId) {
    return Number(claimant.runId) > Number(runId);
}


/***/ }),

/***/ 7738:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Qw: () => (/* binding */ connectComment),
  xf: () => (/* binding */ connectReport),
  Yy: () => (/* binding */ connectRun),
  Ux: () => (/* binding */ connectService)
});

// EXTERNAL MODULE: ./build/docs-service/client.js
var client = __webpack_require__(4037);
// EXTERNAL MODULE: ./build/docs-service/errors.js
var errors = __webpack_require__(9597);
// EXTERNAL MODULE: ./build/github/connect.js
var connect = __webpack_require__(6456);
// EXTERNAL MODULE: ./build/untrusted/truncate-markdown.js
var truncate_markdown = __webpack_require__(797);
// EXTERNAL MODULE: ./build/github/errors.js
var github_errors = __webpack_require__(7307);
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
    const { github, thread, marker, budget, signal } = options;
    let current;
    let unconfirmed;
    let last = Promise.resolve();
    return {
        get current() {
            return current;
        },
        post: (content, payload) => inOrder(() => post(content, payload)),
        edit: (content, change) => inOrder(() => edit(content, change)),
        adopt,
        remove: (comment) => inOrder(async () => {
            await github.deleteComment(comment.id).catch((error) => {
                if (!isGone(error))
                    throw error;
            });
            if (current?.id === comment.id)
                adopt(undefined);
        }),
        find,
    };
    function inOrder(operation) {
        const result = last.catch(() => { }).then(operation);
        last = result;
        return result;
    }
    function adopt(comment) {
        current = comment;
        unconfirmed = undefined;
        return comment;
    }
    async function post(content, payload) {
        for (let attempt = 1;; attempt += 1) {
            const posted = await tryToPost(content, payload);
            if (!(posted instanceof github_errors/* GitHubError */.y))
                return adopt(posted);
            const own = await findOwn(payload);
            if (own !== undefined)
                return adopt(own);
            if (wasAccepted(posted) || !(await budget.pause(attempt, signal)))
                throw posted;
        }
    }
    async function tryToPost(content, payload) {
        unconfirmed = payload;
        try {
            const comment = await github.createComment(thread, render(content, payload));
            return { ...locate(comment), payload, isVerified: true };
        }
        catch (error) {
            if (!(error instanceof github_errors/* GitHubError */.y))
                throw error;
            if (mayHaveBeenPosted(error))
                return error;
            unconfirmed = undefined;
            throw error;
        }
    }
    async function edit(content, change) {
        if (current === undefined && unconfirmed !== undefined) {
            const payload = unconfirmed;
            const own = await findOwn(payload);
            if (own !== undefined)
                adopt({ ...own, payload });
        }
        if (current === undefined)
            return;
        const { id, payload } = current;
        current = { ...current, payload: { ...payload, ...change } };
        try {
            await github.updateComment(id, render(content, { ...current.payload, commentId: id }));
        }
        catch (error) {
            if (isGone(error))
                adopt(undefined);
            throw error;
        }
    }
    async function findOwn({ nonce }) {
        return (await find()).find(({ payload, isVerified }) => isVerified && payload.nonce === nonce);
    }
    async function find() {
        return selectMarked(await github.listComments(thread, options.since), marker, options.parse);
    }
    function render(content, payload) {
        const end = `\n\n${marker.write(payload)}`;
        return `${(0,truncate_markdown/* truncateMarkdown */.o)(options.redact(content.toString()), MAXIMUM_LENGTH - end.length)}${end}`;
    }
}
function mayHaveBeenPosted(error) {
    if (error.isRateLimited)
        return false;
    return wasAccepted(error) || error.isTransient;
}
function wasAccepted({ status }) {
    return status !== undefined && status < 300;
}
function isGone(error) {
    return error instanceof github_errors/* GitHubError */.y && (error.status === 404 || error.status === 410);
}

// EXTERNAL MODULE: ./build/network/fetch.js
var network_fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/runner/cancellation.js
var cancellation = __webpack_require__(172);
// EXTERNAL MODULE: ./build/runner/clock.js
var clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/agent-job/claim/claim-marker.js
var claim_marker = __webpack_require__(2562);
// EXTERNAL MODULE: ./build/agent-job/claim/parse-claim.js
var parse_claim = __webpack_require__(7237);
;// CONCATENATED MODULE: ./build/agent-job/request/merged-pull-request.js

async function addMergedPullRequest(trigger, { issueNumber, ignoreAuthors }, github, log) {
    const { push } = trigger;
    if (push === undefined || (issueNumber !== undefined && ignoreAuthors.length === 0))
        return trigger;
    try {
        const pullRequest = await findMergedPullRequest(push, github ?? WITHOUT_TOKEN);
        if (pullRequest === undefined)
            return trigger;
        const known = { ...trigger, push: { ...push, pullRequest } };
        return issueNumber === undefined ? { ...known, thread: pullRequest } : known;
    }
    catch (error) {
        if (!(error instanceof github_errors/* GitHubError */.y))
            throw error;
        log.warning('The pull request of the push is not known', error.message);
        return trigger;
    }
}
const WITHOUT_TOKEN = {
    async listPullRequestsOfCommit(commit) {
        throw new github_errors/* GitHubError */.y(`list pull requests of commit ${commit}`, {
            answer: 'it was not asked, since `github-token` is empty',
            hint: 'Without it the push counts as any other push, whoever wrote its pull request.',
        });
    },
};
async function findMergedPullRequest({ branch, before, after, commits }, github) {
    const first = commits[0]?.id;
    if (branch === undefined || before === undefined || after === undefined || first === undefined)
        return undefined;
    const ofLast = await github.listPullRequestsOfCommit(after);
    const merged = ofLast.filter((pull) => pull.mergeCommit === after && pull.mergedInto === branch);
    const [found] = merged;
    if (found === undefined || merged.length > 1)
        return undefined;
    const ofFirst = first === after ? ofLast : await github.listPullRequestsOfCommit(first);
    return ofFirst.some(({ number }) => number === found.number) ? toThread(found) : undefined;
}
function toThread({ number, title, url, author }) {
    return {
        kind: 'pull request',
        number,
        ...(title !== undefined && { title }),
        ...(url !== undefined && { url }),
        ...(author !== undefined && { author }),
    };
}

// EXTERNAL MODULE: ./build/agent-job/request/trigger.js
var request_trigger = __webpack_require__(7274);
// EXTERNAL MODULE: ./build/agent-job/result/progress.js
var progress = __webpack_require__(4285);
;// CONCATENATED MODULE: ./build/agent-job/connections.js












const GITHUB_GRACE_MS = 5_000;
function connectRun(trigger, inputs, run, fetch, signal) {
    const { githubToken: token } = inputs;
    if (token === '')
        return {};
    const thread = (0,request_trigger/* findReportThread */.UB)(trigger, inputs);
    const connection = (0,connect/* connectGitHub */.U)({
        run,
        token,
        fetch,
        clock: clock/* systemClock */.m,
        signal: (0,network_fetch/* delayAbort */.y5)(signal, GITHUB_GRACE_MS),
        threadKind: thread === undefined && trigger.push !== undefined ? 'pull request' : thread?.kind,
    });
    const { comment } = trigger;
    const isReacting = comment !== undefined && inputs.comment;
    return { connection, react: isReacting ? { github: connection.github, trigger: comment } : undefined };
}
async function connectReport(event, inputs, run, connections, { log, secrets }, signal) {
    const { connection } = connections;
    const github = connection && (0,cancellation/* untilAborted */.Eu)(connection.github, signal);
    const trigger = await addMergedPullRequest(event, inputs, github, log);
    const thread = (0,request_trigger/* findReportThread */.UB)(trigger, inputs);
    if (connection === undefined || !inputs.comment || thread === undefined)
        return { trigger, connections };
    const since = inputs.followUp === 'never' ? trigger.comment?.createdAt : undefined;
    const { apiKey } = inputs;
    const comment = connectComment(connection, thread.number, since, { run, apiKey, secrets });
    return { trigger, connections: { ...connections, comment } };
}
function connectComment(connection, thread, since, { run, apiKey, secrets }) {
    return createMarkedComment({
        ...connection,
        thread,
        since,
        marker: (0,claim_marker/* createClaimMarker */.PP)(apiKey, (0,connect/* identifyRepository */.N)(run), thread),
        parse: parse_claim/* parseClaim */.E,
        redact: secrets.redact,
    });
}
function connectService({ log, secrets }, { baseUrl, apiKey, projectId }, fetch) {
    return (0,client/* createDocsService */.d)({
        baseUrl,
        apiKey,
        projectId,
        fetch,
        ...clock/* systemClock */.m,
        random: Math.random,
        redact: secrets.redact,
        onRetry({ failure, attempt, delayMs }) {
            const next = `the next one follows in ${(0,progress/* formatDuration */.a3)(delayMs)}.`;
            const what = (0,errors/* sendsPrompt */["if"])(failure.operation) ? 'was certainly not accepted' : 'failed';
            log.info(`${failure.message} Attempt ${attempt} ${what}; ${next}`);
        },
    });
}


/***/ }),

/***/ 7614:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ CAUSES)
/* harmony export */ });
const NEW_KEY = 'A maintainer makes an admin key with the scopes `read` and `write` on {keys}, and stores it as the secret that `api-key` reads.';
const FORBIDDEN = 'or its list of allowed addresses leaves out this runner, or the plan has no API. A maintainer looks at {keys} and at {usage}.';
const CAUSES = {
    'key-refused': {
        headline: 'The service refused the API key',
        advice: `It is wrong or has expired; keys expire after 90 days unless set otherwise. ${NEW_KEY}`,
        mend: 'key',
    },
    'key-of-assistant': {
        headline: 'The API key is an assistant key',
        advice: `Keys that begin with \`mint_dsc_\` don't run agent jobs. ${NEW_KEY}`,
        mend: 'key',
    },
    'key-of-index': {
        headline: 'The API key is an index key',
        advice: `Keys that begin with \`mint_us_\` don't run agent jobs. ${NEW_KEY}`,
        mend: 'key',
    },
    'key-with-bearer': {
        headline: 'A word stands before the API key',
        advice: 'A maintainer stores the key alone, without the word of the header, as the secret that `api-key` reads.',
        mend: 'key',
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
    'job-not-found': { headline: 'There is no such job in this project', advice: '', mend: 'either' },
    'not-the-service': {
        headline: 'The answer is not by the documentation service',
        advice: 'A maintainer checks `base-url`: it has to lead to the service itself, and to no redirect, login or error page.',
        mend: 'workflow',
    },
    'prompt-refused': {
        headline: 'The service did not accept the prompt',
        advice: 'Whoever asked reads below why.',
        mend: 'ask',
    },
    'prompt-too-large': {
        headline: 'The prompt is too large for the service',
        advice: 'Less text may fit, or a maintainer sets a smaller `context`.',
        mend: 'ask',
    },
    'request-refused': {
        headline: 'The service refused the request',
        advice: 'A maintainer reads below why, and checks `project-id` and `base-url`.',
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
        mend: 'either',
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
    'proxy-unusable': { headline: "A proxy variable can't be used", advice: '', mend: 'setting' },
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
    'github-limit': {
        headline: 'GitHub limits the requests of the token',
        advice: 'All runs that use a token share its limit.',
        mend: 'wait',
    },
    'github-unreachable': {
        headline: 'GitHub is out of reach',
        advice: 'Its status page is https://www.githubstatus.com.',
        mend: 'wait',
    },
    'comment-refused': { headline: "GitHub doesn't let the token comment here", advice: '', mend: 'workflow' },
    'thread-not-found': { headline: 'GitHub finds no such issue or pull request', advice: '', mend: 'either' },
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
        mend: 'either',
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
    'documentation-none': { headline: 'No open documentation pull request to close', advice: '', mend: 'none' },
    'check-failed': { headline: "The set-up doesn't work yet", advice: '', mend: 'either' },
};


/***/ }),

/***/ 3190:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TT: () => (/* binding */ renderDocumentation),
/* harmony export */   hG: () => (/* binding */ describePrevious),
/* harmony export */   sS: () => (/* binding */ formatPullRequest),
/* harmony export */   x6: () => (/* binding */ locatePullRequest)
/* harmony export */ });
/* unused harmony export parsePullRequestUrl */
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);


const MAXIMUM_PAGES = 10;
const MAXIMUM_TITLE = 200;
const MAXIMUM_PATH = 120;
function renderDocumentation({ pullRequest, documentation, previous }) {
    const shown = pullRequest ?? (documentation && previous?.url);
    if (shown === undefined)
        return [];
    if (documentation === undefined)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .plain */ .pj)(formatPullRequest(shown)), shown)}**`];
    return [
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([renderTitle(shown, documentation), ...renderState(documentation)], ' '),
        ...(documentation.pages.length === 0 ? [] : [renderPages(documentation)]),
        ...renderRest(documentation),
    ];
}
function renderTitle(url, { title }) {
    const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .plain */ .pj)(formatPullRequest(url));
    const text = title === undefined ? '' : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(title).trim().slice(0, MAXIMUM_TITLE);
    return text === ''
        ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(name, url)}**`
        : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .plain */ .pj)(text.toWellFormed()), url)}** ${name}`;
}
function renderState({ state }) {
    return state === 'open' ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `(${state})`];
}
function renderPages({ pages, traffic }) {
    const shown = pages.slice(0, MAXIMUM_PAGES);
    if (traffic === undefined)
        return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .table */ .tp)([(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Page`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Lines`], shown.map((page) => [renderName(page), renderLines(page)]), [':--', '--:']);
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .table */ .tp)([(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Page`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Human`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `AI`, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Total`], shown.map((page) => [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${renderName(page)}<br>${renderLines(page)}`, ...describeViews(page)]), [':--', '--:', '--:', '--:']);
}
function renderName({ file, status }) {
    const name = (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .code */ .aY)(file, MAXIMUM_PATH);
    const isNoted = status === 'added' || status === 'removed' || status === 'renamed';
    return isNoted ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${name} ${status === 'added' ? 'new' : status}` : name;
}
function renderLines({ additions, deletions }) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `+${formatCount(additions)} −${formatCount(deletions)}`;
}
function describeViews({ views }) {
    if (views === undefined)
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) ``, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) ``, (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) ``];
    return [views.human, views.ai, views.total].map((count) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${formatCount(count)}`);
}
function formatCount(count) {
    return count.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
function renderRest({ pages, otherFileCount, traffic }) {
    const more = Math.max(0, pages.length - MAXIMUM_PAGES);
    const isAlone = pages.length === 0;
    const counts = [
        ...(more === 0 ? [] : [more === 1 ? '1 more page' : `${formatCount(more)} more pages`]),
        ...(otherFileCount === 0 ? [] : [countOtherFiles(otherFileCount, isAlone)]),
    ];
    const sentences = [
        ...(counts.length === 0 ? [] : [`${isAlone ? 'Changed' : 'Also changed'}: ${counts.join(', ')}.`]),
        ...(traffic === undefined || isAlone ? [] : [describeTraffic(traffic)]),
    ];
    return sentences.length === 0 ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${sentences.join(' ')}`];
}
function describeTraffic({ days, isPartial }) {
    const range = days === 1 ? 'in the last day' : `in the last ${days} days`;
    return isPartial ? `Views ${range}; only a part of the site was searched for them.` : `Views ${range}.`;
}
function countOtherFiles(count, isAlone) {
    const files = count === 1 ? '1 file that is no page' : `${formatCount(count)} files that are no pages`;
    return isAlone ? `no page, ${files}` : files;
}
function describePrevious({ previous, isFollowUp, pullRequest }, when) {
    if (previous === undefined || isFollowUp === undefined)
        return [];
    const { url, state } = previous;
    const name = url === undefined ? (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `the previous request` : (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .plain */ .pj)(formatPullRequest(url)), url);
    if (isFollowUp) {
        if (when === 'working')
            return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The agent continues ${name}.`];
        if (pullRequest === undefined)
            return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The prompt went to the job of ${name}.`];
        if (pullRequest.href === url?.href)
            return [];
        return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `The prompt went to the job of ${name}, and the agent opened another pull request.`];
    }
    return [PREVIOUS[state](name)];
}
const PREVIOUS = {
    open: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the job of ${name} takes no further prompt.`,
    closed: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since ${name} is closed.`,
    merged: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since ${name} is merged.`,
    unreadable: (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since it can't be read whether ${name} is open. A \`github-token\` that reads that repository would continue it, and so would \`follow-up: always\`.`,
    'job-unreadable': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} can't be read.`,
    'job-failed': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} failed or is gone.`,
    'job-hangs': (name) => (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `This is a new job, since the one of ${name} has been active for too long.`,
};
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

/***/ 4285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EY: () => (/* binding */ renderProgress),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   kK: () => (/* binding */ renderSmallLine)
/* harmony export */ });
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1676);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8154);
/* harmony import */ var _documentation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3190);




function renderProgress(progress, context) {
    const headline = progress.isWaiting
        ? '⏳ The agent is busy with an earlier request; this one is next'
        : '⏳ The agent is working on the documentation';
    const isNoted = progress.jobId !== undefined;
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)([
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### ${headline}`,
        ...(isNoted ? (0,_documentation_js__WEBPACK_IMPORTED_MODULE_0__/* .describePrevious */ .hG)(progress, 'working') : []),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `This comment changes when the job ends. There is nothing to do until then.`,
        renderSmallLine({ ...progress }, context),
    ], '\n\n');
}
function renderSmallLine(report, { askedBy, runUrl }) {
    const { jobId, durationMs, reportedIn, prompt } = report;
    const comment = reportedIn === undefined ? undefined : (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeUrl */ .w)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .untrustedText */ .U)(reportedIn));
    const facts = [
        ...(askedBy === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Asked by ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(askedBy)}`]),
        ...(jobId === undefined || durationMs === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${formatDuration(durationMs)}`]),
        ...(jobId === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Job ${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(jobId)}`]),
        ...(prompt?.changes === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${prompt.changes}`]),
        ...describeRemovals(prompt?.removals ?? 0),
        ...(comment === undefined ? [] : [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Comment`, comment)]),
        (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)((0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `Log`, runUrl),
    ];
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `<sub>${(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)(facts, ' · ')}</sub>`;
}
function describeRemovals(removals) {
    if (removals === 0)
        return [];
    return [(0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${removals} hidden ${removals === 1 ? 'piece' : 'pieces'} removed from the prompt`];
}
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
    const transport = createTransport(options);
    const timeLimitMs = options.requestTimeLimitMs ?? REQUEST_TIME_LIMIT_MS;
    const project = (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_4__/* .encodePathSegment */ .$9)(options.projectId);
    const jobsPath = `/v2/agent/${project}/job`;
    const viewsUrl = resolveUrl(options.baseUrl, `/v1/analytics/${project}/views`);
    const viewsQuota = (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .createQuota */ .p3)();
    const jobPath = (id) => `${jobsPath}/${(0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_4__/* .encodePathSegment */ .$9)(id)}`;
    return {
        createAgentJob: (prompt, limits) => postPrompt('create agent job', jobsPath, prompt, limits, readNewJob),
        sendMessage: (id, prompt, limits) => postPrompt('send follow-up message', `${jobPath(id)}/message`, prompt, limits, (value, redact) => readJobOf(id, value, redact)),
        async getAgentJob(id, limits) {
            const url = resolveUrl(options.baseUrl, jobPath(id));
            const request = {
                operation: 'get agent job',
                method: 'GET',
                url,
                maximumBytes: MAXIMUM_JOB_BYTES,
                timeLimitMs,
            };
            const reply = await (0,_request_js__WEBPACK_IMPORTED_MODULE_1__/* .sendRequest */ .w)(transport, request, limits);
            return (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .parseReply */ .UV)(transport, request, reply, (value, redact) => readJobOf(id, value, redact));
        },
        async getPageViews(query, limits) {
            const url = new URL(viewsUrl);
            for (const [name, value] of Object.entries(query))
                if (value !== undefined)
                    url.searchParams.set(name, String(value));
            const operation = 'get page views';
            const request = {
                operation,
                method: 'GET',
                url,
                maximumBytes: MAXIMUM_PAGE_BYTES,
                timeLimitMs,
            };
            const send = () => (0,_request_js__WEBPACK_IMPORTED_MODULE_1__/* .sendRequest */ .w)(transport, request, limits);
            const reply = await (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .repeat */ .ux)(options, limits, viewsQuota, send, query.offset);
            return {
                read: () => (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .parseReply */ .UV)(transport, request, reply, (value, redact) => (0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .readViewsPage */ .Kt)(value, query.offset, redact)),
            };
        },
    };
    async function postPrompt(operation, path, prompt, limits, read) {
        const request = {
            operation,
            method: 'POST',
            url: resolveUrl(options.baseUrl, path),
            body: JSON.stringify({ prompt }),
            maximumBytes: MAXIMUM_JOB_BYTES,
            timeLimitMs: options.requestTimeLimitMs ?? PROMPT_TIME_LIMIT_MS,
        };
        const reply = await (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .repeat */ .ux)(options, limits, (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .createQuota */ .p3)(), () => (0,_request_js__WEBPACK_IMPORTED_MODULE_1__/* .sendRequest */ .w)(transport, request, limits));
        return (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .parseReply */ .UV)(transport, request, reply, read);
    }
}
function createTransport(options) {
    const { fetch, apiKey, now, wallClock } = options;
    return { fetch, apiKey, now, wallClock, redact: createRedaction(options) };
}
function readNewJob(value, redact) {
    const { id, ...job } = (0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .readJob */ .cd)(value, redact);
    if (id === undefined)
        throw new _schema_js__WEBPACK_IMPORTED_MODULE_3__/* .ShapeError */ .ym('something that is no job with an id');
    if (!(0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_4__/* .isPathSegment */ .bQ)(id) || id.includes(REDACTED))
        throw new _schema_js__WEBPACK_IMPORTED_MODULE_3__/* .ShapeError */ .ym("a job whose id can't be used");
    return { id, ...job };
}
function readJobOf(id, value, redact) {
    const job = (0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .readJob */ .cd)(value, redact);
    if (job.id !== undefined && job.id !== id)
        throw new _schema_js__WEBPACK_IMPORTED_MODULE_3__/* .ShapeError */ .ym('another job than the one that was asked for');
    return job;
}
function resolveUrl(baseUrl, path) {
    return new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path);
}
const REDACTED = '***';
function createRedaction({ apiKey, redact }) {
    return apiKey === ''
        ? redact
        : (text) => redact(text.includes(apiKey) ? text.replaceAll(apiKey, REDACTED) : text);
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
/* harmony export */   "if": () => (/* binding */ sendsPrompt)
/* harmony export */ });
function sendsPrompt(operation) {
    return operation === 'create agent job' || operation === 'send follow-up message';
}
class DocsServiceError extends Error {
    name = 'DocsServiceError';
    operation;
    url;
    kind;
    certainty;
    status;
    code;
    isJson;
    hasErrorField;
    retryAfterMs;
    serviceMessage;
    hint;
    constructor(failure, target, cameBack, options) {
        super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options);
        this.operation = failure.operation;
        this.url = target.slice(target.indexOf(' ') + 1);
        this.kind = failure.kind;
        this.certainty = failure.certainty;
        if (failure.status !== undefined)
            this.status = failure.status;
        if (failure.code !== undefined)
            this.code = failure.code;
        if (failure.isJson !== undefined)
            this.isJson = failure.isJson;
        if (failure.hasErrorField !== undefined)
            this.hasErrorField = failure.hasErrorField;
        if (failure.retryAfterMs !== undefined)
            this.retryAfterMs = failure.retryAfterMs;
        if (failure.serviceMessage !== undefined)
            this.serviceMessage = failure.serviceMessage;
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
        super(`Did not send ${target}: the number of requests is used up.`);
    }
}
function findHint({ operation, kind, status, isJson }) {
    if (sendsPrompt(operation))
        return '';
    if (kind === 'unreadable' && isJson === true)
        return SHAPE_HINT;
    if (kind !== 'status' || status === undefined)
        return KIND_HINTS[kind];
    if (status < 400)
        return REDIRECT_HINT;
    if (status >= 500 || status === 408)
        return KIND_HINTS.status;
    return ((operation === 'get agent job' && status === 429 ? JOB_LIMIT_HINT : STATUS_HINTS[status]) ?? REFUSED_HINT);
}
const STATUS_HINTS = {
    400: 'The service did not accept the query. Check `date-from`, `date-to`, `limit` and `offset`.',
    401: 'The key is wrong or has expired; keys expire 90 days after they were made unless set otherwise. Make a new admin key in the dashboard and store it as the secret that `api-key` reads.',
    403: 'The key may not do this: it needs the `read` scope. The same happens if an IP allowlist excludes the runner.',
    404: 'There is no such project at this address. Check `project-id` (the API keys page of the dashboard shows it) and `base-url`.',
    407: 'The proxy requires a login. Put it into the proxy variable: `http://user:password@host:port`.',
    429: 'The quota is used up; an organization has 100 analytics requests an hour, shared by all analytics endpoints. Wait before you run it again.',
};
const JOB_LIMIT_HINT = 'The service asks for fewer requests. Wait, and run it again.';
const KIND_HINTS = {
    'not-connected': 'Check `base-url`, and whether the runner may reach that host: name, firewall, certificate, and the proxy variables HTTPS_PROXY and NO_PROXY.',
    'no-answer': 'The connection or the service failed. Check the status page of the service.',
    status: 'The service has a problem. Check its status page, and run it again later.',
    unreadable: 'Check that `base-url` leads to the service itself and to no proxy, login or error page.',
    cancelled: 'The run was cancelled.',
    deadline: 'The time limit was reached. Set a longer `timeout`.',
};
const REDIRECT_HINT = 'Redirects are never followed, so that the key stays with the host that was named. Set `base-url` to the address of the service itself.';
const REFUSED_HINT = 'The service refused the request. Read what it said, and check `base-url`.';
const SHAPE_HINT = 'The service sent JSON that is not as documented. Try again later, and tell its support.';


/***/ }),

/***/ 16:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   UV: () => (/* binding */ parseReply),
/* harmony export */   ff: () => (/* binding */ describeTarget),
/* harmony export */   rK: () => (/* binding */ readErrorAnswer),
/* harmony export */   x8: () => (/* binding */ readBody)
/* harmony export */ });
/* unused harmony export describeErrorBody */
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9597);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7917);





function parseReply({ redact }, request, { status, bytes }, read) {
    const refuse = (what, answer) => {
        const { operation } = request;
        return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .DocsServiceError */ .Dx({ operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' }, describeTarget(request), `was answered with status ${status} and ${what}`);
    };
    const body = decoder.decode(bytes);
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(body);
    if (value === undefined) {
        const what = body === '' ? 'an empty body' : 'a body that is no JSON';
        throw refuse(what, describeErrorBody(body.slice(0, MAXIMUM_ERROR_BYTES), redact));
    }
    try {
        return read(value, isClean(body, redact) ? keep : redact);
    }
    catch (error) {
        if (!(error instanceof _schema_js__WEBPACK_IMPORTED_MODULE_1__/* .ShapeError */ .ym))
            throw error;
        throw refuse(error.message, describeErrorValue(value, redact));
    }
}
function describeTarget({ method, url }) {
    return `${method} ${url.origin}${url.pathname}`;
}
const decoder = new TextDecoder();
function isClean(body, redact) {
    return !body.includes('\\') && redact(body) === body;
}
function keep(text) {
    return text;
}
const MAXIMUM_CODE_POINTS = 500;
function describeErrorBody(body, redact) {
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(body);
    if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readObject */ .Ag)(value) !== undefined)
        return describeErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(body), redact);
    return { isJson: value !== undefined, hasErrorField: false, serviceMessage };
}
function describeErrorValue(value, redact) {
    return {
        isJson: true,
        hasErrorField: readWords((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(value)['error']) !== undefined,
        serviceMessage: toDetail(readErrorObject(value) ?? '', redact),
    };
}
function toDetail(words, redact) {
    const line = words.replace(/[\p{C}\s]+/gu, ' ').trim();
    const detail = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_3__/* .shorten */ .ml)(redact(line), MAXIMUM_CODE_POINTS);
    return detail === '' ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .untrustedText */ .U)(detail);
}
function readErrorObject(value) {
    const body = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readObject */ .Ag)(value);
    if (body === undefined)
        return undefined;
    const details = Array.isArray(body['details']) ? body['details'].slice(0, 10) : [];
    const messages = details.map((entry) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(entry)['message']);
    const words = [readWords(body['error']), readWords(body['message']), ...messages];
    return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ');
}
function readWords(value) {
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(value) ?? (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readFields */ .qU)(value)['message']);
}
function stripMarkup(body) {
    return body
        .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
        .replace(/<!--[^<>]*-->/g, ' ')
        .replace(/<[^<>]*>/g, ' ');
}
const MAXIMUM_ERROR_BYTES = 16 * 1024;
async function readBody({ body }, maximumBytes) {
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
async function readErrorAnswer(response, { apiKey, redact }) {
    try {
        const { bytes, isWhole } = await readBody(response, MAXIMUM_ERROR_BYTES);
        const text = new TextDecoder().decode(bytes);
        return describeErrorBody(isWhole ? text : text.slice(0, -apiKey.length), redact);
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
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4576);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);
/* harmony import */ var _reply_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(16);
/* harmony import */ var _retry_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(654);





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
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .RequestLimitError */ .H9((0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .describeTarget */ .ff)(request));
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
    };
    if (body !== undefined)
        headers['content-type'] = 'application/json';
    const init = { method, headers, redirect: 'manual', signal: timeLimit.signal };
    try {
        return await fetch(url, body === undefined ? init : { ...init, body });
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
        const { bytes, isWhole } = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .readBody */ .x8)(response, request.maximumBytes);
        if (isWhole)
            return bytes;
    }
    catch (cause) {
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, received, cause);
        const code = findErrorCode(cause);
        const cameBack = `was answered with status ${response.status}, but the connection broke in the middle of the answer${describeCode(code)}`;
        throw createError(request, { ...received, kind: 'no-answer', code }, cameBack, cause);
    }
    const cameBack = `was answered with more than ${request.maximumBytes / 1024 / 1024} MiB`;
    throw createError(request, { ...received, kind: 'unreadable' }, cameBack);
}
async function describeStatus(transport, request, response, timeLimit) {
    const { status } = response;
    const certainty = (0,_retry_js__WEBPACK_IMPORTED_MODULE_3__/* .decideCertainty */ .Sv)(status);
    if (status < 400) {
        timeLimit.abandon();
        const cameBack = `was answered with a redirect (status ${status}), which is not followed`;
        return createError(request, { kind: 'status', certainty, status }, cameBack);
    }
    const retryAfterMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__/* .readRetryAfter */ .D)(response.headers, transport.wallClock());
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const answer = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .readErrorAnswer */ .rK)(response, transport);
    const facts = { kind: 'status', certainty, status, retryAfterMs, ...answer };
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
    return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx(failure, (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .describeTarget */ .ff)(request), cameBack, { cause });
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
/* harmony export */   Sv: () => (/* binding */ decideCertainty),
/* harmony export */   p3: () => (/* binding */ createQuota),
/* harmony export */   ux: () => (/* binding */ repeat),
/* harmony export */   xY: () => (/* binding */ mayPassUntilNextPoll)
/* harmony export */ });
/* unused harmony export decideRetryDelay */
/* harmony import */ var node_events__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8474);
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4576);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);



const MAXIMUM_ATTEMPTS = 4;
const CONNECT_FOR_MS = 60_000;
const LONGEST_BACK_OFF_MS = 8_000;
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
function decideRetryDelay(failure, { attempt, elapsedMs, timeLeftMs, waitForQuota = true, random }) {
    const { operation, kind, certainty } = failure;
    const isRead = !(0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .sendsPrompt */ ["if"])(operation);
    const isConnecting = !isRead && kind === 'not-connected';
    const delayMs = failure.retryAfterMs || (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_2__/* .backOff */ .f)(attempt, random, LONGEST_BACK_OFF_MS);
    const reasonsToEnd = [
        !isRead && certainty === 'unknown',
        kind === 'cancelled' || kind === 'deadline',
        kind === 'status' && !isTemporary(failure.status),
        kind === 'unreadable',
        kind === 'status' && failure.status === 429 && !waitForQuota,
        isConnecting ? elapsedMs + delayMs >= CONNECT_FOR_MS : attempt >= MAXIMUM_ATTEMPTS,
        delayMs >= timeLeftMs,
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
    const startedAt = now();
    try {
        for (;;) {
            if (endWait === undefined)
                await quota.join(limits.signal);
            const outcome = await attemptOnce(send, failure);
            failure = outcome.failure;
            if (outcome.failure === undefined)
                return outcome.value;
            if (isQuotaUsedUp(outcome.failure))
                endWait ??= quota.beginWait();
            if (isQuotaUsedUp(outcome.failure) && endWait === undefined)
                continue;
            const elapsedMs = now() - startedAt;
            const { deadline, waitForQuota } = limits;
            const situation = { attempt, elapsedMs, timeLeftMs: deadline - now(), waitForQuota, random };
            const delayMs = decideRetryDelay(outcome.failure, situation);
            if (delayMs === undefined)
                throw outcome.failure;
            onRetry?.({ failure: outcome.failure, attempt, delayMs, offset });
            attempt += 1;
            await sleep(delayMs, limits.signal).catch((error) => {
                if (!limits.signal.aborted)
                    throw error;
            });
        }
    }
    finally {
        endWait?.(failure !== undefined && isQuotaUsedUp(failure) ? failure : undefined);
    }
}
async function attemptOnce(send, lastFailure) {
    try {
        return { failure: undefined, value: await send() };
    }
    catch (failure) {
        if (failure instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .RequestLimitError */ .H9)
            failure.cause = lastFailure;
        if (!(failure instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx))
            throw failure;
        return { failure };
    }
}
function isQuotaUsedUp({ kind, status }) {
    return kind === 'status' && status === 429;
}
function createQuota() {
    let wait;
    return {
        async join(signal) {
            while (wait !== undefined && !signal.aborted) {
                const failure = await endOrAbort(wait.promise, signal);
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
                own.resolve(failure);
            };
        },
    };
}
async function endOrAbort(promise, signal) {
    const listening = new AbortController();
    const aborted = (0,node_events__WEBPACK_IMPORTED_MODULE_0__.once)(signal, 'abort', { signal: listening.signal }).then(() => undefined, () => undefined);
    try {
        return await Promise.race([promise, aborted]);
    }
    finally {
        listening.abort();
    }
}
const UNCLEAR_STATUSES = new Set([408, 425]);
function decideCertainty(status) {
    return status >= 400 && status < 500 && !UNCLEAR_STATUSES.has(status) ? 'not-accepted' : 'unknown';
}


/***/ }),

/***/ 7917:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Kt: () => (/* binding */ readViewsPage),
/* harmony export */   O9: () => (/* binding */ endsJob),
/* harmony export */   cd: () => (/* binding */ readJob),
/* harmony export */   ym: () => (/* binding */ ShapeError)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);



const JOB_STATUSES = {
    active: { endsJob: false },
    completed: { endsJob: true },
    archived: { endsJob: true },
    failed: { endsJob: true },
};
function endsJob(status) {
    return status !== undefined && JOB_STATUSES[status].endsJob;
}
class ShapeError extends Error {
    name = 'ShapeError';
}
function readJob(value, redact) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(value);
    if (fields === undefined)
        throw new ShapeError('something that is no job');
    const wrongFields = [];
    const read = (name, from = fields, label = name) => {
        const field = from[name];
        const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(field);
        if (text === undefined && field !== undefined && field !== null)
            wrongFields.push(label);
        return text === undefined || text === '' ? undefined : redact(text);
    };
    const readUntrusted = (...field) => {
        const text = read(...field);
        return text === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .untrustedText */ .U)(text);
    };
    const source = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(fields['source']);
    if (source === undefined && fields['source'] !== undefined && fields['source'] !== null)
        wrongFields.push('source');
    const job = {
        id: read('id'),
        ...readStatus(read('status')),
        ...readPullRequest(readUntrusted('prLink')),
        model: readUntrusted('model'),
        source: source &&
            dropAbsent({
                repository: readUntrusted('repository', source, 'source.repository'),
                ref: readUntrusted('ref', source, 'source.ref'),
            }),
        createdAt: readUntrusted('createdAt'),
        archivedAt: readUntrusted('archivedAt'),
    };
    return dropAbsent({ ...job, wrongFields: wrongFields.length > 0 ? wrongFields : undefined });
}
function readStatus(text) {
    if (text === undefined)
        return {};
    return Object.hasOwn(JOB_STATUSES, text)
        ? { status: text }
        : { unknownStatus: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .untrustedText */ .U)(text) };
}
function readPullRequest(link) {
    if (link === undefined)
        return {};
    const pullRequest = (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeUrl */ .w)(link);
    return pullRequest === undefined ? { isPrLinkRefused: true } : { pullRequest };
}
function readViewsPage(value, offset, redact) {
    const page = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(value);
    if (page === undefined)
        throw new ShapeError('something that is no page of page views');
    const { views, hasMore } = page;
    const totals = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(page['totals']);
    if (totals === undefined)
        throw new ShapeError('a page of page views without `totals`');
    for (const name of COUNTS)
        if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readCount */ ._0)(totals[name]) === undefined)
            throw new ShapeError(`a page of page views whose \`totals.${name}\` is no count`);
    if (!Array.isArray(views))
        throw new ShapeError('a page of page views whose `views` is no list');
    if (typeof hasMore !== 'boolean')
        throw new ShapeError('a page of page views whose `hasMore` is neither true nor false');
    views.forEach((row, index) => {
        readRow(row, offset + index + 1, redact);
    });
    const { human, ai, total } = totals;
    return { totals: { human, ai, total }, views, hasMore };
}
const COUNTS = ['human', 'ai', 'total'];
function readRow(value, number, redact) {
    const row = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readObject */ .Ag)(value);
    if (row === undefined)
        throw new ShapeError(`a page of page views whose row ${number} is no object`);
    const path = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(row['path']);
    if (path === undefined)
        throw new ShapeError(`a page of page views whose row ${number} has no text as its \`path\``);
    for (const name of COUNTS)
        if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readCount */ ._0)(row[name]) === undefined)
            throw new ShapeError(`a page of page views whose row ${number} has no count as its \`${name}\``);
    row['path'] = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .untrustedText */ .U)(redact(path).toWellFormed());
}
function dropAbsent(fields) {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present);
}


/***/ }),

/***/ 6456:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ identifyRepository),
/* harmony export */   U: () => (/* binding */ connectGitHub)
/* harmony export */ });
/* harmony import */ var _failure_budget_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1684);

function connectGitHub(options) {
    const budget = (0,_failure_budget_js__WEBPACK_IMPORTED_MODULE_0__/* .createFailureBudget */ .u)({ ...options, random: Math.random });
    let loading;
    const github = new Proxy({}, {
        get: (_, name) => async (...parameters) => {
            loading ??= loadGitHub(options, budget);
            return await Reflect.apply((await loading)[name], undefined, parameters);
        },
    });
    return { github, budget, signal: options.signal };
}
async function loadGitHub({ run, token, fetch, clock, signal, threadKind }, budget) {
    const [{ createGitHubRequest }, { createGitHub }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(16), __webpack_require__.e(852)]).then(__webpack_require__.bind(__webpack_require__, 1852)),
        __webpack_require__.e(/* import() */ 950).then(__webpack_require__.bind(__webpack_require__, 7950)),
    ]);
    const { apiUrl } = run;
    const random = Math.random;
    const options = { token, apiUrl, fetch, clock, random, signal, budget };
    const request = createGitHubRequest(options);
    return createGitHub(request, run.repository, { threadKind });
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
            const backOffMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_0__/* .backOff */ .f)(attempt, random, LONGEST_BACK_OFF_MS);
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

/***/ 1125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

var node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache;
var node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache;
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hy: () => (/* binding */ createFetch),
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
        return describeResponse(await send(target, request, agent, connectTimeLimitMs));
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
        timer = setTimeout(() => {
            reject(createTimeoutError());
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
function createTimeoutError() {
    return Object.assign(new Error('Connecting took too long.'), { code: 'ETIMEDOUT' });
}
const STATUSES_WITHOUT_BODY = [204, 205, 304];
function describeResponse(message) {
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
const DECOMPRESSORS = {
    gzip: node_zlib__WEBPACK_IMPORTED_MODULE_4__.createGunzip,
    deflate: node_zlib__WEBPACK_IMPORTED_MODULE_4__.createInflate,
    br: node_zlib__WEBPACK_IMPORTED_MODULE_4__.createBrotliDecompress,
    zstd: node_zlib__WEBPACK_IMPORTED_MODULE_4__.createZstdDecompress,
};
const ENCODINGS = Object.keys(DECOMPRESSORS);
function decompress(message) {
    const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (!isEncoding(encoding))
        return message;
    return (0,node_stream__WEBPACK_IMPORTED_MODULE_2__.pipeline)(message, DECOMPRESSORS[encoding](), () => undefined);
}
function isEncoding(encoding) {
    return Object.hasOwn(DECOMPRESSORS, encoding);
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
        throw new ProxySettingError(httpsProxy === '' ? 'HTTP_PROXY' : 'HTTPS_PROXY', `the runner's Node ${nodeVersion} has no support for proxies`, 'Update the runner to version 2.328.0 or later.');
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
        throw new ProxySettingError(name, 'it is no http or https address', 'Correct the variable, such as `http://proxy.example:3128`, or remove it.');
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
/* harmony export */   D: () => (/* binding */ readRetryAfter),
/* harmony export */   f: () => (/* binding */ backOff)
/* harmony export */ });
const HTTP_DATES = [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
function readRetryAfter(headers, wallClockMs) {
    const text = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+(?:\.\d+)?$/.test(text))
        return bound(Number(text) * 1000);
    const at = parseDate(text);
    if (at === undefined)
        return undefined;
    return bound(at - (parseDate(headers.get('date')?.trim() ?? '') ?? wallClockMs));
}
const FIRST_PAUSE_MS = 500;
function backOff(attempt, random, longestMs) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), longestMs);
    return Math.round(pauseMs * (1 - random() / 2));
}
function parseDate(text) {
    if (!HTTP_DATES.some((form) => form.test(text)))
        return undefined;
    const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
    return Number.isNaN(at) ? undefined : at;
}
function bound(ms) {
    return Math.min(Math.max(Math.ceil(ms), 0), Number.MAX_SAFE_INTEGER);
}


/***/ }),

/***/ 453:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ systemClock)
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


/***/ }),

/***/ 1676:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CS: () => (/* binding */ prose),
/* harmony export */   DV: () => (/* binding */ codeBlock),
/* harmony export */   UF: () => (/* binding */ joinMarkdown),
/* harmony export */   aY: () => (/* binding */ code),
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
    const content = breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestRun(content, /`+/gu) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
function codeBlock(text, maximum = 20_000, language = 'text') {
    const content = breakCommands(breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestRun(content, /`+/gu) + 1));
    return trusted(`${fence}${language}\n${content}\n${fence}`);
}
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMentions((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)(open(text).replace(/\s+/gu, ' ')))))
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
function breakMentions(text) {
    return text.replace(/@(?=[\p{L}\p{N}_-])/gu, '@\u2060');
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
function longestRun(text, pattern) {
    return Math.max(0, ...(text.match(pattern) ?? []).map((run) => run.length));
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
const NOTE = '\n\n*Cut here, because it would not fit.*';
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
