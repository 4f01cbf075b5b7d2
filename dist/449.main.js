export const id = 449;
export const ids = [449];
export const modules = {

/***/ 4037:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F0: () => (/* binding */ findOtherKeyKind),
/* harmony export */   Ux: () => (/* binding */ connectService)
/* harmony export */ });
/* unused harmony export createDocsService */
/* harmony import */ var _network_gate_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5874);
/* harmony import */ var _network_patience_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6450);
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4576);
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(524);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9597);
/* harmony import */ var _reply_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(16);
/* harmony import */ var _request_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8561);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7917);








function connectService({ baseUrl, apiKey, projectId }, { log, secrets, ...network }) {
    return createDocsService({
        ...network,
        baseUrl,
        apiKey,
        projectId,
        random: Math.random,
        redact: secrets.redact,
        onWait: (event) => log.info((0,_network_patience_js__WEBPACK_IMPORTED_MODULE_0__/* .describeWait */ .Ng)(event, 'The service', network.wallClock())),
    });
}
function createDocsService(options) {
    const { baseUrl, redact } = options;
    const project = (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__/* .encodePathSegment */ .$9)(options.projectId);
    const jobsPath = `/v2/agent/${project}/job`;
    const jobPath = (id) => `${jobsPath}/${(0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_5__/* .encodePathSegment */ .$9)(id)}`;
    const resolveUrl = (path) => new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path);
    const send = createSender(options);
    const ask = async (request, limits, parse) => (0,_reply_js__WEBPACK_IMPORTED_MODULE_2__/* .parseReply */ .UV)(redact, request, await send(request, limits), parse);
    const post = (operation, path, prompt, limits, parse) => ask({ operation, method: 'POST', url: resolveUrl(path), body: JSON.stringify({ prompt }) }, limits, parse);
    return {
        createAgentJob: (prompt, limits) => post('create agent job', jobsPath, prompt, limits, parseNewJob),
        sendMessage: (id, prompt, limits) => post('send follow-up message', `${jobPath(id)}/message`, prompt, limits, parseJobOf(id)),
        async getAgentJob(id, limits) {
            const request = { operation: 'get agent job', method: 'GET', url: resolveUrl(jobPath(id)) };
            return await ask(request, { tries: 1, ...limits }, parseJobOf(id));
        },
        async getPageViews(query, limits) {
            const url = resolveUrl(`/v1/analytics/${project}/views`);
            for (const [name, value] of Object.entries(query))
                if (value !== undefined)
                    url.searchParams.set(name, String(value));
            const request = { operation: 'get page views', method: 'GET', url };
            const parse = (value, redactText) => (0,_schema_js__WEBPACK_IMPORTED_MODULE_4__/* .parseViewsPage */ .Nw)(value, query.offset, redactText);
            return await ask(request, { tries: _network_patience_js__WEBPACK_IMPORTED_MODULE_0__/* .REPORT_PATIENCE */ .JJ.tries, ...limits }, parse);
        },
    };
}
function createSender(options) {
    const { random } = options;
    const gate = (0,_network_gate_js__WEBPACK_IMPORTED_MODULE_6__/* .createGate */ .q)(options);
    const { waiting } = (0,_network_patience_js__WEBPACK_IMPORTED_MODULE_0__/* .createAllowance */ .bH)(options, { ..._network_patience_js__WEBPACK_IMPORTED_MODULE_0__/* .REPORT_PATIENCE */ .JJ, waiting: options.waiting });
    return async (request, limits) => {
        const { signal, deadline, waitUntil = deadline, tries, waitForQuota = true } = limits;
        const shared = tries === _network_patience_js__WEBPACK_IMPORTED_MODULE_0__/* .REPORT_PATIENCE */ .JJ.tries ? waiting : undefined;
        const allowance = (0,_network_patience_js__WEBPACK_IMPORTED_MODULE_0__/* .createAllowance */ .bH)(options, { deadline: () => waitUntil, tries, waiting: shared });
        const onWait = async (event) => {
            options.onWait?.(event);
            await limits.onWait?.(event);
        };
        let previous;
        return await (0,_network_patience_js__WEBPACK_IMPORTED_MODULE_0__/* .sendPatiently */ .zw)({
            async send() {
                await limits.beforeSend?.();
                return await (0,_request_js__WEBPACK_IMPORTED_MODULE_3__/* .sendRequest */ .w)(options, request, limits);
            },
            judge(error) {
                if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .RequestLimitError */ .H9)
                    error.cause = previous;
                previous = error;
                if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx))
                    return undefined;
                return error.isLimit && !waitForQuota ? { kind: 'final' } : (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .judgeFailure */ .c0)(error);
            },
            refuse: (at, error) => refuse(request, at, options.wallClock(), error),
        }, { gate, allowance, clock: options, random, signals: [signal, signal], onWait });
    };
}
function refuse(request, retryAt, now, error) {
    const facts = { retryAt, retryAfterMs: retryAt - now };
    if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx)
        return Object.assign(error, facts);
    const limit = { kind: 'status', status: 429, certainty: 'not-accepted', isLimit: true, ...facts };
    const why = `was not sent, because the service asks to wait until ${(0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_7__/* .formatTime */ .fU)(retryAt, now)}`;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .DocsServiceError */ .Dx({ operation: request.operation, ...limit }, (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .describeTarget */ .ff)(request), why);
}
function parseNewJob(value, redact) {
    const { id, ...job } = (0,_schema_js__WEBPACK_IMPORTED_MODULE_4__/* .parseJob */ .JN)(value, redact);
    if (id === undefined)
        throw new _schema_js__WEBPACK_IMPORTED_MODULE_4__/* .ShapeError */ .ym('something other than a job with an ID');
    if (id.includes('***'))
        throw new _schema_js__WEBPACK_IMPORTED_MODULE_4__/* .ShapeError */ .ym('a job whose ID contains the key');
    return { id, ...job };
}
function parseJobOf(id) {
    return (value, redact) => {
        const job = (0,_schema_js__WEBPACK_IMPORTED_MODULE_4__/* .parseJob */ .JN)(value, redact);
        if (job.id !== undefined && job.id !== id)
            throw new _schema_js__WEBPACK_IMPORTED_MODULE_4__/* .ShapeError */ .ym('a different job');
        return job;
    };
}
function findOtherKeyKind(apiKey) {
    if (apiKey.startsWith('mint_dsc_'))
        return 'assistant';
    return apiKey.startsWith('mint_us_') ? 'index' : undefined;
}


/***/ }),

/***/ 9597:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dx: () => (/* binding */ DocsServiceError),
/* harmony export */   H9: () => (/* binding */ RequestLimitError),
/* harmony export */   c0: () => (/* binding */ judgeFailure),
/* harmony export */   ff: () => (/* binding */ describeTarget),
/* harmony export */   "if": () => (/* binding */ sendsPrompt),
/* harmony export */   xY: () => (/* binding */ mayPassUntilNextPoll)
/* harmony export */ });
function sendsPrompt(operation) {
    return operation === 'create agent job' || operation === 'send follow-up message';
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
function judgeFailure({ operation, kind, certainty, status = 0, isLimit, retryAfterMs }) {
    if (isLimit)
        return { kind: 'limit', retryAfterMs };
    if (kind === 'cancelled' || kind === 'deadline' || kind === 'unreadable')
        return { kind: 'final' };
    if (sendsPrompt(operation) && certainty === 'unknown')
        return { kind: 'final' };
    if (kind === 'status' && status < 500 && status !== 408)
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
        return ('Redirects are never followed, so that the key stays with the host in `base-url`. ' +
            "Set `base-url` to the service's own address.");
    if (status >= 500 || status === 408)
        return KIND_HINTS.status;
    if (isJson === false && status !== 429)
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


/***/ }),

/***/ 16:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   UV: () => (/* binding */ parseReply),
/* harmony export */   gs: () => (/* binding */ receiveErrorAnswer)
/* harmony export */ });
/* unused harmony export parseErrorBody */
/* harmony import */ var _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1125);
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2854);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9597);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7917);






function parseReply(redact, target, { status, bytes }, parse) {
    const refuse = (what, answer) => new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .DocsServiceError */ .Dx({ operation: target.operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' }, (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .describeTarget */ .ff)(target), `returned ${status} and ${what}`);
    const body = decoder.decode(bytes);
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__/* .parseJson */ .qF)(body);
    if (value === undefined) {
        const what = body === '' ? 'an empty body' : "a body that isn't JSON";
        throw refuse(what, parseErrorBody(body, redact));
    }
    try {
        const isClean = !body.includes('\\') && redact(body) === body;
        return parse(value, isClean ? (text) => text : redact);
    }
    catch (error) {
        if (!(error instanceof _schema_js__WEBPACK_IMPORTED_MODULE_3__/* .ShapeError */ .ym))
            throw error;
        throw refuse(error.message, parseErrorValue(value, redact));
    }
}
const decoder = new TextDecoder();
const MAXIMUM_CODE_POINTS = 500;
function parseErrorBody(body, redact) {
    if (body.trim() === '')
        return {};
    const value = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__/* .parseJson */ .qF)(body);
    if ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__/* .readObject */ .Ag)(value) !== undefined)
        return parseErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(redact(body).slice(0, MAXIMUM_ERROR_BYTES)), redact);
    return { isJson: value !== undefined || /^\s*[[{]/u.test(body), serviceMessage };
}
function parseErrorValue(value, redact) {
    return { isJson: true, serviceMessage: toDetail(findWords(value), redact) };
}
function toDetail(words, redact) {
    const line = words.replace(/[\p{C}\s]+/gu, ' ').trim();
    const detail = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)(redact(line), MAXIMUM_CODE_POINTS);
    return detail === '' ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__/* .untrustedText */ .U)(detail);
}
function findWords(value) {
    const { error, message, details } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__/* .readFields */ .qU)(value);
    const messages = Array.isArray(details) ? details.slice(0, 10).map((entry) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__/* .readFields */ .qU)(entry)['message']) : [];
    const words = [toWords(error), toWords(message), ...messages];
    return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ');
}
function toWords(value) {
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__/* .readText */ .yR)(value) ?? (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__/* .readText */ .yR)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_4__/* .readFields */ .qU)(value)['message']);
}
function stripMarkup(body) {
    return body.replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ').replace(/<[^<>]*>/g, ' ');
}
const MAXIMUM_ERROR_BYTES = 64 * 1024;
async function receiveErrorAnswer(response, redact) {
    try {
        const bytes = await (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .receiveBytes */ .Fw)(response, MAXIMUM_ERROR_BYTES);
        return bytes === undefined ? { isJson: false } : parseErrorBody(decoder.decode(bytes), redact);
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





const TIME_LIMITS_MS = { GET: 30_000, POST: 120_000 };
const MAXIMUM_BYTES = 16 * 1024 * 1024;
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
    const { operation, method, url, body } = request;
    const target = (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .describeTarget */ .ff)(request);
    const fail = ([facts, cameBack], cause) => new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .DocsServiceError */ .Dx({ operation, ...facts }, target, cameBack, { cause });
    const timeLimit = startTimeLimit(limits, transport.now(), TIME_LIMITS_MS[method]);
    if (timeLimit.findStop())
        throw fail(describeBreak(timeLimit, { certainty: 'not-accepted' }));
    if (limits.allowRequest?.() === false)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .RequestLimitError */ .H9(target);
    const headers = {
        accept: 'application/json',
        authorization: `Bearer ${transport.apiKey}`,
        'user-agent': _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .USER_AGENT */ ._O,
        ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const { signal } = timeLimit;
    let response;
    let status;
    try {
        response = await transport.fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
        status = response.status;
        const bytes = isSuccess(status) ? await (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .receiveBytes */ .Fw)(response, MAXIMUM_BYTES) : undefined;
        if (bytes !== undefined)
            return { status, bytes };
    }
    catch (cause) {
        const certainty = cause instanceof _network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .ConnectError */ .T$ ? 'not-accepted' : 'unknown';
        throw fail(describeBreak(timeLimit, { certainty, status, code: (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .findErrorCode */ .Ze)(cause) }), cause);
    }
    if (!isSuccess(status))
        throw fail(await describeStatus(response, transport));
    throw fail([{ kind: 'unreadable', certainty: 'unknown', status }, 'returned more than 16 MiB']);
}
const isSuccess = (status) => status >= 200 && status < 300;
function describeBreak({ findStop, lengthMs }, facts) {
    const { certainty, status, code } = facts;
    const stop = findStop();
    if (stop === 'cancelled')
        return [{ ...facts, kind: stop }, 'was canceled'];
    if (stop === 'deadline')
        return [{ ...facts, kind: stop }, 'was not answered before the time was up'];
    if (stop)
        return [{ ...facts, kind: 'no-answer' }, `was not answered in full within ${lengthMs / 1000} s`];
    const why = code === undefined ? '' : ` (${code})`;
    if (certainty === 'not-accepted')
        return [{ ...facts, kind: 'not-connected' }, `could not be reached${why}`];
    const cameBack = status === undefined
        ? 'got no answer, the connection broke'
        : `returned ${status}, but the connection broke in the middle of the answer`;
    return [{ ...facts, kind: 'no-answer' }, cameBack + why];
}
async function describeStatus(response, { wallClock, redact }) {
    const { status, headers } = response;
    const now = wallClock();
    const answer = await (0,_reply_js__WEBPACK_IMPORTED_MODULE_3__/* .receiveErrorAnswer */ .gs)(response, redact);
    const isLimit = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__/* .isRateLimit */ .a5)(status, headers, (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .quoteInOneLine */ .UO)(answer.serviceMessage));
    const retryAfterMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_4__/* .parseLimitWait */ .al)(headers, now);
    const retryAt = retryAfterMs ? now + retryAfterMs : undefined;
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 425;
    const certainty = isRefused ? 'not-accepted' : 'unknown';
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const cameBack = status < 400 ? `a redirect (${status}), which isn't followed` : `${status}${wait}`;
    return [{ kind: 'status', certainty, status, isLimit, retryAfterMs, retryAt, ...answer }, `returned ${cameBack}`];
}
function startTimeLimit({ signal, deadline, graceMs = 0 }, now, timeLimitMs) {
    const timeLeftMs = deadline - now;
    const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs));
    const timeout = AbortSignal.timeout(Math.ceil(lengthMs));
    const cancelled = signal.aborted || graceMs === 0 ? signal : (0,_network_fetch_js__WEBPACK_IMPORTED_MODULE_0__/* .delayAbort */ .y5)(signal, graceMs);
    return {
        lengthMs,
        signal: AbortSignal.any([timeout, cancelled]),
        findStop() {
            if (cancelled.aborted)
                return 'cancelled';
            if (lengthMs > 0 && !timeout.aborted)
                return undefined;
            return timeLeftMs <= timeLimitMs ? 'deadline' : 'time limit';
        },
    };
}


/***/ }),

/***/ 983:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ fetchViewsPages)
/* harmony export */ });
async function* fetchViewsPages(service, query, limits) {
    const { limit } = query;
    for (let { offset } = query, hasMore = true; hasMore; offset += limit) {
        const page = await service.getPageViews({ ...query, offset }, limits);
        hasMore = page.hasMore;
        yield { offset, page, isShort: hasMore && page.views.length < limit };
    }
}


/***/ }),

/***/ 323:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DB: () => (/* binding */ parsePeriod),
/* harmony export */   P_: () => (/* binding */ listAllowedPeriods),
/* harmony export */   SL: () => (/* binding */ subtractMonths),
/* harmony export */   ve: () => (/* binding */ findPrevious)
/* harmony export */ });
/* harmony import */ var _dates_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1737);

function listAllowedPeriods(maximumDays) {
    return `a number of whole days from 1d to ${maximumDays}d, \`last-week\` or \`last-month\``;
}
function parsePeriod(text, nowMs, maximumDays) {
    const todayMs = nowMs - (nowMs % _dates_js__WEBPACK_IMPORTED_MODULE_0__/* .DAY_MS */ .sO);
    const [, digits] = /^(\d{1,6})d$/iu.exec(text) ?? [];
    if (digits !== undefined) {
        const days = Number(digits);
        return days >= 1 && days <= maximumDays ? createPeriod(todayMs - days * _dates_js__WEBPACK_IMPORTED_MODULE_0__/* .DAY_MS */ .sO, todayMs) : undefined;
    }
    switch (text.toLowerCase()) {
        case 'last-week': {
            const mondayMs = todayMs - ((new Date(todayMs).getUTCDay() + 6) % 7) * _dates_js__WEBPACK_IMPORTED_MODULE_0__/* .DAY_MS */ .sO;
            return createPeriod(mondayMs - 7 * _dates_js__WEBPACK_IMPORTED_MODULE_0__/* .DAY_MS */ .sO, mondayMs);
        }
        case 'last-month': {
            const firstMs = Date.parse(`${(0,_dates_js__WEBPACK_IMPORTED_MODULE_0__/* .toDay */ ._b)(todayMs).slice(0, 7)}-01`);
            return createPeriod(subtractMonths(firstMs, 1), firstMs, true);
        }
        default:
            return undefined;
    }
}
function findPrevious({ dateFrom, dateTo, isMonth }) {
    const [startMs, endMs] = [Date.parse(dateFrom), Date.parse(dateTo)];
    return { fromMs: isMonth ? subtractMonths(startMs, 1) : 2 * startMs - endMs, toMs: startMs };
}
function subtractMonths(dayMs, months) {
    const day = new Date(dayMs);
    return day.setUTCMonth(day.getUTCMonth() - months);
}
function createPeriod(fromMs, toMs, isMonth = false) {
    return { dateFrom: (0,_dates_js__WEBPACK_IMPORTED_MODULE_0__/* .toDay */ ._b)(fromMs), dateTo: (0,_dates_js__WEBPACK_IMPORTED_MODULE_0__/* .toDay */ ._b)(toMs), isMonth };
}


/***/ }),

/***/ 1001:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  S: () => (/* binding */ publishReport),
  I: () => (/* binding */ publishSummary)
});

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
// EXTERNAL MODULE: ./build/untrusted/markdown.js
var markdown = __webpack_require__(1676);
// EXTERNAL MODULE: ./build/untrusted/safe-url.js
var safe_url = __webpack_require__(524);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
// EXTERNAL MODULE: ./build/our-comments/marker.js
var marker = __webpack_require__(1602);
// EXTERNAL MODULE: ./build/our-comments/our-comment.js
var our_comment = __webpack_require__(5292);
;// CONCATENATED MODULE: ./build/our-comments/report-comment.js







async function keepReport(report, options) {
    const comment = connect(report, options);
    const { subject } = report;
    const isOwn = ({ payload, isNamed, around }) => isNamed && around !== undefined && payload.subject === subject;
    try {
        let own = (await comment.find()).filter(isOwn);
        if (own.length === 0) {
            const continues = await findEarlier(report, comment);
            const first = report.render(undefined);
            const payload = { nonce: (0,external_node_crypto_.randomUUID)(), subject, memory: first.memory, continues };
            const { id } = await comment.post(withEarlier(first.content, continues), payload);
            own = (await comment.find()).filter((each) => isOwn(each) || each.id === id);
        }
        const [oldest, ...duplicates] = own;
        if (oldest !== undefined)
            comment.adopt(oldest);
        const { content, memory } = report.render(comment.current?.payload.memory);
        await comment.edit(withEarlier(content, comment.current?.payload.continues), { memory }, oldest?.around);
        for (const each of duplicates.filter(({ around }) => (0,marker/* isAlone */.SW)(around)))
            await comment.remove(each).catch(options.onLeftover);
        return { url: comment.current?.url ?? '' };
    }
    catch (failure) {
        return { url: comment.current?.url ?? '', failure };
    }
}
function withEarlier(content, continues) {
    const url = continues && (0,safe_url/* toSafeUrl */.w)((0,untrusted_text/* untrustedText */.U)(continues));
    if (!url)
        return content;
    const earlier = (0,markdown/* link */.nf)((0,markdown/* markdown */.wD) `An earlier comment`, url);
    return (0,markdown/* markdown */.wD) `> ${earlier} no longer has the hidden marks around the report, so the report is here now.\n\n${content}`;
}
async function findEarlier({ subject }, comment) {
    const found = await comment.find();
    const withoutStart = found.findLast(({ payload, isNamed }) => isNamed && payload.subject === subject);
    return withoutStart?.url ?? (await comment.findUnmarked())?.url;
}
function connect({ kind, parse }, { connection, issue, redact, onLeftover }) {
    return new our_comment/* OurComment */.I({
        ...connection,
        thread: issue,
        kind,
        redact,
        onLostEdit: onLeftover,
        parse(value) {
            const fields = (0,json/* readFields */.qU)(value);
            const nonce = (0,json/* readName */.MQ)(fields['nonce'], /^[\w-]{1,64}$/u);
            const subject = (0,json/* readName */.MQ)(fields['subject'], /^[\da-f]{16}$/u);
            const memory = parse(fields['memory']);
            if (nonce === undefined || subject === undefined || memory === undefined)
                return undefined;
            const continues = (0,json/* readName */.MQ)(fields['continues'], /^https?:\/\/\S{1,500}$/u);
            const commentId = (0,json/* readNumber */.kz)(fields['commentId']);
            return { nonce, subject, memory, continues, ...(commentId !== undefined && { commentId }) };
        },
    });
}

// EXTERNAL MODULE: ./build/runner/outputs.js
var outputs = __webpack_require__(4481);
// EXTERNAL MODULE: ./build/runner/run-action.js + 1 modules
var run_action = __webpack_require__(7547);
;// CONCATENATED MODULE: ./build/reports/publish-report.js




async function publishReport(report, issue, context) {
    const { log, title, token, connection, redact } = context;
    const warn = (what, message) => log.warning(`${title}: ${what}`, message);
    if (token === '') {
        warn("the report comment wasn't written", '`issue-number` is set, but `github-token` is empty.');
        return '';
    }
    const onLeftover = (error) => warn("a second report comment wasn't deleted", explainFailure(error, issue));
    const { url, failure } = await keepReport(report, { connection, issue, redact, onLeftover });
    if (failure === undefined)
        log.info(`The report is in ${url || `#${issue}`}.`);
    else
        warn('the report comment may be out of date', explainFailure(failure, issue));
    return url;
}
async function publishSummary({ log, secrets }, title, content) {
    try {
        await (0,outputs/* createSummary */.Ft)(secrets)(content);
    }
    catch (error) {
        log.warning(`${title}: the job summary wasn't written`, (0,run_action/* describeError */.Uc)(error));
    }
}
function explainFailure(error, issue) {
    if (error instanceof errors/* GitHubError */.y_)
        return error.message;
    return `Couldn't write to #${issue}: ${(0,run_action/* describeInSentence */.ww)(error)} To write the report, re-run the job.`;
}


/***/ })

};
