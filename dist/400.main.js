export const id = 400;
export const ids = [400];
export const modules = {

/***/ 2023:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  d: () => (/* binding */ createDocsService),
  F: () => (/* binding */ findOtherKeyKind)
});

// EXTERNAL MODULE: ./build/network/patience.js
var network_patience = __webpack_require__(6450);
// EXTERNAL MODULE: ./build/untrusted/safe-url.js
var safe_url = __webpack_require__(524);
// EXTERNAL MODULE: ./build/docs-service/reply.js
var docs_service_reply = __webpack_require__(16);
// EXTERNAL MODULE: ./build/docs-service/schema.js
var schema = __webpack_require__(7917);
// EXTERNAL MODULE: ./build/network/gate.js
var network_gate = __webpack_require__(5874);
// EXTERNAL MODULE: ./build/network/retry-after.js
var retry_after = __webpack_require__(4576);
// EXTERNAL MODULE: ./build/docs-service/errors.js
var errors = __webpack_require__(9597);
// EXTERNAL MODULE: ./build/docs-service/request.js
var docs_service_request = __webpack_require__(8561);
;// CONCATENATED MODULE: ./build/docs-service/sender.js





function createSender(options, transport) {
    const gate = (0,network_gate/* createGate */.q)(options);
    const { waiting } = (0,network_patience/* createAllowance */.bH)(options, { ...network_patience/* REPORT_PATIENCE */.JJ, waiting: options.waiting });
    return async (request, limits) => {
        const { signal, deadline, waitUntil = deadline, tries, waitForQuota = true } = limits;
        const shared = tries === network_patience/* REPORT_PATIENCE */.JJ.tries ? waiting : undefined;
        const patience = {
            gate,
            allowance: (0,network_patience/* createAllowance */.bH)(options, { deadline: () => waitUntil, tries, waiting: shared }),
            clock: options,
            random: options.random,
            signals: [signal, signal],
            onWait(event) {
                options.onWait?.(event);
                limits.onWait?.(event);
            },
        };
        let previous;
        return await (0,network_patience/* sendPatiently */.zw)({
            send: () => (0,docs_service_request/* sendRequest */.w)(transport, request, limits),
            judge(error) {
                if (error instanceof errors/* RequestLimitError */.H9)
                    error.cause = previous;
                previous = error;
                if (!(error instanceof errors/* DocsServiceError */.Dx))
                    return undefined;
                return error.isLimit && !waitForQuota ? { kind: 'final' } : (0,errors/* judgeFailure */.c0)(error);
            },
            refuse: (at, error) => refuse(request, at, options.wallClock(), error),
        }, patience);
    };
}
function refuse(request, retryAt, now, error) {
    if (error instanceof errors/* DocsServiceError */.Dx)
        return error.endLimitAt(retryAt, retryAt - now);
    const failure = {
        operation: request.operation,
        status: 429,
        kind: 'status',
        certainty: 'not-accepted',
        isLimit: true,
    };
    const why = `was not sent, because the service asks to wait until ${(0,retry_after/* formatTime */.fU)(retryAt, now)}`;
    return new errors/* DocsServiceError */.Dx(failure, (0,errors/* describeTarget */.ff)(request), why).endLimitAt(retryAt, retryAt - now);
}

;// CONCATENATED MODULE: ./build/docs-service/client.js





const REQUEST_TIME_LIMIT_MS = 30_000;
const PROMPT_TIME_LIMIT_MS = 120_000;
const MAXIMUM_JOB_BYTES = 1024 * 1024;
const MAXIMUM_PAGE_BYTES = 16 * 1024 * 1024;
function createDocsService(options) {
    const transport = { ...options, redact: createRedaction(options) };
    const timeLimitMs = options.requestTimeLimitMs ?? REQUEST_TIME_LIMIT_MS;
    const describeRead = (operation, url, maximumBytes) => ({ operation, method: 'GET', url, maximumBytes, timeLimitMs });
    const project = (0,safe_url/* encodePathSegment */.$9)(options.projectId);
    const jobsPath = `/v2/agent/${project}/job`;
    const viewsUrl = resolveUrl(options.baseUrl, `/v1/analytics/${project}/views`);
    const send = createSender(options, transport);
    const jobPath = (id) => `${jobsPath}/${(0,safe_url/* encodePathSegment */.$9)(id)}`;
    return {
        createAgentJob: (prompt, limits) => postPrompt('create agent job', jobsPath, prompt, limits, parseNewJob),
        sendMessage: (id, prompt, limits) => postPrompt('send follow-up message', `${jobPath(id)}/message`, prompt, limits, (value, redact) => parseJobOf(id, value, redact)),
        async getAgentJob(id, limits) {
            const url = resolveUrl(options.baseUrl, jobPath(id));
            const request = describeRead('get agent job', url, MAXIMUM_JOB_BYTES);
            const reply = await send(request, { tries: 1, ...limits });
            return (0,docs_service_reply/* parseReply */.UV)(transport.redact, request, reply, (value, redact) => parseJobOf(id, value, redact));
        },
        async getPageViews(query, limits) {
            const url = new URL(viewsUrl);
            for (const [name, value] of Object.entries(query))
                if (value !== undefined)
                    url.searchParams.set(name, String(value));
            const request = describeRead('get page views', url, MAXIMUM_PAGE_BYTES);
            const reply = await send(request, { tries: network_patience/* REPORT_PATIENCE */.JJ.tries, ...limits });
            const parse = (value, redact) => (0,schema/* parseViewsPage */.Nw)(value, query.offset, redact);
            return { read: () => (0,docs_service_reply/* parseReply */.UV)(transport.redact, request, reply, parse) };
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
        return (0,docs_service_reply/* parseReply */.UV)(transport.redact, request, await send(request, limits), parse);
    }
}
function parseNewJob(value, redact) {
    const { id, ...job } = (0,schema/* parseJob */.JN)(value, redact);
    if (id === undefined)
        throw new schema/* ShapeError */.ym('something other than a job with an ID');
    if (id.includes(REDACTED))
        throw new schema/* ShapeError */.ym('a job whose ID contains the key');
    return { id, ...job };
}
function parseJobOf(id, value, redact) {
    const job = (0,schema/* parseJob */.JN)(value, redact);
    if (job.id !== undefined && job.id !== id)
        throw new schema/* ShapeError */.ym('a different job');
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

/***/ 2238:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ connectService)
/* harmony export */ });
/* harmony import */ var _network_patience_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6450);
/* harmony import */ var _client_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2023);


function connectService({ baseUrl, apiKey, projectId }, { log, secrets, ...network }) {
    return (0,_client_js__WEBPACK_IMPORTED_MODULE_1__/* .createDocsService */ .d)({
        ...network,
        baseUrl,
        apiKey,
        projectId,
        random: Math.random,
        redact: secrets.redact,
        onWait: (event) => log.info((0,_network_patience_js__WEBPACK_IMPORTED_MODULE_0__/* .describeWait */ .Ng)(event, 'The service', network.wallClock())),
    });
}


/***/ }),

/***/ 9597:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dx: () => (/* binding */ DocsServiceError),
/* harmony export */   H9: () => (/* binding */ RequestLimitError),
/* harmony export */   Sv: () => (/* binding */ decideCertainty),
/* harmony export */   c0: () => (/* binding */ judgeFailure),
/* harmony export */   ff: () => (/* binding */ describeTarget),
/* harmony export */   "if": () => (/* binding */ sendsPrompt),
/* harmony export */   xY: () => (/* binding */ mayPassUntilNextPoll)
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
        super(`Couldn't ${failure.operation}: ${target} ${cameBack}.`, options);
        this.url = target.slice(target.indexOf(' ') + 1);
        Object.assign(this, failure);
        this.hint = findHint(failure);
    }
    endLimitAt(retryAt, retryAfterMs) {
        return Object.assign(this, { retryAt, retryAfterMs });
    }
    get isUnavailable() {
        const { operation, certainty, kind, isLimit = false } = this;
        if (!sendsPrompt(operation) || certainty !== 'not-accepted')
            return false;
        return kind === 'not-connected' || kind === 'deadline' || isLimit;
    }
}
class RequestLimitError extends Error {
    name = 'RequestLimitError';
    constructor(target) {
        super(`Did not send ${target}: the request limit is reached.`);
    }
}
const FINAL_STATUSES = [400, 401, 403, 404];
function mayPassUntilNextPoll(failure) {
    const { kind, status, isJson, isLimit } = failure;
    if (kind === 'cancelled' || kind === 'deadline')
        return false;
    return kind !== 'status' || isLimit === true || isJson === false || !FINAL_STATUSES.includes(status);
}
function isTrouble(status = 0) {
    return status === 408 || status >= 500;
}
function judgeFailure({ operation, kind, certainty, status, isLimit, retryAfterMs }) {
    if (isLimit)
        return { kind: 'limit', retryAfterMs };
    if (kind === 'cancelled' || kind === 'deadline' || kind === 'unreadable')
        return { kind: 'final' };
    if (sendsPrompt(operation) && certainty === 'unknown')
        return { kind: 'final' };
    if (kind === 'status' && !isTrouble(status))
        return { kind: 'final' };
    return retryAfterMs ? { kind: 'limit', retryAfterMs } : { kind: 'trouble' };
}
function findHint({ operation, kind, status, isJson }) {
    if (sendsPrompt(operation))
        return '';
    if (kind === 'unreadable' && isJson === true)
        return "The service's JSON doesn't match its documentation. Try again later, or contact the service's support.";
    if (kind !== 'status' || status === undefined)
        return KIND_HINTS[kind];
    if (status < 400)
        return REDIRECT_HINT;
    if (status >= 500 || status === 408)
        return KIND_HINTS.status;
    if (isJson === false && status !== 407 && status !== 429)
        return KIND_HINTS.unreadable;
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
    cancelled: 'The run was canceled.',
    deadline: 'The time limit was reached. Try again later.',
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
        return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx({ operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' }, (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .describeTarget */ .ff)(target), `returned ${status} and ${what}`);
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
    if (body.trim() === '')
        return {};
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJson */ .qF)(body);
    if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readObject */ .Ag)(value) !== undefined)
        return parseErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(redact(body).slice(0, MAXIMUM_ERROR_BYTES)), redact);
    return { isJson: value !== undefined || /^\s*[[{]/u.test(body), serviceMessage };
}
function parseErrorValue(value, redact) {
    return {
        isJson: true,
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
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4576);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2854);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9597);
/* harmony import */ var _reply_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(16);





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
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .RequestLimitError */ .H9((0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .describeTarget */ .ff)(request));
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
        const { bytes, isWhole } = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_3__/* .receiveBytes */ .Fw)(response, request.maximumBytes);
        if (isWhole)
            return bytes;
    }
    catch (cause) {
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, received, cause);
        const code = findErrorCode(cause);
        const broken = `but the connection broke in the middle of the answer${describeCode(code)}`;
        const cameBack = `returned ${response.status}, ${broken}`;
        throw createError(request, { ...received, kind: 'no-answer', code }, cameBack, cause);
    }
    const cameBack = `returned more than ${request.maximumBytes / 1024 / 1024} MiB`;
    throw createError(request, { ...received, kind: 'unreadable' }, cameBack);
}
async function describeStatus(transport, request, response, timeLimit) {
    const { status } = response;
    const certainty = (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .decideCertainty */ .Sv)(status);
    if (status < 400) {
        timeLimit.abandon();
        const cameBack = `returned a redirect (${status}), which isn't followed`;
        return createError(request, { kind: 'status', certainty, status }, cameBack);
    }
    const { headers } = response;
    const now = transport.wallClock();
    const answer = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_3__/* .receiveErrorAnswer */ .gs)(response, transport);
    const isLimit = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__/* .isRateLimit */ .a5)(status, headers, (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .quoteInOneLine */ .UO)(answer.serviceMessage));
    const retryAfterMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__/* .parseLimitWait */ .al)(headers, now);
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const retryAt = retryAfterMs ? now + retryAfterMs : undefined;
    const facts = { kind: 'status', certainty, status, isLimit, retryAfterMs, retryAt, ...answer };
    return createError(request, facts, `returned ${status}${wait}`);
}
function describeStop(request, { findStop, lengthMs }, facts, cause) {
    const stop = findStop() ?? 'cancelled';
    const kind = stop === 'time limit' ? 'no-answer' : stop;
    const cameBack = {
        cancelled: 'was canceled',
        deadline: 'was not answered before the time was up',
        'time limit': `was not answered in full within ${lengthMs / 1000} s`,
    }[stop];
    return createError(request, { ...facts, kind }, cameBack, cause);
}
function createError(request, facts, cameBack, cause) {
    const failure = { operation: request.operation, ...facts };
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .DocsServiceError */ .Dx(failure, (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .describeTarget */ .ff)(request), cameBack, { cause });
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

/***/ 1115:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ createSummary)
/* harmony export */ });
/* harmony import */ var _untrusted_truncate_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(797);
/* harmony import */ var _outputs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4481);


const MAXIMUM_BYTES = 1024 * 1024 - 1024;
function createSummary(secrets) {
    return async (content) => {
        const text = (0,_untrusted_truncate_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .truncateMarkdown */ .o)(secrets.redact(content.toString()), MAXIMUM_BYTES);
        try {
            const { summary } = await __webpack_require__.e(/* import() */ 638).then(__webpack_require__.bind(__webpack_require__, 6638));
            await summary.addRaw(text, true).write({ overwrite: true });
        }
        catch (error) {
            throw new Error((0,_outputs_js__WEBPACK_IMPORTED_MODULE_0__/* .explainRefusal */ .GC)('write the job summary', error));
        }
    };
}


/***/ })

};
