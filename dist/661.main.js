export const id = 661;
export const ids = [661];
export const modules = {

/***/ 8661:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createGitHubRequest: () => (/* binding */ createGitHubRequest)
});

// EXTERNAL MODULE: ./build/node_modules/@actions/github/lib/github.js + 21 modules
var github = __webpack_require__(7016);
// EXTERNAL MODULE: ./build/network/fetch.js
var network_fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/network/patience.js
var patience = __webpack_require__(6450);
// EXTERNAL MODULE: ./build/network/retry-after.js
var retry_after = __webpack_require__(4576);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/github/graphql.js
var graphql = __webpack_require__(2159);
// EXTERNAL MODULE: ./build/github/requests.js
var requests = __webpack_require__(5298);
;// CONCATENATED MODULE: ./build/github/transport.js

function readWhole(fetch, onTime) {
    return async (url, request) => {
        const response = await fetch(url, request);
        const text = await response.text();
        const { status, headers } = response;
        const timeMs = (0,retry_after/* parseHttpDate */.m6)(headers.get('date'));
        if (timeMs !== undefined)
            onTime?.(timeMs);
        return { status, headers, body: null, text: async () => text };
    };
}
const FOLLOWED = new Set([301, 307, 308]);
const MAXIMUM_HOPS = 3;
function followOwnRedirects(fetch) {
    return async (start, request) => {
        let url = new URL(start);
        for (let hop = 0;; hop += 1) {
            const response = await fetch(url, request);
            const target = hop < MAXIMUM_HOPS ? findTarget(response, url) : undefined;
            if (target === undefined)
                return response;
            await response.text();
            url = target;
        }
    };
}
function findTarget({ status, headers }, from) {
    const location = headers.get('location');
    if (!FOLLOWED.has(status) || !location)
        return undefined;
    const target = URL.parse(location, from.href);
    const isOwn = target?.origin === from.origin && target.username === '' && target.password === '';
    return isOwn ? target : undefined;
}

;// CONCATENATED MODULE: ./build/github/octokit.js










const REACTIONS_MS = 10_000;
const API_VERSION = '2022-11-28';
const TIME_LIMIT_MS = 30_000;
const SHORT_TIME_LIMIT_MS = 3_000;
function createGitHubRequest(options) {
    const { clock, allowance, gate, graphqlGate } = options;
    const send = createSender(options);
    const reactions = (0,patience/* createAllowance */.bH)(clock, { troubleMs: REACTIONS_MS });
    return async (query) => {
        const own = query.isReaction ? reactions : allowance();
        return await (0,patience/* sendPatiently */.zw)({
            send: async () => (0,requests/* parseAnswer */.Wp)(query, await send(query, Math.max(SHORT_TIME_LIMIT_MS, own.trouble.leftMs()))),
            judge: (error) => judge(error, query),
            refuse: (at, error) => refuse(query, at, clock.wallClock(), error),
            isHasty: query.isReaction,
        }, { ...options, gate: query.route === graphql/* GRAPHQL_ROUTE */.sN ? graphqlGate : gate, allowance: own });
    };
}
function judge(error, { isRepeatable }) {
    if (!(error instanceof errors/* GitHubError */.y_))
        return undefined;
    if (error.isRateLimited)
        return { kind: 'limit', retryAfterMs: error.retryAfterMs };
    return { kind: error.isTransient && isRepeatable !== false ? 'trouble' : 'final' };
}
function refuse({ operation }, retryAt, now, error) {
    if (error instanceof errors/* GitHubError */.y_)
        return Object.assign(error, { retryAt });
    const answer = `not sent, because GitHub asks to wait until ${(0,retry_after/* formatTime */.fU)(retryAt, now)}`;
    const hint = 'A rate limit was reached. Try again later.';
    return new errors/* GitHubError */.y_(operation, { isRateLimited: true, retryAt, answer, hint });
}
function createSender({ token, apiUrl, fetch, clock, signals, onTime }) {
    const [, signal] = signals;
    const graphqlRoute = `POST ${(0,graphql/* findGraphqlUrl */.Q9)(apiUrl)}`;
    const ignore = () => { };
    const octokit = (0,github/* getOctokit */.Q)(token, {
        baseUrl: apiUrl,
        userAgent: network_fetch/* USER_AGENT */._O,
        request: { fetch: followOwnRedirects(readWhole(fetch, onTime)) },
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    });
    return async (query, leftMs) => {
        const { parameters } = query;
        const isGraphql = query.route === graphql/* GRAPHQL_ROUTE */.sN;
        const route = isGraphql ? graphqlRoute : query.route;
        signal.throwIfAborted();
        const limitMs = Math.round(Math.min(TIME_LIMIT_MS, leftMs));
        try {
            const response = await octokit.request(route, {
                ...parameters,
                headers: { 'x-github-api-version': API_VERSION, ...(0,json/* readFields */.qU)(parameters['headers']) },
                request: { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) },
            });
            if (response.status >= 300)
                throw Object.assign(new Error('a redirect'), { status: response.status });
            const data = isGraphql ? readGraphqlData(query, response, clock.wallClock()) : response.data;
            return { status: response.status, data, link: response.headers.link ?? '' };
        }
        catch (cause) {
            signal.throwIfAborted();
            if (cause instanceof errors/* GitHubError */.y_)
                throw cause;
            throw toGitHubError(query, cause, clock.wallClock());
        }
    };
}
function readGraphqlData({ operation, permissions }, { headers, data: body }, wallClockMs) {
    const get = createGet(headers);
    const failure = (0,graphql/* findGraphqlFailure */.rE)(body, { get });
    if (failure === undefined)
        return (0,json/* readFields */.qU)(body)['data'];
    const { status, isRateLimited, type, said } = failure;
    const limit = isRateLimited ? readLimit(get, wallClockMs) : undefined;
    const isHalf = status === 200;
    throw new errors/* GitHubError */.y_(operation, {
        status,
        isRateLimited,
        retryAfterMs: limit?.retryAfterMs,
        answer: `GitHub returned ${type}`,
        detail: (0,untrusted_text/* untrustedText */.U)(said),
        hint: limit?.hint ?? (isHalf ? (0,errors/* hintFor */.JR)(500, false, permissions) : (0,errors/* hintFor */.JR)(status, isMissing(said), permissions)),
    });
}
const createGet = (headers) => (name) => {
    const value = (0,json/* readFields */.qU)(headers)[name];
    return value === undefined ? undefined : String(value);
};
function isMissing(said) {
    return /\bnot accessible by\b/iu.test(said);
}
function readLimit(get, wallClockMs) {
    const retryAfterMs = (0,retry_after/* parseLimitWait */.al)({ get }, wallClockMs);
    const when = retryAfterMs === undefined ? 'later' : `after ${(0,retry_after/* formatTime */.fU)(wallClockMs + retryAfterMs, wallClockMs)}`;
    return { retryAfterMs, hint: `A rate limit was reached. Try again ${when}.` };
}
const LOCKED = /\/locking-conversations\b/u;
function toGitHubError({ operation, permissions }, cause, wallClockMs) {
    const { status, headers, data } = parseFailure(cause);
    const said = parseMessage(data);
    const get = createGet(headers);
    const isRateLimited = (0,retry_after/* isRateLimit */.a5)(status, { get }, said);
    const limit = isRateLimited ? readLimit(get, wallClockMs) : undefined;
    return new errors/* GitHubError */.y_(operation, {
        status,
        isRateLimited,
        retryAfterMs: limit?.retryAfterMs,
        answer: status === undefined ? `GitHub didn't answer (${nameError(cause)})` : `GitHub returned ${status}`,
        detail: (0,untrusted_text/* untrustedText */.U)(said),
        isLocked: status === 403 && LOCKED.test((0,json/* readText */.yR)((0,json/* readFields */.qU)(data)['documentation_url']) ?? ''),
        hint: limit?.hint ?? (0,errors/* hintFor */.JR)(status, isMissing(said), permissions),
        cause,
    });
}
function parseFailure(cause) {
    const { status, response } = (0,json/* readFields */.qU)(cause);
    const isRedirect = typeof status === 'number' && status >= 300 && status < 400;
    const isAnswered = typeof status === 'number' && (response !== undefined || isRedirect);
    const { headers, data } = (0,json/* readFields */.qU)(response);
    return { status: isAnswered ? status : undefined, headers: (0,json/* readFields */.qU)(headers), data };
}
function parseMessage(data) {
    const { message, errors } = (0,json/* readFields */.qU)(data);
    const more = Array.isArray(errors) ? errors.slice(0, 5).map((each) => (0,json/* readFields */.qU)(each)['message'] ?? each) : [];
    return [message, ...more].filter((each) => typeof each === 'string' && each.trim() !== '').join('; ');
}
function nameError(cause) {
    if (!(cause instanceof Error))
        return 'unknown reason';
    return (0,network_fetch/* findErrorCode */.Ze)(cause) ?? (cause.cause instanceof Error ? nameError(cause.cause) : cause.name);
}


/***/ })

};
