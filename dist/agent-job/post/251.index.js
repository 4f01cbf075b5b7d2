export const id = 251;
export const ids = [251];
export const modules = {

/***/ 251:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  closeComment: () => (/* binding */ closeComment)
});

;// CONCATENATED MODULE: ./build/network/user-agent.js
/** How the actions introduce themselves to the service and to GitHub; CDNs refuse clients that don't. */
const user_agent_USER_AGENT = 'docs-agent-action/1';

// EXTERNAL MODULE: ./build/github/failure-budget.js
var failure_budget = __webpack_require__(684);
;// CONCATENATED MODULE: ./build/github/connect.js


/** GitHub as this run's token sees it. Octokit is large, so it is loaded only when there is something to ask. */
async function connectGitHub(options) {
    const { run, token, fetch, clock, signal, threadKind, failuresMs } = options;
    const [{ createGitHubRequest }, { createGitHub }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(16), __webpack_require__.e(852)]).then(__webpack_require__.bind(__webpack_require__, 852)),
        Promise.all(/* import() */[__webpack_require__.e(934), __webpack_require__.e(950)]).then(__webpack_require__.bind(__webpack_require__, 950)),
    ]);
    const random = Math.random;
    const budget = (0,failure_budget/* createFailureBudget */.u)({ clock, random, ...(failuresMs !== undefined && { failuresMs }) });
    const request = createGitHubRequest({
        token,
        apiUrl: run.apiUrl,
        userAgent: user_agent_USER_AGENT,
        fetch,
        clock,
        random,
        signal,
        budget,
    });
    return { github: createGitHub(request, run.repository, { threadKind }), budget, signal };
}
/** The repository as markers name it: by its id, since it may be renamed; by its name where the runner knows no id. */
function identifyRepository({ repositoryId, repository }) {
    return repositoryId === '' ? repository.toLowerCase() : repositoryId;
}

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(67);
var external_node_http_namespaceObject = /*#__PURE__*/__webpack_require__.t(external_node_http_, 2);
// EXTERNAL MODULE: external "node:https"
var external_node_https_ = __webpack_require__(708);
var external_node_https_namespaceObject = /*#__PURE__*/__webpack_require__.t(external_node_https_, 2);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(75);
// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(692);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(522);
;// CONCATENATED MODULE: ./build/network/proxies.js
/** A proxy variable can't be used. The message leaves out its value, which may hold a password. */
class ProxySettingError extends Error {
    name = 'ProxySettingError';
    /** What to do about it. */
    hint;
    constructor(variable, reason, hint) {
        super(`Could not use the proxy in ${variable}: ${reason}.`);
        this.hint = hint;
    }
}
/**
 * Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY; the lower-case names win, as in curl. A proxy may stand there without
 * `http://`. Loopback hosts are proxied like all others unless NO_PROXY names them.
 * @param nodeVersion such as `24.5.0`
 * @returns nothing when no proxy is set
 * @throws ProxySettingError when a proxy is no http or https address, or this Node can't use one
 */
function readProxies(environment, nodeVersion = process.versions.node) {
    const httpProxy = readProxy(environment, 'HTTP_PROXY');
    const httpsProxy = readProxy(environment, 'HTTPS_PROXY');
    if (httpProxy === '' && httpsProxy === '')
        return undefined;
    if (!canUseProxies(nodeVersion))
        throw new ProxySettingError(httpsProxy === '' ? 'HTTP_PROXY' : 'HTTPS_PROXY', `the runner's Node ${nodeVersion} has no support for proxies`, 'Update the runner to version 2.328.0 or later.');
    return { http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: readExceptions(environment) };
}
/** Runners before 2.328.0 have Node 24.4, whose agents ignore `proxyEnv`. */
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
    // Passwords are often pasted as they are; a percent sign that escapes nothing means itself.
    url.username = escapeBarePercent(url.username);
    url.password = escapeBarePercent(url.password);
    return url.href;
}
function escapeBarePercent(text) {
    return text.replace(/%(?![0-9a-f]{2})/giu, '%25');
}
/** As in curl, spaces separate as well, a name covers its subdomains, and IPv6 addresses may have brackets. */
function readExceptions(environment) {
    const entries = readVariable(environment, 'NO_PROXY')
        .replace(/[[\]]/gu, '')
        .split(/[\s,]+/u);
    return entries
        .filter((entry) => entry !== '')
        .flatMap((entry) => (/^[.*]/u.test(entry) ? [entry] : [entry, `.${entry}`]))
        .join(',');
}

;// CONCATENATED MODULE: ./build/network/fetch.js






/** The connection was never made, so no byte of the request was sent. The cause says why. */
class fetch_ConnectError extends Error {
    name = 'ConnectError';
    constructor(cause) {
        super('The connection was not made.', { cause });
    }
}
/** Name lookup, proxy and TLS included. */
const CONNECT_TIME_LIMIT_MS = 10_000;
/**
 * Creates a `fetch` on Node's own HTTP client. It honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY
 * (https://nodejs.org/api/http.html#built-in-proxy-support), sends every request exactly once, which the built-in
 * `fetch` does not promise (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, 421), and starts sooner.
 * It rejects with `ConnectError`, with the signal's reason, or with the error of the connection that broke.
 * @param environment holds the proxy variables
 * @throws ProxySettingError when a proxy variable can't be used
 */
function createFetch(environment, connectTimeLimitMs = CONNECT_TIME_LIMIT_MS) {
    const proxyEnv = readProxies(environment);
    const createAgents = (keepAlive) => {
        // The time limit is for tunnels that a proxy never opens: only Node knows their sockets.
        const options = { keepAlive, timeout: connectTimeLimitMs, ...(proxyEnv !== undefined && { proxyEnv }) };
        return { 'http:': new external_node_http_.Agent(options), 'https:': new external_node_https_.Agent(options) };
    };
    const kept = createAgents(true);
    // The server may close a kept connection while the request is sent, and then it is not known whether it was received.
    const fresh = createAgents(false);
    return async (url, request) => {
        const target = new URL(url);
        const agents = request.method === 'POST' ? fresh : kept;
        const agent = agents[target.protocol === 'https:' ? 'https:' : 'http:'];
        return describeResponse(await send(target, request, agent, connectTimeLimitMs));
    };
}
/** Sends the request and waits for the status and the headers. */
async function send(url, { method, headers, body, signal }, agent, connectTimeLimitMs) {
    const { promise, resolve, reject } = Promise.withResolvers();
    let isConnected = false;
    let timer;
    // The request emits no error while a proxy opens the tunnel, so an abort has to reject by itself.
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    try {
        const options = {
            method,
            headers: { ...headers, 'accept-encoding': ENCODINGS.join(', ') },
            agent,
            signal,
        };
        const request = (url.protocol === 'https:' ? external_node_https_namespaceObject : external_node_http_namespaceObject).request(url, options);
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
        throw isConnected ? reason : new fetch_ConnectError(reason);
    }
    finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
    }
}
/** Calls `listener` when the first byte of the request can leave. */
function whenConnected(request, listener) {
    request.once('socket', (socket) => {
        if (socket.connecting)
            socket.once(socket instanceof external_node_tls_.TLSSocket ? 'secureConnect' : 'connect', listener);
        // A kept connection, or the tunnel of a proxy, which is handed over once it is open.
        else if (!socket.destroyed)
            listener();
    });
}
function createTimeoutError() {
    return Object.assign(new Error('Connecting took too long.'), { code: 'ETIMEDOUT' });
}
/** https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5 and the sections on 205 and 304: no body follows. */
const STATUSES_WITHOUT_BODY = [204, 205, 304];
function describeResponse(message) {
    const { statusCode: status = 0, headers } = message;
    // Without a listener, a body that breaks off before it is read would end the process.
    message.on('error', () => undefined);
    const hasBody = !STATUSES_WITHOUT_BODY.includes(status);
    // An answer that is not read to its end would keep its connection, and the process with it.
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
    gzip: external_node_zlib_.createGunzip,
    deflate: external_node_zlib_.createInflate,
    br: external_node_zlib_.createBrotliDecompress,
    zstd: external_node_zlib_.createZstdDecompress,
};
const ENCODINGS = Object.keys(DECOMPRESSORS);
function decompress(message) {
    const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (!isEncoding(encoding))
        return message;
    // An error of either stream ends both, and the reader of the body gets it.
    return (0,external_node_stream_.pipeline)(message, DECOMPRESSORS[encoding](), () => undefined);
}
function isEncoding(encoding) {
    return Object.hasOwn(DECOMPRESSORS, encoding);
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(500);
;// CONCATENATED MODULE: ./build/runner/clock.js

/** Node fires a longer timer at once instead of late. https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The clock of this machine. */
const systemClock = {
    now: () => performance.now(),
    wallClock: () => Date.now(),
    async sleep(ms, signal) {
        signal?.throwIfAborted();
        try {
            await (0,promises_.setTimeout)(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, signal && { signal });
        }
        catch (error) {
            signal?.throwIfAborted();
            throw error;
        }
    },
};

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(24);
;// CONCATENATED MODULE: ./build/runner/event.js

/** The event file is not what the runner would write. */
class EventError extends Error {
    name = 'EventError';
}
/**
 * Reads the event file.
 * @throws EventError when it can't be read or is not JSON.
 */
function readEvent(environment) {
    const name = environment['GITHUB_EVENT_NAME'] ?? '';
    const path = environment['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        return { name, payload: {} };
    try {
        return { name, payload: JSON.parse((0,external_node_fs_.readFileSync)(path, 'utf8')) };
    }
    catch (cause) {
        throw new EventError(`Reading the event file of the "${name}" event: ${cause instanceof SyntaxError ? 'it is not JSON' : "it can't be read"}. ` +
            'The runner writes it (GITHUB_EVENT_PATH); a step that changes it must leave valid JSON.', { cause });
    }
}
/**
 * Reads what the runner says of this workflow run.
 * https://docs.github.com/actions/reference/workflows-and-actions/variables
 */
function readWorkflowRun(environment) {
    const serverUrl = readUrl(environment['GITHUB_SERVER_URL'], 'https://github.com');
    const repository = environment['GITHUB_REPOSITORY'] ?? '';
    const id = environment['GITHUB_RUN_ID'] ?? '';
    return {
        repository,
        repositoryId: environment['GITHUB_REPOSITORY_ID'] ?? '',
        id,
        attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
        job: environment['GITHUB_JOB'] ?? '',
        step: environment['GITHUB_ACTION'] ?? '',
        url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`),
        serverUrl,
        apiUrl: readUrl(environment['GITHUB_API_URL'], 'https://api.github.com').href.replace(/\/$/u, ''),
        workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
    };
}
function readUrl(text, otherwise) {
    return new URL(text !== undefined && URL.canParse(text) ? text : otherwise);
}

// EXTERNAL MODULE: ./build/runner/inputs.js
var inputs = __webpack_require__(266);
// EXTERNAL MODULE: ./build/runner/run-action.js + 2 modules
var run_action = __webpack_require__(255);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(598);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(154);
;// CONCATENATED MODULE: ./build/github/signed-marker.js


/**
 * The longest marker that `read` accepts, in UTF-16 units; what a comment must leave free.
 */
const MARKER_ROOM = 8400;
const PREFIX = '<!-- docs-agent-';
/** Whether `body` looks like a comment of this action. It doesn't check the signature, so it needs no key. */
function looksLikeOurs(body) {
    return readUntrustedText(body).includes(PREFIX);
}
/**
 * Creates a marker that counts only for `subject`, such as a thread of a repository.
 * HKDF: RFC 5869; HMAC: RFC 2104.
 * @param name What the marker is for, such as `job`; lower-case letters and dashes.
 */
function createSignedMarker(name, apiKey, subject) {
    const key = Buffer.from((0,external_node_crypto_.hkdfSync)('sha256', apiKey, 'docs-agent-action', `${name} marker v1`, 32));
    const sign = (payload) => (0,external_node_crypto_.createHmac)('sha256', key)
        .update(JSON.stringify([...subject, payload]))
        .digest();
    const start = `${PREFIX}${name}:v1:`;
    // Plain base64 holds no `-`, so the HTML comment can't end early.
    const pattern = new RegExp(`${start}([A-Za-z0-9+/=]{1,8192})\\.([A-Za-z0-9+/=]{44}) -->`, 'gu');
    return {
        write(payload) {
            const encoded = Buffer.from(JSON.stringify(payload)).toString('base64');
            return `${start}${encoded}.${sign(encoded).toString('base64')} -->`;
        },
        read(body) {
            // Ours is the last thing in the comment.
            const [, encoded, signature] = [...(0,untrusted_text/* readUntrustedText */.u)(body).matchAll(pattern)].at(-1) ?? [];
            if (encoded === undefined || signature === undefined)
                return undefined;
            const given = Buffer.from(signature, 'base64');
            const isVerified = given.length === 32 && (0,external_node_crypto_.timingSafeEqual)(given, sign(encoded));
            const payload = parseJson(Buffer.from(encoded, 'base64').toString());
            return payload === undefined ? undefined : { payload, isVerified };
        },
    };
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/agent-job/claim/claim-marker.js


const STATES = [
    'claimed',
    'waiting',
    'refused',
    'unknown',
    'job',
    'finished',
    'answered',
];
/** The delivery alone, of whatever knows one. */
function pickDelivery({ isFollowUp, messageAt, earlier }) {
    return {
        ...(isFollowUp !== undefined && { isFollowUp }),
        ...(messageAt !== undefined && { messageAt }),
        ...(earlier && { earlier }),
    };
}
/** A marker for the claims in one thread. Ids rather than names, since a repository may be renamed meanwhile. */
function createClaimMarker(apiKey, repository, thread) {
    return createSignedMarker('job', apiKey, [repository, String(thread)]);
}
/** What a comment, or a run without one, is known by. The prompt tells the legs of a matrix apart. */
function describeTrigger(comment, { runId, job, step }, prompt) {
    return comment === undefined
        ? `run ${runId} ${digest(`${job}\n${step}\n${prompt}`)}`
        : `${comment.kind} ${comment.id}`;
}
/** Sixteen characters that stand for `text`; the marker is readable, and an ID may be kept in a secret. */
function digest(text) {
    return createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 16);
}
/** The value in a marker as a claim; undefined for anything else, such as the claim of another version. */
function parseClaim(value) {
    const claim = value;
    if (typeof claim !== 'object' || claim === null)
        return undefined;
    const isWhole = typeof claim.claimant === 'object' &&
        claim.claimant !== null &&
        typeof claim.trigger === 'string' &&
        typeof claim.project === 'string' &&
        typeof claim.nonce === 'string';
    return isWhole && STATES.some((state) => state === claim.state) ? claim : undefined;
}
/** Whether `claim` was made by an earlier attempt of the step that `claimant` is now. */
function isEarlierAttempt({ claimant: made }, claimant) {
    return (made.runId === claimant.runId &&
        made.job === claimant.job &&
        made.step === claimant.step &&
        made.attempt < claimant.attempt);
}

;// CONCATENATED MODULE: ./build/docs-service/hints.js
/** Says in a sentence or two what to do about a failure. */
function findHint(failure) {
    const { operation, certainty } = failure;
    const unknownHint = UNKNOWN_HINTS[operation];
    if (unknownHint === undefined || certainty !== 'unknown')
        return findStatusHint(failure) ?? KIND_HINTS[failure.kind];
    const cause = findCauseHint(failure);
    return cause === undefined ? unknownHint : `${cause} ${unknownHint}`;
}
/** Hints by operation and status; the first row that fits is taken. */
const STATUS_HINTS = [
    {
        status: 400,
        operation: 'create agent job',
        hint: 'The service did not accept the prompt or the project. Check the prompt and `project-id`.',
    },
    {
        status: [400, 422],
        operation: 'send follow-up message',
        hint: 'The service did not accept the prompt for this job. Check the prompt.',
    },
    {
        status: 400,
        operation: 'get page views',
        hint: 'The service did not accept the query. Check `date-from`, `date-to`, `limit` and `offset`.',
    },
    {
        status: 401,
        hint: 'The key is wrong or has expired; keys expire 90 days after they were made unless set otherwise. Make a new admin key in the dashboard and store it as the secret that `api-key` reads.',
    },
    {
        status: 403,
        operation: 'create agent job',
        hint: 'The key may not do this: creating a job needs the `write` scope. The same happens if an IP allowlist excludes the runner.',
    },
    {
        status: 403,
        operation: 'send follow-up message',
        hint: 'The key may not do this: a follow-up message needs the `write` scope. The same happens if an IP allowlist excludes the runner.',
    },
    {
        status: 403,
        hint: 'The key may not do this: it needs the `read` scope. The same happens if an IP allowlist excludes the runner.',
    },
    {
        status: [404, 405, 409, 410],
        operation: 'send follow-up message',
        hint: 'The job takes no message: it is gone, or the service has no follow-up messages. Create a new job.',
    },
    {
        status: 404,
        operation: 'get agent job',
        hint: 'There is no such job in this project. Check `job-id`, `project-id` and `base-url`.',
    },
    {
        status: 404,
        hint: 'There is no such project at this address. Check `project-id` (the API keys page of the dashboard shows it) and `base-url`.',
    },
    {
        status: 407,
        hint: 'The proxy requires a login. Put it into the proxy variable: `http://user:password@host:port`.',
    },
    {
        status: 413,
        hint: 'The request is too large for the service. Shorten the prompt, or use a smaller `context`.',
    },
    {
        status: 429,
        operation: 'create agent job',
        hint: 'The quota is used up; a project may create 100 jobs an hour. Wait, then run it again.',
    },
    {
        status: 429,
        operation: 'send follow-up message',
        hint: 'The quota is used up; a project may send 100 messages an hour. Wait, then run it again.',
    },
    {
        status: 429,
        operation: 'get page views',
        hint: 'The quota is used up; an organization has 100 analytics requests an hour, shared by all analytics endpoints. Wait before you run it again.',
    },
    {
        status: 429,
        hint: 'The service asks for fewer requests. Raise `poll-interval`, or wait and run it again.',
    },
];
/** Hints by what happened, where no status says more. */
const KIND_HINTS = {
    'not-connected': 'Check `base-url`, and whether the runner may reach that host: name, firewall, certificate, and the proxy variables HTTPS_PROXY and NO_PROXY.',
    'no-answer': 'The connection or the service failed. Check the status page of the service.',
    status: 'The service has a problem. Check its status page, and run it again later.',
    unreadable: 'Check that `base-url` leads to the service itself and to no proxy, login or error page.',
    cancelled: 'The run was cancelled.',
    deadline: 'The time limit was reached. Set a longer `timeout`.',
};
/** For requests that may have been received, because sending them again could do the work twice. */
const UNKNOWN_HINTS = {
    'create agent job': 'The job may have been created all the same, so the request is not sent again. Look for a new job or pull request before starting another.',
    'send follow-up message': 'The message may have been received all the same, so it is not sent again. Look at the pull request before asking once more.',
};
const REDIRECT_HINT = 'Redirects are never followed, so that key and prompt stay with the host that was named. Set `base-url` to the address of the service itself.';
const REFUSED_HINT = 'The service refused the request. Read what it said, and check `base-url`.';
const BROKEN_HINT = 'The service has a problem; its status page may say more.';
function findStatusHint({ operation, kind, status }) {
    if (kind !== 'status' || status === undefined)
        return undefined;
    if (status < 400)
        return REDIRECT_HINT;
    const row = STATUS_HINTS.find((candidate) => [candidate.status].flat().includes(status) &&
        (candidate.operation === undefined || candidate.operation === operation));
    if (row)
        return row.hint;
    return status < 500 && status !== 408 ? REFUSED_HINT : undefined;
}
/** What stands before the warning that a request may have been received; it must not say that it was refused. */
function findCauseHint({ kind, status = 0 }) {
    if (kind !== 'status')
        return KIND_HINTS[kind];
    if (status < 400)
        return REDIRECT_HINT;
    return status >= 500 ? BROKEN_HINT : undefined;
}

;// CONCATENATED MODULE: ./build/docs-service/errors.js

/** A request to the documentation service failed. The message holds no text from outside. */
class errors_DocsServiceError extends Error {
    name = 'DocsServiceError';
    operation;
    kind;
    certainty;
    status;
    retryAfterMs;
    detail;
    /** What to do about it, in a sentence or two. */
    hint;
    /**
     * @param failure what happened
     * @param target method and address that the request went to
     * @param cameBack what came back, without text from outside
     */
    constructor(failure, target, cameBack, options) {
        super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options);
        this.operation = failure.operation;
        this.kind = failure.kind;
        this.certainty = failure.certainty;
        if (failure.status !== undefined)
            this.status = failure.status;
        if (failure.retryAfterMs !== undefined)
            this.retryAfterMs = failure.retryAfterMs;
        if (failure.detail !== undefined)
            this.detail = failure.detail;
        this.hint = findHint(failure);
    }
}
/** `limits.allowRequest` refused one more request. The cause is the failure that made it necessary, if there was one. */
class errors_RequestLimitError extends Error {
    name = 'RequestLimitError';
    constructor(target) {
        super(`Did not send ${target}: the number of requests is used up.`);
    }
}

// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(474);
;// CONCATENATED MODULE: ./build/docs-service/quota.js

/** A quota that no request waits for. */
function quota_createQuota() {
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
    const aborted = once(signal, 'abort', { signal: listening.signal }).then(() => undefined, () => undefined);
    try {
        return await Promise.race([promise, aborted]);
    }
    finally {
        listening.abort();
    }
}

;// CONCATENATED MODULE: ./build/docs-service/repeat.js


/**
 * Calls `send` until it works or `decideRetryDelay` says that it is over. After 429, all requests of the same quota
 * wait for the first one, and go on when that has worked.
 * @param offset for `onRetry`
 * @throws the last failure
 */
async function repeat_repeat({ sleep, now, random, onRetry }, limits, quota, send, offset) {
    let endWait;
    let failure;
    let attempt = 1;
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
            // Another request waits for the quota already, and this one goes on with it.
            if (isQuotaUsedUp(outcome.failure) && endWait === undefined)
                continue;
            const situation = { attempt, timeLeftMs: limits.deadline - now(), random };
            const delayMs = decideRetryDelay(outcome.failure, situation);
            if (delayMs === undefined)
                throw outcome.failure;
            onRetry?.({ failure: outcome.failure, attempt, delayMs, offset });
            attempt += 1;
            // After a cancellation, the next attempt throws without sending anything.
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
        if (failure instanceof RequestLimitError)
            failure.cause = lastFailure;
        if (!(failure instanceof DocsServiceError))
            throw failure;
        return { failure };
    }
}
function isQuotaUsedUp({ kind, status }) {
    return kind === 'status' && status === 429;
}

;// CONCATENATED MODULE: ./build/docs-service/certainty.js
/** Statuses by which a server says that it created no job. All others leave it open. */
const REFUSALS_TO_CREATE = new Set([
    400, 401, 402, 403, 404, 405, 406, 407, 410, 411, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429, 431,
    451,
]);
/** Client errors that say nothing about whether a message was received. */
const UNCLEAR_FOR_MESSAGES = new Set([408, 421, 425]);
/** Says what a status other than a success leaves certain. */
function certainty_decideCertainty(operation, status) {
    const isRefusal = operation === 'send follow-up message'
        ? status >= 400 && status < 500 && !UNCLEAR_FOR_MESSAGES.has(status)
        : REFUSALS_TO_CREATE.has(status);
    return isRefusal ? 'not-accepted' : 'unknown';
}

;// CONCATENATED MODULE: ./build/docs-service/request.js








/**
 * Sends one request, once, and receives its answer. Redirects are not followed. The time limit
 * (`requestTimeLimitMs`, never past the deadline) covers the body too.
 * @throws DocsServiceError for everything else than a success
 */
async function request_sendRequest(transport, request, limits) {
    const timeLimit = startTimeLimit(limits, transport.now(), transport.requestTimeLimitMs);
    if (timeLimit.findStop())
        throw describeStop(request, timeLimit, { certainty: 'not-accepted' });
    if (limits.allowRequest?.() === false)
        throw new RequestLimitError(request_describeTarget(request));
    const response = await receiveHeaders(transport, request, timeLimit);
    const { status } = response;
    if (status < 200 || status >= 300)
        throw await describeStatus(transport, request, response, timeLimit);
    return { status, bytes: await receiveBody(request, response, timeLimit) };
}
/** Method and address without the query, which is long and says nothing new. */
function request_describeTarget({ method, url }) {
    return `${method} ${url.origin}${url.pathname}`;
}
async function receiveHeaders({ fetch, apiKey, userAgent }, request, timeLimit) {
    const { method, url, body } = request;
    const headers = {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        'user-agent': userAgent,
    };
    if (body !== undefined)
        headers['content-type'] = 'application/json';
    const init = { method, headers, redirect: 'manual', signal: timeLimit.signal };
    try {
        return await fetch(url, body === undefined ? init : { ...init, body });
    }
    catch (cause) {
        const wasNotSent = cause instanceof ConnectError;
        const certainty = wasNotSent ? 'not-accepted' : 'unknown';
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, { certainty }, cause);
        const kind = wasNotSent ? 'not-connected' : 'no-answer';
        const cameBack = wasNotSent ? 'could not be reached' : 'got no answer, the connection broke';
        throw createError(request, { kind, certainty }, cameBack + describeCode(cause), cause);
    }
}
async function receiveBody(request, response, timeLimit) {
    const received = { certainty: 'unknown', status: response.status };
    try {
        const { bytes, isWhole } = await readBody(response, request.maximumBytes);
        if (isWhole)
            return bytes;
    }
    catch (cause) {
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, received, cause);
        const cameBack = `was answered with status ${response.status}, but the connection broke in the middle of the answer${describeCode(cause)}`;
        throw createError(request, { ...received, kind: 'no-answer' }, cameBack, cause);
    }
    const cameBack = `was answered with more than ${request.maximumBytes / 1024 / 1024} MiB`;
    throw createError(request, { ...received, kind: 'unreadable' }, cameBack);
}
async function describeStatus(transport, request, response, timeLimit) {
    const { status } = response;
    const certainty = decideCertainty(request.operation, status);
    if (status < 400) {
        // Its body is not needed.
        timeLimit.abandon();
        const cameBack = `was answered with a redirect (status ${status}), which is not followed`;
        return createError(request, { kind: 'status', certainty, status }, cameBack);
    }
    const retryAfterMs = readRetryAfter(response.headers, transport.wallClock());
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const detail = findDetail(await readErrorBody(response, transport.apiKey), transport.redact);
    const facts = { kind: 'status', certainty, status, retryAfterMs, detail };
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
    const { operation } = request;
    return new DocsServiceError({ operation, ...facts }, request_describeTarget(request), cameBack, { cause });
}
function describeCode(error) {
    const code = findErrorCode(error);
    return code === undefined ? '' : ` (${code})`;
}

;// CONCATENATED MODULE: ./build/docs-service/reply.js





/**
 * Reads the JSON of a success.
 * @param read turns the JSON into what the operation promises, or throws a ShapeError
 * @throws DocsServiceError, with the service's own words if it sent any, when it is no JSON or has another shape
 */
function reply_parseReply({ redact }, request, { status, bytes }, read) {
    const refuse = (what, detail) => {
        const { operation } = request;
        const failure = { operation, kind: 'unreadable', certainty: 'unknown', status, detail };
        return new DocsServiceError(failure, describeTarget(request), `was answered with status ${status} and ${what}`);
    };
    const body = decoder.decode(bytes);
    let value;
    try {
        value = JSON.parse(body);
    }
    catch {
        // The parser's own error quotes the body, so it is not kept as the cause.
        const what = body === '' ? 'an empty body' : 'a body that is no JSON';
        throw refuse(what, findDetail(body.slice(0, MAXIMUM_ERROR_BYTES), redact));
    }
    try {
        return read(value);
    }
    catch (error) {
        if (!(error instanceof ShapeError))
            throw error;
        throw refuse(error.message, findDetailIn(value, redact));
    }
}
const decoder = new TextDecoder();

;// CONCATENATED MODULE: ./build/docs-service/client.js







const REQUEST_TIME_LIMIT_MS = 30_000;
const MAXIMUM_JOB_BYTES = (/* unused pure expression or super */ null && (1024 * 1024));
const MAXIMUM_PAGE_BYTES = (/* unused pure expression or super */ null && (16 * 1024 * 1024));
/** The nil UUID (https://www.rfc-editor.org/rfc/rfc9562#section-5.9), which no service gives to a job. */
const ID_OF_NO_JOB = '00000000-0000-0000-0000-000000000000';
/**
 * A client of the service at `baseUrl`, for one project.
 * @throws RangeError when `projectId` can't be one segment of a path
 */
function client_createDocsService(options) {
    const transport = createTransport(options);
    const { redact } = transport;
    const project = encodePathSegment(options.projectId);
    const jobsPath = `/v2/agent/${project}/job`;
    const viewsUrl = resolveUrl(options.baseUrl, `/v1/analytics/${project}/views`);
    const viewsQuota = createQuota();
    const jobPath = (id) => `${jobsPath}/${encodePathSegment(id)}`;
    return {
        createAgentJob: (prompt, limits) => sendPrompt('create agent job', jobsPath, prompt, limits, (value) => readNewJob(value, redact)),
        sendMessage: (id, prompt, limits) => sendPrompt('send follow-up message', `${jobPath(id)}/message`, prompt, limits, (value) => readJobOf(id, value, redact)),
        async getAgentJob(id, limits) {
            const request = askForJob('get agent job', id);
            const reply = await sendRequest(transport, request, limits);
            return parseReply(transport, request, reply, (value) => readJobOf(id, value, redact));
        },
        async checkKey(limits) {
            const request = askForJob('check the key', ID_OF_NO_JOB);
            try {
                const reply = await sendRequest(transport, request, limits);
                parseReply(transport, request, reply, refuseJob);
            }
            catch (error) {
                if (!(error instanceof DocsServiceError) || error.status !== 404)
                    throw error;
            }
        },
        async getPageViews(query, limits) {
            const url = new URL(viewsUrl);
            for (const [name, value] of Object.entries(query))
                if (value !== undefined)
                    url.searchParams.set(name, String(value));
            const operation = 'get page views';
            const request = { operation, method: 'GET', url, maximumBytes: MAXIMUM_PAGE_BYTES };
            const send = () => sendRequest(transport, request, limits);
            const reply = await repeat(options, limits, viewsQuota, send, query.offset);
            return {
                read: () => parseReply(transport, request, reply, (value) => readViewsPage(value, query.offset, redact)),
            };
        },
    };
    /** Sends a prompt once; again only when it certainly was not accepted. */
    async function sendPrompt(operation, path, prompt, limits, read) {
        const request = {
            operation,
            method: 'POST',
            url: resolveUrl(options.baseUrl, path),
            body: JSON.stringify({ prompt }),
            maximumBytes: MAXIMUM_JOB_BYTES,
        };
        const reply = await repeat(options, limits, createQuota(), () => sendRequest(transport, request, limits));
        return parseReply(transport, request, reply, read);
    }
    function askForJob(operation, id) {
        const url = resolveUrl(options.baseUrl, jobPath(id));
        return { operation, method: 'GET', url, maximumBytes: MAXIMUM_JOB_BYTES };
    }
}
function createTransport(options) {
    const { fetch, apiKey, userAgent, now, wallClock = Date.now } = options;
    const { requestTimeLimitMs = REQUEST_TIME_LIMIT_MS } = options;
    return { fetch, apiKey, userAgent, now, wallClock, requestTimeLimitMs, redact: createRedaction(options) };
}
/** Any answer with a usable id is a new job, whatever else it says. */
function readNewJob(value, redact) {
    const { id, ...job } = readJob(value, redact);
    if (id === undefined)
        throw new ShapeError('something that is no job with an id');
    // An id that held the key is not the job's id any more.
    if (!isPathSegment(id) || id.includes(REDACTED))
        throw new ShapeError("a job whose id can't be used");
    return { id, ...job };
}
function readJobOf(id, value, redact) {
    const job = readJob(value, redact);
    if (job.id !== undefined && job.id !== id)
        throw new ShapeError('another job than the one that was asked for');
    return job;
}
/** The path of the base address, without slashes at its end, is kept as a prefix. Query and login are not. */
function resolveUrl(baseUrl, path) {
    return new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path);
}
const REDACTED = '***';
function createRedaction({ apiKey, redact = (text) => text }) {
    return apiKey === ''
        ? redact
        : (text) => redact(text.includes(apiKey) ? text.replaceAll(apiKey, REDACTED) : text);
}
/** Anything that answers every path with a success, such as a login page, tells nothing about a key. */
function refuseJob() {
    throw new ShapeError("a job that can't be there");
}

;// CONCATENATED MODULE: ./build/untrusted/truncate-markdown.js
const UTF16_UNITS = {
    sizeOf: (text) => text.length,
    take: (text, maximum) => text.slice(0, maximum).replace(/[\uD800-\uDBFF]$/u, ''),
};
const UTF8_BYTES = {
    sizeOf: (text) => Buffer.byteLength(text),
    // A code point that was cut in two decodes to U+FFFD; it goes.
    take: (text, maximum) => new TextDecoder().decode(Buffer.from(text).subarray(0, maximum)).replace(/\uFFFD+$/u, ''),
};
const NOTE = '\n\n*Cut here, because it would not fit.*';
/**
 * `markdown` in at most `maximum` UTF-16 units, cut between code points, with an open fence and open folded
 * parts closed again.
 */
function truncateMarkdown(markdown, maximum) {
    return cutToFit(markdown, maximum, UTF16_UNITS);
}
/** The same, measured in bytes of UTF-8, which is how the runner measures a summary. */
function truncateMarkdownToBytes(markdown, maximumBytes) {
    return cutToFit(markdown, maximumBytes, UTF8_BYTES);
}
function cutToFit(markdown, maximum, measure) {
    const source = markdown.toWellFormed();
    if (measure.sizeOf(source) <= maximum)
        return source;
    let kept = takeLines(source, maximum - measure.sizeOf(NOTE), measure);
    while (kept !== '') {
        const whole = kept + truncate_markdown_close(kept) + NOTE;
        const excess = measure.sizeOf(whole) - maximum;
        if (excess <= 0)
            return whole;
        kept = takeLines(kept, measure.sizeOf(kept) - excess, measure);
    }
    return measure.take(NOTE.trim(), maximum);
}
/** The start of `source`. A line that lost its end goes too when a code span, link or tag in it would stay open. */
function takeLines(source, maximum, measure) {
    const kept = measure.take(source, Math.max(0, maximum));
    const lineStart = kept.lastIndexOf('\n') + 1;
    // In a code block every line may end anywhere. The line that opens one may not: it names the language.
    if (readOpenParts(kept.slice(0, lineStart)).fence !== '')
        return kept;
    if (/[`<[|]/u.test(kept.slice(lineStart)))
        return kept.slice(0, Math.max(0, lineStart - 1));
    // Half of `&#124;` would be a reference to issue 12.
    return kept.replace(/&[#\w]*$/u, '');
}
/** What must follow `source` so that nothing stays open in it. */
function truncate_markdown_close(source) {
    const { fence, details } = readOpenParts(source);
    return `${fence === '' ? '' : `\n${fence}`}${'\n\n</details>'.repeat(Math.max(0, details))}`;
}
/**
 * The fence that is open at the end of `source`, and how many folded parts are. Ours begin a line; what is in a
 * fence, or further on in a line, is only text.
 */
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

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(307);
;// CONCATENATED MODULE: ./build/untrusted/safe-url.js

const MAXIMUM_LENGTH = 2048;
/**
 * Only characters without a meaning in a shell, Markdown or HTML: `new URL` keeps `$();&|'` as they are, and
 * outputs are used in scripts.
 */
const PLAIN = /^https?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u;
/**
 * A URL from outside that may be printed, linked and put into an output: http(s), no user part, plain
 * characters, at most 2048 of them. Undefined for anything else.
 */
function safe_url_toSafeUrl(text) {
    const url = (0,untrusted_text/* readUntrustedText */.u)(text);
    if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url))
        return undefined;
    const parsed = new URL(url);
    return parsed.username === '' && parsed.password === '' && parsed.href.length <= MAXIMUM_LENGTH
        ? parsed
        : undefined;
}

;// CONCATENATED MODULE: ./build/github/found-comment.js


/**
 * Selects the comments with a marker, those of other keys included.
 * @param parse the payload, if the value in a marker has its shape
 */
function selectMarked(comments, marker, parse) {
    const found = comments.flatMap((comment) => {
        const content = marker.read(comment.body);
        const payload = content === undefined ? undefined : parse(content.payload);
        if (content === undefined || payload === undefined)
            return [];
        if ((payload.commentId ?? comment.id) !== comment.id)
            return [];
        return [{ ...locate(comment), payload, isVerified: content.isVerified }];
    });
    return found.filter((comment) => !isCopy(comment, found));
}
/** Until its first edit a marker could be copied. The copy is younger, and by another account. */
function isCopy({ id, author, payload }, found) {
    return found.some((other) => other.id < id && other.payload.nonce === payload.nonce && other.author !== author);
}
/** Where a comment is, and whose it is. */
function locate({ id, url, author, }) {
    return { id, url: safe_url_toSafeUrl((0,untrusted_text/* untrustedText */.U)(url))?.href ?? '', author };
}

;// CONCATENATED MODULE: ./build/github/marked-comment.js




/** GitHub refuses a longer comment. */
const marked_comment_MAXIMUM_LENGTH = 65_535;
/** The comment with a marker in one thread. */
function createMarkedComment(options) {
    const { github, thread, marker, budget, signal } = options;
    let current;
    /** The payload of a post that may or may not have arrived. */
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
    /** An edit must not overtake the one before it, nor the post. */
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
            if (!(posted instanceof errors/* GitHubError */.y))
                return adopt(posted);
            const own = await findOwn(payload);
            if (own !== undefined)
                return adopt(own);
            if (wasAccepted(posted) || !(await budget.pause(attempt, signal)))
                throw posted;
        }
    }
    /** @returns the error when the comment may have been posted all the same */
    async function tryToPost(content, payload) {
        unconfirmed = payload;
        try {
            const comment = await github.createComment(thread, render(content, payload));
            return { ...locate(comment), payload, isVerified: true };
        }
        catch (error) {
            if (!(error instanceof errors/* GitHubError */.y))
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
        // Known from here on, also if GitHub doesn't take it now: the next edit carries it.
        current = { ...current, payload: { ...payload, ...change } };
        try {
            await github.updateComment(id, render(content, { ...current.payload, commentId: id }));
        }
        catch (error) {
            // Somebody deleted it, so it is not posted again.
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
    /** The marker comes last and is never cut. */
    function render(content, payload) {
        const room = marked_comment_MAXIMUM_LENGTH - MARKER_ROOM;
        return `${truncateMarkdown(options.redact(content.toString()), room)}\n\n${marker.write(payload)}`;
    }
}
/** No answer, a server error, or one that can't be read: the comment may be there all the same. */
function mayHaveBeenPosted(error) {
    if (error.isRateLimited)
        return false;
    return wasAccepted(error) || error.status === undefined || error.status >= 500 || error.status === 408;
}
/** GitHub answered with a success that can't be read. A second comment would not be read either. */
function wasAccepted({ status }) {
    return status !== undefined && status < 300;
}
function isGone(error) {
    return error instanceof errors/* GitHubError */.y && (error.status === 404 || error.status === 410);
}

;// CONCATENATED MODULE: ./build/agent-job/connect.js







/** The comment that reports in `thread`, as this connection may write it. */
function connectComment(connection, thread, since, { run, apiKey, secrets }) {
    return createMarkedComment({
        ...connection,
        thread,
        since,
        marker: createClaimMarker(apiKey, identifyRepository(run), thread),
        parse: parseClaim,
        redact: secrets.redact,
    });
}
/** The documentation service, for the project and key of the inputs. */
function connectService({ log, secrets }, { baseUrl, apiKey, projectId }, fetch) {
    return createDocsService({
        baseUrl,
        apiKey,
        projectId,
        userAgent: USER_AGENT,
        fetch,
        ...clock,
        random: Math.random,
        redact: secrets.redact,
        onRetry: ({ failure, attempt, delayMs }) => log.warning('The documentation service did not accept the request', `${failure.message} Attempt ${attempt} was certainly not accepted; the next one follows in ${formatDuration(delayMs)}.`),
    });
}

;// CONCATENATED MODULE: ./build/agent-job/input-defaults.js
/**
 * The defaults of `action.yml`, for inputs that a step names but leaves empty. `command` isn't here, since an empty one
 * means something; nor is `github-token`, where empty means none. A test holds the table against `action.yml`.
 */
const INPUT_DEFAULTS = {
    context: 'reference',
    'diff-limit': '60000',
    'ignore-authors': 'mintlify[bot]',
    'follow-up': 'auto',
    wait: 'true',
    timeout: '30m',
    'poll-interval': '3s',
    'fail-on': 'failed, timed-out',
    'minimum-permission': 'write',
    comment: 'true',
    'base-url': 'https://api.mintlify.com',
    'dry-run': 'false',
};

// EXTERNAL MODULE: ./build/agent-job/inputs.js + 2 modules
var agent_job_inputs = __webpack_require__(348);
// EXTERNAL MODULE: ./build/agent-job/request/trigger.js + 1 modules
var request_trigger = __webpack_require__(871);
;// CONCATENATED MODULE: ./build/agent-job/result/headlines.js
const HEADLINES = {
    'pull-request': '🚀 The documentation pull request is ready',
    'no-pull-request': '✅ The agent is done; no pull request was opened',
    archived: '🗄️ The job was archived',
    submitted: '📨 The job was submitted',
    'dry-run': '🧪 Dry run: nothing was sent',
    skipped: '⏭️ Nothing to do',
    denied: '🚫 Not allowed',
    duplicate: '👥 Another run handles this comment',
    failed: '❌ The job failed',
    'timed-out': '⌛ Still going on, but this run has stopped waiting',
    cancelled: '🛑 The run was cancelled',
    unknown: '❓ Nobody can tell whether the prompt was received',
    error: '⚠️ Something went wrong',
};
/** The headline of `outcome`, as text. */
function headlines_headlineOf(outcome, isUpdate = false) {
    return outcome === 'pull-request' && isUpdate
        ? '🚀 The documentation pull request is updated'
        : HEADLINES[outcome];
}

;// CONCATENATED MODULE: ./build/agent-job/result/outputs.js

/** How each output of `action.yml` is made; an empty string where there is nothing. */
const OUTPUTS = {
    prLink: ({ pullRequest }) => pullRequest?.href ?? '',
    status: ({ job }) => job?.status ?? '',
    outcome: ({ outcome }) => outcome,
    jobId: ({ jobId }) => jobId ?? '',
    prNumber: ({ pullRequest }) => /\/(\d+)\/?$/u.exec(pullRequest?.pathname ?? '')?.[1] ?? '',
    commentUrl: ({ commentUrl }) => commentUrl ?? '',
    job: describeJob,
    followUp: ({ isFollowUp }) => (isFollowUp === undefined ? '' : String(isFollowUp)),
};
/** The outputs of the root action. */
const OUTPUT_NAMES = Object.keys(OUTPUTS);
/** Sets every output. */
function outputs_writeOutputs(outputs, facts) {
    for (const name of OUTPUT_NAMES)
        outputs.set(name, OUTPUTS[name](facts));
}
/**
 * The job as JSON, with the names of the service's documentation. Absent fields are left out; a link that is refused
 * is null. If the answer has no ID, the known one is filled in.
 */
function describeJob({ job, jobId, pullRequest }) {
    if (job === undefined)
        return '';
    const { status, unknownStatus, source, model, createdAt, archivedAt } = job;
    const known = status ?? (unknownStatus === undefined ? undefined : (0,untrusted_text/* readUntrustedText */.u)(unknownStatus));
    return JSON.stringify({
        id: job.id ?? jobId,
        status: known,
        source,
        model,
        prLink: pullRequest?.href ?? null,
        createdAt,
        archivedAt,
    });
}

// EXTERNAL MODULE: ./build/untrusted/escape.js
var untrusted_escape = __webpack_require__(854);
;// CONCATENATED MODULE: ./build/untrusted/markdown.js


/**
 * Markdown that is safe to publish. Only this file makes it, so a text from outside can't get into a comment
 * or a summary without being escaped here.
 */
class Markdown {
    #source;
    constructor(source) {
        this.#source = source;
    }
    /** @internal For the functions of this file. */
    static fromTrustedSource(source) {
        return new Markdown(source);
    }
    toString() {
        return this.#source;
    }
}
/**
 * Template tag: the literal parts are Markdown; what is put in between is not, unless it is `Markdown` already.
 * A string becomes plain text, a text from outside becomes a code span.
 */
function markdown_markdown(literals, ...values) {
    return trusted(literals.reduce((source, literal, index) => source + render(values[index - 1]) + literal));
}
/** Joins pieces with `separator` (itself Markdown). */
function markdown_joinMarkdown(pieces, separator) {
    return trusted(pieces.map(String).join(separator));
}
/**
 * A code span: no mention, link, reference, HTML or emphasis is read inside, and a table cell stays one cell.
 * Mentions are broken by a word joiner all the same, since bots read the source, not the rendering.
 */
function code(text, maximum = 200) {
    const content = breakMentions((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_escape/* shorten */.ml)(markdown_open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestRun(content, /`+/gu) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
/** A fenced code block, its lines kept. */
function markdown_codeBlock(text, maximum = 20_000, language = 'text') {
    const content = breakCommands(breakMentions(escapeInvisible(shorten(markdown_open(text), maximum).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestRun(content, /`+/gu) + 1));
    return trusted(`${fence}${language}\n${content}\n${fence}`);
}
/** Plain text: every character that Markdown, HTML or GitHub could read something into is escaped. */
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMentions((0,untrusted_escape/* escapeInvisible */.ts)(markdown_open(text).replace(/\s+/gu, ' ')))))
        .replace(/[\\`*_{}[\]()#+!~]/gu, '\\$&')
        // A list item or an underlined heading, where the text begins a line.
        .replace(/^(\s*\d+)\.(?=\s|$)/u, '$1\\.')
        .replace(/^(\s*)(?=[=-](?:[\s=-]|$))/u, '$1\\')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        // A backslash would do, were it not for tables, which add one of their own.
        .replaceAll('|', '&#124;')
        // A backslash does not keep GitHub from reading mathematics between two dollars.
        // https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/writing-mathematical-expressions
        .replaceAll('$', '<span>$$</span>')
        .replace(/:\/\//gu, ':&#8203;//')
        // Before the dot: browsers pass over a character without width in the name of a host.
        .replace(/www(?=\.)/giu, '$&&#8203;'));
}
/** A link; `url` must have passed `toSafeUrl` or be made by us. */
function markdown_link(label, url) {
    return trusted(`[${label}](${url.href.replace(/[()<>\\|]/gu, percentEncode)})`);
}
/** A folded part. */
function details(summary, body) {
    return markdown_markdown `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
/** A table with a header row. */
function table(header, rows, align) {
    const row = (cells) => `| ${cells.map((cell) => escapePipes(String(cell).replaceAll('\n', ' '))).join(' | ')} |`;
    return trusted([row(header), row(header.map((_, column) => align?.[column] ?? '---')), ...rows.map(row)].join('\n'));
}
/** After a backslash of the text's own, some readers would take `\\|` for an escaped backslash and the end of the cell. */
function escapePipes(cell) {
    return cell.replace(/\\(?=\|)/gu, '\\\u2060').replaceAll('|', '\\|');
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
function markdown_open(text) {
    return typeof text === 'string' ? text : (0,untrusted_text/* readUntrustedText */.u)(text);
}
function percentEncode(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
/** Breaks mentions, for GitHub and for bots that read the source. */
function breakMentions(text) {
    return text.replace(/@(?=[\p{L}\p{N}_-])/gu, '@\u2060');
}
/**
 * GitHub links `#1`, `GH-1` and commit ids in the rendered text, where a backslash is gone.
 * https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
 */
function breakReferences(text) {
    return (text
        .replace(/#(?=\d)/gu, '#\u2060')
        .replace(/(gh-)(?=\d)/giu, '$1\u2060')
        // Seven digits are the shortest id. What follows them may be cut off later.
        .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}/giu, (id) => id.replace(/.{6}/gu, '$&\u2060')));
}
/** Bots look for their commands at the start of a line of the source, code or not. */
function breakCommands(text) {
    return text.replace(/^(\s*)([/!.])(?=\S)/gmu, '$1\u2060$2');
}
function longestRun(text, pattern) {
    return Math.max(0, ...(text.match(pattern) ?? []).map((run) => run.length));
}

;// CONCATENATED MODULE: ./build/untrusted/prose.js

const LIST_ITEM = markdown_markdown `- `;
/**
 * Text of ours as Markdown: `backticks` mean code, and URLs are shown as code too, to be read and not followed. A line
 * that begins with a dash is a list item, every other line a paragraph.
 */
function prose(text) {
    const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n');
    return markdown_joinMarkdown(lines.map(renderLine), '\n');
}
function renderLine(line) {
    const [, dash = '', rest = ''] = /^(- )?(.*)$/su.exec(line) ?? [];
    const parts = rest.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
        if (part.startsWith('`'))
            return code(part.slice(1, -1));
        return /^https?:\/\//u.test(part) ? code(part) : plain(part);
    });
    return markdown_joinMarkdown([...(dash === '' ? [] : [LIST_ITEM]), ...parts], '');
}

;// CONCATENATED MODULE: ./build/agent-job/result/format-duration.js
/** A duration as people read it, such as `3m 12s`. */
function format_duration_formatDuration(durationMs) {
    if (durationMs < 1000)
        return 'less than 1s';
    const seconds = Math.round(durationMs / 1000);
    const parts = [
        [Math.floor(seconds / 3600), 'h'],
        [Math.floor(seconds / 60) % 60, 'm'],
        [seconds % 60, 's'],
    ];
    // Intl.DurationFormat says the same, and takes 12 ms to begin with in every run.
    return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ');
}

;// CONCATENATED MODULE: ./build/agent-job/result/next-steps.js

/** What to do next; nothing where nothing is to be done. */
function listNextSteps(advice) {
    const command = advice.command === '' ? markdown_markdown `the command` : code(advice.command);
    const again = advice.isAsked ? markdown_markdown `comment ${command} again` : markdown_markdown `start the workflow again`;
    switch (advice.outcome) {
        case undefined:
            return [markdown_markdown `This comment changes when the job ends. There is nothing to do until then.`];
        case 'pull-request':
            return [
                markdown_markdown `Review the pull request as any other, and merge it when it is right.`,
                ...(advice.isAsked
                    ? [
                        markdown_markdown `To change it, ${again} and say what is missing. While the pull request is open, it is continued.`,
                    ]
                    : []),
            ];
        case 'no-pull-request':
            return [
                markdown_markdown `The agent may have found nothing to change, or have pushed straight to the branch that is deployed.`,
                markdown_markdown `If something was to change, ${again} with a prompt that names the page and what should be different.`,
            ];
        case 'archived':
            return [markdown_markdown `Somebody archived the job in the dashboard. To start a new one, ${again}.`];
        case 'submitted':
            return [
                markdown_markdown `This run does not wait. To collect the result later, run the action with \`job-id\` set to the job above.`,
            ];
        case 'dry-run':
            return [markdown_markdown `Set \`dry-run: false\` to have it done.`];
        case 'denied':
            return [
                markdown_markdown `Ask somebody with the permission to comment the command, or a maintainer to change \`minimum-permission\`.`,
            ];
        case 'duplicate':
            return [markdown_markdown `There is nothing to do: the comment of the other run says how its job goes.`];
        case 'failed':
            return [
                markdown_markdown `Look at the job in the dashboard of the documentation service.`,
                markdown_markdown `To start a new job, ${again}; a more precise prompt often helps.`,
            ];
        case 'timed-out':
            return [
                ...(advice.hasJob ? [markdown_markdown `The job goes on. ${pickUp(advice)}`] : []),
                markdown_markdown `A longer \`timeout\` waits longer.`,
            ];
        case 'cancelled':
            return advice.hasJob
                ? [markdown_markdown `The job goes on. ${pickUp(advice)}`]
                : [markdown_markdown `Nothing was sent. To try again, re-run the workflow run.`];
        case 'unknown':
            return [
                markdown_markdown `Look for a new job, pull request or commit of the agent first: the service has no list to look it up in, and a second request could do the work twice.`,
                markdown_markdown `If there is none, ${again}. A re-run of this run does not send the prompt again.`,
            ];
        case 'error':
            return [
                markdown_markdown `The log of the run says more. When the cause is fixed, re-run the workflow run; after a change to the workflow file, ${again}, as a re-run uses the file of before.`,
                ...(advice.hasJob ? [markdown_markdown `The job goes on meanwhile, and the re-run picks it up.`] : []),
            ];
        case 'skipped':
            return [];
    }
}
function pickUp({ isAsked }) {
    return isAsked
        ? markdown_markdown `Re-run this workflow run, or run the action with \`job-id\` set to the job above, to pick it up.`
        : markdown_markdown `Run the action with \`job-id\` set to the job above to pick it up.`;
}
/** The steps as a list. */
function renderSteps(steps) {
    return markdown_joinMarkdown(steps.map((step) => markdown_markdown `- ${step}`), '\n');
}

;// CONCATENATED MODULE: ./build/agent-job/result/pull-request-name.js
/** `owner/name#7` for a pull request on GitHub, the URL for anything else. */
function nameOf(pullRequest) {
    const [, repository, number] = /^\/([^/]+\/[^/]+)\/pull\/(\d+)\/?$/u.exec(pullRequest.pathname) ?? [];
    return repository === undefined ? pullRequest.href : `${repository}#${number}`;
}

;// CONCATENATED MODULE: ./build/agent-job/result/traffic.js



/** An organization has 100 analytics requests an hour: a comment is worth a few of them. */
const MAXIMUM_REQUESTS = 4;
const ROWS_PER_REQUEST = 250;
const MAXIMUM_PAGES = 10;
const DAY_MS = (/* unused pure expression or super */ null && (24 * 60 * 60_000));
/**
 * Reads the views of the pages that `files` make. Of a large site only the first 1,000 rows are looked at.
 * @returns undefined when none of the files is a page with views
 * @throws DocsServiceError when the views can't be read
 */
async function readTraffic(query) {
    const views = await readViews(query);
    const rows = findPages(query.files, [...views.keys()])
        .flatMap((path) => views.get(path) ?? [])
        .toSorted((a, b) => b.total - a.total)
        .slice(0, MAXIMUM_PAGES);
    return rows.length === 0 ? undefined : { rows, days: query.days };
}
/** Renders the pages as a table. */
function renderTraffic({ rows }) {
    const format = (count) => markdown_markdown `${count.toLocaleString('en-US', { maximumFractionDigits: 2 })}`;
    return table([markdown_markdown `Page`, markdown_markdown `Human`, markdown_markdown `AI`, markdown_markdown `Total`], rows.map(({ path, human, ai, total }) => [code(path, 120), ...[human, ai, total].map(format)]), [':--', '--:', '--:', '--:']);
}
/** The rows that there are, by their paths. */
async function readViews(query) {
    const { service, days, nowMs, signal, deadline } = query;
    const range = {
        dateFrom: new Date(nowMs - days * DAY_MS).toISOString(),
        dateTo: new Date(nowMs).toISOString(),
    };
    const limits = { signal, deadline, allowRequest: allowRequests(MAXIMUM_REQUESTS) };
    const views = new Map();
    try {
        for (let offset = 0;;) {
            const page = (await service.getPageViews({ ...range, limit: ROWS_PER_REQUEST, offset }, limits)).read();
            for (const row of page.views)
                views.set(row.path, row);
            // The service may give fewer rows than asked for.
            offset += page.views.length;
            if (!page.hasMore || page.views.length === 0)
                return views;
        }
    }
    catch (error) {
        // There is more, but it would take too many requests.
        if (error instanceof RequestLimitError && error.cause === undefined)
            return views;
        throw error instanceof RequestLimitError ? error.cause : error;
    }
}
function allowRequests(maximum) {
    let sent = 0;
    return () => {
        sent += 1;
        return sent <= maximum;
    };
}

;// CONCATENATED MODULE: ./build/agent-job/result/report.js









/** The comment in the thread, while the run goes on. */
function renderProgress(progress, context) {
    const headline = progress.isWaiting
        ? '⏳ The agent is busy with an earlier request; this one is next'
        : '⏳ The agent is working on the documentation';
    const isNoted = progress.jobId !== undefined;
    return joinMarkdown([
        markdown `### ${headline}`,
        ...(isNoted ? describeEarlier(progress, 'working') : []),
        tabulate(listRows({ ...progress }, context)),
        foldSteps(undefined, progress.jobId, context),
    ], '\n\n');
}
/** The comment in the thread, when the run has ended. */
function report_renderComment(report, context) {
    // The comment doesn't link to itself.
    const rows = listRows({ ...report, commentUrl: undefined }, context);
    return markdown_joinMarkdown([
        markdown_markdown `### ${headlines_headlineOf(report.outcome, report.isFollowUp)}`,
        ...renderProblem(report),
        ...describeEarlier(report, 'done'),
        tabulate(rows),
        ...renderFindings(report),
        foldSteps(report.outcome, report.jobId, context),
    ], '\n\n');
}
/** The job summary: the same facts, and what only those need who look at the run. */
function report_renderSummary(report, context) {
    return joinMarkdown([
        markdown `## ${headlineOf(report.outcome, report.isFollowUp)}`,
        ...renderProblem(report),
        ...describeEarlier(report, 'done'),
        tabulate(listRows(report, context)),
        ...renderFindings(report),
        ...(report.isHelp ? [renderHelp(context.command)] : []),
        ...(report.outcome === 'dry-run' ? renderPrompt(report) : []),
        foldSteps(report.outcome, report.jobId, context),
    ], '\n\n');
}
function renderProblem({ problem, detail }) {
    return [
        ...(problem === undefined ? [] : [prose(problem)]),
        ...(detail === undefined || (0,untrusted_text/* readUntrustedText */.u)(detail).trim() === ''
            ? []
            : [markdown_markdown `The service said: ${code(detail, 500)}`]),
    ];
}
/** Which pull request is continued, or why there is a new one. */
function describeEarlier({ earlier, isFollowUp }, when) {
    if (earlier === undefined || isFollowUp === undefined)
        return [];
    const url = new URL(earlier.url);
    const name = markdown_link(plain(nameOf(url)), url);
    if (isFollowUp)
        return [
            when === 'working'
                ? markdown_markdown `The agent continues the pull request ${name} of an earlier request.`
                : markdown_markdown `The pull request ${name} of an earlier request was continued.`,
        ];
    if (earlier.state === 'open')
        return [markdown_markdown `The pull request ${name} could not be continued, so this is a new job.`];
    if (earlier.state === 'unreadable')
        return [markdown_markdown `Whether the pull request ${name} is open can't be read, so this is a new job.`];
    return [markdown_markdown `The pull request ${name} of an earlier request is ${earlier.state}, so this is a new one.`];
}
/** The first fact is the header row, because a Markdown table needs one, and an empty one looks like a blank line. */
function tabulate([first = [], ...others]) {
    return table(first, others, [':--', ':--']);
}
function listRows(report, { askedBy, runUrl }) {
    const { pullRequest, jobId, durationMs, commentUrl, prompt } = report;
    const rows = [];
    if (pullRequest !== undefined)
        rows.push([markdown_markdown `**Pull request**`, markdown_link(plain(nameOf(pullRequest)), pullRequest)]);
    if (jobId !== undefined)
        rows.push([markdown_markdown `**Job**`, code(jobId)]);
    if (jobId !== undefined && durationMs !== undefined)
        rows.push([markdown_markdown `**Duration**`, markdown_markdown `${format_duration_formatDuration(durationMs)}`]);
    if (askedBy !== undefined)
        rows.push([markdown_markdown `**Asked by**`, code(askedBy)]);
    if (prompt?.changes !== undefined)
        rows.push([markdown_markdown `**What changed**`, markdown_markdown `${prompt.changes}`]);
    if (prompt !== undefined && prompt.removals > 0)
        rows.push([
            markdown_markdown `**Hidden text**`,
            markdown_markdown `${prompt.removals} ${prompt.removals === 1 ? 'piece' : 'pieces'} removed from the prompt`,
        ]);
    if (commentUrl !== undefined)
        rows.push([markdown_markdown `**Comment**`, markdown_link(markdown_markdown `report in the conversation`, commentUrl)]);
    rows.push([markdown_markdown `**Run**`, markdown_link(markdown_markdown `log of the workflow run`, runUrl)]);
    return rows;
}
/** What was found out beside the job: how often its pages are read, or what a dry run has checked. */
function renderFindings({ traffic, checks }) {
    return [
        ...(traffic === undefined
            ? []
            : [markdown_markdown `#### Views in the last ${formatDays(traffic.days)}`, renderTraffic(traffic)]),
        ...(checks === undefined ? [] : [renderChecks(checks)]),
    ];
}
function formatDays(days) {
    return days === 1 ? 'day' : `${days} days`;
}
function renderChecks(checks) {
    return markdown_joinMarkdown(checks.map(({ isPassed, text }) => markdown_markdown `- ${isPassed ? '✓' : '✗'} ${prose(text)}`), '\n');
}
/** What a dry run would send, and why it was allowed. */
function renderPrompt({ prompt, allowedBecause }) {
    if (prompt === undefined)
        return [];
    const reason = allowedBecause ?? 'The workflow itself asks for it, not a comment.';
    return [
        markdown `**Why it was allowed:** ${reason}`,
        markdown `**What would be sent:**\n\n${codeBlock(prompt.text)}`,
    ];
}
function foldSteps(outcome, jobId, context) {
    const isAsked = context.askedBy !== undefined;
    const steps = listNextSteps({ outcome, command: context.command, isAsked, hasJob: jobId !== undefined });
    return steps.length === 0 ? markdown_markdown `` : details('What to do next', renderSteps(steps));
}

;// CONCATENATED MODULE: ./build/agent-job/result/publish.js








/**
 * Publishes how the run ended: outputs first, since a cancelled run may not get further; then comment,
 * reaction and summary side by side; last the color of the step. None of them can change the outcome.
 * @returns false when the comment does not say so, and might if it was tried again
 */
async function publishResult(result, options) {
    const { runner, outputs, comment, context } = options;
    const commentUrl = comment?.current?.url || result.reportedIn;
    writeOutputs(outputs, { ...result, commentUrl });
    const report = {
        ...result,
        commentUrl: commentUrl === undefined ? undefined : toSafeUrl(untrustedText(commentUrl)),
    };
    const [isToldInThread] = await Promise.all([
        tell(runner, () => editComment(report, options)),
        tell(runner, () => leaveReaction(result, options.react)),
        tell(runner, () => options.writeSummary(renderSummary(report, context))),
    ]);
    setStepResult(result, options);
    return isToldInThread;
}
async function editComment(report, { comment, context }) {
    const { outcome, jobId, isFollowUp, earlier } = report;
    // The help reply is what the comment has to say, and it says it already.
    if (comment === undefined || outcome === 'skipped')
        return;
    const state = stateOf(outcome, jobId);
    // An earlier attempt has reported the end, and this one has found out less.
    if (comment.current?.payload.state === 'finished' && state !== 'finished')
        return;
    await comment.edit(renderComment(report, context), {
        state,
        ...(jobId !== undefined && { jobId }),
        ...(isFollowUp !== undefined && { isFollowUp }),
        ...(earlier && { earlier }),
    });
}
/** What the marker has to say so that a re-run does the right thing. */
function stateOf(outcome, jobId) {
    if (outcome === 'unknown')
        return 'unknown';
    if (jobId === undefined)
        return 'refused';
    const isOver = ['pull-request', 'no-pull-request', 'archived', 'failed'];
    return isOver.includes(outcome) ? 'finished' : 'job';
}
const REACTIONS = {
    'pull-request': 'rocket',
    'no-pull-request': 'rocket',
    submitted: 'rocket',
    'dry-run': 'rocket',
    archived: 'confused',
    failed: 'confused',
    'timed-out': 'confused',
    unknown: 'confused',
    error: 'confused',
};
/** A closing reaction says that the comment was answered: none is left where a re-run may try again. */
async function leaveReaction({ outcome, isClaimed, jobId }, react) {
    if (react === undefined)
        return;
    const mayTryAgain = stateOf(outcome, jobId) === 'refused' && outcome !== 'dry-run';
    const closing = isClaimed && !mayTryAgain ? REACTIONS[outcome] : undefined;
    const reaction = outcome === 'denied' ? '-1' : closing;
    if (reaction !== undefined)
        await react.github.react(react.trigger, reaction);
}
/** Sets the color of the step, and logs the result. */
function setStepResult(result, { runner, failOn }) {
    const { outcome, problem, detail, pullRequest } = result;
    const said = detail === undefined ? '' : ` The service said: "${shorten(toOneLine(readUntrustedText(detail)), 300)}"`;
    const text = `${problem ?? headlineOf(outcome)}${said}`;
    const title = `Documentation job: ${outcome}`;
    if (isRed(outcome, failOn))
        runner.fail(title, text);
    else if (problem !== undefined && outcome === 'no-pull-request')
        runner.log.warning(title, text);
    else if (problem !== undefined)
        runner.log.notice(title, text);
    // A run that was started by hand has no thread, so the log shows the link.
    if (pullRequest !== undefined)
        runner.log.info(`Pull request: ${pullRequest.href}`);
    runner.log.info(`Outcome: ${outcome}`);
    if (result.unexpected instanceof Error)
        runner.log.debug(String(result.unexpected.stack));
}
/**
 * A failure to tell is a warning.
 * @returns false when another try might do better
 */
async function tell(runner, action) {
    try {
        await action();
        return true;
    }
    catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        runner.log.warning('Not everything could be reported', error instanceof GitHubError ? reason : `Writing the report: ${reason}`);
        return error instanceof GitHubError && isForGood(error);
    }
}
/** GitHub refused for good, so trying again does not help. */
function isForGood({ status, isRateLimited }) {
    return status !== undefined && status < 500 && status !== 408 && !isRateLimited;
}

;// CONCATENATED MODULE: ./build/agent-job/close-comment.js













/** The runner gives `post` more time, but a job should not wait longer for it. */
const TIME_LIMIT_MS = 15_000;
/**
 * Finishes the comment when `main` was killed, or could not write the result to GitHub: the comment says how the run ended, and
 * keeps the job's ID. It edits the comment of its own step, and posts nothing. It never fails the run.
 */
async function closeComment(runner, secrets, left) {
    try {
        await close_comment_close(runner, secrets, left);
    }
    catch (error) {
        runner.log.warning("The comment can't be closed", (0,run_action/* describeError */.U)(error));
    }
}
async function close_comment_close(runner, { apiKey, githubToken }, left) {
    const reader = (0,inputs/* createInputReader */.ic)(runner.secrets, INPUT_DEFAULTS);
    const run = readWorkflowRun(process.env);
    const trigger = (0,request_trigger/* readTrigger */.vE)(readEvent(process.env));
    const command = (0,agent_job_inputs/* readCommandWord */.Iq)(reader);
    const thread = (0,request_trigger/* findReportThread */.UB)(trigger, { command, issueNumber: (0,agent_job_inputs/* readIssueNumber */.tW)(reader) });
    if (thread === undefined || githubToken === '' || !reader.flag('comment'))
        return;
    const connection = await connectGitHub({
        run,
        token: githubToken,
        fetch: createFetch(process.env),
        clock: systemClock,
        signal: abortAfter(TIME_LIMIT_MS),
        threadKind: thread.kind,
        failuresMs: TIME_LIMIT_MS,
    });
    const { createdAt } = trigger.comment ?? {};
    const comment = connectComment(connection, thread.number, createdAt, {
        run,
        apiKey,
        secrets: runner.secrets,
    });
    const found = (await comment.find()).filter(({ isVerified }) => isVerified);
    const own = found.find(({ payload }) => payload.nonce === left.nonce && isOpen(payload));
    if (own === undefined)
        return;
    const knowsNothing = own.payload.jobId === undefined && left.jobId === undefined;
    // It was about to give way to the older one.
    if (trigger.comment !== undefined && knowsNothing && isSecond(own, found))
        return await comment.remove(own);
    comment.adopt(own);
    const { jobId = left.jobId } = own.payload;
    const delivery = { ...left.delivery, ...pickDelivery(own.payload) };
    const { isFollowUp, earlier } = delivery;
    const { outcome, problem, change } = describeEnd(own.payload, jobId, left.outcome);
    const report = {
        outcome,
        ...(problem !== undefined && { problem }),
        ...(jobId !== undefined && { jobId }),
        ...(left.pullRequest && { pullRequest: left.pullRequest }),
        ...(isFollowUp !== undefined && { isFollowUp }),
        ...(earlier && { earlier }),
    };
    const context = { askedBy: trigger.comment?.author.login, runUrl: run.url, command };
    await comment.edit(report_renderComment(report, context), { ...change, ...delivery });
    runner.log.info('The comment now says that this run has ended.');
}
function abortAfter(ms) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error(`GitHub did not answer within ${ms / 1000} s.`)), ms).unref();
    return controller.signal;
}
/** Whether the comment doesn't say yet how the run ended. */
function isOpen({ state }) {
    return state === 'claimed' || state === 'waiting' || state === 'job' || state === 'refused';
}
function isSecond({ id, payload }, found) {
    const first = found.find((other) => other.payload.trigger === payload.trigger && other.payload.project === payload.project);
    return first?.id !== id;
}
function describeEnd(claim, jobId, outcome) {
    const change = jobId === undefined ? {} : { jobId };
    if (outcome !== undefined)
        return { outcome, change: { ...change, state: stateOf(outcome, jobId) } };
    const problem = 'The run was stopped before it could report.';
    // A claim without a job's ID stays one: only the service knows whether it received the prompt.
    if (jobId === undefined && claim.state === 'claimed')
        return { outcome: 'unknown', problem, change };
    return { outcome: 'cancelled', problem, change: jobId === undefined ? change : { jobId, state: 'job' } };
}


/***/ }),

/***/ 307:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ hintFor),
/* harmony export */   y: () => (/* binding */ GitHubError)
/* harmony export */ });
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(854);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(154);
/* harmony import */ var _permissions_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(498);



const MAXIMUM_DETAIL = 200;
/** A request to GitHub failed. */
class GitHubError extends Error {
    name = 'GitHubError';
    /** What was tried, e.g. `react to comment 12 of acme/app`. */
    operation;
    /** Undefined when no answer came. */
    status;
    /** Refused for now because of a rate limit: certainly not carried out. */
    isRateLimited;
    /** How long GitHub asks to wait, in milliseconds. */
    retryAfterMs;
    /** GitHub's own message. `message` quotes it in one line, shortened. */
    detail;
    /** What to do about it. */
    hint;
    constructor(operation, facts) {
        super(`GitHub: ${operation}: ${facts.answer}${quote(facts.detail)}. ${facts.hint}`, {
            cause: facts.cause,
        });
        this.operation = operation;
        this.status = facts.status;
        this.isRateLimited = facts.isRateLimited ?? false;
        this.retryAfterMs = facts.retryAfterMs;
        this.detail = facts.detail;
        this.hint = facts.hint;
    }
}
function quote(detail) {
    if (detail === undefined)
        return '';
    const line = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(detail)).replaceAll('"', "'");
    return ` and said "${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)(line, MAXIMUM_DETAIL)}"`;
}
/**
 * What to do about a refusal, where `permissions` are what the operation needs. GitHub answers 403 to a token that
 * lacks a permission, and 404 where it hides that there is anything.
 */
function hintFor(refusal, permissions) {
    const { status } = refusal;
    if (status === undefined)
        return 'Check https://www.githubstatus.com, and the proxy and network of the runner.';
    if (status === 401)
        return 'The token in `github-token` is wrong or has expired. The token of a GitHub App expires after an hour: for a longer run use `github.token`, which is valid until the job ends.';
    if (status === 403 || status === 404)
        return hintForPermission(refusal, permissions);
    if (status === 410)
        return 'It was deleted, or issues are turned off in this repository.';
    if (status === 422)
        return 'GitHub considers the request invalid or spam; try again later.';
    if (status === 429)
        return 'This token has sent too many requests; try again later.';
    if (status >= 500)
        return 'GitHub has a problem: check https://www.githubstatus.com and try again later.';
    return "GitHub doesn't document this status for this request. Check GITHUB_API_URL.";
}
function hintForPermission({ status, acceptedPermissions, isPermissionMissing }, permissions) {
    // The `permissions:` of a workflow know no such line: its own token may always read that.
    if (permissions[0] === 'metadata: read')
        return 'The token in `github-token` must be able to read this repository. The token of a workflow reads no private repository but its own.';
    const grant = (0,_permissions_js__WEBPACK_IMPORTED_MODULE_0__/* .describePermissions */ .g)(permissions, acceptedPermissions);
    if (status === 404)
        return `It is gone, or the token can't see it: ${grant}.`;
    if (isPermissionMissing)
        return `The token lacks a permission: ${grant}.`;
    return `If the token lacks a permission, ${grant}. A locked conversation, an archived repository and a list of allowed IP addresses get the same status.`;
}


/***/ }),

/***/ 684:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ createFailureBudget)
/* harmony export */ });
const DEFAULT_FAILURES_MS = 30_000;
const RATE_LIMITS_MS = 90_000;
const LONGEST_BACK_OFF_MS = 4_000;
/** A budget that nothing was spent of. */
function createFailureBudget({ clock, random, failuresMs = DEFAULT_FAILURES_MS, }) {
    let failuresLeftMs = failuresMs;
    let rateLimitsLeftMs = RATE_LIMITS_MS;
    let countedUntilMs = Number.NEGATIVE_INFINITY;
    let rateLimitEndsAtMs = Number.NEGATIVE_INFINITY;
    return {
        leftMs: () => Math.max(0, failuresLeftMs),
        spend,
        async pause(attempt, signal) {
            if (failuresLeftMs <= 0)
                return false;
            const startedAt = clock.now();
            await clock.sleep(Math.min(failuresLeftMs, LONGEST_BACK_OFF_MS, backOffMs(attempt)), signal);
            spend(startedAt);
            return true;
        },
        async pauseForRateLimit(attempt, askedMs, signal) {
            const waitMs = Math.max(askedMs, backOffMs(attempt));
            const endsAtMs = clock.now() + waitMs;
            const addedMs = Math.max(0, endsAtMs - Math.max(clock.now(), rateLimitEndsAtMs));
            if (addedMs > rateLimitsLeftMs)
                return false;
            rateLimitsLeftMs -= addedMs;
            rateLimitEndsAtMs = Math.max(endsAtMs, rateLimitEndsAtMs);
            await clock.sleep(waitMs, signal);
            return true;
        },
    };
    function spend(sinceMs) {
        const nowMs = clock.now();
        failuresLeftMs -= Math.max(0, nowMs - Math.max(sinceMs, countedUntilMs));
        countedUntilMs = Math.max(nowMs, countedUntilMs);
    }
    function backOffMs(attempt) {
        return 500 * 2 ** (attempt - 1) * (0.75 + random() / 2);
    }
}


/***/ }),

/***/ 498:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ describePermissions),
/* harmony export */   m: () => (/* binding */ permissionsFor)
/* harmony export */ });
/**
 * What a token needs in the conversation of an issue or pull request.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps#repository-permissions-for-issues
 * @param kind undefined when it is not known yet
 */
function permissionsFor(kind, level) {
    if (kind === undefined)
        return [`issues: ${level}`, `pull-requests: ${level}`];
    return [kind === 'issue' ? `issues: ${level}` : `pull-requests: ${level}`];
}
/**
 * Says which permission to grant.
 * @param expected what the request needs, as far as we know
 * @param accepted the header `x-accepted-github-permissions`, such as `issues=write; pull_requests=write`: GitHub
 * separates sets of permissions, of which one is enough, by semicolons, and what a set consists of by commas
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#insufficient-permissions
 */
function describePermissions(expected, accepted) {
    const sets = readAccepted(accepted);
    const isKnown = sets.some((set) => set.length === 1 && expected.some((each) => each === set[0]));
    if (sets.length > 0 && !isKnown)
        return sets.map(describeSet).join(', or ');
    const [first, second] = expected;
    if (second === undefined)
        return describeSet([first]);
    return `${describeSet([first])} (on a pull request: \`${second}\`)`;
}
/** Sets of permissions, as a workflow spells them. What GitHub never sends is left out: a proxy may have written it. */
function readAccepted(header) {
    return header
        .split(';')
        .map((set) => set.split(',').map((each) => each.trim()))
        .filter((set) => set.every((each) => /^[a-z_]{1,40}=(?:read|write|admin)$/u.test(each)))
        .map((set) => set.map((each) => each.replaceAll('_', '-').replace('=', ': ')));
}
/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#permissions */
const WORKFLOW_SCOPES = new Set([
    ...['actions', 'attestations', 'checks', 'contents', 'deployments', 'discussions', 'issues', 'models'],
    ...['packages', 'pages', 'pull-requests', 'repository-projects', 'security-events', 'statuses'],
]);
function describeSet(set) {
    const names = set.map((each) => `\`${each}\``).join(' and ');
    const isForWorkflows = set.every((each) => WORKFLOW_SCOPES.has(each.split(':')[0] ?? ''));
    if (!isForWorkflows)
        return `give the token in \`github-token\` the permission ${names}`;
    return `add to the job, under \`permissions:\`, the ${set.length === 1 ? 'line' : 'lines'} ${names}`;
}


/***/ })

};
