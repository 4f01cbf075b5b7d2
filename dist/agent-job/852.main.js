export const id = 852;
export const ids = [852];
export const modules = {

/***/ 1852:
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
var fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/network/retry-after.js
var retry_after = __webpack_require__(4576);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
;// CONCATENATED MODULE: ./build/github/failed-request.js




const LOCKED = /\/locking-conversations\b/u;
function toGitHubError(operation, permissions, cause, wallClockMs) {
    const { status, headers, data } = readAnswer(cause);
    const said = readMessage(data);
    const isRateLimited = isRateLimit(status, headers, said);
    const refusal = {
        status,
        acceptedPermissions: String(headers['x-accepted-github-permissions'] ?? ''),
        isPermissionMissing: /\bnot accessible by\b/iu.test(said),
    };
    return new errors/* GitHubError */.y(operation, {
        status,
        isRateLimited,
        retryAfterMs: isRateLimited ? readRetryAfterMs(headers, wallClockMs) : undefined,
        answer: status === undefined ? `no answer (${readErrorName(cause)})` : `it answered ${status}`,
        detail: said === '' ? undefined : (0,untrusted_text/* untrustedText */.U)(said),
        isLocked: status === 403 && LOCKED.test((0,json/* readText */.yR)((0,json/* readFields */.qU)(data)['documentation_url']) ?? ''),
        hint: isRateLimited ? 'It was a rate limit; try again later.' : (0,errors/* hintFor */.J)(refusal, permissions),
        cause,
    });
}
function readAnswer(cause) {
    const { status, response } = (0,json/* readFields */.qU)(cause);
    const isRedirect = typeof status === 'number' && status >= 300 && status < 400;
    const isAnswered = typeof status === 'number' && (response !== undefined || isRedirect);
    const { headers, data } = (0,json/* readFields */.qU)(response);
    return { status: isAnswered ? status : undefined, headers: (0,json/* readFields */.qU)(headers), data };
}
function readMessage(data) {
    const { message, errors } = (0,json/* readFields */.qU)(data);
    const more = Array.isArray(errors)
        ? errors.slice(0, 5).map((each) => (0,json/* readFields */.qU)(each)['message'] ?? each)
        : [];
    return [message, ...more].filter((each) => typeof each === 'string' && each.trim() !== '').join('; ');
}
function isRateLimit(status, headers, said) {
    if (status === 429)
        return true;
    if (status !== 403)
        return false;
    return headers['retry-after'] !== undefined || isUsedUp(headers) || /rate limit/iu.test(said);
}
function isUsedUp(headers) {
    return String(headers['x-ratelimit-remaining']) === '0';
}
function readRetryAfterMs(headers, wallClockMs) {
    const get = (name) => String(headers[name] ?? '');
    const askedMs = (0,retry_after/* readRetryAfter */.D)({ get }, wallClockMs);
    if (askedMs !== undefined)
        return askedMs;
    const resetSeconds = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
    if (!isUsedUp(headers) || !Number.isFinite(resetSeconds))
        return undefined;
    return Math.max(0, resetSeconds * 1000 - wallClockMs) + 1000;
}
function readErrorName(cause) {
    if (!(cause instanceof Error))
        return 'unknown reason';
    const inner = cause.cause instanceof Error ? cause.cause : cause;
    const root = inner.cause instanceof Error ? inner.cause : inner;
    return 'code' in root && typeof root.code === 'string' ? root.code : root.name;
}

// EXTERNAL MODULE: ./build/github/failure-budget.js
var failure_budget = __webpack_require__(1684);
;// CONCATENATED MODULE: ./build/github/redirects.js
const FOLLOWED = new Set([301, 307, 308]);
const MAXIMUM_HOPS = 3;
function followOwnRedirects(fetch) {
    return async (start, request) => {
        let url = new URL(start);
        for (let hop = 0;; hop += 1) {
            const response = await fetch(url, { ...request, redirect: 'manual' });
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
    if (target === null)
        return undefined;
    return target.origin === from.origin && target.username === '' && target.password === ''
        ? target
        : undefined;
}

;// CONCATENATED MODULE: ./build/github/octokit.js






const REACTIONS_MS = 10_000;
const API_VERSION = '2022-11-28';
const TIME_LIMIT_MS = 10_000;
const SHORT_TIME_LIMIT_MS = 3_000;
function createGitHubRequest(options) {
    const { clock, random, signal } = options;
    const budgets = {
        reactions: (0,failure_budget/* createFailureBudget */.u)({ clock, random, failuresMs: REACTIONS_MS }),
        others: options.budget ?? (0,failure_budget/* createFailureBudget */.u)({ clock, random }),
    };
    const octokit = (0,github/* getOctokit */.Q)(options.token, {
        baseUrl: options.apiUrl,
        userAgent: fetch/* USER_AGENT */._O,
        request: { fetch: followOwnRedirects(options.fetch) },
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    });
    return async (facts, route, parameters) => {
        const budget = facts.isReaction ? budgets.reactions : budgets.others;
        for (let attempt = 1;; attempt += 1) {
            const sentAt = clock.now();
            try {
                return await sendOnce(facts, route, parameters, budget);
            }
            catch (error) {
                if (!(error instanceof errors/* GitHubError */.y))
                    throw error;
                budget.spend(sentAt);
                if (!(await pauseAfter(error, facts, attempt, budget, signal)))
                    throw error;
            }
        }
    };
    async function sendOnce({ operation, permissions }, route, parameters, budget) {
        signal.throwIfAborted();
        const limitMs = Math.min(TIME_LIMIT_MS, Math.max(SHORT_TIME_LIMIT_MS, budget.leftMs()));
        try {
            const response = await octokit.request(route, {
                ...parameters,
                headers: { 'x-github-api-version': API_VERSION, ...headersIn(parameters) },
                request: { signal: AbortSignal.any([signal, AbortSignal.timeout(Math.round(limitMs))]) },
            });
            if (response.status >= 300)
                throw Object.assign(new Error('a redirect'), { status: response.status });
            return { status: response.status, data: response.data, link: response.headers.link ?? '' };
        }
        catch (cause) {
            signal.throwIfAborted();
            throw toGitHubError(operation, permissions, cause, clock.wallClock());
        }
    }
}
async function pauseAfter(error, { isRepeatable }, attempt, budget, signal) {
    if (error.isRateLimited)
        return await budget.pause(attempt, signal, error.retryAfterMs);
    if (!error.isTransient || !isRepeatable)
        return false;
    return await budget.pause(attempt, signal);
}
function headersIn({ headers }) {
    return typeof headers === 'object' && headers !== null ? headers : {};
}
function ignore() { }


/***/ })

};
