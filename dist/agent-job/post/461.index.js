export const id = 461;
export const ids = [461];
export const modules = {

/***/ 461:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  closeComment: () => (/* binding */ closeComment)
});

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
        throw new EventError(`Reading the event file of the "${name}" event: ${cause instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read'}. ` +
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
class ConnectError extends Error {
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
    // The server may close a kept connection just when the request goes out, and then nobody can tell whether it was read.
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
    let isConnected = false;
    const connecting = new AbortController();
    const timer = setTimeout(() => connecting.abort(createTimeoutError()), connectTimeLimitMs);
    // The request emits no error of its own while a proxy opens the tunnel, so the signals are listened to here.
    const stop = AbortSignal.any([signal, connecting.signal]);
    const { promise, resolve, reject } = Promise.withResolvers();
    try {
        stop.addEventListener('abort', () => reject(stop.reason));
        const options = { method, headers: { ...headers, 'accept-encoding': ENCODINGS.join(', ') }, agent };
        const client = url.protocol === 'https:' ? external_node_https_namespaceObject : external_node_http_namespaceObject;
        const request = client.request(url, { ...options, signal: stop });
        request.on('response', resolve).on('error', reject);
        whenConnected(request, () => {
            isConnected = true;
            clearTimeout(timer);
        });
        request.end(body);
        return await promise;
    }
    catch (error) {
        const reason = stop.aborted ? stop.reason : error;
        throw isConnected ? reason : new ConnectError(reason);
    }
    finally {
        clearTimeout(timer);
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
    // A body that breaks off while nobody reads it must not end the process.
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
    // An error of either ends both; whoever reads the body gets it.
    return (0,external_node_stream_.pipeline)(message, DECOMPRESSORS[encoding](), () => undefined);
}
function isEncoding(encoding) {
    return Object.hasOwn(DECOMPRESSORS, encoding);
}

;// CONCATENATED MODULE: ./build/network/user-agent.js
/** How the actions introduce themselves to the service and to GitHub; CDNs turn away clients that don't. */
const USER_AGENT = 'docs-agent-action/1';

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

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(598);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(154);
;// CONCATENATED MODULE: ./build/agent-job/claim/marker.js


const STATES = ['claimed', 'refused', 'unknown', 'job', 'finished', 'answered'];
/** Plain base64: it holds no `-`, so the HTML comment around it can't end early. */
const PATTERN = /<!-- docs-agent-job:v1:([A-Za-z0-9+/=]{1,8192})\.([A-Za-z0-9+/=]{44}) -->/gu;
/** Whether `body` has the look of one of our comments, whoever wrote it. Costs next to nothing. */
function looksLikeOurs(body) {
    return readUntrustedText(body).includes('<!-- docs-agent-job:v1:');
}
/**
 * The longest marker there can be, in UTF-16 units; what a comment must leave free. A job's id has up to 512
 * characters, each of up to six in JSON, and base64 makes four characters out of three.
 */
const MARKER_ROOM = 8400;
/** A marker for `subject`. HKDF: RFC 5869; HMAC: RFC 2104. */
function createMarker(apiKey, subject) {
    const key = Buffer.from((0,external_node_crypto_.hkdfSync)('sha256', apiKey, 'docs-agent-action', 'claim marker v1', 32));
    const sign = (payload) => (0,external_node_crypto_.createHmac)('sha256', key)
        .update(JSON.stringify([subject.repository, subject.trigger, payload]))
        .digest();
    return {
        write(claim) {
            const payload = Buffer.from(JSON.stringify(claim)).toString('base64');
            return `<!-- docs-agent-job:v1:${payload}.${sign(payload).toString('base64')} -->`;
        },
        read(body, commentId) {
            const matches = [...(0,untrusted_text/* readUntrustedText */.u)(body).matchAll(PATTERN)];
            // Ours is the last thing in the comment.
            const [, payload, signature] = matches.at(-1) ?? [];
            if (payload === undefined || signature === undefined)
                return undefined;
            const given = Buffer.from(signature, 'base64');
            if (given.length !== 32 || !(0,external_node_crypto_.timingSafeEqual)(given, sign(payload)))
                return undefined;
            const claim = parseClaim(Buffer.from(payload, 'base64').toString());
            return (claim?.commentId ?? commentId) === commentId ? claim : undefined;
        },
    };
}
/** Only we can have signed it, but perhaps another version of us did. */
function parseClaim(json) {
    try {
        const claim = JSON.parse(json);
        const isWhole = typeof claim?.claimant === 'object' && claim.claimant !== null;
        return isWhole && STATES.some((state) => state === claim.state) ? claim : undefined;
    }
    catch {
        return undefined;
    }
}
/** Whether `claim` was made by an earlier attempt of the very step that `claimant` is now. */
function isEarlierAttempt(claim, claimant) {
    return (claim.claimant.runId === claimant.runId &&
        claim.claimant.job === claimant.job &&
        claim.claimant.attempt < claimant.attempt);
}

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(307);
;// CONCATENATED MODULE: ./build/untrusted/safe-url.js

const MAXIMUM_LENGTH = 2048;
/**
 * No character that a shell, Markdown or HTML reads something into: `new URL` keeps `$();&|'` as they are, and
 * outputs end up in scripts.
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
    if (readOpenParts(kept).fence !== '')
        return kept;
    const lineStart = kept.lastIndexOf('\n') + 1;
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

;// CONCATENATED MODULE: ./build/agent-job/claim/status-comment.js





/** GitHub refuses a longer comment. */
const status_comment_MAXIMUM_LENGTH = 65_535;
const MAXIMUM_TRIES = 3;
/** The status comment of one trigger in one thread. */
function createStatusComment(options) {
    const { thread, marker, redact } = options;
    let { github, signal } = options;
    let current;
    /** What was posted without our knowing whether it arrived. */
    let lost;
    let lastEdit = Promise.resolve();
    return {
        get current() {
            return current;
        },
        async post(content, claim) {
            for (let attempt = 1;; attempt += 1) {
                lost = claim;
                const posted = await tryToPost(content, claim, attempt === MAXIMUM_TRIES);
                if (posted !== undefined)
                    return adopt(posted);
                await options.clock.sleep(500 * attempt, signal);
            }
        },
        edit(content, change) {
            // Known from here on, even if GitHub doesn't take it now: the next edit carries it.
            if (current !== undefined)
                current = { ...current, claim: { ...current.claim, ...change } };
            if (lost !== undefined)
                lost = { ...lost, ...change };
            const before = lastEdit.catch(() => { });
            lastEdit = before.then(() => editNow(content));
            return lastEdit;
        },
        adopt,
        async remove({ id }) {
            await github.deleteComment(id).catch((error) => {
                if (!isGone(error))
                    throw error;
            });
            if (current?.id === id)
                adopt(undefined);
        },
        find,
        reconnect(connection) {
            ;
            ({ github, signal } = connection);
        },
    };
    function adopt(comment) {
        current = comment;
        lost = undefined;
        return comment;
    }
    async function editNow(content) {
        if (current === undefined && lost !== undefined) {
            const claim = lost;
            const own = await findOwn(claim);
            if (own !== undefined)
                adopt({ ...own, claim });
        }
        if (current === undefined)
            return;
        const { id, claim } = current;
        try {
            await github.updateComment(id, render(content, { ...claim, commentId: id }));
        }
        catch (error) {
            // Deleted by somebody who did not want it: it is not posted again.
            if (isGone(error))
                adopt(undefined);
            throw error;
        }
    }
    /** Undefined when the comment certainly is not there and another try makes sense. */
    async function tryToPost(content, claim, isLast) {
        try {
            return { ...locate(await github.createComment(thread, render(content, claim))), claim };
        }
        catch (error) {
            if (error instanceof errors/* GitHubError */.y && !mayHaveBeenPosted(error))
                lost = undefined;
            if (lost === undefined || !(error instanceof errors/* GitHubError */.y))
                throw error;
            const own = await findOwn(claim);
            if (own === undefined && isLast)
                throw error;
            return own;
        }
    }
    async function findOwn({ nonce }) {
        return (await find()).find(({ claim }) => claim.nonce === nonce);
    }
    async function find() {
        const comments = await github.listComments(thread, options.since);
        const found = comments.flatMap((comment) => {
            const claim = marker.read(comment.body, comment.id);
            return claim === undefined ? [] : [{ ...locate(comment), claim }];
        });
        return found.filter((comment) => !isCopy(comment, found));
    }
    /** The marker comes last and is never cut. */
    function render(content, claim) {
        return `${truncateMarkdown(redact(content.toString()), status_comment_MAXIMUM_LENGTH - MARKER_ROOM)}\n\n${marker.write(claim)}`;
    }
}
/**
 * A marker holds the id of its comment only from the first edit on; until then somebody may copy it. The copy is
 * younger, and by another account.
 */
function isCopy({ id, author, claim }, found) {
    return found.some((other) => other.id < id && other.claim.nonce === claim.nonce && other.author !== author);
}
function locate({ id, url, author }) {
    return { id, url: safe_url_toSafeUrl((0,untrusted_text/* untrustedText */.U)(url))?.href ?? '', author };
}
/** No answer, a server error, or one that can't be read: the comment may be there all the same. */
function mayHaveBeenPosted(error) {
    if (error.isRateLimited)
        return false;
    return error.status === undefined || error.status >= 500 || error.status === 408;
}
function isGone(error) {
    return error instanceof errors/* GitHubError */.y && (error.status === 404 || error.status === 410);
}

;// CONCATENATED MODULE: ./build/agent-job/connect.js





/** GitHub as this run's token sees it. Octokit is large, so it is loaded only when there is something to ask. */
async function connectGitHub(run, token, signal, fetch = createFetch(process.env)) {
    const [{ createGitHubRequest }, { createGitHub }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(16), __webpack_require__.e(209)]).then(__webpack_require__.bind(__webpack_require__, 209)),
        Promise.all(/* import() */[__webpack_require__.e(934), __webpack_require__.e(950)]).then(__webpack_require__.bind(__webpack_require__, 950)),
    ]);
    const request = createGitHubRequest({
        token,
        apiUrl: run.apiUrl,
        userAgent: USER_AGENT,
        fetch,
        clock: systemClock,
        random: Math.random,
        signal,
    });
    return createGitHub(request, run.repository);
}
/** Our comment on `trigger` in the thread, as `github` lets us write it. */
function connectStatusComment(github, thread, trigger, run, apiKey, secrets, signal) {
    return createStatusComment({
        github,
        thread,
        since: trigger.comment?.createdAt,
        marker: createMarker(apiKey, subjectOf(trigger, run)),
        redact: secrets.redact,
        clock: systemClock,
        signal,
    });
}
/** This step in this attempt of the workflow run. */
function readClaimant(run) {
    return { runId: run.id, job: run.job, attempt: run.attempt };
}
/** Ids rather than names, since a repository may be renamed while a job runs. */
function subjectOf({ comment }, run) {
    return {
        repository: run.repositoryId === '' ? run.repository.toLowerCase() : run.repositoryId,
        trigger: comment === undefined ? `run ${run.id} attempt ${run.attempt}` : `${comment.kind} ${comment.id}`,
    };
}

;// CONCATENATED MODULE: ./build/agent-job/request/trigger.js

const COMMENT_EVENTS = {
    issue_comment: 'issue comment',
    pull_request_review_comment: 'review comment',
};
/**
 * Reads an event. It never throws: what is missing or of an odd type is left out, and the rules that need it
 * refuse later. https://docs.github.com/webhooks/webhook-events-and-payloads
 */
function readTrigger({ name, payload }) {
    const event = asFields(payload);
    const thread = readThread(event);
    const release = readRelease(event);
    const comment = readComment(name, event);
    return {
        eventName: name,
        action: asName(event['action'], /^[a-z_]{1,40}$/u),
        ...(thread && { thread }),
        ...(release && { release }),
        ...(comment && { comment }),
    };
}
/** Whether a run of this event is about a comment, whatever became of it. */
function isCommentEvent(trigger) {
    return Object.hasOwn(COMMENT_EVENTS, trigger.eventName);
}
function readThread(event) {
    const pull = asFields(event['pull_request']);
    const issue = asFields(event['issue']);
    const isPull = asNumber(pull['number']) !== undefined;
    const subject = isPull ? pull : issue;
    const number = asNumber(subject['number']);
    if (number === undefined)
        return undefined;
    return {
        // An issue_comment event on a pull request carries it as an issue with a `pull_request` field.
        kind: isPull || isFields(issue['pull_request']) ? 'pull request' : 'issue',
        number,
        ...pickText(subject, { title: 'title', url: 'html_url', body: 'body' }),
    };
}
function readRelease(event) {
    if (!isFields(event['release']))
        return undefined;
    return pickText(event['release'], { name: 'name', tag: 'tag_name', url: 'html_url', notes: 'body' });
}
function readComment(eventName, event) {
    const kind = Object.hasOwn(COMMENT_EVENTS, eventName) ? COMMENT_EVENTS[eventName] : undefined;
    const comment = asFields(event['comment']);
    const id = asNumber(comment['id']);
    const body = asText(comment['body']);
    if (kind === undefined || id === undefined || body === undefined)
        return undefined;
    const createdAt = asText(comment['created_at']);
    return {
        kind,
        id,
        body: (0,untrusted_text/* untrustedText */.U)(body),
        author: readAccount(comment['user']),
        sender: readAccount(event['sender']),
        ...(createdAt !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(createdAt) && { createdAt }),
    };
}
function readAccount(value) {
    const account = asFields(value);
    return {
        login: asName(account['login'], /^[\w-]{1,100}(\[bot\])?$/u),
        id: asNumber(account['id']),
        type: asName(account['type'], /^[A-Za-z]{1,40}$/u),
    };
}
/** Names that GitHub makes are plain; anything else is none, so that it needs no care from here on. */
function asName(value, pattern) {
    const text = asText(value) ?? '';
    return pattern.test(text) ? text : '';
}
/** The text fields of `source` under the names that `names` gives them; absent ones are left out. */
function pickText(source, names) {
    const picked = {};
    for (const name of Object.keys(names)) {
        const text = asText(source[names[name]]);
        if (text !== undefined && text !== '')
            picked[name] = (0,untrusted_text/* untrustedText */.U)(text);
    }
    return picked;
}
function isFields(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function asFields(value) {
    return isFields(value) ? value : {};
}
function asText(value) {
    return typeof value === 'string' ? value : undefined;
}
/** Numbers in events are ids and issue numbers: whole and positive. */
function asNumber(value) {
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

// EXTERNAL MODULE: ./build/untrusted/escape.js
var untrusted_escape = __webpack_require__(854);
;// CONCATENATED MODULE: ./build/untrusted/markdown.js


/**
 * Markdown that is safe to publish. Only this file makes it, so a text from outside can't get into a comment
 * or a summary without being made inert here.
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
function markdown_code(text, maximum = 200) {
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
function markdown_table(header, rows, align) {
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
/** A mention must not be one, neither for GitHub nor for a bot that reads the source. */
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
        .replace(/\b(gh-)(?=\d)/giu, '$1\u2060')
        // Seven digits are the shortest id.
        .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}\b/giu, (id) => id.replace(/.{6}/gu, '$&\u2060')));
}
/** Bots look for their commands at the start of a line of the source, code or not. */
function breakCommands(text) {
    return text.replace(/^(\s*)([/!.])(?=\S)/gmu, '$1\u2060$2');
}
function longestRun(text, pattern) {
    return Math.max(0, ...(text.match(pattern) ?? []).map((run) => run.length));
}

;// CONCATENATED MODULE: ./build/agent-job/result/report.js


/** One line of state for each outcome, as the headline of comment and summary. */
const HEADLINES = {
    working: '⏳ The agent is working on the documentation',
    'pull-request': '🚀 The documentation pull request is ready',
    'no-pull-request': '✅ The agent is done; no pull request was opened',
    archived: '🗄️ The job was archived',
    submitted: '📨 The job was submitted',
    'dry-run': '🧪 Dry run: nothing was sent',
    skipped: '⏭️ Nothing to do',
    denied: '🚫 Not allowed',
    duplicate: '👥 Another run takes care of this comment',
    failed: '❌ The job failed',
    'timed-out': '⌛ Still going on, but this run has stopped waiting',
    cancelled: '🛑 The run was cancelled',
    unknown: '❓ Nobody can tell whether a job was created',
    error: '⚠️ Something went wrong',
};
/** What to do next, for each outcome; `{command}` stands for the comment command, `{pick up}` for how. */
const NEXT_STEPS = {
    working: ['This comment changes when the job ends. There is nothing to do until then.'],
    'pull-request': [
        'Review the pull request as any other, and merge it when it is right.',
        'To have it changed, comment {command} again and say what is missing; that starts a new job.',
    ],
    'no-pull-request': [
        'The agent may have found nothing to change, or have pushed straight to the branch that is deployed.',
        'If something was to change, comment {command} again and name the page and what should be different.',
    ],
    archived: ['Somebody archived the job in the dashboard. Comment {command} again to start a new one.'],
    submitted: [
        'This run does not wait. To collect the result later, run the action with `job-id` set to the job above.',
    ],
    'dry-run': ['Set `dry-run: false` to have it done.'],
    skipped: [],
    denied: [
        'Ask somebody with the permission to comment the command, or a maintainer to change `minimum-permission`.',
    ],
    duplicate: ['There is nothing to do: the comment of the other run says how its job goes.'],
    failed: [
        'Look at the job in the dashboard of the documentation service.',
        'Comment {command} again to start a new job; a more precise prompt often helps.',
    ],
    'timed-out': ['The job goes on. {pick up}', 'A longer `timeout` waits longer.'],
    cancelled: ['A job that was created goes on. {pick up}'],
    unknown: [
        'Look for a new job or pull request first: the service has no list to look it up in, and a second request could do the work twice.',
        'If there is none, comment {command} again. A re-run of this run will not create a job.',
    ],
    error: ['The log of the run says more. Once the cause is mended, re-run the workflow run.'],
};
/** The comment in the thread. */
function report_renderComment(report) {
    const headline = HEADLINES[report.outcome ?? 'working'];
    return markdown_joinMarkdown([
        markdown_markdown `### ${headline}`,
        ...renderProblem(report),
        // A link to itself would lead nowhere.
        tabulate({ ...report, commentUrl: undefined }),
        ...renderNext(report),
    ], '\n\n');
}
/** The job summary: the same facts, and `extra` parts below. */
function report_renderSummary(report, extra = []) {
    const headline = HEADLINES[report.outcome ?? 'working'];
    return joinMarkdown([markdown `## ${headline}`, ...renderProblem(report), tabulate(report), ...extra, ...renderNext(report)], '\n\n');
}
/** The headline of `outcome`, as text. */
function report_headlineOf(outcome) {
    return HEADLINES[outcome];
}
/** What would be sent and why it was allowed, for a dry run's summary. */
function report_renderPrompt(prompt, allowedBecause) {
    const reason = allowedBecause ?? 'The workflow itself asks for it, not a comment.';
    return markdown `**Why it was allowed:** ${reason}\n\n**What would be sent:**\n\n${codeBlock(prompt)}`;
}
/** The reply to `/docs help`, and to a bare command without a prompt to fall back on. */
function report_renderHelp(command) {
    const word = code(command);
    return joinMarkdown([
        markdown `### 📖 How to ask for documentation`,
        markdown `Start a comment with ${word}, and say after it what should be written. An agent does it and opens a pull request, which is linked here.`,
        // Not a block, where other bots may look for commands, and so as it is: people copy it.
        markdown `For example: ${code(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
        table([markdown `Comment`, markdown `What happens`], [
            [
                markdown `${word} and an instruction`,
                markdown `a job is started; the instruction may have several lines`,
            ],
            [
                markdown `${word} alone`,
                markdown `the prompt that the workflow sets, or this help if it sets none`,
            ],
            [code(`${command} help`), markdown `this help`],
        ]),
        markdown `The command has to be the first word of the comment. An edited comment starts nothing: write a new one.`,
    ], '\n\n');
}
/** A duration as people read it, such as `3m 12s`. */
function formatDuration(durationMs) {
    if (durationMs < 1000)
        return 'less than 1s';
    const seconds = Math.round(durationMs / 1000);
    const parts = [
        [Math.floor(seconds / 3600), 'h'],
        [Math.floor(seconds / 60) % 60, 'm'],
        [seconds % 60, 's'],
    ];
    // Intl.DurationFormat would say the same, and takes 12 ms to begin with in every run.
    return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ');
}
function renderProblem({ problem, detail }) {
    return [
        ...(problem === undefined ? [] : [renderLines(problem)]),
        ...(detail === undefined || (0,untrusted_text/* readUntrustedText */.u)(detail).trim() === ''
            ? []
            : [markdown_markdown `The service said: ${markdown_code(detail, 500)}`]),
    ];
}
/** Lines that begin with a dash are a list, every other one is a paragraph. */
function renderLines(text) {
    const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n');
    return markdown_joinMarkdown(lines.map((line) => markdown_joinMarkdown(withCode(line), '')), '\n');
}
/** The first fact is the header: Markdown has no table without one, and an empty one is an empty line to look at. */
function tabulate(report) {
    const [first = [], ...others] = rowsOf(report);
    return markdown_table(first, others, [':--', ':--']);
}
function rowsOf(report) {
    const { pullRequest, jobId, durationMs, askedBy, commentUrl, removals = 0 } = report;
    const rows = [];
    if (pullRequest !== undefined)
        rows.push([markdown_markdown `**Pull request**`, markdown_link(plain(nameOf(pullRequest)), pullRequest)]);
    if (jobId !== undefined)
        rows.push([markdown_markdown `**Job**`, markdown_code(jobId)]);
    if (durationMs !== undefined)
        rows.push([markdown_markdown `**Duration**`, markdown_markdown `${formatDuration(durationMs)}`]);
    if (askedBy !== undefined)
        rows.push([markdown_markdown `**Asked by**`, markdown_code(askedBy)]);
    if (removals > 0)
        rows.push([
            markdown_markdown `**Hidden text**`,
            markdown_markdown `${removals} ${removals === 1 ? 'piece' : 'pieces'} removed from the prompt`,
        ]);
    if (commentUrl !== undefined)
        rows.push([markdown_markdown `**Comment**`, markdown_link(markdown_markdown `report in the conversation`, commentUrl)]);
    rows.push([markdown_markdown `**Run**`, markdown_link(markdown_markdown `log of the workflow run`, report.runUrl)]);
    return rows;
}
/** `owner/name#7` for a pull request on GitHub, the URL for anything else. */
function nameOf(pullRequest) {
    const [, repository, number] = /^\/([^/]+\/[^/]+)\/pull\/(\d+)\/?$/u.exec(pullRequest.pathname) ?? [];
    return repository === undefined ? pullRequest.href : `${repository}#${number}`;
}
/** Only the answer to a comment is found again by a re-run. */
function describePickUp({ askedBy }) {
    return askedBy === undefined
        ? 'Run the action with `job-id` set to the job above to pick it up.'
        : 'Re-run this workflow run, or run the action with `job-id` set to the job above, to pick it up.';
}
function renderNext(report) {
    const isJobLeft = report.outcome === 'error' && report.jobId !== undefined;
    const steps = [
        ...NEXT_STEPS[report.outcome ?? 'working'].map((step) => step.replace('{pick up}', describePickUp(report))),
        ...(isJobLeft ? ['The job goes on meanwhile, and the re-run picks it up.'] : []),
    ];
    if (steps.length === 0)
        return [];
    const items = steps.map((step) => {
        const parts = step.split('{command}').map((part) => markdown_joinMarkdown(withCode(part), ''));
        const command = report.command === '' ? markdown_markdown `the command` : markdown_code(report.command);
        return markdown_joinMarkdown([markdown_markdown `- `, markdown_joinMarkdown(parts, command.toString())], '');
    });
    return [details('What to do next', markdown_joinMarkdown(items, '\n'))];
}
/** A sentence of ours, in which `backticks` mean code. Addresses are shown as code too: to be read, not to be followed. */
function withCode(sentence) {
    return sentence.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
        if (part.startsWith('`'))
            return markdown_code(part.slice(1, -1));
        return /^https?:\/\//u.test(part) ? markdown_code(part) : markdown_markdown `${part}`;
    });
}

;// CONCATENATED MODULE: ./build/agent-job/result/publish.js







/**
 * Tells everybody how the run ended: outputs first, since a cancelled run may not get further; then comment,
 * reaction and summary side by side; last the verdict on the step. None of them can change the outcome.
 * @returns false when the comment does not say so, and might if it was tried again
 */
async function publishResult(ending, facts, durationMs, audience) {
    const { runner, statusComment, outputs } = audience;
    const { outcome } = ending;
    const commentUrl = statusComment?.current?.url ?? facts.commentUrl;
    writeOutputs(outputs, { outcome, jobId: facts.jobId, job: facts.job, commentUrl });
    const report = audience.reportOf({
        outcome,
        problem: ending.problem,
        detail: ending.detail,
        jobId: facts.jobId,
        pullRequest: readPullRequest(facts.job),
        ...(facts.jobId !== undefined && { durationMs }),
        removals: facts.prompt?.removals,
        commentUrl: commentUrl === undefined ? undefined : toSafeUrl(untrustedText(commentUrl)),
    });
    const [isToldInThread] = await Promise.all([
        tell(runner, () => editComment(report, facts, audience)),
        tell(runner, () => leaveReaction(outcome, audience.react)),
        tell(runner, () => audience.writeSummary(renderSummary(report, describeMore(report, facts)))),
    ]);
    judge(ending, report, audience);
    return isToldInThread;
}
async function editComment(report, { jobId }, { statusComment, hurry }) {
    const { outcome } = report;
    // The help reply is what the comment has to say, and it says it already.
    if (statusComment === undefined || outcome === undefined || outcome === 'skipped')
        return;
    const state = stateOf(outcome, jobId);
    // An earlier attempt has reported the end, and this one has found out less.
    if (statusComment.current?.claim.state === 'finished' && state !== 'finished')
        return;
    const change = { state, ...(jobId !== undefined && { jobId }) };
    try {
        await statusComment.edit(renderComment(report), change);
    }
    catch (error) {
        // Cancelled in the middle of it.
        if (!hurry())
            throw error;
        await statusComment.edit(renderComment(report), change);
    }
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
    denied: '-1',
    failed: 'confused',
    'timed-out': 'confused',
    unknown: 'confused',
    error: 'confused',
};
async function leaveReaction(outcome, react) {
    const reaction = REACTIONS[outcome];
    if (react !== undefined && reaction !== undefined)
        await react.github.react(react.comment, reaction);
}
/** What the summary has beyond the facts: the help, also where no comment may be posted, or what would be sent. */
function describeMore({ outcome, command }, { prompt, allowedBecause, isHelp }) {
    if (isHelp)
        return [renderHelp(command)];
    return outcome === 'dry-run' && prompt !== undefined ? [renderPrompt(prompt.text, allowedBecause)] : [];
}
/** What people see at the step itself. */
function judge({ outcome, problem }, { detail, pullRequest }, { runner, failOn }) {
    const said = detail === undefined ? '' : ` The service said: "${shorten(toOneLine(readUntrustedText(detail)), 300)}"`;
    const text = `${problem ?? headlineOf(outcome)}${said}`;
    if (isRed(outcome, failOn))
        runner.fail(`Documentation job: ${outcome}`, text);
    else if (problem !== undefined)
        noteOf(outcome, runner)(`Documentation job: ${outcome}`, text);
    // The log is the only place that everybody looks at who comes from a run by hand.
    if (pullRequest !== undefined)
        runner.log.info(`Pull request: ${pullRequest.href}`);
    runner.log.info(`Outcome: ${outcome}`);
}
/** A green step with something to say: a warning when it is about a job, a notice when nothing was to be done. */
function noteOf(outcome, { log }) {
    return outcome === 'no-pull-request' ? log.warning : log.notice;
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
/** GitHub has understood, and will not do it. */
function isForGood({ status, isRateLimited }) {
    return status !== undefined && status < 500 && status !== 408 && !isRateLimited;
}

;// CONCATENATED MODULE: ./build/agent-job/close-comment.js







/** The runner gives `post` more time, but nobody wants to wait for it. */
const TIME_LIMIT_MS = 15_000;
/**
 * Finishes what `main` left when it was killed, or could not tell GitHub: the comment says how the run ended, and
 * keeps the job's id. It edits what is there, and posts nothing. It never fails the run.
 */
async function closeComment(runner, secretInputs, left) {
    try {
        await close_comment_close(runner, secretInputs, left);
    }
    catch (error) {
        runner.log.warning('The comment could not be closed', (0,run_action/* describeError */.U)(error));
    }
}
async function close_comment_close(runner, { apiKey, githubToken }, left) {
    const reader = (0,inputs/* createInputReader */.ic)(runner.secrets);
    const run = readWorkflowRun(process.env);
    const trigger = readTrigger(readEvent(process.env));
    const thread = trigger.thread?.number ?? (Number(reader.text('issue-number')) || undefined);
    if (thread === undefined || githubToken === '' || !reader.flag('comment'))
        return;
    const budget = new AbortController();
    const tooLate = new Error(`GitHub did not answer within ${TIME_LIMIT_MS / 1000} s.`);
    setTimeout(() => budget.abort(tooLate), TIME_LIMIT_MS).unref();
    const { signal } = budget;
    const github = await connectGitHub(run, githubToken, signal);
    const statusComment = connectStatusComment(github, thread, trigger, run, apiKey, runner.secrets, signal);
    const comments = await statusComment.find();
    const own = comments.find(({ claim }) => isThisAttempt(claim.claimant, readClaimant(run)) && isOpen(claim));
    if (own === undefined)
        return;
    const knowsNothing = own.claim.jobId === undefined && left.jobId === undefined;
    // It was about to give way to the older one.
    if (trigger.comment !== undefined && own !== comments[0] && knowsNothing)
        return await statusComment.remove(own);
    statusComment.adopt(own);
    const jobId = own.claim.jobId ?? left.jobId;
    const { outcome, problem, change } = describeEnd(own.claim, jobId, left.outcome);
    const content = report_renderComment({
        outcome,
        problem,
        jobId,
        pullRequest: left.pullRequest,
        runUrl: run.url,
        command: reader.text('command'),
        askedBy: trigger.comment?.author.login,
    });
    await statusComment.edit(content, change);
    runner.log.info('The comment says now that this run has ended.');
}
function isThisAttempt(claimant, { runId, job, attempt }) {
    return claimant.runId === runId && claimant.job === job && claimant.attempt === attempt;
}
/** Whether the comment still waits for its last word. */
function isOpen({ state }) {
    return state === 'claimed' || state === 'job' || state === 'refused';
}
function describeEnd(claim, jobId, outcome) {
    const change = jobId === undefined ? {} : { jobId };
    if (outcome !== undefined)
        return { outcome, change: { ...change, state: stateOf(outcome, jobId) } };
    const problem = 'The run was stopped before it could report.';
    // A claim without a job's id stays one: only the service knows whether a job was created.
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
/** A request to GitHub that did not end as hoped. */
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
        return 'Look at https://www.githubstatus.com, and at proxy and network of the runner.';
    if (status === 401)
        return 'The token in `github-token` is wrong or has expired. The token of a GitHub App expires after an hour: for a longer run use `github.token`, which is valid until the job ends.';
    if (status === 403 || status === 404)
        return hintForPermission(refusal, permissions);
    if (status === 410)
        return 'It was deleted, or issues are turned off in this repository.';
    if (status === 422)
        return 'GitHub took the request for invalid or for spam; try again later.';
    if (status === 429)
        return 'This token has asked too often; try again later.';
    if (status >= 500)
        return 'GitHub has trouble: look at https://www.githubstatus.com and try again later.';
    return 'This is not an answer that the GitHub documentation gives for this request; is GITHUB_API_URL right?';
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

/***/ 498:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ describePermissions),
/* harmony export */   m: () => (/* binding */ permissionsFor)
/* harmony export */ });
/**
 * What a token needs in the conversation of an issue or pull request.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps#repository-permissions-for-issues
 * @param kind undefined when nobody knows yet which of the two it is
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


/***/ }),

/***/ 154:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ untrustedText),
/* harmony export */   u: () => (/* binding */ readUntrustedText)
/* harmony export */ });
/** Marks `text` as written by somebody else. */
function untrustedText(text) {
    return text;
}
/** Opens `text`. Whoever calls this answers for what becomes of it. */
function readUntrustedText(text) {
    return text;
}


/***/ })

};
