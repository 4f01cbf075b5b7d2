export const id = 852;
export const ids = [852];
export const modules = {

/***/ 852:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createGitHubRequest: () => (/* binding */ createGitHubRequest)
});

// EXTERNAL MODULE: ./build/node_modules/@actions/github/lib/github.js + 21 modules
var github = __webpack_require__(16);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(307);
// EXTERNAL MODULE: ./build/network/retry-after.js
var retry_after = __webpack_require__(576);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(443);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(154);
;// CONCATENATED MODULE: ./build/github/failed-request.js




/** GitHub points to this page where a conversation is locked. */
const LOCKED = /\/locking-conversations\b/u;
/**
 * What an error of Octokit's means.
 * @param operation what was tried, on what
 * @param permissions what the token needs for it
 * @param wallClockMs now, in milliseconds since 1970
 */
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
/** Octokit reports a request that got no answer as status 500 too; only one with a response has a status. */
function readAnswer(cause) {
    const { status, response } = (0,json/* readFields */.qU)(cause);
    const isRedirect = typeof status === 'number' && status >= 300 && status < 400;
    const isAnswered = typeof status === 'number' && (response !== undefined || isRedirect);
    const { headers, data } = (0,json/* readFields */.qU)(response);
    return { status: isAnswered ? status : undefined, headers: (0,json/* readFields */.qU)(headers), data };
}
/**
 * GitHub's own words; empty when it has none.
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed
 */
function readMessage(data) {
    const { message, errors } = (0,json/* readFields */.qU)(data);
    const more = Array.isArray(errors)
        ? errors.slice(0, 5).map((each) => (0,json/* readFields */.qU)(each)['message'] ?? each)
        : [];
    return [message, ...more].filter((each) => typeof each === 'string' && each.trim() !== '').join('; ');
}
/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
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
/** Undefined where GitHub names no time. */
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
var failure_budget = __webpack_require__(684);
;// CONCATENATED MODULE: ./build/github/redirects.js
/** A renamed or transferred repository answers with one of these, which keep method and body. */
const FOLLOWED = new Set([301, 307, 308]);
const MAXIMUM_HOPS = 3;
/**
 * Follows redirects to the same origin, with method, headers and body kept. Every other redirect is
 * returned as it came, so that a token is never sent to another host.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
function followOwnRedirects(fetch) {
    return async (start, request) => {
        let url = new URL(start);
        for (let hop = 0;; hop += 1) {
            const response = await fetch(url, { ...request, redirect: 'manual' });
            const target = hop < MAXIMUM_HOPS ? findTarget(response, url) : undefined;
            if (target === undefined)
                return response;
            // Read to its end, so that the connection can be used again.
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





/** Failures of reactions, in milliseconds. */
const REACTIONS_MS = 10_000;
/**
 * The newest version that every supported GitHub Enterprise Server knows as well; a server refuses a version that it
 * does not know. https://docs.github.com/rest/about-the-rest-api/api-versions
 */
const API_VERSION = '2022-11-28';
/** One request may take this long, the body and redirects included. */
const TIME_LIMIT_MS = 10_000;
/** Once the budget is used up, each request gets one short try. */
const SHORT_TIME_LIMIT_MS = 3_000;
/**
 * A request function on Octokit. It uses no retry plugin, which would repeat a POST that may have been carried out,
 * and no throttling plugin, which spaces writes seconds apart.
 * @throws (from the function) GitHubError; the signal's reason when the run is cancelled.
 */
function createGitHubRequest(options) {
    const { clock, random, signal } = options;
    const budgets = {
        reactions: (0,failure_budget/* createFailureBudget */.u)({ clock, random, failuresMs: REACTIONS_MS }),
        others: options.budget ?? (0,failure_budget/* createFailureBudget */.u)({ clock, random }),
    };
    const octokit = (0,github/* getOctokit */.Q)(options.token, {
        baseUrl: options.apiUrl,
        userAgent: options.userAgent,
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
            // Octokit takes a redirect that is not followed for a success.
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
/** Waits until the request may be sent again; false when it is not sent again. The first rule that fits decides. */
async function pauseAfter(error, { isRepeatable }, attempt, budget, signal) {
    // Refused for now, so certainly not carried out: wait as long as GitHub asks, within reason.
    if (error.isRateLimited)
        return await budget.pause(attempt, signal, error.retryAfterMs);
    // Refused for good; or it may have been carried out, and a second time would do harm.
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
