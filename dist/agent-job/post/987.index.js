export const id = 987;
export const ids = [987];
export const modules = {

/***/ 987:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createGitHubRequest: () => (/* binding */ createGitHubRequest)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7016);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7307);


/** One request may take this long, the body included. */
const TIME_LIMIT_MS = 10_000;
const MAXIMUM_TRIES = 3;
/**
 * What all requests of a run together may lose, in milliseconds, to failures and to waits for a rate limit. More is
 * not worth a runner's time, since a run can do its work without most of them. After that each gets one short try.
 */
const FAILURE_BUDGET_MS = 30_000;
const RATE_LIMIT_BUDGET_MS = 90_000;
const SHORT_TIME_LIMIT_MS = 3_000;
/** https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately */
const DEFAULT_RATE_LIMIT_WAIT_MS = 60_000;
/**
 * A request function on Octokit. No retry plugin: it would repeat a POST that may have been carried out. No
 * throttling plugin: it spaces writes seconds apart, which a run with half a dozen of them need not wait for.
 * @throws (from the function) GitHubError; the signal's reason when the run is cancelled.
 */
function createGitHubRequest(options) {
    const octokit = (0,_actions_github__WEBPACK_IMPORTED_MODULE_0__/* .getOctokit */ .Q)(options.token, {
        baseUrl: options.apiUrl,
        userAgent: options.userAgent,
        request: { fetch: options.fetch },
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    });
    const { clock } = options;
    const budget = { failuresMs: FAILURE_BUDGET_MS, rateLimitsMs: RATE_LIMIT_BUDGET_MS };
    return async (facts, route, parameters) => {
        for (let attempt = 1;; attempt += 1) {
            const sentAt = clock.now();
            try {
                return await sendOnce(facts, route, parameters);
            }
            catch (error) {
                await pause(error, facts, attempt, clock.now() - sentAt);
            }
        }
    };
    /** @throws the error, when that was the last try */
    async function pause(error, facts, attempt, lostMs) {
        if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y))
            throw error;
        budget.failuresMs -= lostMs;
        const delayMs = decideDelayMs(error, facts, attempt, budget, options.random);
        if (delayMs === undefined)
            throw error;
        budget[error.isRateLimited ? 'rateLimitsMs' : 'failuresMs'] -= delayMs;
        await clock.sleep(delayMs, options.signal);
    }
    async function sendOnce(facts, route, parameters) {
        options.signal.throwIfAborted();
        const limitMs = Math.min(TIME_LIMIT_MS, Math.max(SHORT_TIME_LIMIT_MS, budget.failuresMs));
        const signal = AbortSignal.any([options.signal, AbortSignal.timeout(Math.round(limitMs))]);
        try {
            const response = await octokit.request(route, {
                ...parameters,
                request: { signal, redirect: 'manual' },
            });
            // A followed redirect would turn a POST into a GET; Octokit takes an unfollowed one for a success.
            if (response.status >= 300)
                throw Object.assign(new Error('a redirect'), { status: response.status });
            return { status: response.status, data: response.data, link: response.headers.link ?? '' };
        }
        catch (cause) {
            options.signal.throwIfAborted();
            throw toGitHubError(facts, cause, options.clock.wallClock());
        }
    }
}
/** How long to wait before the request is sent again; undefined when it is not. First rule that fits decides. */
function decideDelayMs(error, facts, attempt, budget, random) {
    // Enough is enough.
    if (attempt >= MAXIMUM_TRIES)
        return undefined;
    // Refused for now, so certainly not carried out: wait as long as GitHub asks, within reason.
    if (error.isRateLimited) {
        const waitMs = error.retryAfterMs ?? backOffMs(attempt, random);
        return waitMs <= budget.rateLimitsMs ? waitMs : undefined;
    }
    // Refused for good.
    if (error.status !== undefined && error.status < 500 && error.status !== 408)
        return undefined;
    // GitHub has had its share of this run.
    if (budget.failuresMs <= 0)
        return undefined;
    // It may have been carried out, and a second time would do harm.
    if (!facts.isRepeatable)
        return undefined;
    return backOffMs(attempt, random);
}
function backOffMs(attempt, random) {
    return 500 * 2 ** (attempt - 1) * (0.75 + random() / 2);
}
function toGitHubError(facts, cause, wallClockMs) {
    const status = readStatus(cause);
    const headers = readHeaders(cause);
    const isRateLimited = isRateLimit(status, headers, cause);
    return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y(facts.operation, {
        status,
        isRateLimited,
        retryAfterMs: isRateLimited ? readRetryAfterMs(headers, cause, wallClockMs) : undefined,
        answer: status === undefined ? `no answer (${nameOf(cause)})` : `it answered ${status}`,
        hint: isRateLimited ? 'It was a rate limit; try again later.' : (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .hintFor */ .J)(status, facts.permission),
        cause,
    });
}
/** Octokit reports a request that got no answer as status 500 too; only one with a response has a status. */
function readStatus(cause) {
    if (typeof cause !== 'object' || cause === null || !('status' in cause) || typeof cause.status !== 'number')
        return undefined;
    const hasAnswer = ('response' in cause && cause.response !== undefined) || (cause.status >= 300 && cause.status < 400);
    return hasAnswer ? cause.status : undefined;
}
function readHeaders(cause) {
    const response = typeof cause === 'object' && cause !== null && 'response' in cause ? cause.response : undefined;
    return typeof response === 'object' && response !== null && 'headers' in response
        ? response.headers
        : {};
}
/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
function isRateLimit(status, headers, cause) {
    if (status === 429)
        return true;
    if (status !== 403)
        return false;
    if (headers['retry-after'] !== undefined || String(headers['x-ratelimit-remaining']) === '0')
        return true;
    return saysRateLimit(cause);
}
function saysRateLimit(cause) {
    return cause instanceof Error && /rate limit/iu.test(cause.message);
}
/** A minute where GitHub names no time; a bare 429 is most likely something else in between, and not waited for so long. */
function readRetryAfterMs(headers, cause, wallClockMs) {
    const seconds = Number(headers['retry-after'] ?? Number.NaN);
    if (Number.isFinite(seconds) && seconds >= 0)
        return seconds * 1000;
    const resetSeconds = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
    if (String(headers['x-ratelimit-remaining']) !== '0' || !Number.isFinite(resetSeconds))
        return saysRateLimit(cause) ? DEFAULT_RATE_LIMIT_WAIT_MS : undefined;
    return Math.max(0, resetSeconds * 1000 - wallClockMs) + 1000;
}
function nameOf(cause) {
    if (!(cause instanceof Error))
        return 'unknown reason';
    const inner = cause.cause instanceof Error ? cause.cause : cause;
    const root = inner.cause instanceof Error ? inner.cause : inner;
    return 'code' in root && typeof root.code === 'string' ? root.code : root.name;
}
function ignore() { }


/***/ })

};
