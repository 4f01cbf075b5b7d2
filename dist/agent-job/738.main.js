export const id = 738;
export const ids = [738];
export const modules = {

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
        const pullRequest = await findMergedPullRequest(push, github);
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
    if (connection === undefined)
        return { trigger: event, connections };
    const github = (0,cancellation/* untilAborted */.Eu)(connection.github, signal);
    const trigger = await addMergedPullRequest(event, inputs, github, log);
    const thread = (0,request_trigger/* findReportThread */.UB)(trigger, inputs);
    if (!inputs.comment || thread === undefined)
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
        userAgent: network_fetch/* USER_AGENT */._O,
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
    const { fetch, apiKey, userAgent, now, wallClock } = options;
    return { fetch, apiKey, userAgent, now, wallClock, redact: createRedaction(options) };
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

/***/ 6456:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ identifyRepository),
/* harmony export */   U: () => (/* binding */ connectGitHub)
/* harmony export */ });
/* harmony import */ var _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1125);
/* harmony import */ var _failure_budget_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1684);


function connectGitHub(options) {
    const budget = (0,_failure_budget_js__WEBPACK_IMPORTED_MODULE_1__/* .createFailureBudget */ .u)({ ...options, random: Math.random });
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
    const options = { token, apiUrl, userAgent: _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .USER_AGENT */ ._O, fetch, clock, random, signal, budget };
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
