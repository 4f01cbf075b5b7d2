const __WEBPACK_EXTERNAL_createRequire = () => process.getBuiltinModule;
/******/ var __webpack_modules__ = ({

/***/ 744:
/***/ ((module) => {

/**
 * Helpers.
 */

var s = 1000;
var m = s * 60;
var h = m * 60;
var d = h * 24;
var w = d * 7;
var y = d * 365.25;

/**
 * Parse or format the given `val`.
 *
 * Options:
 *
 *  - `long` verbose formatting [false]
 *
 * @param {String|Number} val
 * @param {Object} [options]
 * @throws {Error} throw an error if val is not a non-empty string or a number
 * @return {String|Number}
 * @api public
 */

module.exports = function (val, options) {
  options = options || {};
  var type = typeof val;
  if (type === 'string' && val.length > 0) {
    return parse(val);
  } else if (type === 'number' && isFinite(val)) {
    return options.long ? fmtLong(val) : fmtShort(val);
  }
  throw new Error(
    'val is not a non-empty string or a valid number. val=' +
      JSON.stringify(val)
  );
};

/**
 * Parse the given `str` and return milliseconds.
 *
 * @param {String} str
 * @return {Number}
 * @api private
 */

function parse(str) {
  str = String(str);
  if (str.length > 100) {
    return;
  }
  var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(
    str
  );
  if (!match) {
    return;
  }
  var n = parseFloat(match[1]);
  var type = (match[2] || 'ms').toLowerCase();
  switch (type) {
    case 'years':
    case 'year':
    case 'yrs':
    case 'yr':
    case 'y':
      return n * y;
    case 'weeks':
    case 'week':
    case 'w':
      return n * w;
    case 'days':
    case 'day':
    case 'd':
      return n * d;
    case 'hours':
    case 'hour':
    case 'hrs':
    case 'hr':
    case 'h':
      return n * h;
    case 'minutes':
    case 'minute':
    case 'mins':
    case 'min':
    case 'm':
      return n * m;
    case 'seconds':
    case 'second':
    case 'secs':
    case 'sec':
    case 's':
      return n * s;
    case 'milliseconds':
    case 'millisecond':
    case 'msecs':
    case 'msec':
    case 'ms':
      return n;
    default:
      return undefined;
  }
}

/**
 * Short format for `ms`.
 *
 * @param {Number} ms
 * @return {String}
 * @api private
 */

function fmtShort(ms) {
  var msAbs = Math.abs(ms);
  if (msAbs >= d) {
    return Math.round(ms / d) + 'd';
  }
  if (msAbs >= h) {
    return Math.round(ms / h) + 'h';
  }
  if (msAbs >= m) {
    return Math.round(ms / m) + 'm';
  }
  if (msAbs >= s) {
    return Math.round(ms / s) + 's';
  }
  return ms + 'ms';
}

/**
 * Long format for `ms`.
 *
 * @param {Number} ms
 * @return {String}
 * @api private
 */

function fmtLong(ms) {
  var msAbs = Math.abs(ms);
  if (msAbs >= d) {
    return plural(ms, msAbs, d, 'day');
  }
  if (msAbs >= h) {
    return plural(ms, msAbs, h, 'hour');
  }
  if (msAbs >= m) {
    return plural(ms, msAbs, m, 'minute');
  }
  if (msAbs >= s) {
    return plural(ms, msAbs, s, 'second');
  }
  return ms + ' ms';
}

/**
 * Pluralization helper.
 */

function plural(ms, msAbs, n, name) {
  var isPlural = msAbs >= n * 1.5;
  return Math.round(ms / n) + ' ' + name + (isPlural ? 's' : '');
}


/***/ }),

/***/ 982:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");

/***/ }),

/***/ 896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 307:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ hintFor),
/* harmony export */   y: () => (/* binding */ GitHubError)
/* harmony export */ });
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(854);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(154);
/* harmony import */ var _permissions_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(498);



const MAXIMUM_DETAIL = 200;
class GitHubError extends Error {
    name = 'GitHubError';
    status;
    isRateLimited;
    retryAfterMs;
    retryAt;
    isLocked;
    what;
    hint;
    constructor(operation, facts) {
        const what = `GitHub: ${operation}: ${facts.answer}${quote(facts.detail)}.`;
        super(`${what} ${facts.hint}`, { cause: facts.cause });
        this.what = what;
        this.hint = facts.hint;
        this.status = facts.status;
        this.isRateLimited = facts.isRateLimited ?? false;
        this.retryAfterMs = facts.retryAfterMs;
        this.retryAt = facts.retryAt;
        this.isLocked = facts.isLocked ?? false;
    }
    get isTransient() {
        const { status } = this;
        return this.isRateLimited || status === undefined || status < 300 || status >= 500 || status === 408;
    }
    get isGone() {
        return this.status === 404 || this.status === 410;
    }
}
function quote(detail) {
    if (detail === undefined)
        return '';
    const line = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(detail)).replaceAll('"', "'");
    return ` and said "${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(line, MAXIMUM_DETAIL)}"`;
}
function hintFor(refusal, permissions) {
    const { status } = refusal;
    if (status === undefined)
        return 'Check https://www.githubstatus.com, and the proxy and network of the runner.';
    if (status === 401)
        return ('The token in `github-token` is wrong or has expired. The token of a GitHub App expires after an hour. ' +
            'For longer runs, use `github.token`, which is valid until the job ends.');
    if (status === 403 || status === 404)
        return hintForPermission(refusal, permissions);
    if (status === 410)
        return 'It was deleted, or issues are turned off in this repository.';
    if (status === 422)
        return 'GitHub considers the request invalid or spam. Try again later.';
    if (status === 429)
        return 'This token has sent too many requests. Try again later.';
    if (status >= 500)
        return 'GitHub has a problem. Check https://www.githubstatus.com, and try again later.';
    return "GitHub doesn't document this status for this request. Check GITHUB_API_URL.";
}
function hintForPermission({ status, acceptedPermissions, isPermissionMissing }, permissions) {
    if (permissions[0] === 'metadata: read')
        return ('The token in `github-token` must be able to read this repository. ' +
            "The token of a workflow can't read other private repositories.");
    const grant = (0,_permissions_js__WEBPACK_IMPORTED_MODULE_1__/* .describePermissions */ .g)(permissions, acceptedPermissions);
    if (status === 404)
        return `It doesn't exist, or the token can't see it: ${grant}.`;
    if (isPermissionMissing)
        return `The token lacks a permission: ${grant}.`;
    const others = 'Locked conversations, archived repositories and IP allow lists get the same status.';
    return `If the token lacks a permission, ${grant}. ${others}`;
}


/***/ }),

/***/ 684:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ createFailureBudget)
/* harmony export */ });
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(576);

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
            const backOffMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_0__/* .backOff */ .fu)(attempt, random, LONGEST_BACK_OFF_MS);
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

/***/ 498:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ describePermissions),
/* harmony export */   m: () => (/* binding */ permissionsFor)
/* harmony export */ });
function permissionsFor(kind, level) {
    if (kind === undefined)
        return [`issues: ${level}`, `pull-requests: ${level}`];
    return [kind === 'issue' ? `issues: ${level}` : `pull-requests: ${level}`];
}
function describePermissions(expected, accepted) {
    const sets = readAccepted(accepted);
    const isKnown = sets.some((set) => set.length === 1 && expected.some((each) => includes(each, set[0] ?? '')));
    if (sets.length > 0 && !isKnown)
        return sets.map(describeSet).join(', or ');
    const [first, second] = expected;
    if (second === undefined)
        return describeSet([first]);
    return `${describeSet([first])} (on a pull request: \`${second}\`)`;
}
function includes(granted, asked) {
    return granted === asked || granted === asked.replace(/: read$/u, ': write');
}
function readAccepted(header) {
    return header
        .split(';')
        .map((set) => set.split(',').map((each) => each.trim()))
        .filter((set) => set.every((each) => /^[a-z_]{1,40}=(?:read|write|admin)$/u.test(each)))
        .map((set) => set.map((each) => each.replaceAll('_', '-').replace('=', ': ')));
}
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

/***/ 298:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   HS: () => (/* binding */ parseForeignText),
/* harmony export */   Wp: () => (/* binding */ parseAnswer),
/* harmony export */   dT: () => (/* binding */ createRequests),
/* harmony export */   f1: () => (/* binding */ fetchPages),
/* harmony export */   md: () => (/* binding */ PAGE_SIZE),
/* harmony export */   ve: () => (/* binding */ isSameRepository)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(307);



const PAGE_SIZE = 100;
const MAXIMUM_PAGES = 100;
function parseAnswer(query, answer) {
    const data = query.parse(answer.data);
    if (data !== undefined)
        return { ...answer, data };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y(query.operation, {
        status: answer.status,
        answer: "the answer doesn't have the form that GitHub documents",
        hint: 'Check GITHUB_API_URL, and whether a proxy answers instead of GitHub.',
    });
}
function createRequests(request, repository, threadKind) {
    const [owner = '', repo = ''] = repository.split('/');
    const own = { owner, repo };
    function send(query) {
        const { number: _, ...parameters } = { ...own, ...query.parameters };
        const operation = `${query.operation} in ${parameters['owner']}/${parameters['repo']}`;
        return request({ ...query, operation, parameters });
    }
    return {
        repository,
        threadKind,
        send,
        async fetch(query) {
            return (await send(query)).data;
        },
        async fetchAll(query, identify, maximum = MAXIMUM_PAGES, isEnough = () => false) {
            const items = new Map();
            for await (const page of fetchPages(send, query, identify, maximum)) {
                for (const item of page)
                    items.set(identify(item), item);
                if (isEnough([...items.values()]))
                    break;
            }
            return [...items.values()];
        },
        permissionsIn({ owner, repo } = own, level) {
            const isOwn = isSameRepository(`${owner}/${repo}`, repository);
            return [isOwn || level === 'write' ? `pull-requests: ${level}` : 'metadata: read'];
        },
    };
}
async function* fetchPages(send, query, identify, maximum) {
    const known = new Set();
    for (let page = 1; page <= maximum; page += 1) {
        const parameters = { per_page: PAGE_SIZE, ...query.parameters, page };
        const { data, link } = await send({ ...query, parameters });
        const before = known.size;
        for (const item of data)
            known.add(identify(item));
        if (known.size === before)
            return;
        yield data;
        if (!link.includes('rel="next"') && (link !== '' || data.length < PAGE_SIZE))
            return;
    }
}
function isSameRepository(name, other) {
    return name.toLowerCase() === other.toLowerCase();
}
function parseForeignText(value) {
    const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(value);
    return text === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(text);
}


/***/ }),

/***/ 222:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  T$: () => (/* binding */ ConnectError),
  _O: () => (/* binding */ USER_AGENT),
  Hy: () => (/* binding */ createFetch),
  y5: () => (/* binding */ delayAbort),
  Mu: () => (/* binding */ raceAbort)
});

;// CONCATENATED MODULE: external "node:http"
const external_node_http_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");
var external_node_http_namespaceObject_0 = /*#__PURE__*/__nccwpck_require__.t(external_node_http_namespaceObject, 2);
;// CONCATENATED MODULE: external "node:https"
const external_node_https_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:https");
var external_node_https_namespaceObject_0 = /*#__PURE__*/__nccwpck_require__.t(external_node_https_namespaceObject, 2);
;// CONCATENATED MODULE: external "node:stream"
const external_node_stream_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");
;// CONCATENATED MODULE: external "node:tls"
const external_node_tls_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");
;// CONCATENATED MODULE: external "node:zlib"
const external_node_zlib_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
// EXTERNAL MODULE: ./build/network/proxies.js
var proxies = __nccwpck_require__(133);
;// CONCATENATED MODULE: ./build/network/fetch.js






const USER_AGENT = 'docs-agent-action/1';
class ConnectError extends Error {
    name = 'ConnectError';
    constructor(cause) {
        super('The connection was not made.', { cause });
    }
}
const CONNECT_TIME_LIMIT_MS = 10_000;
function createFetch(environment, connectTimeLimitMs = CONNECT_TIME_LIMIT_MS) {
    const proxyEnv = (0,proxies/* readProxies */.r)(environment);
    const createAgents = (keepAlive) => {
        const options = { keepAlive, timeout: connectTimeLimitMs, ...(proxyEnv !== undefined && { proxyEnv }) };
        return { 'http:': new external_node_http_namespaceObject.Agent(options), 'https:': new external_node_https_namespaceObject.Agent(options) };
    };
    const kept = createAgents(true);
    const fresh = createAgents(false);
    return async (url, request) => {
        const target = new URL(url);
        const agents = request.method === 'POST' ? fresh : kept;
        const agent = agents[target.protocol === 'https:' ? 'https:' : 'http:'];
        return toFetchResponse(await send(target, request, agent, connectTimeLimitMs));
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
        const request = (url.protocol === 'https:' ? external_node_https_namespaceObject_0 : external_node_http_namespaceObject_0).request(url, options);
        request.on('response', resolve).on('error', reject);
        request.on('upgrade', (_response, socket) => {
            reject(createError('ECONNRESET', 'The server switched to another protocol.'));
            socket.destroy();
        });
        timer = setTimeout(() => {
            reject(createError('ETIMEDOUT', 'Connecting took too long.'));
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
            socket.once(socket instanceof external_node_tls_namespaceObject.TLSSocket ? 'secureConnect' : 'connect', listener);
        else if (!socket.destroyed)
            listener();
    });
}
function createError(code, message) {
    return Object.assign(new Error(message), { code });
}
const STATUSES_WITHOUT_BODY = [204, 205, 304];
function toFetchResponse(message) {
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
const DECOMPRESSORS = new Map([
    ['gzip', external_node_zlib_namespaceObject.createGunzip],
    ['deflate', external_node_zlib_namespaceObject.createInflate],
    ['br', external_node_zlib_namespaceObject.createBrotliDecompress],
    ['zstd', external_node_zlib_namespaceObject.createZstdDecompress],
]);
const ENCODINGS = [...DECOMPRESSORS.keys()];
function decompress(message) {
    const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    const decompressor = DECOMPRESSORS.get(encoding)?.();
    return decompressor === undefined ? message : (0,external_node_stream_namespaceObject.pipeline)(message, decompressor, () => undefined);
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
async function raceAbort(promise, signal) {
    const { promise: aborted, reject } = Promise.withResolvers();
    const onAbort = () => reject(signal.reason);
    if (signal.aborted)
        onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
        return await Promise.race([promise, aborted]);
    }
    finally {
        signal.removeEventListener('abort', onAbort);
        promise.catch(() => { });
    }
}


/***/ }),

/***/ 133:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
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
        throw new ProxySettingError(httpsProxy === '' ? 'HTTP_PROXY' : 'HTTPS_PROXY', `the runner's Node ${nodeVersion} doesn't support proxies`, 'Update the runner to version 2.328.0 or later.');
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
        throw new ProxySettingError(name, "it isn't an http or https URL", 'Set the variable to a URL such as `http://proxy.example:3128`, or remove it.');
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

/***/ 576:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   fu: () => (/* binding */ backOff),
/* harmony export */   m6: () => (/* binding */ parseHttpDate),
/* harmony export */   mu: () => (/* binding */ parseRetryAfter)
/* harmony export */ });
const HTTP_DATES = [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
function parseRetryAfter(headers, wallClockMs) {
    const text = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+(?:\.\d+)?$/.test(text))
        return bound(Number(text) * 1000);
    const at = parseHttpDate(text);
    if (at === undefined)
        return undefined;
    return bound(at - (parseHttpDate(headers.get('date')) ?? wallClockMs));
}
const FIRST_PAUSE_MS = 500;
function backOff(attempt, random, longestMs) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), longestMs);
    return Math.round(pauseMs * (1 - random() / 2));
}
function parseHttpDate(header) {
    const text = header?.trim() ?? '';
    if (!HTTP_DATES.some((form) => form.test(text)))
        return undefined;
    const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
    return Number.isNaN(at) ? undefined : at;
}
function bound(ms) {
    return Math.min(Math.max(Math.ceil(ms), 0), Number.MAX_SAFE_INTEGER);
}


/***/ }),

/***/ 854:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   GX: () => (/* binding */ toOneLine),
/* harmony export */   g9: () => (/* binding */ escapeCommands),
/* harmony export */   ml: () => (/* binding */ shorten),
/* harmony export */   ts: () => (/* binding */ escapeInvisible)
/* harmony export */ });
/* unused harmony export toPlainName */

const UNSEEN = new RegExp('[\\0-\\x08\\v-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E' +
    '\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E007F}\\p{Cs}]', 'gu');
function escapeInvisible(text) {
    return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
function toOneLine(text) {
    return escapeInvisible(text.replace(/[\s\u0085]+/gu, ' ').trim());
}
function toPlainName(text) {
    return /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u.exec(readUntrustedText(text).trim())?.[0] ?? '';
}
function shorten(text, maximum) {
    const points = Array.from(text.slice(0, 2 * maximum + 2));
    return points.length <= maximum ? text : `${points.slice(0, maximum - 1).join('')}…`;
}
function escapeCommands(text) {
    return text
        .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
        .map((line) => escapeInvisible(line)
        .replace(/^(\s*):(?=:)/u, '$1: ')
        .replaceAll('##[', '## ['))
        .join('\n');
}


/***/ }),

/***/ 443:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ag: () => (/* binding */ readObject),
/* harmony export */   LD: () => (/* binding */ readList),
/* harmony export */   _0: () => (/* binding */ readCount),
/* harmony export */   dm: () => (/* binding */ dropAbsent),
/* harmony export */   kz: () => (/* binding */ readNumber),
/* harmony export */   qF: () => (/* binding */ parseJson),
/* harmony export */   qU: () => (/* binding */ readFields),
/* harmony export */   yR: () => (/* binding */ readText)
/* harmony export */ });
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function readText(value) {
    return typeof value === 'string' ? value : undefined;
}
function readNumber(value) {
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
function readCount(value) {
    const number = readNumber(value);
    return number !== undefined && number >= 0 ? number : undefined;
}
function readObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
function readFields(value) {
    return readObject(value) ?? {};
}
function readList(value, readItem) {
    if (!Array.isArray(value))
        return undefined;
    const items = [];
    for (const each of value) {
        const item = readItem(each);
        if (item === undefined)
            return undefined;
        items.push(item);
    }
    return items;
}
function dropAbsent(fields) {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present);
}


/***/ }),

/***/ 154:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ untrustedText),
/* harmony export */   u: () => (/* binding */ readUntrustedText)
/* harmony export */ });
function untrustedText(text) {
    return text;
}
function readUntrustedText(text) {
    return text;
}


/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".main.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
var __webpack_exports__ = {};

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ main),
  V: () => (/* binding */ runMain)
});

// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __nccwpck_require__(154);
;// CONCATENATED MODULE: ./build/untrusted/safe-url.js

const MAXIMUM_LENGTH = 2048;
const PLAIN = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u;
function toSafeUrl(text) {
    const url = (0,untrusted_text/* readUntrustedText */.u)(text);
    if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url))
        return undefined;
    const parsed = new URL(url);
    return parsed.username === '' && parsed.href.length <= MAXIMUM_LENGTH ? parsed : undefined;
}
const MAXIMUM_SEGMENT_LENGTH = 512;
function isPathSegment(text) {
    return text !== '' && findIdRule(text) === undefined;
}
function findIdRule(text) {
    if (text === '.' || text === '..')
        return 'an ID, not a relative path';
    if (/[\s\p{Cc}]/u.test(text))
        return 'an ID without white space or control characters';
    if (!text.isWellFormed())
        return 'an ID in well-formed Unicode';
    return text.length > MAXIMUM_SEGMENT_LENGTH ? `an ID of up to ${MAXIMUM_SEGMENT_LENGTH} characters` : undefined;
}
function encodePathSegment(text) {
    if (!isPathSegment(text))
        throw new RangeError("This text can't be one segment of a path.");
    return encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

// EXTERNAL MODULE: ./build/untrusted/escape.js
var untrusted_escape = __nccwpck_require__(854);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __nccwpck_require__(443);
;// CONCATENATED MODULE: ./build/docs-service/errors.js
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
        super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options);
        this.url = target.slice(target.indexOf(' ') + 1);
        Object.assign(this, failure);
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
        super(`Did not send ${target}: the request limit is reached.`);
    }
}
function findHint({ operation, kind, status, isJson }) {
    if (sendsPrompt(operation))
        return '';
    if (kind === 'unreadable' && isJson === true)
        return "The service's JSON isn't as documented. Try again later, or contact its support.";
    if (kind !== 'status' || status === undefined)
        return KIND_HINTS[kind];
    if (status < 400)
        return REDIRECT_HINT;
    if (status >= 500 || status === 408)
        return KIND_HINTS.status;
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
    cancelled: 'The run was cancelled.',
    deadline: 'The time limit was reached. Set a longer `timeout`.',
};
const REDIRECT_HINT = 'Redirects are never followed, so that the key stays with the host in `base-url`. ' +
    "Set `base-url` to the service's own address.";

;// CONCATENATED MODULE: ./build/docs-service/schema.js




const END_STATUSES = ['completed', 'archived', 'failed'];
const STATUSES = ['active', ...END_STATUSES];
function endsJob(status) {
    return END_STATUSES.some((each) => each === status);
}
function formatStatus({ status, unknownStatus }) {
    return status ?? (unknownStatus === undefined ? '' : toPlainName(unknownStatus));
}
class ShapeError extends Error {
    name = 'ShapeError';
}
function parseJob(value, redact) {
    const fields = (0,json/* readObject */.Ag)(value);
    if (fields === undefined)
        throw new ShapeError('something other than a job');
    const wrongFields = [];
    const parse = (name, from = fields, label = name) => {
        const field = from[name];
        const text = (0,json/* readText */.yR)(field);
        if (text === undefined && field !== undefined && field !== null)
            wrongFields.push(label);
        return text === undefined || text === '' ? undefined : redact(text);
    };
    const parseUntrusted = (...field) => {
        const text = parse(...field);
        return text === undefined ? undefined : (0,untrusted_text/* untrustedText */.U)(text);
    };
    const source = (0,json/* readObject */.Ag)(fields['source']);
    if (source === undefined && fields['source'] !== undefined && fields['source'] !== null)
        wrongFields.push('source');
    const id = parse('id');
    const job = {
        id: id !== undefined && isPathSegment(id) ? id : undefined,
        ...parseStatus(parse('status')),
        ...parsePullRequest(parseUntrusted('prLink')),
        model: parseUntrusted('model'),
        source: source &&
            (0,json/* dropAbsent */.dm)({
                repository: parseUntrusted('repository', source, 'source.repository'),
                ref: parseUntrusted('ref', source, 'source.ref'),
            }),
        createdAt: parseUntrusted('createdAt'),
        archivedAt: parseUntrusted('archivedAt'),
    };
    return (0,json/* dropAbsent */.dm)({ ...job, wrongFields: wrongFields.length > 0 ? wrongFields : undefined });
}
function parseStatus(text) {
    if (text === undefined)
        return {};
    const status = STATUSES.find((each) => each === text);
    return status === undefined ? { unknownStatus: (0,untrusted_text/* untrustedText */.U)(text) } : { status };
}
function parsePullRequest(link) {
    if (link === undefined)
        return {};
    const pullRequest = toSafeUrl(link);
    return pullRequest === undefined ? { isPrLinkRefused: true } : { pullRequest };
}
function parseViewsPage(value, offset, redact) {
    const page = (0,json/* readObject */.Ag)(value);
    if (page === undefined)
        throw new ShapeError('something other than a page of page views');
    const { views, hasMore } = page;
    const totals = (0,json/* readObject */.Ag)(page['totals']);
    if (totals === undefined)
        throw new ShapeError('a page of page views without `totals`');
    for (const name of COUNTS)
        if ((0,json/* readCount */._0)(totals[name]) === undefined)
            throw new ShapeError(`a page of page views whose \`totals.${name}\` isn't a count`);
    if (!Array.isArray(views))
        throw new ShapeError("a page of page views whose `views` isn't a list");
    if (typeof hasMore !== 'boolean')
        throw new ShapeError('a page of page views whose `hasMore` is neither true nor false');
    views.forEach((row, index) => {
        parseRow(row, offset + index + 1, redact);
    });
    const { human, ai, total } = totals;
    return { totals: { human, ai, total }, views, hasMore };
}
const COUNTS = ['human', 'ai', 'total'];
function parseRow(value, number, redact) {
    const row = (0,json/* readObject */.Ag)(value);
    if (row === undefined)
        throw new ShapeError(`a page of page views whose row ${number} isn't an object`);
    const path = (0,json/* readText */.yR)(row['path']);
    if (path === undefined)
        throw new ShapeError(`a page of page views whose row ${number} has no text as its \`path\``);
    for (const name of COUNTS)
        if ((0,json/* readCount */._0)(row[name]) === undefined)
            throw new ShapeError(`a page of page views whose row ${number} has no count as its \`${name}\``);
    row['path'] = (0,untrusted_text/* untrustedText */.U)(redact(path).toWellFormed());
}

;// CONCATENATED MODULE: ./build/docs-service/reply.js





function parseReply(redact, target, { status, bytes }, parse) {
    const refuse = (what, answer) => {
        const { operation } = target;
        return new DocsServiceError({ operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' }, describeTarget(target), `was answered with status ${status} and ${what}`);
    };
    const body = decoder.decode(bytes);
    const value = (0,json/* parseJson */.qF)(body);
    if (value === undefined) {
        const what = body === '' ? 'an empty body' : "a body that isn't JSON";
        throw refuse(what, parseErrorBody(body, redact));
    }
    try {
        return parse(value, isClean(body, redact) ? keep : redact);
    }
    catch (error) {
        if (!(error instanceof ShapeError))
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
    const value = (0,json/* parseJson */.qF)(body);
    if ((0,json/* readObject */.Ag)(value) !== undefined)
        return parseErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(redact(body).slice(0, MAXIMUM_ERROR_BYTES)), redact);
    return { isJson: value !== undefined, hasErrorField: false, serviceMessage };
}
function parseErrorValue(value, redact) {
    return {
        isJson: true,
        hasErrorField: toWords((0,json/* readFields */.qU)(value)['error']) !== undefined,
        serviceMessage: toDetail(findWords(value) ?? '', redact),
    };
}
function toDetail(words, redact) {
    const line = words.replace(/[\p{C}\s]+/gu, ' ').trim();
    const detail = (0,untrusted_escape/* shorten */.ml)(redact(line), MAXIMUM_CODE_POINTS);
    return detail === '' ? undefined : (0,untrusted_text/* untrustedText */.U)(detail);
}
function findWords(value) {
    const body = (0,json/* readObject */.Ag)(value);
    if (body === undefined)
        return undefined;
    const details = Array.isArray(body['details']) ? body['details'].slice(0, 10) : [];
    const messages = details.map((entry) => (0,json/* readFields */.qU)(entry)['message']);
    const words = [toWords(body['error']), toWords(body['message']), ...messages];
    return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ');
}
function toWords(value) {
    return (0,json/* readText */.yR)(value) ?? (0,json/* readText */.yR)((0,json/* readFields */.qU)(value)['message']);
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

// EXTERNAL MODULE: ./build/network/fetch.js + 5 modules
var network_fetch = __nccwpck_require__(222);
// EXTERNAL MODULE: ./build/network/retry-after.js
var retry_after = __nccwpck_require__(576);
;// CONCATENATED MODULE: ./build/docs-service/request.js




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
        throw new RequestLimitError(describeTarget(request));
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
        'user-agent': network_fetch/* USER_AGENT */._O,
        ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const { signal } = timeLimit;
    try {
        return await fetch(url, {
            method,
            headers,
            redirect: 'manual',
            signal,
            ...(body !== undefined && { body }),
        });
    }
    catch (cause) {
        const wasNotSent = cause instanceof network_fetch/* ConnectError */.T$;
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
        const { bytes, isWhole } = await receiveBytes(response, request.maximumBytes);
        if (isWhole)
            return bytes;
    }
    catch (cause) {
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, received, cause);
        const code = findErrorCode(cause);
        const broken = `but the connection broke in the middle of the answer${describeCode(code)}`;
        const cameBack = `was answered with status ${response.status}, ${broken}`;
        throw createError(request, { ...received, kind: 'no-answer', code }, cameBack, cause);
    }
    const cameBack = `was answered with more than ${request.maximumBytes / 1024 / 1024} MiB`;
    throw createError(request, { ...received, kind: 'unreadable' }, cameBack);
}
async function describeStatus(transport, request, response, timeLimit) {
    const { status } = response;
    const certainty = decideCertainty(status);
    if (status < 400) {
        timeLimit.abandon();
        const cameBack = `was answered with a redirect (status ${status}), which is not followed`;
        return createError(request, { kind: 'status', certainty, status }, cameBack);
    }
    const now = transport.wallClock();
    const retryAfterMs = (0,retry_after/* parseRetryAfter */.mu)(response.headers, now);
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const retryAt = retryAfterMs ? now + retryAfterMs : undefined;
    const answer = await receiveErrorAnswer(response, transport);
    const facts = { kind: 'status', certainty, status, retryAfterMs, retryAt, ...answer };
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
    return new DocsServiceError(failure, describeTarget(request), cameBack, { cause });
}
function describeCode(code) {
    return code === undefined ? '' : ` (${code})`;
}
function startTimeLimit({ signal, deadline, graceMs = 0 }, now, timeLimitMs) {
    const timeLeftMs = deadline - now;
    const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs));
    const timeout = AbortSignal.timeout(Math.ceil(lengthMs));
    const cancelled = signal.aborted || graceMs === 0 ? signal : (0,network_fetch/* delayAbort */.y5)(signal, graceMs);
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

;// CONCATENATED MODULE: ./build/docs-service/retry.js



const MAXIMUM_ATTEMPTS = 4;
const LAST_ATTEMPT_MS = { earliest: 50_000, planned: 55_000, latest: 60_000 };
const LEAST_TIME_MS = 30_000;
const LONGEST_BACK_OFF_MS = 8_000;
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
function decideRetryDelay(failure, situation) {
    const { attempt, elapsedMs, beganMs, timeLeftMs, totalMs, waitForQuota = true } = situation;
    const { operation, kind, certainty, retryAfterMs } = failure;
    const isRead = !sendsPrompt(operation);
    const pauseMs = (0,retry_after/* backOff */.fu)(attempt, situation.random, LONGEST_BACK_OFF_MS);
    const isPatient = !isRead && retryAfterMs === undefined;
    const untilLastMs = isPatient ? Math.max(0, LAST_ATTEMPT_MS.planned - elapsedMs) : pauseMs;
    const delayMs = retryAfterMs || Math.min(pauseMs, untilLastMs);
    const wasLast = beganMs >= LAST_ATTEMPT_MS.earliest || elapsedMs >= LAST_ATTEMPT_MS.latest;
    const leastTimeMs = isRead ? 0 : Math.min(LEAST_TIME_MS, totalMs / 10);
    const reasonsToEnd = [
        !isRead && certainty === 'unknown',
        kind === 'cancelled' || kind === 'deadline',
        kind === 'status' && !isTemporary(failure.status),
        kind === 'unreadable',
        kind === 'status' && failure.status === 429 && !waitForQuota,
        isRead && attempt >= MAXIMUM_ATTEMPTS,
        isPatient && wasLast,
        delayMs + leastTimeMs >= timeLeftMs,
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
    const { deadline, waitForQuota } = limits;
    let waitedUntil = now();
    const totalMs = deadline - waitedUntil;
    const describe = (attemptAt) => ({
        attempt,
        elapsedMs: now() - waitedUntil,
        beganMs: attemptAt - waitedUntil,
        timeLeftMs: deadline - now(),
        totalMs,
        waitForQuota,
        random,
    });
    try {
        for (;;) {
            if (endWait === undefined)
                await quota.join(limits.signal);
            const attemptAt = now();
            const result = await attemptOnce(send, failure);
            failure = undefined;
            if (!(result instanceof DocsServiceError))
                return result;
            failure = result;
            if (isQuotaUsedUp(result)) {
                endWait ??= quota.beginWait();
                if (endWait === undefined)
                    continue;
            }
            const delayMs = decideRetryDelay(result, describe(attemptAt));
            if (delayMs === undefined)
                throw result;
            onRetry?.({ failure: result, attempt, delayMs, offset });
            attempt += 1;
            await unlessAborted(sleep(delayMs, limits.signal), limits.signal);
            if (result.retryAfterMs !== undefined)
                waitedUntil = now();
        }
    }
    finally {
        endWait?.(failure);
    }
}
async function unlessAborted(sleeping, signal) {
    await sleeping.catch((error) => {
        if (!signal.aborted)
            throw error;
    });
}
async function attemptOnce(send, previous) {
    try {
        return await send();
    }
    catch (error) {
        if (error instanceof RequestLimitError)
            error.cause = previous;
        if (error instanceof DocsServiceError)
            return error;
        throw error;
    }
}
function isQuotaUsedUp(failure) {
    return failure?.kind === 'status' && failure.status === 429;
}
function createQuota() {
    let wait;
    return {
        async join(signal) {
            while (wait !== undefined && !signal.aborted) {
                const failure = await (0,network_fetch/* raceAbort */.Mu)(wait.promise, signal).catch(() => undefined);
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
                own.resolve(isQuotaUsedUp(failure) ? failure : undefined);
            };
        },
    };
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
    const project = encodePathSegment(options.projectId);
    const jobsPath = `/v2/agent/${project}/job`;
    const viewsUrl = resolveUrl(options.baseUrl, `/v1/analytics/${project}/views`);
    const viewsQuota = createQuota();
    const jobPath = (id) => `${jobsPath}/${encodePathSegment(id)}`;
    return {
        createAgentJob: (prompt, limits) => postPrompt('create agent job', jobsPath, prompt, limits, parseNewJob),
        sendMessage: (id, prompt, limits) => postPrompt('send follow-up message', `${jobPath(id)}/message`, prompt, limits, (value, redact) => parseJobOf(id, value, redact)),
        async getAgentJob(id, limits) {
            const url = resolveUrl(options.baseUrl, jobPath(id));
            const request = describeRead('get agent job', url, MAXIMUM_JOB_BYTES);
            const reply = await sendRequest(transport, request, limits);
            return parseReply(transport.redact, request, reply, (value, redact) => parseJobOf(id, value, redact));
        },
        async getPageViews(query, limits) {
            const url = new URL(viewsUrl);
            for (const [name, value] of Object.entries(query))
                if (value !== undefined)
                    url.searchParams.set(name, String(value));
            const request = describeRead('get page views', url, MAXIMUM_PAGE_BYTES);
            const send = () => sendRequest(transport, request, limits);
            const reply = await repeat(options, limits, viewsQuota, send, query.offset);
            const parse = (value, redact) => parseViewsPage(value, query.offset, redact);
            return { read: () => parseReply(transport.redact, request, reply, parse) };
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
        const reply = await repeat(options, limits, createQuota(), () => sendRequest(transport, request, limits));
        return parseReply(transport.redact, request, reply, parse);
    }
}
function parseNewJob(value, redact) {
    const { id, ...job } = parseJob(value, redact);
    if (id === undefined)
        throw new ShapeError('something other than a job with an ID');
    if (id.includes(REDACTED))
        throw new ShapeError('a job whose ID contains the key');
    return { id, ...job };
}
function parseJobOf(id, value, redact) {
    const job = parseJob(value, redact);
    if (job.id !== undefined && job.id !== id)
        throw new ShapeError('a different job');
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

// EXTERNAL MODULE: ./build/github/failure-budget.js
var failure_budget = __nccwpck_require__(684);
;// CONCATENATED MODULE: ./build/github/account.js

function parseAccount(value) {
    const { id, login, type } = (0,json/* readFields */.qU)(value);
    return { id: (0,json/* readNumber */.kz)(id), login: (0,json/* readText */.yR)(login), type: (0,json/* readText */.yR)(type) };
}
function isListed(login, logins) {
    return login !== undefined && logins.some((each) => each.toLowerCase() === login.toLowerCase());
}

// EXTERNAL MODULE: ./build/github/requests.js
var github_requests = __nccwpck_require__(298);
;// CONCATENATED MODULE: ./build/github/commits.js




const MAXIMUM_PULL_REQUEST_COMMITS = 250;
function createCommits({ fetchAll, permissionsIn }) {
    const parse = (data) => (0,json/* readList */.LD)(data, parseCommit);
    const identify = ({ sha }) => sha;
    return {
        fetchPullRequestCommits: (place, maximum) => fetchAll({
            operation: `list the commits of #${place.number}`,
            permissions: permissionsIn(place, 'read'),
            route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits',
            parameters: { ...place, pull_number: place.number },
            parse,
        }, identify, Math.ceil(maximum / github_requests/* PAGE_SIZE */.md)),
        fetchCommitsSince: (sha, since, maximumPages = 5) => fetchAll({
            operation: `list the commits up to ${sha}`,
            permissions: ['contents: read'],
            route: 'GET /repos/{owner}/{repo}/commits',
            parameters: { sha, since },
            parse,
        }, identify, maximumPages),
    };
}
function parseCommit(value) {
    const { sha, commit, author, committer, parents } = (0,json/* readFields */.qU)(value);
    const { message, author: written, committer: made } = (0,json/* readFields */.qU)(commit);
    const { email, name } = (0,json/* readFields */.qU)(written);
    const id = (0,json/* readText */.yR)(sha);
    const text = (0,json/* readText */.yR)(message);
    const before = (0,json/* readList */.LD)(parents, (parent) => (0,json/* readText */.yR)((0,json/* readFields */.qU)(parent)['sha']));
    if (id === undefined || text === undefined || before === undefined)
        return undefined;
    return {
        sha: id,
        subject: (0,untrusted_text/* untrustedText */.U)(text.trimStart().split(/[\r\n]/u, 1)[0] ?? ''),
        author: parseAccount(author),
        email: (0,github_requests/* parseForeignText */.HS)((0,json/* readText */.yR)(email)?.trim().toLowerCase() || undefined),
        name: (0,github_requests/* parseForeignText */.HS)((0,json/* readText */.yR)(name)?.trim() || undefined),
        committer: parseAccount(committer).login,
        committedAt: (0,json/* readText */.yR)((0,json/* readFields */.qU)(made)['date']),
        parents: before,
    };
}

;// CONCATENATED MODULE: ./build/github/changes.js



const MAXIMUM_FILES = 3_000;
const MAXIMUM_COMPARED_FILES = 300;
const SMALL_PAGE_SIZE = 10;
const changes_STATUSES = ['ahead', 'behind', 'identical', 'diverged'];
function createChanges({ send, fetch, fetchAll, permissionsIn }) {
    return {
        async fetchChangedFiles(pullRequest, place, maximum = MAXIMUM_FILES) {
            const query = {
                operation: `list the files of #${pullRequest}`,
                permissions: permissionsIn(place, 'read'),
                route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
                parameters: { ...place, pull_number: pullRequest },
                parse: parseFiles,
            };
            const files = [];
            let number = 0;
            for await (const page of (0,github_requests/* fetchPages */.f1)(send, query, ({ path }) => path, maximum / github_requests/* PAGE_SIZE */.md)) {
                const isEnough = maximum < MAXIMUM_FILES || page.some(hasContent);
                files.push(...(isEnough ? page : await fetchSmallPages(number, page.length)));
                number += 1;
            }
            return { files, isWhole: files.length < maximum };
            async function fetchSmallPages(index, count) {
                const found = [];
                const first = (index * github_requests/* PAGE_SIZE */.md) / SMALL_PAGE_SIZE + 1;
                for (let page = first; page < first + count / SMALL_PAGE_SIZE; page += 1) {
                    const parameters = { ...query.parameters, per_page: SMALL_PAGE_SIZE, page };
                    found.push(...(await fetch({ ...query, parameters })));
                }
                return found;
            }
        },
        async fetchComparison(base, head, maximumPages = 1) {
            const query = {
                operation: `compare ${base} with ${head}`,
                permissions: ['contents: read'],
                route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
                parameters: { basehead: `${base}...${head}`, per_page: github_requests/* PAGE_SIZE */.md },
                parse: parseComparison,
            };
            const fetchPage = (page) => fetch({ ...query, parameters: { ...query.parameters, page } });
            const comparison = await fetchPage(1);
            const { commits, commitCount } = comparison;
            for (let page = 2; page <= maximumPages && commits.length < commitCount; page += 1) {
                const more = (await fetchPage(page)).commits;
                if (more.length === 0)
                    break;
                commits.push(...more);
            }
            return comparison;
        },
        fetchReleases: (isEnough) => fetchAll({
            operation: 'list the releases',
            permissions: ['contents: read'],
            route: 'GET /repos/{owner}/{repo}/releases',
            parameters: {},
            parse: (data) => (0,json/* readList */.LD)(data, parseRelease),
        }, ({ id }) => id, undefined, isEnough),
    };
}
function hasContent({ patch, additions, deletions }) {
    return patch !== undefined || additions + deletions > 0;
}
function parseFiles(data) {
    return (0,json/* readList */.LD)(data, parseFile);
}
function parseFile(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const path = (0,github_requests/* parseForeignText */.HS)(fields['filename']);
    if (path === undefined)
        return undefined;
    return {
        path,
        previousPath: (0,github_requests/* parseForeignText */.HS)(fields['previous_filename']),
        status: (0,json/* readText */.yR)(fields['status']) ?? '',
        additions: parseLines(fields['additions']),
        deletions: parseLines(fields['deletions']),
        patch: (0,github_requests/* parseForeignText */.HS)(fields['patch'] || undefined),
    };
}
function parseLines(value) {
    const lines = (0,json/* readCount */._0)(value);
    return lines !== undefined && Number.isInteger(lines) ? lines : 0;
}
function parseComparison(data) {
    const fields = (0,json/* readFields */.qU)(data);
    const hasFiles = (fields['files'] ?? undefined) !== undefined;
    const files = hasFiles ? parseFiles(fields['files']) : undefined;
    const commits = (0,json/* readList */.LD)(fields['commits'], parseCommit);
    if ((hasFiles && files === undefined) || commits === undefined)
        return undefined;
    return {
        changed: files && { files, isWhole: files.length < MAXIMUM_COMPARED_FILES },
        status: changes_STATUSES.find((status) => status === fields['status']),
        commits,
        commitCount: (0,json/* readNumber */.kz)(fields['total_commits']) ?? commits.length,
        mergeBase: (0,json/* readText */.yR)((0,json/* readFields */.qU)(fields['merge_base_commit'])['sha']),
    };
}
function parseRelease(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const id = (0,json/* readNumber */.kz)(fields['id']);
    const tag = (0,github_requests/* parseForeignText */.HS)(fields['tag_name']);
    if (id === undefined || tag === undefined)
        return undefined;
    return {
        id,
        tag,
        isPrerelease: fields['prerelease'] === true,
        isDraft: fields['draft'] === true,
        publishedAt: (0,json/* readText */.yR)(fields['published_at']),
    };
}

// EXTERNAL MODULE: ./build/github/permissions.js
var permissions = __nccwpck_require__(498);
;// CONCATENATED MODULE: ./build/github/comments.js





function createComments({ threadKind, fetch, fetchAll, permissionsIn }) {
    const own = (0,permissions/* permissionsFor */.m)(threadKind, 'write');
    const toWrite = (place) => (place === undefined ? own : permissionsIn(place, 'write'));
    return {
        createComment: (thread, body, place) => fetch({
            operation: `comment on #${thread}`,
            permissions: toWrite(place),
            isRepeatable: false,
            route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
            parameters: { ...place, issue_number: thread, body },
            parse: parseComment,
        }),
        updateComment: (id, body) => fetch({
            operation: `edit comment ${id}`,
            permissions: own,
            route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
            parameters: { comment_id: id, body },
            parse: parseComment,
        }),
        async deleteComment(id, place) {
            await fetch({
                operation: `delete comment ${id}`,
                permissions: toWrite(place),
                route: 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
                parameters: { ...place, comment_id: id },
                parse: (data) => (data === '' ? true : undefined),
            });
        },
        async fetchComments(thread, since, place) {
            const query = {
                operation: `list the comments of #${thread}`,
                permissions: toWrite(place),
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
                parameters: { ...place, issue_number: thread, ...(since !== undefined && { since }) },
                parse: (data) => (0,json/* readList */.LD)(data, parseComment),
            };
            return (await fetchAll(query, identify)).sort((a, b) => a.id - b.id);
        },
        async fetchRepositoryComments(since, maximum) {
            const query = {
                operation: 'list the comments',
                permissions: (0,permissions/* permissionsFor */.m)('issue', 'read'),
                route: 'GET /repos/{owner}/{repo}/issues/comments',
                parameters: { since, sort: 'created', direction: 'desc' },
                parse: (data) => (0,json/* readList */.LD)(data, parseRepositoryComment),
            };
            const comments = await fetchAll(query, identify, maximum / github_requests/* PAGE_SIZE */.md);
            return { comments, isWhole: comments.length < maximum };
        },
    };
}
function identify({ id }) {
    return id;
}
function parseComment(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const id = (0,json/* readNumber */.kz)(fields['id']);
    if (id === undefined)
        return undefined;
    return {
        id,
        url: (0,json/* readText */.yR)(fields['html_url']) ?? '',
        body: (0,github_requests/* parseForeignText */.HS)(fields['body']) ?? (0,untrusted_text/* untrustedText */.U)(''),
        author: parseAccount(fields['user']).id,
        createdAt: (0,json/* readText */.yR)(fields['created_at']),
        updatedAt: (0,json/* readText */.yR)(fields['updated_at']),
    };
}
function parseRepositoryComment(value) {
    const comment = parseComment(value);
    const [, thread] = /\/(\d{1,10})$/u.exec((0,json/* readText */.yR)((0,json/* readFields */.qU)(value)['issue_url']) ?? '') ?? [];
    return comment && thread !== undefined ? { ...comment, thread: Number(thread) } : undefined;
}

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __nccwpck_require__(307);
;// CONCATENATED MODULE: ./build/github/pull-requests.js



function createPullRequests({ repository, fetch, fetchAll, permissionsIn }) {
    const request = (verb, route, place, change = {}) => fetch({
        operation: `${verb} pull request #${place.number}`,
        permissions: permissionsIn(place, verb === 'read' ? 'read' : 'write'),
        route,
        parameters: { ...place, pull_number: place.number, ...change },
        parse: pull_requests_parsePullRequest,
    });
    return {
        fetchPullRequest: (place) => request('read', 'GET /repos/{owner}/{repo}/pulls/{pull_number}', place),
        closePullRequest: (place) => request('close', 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}', place, { state: 'closed' }),
        fetchPullRequestsOfCommit: (sha) => fetch({
            operation: `list the pull requests of commit ${sha}`,
            permissions: permissionsIn(undefined, 'read'),
            route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
            parameters: { commit_sha: sha, per_page: github_requests/* PAGE_SIZE */.md },
            parse: (data) => (0,json/* readList */.LD)(Array.isArray(data) ? data.filter((each) => isInto(repository, each)) : data, parseListed),
        }),
        fetchClosedPullRequests: (base, maximum) => fetchAll({
            operation: `list the closed pull requests into ${base}`,
            permissions: permissionsIn(undefined, 'read'),
            route: 'GET /repos/{owner}/{repo}/pulls',
            parameters: { state: 'closed', base, sort: 'updated', direction: 'desc' },
            parse: (data) => (0,json/* readList */.LD)(data, parseListed),
        }, ({ number }) => number, maximum / github_requests/* PAGE_SIZE */.md),
    };
}
function pull_requests_parsePullRequest(data) {
    const fields = (0,json/* readFields */.qU)(data);
    const { state, merged, head, base, labels } = fields;
    if (state !== 'open' && state !== 'closed')
        return undefined;
    const sha = (0,json/* readText */.yR)((0,json/* readFields */.qU)(head)['sha']);
    const mergedAt = (0,json/* readText */.yR)(fields['merged_at']);
    const isMerged = typeof merged === 'boolean' ? merged : mergedAt !== undefined;
    return {
        state,
        isMerged,
        isDraft: fields['draft'] === true,
        title: (0,github_requests/* parseForeignText */.HS)(fields['title']),
        url: (0,github_requests/* parseForeignText */.HS)(fields['html_url']),
        author: parseAccount(fields['user']),
        labels: (0,json/* readList */.LD)(labels, (label) => (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(label)['name'])) ?? [],
        headSha: sha !== undefined && /^[\da-f]{7,64}$/u.test(sha) ? sha : undefined,
        base: (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(base)['ref']),
        createdAt: (0,json/* readText */.yR)(fields['created_at']),
        mergedAt,
        closedAt: (0,json/* readText */.yR)(fields['closed_at']),
        mergeCommit: isMerged ? (0,json/* readText */.yR)(fields['merge_commit_sha']) : undefined,
        additions: (0,json/* readCount */._0)(fields['additions']),
        deletions: (0,json/* readCount */._0)(fields['deletions']),
        commitCount: (0,json/* readCount */._0)(fields['commits']),
    };
}
function parseListed(value) {
    const number = (0,json/* readNumber */.kz)((0,json/* readFields */.qU)(value)['number']);
    const pullRequest = pull_requests_parsePullRequest(value);
    return number === undefined || pullRequest === undefined ? undefined : { ...pullRequest, number };
}
function isInto(repository, value) {
    const name = (0,json/* readText */.yR)((0,json/* readFields */.qU)((0,json/* readFields */.qU)((0,json/* readFields */.qU)(value)['base'])['repo'])['full_name']);
    return name === undefined || (0,github_requests/* isSameRepository */.ve)(name, repository);
}

;// CONCATENATED MODULE: ./build/github/reactions.js





function createReactions({ threadKind, send, fetch, fetchAll }) {
    const folderOf = ({ kind }) => (kind === 'review comment' ? 'pulls' : 'issues');
    const permissionsOf = ({ kind }, level) => (0,permissions/* permissionsFor */.m)(kind === 'review comment' ? 'pull request' : threadKind, level);
    return {
        async react(comment, content) {
            const { status, data } = await send({
                operation: `react with ${content} to comment ${comment.id}`,
                permissions: permissionsOf(comment, 'write'),
                isReaction: true,
                route: `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
                parameters: { comment_id: comment.id, content },
                parse: (answer) => ((0,json/* readFields */.qU)(answer)['content'] === content ? parseReaction(answer) : undefined),
            });
            return { result: status === 201 ? 'first' : 'again', account: data.account };
        },
        async hasComment(comment) {
            try {
                await fetch({
                    operation: `read comment ${comment.id}`,
                    permissions: permissionsOf(comment, 'read'),
                    route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}`,
                    parameters: { comment_id: comment.id },
                    parse: parseComment,
                });
                return true;
            }
            catch (error) {
                if (error instanceof errors/* GitHubError */.y && error.isGone)
                    return false;
                throw error;
            }
        },
        fetchReactions: (comment) => fetchAll({
            operation: `list the reactions to comment ${comment.id}`,
            permissions: permissionsOf(comment, 'read'),
            route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
            parameters: { comment_id: comment.id },
            parse: (data) => (0,json/* readList */.LD)(data, parseReaction),
        }, ({ account, content }) => `${account} ${content}`),
    };
}
function parseReaction(value) {
    const { user, content } = (0,json/* readFields */.qU)(value);
    return { account: parseAccount(user).id, content: (0,json/* readText */.yR)(content) ?? '' };
}

;// CONCATENATED MODULE: ./build/github/github.js









const PERMISSIONS = ['admin', 'write', 'read', 'none'];
function createGitHub(request, repository, threadKind) {
    const requests = (0,github_requests/* createRequests */.dT)(request, repository, threadKind);
    return {
        ...createThreads(requests),
        ...createComments(requests),
        ...createReactions(requests),
        ...createChanges(requests),
        ...createCommits(requests),
        ...createPullRequests(requests),
    };
}
function createThreads({ threadKind, fetch }) {
    const read = (operation, thread, headers = {}) => fetch({
        operation,
        permissions: (0,permissions/* permissionsFor */.m)(threadKind, 'read'),
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
        parameters: { issue_number: thread, headers },
        parse: (data) => ((0,json/* readNumber */.kz)((0,json/* readFields */.qU)(data)['number']) === undefined ? undefined : (0,json/* readFields */.qU)(data)),
    });
    return {
        fetchPermission: (login) => fetch({
            operation: `read the permission of ${login}`,
            permissions: ['metadata: read'],
            route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
            parameters: { username: login },
            parse: parsePermission,
        }),
        async fetchRepository() {
            await fetch({
                operation: 'read the repository',
                permissions: ['metadata: read'],
                route: 'GET /repos/{owner}/{repo}',
                parameters: {},
                parse: json/* readObject */.Ag,
            });
        },
        async fetchThread(thread) {
            const answer = await read(`read #${thread}`, thread);
            const isIssue = (0,json/* readObject */.Ag)(answer['pull_request']) === undefined;
            return (0,json/* dropAbsent */.dm)({
                kind: isIssue ? 'issue' : 'pull request',
                title: (0,github_requests/* parseForeignText */.HS)(answer['title']),
                url: (0,github_requests/* parseForeignText */.HS)(answer['html_url']),
            });
        },
        async fetchDescription(thread) {
            const operation = `read the description of #${thread}`;
            const answer = await read(operation, thread, { accept: 'application/vnd.github.full+json' });
            const text = (0,github_requests/* parseForeignText */.HS)(answer['body_text']);
            const isEmpty = answer['body_text'] === null && ((0,json/* readText */.yR)(answer['body']) ?? '') === '';
            if (text !== undefined || isEmpty)
                return text;
            throw new errors/* GitHubError */.y(operation, {
                answer: 'the answer has no `body_text`',
                hint: "This server doesn't send the visible text of a description.",
            });
        },
    };
}
function parsePermission(data) {
    const { permission } = (0,json/* readFields */.qU)(data);
    return permission === 'owner' ? 'admin' : PERMISSIONS.find((known) => known === permission);
}

;// CONCATENATED MODULE: ./build/github/connect.js



function connectGitHub(options) {
    const { run, clock, signal, threadKind } = options;
    const random = Math.random;
    const budget = (0,failure_budget/* createFailureBudget */.u)({ ...options, random });
    let aheadMs;
    let loading;
    const onTime = (ms) => {
        aheadMs = ms - clock.now();
    };
    const load = async () => {
        const { createGitHubRequest } = await Promise.all(/* import() */[__nccwpck_require__.e(16), __nccwpck_require__.e(799)]).then(__nccwpck_require__.bind(__nccwpck_require__, 799));
        return createGitHubRequest({ ...options, apiUrl: run.apiUrl, random, budget, onTime });
    };
    const request = async (query) => {
        loading ??= load();
        return await (await loading)(query);
    };
    return {
        github: createGitHub(request, run.repository, threadKind),
        untilAborted: (until) => createGitHub((query) => (0,network_fetch/* raceAbort */.Mu)(request(query), until), run.repository, threadKind),
        budget,
        signal,
        now: () => (aheadMs === undefined ? clock.wallClock() : clock.now() + aheadMs),
    };
}
function identifyRepository({ repositoryId, repository }) {
    return repositoryId === '' ? repository.toLowerCase() : repositoryId;
}

// EXTERNAL MODULE: ./build/network/proxies.js
var proxies = __nccwpck_require__(133);
;// CONCATENATED MODULE: ./build/untrusted/markdown.js


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
    const content = breakMarks((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_escape/* shorten */.ml)(markdown_open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestBackticks(content) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
function codeBlock(text, maximum = 20_000, language = 'text') {
    const content = breakCommands(breakMarks(escapeInvisible(shorten(markdown_open(text), maximum).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestBackticks(content) + 1));
    return trusted(`${fence}${language}\n${content}\n${fence}`);
}
function commit(sha) {
    return /^[\da-f]{7,64}$/u.test(sha) ? trusted(sha.slice(0, 7)) : plain(sha);
}
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMarks((0,untrusted_escape/* escapeInvisible */.ts)(markdown_open(text).replace(/\s+/gu, ' ')))))
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
function markdown_link(label, url) {
    return trusted(`[${label}](${url.href.replace(/[()<>\\|]/gu, percentEncode)})`);
}
function details(summary, body) {
    return markdown `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
function replacePart(published, [start, end], part) {
    const source = markdown_open(published);
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
function markdown_open(text) {
    return typeof text === 'string' ? text : (0,untrusted_text/* readUntrustedText */.u)(text);
}
function percentEncode(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
function breakMarks(text) {
    return text.replace(/@(?=[\p{L}\p{N}_-])|<(?=!--)|-(?=-!?>)/gu, '$&\u2060');
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
function longestBackticks(text) {
    return Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
}

;// CONCATENATED MODULE: ./build/reports/dates.js

const DAY_MS = 24 * 60 * 60_000;
function formatRange(range) {
    return `${formatDates(range)} (${formatNote(range)})`;
}
function renderRange(range) {
    return markdown `${formatDates(range)} (${formatNote(range)})`;
}
function formatDates({ dateFrom, dateTo }) {
    const endMs = Date.parse(dateTo);
    const startMs = dateFrom === undefined ? undefined : Date.parse(dateFrom);
    if (!areDays(startMs, endMs))
        return `${startMs === undefined ? 'until' : `${formatMinute(startMs)} –`} ${formatMinute(endMs)}`;
    const last = new Date(endMs - DAY_MS);
    return startMs === undefined ? `until the end of ${formatDay(last)}` : formatDays(new Date(startMs), last);
}
function formatMinute(momentMs) {
    const moment = new Date(momentMs);
    return `${formatDay(moment)}, ${moment.toISOString().slice(11, 16)}`;
}
function toDay(momentMs) {
    return new Date(momentMs).toISOString().slice(0, 10);
}
function formatNote({ dateFrom, dateTo }) {
    const endMs = Date.parse(dateTo);
    const startMs = dateFrom === undefined ? undefined : Date.parse(dateFrom);
    if (startMs === undefined || !areDays(startMs, endMs))
        return 'UTC';
    const days = (endMs - startMs) / DAY_MS;
    return `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}, UTC`;
}
function areDays(startMs = 0, endMs) {
    return startMs % DAY_MS === 0 && endMs % DAY_MS === 0;
}
function formatDays(first, last) {
    if (first.getTime() === last.getTime())
        return formatDay(last);
    if (first.getUTCFullYear() !== last.getUTCFullYear())
        return `${formatDay(first)} – ${formatDay(last)}`;
    if (first.getUTCMonth() === last.getUTCMonth())
        return `${first.getUTCDate()}–${formatDay(last)}`;
    return `${formatDay(first).replace(/ \d+$/, '')} – ${formatDay(last)}`;
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function formatDay(day) {
    return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;// CONCATENATED MODULE: ./build/runner/commands.js

const STANDARD_OUTPUT = 1;
const PAUSE_MS = 5;
const standardOutput = {
    write(text) {
        let rest = Buffer.from(text);
        while (rest.length > 0) {
            try {
                rest = rest.subarray((0,external_node_fs_namespaceObject.writeSync)(STANDARD_OUTPUT, rest));
            }
            catch (error) {
                if (error.code !== 'EAGAIN')
                    return;
                Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
            }
        }
    },
};
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
function printCommand(name, data, title = '') {
    const property = title === '' ? '' : ` title=${escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
    standardOutput.write(`::${name}${property}::${escapeData(data)}\n`);
}
function commands_appendToRunnerFile(variable, name, value) {
    const path = process.env[variable] ?? '';
    if (path === '')
        return;
    let entry = `${name}=${value}\n`;
    if (/[\r\n]/u.test(value)) {
        const delimiter = `ghadelimiter_${process.getBuiltinModule('node:crypto').randomUUID()}`;
        entry = `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
    }
    (0,external_node_fs_namespaceObject.appendFileSync)(path, entry);
}
function escapeData(text) {
    return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

;// CONCATENATED MODULE: ./build/runner/log.js


function createLog(secrets) {
    const escaped = (text) => (0,untrusted_escape/* escapeCommands */.g9)(secrets.redact(text));
    const annotate = (command) => (title, text) => printCommand(command, escaped(text.trim() === '' ? title : text), escaped(title));
    return {
        info: (text) => standardOutput.write(`${escaped(text)}\n`),
        debug: (text) => {
            if (isDebug())
                printCommand('debug', escaped(text));
        },
        notice: annotate('notice'),
        warning: annotate('warning'),
        error: annotate('error'),
        async group(title, body) {
            printCommand('group', escaped(title));
            try {
                return await body();
            }
            finally {
                printCommand('endgroup', '');
            }
        },
    };
}
function collectWarnings(log) {
    const textByCause = new Map();
    const withOneWarningPerCause = {
        ...log,
        warning(title, text, cause = text) {
            if (textByCause.has(cause))
                return;
            textByCause.set(cause, text);
            log.warning(title, text);
        },
    };
    return {
        log: withOneWarningPerCause,
        list: (except) => [...textByCause].flatMap(([cause, text]) => (cause === except ? [] : [text])),
    };
}

;// CONCATENATED MODULE: ./build/runner/secrets.js

const secrets_REDACTED = '***';
const SHORTEST = 3;
const LONGEST_PIECE = 400;
const SHORTEST_PART = 8;
function createSecrets() {
    const hidden = new Set();
    const patterns = [];
    return {
        hide(value) {
            if (value.length < SHORTEST || hidden.has(value))
                return;
            hidden.add(value);
            const parts = [value, ...value.split(/\s+/u)].filter((part) => part.length >= SHORTEST);
            for (const form of new Set([...parts, encodeURIComponent(value.toWellFormed())]))
                printCommand('add-mask', form);
            const inJson = JSON.stringify(value).slice(1, -1);
            patterns.push(...parts.flatMap(cutInPieces).map(patternOf), inJson, ...listBase64Forms(value));
        },
        redact: (text) => patterns.reduce((redacted, pattern) => redacted.replaceAll(pattern, secrets_REDACTED), text),
    };
}
function cutInPieces(value) {
    const characters = Array.from(value);
    const count = Math.ceil(characters.length / LONGEST_PIECE);
    const length = Math.ceil(characters.length / count);
    return Array.from({ length: count }, (_, index) => characters.slice(index * length, (index + 1) * length).join(''));
}
function patternOf(value) {
    const between = value.includes('\\') ? '' : '(?:\\\\|\\u2060|&#8203;)*';
    const [first = '', ...others] = Array.from(value, patternOfCharacter);
    const rest = others.map((character) => between + character);
    const beginning = first + rest.splice(0, SHORTEST_PART - 1).join('');
    const part = rest.slice(0, -1).reduceRight((after, character) => `(?:${character}${after})?`, '');
    const cut = `${part}(?=${between}(?:…|$))`;
    return new RegExp(rest.length === 0 ? beginning : `${beginning}(?:${rest.join('')}|${cut})`, 'gu');
}
const ENTITIES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '|': '&#124;',
    $: '<span>\\$</span>',
    '"': '&quot;',
    "'": '&#39;',
};
function patternOfCharacter(character) {
    if (/^\w$/u.test(character))
        return character;
    const codePoint = `\\u{${character.codePointAt(0)?.toString(16)}}`;
    const encoded = Buffer.from(character.toWellFormed())
        .toString('hex')
        .replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)
        .replace(/(?:\d|\[\w+\]){2}/gu, '%$&');
    return `(?:${[ENTITIES[character], codePoint, encoded].filter(Boolean).join('|')})`;
}
function listBase64Forms(value) {
    const bytes = Buffer.from(value);
    return [0, 1, 2]
        .map((skipped) => {
        const rest = bytes.subarray(skipped);
        return rest.toString('base64').slice(0, Math.floor((rest.length * 8) / 6));
    })
        .filter((form) => form.length >= 12);
}

;// CONCATENATED MODULE: ./build/runner/run-action.js



async function runAction(main) {
    const secrets = createSecrets();
    const log = createLog(secrets);
    const fail = (title, text) => {
        log.error(title, text);
        process.exitCode = 1;
    };
    try {
        await main({ log, secrets, fail });
    }
    catch (error) {
        fail('Unexpected error', describeBug(error));
        if (isDebug() && error instanceof Error)
            log.info(error.stack ?? '');
    }
}
function describeBug(error) {
    return `${describeInSentence(error)} This is a bug in the action; please report it.`;
}
function describeInSentence(error) {
    const text = describeError(error);
    return /[.!?]$/u.test(text) ? text : `${text}.`;
}
function describeError(error) {
    if (!(error instanceof Error))
        return String(error);
    const cause = error.cause instanceof Error ? ` (${describeError(error.cause)})` : '';
    return `${error.message}${cause}`;
}

;// CONCATENATED MODULE: ./build/untrusted/truncate-markdown.js
const UTF16_UNITS = {
    sizeOf: (text) => text.length,
    take: (text, maximum) => text.slice(0, maximum).replace(/[\uD800-\uDBFF]$/u, ''),
};
const UTF8_BYTES = {
    sizeOf: (text) => Buffer.byteLength(text),
    take: (text, maximum) => new TextDecoder().decode(Buffer.from(text).subarray(0, maximum)).replace(/\uFFFD+$/u, ''),
};
const NOTE = "\n\n*Cut here, because it wouldn't fit.*";
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
        const whole = kept + truncate_markdown_close(kept) + NOTE;
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
function truncate_markdown_close(source) {
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

;// CONCATENATED MODULE: ./build/runner/outputs.js


function createOutputs({ secrets, fail }) {
    let hasFailed = false;
    return {
        set(name, value) {
            try {
                commands_appendToRunnerFile('GITHUB_OUTPUT', name, secrets.redact(value).toWellFormed());
            }
            catch (error) {
                if (!hasFailed)
                    fail("The outputs can't be written", explainRefusal(`set the output ${name}`, error));
                hasFailed = true;
            }
        },
    };
}
function createState({ secrets, log }) {
    return {
        save(name, value) {
            try {
                appendToRunnerFile('GITHUB_STATE', name, secrets.redact(value));
            }
            catch (error) {
                log.warning("The state can't be saved", explainRefusal(`save ${name} for the post step`, error));
            }
        },
        read: (name) => process.env[`STATE_${name}`] ?? '',
    };
}
function explainRefusal(operation, error) {
    return `Could not ${operation}: ${describeInSentence(error)} Check whether the runner's disk is full.`;
}

;// CONCATENATED MODULE: ./build/runner/summary.js


const MAXIMUM_BYTES = 1024 * 1024 - 1024;
function createSummary(secrets) {
    return async (content) => {
        const text = truncateMarkdownToBytes(secrets.redact(content.toString()), MAXIMUM_BYTES);
        try {
            const { summary } = await __nccwpck_require__.e(/* import() */ 638).then(__nccwpck_require__.bind(__nccwpck_require__, 638));
            await summary.addRaw(text, true).write();
        }
        catch (error) {
            throw new Error(explainRefusal('write the job summary', error));
        }
    };
}

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
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
    return { id, url: toSafeUrl((0,untrusted_text/* untrustedText */.U)(url))?.href ?? '', author, updatedAt };
}

;// CONCATENATED MODULE: ./build/github/marked-comment.js




const marked_comment_MAXIMUM_LENGTH = 65_535;
function createMarkedComment(options) {
    return new Comment(options);
}
class Comment {
    #options;
    #current;
    #unconfirmed;
    #last = Promise.resolve();
    constructor(options) {
        this.#options = options;
    }
    get current() {
        return this.#current;
    }
    adopt(comment) {
        this.#current = comment;
        this.#unconfirmed = undefined;
    }
    async find() {
        const { github, thread, since, marker, parse } = this.#options;
        return selectMarked(await github.fetchComments(thread, since), marker, parse);
    }
    post(content, payload) {
        const { budget, signal } = this.#options;
        return this.#inOrder(async () => {
            for (let attempt = 1;; attempt += 1) {
                const posted = await this.#tryToPost(content, payload);
                const own = posted instanceof errors/* GitHubError */.y ? await this.#findOwn(payload) : posted;
                if (own !== undefined)
                    this.adopt(own);
                if (own !== undefined)
                    return { ...own, isRepeated: attempt > 1 };
                if (wasAccepted(posted) || !(await budget.pause(attempt, signal)))
                    throw posted;
            }
        });
    }
    edit(content, change) {
        return this.#inOrder(async () => {
            const lost = this.#current === undefined ? this.#unconfirmed : undefined;
            const own = lost && (await this.#findOwn(lost));
            if (lost !== undefined && own !== undefined)
                this.adopt({ ...own, payload: lost });
            if (this.#current === undefined)
                return;
            const { id, payload } = this.#current;
            this.#current = { ...this.#current, payload: { ...payload, ...change } };
            const body = this.#render(content, { ...this.#current.payload, commentId: id });
            const gone = await this.#unlessGone(id, () => this.#options.github.updateComment(id, body));
            if (gone === undefined)
                return;
            this.adopt(undefined);
            throw gone;
        });
    }
    remove({ id }) {
        return this.#inOrder(async () => {
            await this.#unlessGone(id, () => this.#options.github.deleteComment(id));
            if (this.#current?.id === id)
                this.adopt(undefined);
        });
    }
    #inOrder(operation) {
        const result = this.#last.catch(() => { }).then(operation);
        this.#last = result;
        return result;
    }
    async #tryToPost(content, payload) {
        const { github, thread } = this.#options;
        this.#unconfirmed = payload;
        try {
            const comment = await github.createComment(thread, this.#render(content, payload));
            return { ...locate(comment), payload, isVerified: true };
        }
        catch (error) {
            if (!(error instanceof errors/* GitHubError */.y))
                throw error;
            if (mayHaveBeenPosted(error))
                return error;
            this.#unconfirmed = undefined;
            throw error;
        }
    }
    async #unlessGone(id, change) {
        const { github, budget, signal } = this.#options;
        for (let attempt = 1;; attempt += 1) {
            const error = await change().then(() => undefined, toGone);
            if (error === undefined)
                return undefined;
            if (!(await github.hasComment({ kind: 'issue comment', id })))
                return error;
            if (!(await budget.pause(attempt, signal)))
                throw error;
        }
    }
    async #findOwn({ nonce }) {
        return (await this.find()).find(({ payload, isVerified }) => isVerified && payload.nonce === nonce);
    }
    #render(content, payload) {
        const { marker, redact } = this.#options;
        const end = `\n\n${marker.write(payload)}`;
        return `${truncateMarkdown(redact(content.toString()), marked_comment_MAXIMUM_LENGTH - end.length)}${end}`;
    }
}
function toGone(error) {
    if (error instanceof errors/* GitHubError */.y && error.isGone)
        return error;
    throw error;
}
function mayHaveBeenPosted(error) {
    return error.isTransient && !error.isRateLimited;
}
function wasAccepted(posted) {
    return posted instanceof errors/* GitHubError */.y && (posted.status ?? 300) < 300;
}
function untilAborted(comment, until) {
    return {
        get current() {
            return comment.current;
        },
        adopt: (found) => comment.adopt(found),
        find: () => raceAbort(comment.find(), until),
        post: (content, payload) => raceAbort(comment.post(content, payload), until),
        edit: (content, change) => raceAbort(comment.edit(content, change), until),
        remove: (found) => raceAbort(comment.remove(found), until),
    };
}

;// CONCATENATED MODULE: ./build/github/signed-marker.js


const LONGEST_MARKER = 28_800;
const signed_marker_crypto = () => process.getBuiltinModule('node:crypto');
const PREFIX = '<!-- docs-agent-';
function looksLikeOurs(body) {
    return readUntrustedText(body).includes(PREFIX);
}
function createSignedMarker(name, apiKey, subject) {
    const key = Buffer.from(signed_marker_crypto().hkdfSync('sha256', apiKey, 'docs-agent-action', `${name} marker v1`, 32));
    const sign = (payload) => signed_marker_crypto()
        .createHmac('sha256', key)
        .update(JSON.stringify([...subject, payload]))
        .digest();
    const start = `${PREFIX}${name}:v1:`;
    const pattern = new RegExp(`${start}([A-Za-z0-9+/=]{1,28672})\\.([A-Za-z0-9+/=]{44}) -->`, 'gu');
    return {
        write(payload) {
            const encoded = Buffer.from(JSON.stringify(payload)).toString('base64');
            return `${start}${encoded}.${sign(encoded).toString('base64')} -->`;
        },
        read(body) {
            const source = (0,untrusted_text/* readUntrustedText */.u)(body);
            const match = [...source.matchAll(pattern)].at(-1);
            const [, encoded, signature] = match ?? [];
            if (encoded === undefined || signature === undefined)
                return undefined;
            const given = Buffer.from(signature, 'base64');
            const isVerified = given.length === 32 && signed_marker_crypto().timingSafeEqual(given, sign(encoded));
            const payload = (0,json/* parseJson */.qF)(Buffer.from(encoded, 'base64').toString());
            const text = (0,untrusted_text/* untrustedText */.U)(source.slice(0, match?.index).trimEnd());
            return payload === undefined ? undefined : { payload, isVerified, text };
        },
    };
}
function digest(text) {
    return signed_marker_crypto().createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 16);
}

;// CONCATENATED MODULE: ./build/reports/report-comment.js





const MAXIMUM_EDITS = 4;
async function keepReport(report, place, connection, redact) {
    const comment = connectComment(report, place, connection, redact);
    const subject = digest([place.repository, place.issue, place.projectId].join('\n'));
    const kept = { url: '', stored: report.merge([]), leftovers: [] };
    const progress = { wasSent: false, wasAccepted: false };
    try {
        let found = await comment.find();
        if (!found.some(isOwn)) {
            const { stored } = kept;
            await send(comment.post(report.render(stored, {}), { nonce: (0,external_node_crypto_namespaceObject.randomUUID)(), subject, stored }));
            found = await comment.find();
        }
        for (let edits = 1; edits <= MAXIMUM_EDITS; edits += 1) {
            await edit(found);
            found = await comment.find();
            const current = found.find(isOwn);
            if (current === undefined || report.isIn(kept.stored, current.payload.stored))
                break;
        }
        return kept;
    }
    catch (error) {
        const { wasSent, wasAccepted } = progress;
        if (!wasSent || !(wasAccepted || mayBeAccepted(error)))
            throw error;
        return { ...kept, url: comment.current?.url ?? '', unchecked: { error, wasAccepted } };
    }
    async function send(request) {
        progress.wasSent = true;
        await request;
        progress.wasAccepted = true;
    }
    async function edit(found) {
        const [oldest = comment.current, ...duplicates] = found.filter(isOwn);
        if (oldest === undefined)
            return;
        comment.adopt(oldest);
        const stored = report.merge([...duplicates, oldest].map(({ payload }) => payload.stored));
        Object.assign(kept, { stored, url: oldest.url });
        const content = report.render(stored, { text: oldest.text, replaces: findReplaced(oldest, found) });
        await send(comment.edit(content, { stored }));
        for (const each of duplicates)
            await comment.remove(each).catch((error) => kept.leftovers.push(error));
    }
}
const isOwn = ({ isVerified }) => isVerified;
function mayBeAccepted(error) {
    if (!(error instanceof errors/* GitHubError */.y))
        return true;
    if (error.isRateLimited)
        return false;
    return error.isTransient || (error.status !== undefined && error.status < 300);
}
function connectComment({ name, parse }, { repository, issue, projectId, apiKey }, connection, redact) {
    const parsePayload = (value) => {
        const fields = (0,json/* readFields */.qU)(value);
        const [nonce, subject] = [(0,json/* readText */.yR)(fields['nonce']), (0,json/* readText */.yR)(fields['subject'])];
        const stored = parse(fields['stored']);
        const commentId = (0,json/* readNumber */.kz)(fields['commentId']);
        if (nonce === undefined || subject === undefined || stored === undefined)
            return undefined;
        return { nonce, subject, stored, ...(commentId !== undefined && { commentId }) };
    };
    const marker = createSignedMarker(name, apiKey, [repository, String(issue), projectId]);
    return createMarkedComment({ ...connection, thread: issue, marker, parse: parsePayload, redact });
}
function findReplaced(own, found) {
    const replaced = found.findLast(({ id, author, payload, isVerified }) => !isVerified && id < own.id && author === own.author && payload.subject === own.payload.subject);
    return replaced && URL.canParse(replaced.url) ? new URL(replaced.url) : undefined;
}

;// CONCATENATED MODULE: ./build/reports/publish-report.js




async function publishReport(report, place, { log, title, token, connection, redact }) {
    const warn = (what, message) => log.warning(`${title}: ${what}`, message);
    const explain = (error) => explainFailure(error, place.issue);
    if (token === '')
        return void warn(UNWRITTEN, '`issue-number` is set, but `github-token` is empty.');
    try {
        const kept = await keepReport(report, place, connection, redact);
        const { url, unchecked, leftovers } = kept;
        for (const error of leftovers)
            warn("a second report comment wasn't deleted", explain(error));
        if (unchecked === undefined)
            log.info(`The report is in ${url || `#${place.issue}`}.`);
        else {
            const what = unchecked.wasAccepted
                ? "GitHub accepted it, but it couldn't be checked."
                : 'GitHub may have accepted it. Look for it in the issue.';
            warn("the report comment couldn't be checked", `${what} ${explain(unchecked.error)}`);
        }
        return kept;
    }
    catch (error) {
        return void warn(UNWRITTEN, explain(error));
    }
}
async function publishSummary({ log, secrets }, title, content) {
    try {
        await createSummary(secrets)(content);
    }
    catch (error) {
        log.warning(`${title}: the job summary wasn't written`, describeError(error));
    }
}
const UNWRITTEN = "the report comment wasn't written";
function explainFailure(error, issue) {
    if (error instanceof errors/* GitHubError */.y)
        return error.message;
    return `Couldn't write to #${issue}: ${describeInSentence(error)} To write the report, re-run the job.`;
}

;// CONCATENATED MODULE: ./build/runner/cancellation.js
class CancelledError extends Error {
    name = 'CancelledError';
}
function listenForCancellation() {
    const controller = new AbortController();
    const cancel = (name) => controller.abort(new CancelledError(`The run was cancelled (${name}).`));
    process.on('SIGINT', cancel);
    process.on('SIGTERM', cancel);
    return {
        signal: controller.signal,
        stop() {
            process.off('SIGINT', cancel);
            process.off('SIGTERM', cancel);
        },
    };
}

;// CONCATENATED MODULE: external "node:timers/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");
;// CONCATENATED MODULE: ./build/runner/clock.js

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.now(),
    wallClock: () => Date.now(),
    async sleep(ms, signal) {
        signal?.throwIfAborted();
        try {
            await (0,promises_namespaceObject.setTimeout)(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, signal && { signal });
        }
        catch (error) {
            signal?.throwIfAborted();
            throw error;
        }
    },
};
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
function formatMoment(ms) {
    if (!(ms < LAST_MOMENT))
        return 'later';
    const [day, time = ''] = new Date(Math.ceil(ms / 60_000) * 60_000).toISOString().split('T');
    const date = day === new Date().toISOString().slice(0, 10) ? '' : `${day} `;
    return `after ${date}${time.slice(0, 5)} UTC`;
}
const LAST_MOMENT = Date.UTC(10_000, 0);

;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./build/runner/event.js



class EventError extends Error {
    name = 'EventError';
}
function readEvent(environment) {
    const name = environment['GITHUB_EVENT_NAME'] ?? '';
    const path = environment['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        return { name, payload: {} };
    try {
        return { name, payload: JSON.parse((0,external_node_fs_namespaceObject.readFileSync)(path, 'utf8')) };
    }
    catch (cause) {
        const problem = cause instanceof SyntaxError ? "isn't JSON" : "can't be read";
        throw new EventError(`The event file of the "${name}" event (GITHUB_EVENT_PATH) ${problem}. ` +
            'Check whether an earlier step changes it.', { cause });
    }
}
function readWorkflowRun(environment) {
    const serverUrl = readUrl(environment['GITHUB_SERVER_URL'], 'https://github.com');
    const repository = environment['GITHUB_REPOSITORY'] ?? '';
    const id = environment['GITHUB_RUN_ID'] ?? '';
    return {
        repository,
        repositoryId: environment['GITHUB_REPOSITORY_ID'] || readRepositoryId(environment),
        id,
        ref: environment['GITHUB_REF'] ?? '',
        sha: environment['GITHUB_SHA'] ?? '',
        workflow: (environment['GITHUB_WORKFLOW_REF'] ?? '').replace(/@.*$/su, ''),
        attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
        job: environment['GITHUB_JOB'] ?? '',
        step: environment['GITHUB_ACTION'] ?? '',
        url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`),
        serverUrl,
        apiUrl: readUrl(environment['GITHUB_API_URL'], 'https://api.github.com').href.replace(/\/$/u, ''),
        workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
    };
}
function readRepositoryId(environment) {
    try {
        const id = (0,json/* readNumber */.kz)((0,json/* readFields */.qU)((0,json/* readFields */.qU)(readEvent(environment).payload)['repository'])['id']);
        return id === undefined ? '' : String(id);
    }
    catch {
        return '';
    }
}
function isInside(folder, path) {
    const way = relative(folder, resolve(folder, path));
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
function readUrl(text, otherwise) {
    return new URL(text !== undefined && URL.canParse(text) ? text : otherwise);
}

// EXTERNAL MODULE: ./node_modules/ms/index.js
var ms = __nccwpck_require__(744);
;// CONCATENATED MODULE: ./build/runner/inputs.js



const EMPTY_KEY = {
    headline: 'The API key is empty',
    advice: "Define the secret that `api-key` uses. An environment's secret needs `environment:` in the job, " +
        'and a called workflow needs `secrets:`. Forks get no secrets, and Dependabot gets only its own.',
};
const EMPTY_ID = 'the ID from the API keys page of the dashboard. To save it as a variable, run ' +
    "`gh variable set DOCS_PROJECT_ID --body <ID>`. `vars` doesn't read a secret of the same name";
class InputError extends Error {
    name = 'InputError';
    problems;
    constructor(problems) {
        super([
            problems.length === 1 ? '1 input is invalid:' : `${problems.length} inputs are invalid:`,
            ...problems.map(({ input, message }) => `- \`${input}\`: ${message}`),
            '',
            ...(problems.some(({ input, secret }) => input === 'api-key' && secret === 'empty') ? [EMPTY_KEY.advice] : []),
            'No request was sent. Fix the `with:` block of the step.',
        ].join('\n'));
        this.problems = problems;
    }
}
class InputReader {
    #problems = [];
    #secrets;
    #defaults;
    constructor(secrets, defaults = {}) {
        this.#secrets = secrets;
        this.#defaults = defaults;
    }
    text(name) {
        return process.env[`INPUT_${name.toUpperCase()}`]?.trim() || (this.#defaults[name] ?? '');
    }
    requiredText(name) {
        const value = this.text(name);
        if (value === '')
            this.refuse(name, '', 'a value');
        return value;
    }
    id(name, { required }) {
        const value = this.text(name);
        const allowed = value === '' ? required && EMPTY_ID : findIdRule(value);
        if (allowed)
            this.refuse(name, value.toWellFormed(), allowed);
        return value;
    }
    secret(name, { required }) {
        const value = this.text(name);
        if (value !== '')
            this.#secrets.hide(value);
        if (value === '' && required)
            this.refuse(name, '', 'a value, from a secret', 'empty');
        const wrong = describeWrongSecret(value);
        const message = `the value (not shown) ${wrong}; allowed: one line of visible ASCII characters, the secret alone`;
        if (wrong !== undefined)
            this.#problems.push({ input: name, message, secret: 'malformed' });
        return value;
    }
    flag(name) {
        const value = this.text(name);
        if (/^(true|True|TRUE)$/u.test(value))
            return true;
        if (!/^(false|False|FALSE)$/u.test(value))
            this.refuse(name, value, 'true or false');
        return false;
    }
    durationMs(name, bounds) {
        const { minimumMs, maximumMs, allowed } = bounds;
        const value = this.text(name);
        const milliseconds = parseDurationMs(value) ?? Number.NaN;
        if (milliseconds >= minimumMs && milliseconds <= maximumMs)
            return milliseconds;
        const form = 'such as 500ms, 90s, 10m or 1h; a bare whole number is in seconds';
        this.refuse(name, value, `${allowed}, ${form}`);
        return minimumMs;
    }
    wholeNumber(name, { minimum, maximum }) {
        const value = this.text(name);
        const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN;
        if (number >= minimum && number <= maximum)
            return number;
        this.refuse(name, value, `a whole number from ${minimum} to ${maximum}`);
        return minimum;
    }
    issueNumber(name) {
        return this.text(name) === '' ? undefined : this.wholeNumber(name, { minimum: 1, maximum: 2 ** 31 });
    }
    days(name, maximum) {
        const value = this.text(name);
        const days = Number(/^(\d{1,6})d$/u.exec(value)?.[1] ?? 0);
        if (value === '' || (days >= 1 && days <= maximum))
            return days || undefined;
        this.refuse(name, value, `days such as 30d, 1d to ${maximum}d, or nothing`);
        return undefined;
    }
    choice(name, choices, more = '') {
        const value = this.text(name);
        const known = choices.find((choice) => choice === value);
        if (known === undefined)
            this.refuse(name, value, choices.join(', ') + more);
        return known ?? choices[0];
    }
    list(name) {
        const parts = this.text(name).split(/[\s,]+/u);
        return [...new Set(parts.filter((part) => part !== ''))];
    }
    choices(name, choices) {
        const given = this.list(name);
        const unknown = given.filter((part) => !choices.some((choice) => choice === part));
        if (unknown.length > 0)
            this.refuse(name, unknown.join(', '), `any of ${choices.join(', ')}`);
        return choices.filter((choice) => given.includes(choice));
    }
    serviceUrl(name) {
        const value = this.text(name);
        const url = URL.canParse(value) ? new URL(value) : undefined;
        if (url !== undefined && isServiceUrl(url))
            return url;
        const hasUser = url !== undefined && (url.username !== '' || url.password !== '');
        const allowed = 'an https URL without user name, query or fragment; http only for a loopback host';
        this.refuse(name, hasUser ? 'a URL with a user name' : value, allowed);
        return new URL('https://invalid.invalid');
    }
    refuse(name, given, allowed, secret) {
        const quoted = (0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)(this.#secrets.redact(given)), 100).replaceAll('`', "'");
        const hint = given === '' ? findMisspelling(name) : '';
        const shown = given === '' ? 'is empty' : `got \`${quoted}\``;
        const message = `${shown}; allowed: ${(0,untrusted_escape/* toOneLine */.GX)(allowed)}${hint && `. ${hint}`}`;
        const isKnown = this.#problems.some((problem) => problem.input === name && problem.message === message);
        if (!isKnown)
            this.#problems.push({ input: name, message, ...(secret && { secret }) });
    }
    finish() {
        if (this.#problems.length > 0)
            throw new InputError(this.#problems);
    }
}
function createInputReader(secrets, defaults) {
    return new InputReader(secrets, defaults);
}
function describeWrongSecret(value) {
    if (/[\r\n]/u.test(value))
        return 'contains a line break';
    if (/^bearer\b/iu.test(value))
        return 'begins with a word of the header';
    if (/^(["'`]).*\1$/su.test(value))
        return 'is in quotes';
    if (/^[A-Za-z_]+=[^=]/u.test(value))
        return 'begins with `NAME=`';
    return /^[\x21-\x7E]*$/u.test(value) ? undefined : 'contains white space or non-ASCII characters';
}
function findMisspelling(name) {
    const wanted = name.replace(/[^a-z]/gu, '');
    const sort = (text) => Array.from(text).toSorted().join('');
    const found = Object.keys(process.env).find((variable) => {
        const [, given = ''] = /^INPUT_(.*)$/u.exec(variable) ?? [];
        const letters = given.toLowerCase().replace(/[^a-z]/gu, '');
        const isAlike = letters.includes(wanted) || sort(letters) === sort(wanted);
        return isAlike && process.env[variable]?.trim() !== '';
    });
    if (found === undefined)
        return '';
    const misspelt = (0,untrusted_escape/* toOneLine */.GX)(found.slice('INPUT_'.length).toLowerCase()).replaceAll('`', "'");
    return `The step sets \`${misspelt}\`, which isn't an input: rename it to \`${name}\``;
}
function parseDurationMs(text) {
    const [, amount, unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(text) ?? [];
    return amount === undefined ? undefined : ms(`${Number(amount)}${unit}`);
}
function isServiceUrl(url) {
    const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    return isBare && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
}
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname);
}

;// CONCATENATED MODULE: ./build/reports/period.js

function listAllowedPeriods(maximumDays) {
    return `a number of whole days from 1d to ${maximumDays}d, \`last-week\`, \`last-month\` or \`this-month\``;
}
function parsePeriod(text, nowMs, maximumDays) {
    const todayMs = nowMs - (nowMs % DAY_MS);
    const [, digits] = /^(\d{1,6})d$/iu.exec(text) ?? [];
    if (digits !== undefined) {
        const days = Number(digits);
        return days >= 1 && days <= maximumDays ? createPeriod(todayMs - days * DAY_MS, todayMs) : undefined;
    }
    const firstMs = Date.parse(`${toDay(todayMs).slice(0, 7)}-01`);
    const lastMonth = createPeriod(subtractMonths(firstMs, 1), firstMs);
    switch (text.toLowerCase()) {
        case 'last-week': {
            const mondayMs = todayMs - ((new Date(todayMs).getUTCDay() + 6) % 7) * DAY_MS;
            return createPeriod(mondayMs - 7 * DAY_MS, mondayMs);
        }
        case 'last-month':
            return lastMonth;
        case 'this-month':
            return firstMs === todayMs ? lastMonth : { ...createPeriod(firstMs, todayMs), isToDate: true };
        default:
            return undefined;
    }
}
function subtractMonths(dayMs, months) {
    const day = new Date(dayMs);
    return day.setUTCMonth(day.getUTCMonth() - months);
}
function createPeriod(fromMs, toMs) {
    return { dateFrom: toDay(fromMs), dateTo: toDay(toMs), isToDate: false };
}

;// CONCATENATED MODULE: ./build/outcomes/inputs.js

const INPUT_DEFAULTS = {
    period: '28d',
    'base-url': 'https://api.mintlify.com',
};
const MAXIMUM_DAYS = 365;
function readInputs(reader, nowMs) {
    const apiKey = reader.secret('api-key', { required: true });
    const githubToken = reader.secret('github-token', { required: true });
    const text = reader.text('period');
    const period = parsePeriod(text, nowMs, MAXIMUM_DAYS);
    if (period === undefined)
        reader.refuse('period', text, listAllowedPeriods(MAXIMUM_DAYS));
    const inputs = {
        ...{ apiKey, githubToken },
        period: period,
        projectId: reader.id('project-id', { required: true }),
        baseUrl: reader.serviceUrl('base-url'),
        trafficDays: reader.days('traffic', MAXIMUM_DAYS),
        issueNumber: reader.issueNumber('issue-number'),
    };
    reader.finish();
    return inputs;
}

;// CONCATENATED MODULE: ./build/page-traffic/views-of-files.js

function isPage({ path }) {
    return findName(path) !== '';
}
function findViewsOfFiles(files, { byPath }, newPages = 'ignore') {
    const pages = files.filter((file) => isPage(file) && (newPages === 'count' || !isNew(file)));
    const names = pages.map((page) => [page.path, ...listOldPaths(page)].map(findName));
    const folder = findSiteFolder(names, byPath);
    const owners = new Map();
    const claim = (owner, path) => {
        const sitePath = toSitePath(findName(path), folder);
        if (byPath.has(sitePath) && !owners.has(sitePath))
            owners.set(sitePath, owner);
    };
    for (const { path } of pages)
        claim(path, path);
    for (const page of pages)
        for (const old of listOldPaths(page))
            claim(page.path, old);
    const views = new Map();
    for (const [sitePath, owner] of owners)
        views.set(owner, addViews(views.get(owner), byPath.get(sitePath)));
    return views;
}
function isNew({ status }) {
    return status === 'added' || status === 'copied';
}
function listOldPaths(file) {
    return file.previousPath === undefined || isNew(file) ? [] : [file.previousPath];
}
function findName(path) {
    const [, name = ''] = /^(.*[^/])\.mdx?$/isu.exec(`/${(0,untrusted_text/* readUntrustedText */.u)(path).normalize('NFC')}`) ?? [];
    return name.includes('/snippets/') ? '' : name;
}
function toSitePath(name, folder) {
    if (!name.startsWith(`${folder}/`))
        return '';
    return name.slice(folder.length).replace(/\/index$/u, '') || '/';
}
function findSiteFolder(pages, byPath) {
    const onSite = new Set(Array.from(byPath.keys(), (path) => path.split('/')[1]));
    const mayHoldSite = (folder) => !folder.split('/').some((name) => name !== '' && onSite.has(name));
    const isFound = (name, folder) => {
        const path = toSitePath(name, folder);
        return byPath.has(path) && (path !== '/' || folder.split('/').length <= 2);
    };
    const counts = new Map();
    for (const names of pages) {
        const fitting = names.flatMap((name) => listFolders(name).filter((folder) => isFound(name, folder)));
        for (const folder of new Set(fitting))
            counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const candidates = [...counts].filter(([folder]) => mayHoldSite(folder));
    const most = Math.max(...candidates.map(([, count]) => count));
    const best = candidates.filter(([, count]) => count === most);
    return best.length === 1 ? (best[0]?.[0] ?? '') : '';
}
function listFolders(name) {
    return Array.from(name.matchAll(/\//gu), ({ index }) => name.slice(0, index));
}
function addViews(one, other) {
    const sum = (field) => (one?.[field] ?? 0) + (other?.[field] ?? 0);
    return { human: sum('human'), ai: sum('ai'), total: sum('total') };
}

;// CONCATENATED MODULE: ./build/job-marker/outcome.js
const GREEN = {
    reaction: undefined,
    isEarly: false,
    isFinal: false,
    onRerun: 'wait',
    isContinuable: true,
    alwaysFails: false,
};
const ENDED = { ...GREEN, isFinal: true, onRerun: 'report', isContinuable: false };
const STOPPED = { ...GREEN, isEarly: true };
const RED = { ...GREEN, alwaysFails: true, reaction: 'confused' };
const RECORDS = {
    'pull-request': {
        ...ENDED,
        sign: '🚀',
        headline: 'The documentation pull request is ready',
        advice: 'Review it like any other pull request, and merge it when it is right.',
        reaction: 'rocket',
        isContinuable: true,
    },
    'no-pull-request': {
        ...ENDED,
        sign: '✅',
        headline: 'Done: no pull request was needed',
        advice: 'The agent may have found nothing to change, or committed directly to the deployment branch. ' +
            'If a change is missing, {again}, and name the page and the change.',
        reaction: 'rocket',
    },
    archived: {
        ...ENDED,
        sign: '🗄️',
        headline: 'The job was archived',
        advice: 'It was archived in the dashboard. For a new job, {again}.',
        reaction: 'confused',
        onRerun: 'send',
    },
    submitted: {
        ...GREEN,
        sign: '📨',
        headline: 'The job was submitted',
        advice: '',
        reaction: 'rocket',
        isEarly: true,
    },
    'dry-run': {
        ...GREEN,
        sign: '🧪',
        headline: 'Everything that can be checked works',
        advice: 'Nothing was sent to the agent.',
    },
    skipped: { ...GREEN, sign: '⏭️', headline: 'Nothing to do', advice: '' },
    denied: {
        ...GREEN,
        sign: '🚫',
        headline: "The commenter can't use the command",
        advice: 'Ask a person with the permission to comment, or ask a maintainer to lower `minimum-permission`.',
        reaction: '-1',
    },
    duplicate: { ...GREEN, sign: '👥', headline: 'Already handled by another run', advice: '' },
    failed: {
        ...ENDED,
        sign: '❌',
        headline: 'The job failed',
        advice: "The agent couldn't recover from an error. The service gives no reason. " +
            'The credits may be used up, or the plan may not include agent jobs: check {usage}. ' +
            'Otherwise, look at the job in the dashboard, or {again} with a more precise prompt.',
        reaction: 'confused',
        onRerun: 'send',
    },
    'timed-out': {
        ...STOPPED,
        sign: '⌛',
        headline: 'Stopped waiting for the job',
        advice: 'To wait longer, set a longer `timeout`.',
        reaction: 'confused',
    },
    unavailable: {
        ...STOPPED,
        sign: '⏸️',
        headline: "The prompt couldn't be sent",
        advice: 'To wait longer, set a longer `timeout`.',
    },
    cancelled: { ...RED, sign: '🛑', headline: 'This run was cancelled', advice: '', isEarly: true },
    unknown: {
        ...RED,
        sign: '❓',
        headline: "Couldn't confirm that the prompt was received",
        advice: 'Look for a new job, pull request, or commit by the agent.',
    },
    error: { ...RED, sign: '⚠️', headline: 'The action failed unexpectedly', advice: '', isEarly: true },
};
const outcome_OUTCOME_RECORDS = RECORDS;
const OUTCOMES = Object.keys(RECORDS);
const STATUS_OUTCOMES = {
    completed: undefined,
    archived: 'archived',
    failed: 'failed',
};
function failsStep(outcome, failOn) {
    return outcome_OUTCOME_RECORDS[outcome].alwaysFails || failOn.includes(outcome);
}

;// CONCATENATED MODULE: ./build/page-traffic/site-views.js



const MAXIMUM_REQUESTS = 4;
const ROWS_PER_REQUEST = 250;
const site_views_DAY_MS = 24 * 60 * 60_000;
async function fetchSiteViews(query) {
    const { service, days, nowMs, signal, deadline } = query;
    const range = {
        dateFrom: new Date(nowMs - days * site_views_DAY_MS).toISOString(),
        dateTo: new Date(nowMs).toISOString(),
    };
    const limits = { signal, deadline, allowRequest: createRequestCount(MAXIMUM_REQUESTS).take };
    const byPath = new Map();
    try {
        for (let offset = 0;;) {
            const page = (await service.getPageViews({ ...range, limit: ROWS_PER_REQUEST, offset }, limits)).read();
            for (const row of page.views)
                keepLarger(byPath, normalizePath(row.path), row);
            offset += page.views.length;
            if (!page.hasMore || page.views.length === 0)
                return { byPath, isPartial: page.hasMore };
        }
    }
    catch (error) {
        if (error instanceof RequestLimitError && error.cause === undefined)
            return { byPath, isPartial: true };
        throw error instanceof RequestLimitError ? error.cause : error;
    }
}
function keepLarger(byPath, path, { human, ai, total }) {
    if (total > (byPath.get(path)?.total ?? -1))
        byPath.set(path, { human, ai, total });
}
function normalizePath(path) {
    return decode((0,untrusted_text/* readUntrustedText */.u)(path))
        .normalize('NFC')
        .replace(/(?<=.)\/$/u, '');
}
function decode(path) {
    try {
        return decodeURIComponent(path);
    }
    catch {
        return path;
    }
}

;// CONCATENATED MODULE: ./build/reports/numbers.js
function formatCount(count, noun) {
    return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
function formatNumber(value) {
    return value.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' });
}
function formatPlainNumber(value) {
    return value.toLocaleString('en-US', { maximumFractionDigits: 6, useGrouping: false });
}

;// CONCATENATED MODULE: ./build/outcomes/reading/ask-service.js





const MAXIMUM_JOBS = 50;
async function fetchUnseenJobs(service, claims, limits) {
    const unseen = claims.filter(isUnseen);
    const jobs = new Map();
    const failures = [];
    for (const claim of unseen.slice(0, MAXIMUM_JOBS)) {
        const job = await service.getAgentJob(claim.job?.jobId ?? '', limits).catch((error) => {
            failures.push(passFailure(error, limits));
        });
        if (job !== undefined)
            jobs.set(claim, job);
    }
    const explain = (count, why = '') => count > 0 ? [`The end of ${formatCount(count, 'job')} isn't known. ${why}`] : [];
    const more = explain(unseen.length - MAXIMUM_JOBS, `A report reads ${MAXIMUM_JOBS}.`);
    return { jobs, notes: [...explain(failures.length, failures[0]?.message), ...more] };
}
function isUnseen({ state, outcome, job }) {
    const isSeen = outcome !== undefined && outcome_OUTCOME_RECORDS[outcome].isFinal;
    return job !== undefined && !isSeen && state !== 'unknown';
}
async function fetchViews(merged, query) {
    const views = new Map();
    if (merged.length === 0)
        return { views, notes: [] };
    try {
        const site = await fetchSiteViews(query);
        const repositories = Map.groupBy(merged, ({ place }) => `${place?.owner}/${place?.repo}`.toLowerCase());
        for (const pullRequests of repositories.values()) {
            const all = pullRequests.flatMap(({ files }) => files);
            const found = findViewsOfFiles(all, site, 'count');
            for (const { url, files } of pullRequests) {
                const counts = files.flatMap(({ path }) => found.get(path) ?? []);
                if (counts.length > 0)
                    views.set(url, counts.reduce(addViews));
            }
        }
        const part = 'Only a part of the page views was read, since the site has too many pages.';
        return { views, notes: site.isPartial ? [part] : [] };
    }
    catch (error) {
        const { message, hint } = passFailure(error, query);
        return { views, notes: [`The page views couldn't be read. ${message} ${hint}`] };
    }
}
function passFailure(error, { signal }) {
    signal.throwIfAborted();
    if (error instanceof DocsServiceError)
        return error;
    throw error;
}

;// CONCATENATED MODULE: ./build/github/authorship.js





const MAXIMUM_NAMES = 5;
const MAXIMUM_NAME = 60;
async function findOtherAuthors(github, place, { commitCount }, options) {
    const { ignoreAuthors, maximumCommits = MAXIMUM_PULL_REQUEST_COMMITS } = options;
    const tooMany = { reason: 'too-many-commits', names: [] };
    if (commitCount !== undefined && commitCount > maximumCommits)
        return tooMany;
    try {
        const commits = await github.fetchPullRequestCommits(place, maximumCommits);
        if (commits.length >= maximumCommits && commits.length !== commitCount)
            return tooMany;
        if (commits.length < (commitCount || 1))
            return { reason: 'unreadable', names: [] };
        const names = listOthers(commits, ignoreAuthors);
        return names.length === 0 ? undefined : { reason: 'commits', names };
    }
    catch (failure) {
        if (!(failure instanceof errors/* GitHubError */.y))
            throw failure;
        return { reason: 'unreadable', names: [], failure };
    }
}
function isByApp({ author }, ignoreAuthors) {
    return author !== undefined && isApp(author, ignoreAuthors);
}
function isApp({ type, login }, ignoreAuthors) {
    return type === 'Bot' || isListed(login, ignoreAuthors);
}
function listOthers(commits, ignoreAuthors) {
    const written = commits.filter(({ parents, committer }) => parents.length !== 2 || committer !== 'web-flow');
    const author = written[0] && authorship_identify(written[0]);
    const others = written.filter((commit) => (author === undefined || authorship_identify(commit) !== author) && !isApp(commit.author, ignoreAuthors));
    return [...new Set(others.map(nameAuthor))].slice(0, MAXIMUM_NAMES);
}
function authorship_identify({ author, email }) {
    return author.id ?? email;
}
function nameAuthor({ author: { login }, name, email }) {
    const known = name ?? email;
    if (login !== undefined || known === undefined)
        return login ?? 'an unknown author';
    return (0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_text/* readUntrustedText */.u)(known)), MAXIMUM_NAME);
}

;// CONCATENATED MODULE: ./build/github/pull-request-url.js
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

;// CONCATENATED MODULE: ./build/outcomes/reading/fetch-pull-requests.js




const MAXIMUM_PULL_REQUESTS = 100;
const MAXIMUM_LISTED = 100;
const AGENT = { ignoreAuthors: ['mintlify[bot]'], maximumCommits: MAXIMUM_LISTED };
const UNKNOWN = { createdMs: Number.NEGATIVE_INFINITY, files: [], isAsWritten: false, gaps: [] };
async function fetchPullRequests(github, serverUrl, links) {
    const known = new Map();
    const identify = (url) => `${url.host} ${formatPullRequest(url)}`.toLowerCase();
    const tooOld = [`Not read, since older than the newest ${MAXIMUM_PULL_REQUESTS}`, ''];
    for (const url of links) {
        const id = identify(url);
        if (known.has(id))
            continue;
        const isEnough = known.size >= MAXIMUM_PULL_REQUESTS;
        const unread = { ...UNKNOWN, url, state: 'unread', gaps: [tooOld] };
        known.set(id, isEnough ? unread : await fetchPullRequest(github, url, serverUrl));
    }
    return (url) => known.get(identify(url));
}
async function fetchPullRequest(github, url, serverUrl) {
    const place = locatePullRequest(url, serverUrl);
    const unreadable = { ...UNKNOWN, url, place, state: 'unreadable' };
    if (place === undefined)
        return { ...unreadable, gaps: [['Not read, since on another server', '']] };
    try {
        const facts = await github.fetchPullRequest(place);
        const createdMs = Date.parse(facts.createdAt ?? '') || UNKNOWN.createdMs;
        return { ...unreadable, facts, createdMs, state: facts.isMerged ? 'merged' : facts.state };
    }
    catch (error) {
        return { ...unreadable, gaps: [describeGap("Couldn't be read", place, error)] };
    }
}
async function fetchDetails(github, pullRequest) {
    const { place, facts } = pullRequest;
    if (place === undefined || facts === undefined)
        return pullRequest;
    const gaps = [...pullRequest.gaps];
    const note = (what, failure) => void gaps.push(describeGap(what, place, failure));
    const changed = await github
        .fetchChangedFiles(place.number, place, MAXIMUM_LISTED)
        .catch((error) => note("Shown without pages, since the files couldn't be read", error));
    const isByAgent = facts.isMerged && isByApp(facts, AGENT.ignoreAuthors);
    const others = isByAgent ? await findOtherAuthors(github, place, facts, AGENT) : undefined;
    if (others?.failure)
        note("Counted as changed by others, since the commits couldn't be read", others.failure);
    const isAsWritten = isByAgent && others === undefined;
    return { ...pullRequest, files: changed?.files ?? [], isAsWritten, gaps };
}
function describeGap(what, { owner, repo }, failure) {
    if (!(failure instanceof errors/* GitHubError */.y))
        throw failure;
    return [`${what}, in ${owner}/${repo}`, failure.message];
}
function listGaps(pullRequests) {
    const all = pullRequests.flatMap(({ gaps }) => gaps);
    return [...Map.groupBy(all, ([what]) => what)].map(([what, gaps]) => `${what}: ${formatCount(gaps.length, 'pull request')}. ${gaps[0]?.[1]}`.trimEnd());
}

;// CONCATENATED MODULE: ./build/job-marker/job-record.js

const PREVIOUS_STATES = [
    ...['open', 'closed', 'merged', 'unreadable'],
    ...['job-failed', 'job-hangs', 'job-unreadable'],
];
function parseJobRecord(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const jobId = (0,json/* readText */.yR)(fields['jobId']);
    const { isFollowUp } = fields;
    if (jobId === undefined)
        return undefined;
    return (0,json/* dropAbsent */.dm)({
        jobId,
        isFollowUp: typeof isFollowUp === 'boolean' ? isFollowUp : undefined,
        messageAt: (0,json/* readNumber */.kz)(fields['messageAt']),
        previous: parsePrevious(fields['previous']),
        status: (0,json/* readText */.yR)(fields['status']),
        prLink: parseUrl(fields['prLink']),
    });
}
function parsePrevious(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const url = parseUrl(fields['url']);
    const state = PREVIOUS_STATES.find((each) => each === fields['state']);
    if (state === undefined)
        return undefined;
    if (url !== undefined)
        return (0,json/* dropAbsent */.dm)({ url, state, headSha: (0,json/* readText */.yR)(fields['headSha']) });
    return fields['url'] === undefined && state.startsWith('job-') ? { state } : undefined;
}
function parseUrl(value) {
    return URL.parse((0,json/* readText */.yR)(value) ?? '') ?? undefined;
}

;// CONCATENATED MODULE: ./build/job-marker/claim.js




const CLAIM_STATES = ['claimed', 'waiting', 'refused', 'unknown', 'job', 'finished', 'answered'];
const MOST_PROMPTS = 20;
const MOST_PULL_REQUESTS = 10;
const LONGEST_LINK = 300;
function createClaimMarker(apiKey, repository, thread) {
    return createSignedMarker('job', apiKey, [repository, String(thread)]);
}
function parseClaim(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const state = CLAIM_STATES.find((known) => known === fields['state']);
    const texts = readTexts(fields, ['trigger', 'event', 'project', 'nonce']);
    const claimant = readTexts(fields['claimant'], ['runId', 'job', 'step']);
    const attempt = (0,json/* readNumber */.kz)((0,json/* readFields */.qU)(fields['claimant'])['attempt']);
    if (!(state && texts && claimant && attempt !== undefined))
        return undefined;
    return (0,json/* dropAbsent */.dm)({
        state,
        trigger: texts.trigger,
        event: texts.event,
        series: (0,json/* readText */.yR)(fields['series']),
        project: texts.project,
        claimant: { ...claimant, attempt },
        nonce: texts.nonce,
        commentId: (0,json/* readNumber */.kz)(fields['commentId']),
        outcome: OUTCOMES.find((each) => each === fields['outcome']),
        job: parseJobRecord(fields['job']),
        earlierJob: parseJobRecord(fields['earlierJob']),
        pullRequests: parseList(fields['pullRequests'], parseUrl),
        prompts: parseList(fields['prompts'], json/* readText */.yR),
        range: readTexts(fields['range'], ['series', 'base', 'head']),
    });
}
function parseList(value, parse) {
    return Array.isArray(value) ? value.flatMap((item) => parse(item) ?? []) : undefined;
}
function readTexts(value, names) {
    const fields = (0,json/* readFields */.qU)(value);
    if (names.some((name) => (0,json/* readText */.yR)(fields[name]) === undefined))
        return undefined;
    return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
function recordPrompt(claim, sentAt) {
    return { prompts: [...(claim?.prompts ?? []), sentAt].slice(-MOST_PROMPTS) };
}
function recordEnd(claim, outcome, endedAt, job = claim?.job) {
    const ended = job === undefined ? 'refused' : OUTCOME_RECORDS[outcome].isFinal ? 'finished' : 'job';
    const isUnknown = outcome === 'unknown';
    return {
        state: isUnknown ? 'unknown' : ended,
        outcome,
        ...(job && { job }),
        ...(isUnknown && claim?.state === 'claimed' && recordPrompt(claim, endedAt)),
    };
}
function inheritClaim(before) {
    const [earlierJob] = listContinuableJobs(before);
    const links = [before.job?.prLink, before.earlierJob?.prLink, ...(before.pullRequests ?? [])];
    const short = listDistinct(links).filter(({ href }) => href.length <= LONGEST_LINK);
    return {
        ...dropAbsent({ earlierJob, prompts: before.prompts }),
        pullRequests: short.slice(0, MOST_PULL_REQUESTS),
    };
}
function listDistinct(urls) {
    return [...new Map(urls.flatMap((url) => (url ? [[url.href, url]] : []))).values()];
}
function listContinuableJobs({ job, outcome, earlierJob }) {
    const isOver = outcome !== undefined && !OUTCOME_RECORDS[outcome].isContinuable;
    return [isOver ? undefined : job, job?.prLink ? undefined : earlierJob].flatMap((each) => each ?? []);
}

;// CONCATENATED MODULE: ./build/outcomes/reading/our-comments.js




const MAXIMUM_COMMENTS = 3_000;
async function fetchOurComments(github, { apiKey, projectId, repository }, sinceMs) {
    const since = new Date(sinceMs).toISOString();
    const { comments: all, isWhole } = await github.fetchRepositoryComments(since, MAXIMUM_COMMENTS);
    const found = [...Map.groupBy(all, ({ thread }) => thread)].flatMap(([thread, inThread]) => selectMarked(inThread, createClaimMarker(apiKey, repository, thread), parseClaim));
    const foreign = found.filter(({ isVerified }) => !isVerified);
    const project = digest(projectId);
    const ofProject = found.filter(({ payload }) => payload.project === project);
    const own = ofProject.filter(({ isVerified }) => isVerified);
    const authors = new Set(own.map(({ author }) => author));
    const missed = ofProject.filter(({ isVerified, author, payload }) => {
        return !isVerified && authors.has(author) && (payload.job !== undefined || payload.prompts?.length);
    }).length;
    const full = own.filter(({ payload: { prompts = [] } }) => {
        return prompts.length >= MOST_PROMPTS && Date.parse(prompts[0] ?? '') >= sinceMs;
    }).length;
    const [missing, cut] = [formatCount(missed, 'comment'), formatCount(full, 'comment')];
    const notes = [
        !isWhole && `Only the newest ${formatNumber(MAXIMUM_COMMENTS)} comments were read. Older requests aren't counted.`,
        missed > 0 && `Not counted: ${missing} that another API key signed. ${CHANGED_KEY}`,
        full > 0 && `Only the last ${MOST_PROMPTS} prompts are counted of ${cut}. A comment remembers no more.`,
    ];
    const comments = own.toSorted((a, b) => b.id - a.id);
    return {
        comments: comments.map(({ url, updatedAt, payload: claim }) => {
            return { thread: url.replace(/#.*$/su, ''), claim, updatedMs: Date.parse(updatedAt ?? '') };
        }),
        problem: own.length > 0 || found.length === 0 ? undefined : explainNothing(found.length, foreign.length),
        notes: notes.filter((note) => note !== false),
    };
}
const USE_KEY = 'Use the key of the runs that you want to see.';
const CHANGED_KEY = "If you changed the key, requests before the change aren't counted.";
function explainNothing(found, foreign) {
    const comments = `This repository has ${formatCount(found, 'comment')} of the action`;
    return foreign > 0
        ? `${comments}, but none that this \`api-key\` signed for this project. ${USE_KEY} ${CHANGED_KEY}`
        : `${comments}, but none for this project. Set \`project-id\` to the project of the runs that you want to see.`;
}

;// CONCATENATED MODULE: ./build/outcomes/reading/requests.js
const KIND_OF_EVENT = {
    issue_comment: 'command',
    pull_request_review_comment: 'command',
    pull_request: 'pull request',
    pull_request_target: 'pull request',
    push: 'push',
    release: 'release',
    schedule: 'schedule',
    workflow_dispatch: 'run manually',
};
const KINDS = [...new Set(Object.values(KIND_OF_EVENT)), 'other'];
function listLinks(claim, job) {
    const links = [findLink(claim, job), claim.earlierJob?.prLink, ...(claim.pullRequests ?? [])];
    return links.filter((link) => link !== undefined);
}
function parsePrompts({ prompts = [] }) {
    const times = prompts.map((sentAt) => Date.parse(sentAt)).filter(Number.isFinite);
    return times.toSorted((a, b) => a - b);
}
function listRequests({ thread, claim, updatedMs }, job, findCreation) {
    const { state, outcome = 'skipped', event } = claim;
    const shared = { thread, kind: KIND_OF_EVENT[event] ?? 'other' };
    const isUnsent = outcome === 'unavailable' || ['claimed', 'waiting', 'refused', 'answered'].includes(state);
    const last = isUnsent ? undefined : findLink(claim, job);
    const isNew = claim.job?.isFollowUp === false;
    const known = listLinks(claim, job)
        .filter((url) => !isNew || url !== last)
        .map((url) => ({ url, createdMs: findCreation(url) ?? Number.NEGATIVE_INFINITY }))
        .toSorted((a, b) => a.createdMs - b.createdMs);
    const sent = parsePrompts(claim).map((timeMs, index, prompts) => {
        const nextMs = prompts[index + 1];
        if (nextMs === undefined && !isUnsent)
            return { ...shared, timeMs, end: findEnd(claim, job, last), link: last };
        const link = known.findLast(({ createdMs }) => createdMs < (nextMs ?? Number.POSITIVE_INFINITY))?.url;
        return { ...shared, timeMs, end: link === undefined ? 'not-known' : 'pull-request', link };
    });
    const isRequest = !['skipped', 'denied', 'duplicate', 'dry-run'].includes(outcome);
    const unsent = { ...shared, timeMs: updatedMs, end: 'not-sent', link: undefined };
    return isUnsent && isRequest ? [...sent, unsent] : sent;
}
function findEnd({ state, outcome }, job, link) {
    if (state === 'unknown' || outcome === 'unknown')
        return 'unknown';
    const seen = ['pull-request', 'no-pull-request', 'archived', 'failed'].find((end) => end === outcome);
    if (seen !== undefined)
        return seen;
    if (job?.status === 'completed')
        return link === undefined ? 'no-pull-request' : 'pull-request';
    return job?.status ?? 'not-known';
}
function findLink({ job: known }, job) {
    const { prLink, isFollowUp, previous } = known ?? {};
    const isContinued = isFollowUp === true && job?.status === 'completed';
    return job?.pullRequest ?? prLink ?? (isContinued ? previous?.url : undefined);
}

;// CONCATENATED MODULE: ./build/outcomes/report-outcomes.js





const SERVICE_TIME_MS = 60_000;
async function reportOutcomes({ period, trafficDays, ...subject }, repository, { github, service, serverUrl, signal, clock }) {
    const [sinceMs, endMs] = [Date.parse(period.dateFrom), Date.parse(period.dateTo)];
    const isInPeriod = (timeMs) => timeMs >= sinceMs && timeMs < endMs;
    const limit = () => ({ signal, deadline: clock.now() + SERVICE_TIME_MS });
    const { comments, problem, notes } = await fetchOurComments(github, { ...subject, repository }, sinceMs);
    const claims = comments.map(({ claim }) => claim).filter((claim) => parsePrompts(claim).some(isInPeriod));
    const unseen = await fetchUnseenJobs(service, claims, limit());
    const links = claims
        .toSorted((a, b) => (parsePrompts(b).at(-1) ?? 0) - (parsePrompts(a).at(-1) ?? 0))
        .map((claim) => listLinks(claim, unseen.jobs.get(claim)));
    const wanted = [...links.flatMap(([link]) => link ?? []), ...links.flat()];
    const find = await fetchPullRequests(github, serverUrl, wanted);
    const requests = comments
        .flatMap((each) => listRequests(each, unseen.jobs.get(each.claim), (url) => find(url)?.createdMs))
        .filter(({ timeMs }) => isInPeriod(timeMs));
    const pullRequests = [];
    for (const [linked, own] of Map.groupBy(requests, ({ link }) => link && find(link))) {
        if (linked === undefined)
            continue;
        const pullRequest = await fetchDetails(github, linked);
        const pages = pullRequest.files.filter(isPage).map(({ path }) => path);
        const threads = [...new Set(own.map(({ thread }) => thread))];
        pullRequests.push({ ...pullRequest, pages, threads, requestCount: own.length });
    }
    const merged = pullRequests.filter(({ state }) => state === 'merged');
    const nowMs = clock.wallClock();
    const query = { service, ...limit(), days: trafficDays ?? 0, nowMs };
    const traffic = trafficDays === undefined ? undefined : await fetchViews(merged, query);
    return {
        ...{ period, trafficDays, nowMs, requests, problem },
        pullRequests: pullRequests
            .map((each) => ({ ...each, views: traffic?.views.get(each.url) }))
            .toSorted((a, b) => b.createdMs - a.createdMs),
        notes: [...notes, ...listGaps(pullRequests), ...unseen.notes, ...(traffic?.notes ?? [])],
    };
}

;// CONCATENATED MODULE: ./build/outcomes/result/headline.js

function countOutcomes(report) {
    const { pullRequests, requests } = report;
    const count = (state) => selectState(report, state).length;
    const times = selectState(report, 'merged')
        .flatMap((each) => measureLife(each) ?? [])
        .toSorted((a, b) => a - b);
    const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]];
    return {
        requests: requests.filter(({ end }) => end !== 'not-sent').length,
        pullRequests: pullRequests.length,
        ...{ merged: count('merged'), open: count('open'), closed: count('closed') },
        unreadable: count('unreadable'),
        asWritten: pullRequests.filter(({ isAsWritten }) => isAsWritten).length,
        medianMs: low === undefined || high === undefined ? undefined : (low + high) / 2,
    };
}
function selectState({ pullRequests }, state) {
    return pullRequests.filter((each) => each.state === state);
}
function measureLife({ facts, createdMs }) {
    const durationMs = Date.parse(facts?.mergedAt ?? facts?.closedAt ?? '') - createdMs;
    return Number.isFinite(durationMs) ? Math.max(0, durationMs) : undefined;
}
function formatHeadline(totals) {
    const { requests, pullRequests, merged, open, closed, asWritten, medianMs } = totals;
    const finished = merged + closed;
    if (requests === 0)
        return 'No prompts were sent in this period.';
    if (pullRequests === 0)
        return `No pull request came of ${formatCount(requests, 'prompt')}.`;
    if (finished + open === 0)
        return "The documentation pull requests couldn't be read.";
    if (finished === 0)
        return `No documentation pull request is finished yet; ${formatNumber(open)} ${open === 1 ? 'is' : 'are'} open.`;
    const all = formatCount(finished, 'documentation pull request');
    if (merged === 0)
        return `None of ${all} was merged.`;
    const time = medianMs === undefined ? 'an unknown time' : formatLength(medianMs, Math.ceil);
    if (merged === 1)
        return `1 of ${all} was merged, ${asWritten === 1 ? 'as written' : 'changed by others'}; within ${time}.`;
    const some = asWritten === 0 ? 'none' : asWritten === merged ? 'all' : formatNumber(asWritten);
    return `${formatNumber(merged)} of ${all} were merged, ${some} of them as written; half within ${time}.`;
}
const [MINUTE_MS, HOUR_MS, headline_DAY_MS] = [60_000, 3_600_000, 86_400_000];
function formatLength(lengthMs, round) {
    const durationMs = Math.round(lengthMs / MINUTE_MS) * MINUTE_MS;
    if (durationMs >= 2 * headline_DAY_MS)
        return formatCount(round(durationMs / headline_DAY_MS), 'day');
    if (durationMs >= HOUR_MS)
        return formatCount(round(durationMs / HOUR_MS), 'hour');
    return formatCount(Math.max(1, durationMs / MINUTE_MS), 'minute');
}

;// CONCATENATED MODULE: ./build/reports/output-list.js
const output_list_MAXIMUM_BYTES = 100 * 1024;
function selectFitting(items, format) {
    let bytes = 2;
    return items.filter((item) => {
        const length = Buffer.byteLength(format(item)) + 1;
        if (bytes + length > output_list_MAXIMUM_BYTES)
            return false;
        bytes += length;
        return true;
    });
}

;// CONCATENATED MODULE: ./build/outcomes/result/outputs.js



const NAMES = [
    ...['requests', 'pullRequests', 'merged', 'open', 'closed', 'unreadable', 'asWritten'],
    ...['medianHours', 'report', 'commentUrl'],
];
function writeOutputs(outputs, report) {
    const { medianMs, ...counts } = report ? countOutcomes(report) : {};
    const medianHours = medianMs === undefined ? '' : (medianMs / 3_600_000).toFixed(1);
    const values = { ...counts, medianHours };
    if (report !== undefined)
        values.report = formatReport(report);
    for (const name of NAMES)
        outputs.set(name, String(values[name] ?? ''));
}
function formatReport({ pullRequests }) {
    const read = pullRequests.filter(({ state }) => state !== 'unread');
    return `[${selectFitting(read, formatEntry).map(formatEntry).join()}]`;
}
function formatEntry({ url, state, facts, ...entry }) {
    return JSON.stringify({
        prLink: url.href,
        title: facts?.title === undefined ? '' : (0,untrusted_text/* readUntrustedText */.u)(facts.title),
        state,
        createdAt: facts?.createdAt ?? '',
        mergedAt: (state === 'merged' && facts?.mergedAt) || '',
        closedAt: (state !== 'open' && facts?.closedAt) || '',
        threads: entry.threads,
        requests: entry.requestCount,
        asWritten: entry.isAsWritten,
        additions: facts?.additions ?? 0,
        deletions: facts?.deletions ?? 0,
        pages: entry.pages.map(untrusted_text/* readUntrustedText */.u),
    });
}

;// CONCATENATED MODULE: ./build/reports/charts.js


function renderPie(title, slices) {
    const shown = slices
        .filter(({ count }) => count > 0 && count < Number.MAX_SAFE_INTEGER)
        .toSorted((a, b) => b.count - a.count);
    if (shown.length === 0)
        return [];
    const lines = [
        markdown `pie showData title ${title}`,
        ...shown.map(({ label, count }) => markdown `    "${label}" : ${formatPlainNumber(count)}`),
        renderChartTheme(shown.map(({ color }) => color)),
    ];
    return [markdown `\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``];
}
function renderChartTheme(pie = []) {
    const colors = pie.map((color, index) => markdown `"pie${index + 1}": "${color}", `);
    return joinMarkdown([
        markdown `%%{init: {"theme": "base", "xyChart": {"width": 900, "height": 320, "titleFontSize": 16, `,
        markdown `"xAxis": {"labelFontSize": 10}, "yAxis": {"labelFontSize": 10}}, "themeVariables": {`,
        ...colors,
        markdown `"pieOpacity": "1", "pieStrokeWidth": "0px", `,
        markdown `"pieOuterStrokeWidth": "0px", "pieSectionTextColor": "#ffffff", "pieTitleTextColor": "#848d97", `,
        markdown `"pieTitleTextSize": "18px", "pieLegendTextColor": "#848d97", "xyChart": {`,
        markdown `"backgroundColor": "transparent", "titleColor": "#848d97", "xAxisLabelColor": "#848d97", `,
        markdown `"xAxisTickColor": "#848d97", "xAxisLineColor": "#848d97", "yAxisLabelColor": "#848d97", `,
        markdown `"yAxisTickColor": "#848d97", "yAxisLineColor": "#848d97", `,
        markdown `"plotColorPalette": "#848d97, #2f81f7, #a371f7"}}}}%%`,
    ], '');
}

;// CONCATENATED MODULE: ./build/outcomes/result/render-report.js









const MAXIMUM_ROWS = 10;
const MAXIMUM_TITLE = 120;
const MAXIMUM_THREADS = 3;
function renderReport(projectId, report, origin = markdown ``) {
    const { period, problem, notes, nowMs } = report;
    const totals = countOutcomes(report);
    const [open, closed] = [selectState(report, 'open').toReversed(), selectState(report, 'closed')];
    const parts = [
        markdown `## Documentation written for ${code(projectId)}`,
        problem === undefined
            ? markdown `**${formatHeadline(totals)}**`
            : markdown `> [!WARNING]\n> **No comment counts.** ${prose(problem)}`,
        markdown `<sub>Prompts sent ${renderRange(period)}${origin}</sub>`,
        ...renderPicture(totals),
        ...renderList('Open: review or close them', open, {
            'Open for': ({ createdMs }) => formatLength(nowMs - createdMs, Math.floor),
        }),
        ...renderMerged(report),
        ...renderList('Closed without a merge', closed, { 'Closed after': formatAge }),
        ...renderEnds(report),
        ...(notes.length === 0
            ? []
            : [markdown `### About these numbers`, prose(notes.map((note) => `- ${note}`).join('\n'))]),
        markdown `<sub>${SCOPE}</sub>`,
    ];
    return joinMarkdown(parts, '\n\n');
}
function renderFailure(problem) {
    return markdown `## Documentation outcomes\n\n> [!CAUTION]\n> **No report.**\n\n${prose(problem)}`;
}
function renderOrigin(nowMs, runUrl, replaces) {
    const older = replaces && markdown ` · ${markdown_link(markdown `Report before the API key changed`, replaces)}`;
    return markdown ` · Updated ${formatMinute(nowMs)} UTC · ${markdown_link(markdown `Workflow run`, runUrl)}${older ?? ''}`;
}
function renderPicture({ merged, asWritten, open, closed }) {
    if (merged + open + closed < 2)
        return [];
    return renderPie('What became of the pull requests', [
        { label: 'Merged as written', count: asWritten, color: markdown `#238636` },
        { label: 'Merged with changes', count: merged - asWritten, color: markdown `#2f81f7` },
        { label: 'Open', count: open, color: markdown `#9e6a03` },
        { label: 'Closed', count: closed, color: markdown `#8957e5` },
    ]);
}
function renderMerged(report) {
    const { trafficDays } = report;
    const merged = selectState(report, 'merged');
    if (trafficDays === undefined)
        return renderList('Merged', merged, { 'Merged after': formatAge });
    const read = merged.toSorted((a, b) => (b.views?.total ?? -1) - (a.views?.total ?? -1));
    const days = trafficDays === 1 ? 'day' : `${trafficDays} days`;
    const format = (count) => (count === undefined ? '–' : formatNumber(count));
    return renderList(`Merged, with the views of their pages in the last ${days}`, read, {
        Human: ({ views }) => format(views?.human),
        AI: ({ views }) => format(views?.ai),
        Total: ({ views }) => format(views?.total),
    });
}
function formatAge(pullRequest) {
    const durationMs = measureLife(pullRequest);
    return durationMs === undefined ? '' : formatLength(durationMs, Math.ceil);
}
const ENDS = {
    'pull-request': 'Pull request',
    'no-pull-request': 'No pull request needed',
    active: 'Agent still working',
    failed: 'Job failed',
    archived: 'Job archived',
    unknown: "Couldn't confirm that the prompt was received",
    'not-known': 'End not known',
    'not-sent': 'Prompt not sent',
};
function renderEnds({ requests }) {
    const ends = Map.groupBy(requests, ({ end }) => end);
    const rows = Object.entries(ENDS).flatMap(([end, label]) => {
        const own = ends.get(end);
        if (own === undefined)
            return [];
        const counts = KINDS.map((kind) => [kind, own.filter((each) => each.kind === kind).length]);
        const kinds = counts.flatMap(([kind, count]) => (count > 0 ? `${kind} ${formatNumber(count)}` : []));
        return [[markdown `${label}`, markdown `${formatNumber(own.length)}`, markdown `${kinds.join(', ')}`]];
    });
    return renderTable('How requests ended', ['End', 'Requests', 'Requested by'], rows, [':--', '--:', ':--']);
}
function renderList(title, pullRequests, columns) {
    const formats = Object.values(columns);
    const rows = pullRequests.map((each) => [
        renderPullRequest(each),
        ...formats.map((format) => markdown `${format(each)}`),
    ]);
    const align = [':--', ...formats.map(() => '--:')];
    return renderTable(title, ['Pull request', ...Object.keys(columns)], rows, align);
}
function renderTable(title, header, rows, align) {
    if (rows.length === 0)
        return [];
    const cells = header.map((name) => markdown `${name}`);
    const more = rows.length - MAXIMUM_ROWS;
    const shown = [markdown `### ${title}`, table(cells, rows.slice(0, MAXIMUM_ROWS), align)];
    return more > 0 ? [...shown, markdown `And ${formatNumber(more)} more.`] : shown;
}
function renderPullRequest({ url, facts, state, isAsWritten, threads }) {
    const { title: given, additions = 0, deletions = 0 } = facts ?? {};
    const name = plain(formatPullRequest(url));
    const title = given === undefined ? '' : (0,untrusted_text/* readUntrustedText */.u)(given).trim();
    const links = threads.map((thread) => {
        const number = plain(thread.replace(/^.*\//su, '#'));
        return URL.canParse(thread) ? markdown_link(number, new URL(thread)) : number;
    });
    const more = links.splice(MAXIMUM_THREADS).length;
    if (more > 0)
        links.push(markdown `${formatNumber(more)} more`);
    const below = [
        markdown `${`+${formatNumber(additions)} −${formatNumber(deletions)}`}`,
        ...(state === 'merged' ? [markdown `${isAsWritten ? 'as written' : 'changed by others'}`] : []),
        joinMarkdown(links, ', '),
    ];
    const shown = title === '' ? markdown_link(name, url) : markdown `${markdown_link(plain((0,untrusted_escape/* shorten */.ml)(title, MAXIMUM_TITLE)), url)} ${name}`;
    return markdown `${shown}<br>${joinMarkdown(below, ' · ')}`;
}
const SCOPE = "Counts the prompts that this repository's comments remember, without deleted comments and runs without a comment.";

;// CONCATENATED MODULE: ./build/outcomes/main.js



















const TITLE = 'Outcomes';
const runMain = () => runAction(main);
const FAILURES = [InputError, errors/* GitHubError */.y, CancelledError, proxies/* ProxySettingError */.T];
async function main(runner) {
    const outputs = createOutputs(runner);
    writeOutputs(outputs);
    const { signal, stop } = listenForCancellation();
    try {
        await publishOutcomes(runner, outputs, signal);
    }
    catch (error) {
        if (!FAILURES.some((kind) => error instanceof kind))
            throw error;
        const problem = describeInSentence(error);
        runner.fail(`${TITLE}: no report`, problem);
        await publishSummary(runner, TITLE, renderFailure(problem));
    }
    finally {
        stop();
    }
}
async function publishOutcomes(runner, outputs, signal) {
    const { log, secrets } = runner;
    const { redact } = secrets;
    const run = readWorkflowRun(process.env);
    const inputs = readInputs(createInputReader(secrets, INPUT_DEFAULTS), systemClock.wallClock());
    const { projectId, githubToken: token, issueNumber: issue } = inputs;
    log.info(`Outcomes of project "${projectId}", ${formatRange(inputs.period)}.`);
    const fetch = (0,network_fetch/* createFetch */.Hy)(process.env);
    const connect = () => connectGitHub({ run, token, fetch, clock: systemClock, signal, threadKind: undefined });
    const { github, now } = connect();
    const service = createDocsService({ ...inputs, fetch, ...systemClock, random: Math.random, redact });
    const repository = identifyRepository(run);
    const report = await reportOutcomes(inputs, repository, {
        ...{ github, service, signal, serverUrl: run.serverUrl },
        clock: { now: systemClock.now, wallClock: now },
    });
    writeOutputs(outputs, report);
    if (report.problem !== undefined)
        log.warning(`${TITLE}: no comment counts`, report.problem);
    for (const note of report.notes)
        log.warning(`${TITLE}: about these numbers`, note);
    log.info(formatHeadline(countOutcomes(report)));
    await publishSummary(runner, TITLE, renderReport(projectId, report));
    if (issue === undefined)
        return;
    const ownRun = `${run.id}.${run.attempt}`;
    const kept = await publishReport({
        name: 'outcomes',
        parse: json/* readText */.yR,
        merge: () => ownRun,
        render: (_, { replaces }) => renderReport(projectId, report, renderOrigin(report.nowMs, run.url, replaces)),
        isIn: (stored, found) => stored === found,
    }, { ...inputs, repository, issue }, { log, title: TITLE, token, connection: connect(), redact });
    outputs.set('commentUrl', kept?.url ?? '');
}

var __webpack_exports__main = __webpack_exports__.i;
var __webpack_exports__runMain = __webpack_exports__.V;
export { __webpack_exports__main as main, __webpack_exports__runMain as runMain };
