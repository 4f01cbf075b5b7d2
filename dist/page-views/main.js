import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
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

/***/ 896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 975:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 307:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ hintFor),
/* harmony export */   y: () => (/* binding */ GitHubError)
/* harmony export */ });
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(854);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(154);
/* harmony import */ var _permissions_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(498);



const MAXIMUM_DETAIL = 200;
class GitHubError extends Error {
    name = 'GitHubError';
    status;
    isRateLimited;
    retryAfterMs;
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
        this.isLocked = facts.isLocked ?? false;
    }
    get isTransient() {
        const { status } = this;
        return this.isRateLimited || status === undefined || status >= 500 || status === 408;
    }
}
function quote(detail) {
    if (detail === undefined)
        return '';
    const line = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(detail)).replaceAll('"', "'");
    return ` and said "${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)(line, MAXIMUM_DETAIL)}"`;
}
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

/***/ 222:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  T$: () => (/* binding */ ConnectError),
  _O: () => (/* binding */ USER_AGENT),
  Hy: () => (/* binding */ createFetch),
  y5: () => (/* binding */ delayAbort)
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
        return describeResponse(await send(target, request, agent, connectTimeLimitMs));
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
function createTimeoutError() {
    return Object.assign(new Error('Connecting took too long.'), { code: 'ETIMEDOUT' });
}
const STATUSES_WITHOUT_BODY = [204, 205, 304];
function describeResponse(message) {
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
const DECOMPRESSORS = {
    gzip: external_node_zlib_namespaceObject.createGunzip,
    deflate: external_node_zlib_namespaceObject.createInflate,
    br: external_node_zlib_namespaceObject.createBrotliDecompress,
    zstd: external_node_zlib_namespaceObject.createZstdDecompress,
};
const ENCODINGS = Object.keys(DECOMPRESSORS);
function decompress(message) {
    const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (!isEncoding(encoding))
        return message;
    return (0,external_node_stream_namespaceObject.pipeline)(message, DECOMPRESSORS[encoding](), () => undefined);
}
function isEncoding(encoding) {
    return Object.hasOwn(DECOMPRESSORS, encoding);
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
        throw new ProxySettingError(httpsProxy === '' ? 'HTTP_PROXY' : 'HTTPS_PROXY', `the runner's Node ${nodeVersion} has no support for proxies`, 'Update the runner to version 2.328.0 or later.');
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
        throw new ProxySettingError(name, 'it is no http or https address', 'Correct the variable, such as `http://proxy.example:3128`, or remove it.');
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
/* harmony export */   D: () => (/* binding */ readRetryAfter),
/* harmony export */   f: () => (/* binding */ backOff)
/* harmony export */ });
const HTTP_DATES = [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
function readRetryAfter(headers, wallClockMs) {
    const text = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+(?:\.\d+)?$/.test(text))
        return bound(Number(text) * 1000);
    const at = parseDate(text);
    if (at === undefined)
        return undefined;
    return bound(at - (parseDate(headers.get('date')?.trim() ?? '') ?? wallClockMs));
}
const FIRST_PAUSE_MS = 500;
function backOff(attempt, random, longestMs) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), longestMs);
    return Math.round(pauseMs * (1 - random() / 2));
}
function parseDate(text) {
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
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|\p{Surrogate}/gu;
function escapeInvisible(text) {
    return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
function toOneLine(text) {
    return escapeInvisible(text.replace(/[\s\u0085]+/gu, ' ').trim());
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
    return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? value
        : undefined;
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
const PLAIN = /^https?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u;
function toSafeUrl(text) {
    const url = (0,untrusted_text/* readUntrustedText */.u)(text);
    if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url))
        return undefined;
    const parsed = new URL(url);
    return parsed.username === '' && parsed.href.length <= MAXIMUM_LENGTH ? parsed : undefined;
}
const MAXIMUM_SEGMENT_LENGTH = 512;
function isPathSegment(text) {
    return (text !== '' &&
        text !== '.' &&
        text !== '..' &&
        text.length <= MAXIMUM_SEGMENT_LENGTH &&
        text.isWellFormed());
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
class DocsServiceError extends Error {
    name = 'DocsServiceError';
    operation;
    url;
    kind;
    certainty;
    status;
    code;
    isJson;
    hasErrorField;
    retryAfterMs;
    serviceMessage;
    hint;
    constructor(failure, target, cameBack, options) {
        super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options);
        this.operation = failure.operation;
        this.url = target.slice(target.indexOf(' ') + 1);
        this.kind = failure.kind;
        this.certainty = failure.certainty;
        if (failure.status !== undefined)
            this.status = failure.status;
        if (failure.code !== undefined)
            this.code = failure.code;
        if (failure.isJson !== undefined)
            this.isJson = failure.isJson;
        if (failure.hasErrorField !== undefined)
            this.hasErrorField = failure.hasErrorField;
        if (failure.retryAfterMs !== undefined)
            this.retryAfterMs = failure.retryAfterMs;
        if (failure.serviceMessage !== undefined)
            this.serviceMessage = failure.serviceMessage;
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
        super(`Did not send ${target}: the number of requests is used up.`);
    }
}
function findHint({ operation, kind, status, isJson }) {
    if (sendsPrompt(operation))
        return '';
    if (kind === 'unreadable' && isJson === true)
        return SHAPE_HINT;
    if (kind !== 'status' || status === undefined)
        return KIND_HINTS[kind];
    if (status < 400)
        return REDIRECT_HINT;
    if (status >= 500 || status === 408)
        return KIND_HINTS.status;
    return ((operation === 'get agent job' && status === 429 ? JOB_LIMIT_HINT : STATUS_HINTS[status]) ?? REFUSED_HINT);
}
const STATUS_HINTS = {
    400: 'The service did not accept the query. Check `date-from`, `date-to`, `limit` and `offset`.',
    401: 'The key is wrong or has expired; keys expire 90 days after they were made unless set otherwise. Make a new admin key in the dashboard and store it as the secret that `api-key` reads.',
    403: 'The key may not do this: it needs the `read` scope. The same happens if an IP allowlist excludes the runner.',
    404: 'There is no such project at this address. Check `project-id` (the API keys page of the dashboard shows it) and `base-url`.',
    407: 'The proxy requires a login. Put it into the proxy variable: `http://user:password@host:port`.',
    429: 'The quota is used up; an organization has 100 analytics requests an hour, shared by all analytics endpoints. Wait before you run it again.',
};
const JOB_LIMIT_HINT = 'The service asks for fewer requests. Wait, and run it again.';
const KIND_HINTS = {
    'not-connected': 'Check `base-url`, and whether the runner may reach that host: name, firewall, certificate, and the proxy variables HTTPS_PROXY and NO_PROXY.',
    'no-answer': 'The connection or the service failed. Check the status page of the service.',
    status: 'The service has a problem. Check its status page, and run it again later.',
    unreadable: 'Check that `base-url` leads to the service itself and to no proxy, login or error page.',
    cancelled: 'The run was cancelled.',
    deadline: 'The time limit was reached. Set a longer `timeout`.',
};
const REDIRECT_HINT = 'Redirects are never followed, so that the key stays with the host that was named. Set `base-url` to the address of the service itself.';
const REFUSED_HINT = 'The service refused the request. Read what it said, and check `base-url`.';
const SHAPE_HINT = 'The service sent JSON that is not as documented. Try again later, and tell its support.';

;// CONCATENATED MODULE: ./build/docs-service/schema.js



const JOB_STATUSES = {
    active: { endsJob: false },
    completed: { endsJob: true },
    archived: { endsJob: true },
    failed: { endsJob: true },
};
function endsJob(status) {
    return status !== undefined && JOB_STATUSES[status].endsJob;
}
class ShapeError extends Error {
    name = 'ShapeError';
}
function readJob(value, redact) {
    const fields = (0,json/* readObject */.Ag)(value);
    if (fields === undefined)
        throw new ShapeError('something that is no job');
    const wrongFields = [];
    const read = (name, from = fields, label = name) => {
        const field = from[name];
        const text = (0,json/* readText */.yR)(field);
        if (text === undefined && field !== undefined && field !== null)
            wrongFields.push(label);
        return text === undefined || text === '' ? undefined : redact(text);
    };
    const readUntrusted = (...field) => {
        const text = read(...field);
        return text === undefined ? undefined : (0,untrusted_text/* untrustedText */.U)(text);
    };
    const source = (0,json/* readObject */.Ag)(fields['source']);
    if (source === undefined && fields['source'] !== undefined && fields['source'] !== null)
        wrongFields.push('source');
    const job = {
        id: read('id'),
        ...readStatus(read('status')),
        ...readPullRequest(readUntrusted('prLink')),
        model: readUntrusted('model'),
        source: source &&
            dropAbsent({
                repository: readUntrusted('repository', source, 'source.repository'),
                ref: readUntrusted('ref', source, 'source.ref'),
            }),
        createdAt: readUntrusted('createdAt'),
        archivedAt: readUntrusted('archivedAt'),
    };
    return dropAbsent({ ...job, wrongFields: wrongFields.length > 0 ? wrongFields : undefined });
}
function readStatus(text) {
    if (text === undefined)
        return {};
    return Object.hasOwn(JOB_STATUSES, text)
        ? { status: text }
        : { unknownStatus: (0,untrusted_text/* untrustedText */.U)(text) };
}
function readPullRequest(link) {
    if (link === undefined)
        return {};
    const pullRequest = toSafeUrl(link);
    return pullRequest === undefined ? { isPrLinkRefused: true } : { pullRequest };
}
function readViewsPage(value, offset, redact) {
    const page = (0,json/* readObject */.Ag)(value);
    if (page === undefined)
        throw new ShapeError('something that is no page of page views');
    const { views, hasMore } = page;
    const totals = (0,json/* readObject */.Ag)(page['totals']);
    if (totals === undefined)
        throw new ShapeError('a page of page views without `totals`');
    for (const name of COUNTS)
        if ((0,json/* readCount */._0)(totals[name]) === undefined)
            throw new ShapeError(`a page of page views whose \`totals.${name}\` is no count`);
    if (!Array.isArray(views))
        throw new ShapeError('a page of page views whose `views` is no list');
    if (typeof hasMore !== 'boolean')
        throw new ShapeError('a page of page views whose `hasMore` is neither true nor false');
    views.forEach((row, index) => {
        readRow(row, offset + index + 1, redact);
    });
    const { human, ai, total } = totals;
    return { totals: { human, ai, total }, views, hasMore };
}
const COUNTS = ['human', 'ai', 'total'];
function readRow(value, number, redact) {
    const row = (0,json/* readObject */.Ag)(value);
    if (row === undefined)
        throw new ShapeError(`a page of page views whose row ${number} is no object`);
    const path = (0,json/* readText */.yR)(row['path']);
    if (path === undefined)
        throw new ShapeError(`a page of page views whose row ${number} has no text as its \`path\``);
    for (const name of COUNTS)
        if ((0,json/* readCount */._0)(row[name]) === undefined)
            throw new ShapeError(`a page of page views whose row ${number} has no count as its \`${name}\``);
    row['path'] = (0,untrusted_text/* untrustedText */.U)(redact(path).toWellFormed());
}
function dropAbsent(fields) {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present);
}

;// CONCATENATED MODULE: ./build/docs-service/reply.js





function parseReply({ redact }, request, { status, bytes }, read) {
    const refuse = (what, answer) => {
        const { operation } = request;
        return new DocsServiceError({ operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' }, describeTarget(request), `was answered with status ${status} and ${what}`);
    };
    const body = decoder.decode(bytes);
    const value = (0,json/* parseJson */.qF)(body);
    if (value === undefined) {
        const what = body === '' ? 'an empty body' : 'a body that is no JSON';
        throw refuse(what, describeErrorBody(body.slice(0, MAXIMUM_ERROR_BYTES), redact));
    }
    try {
        return read(value, isClean(body, redact) ? keep : redact);
    }
    catch (error) {
        if (!(error instanceof ShapeError))
            throw error;
        throw refuse(error.message, describeErrorValue(value, redact));
    }
}
function describeTarget({ method, url }) {
    return `${method} ${url.origin}${url.pathname}`;
}
const decoder = new TextDecoder();
function isClean(body, redact) {
    return !body.includes('\\') && redact(body) === body;
}
function keep(text) {
    return text;
}
const MAXIMUM_CODE_POINTS = 500;
function describeErrorBody(body, redact) {
    const value = (0,json/* parseJson */.qF)(body);
    if ((0,json/* readObject */.Ag)(value) !== undefined)
        return describeErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(body), redact);
    return { isJson: value !== undefined, hasErrorField: false, serviceMessage };
}
function describeErrorValue(value, redact) {
    return {
        isJson: true,
        hasErrorField: readWords((0,json/* readFields */.qU)(value)['error']) !== undefined,
        serviceMessage: toDetail(readErrorObject(value) ?? '', redact),
    };
}
function toDetail(words, redact) {
    const line = words.replace(/[\p{C}\s]+/gu, ' ').trim();
    const detail = (0,untrusted_escape/* shorten */.ml)(redact(line), MAXIMUM_CODE_POINTS);
    return detail === '' ? undefined : (0,untrusted_text/* untrustedText */.U)(detail);
}
function readErrorObject(value) {
    const body = (0,json/* readObject */.Ag)(value);
    if (body === undefined)
        return undefined;
    const details = Array.isArray(body['details']) ? body['details'].slice(0, 10) : [];
    const messages = details.map((entry) => (0,json/* readFields */.qU)(entry)['message']);
    const words = [readWords(body['error']), readWords(body['message']), ...messages];
    return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ');
}
function readWords(value) {
    return (0,json/* readText */.yR)(value) ?? (0,json/* readText */.yR)((0,json/* readFields */.qU)(value)['message']);
}
function stripMarkup(body) {
    return body
        .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
        .replace(/<!--[^<>]*-->/g, ' ')
        .replace(/<[^<>]*>/g, ' ');
}
const MAXIMUM_ERROR_BYTES = 16 * 1024;
async function readBody({ body }, maximumBytes) {
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
async function readErrorAnswer(response, { apiKey, redact }) {
    try {
        const { bytes, isWhole } = await readBody(response, MAXIMUM_ERROR_BYTES);
        const text = new TextDecoder().decode(bytes);
        return describeErrorBody(isWhole ? text : text.slice(0, -apiKey.length), redact);
    }
    catch {
        return {};
    }
}

// EXTERNAL MODULE: ./build/network/fetch.js + 5 modules
var network_fetch = __nccwpck_require__(222);
// EXTERNAL MODULE: ./build/network/retry-after.js
var retry_after = __nccwpck_require__(576);
;// CONCATENATED MODULE: external "node:events"
const external_node_events_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");
;// CONCATENATED MODULE: ./build/docs-service/retry.js



const MAXIMUM_ATTEMPTS = 4;
const CONNECT_FOR_MS = 60_000;
const LONGEST_BACK_OFF_MS = 8_000;
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
function decideRetryDelay(failure, { attempt, elapsedMs, timeLeftMs, waitForQuota = true, random }) {
    const { operation, kind, certainty } = failure;
    const isRead = !sendsPrompt(operation);
    const isConnecting = !isRead && kind === 'not-connected';
    const delayMs = failure.retryAfterMs || (0,retry_after/* backOff */.f)(attempt, random, LONGEST_BACK_OFF_MS);
    const reasonsToEnd = [
        !isRead && certainty === 'unknown',
        kind === 'cancelled' || kind === 'deadline',
        kind === 'status' && !isTemporary(failure.status),
        kind === 'unreadable',
        kind === 'status' && failure.status === 429 && !waitForQuota,
        isConnecting ? elapsedMs + delayMs >= CONNECT_FOR_MS : attempt >= MAXIMUM_ATTEMPTS,
        delayMs >= timeLeftMs,
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
    const startedAt = now();
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
            if (isQuotaUsedUp(outcome.failure) && endWait === undefined)
                continue;
            const elapsedMs = now() - startedAt;
            const { deadline, waitForQuota } = limits;
            const situation = { attempt, elapsedMs, timeLeftMs: deadline - now(), waitForQuota, random };
            const delayMs = decideRetryDelay(outcome.failure, situation);
            if (delayMs === undefined)
                throw outcome.failure;
            onRetry?.({ failure: outcome.failure, attempt, delayMs, offset });
            attempt += 1;
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
function createQuota() {
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
    const aborted = (0,external_node_events_namespaceObject.once)(signal, 'abort', { signal: listening.signal }).then(() => undefined, () => undefined);
    try {
        return await Promise.race([promise, aborted]);
    }
    finally {
        listening.abort();
    }
}
const UNCLEAR_STATUSES = new Set([408, 425]);
function decideCertainty(status) {
    return status >= 400 && status < 500 && !UNCLEAR_STATUSES.has(status) ? 'not-accepted' : 'unknown';
}

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
    };
    if (body !== undefined)
        headers['content-type'] = 'application/json';
    const init = { method, headers, redirect: 'manual', signal: timeLimit.signal };
    try {
        return await fetch(url, body === undefined ? init : { ...init, body });
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
        const { bytes, isWhole } = await readBody(response, request.maximumBytes);
        if (isWhole)
            return bytes;
    }
    catch (cause) {
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, received, cause);
        const code = findErrorCode(cause);
        const cameBack = `was answered with status ${response.status}, but the connection broke in the middle of the answer${describeCode(code)}`;
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
    const retryAfterMs = (0,retry_after/* readRetryAfter */.D)(response.headers, transport.wallClock());
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const answer = await readErrorAnswer(response, transport);
    const facts = { kind: 'status', certainty, status, retryAfterMs, ...answer };
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

;// CONCATENATED MODULE: ./build/docs-service/client.js





const REQUEST_TIME_LIMIT_MS = 30_000;
const PROMPT_TIME_LIMIT_MS = 120_000;
const MAXIMUM_JOB_BYTES = 1024 * 1024;
const MAXIMUM_PAGE_BYTES = 16 * 1024 * 1024;
function createDocsService(options) {
    const transport = createTransport(options);
    const timeLimitMs = options.requestTimeLimitMs ?? REQUEST_TIME_LIMIT_MS;
    const project = encodePathSegment(options.projectId);
    const jobsPath = `/v2/agent/${project}/job`;
    const viewsUrl = resolveUrl(options.baseUrl, `/v1/analytics/${project}/views`);
    const viewsQuota = createQuota();
    const jobPath = (id) => `${jobsPath}/${encodePathSegment(id)}`;
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
            const reply = await sendRequest(transport, request, limits);
            return parseReply(transport, request, reply, (value, redact) => readJobOf(id, value, redact));
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
            const send = () => sendRequest(transport, request, limits);
            const reply = await repeat(options, limits, viewsQuota, send, query.offset);
            return {
                read: () => parseReply(transport, request, reply, (value, redact) => readViewsPage(value, query.offset, redact)),
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
        const reply = await repeat(options, limits, createQuota(), () => sendRequest(transport, request, limits));
        return parseReply(transport, request, reply, read);
    }
}
function createTransport(options) {
    const { fetch, apiKey, now, wallClock } = options;
    return { fetch, apiKey, now, wallClock, redact: createRedaction(options) };
}
function readNewJob(value, redact) {
    const { id, ...job } = readJob(value, redact);
    if (id === undefined)
        throw new ShapeError('something that is no job with an id');
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

// EXTERNAL MODULE: ./build/github/failure-budget.js
var failure_budget = __nccwpck_require__(684);
;// CONCATENATED MODULE: ./build/github/connect.js

function connectGitHub(options) {
    const budget = (0,failure_budget/* createFailureBudget */.u)({ ...options, random: Math.random });
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
        Promise.all(/* import() */[__nccwpck_require__.e(16), __nccwpck_require__.e(852)]).then(__nccwpck_require__.bind(__nccwpck_require__, 852)),
        __nccwpck_require__.e(/* import() */ 950).then(__nccwpck_require__.bind(__nccwpck_require__, 950)),
    ]);
    const { apiUrl } = run;
    const random = Math.random;
    const options = { token, apiUrl, fetch, clock, random, signal, budget };
    const request = createGitHubRequest(options);
    return createGitHub(request, run.repository, { threadKind });
}
function identifyRepository({ repositoryId, repository }) {
    return repositoryId === '' ? repository.toLowerCase() : repositoryId;
}

// EXTERNAL MODULE: ./build/network/proxies.js
var proxies = __nccwpck_require__(133);
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
function untilAborted(operations, signal) {
    return new Proxy(operations, {
        get(target, name) {
            const member = Reflect.get(target, name);
            if (typeof member !== 'function')
                return member;
            return (...parameters) => {
                const result = Reflect.apply(member, target, parameters);
                return result instanceof Promise ? raceAbort(result, signal) : result;
            };
        },
    });
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

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./build/runner/event.js


class EventError extends (/* unused pure expression or super */ null && (Error)) {
    name = 'EventError';
}
function readEvent(environment) {
    const name = environment['GITHUB_EVENT_NAME'] ?? '';
    const path = environment['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        return { name, payload: {} };
    try {
        return { name, payload: JSON.parse(readFileSync(path, 'utf8')) };
    }
    catch (cause) {
        throw new EventError(`Reading the event file of the "${name}" event: ${cause instanceof SyntaxError ? 'it is not JSON' : "it can't be read"}. ` +
            'The runner writes it (GITHUB_EVENT_PATH); a step that changes it must leave valid JSON.', { cause });
    }
}
function readWorkflowRun(environment) {
    const serverUrl = readUrl(environment['GITHUB_SERVER_URL'], 'https://github.com');
    const repository = environment['GITHUB_REPOSITORY'] ?? '';
    const id = environment['GITHUB_RUN_ID'] ?? '';
    return {
        repository,
        repositoryId: environment['GITHUB_REPOSITORY_ID'] ?? '',
        id,
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
function isInside(folder, path) {
    const way = (0,external_node_path_namespaceObject.relative)(folder, (0,external_node_path_namespaceObject.resolve)(folder, path));
    return way !== '' && way !== '..' && !way.startsWith(`..${external_node_path_namespaceObject.sep}`) && !(0,external_node_path_namespaceObject.isAbsolute)(way);
}
function readUrl(text, otherwise) {
    return new URL(text !== undefined && URL.canParse(text) ? text : otherwise);
}

// EXTERNAL MODULE: external "os"
var external_os_ = __nccwpck_require__(857);
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/utils.js
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */
/**
 * Sanitizes an input into a string so it can be passed into issueCommand safely
 * @param input input to sanitize into a string
 */
function utils_toCommandValue(input) {
    if (input === null || input === undefined) {
        return '';
    }
    else if (typeof input === 'string' || input instanceof String) {
        return input;
    }
    return JSON.stringify(input);
}
/**
 *
 * @param annotationProperties
 * @returns The command properties to send with the actual annotation command
 * See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
 */
function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
        return {};
    }
    return {
        title: annotationProperties.title,
        file: annotationProperties.file,
        line: annotationProperties.startLine,
        endLine: annotationProperties.endLine,
        col: annotationProperties.startColumn,
        endColumn: annotationProperties.endColumn
    };
}
//# sourceMappingURL=utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/command.js


/**
 * Issues a command to the GitHub Actions runner
 *
 * @param command - The command name to issue
 * @param properties - Additional properties for the command (key-value pairs)
 * @param message - The message to include with the command
 * @remarks
 * This function outputs a specially formatted string to stdout that the Actions
 * runner interprets as a command. These commands can control workflow behavior,
 * set outputs, create annotations, mask values, and more.
 *
 * Command Format:
 *   ::name key=value,key=value::message
 *
 * @example
 * ```typescript
 * // Issue a warning annotation
 * issueCommand('warning', {}, 'This is a warning message');
 * // Output: ::warning::This is a warning message
 *
 * // Set an environment variable
 * issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
 * // Output: ::set-env name=MY_VAR::some value
 *
 * // Add a secret mask
 * issueCommand('add-mask', {}, 'secretValue123');
 * // Output: ::add-mask::secretValue123
 * ```
 *
 * @internal
 * This is an internal utility function that powers the public API functions
 * such as setSecret, warning, error, and exportVariable.
 */
function command_issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + external_os_.EOL);
}
function command_issue(name, message = '') {
    command_issueCommand(name, {}, message);
}
const CMD_STRING = '::';
class Command {
    constructor(command, properties, message) {
        if (!command) {
            command = 'missing.command';
        }
        this.command = command;
        this.properties = properties;
        this.message = message;
    }
    toString() {
        let cmdStr = CMD_STRING + this.command;
        if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += ' ';
            let first = true;
            for (const key in this.properties) {
                if (this.properties.hasOwnProperty(key)) {
                    const val = this.properties[key];
                    if (val) {
                        if (first) {
                            first = false;
                        }
                        else {
                            cmdStr += ',';
                        }
                        cmdStr += `${key}=${escapeProperty(val)}`;
                    }
                }
            }
        }
        cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
        return cmdStr;
    }
}
function escapeData(s) {
    return utils_toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A');
}
function escapeProperty(s) {
    return utils_toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A')
        .replace(/:/g, '%3A')
        .replace(/,/g, '%2C');
}
//# sourceMappingURL=command.js.map
;// CONCATENATED MODULE: external "crypto"
const external_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");
// EXTERNAL MODULE: external "fs"
var external_fs_ = __nccwpck_require__(896);
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/file-command.js
// For internal use, subject to change.
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */




function file_command_issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
        throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!external_fs_.existsSync(filePath)) {
        throw new Error(`Missing file at path: ${filePath}`);
    }
    external_fs_.appendFileSync(filePath, `${utils_toCommandValue(message)}${external_os_.EOL}`, {
        encoding: 'utf8'
    });
}
function file_command_prepareKeyValueMessage(key, value) {
    const delimiter = `ghadelimiter_${external_crypto_namespaceObject.randomUUID()}`;
    const convertedValue = utils_toCommandValue(value);
    // These should realistically never happen, but just in case someone finds a
    // way to exploit uuid generation let's not allow keys or values that contain
    // the delimiter.
    if (key.includes(delimiter)) {
        throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
    }
    if (convertedValue.includes(delimiter)) {
        throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
    }
    return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
}
//# sourceMappingURL=file-command.js.map
;// CONCATENATED MODULE: external "path"
const external_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");
;// CONCATENATED MODULE: ./node_modules/@actions/http-client/lib/auth.js
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};
class BasicCredentialHandler {
    constructor(username, password) {
        this.username = username;
        this.password = password;
    }
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
class auth_BearerCredentialHandler {
    constructor(token) {
        this.token = token;
    }
    // currently implements pre-authorization
    // TODO: support preAuth = false where it hooks on 401
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Bearer ${this.token}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
class PersonalAccessTokenCredentialHandler {
    constructor(token) {
        this.token = token;
    }
    // currently implements pre-authorization
    // TODO: support preAuth = false where it hooks on 401
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Basic ${Buffer.from(`PAT:${this.token}`).toString('base64')}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
//# sourceMappingURL=auth.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/oidc-utils.js
var oidc_utils_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};



class oidc_utils_OidcClient {
    static createHttpClient(allowRetry = true, maxRetry = 10) {
        const requestOptions = {
            allowRetries: allowRetry,
            maxRetries: maxRetry
        };
        return new HttpClient('actions/oidc-client', [new BearerCredentialHandler(oidc_utils_OidcClient.getRequestToken())], requestOptions);
    }
    static getRequestToken() {
        const token = process.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
        if (!token) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_TOKEN env variable');
        }
        return token;
    }
    static getIDTokenUrl() {
        const runtimeUrl = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'];
        if (!runtimeUrl) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable');
        }
        return runtimeUrl;
    }
    static getCall(id_token_url) {
        return oidc_utils_awaiter(this, void 0, void 0, function* () {
            var _a;
            const httpclient = oidc_utils_OidcClient.createHttpClient();
            const res = yield httpclient
                .getJson(id_token_url)
                .catch(error => {
                throw new Error(`Failed to get ID Token. \n 
        Error Code : ${error.statusCode}\n 
        Error Message: ${error.message}`);
            });
            const id_token = (_a = res.result) === null || _a === void 0 ? void 0 : _a.value;
            if (!id_token) {
                throw new Error('Response json body do not have ID Token field');
            }
            return id_token;
        });
    }
    static getIDToken(audience) {
        return oidc_utils_awaiter(this, void 0, void 0, function* () {
            try {
                // New ID Token is requested from action service
                let id_token_url = oidc_utils_OidcClient.getIDTokenUrl();
                if (audience) {
                    const encodedAudience = encodeURIComponent(audience);
                    id_token_url = `${id_token_url}&audience=${encodedAudience}`;
                }
                debug(`ID token url is ${id_token_url}`);
                const id_token = yield oidc_utils_OidcClient.getCall(id_token_url);
                setSecret(id_token);
                return id_token;
            }
            catch (error) {
                throw new Error(`Error message: ${error.message}`);
            }
        });
    }
}
//# sourceMappingURL=oidc-utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/summary.js
var summary_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const { access, appendFile, writeFile } = external_fs_.promises;
const SUMMARY_ENV_VAR = 'GITHUB_STEP_SUMMARY';
const SUMMARY_DOCS_URL = 'https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions#adding-a-job-summary';
class Summary {
    constructor() {
        this._buffer = '';
    }
    /**
     * Finds the summary file path from the environment, rejects if env var is not found or file does not exist
     * Also checks r/w permissions.
     *
     * @returns step summary file path
     */
    filePath() {
        return summary_awaiter(this, void 0, void 0, function* () {
            if (this._filePath) {
                return this._filePath;
            }
            const pathFromEnv = process.env[SUMMARY_ENV_VAR];
            if (!pathFromEnv) {
                throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
            }
            try {
                yield access(pathFromEnv, external_fs_.constants.R_OK | external_fs_.constants.W_OK);
            }
            catch (_a) {
                throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
            }
            this._filePath = pathFromEnv;
            return this._filePath;
        });
    }
    /**
     * Wraps content in an HTML tag, adding any HTML attributes
     *
     * @param {string} tag HTML tag to wrap
     * @param {string | null} content content within the tag
     * @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
     *
     * @returns {string} content wrapped in HTML element
     */
    wrap(tag, content, attrs = {}) {
        const htmlAttrs = Object.entries(attrs)
            .map(([key, value]) => ` ${key}="${value}"`)
            .join('');
        if (!content) {
            return `<${tag}${htmlAttrs}>`;
        }
        return `<${tag}${htmlAttrs}>${content}</${tag}>`;
    }
    /**
     * Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
     *
     * @param {SummaryWriteOptions} [options] (optional) options for write operation
     *
     * @returns {Promise<Summary>} summary instance
     */
    write(options) {
        return summary_awaiter(this, void 0, void 0, function* () {
            const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
            const filePath = yield this.filePath();
            const writeFunc = overwrite ? writeFile : appendFile;
            yield writeFunc(filePath, this._buffer, { encoding: 'utf8' });
            return this.emptyBuffer();
        });
    }
    /**
     * Clears the summary buffer and wipes the summary file
     *
     * @returns {Summary} summary instance
     */
    clear() {
        return summary_awaiter(this, void 0, void 0, function* () {
            return this.emptyBuffer().write({ overwrite: true });
        });
    }
    /**
     * Returns the current summary buffer as a string
     *
     * @returns {string} string of summary buffer
     */
    stringify() {
        return this._buffer;
    }
    /**
     * If the summary buffer is empty
     *
     * @returns {boolen} true if the buffer is empty
     */
    isEmptyBuffer() {
        return this._buffer.length === 0;
    }
    /**
     * Resets the summary buffer without writing to summary file
     *
     * @returns {Summary} summary instance
     */
    emptyBuffer() {
        this._buffer = '';
        return this;
    }
    /**
     * Adds raw text to the summary buffer
     *
     * @param {string} text content to add
     * @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
     *
     * @returns {Summary} summary instance
     */
    addRaw(text, addEOL = false) {
        this._buffer += text;
        return addEOL ? this.addEOL() : this;
    }
    /**
     * Adds the operating system-specific end-of-line marker to the buffer
     *
     * @returns {Summary} summary instance
     */
    addEOL() {
        return this.addRaw(external_os_.EOL);
    }
    /**
     * Adds an HTML codeblock to the summary buffer
     *
     * @param {string} code content to render within fenced code block
     * @param {string} lang (optional) language to syntax highlight code
     *
     * @returns {Summary} summary instance
     */
    addCodeBlock(code, lang) {
        const attrs = Object.assign({}, (lang && { lang }));
        const element = this.wrap('pre', this.wrap('code', code), attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML list to the summary buffer
     *
     * @param {string[]} items list of items to render
     * @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
     *
     * @returns {Summary} summary instance
     */
    addList(items, ordered = false) {
        const tag = ordered ? 'ol' : 'ul';
        const listItems = items.map(item => this.wrap('li', item)).join('');
        const element = this.wrap(tag, listItems);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML table to the summary buffer
     *
     * @param {SummaryTableCell[]} rows table rows
     *
     * @returns {Summary} summary instance
     */
    addTable(rows) {
        const tableBody = rows
            .map(row => {
            const cells = row
                .map(cell => {
                if (typeof cell === 'string') {
                    return this.wrap('td', cell);
                }
                const { header, data, colspan, rowspan } = cell;
                const tag = header ? 'th' : 'td';
                const attrs = Object.assign(Object.assign({}, (colspan && { colspan })), (rowspan && { rowspan }));
                return this.wrap(tag, data, attrs);
            })
                .join('');
            return this.wrap('tr', cells);
        })
            .join('');
        const element = this.wrap('table', tableBody);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds a collapsable HTML details element to the summary buffer
     *
     * @param {string} label text for the closed state
     * @param {string} content collapsable content
     *
     * @returns {Summary} summary instance
     */
    addDetails(label, content) {
        const element = this.wrap('details', this.wrap('summary', label) + content);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML image tag to the summary buffer
     *
     * @param {string} src path to the image you to embed
     * @param {string} alt text description of the image
     * @param {SummaryImageOptions} options (optional) addition image attributes
     *
     * @returns {Summary} summary instance
     */
    addImage(src, alt, options) {
        const { width, height } = options || {};
        const attrs = Object.assign(Object.assign({}, (width && { width })), (height && { height }));
        const element = this.wrap('img', null, Object.assign({ src, alt }, attrs));
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML section heading element
     *
     * @param {string} text heading text
     * @param {number | string} [level=1] (optional) the heading level, default: 1
     *
     * @returns {Summary} summary instance
     */
    addHeading(text, level) {
        const tag = `h${level}`;
        const allowedTag = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].includes(tag)
            ? tag
            : 'h1';
        const element = this.wrap(allowedTag, text);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML thematic break (<hr>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addSeparator() {
        const element = this.wrap('hr', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML line break (<br>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addBreak() {
        const element = this.wrap('br', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML blockquote to the summary buffer
     *
     * @param {string} text quote text
     * @param {string} cite (optional) citation url
     *
     * @returns {Summary} summary instance
     */
    addQuote(text, cite) {
        const attrs = Object.assign({}, (cite && { cite }));
        const element = this.wrap('blockquote', text, attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML anchor tag to the summary buffer
     *
     * @param {string} text link text/content
     * @param {string} href hyperlink
     *
     * @returns {Summary} summary instance
     */
    addLink(text, href) {
        const element = this.wrap('a', text, { href });
        return this.addRaw(element).addEOL();
    }
}
const _summary = new Summary();
/**
 * @deprecated use `core.summary`
 */
const markdownSummary = (/* unused pure expression or super */ null && (_summary));
const summary = _summary;
//# sourceMappingURL=summary.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/path-utils.js

/**
 * toPosixPath converts the given path to the posix form. On Windows, \\ will be
 * replaced with /.
 *
 * @param pth. Path to transform.
 * @return string Posix path.
 */
function toPosixPath(pth) {
    return pth.replace(/[\\]/g, '/');
}
/**
 * toWin32Path converts the given path to the win32 form. On Linux, / will be
 * replaced with \\.
 *
 * @param pth. Path to transform.
 * @return string Win32 path.
 */
function toWin32Path(pth) {
    return pth.replace(/[/]/g, '\\');
}
/**
 * toPlatformPath converts the given path to a platform-specific path. It does
 * this by replacing instances of / and \ with the platform-specific path
 * separator.
 *
 * @param pth The path to platformize.
 * @return string The platform-specific path.
 */
function toPlatformPath(pth) {
    return pth.replace(/[/\\]/g, path.sep);
}
//# sourceMappingURL=path-utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/platform.js
var platform_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const getWindowsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout: version } = yield exec.getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Version"', undefined, {
        silent: true
    });
    const { stdout: name } = yield exec.getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Caption"', undefined, {
        silent: true
    });
    return {
        name: name.trim(),
        version: version.trim()
    };
});
const getMacOsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    var _a, _b, _c, _d;
    const { stdout } = yield exec.getExecOutput('sw_vers', undefined, {
        silent: true
    });
    const version = (_b = (_a = stdout.match(/ProductVersion:\s*(.+)/)) === null || _a === void 0 ? void 0 : _a[1]) !== null && _b !== void 0 ? _b : '';
    const name = (_d = (_c = stdout.match(/ProductName:\s*(.+)/)) === null || _c === void 0 ? void 0 : _c[1]) !== null && _d !== void 0 ? _d : '';
    return {
        name,
        version
    };
});
const getLinuxInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout } = yield exec.getExecOutput('lsb_release', ['-i', '-r', '-s'], {
        silent: true
    });
    const [name, version] = stdout.trim().split('\n');
    return {
        name,
        version
    };
});
const platform = external_os_.platform();
const arch = external_os_.arch();
const isWindows = platform === 'win32';
const isMacOS = platform === 'darwin';
const isLinux = platform === 'linux';
function getDetails() {
    return platform_awaiter(this, void 0, void 0, function* () {
        return Object.assign(Object.assign({}, (yield (isWindows
            ? getWindowsInfo()
            : isMacOS
                ? getMacOsInfo()
                : getLinuxInfo()))), { platform,
            arch,
            isWindows,
            isMacOS,
            isLinux });
    });
}
//# sourceMappingURL=platform.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/core.js
var core_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};






/**
 * The code to exit an action
 */
var ExitCode;
(function (ExitCode) {
    /**
     * A code indicating that the action was successful
     */
    ExitCode[ExitCode["Success"] = 0] = "Success";
    /**
     * A code indicating that the action was a failure
     */
    ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
//-----------------------------------------------------------------------
// Variables
//-----------------------------------------------------------------------
/**
 * Sets env variable for this action and future actions in the job
 * @param name the name of the variable to set
 * @param val the value of the variable. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function exportVariable(name, val) {
    const convertedVal = toCommandValue(val);
    process.env[name] = convertedVal;
    const filePath = process.env['GITHUB_ENV'] || '';
    if (filePath) {
        return issueFileCommand('ENV', prepareKeyValueMessage(name, val));
    }
    issueCommand('set-env', { name }, convertedVal);
}
/**
 * Registers a secret which will get masked from logs
 *
 * @param secret - Value of the secret to be masked
 * @remarks
 * This function instructs the Actions runner to mask the specified value in any
 * logs produced during the workflow run. Once registered, the secret value will
 * be replaced with asterisks (***) whenever it appears in console output, logs,
 * or error messages.
 *
 * This is useful for protecting sensitive information such as:
 * - API keys
 * - Access tokens
 * - Authentication credentials
 * - URL parameters containing signatures (SAS tokens)
 *
 * Note that masking only affects future logs; any previous appearances of the
 * secret in logs before calling this function will remain unmasked.
 *
 * @example
 * ```typescript
 * // Register an API token as a secret
 * const apiToken = "abc123xyz456";
 * setSecret(apiToken);
 *
 * // Now any logs containing this value will show *** instead
 * console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
 * ```
 */
function core_setSecret(secret) {
    command_issueCommand('add-mask', {}, secret);
}
/**
 * Prepends inputPath to the PATH (for this action and future actions)
 * @param inputPath
 */
function addPath(inputPath) {
    const filePath = process.env['GITHUB_PATH'] || '';
    if (filePath) {
        issueFileCommand('PATH', inputPath);
    }
    else {
        issueCommand('add-path', {}, inputPath);
    }
    process.env['PATH'] = `${inputPath}${path.delimiter}${process.env['PATH']}`;
}
/**
 * Gets the value of an input.
 * Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
 * Returns an empty string if the value is not defined.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string
 */
function getInput(name, options) {
    const val = process.env[`INPUT_${name.replace(/ /g, '_').toUpperCase()}`] || '';
    if (options && options.required && !val) {
        throw new Error(`Input required and not supplied: ${name}`);
    }
    if (options && options.trimWhitespace === false) {
        return val;
    }
    return val.trim();
}
/**
 * Gets the values of an multiline input.  Each value is also trimmed.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string[]
 *
 */
function getMultilineInput(name, options) {
    const inputs = getInput(name, options)
        .split('\n')
        .filter(x => x !== '');
    if (options && options.trimWhitespace === false) {
        return inputs;
    }
    return inputs.map(input => input.trim());
}
/**
 * Gets the input value of the boolean type in the YAML 1.2 "core schema" specification.
 * Support boolean input list: `true | True | TRUE | false | False | FALSE` .
 * The return value is also in boolean type.
 * ref: https://yaml.org/spec/1.2/spec.html#id2804923
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   boolean
 */
function getBooleanInput(name, options) {
    const trueValue = ['true', 'True', 'TRUE'];
    const falseValue = ['false', 'False', 'FALSE'];
    const val = getInput(name, options);
    if (trueValue.includes(val))
        return true;
    if (falseValue.includes(val))
        return false;
    throw new TypeError(`Input does not meet YAML 1.2 "Core Schema" specification: ${name}\n` +
        `Support boolean input list: \`true | True | TRUE | false | False | FALSE\``);
}
/**
 * Sets the value of an output.
 *
 * @param     name     name of the output to set
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function setOutput(name, value) {
    const filePath = process.env['GITHUB_OUTPUT'] || '';
    if (filePath) {
        return file_command_issueFileCommand('OUTPUT', file_command_prepareKeyValueMessage(name, value));
    }
    process.stdout.write(external_os_.EOL);
    command_issueCommand('set-output', { name }, utils_toCommandValue(value));
}
/**
 * Enables or disables the echoing of commands into stdout for the rest of the step.
 * Echoing is disabled by default if ACTIONS_STEP_DEBUG is not set.
 *
 */
function setCommandEcho(enabled) {
    issue('echo', enabled ? 'on' : 'off');
}
//-----------------------------------------------------------------------
// Results
//-----------------------------------------------------------------------
/**
 * Sets the action status to failed.
 * When the action exits it will be with an exit code of 1
 * @param message add error issue message
 */
function setFailed(message) {
    process.exitCode = ExitCode.Failure;
    error(message);
}
//-----------------------------------------------------------------------
// Logging Commands
//-----------------------------------------------------------------------
/**
 * Gets whether Actions Step Debug is on or not
 */
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
/**
 * Writes debug message to user log
 * @param message debug message
 */
function core_debug(message) {
    command_issueCommand('debug', {}, message);
}
/**
 * Adds an error issue
 * @param message error issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function error(message, properties = {}) {
    command_issueCommand('error', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a warning issue
 * @param message warning issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function warning(message, properties = {}) {
    command_issueCommand('warning', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a notice issue
 * @param message notice issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function notice(message, properties = {}) {
    command_issueCommand('notice', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Writes info to log with console.log.
 * @param message info message
 */
function info(message) {
    process.stdout.write(message + external_os_.EOL);
}
/**
 * Begin an output group.
 *
 * Output until the next `groupEnd` will be foldable in this group
 *
 * @param name The name of the output group
 */
function startGroup(name) {
    command_issue('group', name);
}
/**
 * End an output group.
 */
function endGroup() {
    command_issue('endgroup');
}
/**
 * Wrap an asynchronous function call in a group.
 *
 * Returns the same type as the function itself.
 *
 * @param name The name of the group
 * @param fn The function to wrap in the group
 */
function group(name, fn) {
    return core_awaiter(this, void 0, void 0, function* () {
        startGroup(name);
        let result;
        try {
            result = yield fn();
        }
        finally {
            endGroup();
        }
        return result;
    });
}
//-----------------------------------------------------------------------
// Wrapper action state
//-----------------------------------------------------------------------
/**
 * Saves state for current action, the state can only be retrieved by this action's post job execution.
 *
 * @param     name     name of the state to store
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function saveState(name, value) {
    const filePath = process.env['GITHUB_STATE'] || '';
    if (filePath) {
        return issueFileCommand('STATE', prepareKeyValueMessage(name, value));
    }
    issueCommand('save-state', { name }, toCommandValue(value));
}
/**
 * Gets the value of an state set by this action's main execution.
 *
 * @param     name     name of the state to get
 * @returns   string
 */
function getState(name) {
    return process.env[`STATE_${name}`] || '';
}
function getIDToken(aud) {
    return core_awaiter(this, void 0, void 0, function* () {
        return yield OidcClient.getIDToken(aud);
    });
}
/**
 * Summary exports
 */

/**
 * @deprecated use core.summary
 */

/**
 * Path exports
 */

/**
 * Platform utilities exports
 */

//# sourceMappingURL=core.js.map
// EXTERNAL MODULE: ./node_modules/ms/index.js
var ms = __nccwpck_require__(744);
;// CONCATENATED MODULE: ./build/runner/inputs.js




class InputError extends Error {
    name = 'InputError';
    problems;
    constructor(problems) {
        super([
            problems.length === 1
                ? 'Reading the inputs: one is not usable.'
                : `Reading the inputs: ${problems.length} are not usable.`,
            ...problems.map(({ input, message }) => `- ${input}: ${message}`),
            'Nothing was requested. Correct the `with:` block of the step.',
        ].join('\n'));
        this.problems = problems;
    }
}
function createInputReader(secrets, defaults = {}) {
    const problems = [];
    const refuse = (name, given, allowed) => {
        const shown = given === '' ? 'it is empty' : `"${(0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)(secrets.redact(given)), 100)}" was given`;
        const message = `${shown}; allowed: ${(0,untrusted_escape/* toOneLine */.GX)(allowed)}`;
        const isKnown = problems.some((problem) => problem.input === name && problem.message === message);
        if (!isKnown)
            problems.push({ input: name, message });
    };
    const text = (name) => getInput(name) || (defaults[name] ?? '');
    const reader = {
        text,
        refuse,
        requiredText(name) {
            const value = text(name);
            if (value === '')
                refuse(name, '', 'a value, it is required');
            return value;
        },
        id(name, { required }) {
            const value = required ? reader.requiredText(name) : text(name);
            const allowed = value === '' ? undefined : describeAllowedId(value);
            if (allowed !== undefined)
                refuse(name, value.toWellFormed(), allowed);
            return value;
        },
        secret(name, { required }) {
            const value = text(name);
            if (value !== '')
                secrets.hide(value);
            if (value === '' && required)
                refuse(name, '', `a value, it is required (is the secret defined, and available to this event?)`);
            if (!/^[\x21-\x7E]*$/u.test(value))
                problems.push({
                    input: name,
                    message: 'the value (not shown) holds white space or characters beyond ASCII; allowed: one line of visible ASCII characters',
                });
            return value;
        },
        flag(name) {
            const value = text(name);
            if (/^(true|True|TRUE)$/u.test(value))
                return true;
            if (!/^(false|False|FALSE)$/u.test(value))
                refuse(name, value, 'true or false');
            return false;
        },
        durationMs(name, { minimumMs, maximumMs, allowed }) {
            const value = text(name);
            const milliseconds = parseDurationMs(value);
            if (milliseconds !== undefined && milliseconds >= minimumMs && milliseconds <= maximumMs)
                return milliseconds;
            refuse(name, value, `${allowed}, written as 500ms, 90s, 10m or 1h; a bare whole number means seconds`);
            return minimumMs;
        },
        wholeNumber(name, { minimum, maximum }) {
            const value = text(name);
            const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN;
            if (number >= minimum && number <= maximum)
                return number;
            refuse(name, value, `a whole number from ${minimum} to ${maximum}`);
            return minimum;
        },
        issueNumber: (name) => text(name) === '' ? undefined : reader.wholeNumber(name, { minimum: 1, maximum: 2 ** 31 }),
        choice(name, choices) {
            const value = text(name);
            const known = choices.find((choice) => choice === value);
            if (known === undefined)
                refuse(name, value, choices.join(', '));
            return known ?? choices[0];
        },
        list: (name) => [
            ...new Set(text(name)
                .split(/[\s,]+/u)
                .filter((part) => part !== '')),
        ],
        choices(name, choices) {
            const given = reader.list(name);
            const unknown = given.filter((part) => !choices.some((choice) => choice === part));
            if (unknown.length > 0)
                refuse(name, unknown.join(', '), `any of ${choices.join(', ')}`);
            return choices.filter((choice) => given.includes(choice));
        },
        serviceUrl(name) {
            const value = text(name);
            const url = URL.canParse(value) ? new URL(value) : undefined;
            if (url !== undefined && isServiceUrl(url))
                return url;
            const shown = url !== undefined && (url.username !== '' || url.password !== '') ? 'a URL with a user part' : value;
            refuse(name, shown, 'an https URL without user part, query or fragment; http only to a loopback host');
            return new URL('https://invalid.invalid');
        },
        finish() {
            if (problems.length > 0)
                throw new InputError(problems);
        },
    };
    return reader;
}
function describeAllowedId(value) {
    if (value === '.' || value === '..')
        return 'an id, not a relative path';
    if (/[\s\p{Cc}]/u.test(value))
        return 'an id without white space and control characters';
    if (!value.isWellFormed())
        return 'an id in well-formed Unicode';
    return isPathSegment(value) ? undefined : 'an id of up to 512 characters';
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

;// CONCATENATED MODULE: ./build/runner/log.js


function createLog(secrets) {
    const escaped = (text) => (0,untrusted_escape/* escapeCommands */.g9)(secrets.redact(text));
    const annotate = (write) => (title, text) => write(escaped(text.trim() === '' ? title : text), { title: escaped(title) });
    return {
        info: (text) => info(escaped(text)),
        debug: (text) => {
            if (isDebug())
                core_debug(escaped(text));
        },
        notice: annotate(notice),
        warning: annotate(warning),
        error: annotate(error),
        async group(title, body) {
            startGroup(escaped(title));
            try {
                return await body();
            }
            finally {
                endGroup();
            }
        },
    };
}
function collectWarnings(log) {
    const textByCause = new Map();
    return {
        list: (told) => [...textByCause].flatMap(([cause, text]) => (cause === told ? [] : [text])),
        log: {
            ...log,
            warning(title, text, cause = text) {
                if (textByCause.has(cause))
                    return;
                textByCause.set(cause, text);
                log.warning(title, text);
            },
        },
    };
}

;// CONCATENATED MODULE: ./build/runner/secrets.js

const secrets_REDACTED = '***';
const SHORTEST = 3;
const LONGEST_PIECE = 1000;
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
                core_setSecret(form);
            patterns.push(...parts.flatMap(cutInPieces).map(patternOf), ...[toJson(value), ...listBase64Forms(value)].map(exactly));
        },
        redact: (text) => patterns.reduce((redacted, pattern) => redacted.replace(pattern, secrets_REDACTED), text),
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
    return new RegExp(Array.from(value, patternOfCharacter).join(between), 'gu');
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
    const encoded = Array.from(Buffer.from(character.toWellFormed()), (byte) => `%${hexadecimal(byte).replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)}`).join('');
    const forms = [ENTITIES[character], escapeForPattern(character), encoded];
    return `(?:${forms.filter((form) => form !== undefined).join('|')})`;
}
function hexadecimal(byte) {
    return byte.toString(16).padStart(2, '0');
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
function toJson(value) {
    return JSON.stringify(value).slice(1, -1);
}
function exactly(text) {
    return new RegExp(text.replace(/[^\w\s]/gu, escapeForPattern), 'gu');
}
function escapeForPattern(character) {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
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

;// CONCATENATED MODULE: ./build/runner/outputs.js


function createOutputs({ secrets, fail, }) {
    let hasFailed = false;
    return {
        set(name, value) {
            try {
                setOutput(name, secrets.redact(value).toWellFormed());
            }
            catch (error) {
                if (!hasFailed)
                    fail("The outputs can't be written", describeRefusal(`set the output ${name}`, error));
                hasFailed = true;
            }
        },
    };
}
function createState({ secrets, log }) {
    return {
        save(name, value) {
            try {
                core.saveState(name, secrets.redact(value));
            }
            catch (error) {
                log.warning("The state can't be saved", describeRefusal(`save ${name} for the post step`, error));
            }
        },
        read: (name) => core.getState(name),
    };
}
function describeRefusal(operation, error) {
    return `Could not ${operation}: ${describeInSentence(error)} Is the disk of the runner full?`;
}

;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/utils/get.js
// Lodash implementation of `get`

const charCodeOfDot = ".".charCodeAt(0);
const reEscapeChar = /\\(\\)?/g;
const rePropName = RegExp(
  // Match anything that isn't a dot or bracket.
  "[^.[\\]]+" +
    "|" +
    // Or match property names within brackets.
    "\\[(?:" +
    // Match a non-string expression.
    "([^\"'][^[]*)" +
    "|" +
    // Or match strings (supports escaping characters).
    "([\"'])((?:(?!\\2)[^\\\\]|\\\\.)*?)\\2" +
    ")\\]" +
    "|" +
    // Or match "" as the space between consecutive dots or empty brackets.
    "(?=(?:\\.|\\[\\])(?:\\.|\\[\\]|$))",
  "g",
);
const reIsDeepProp = /\.|\[(?:[^[\]]*|(["'])(?:(?!\1)[^\\]|\\.)*?\1)\]/;
const reIsPlainProp = /^\w*$/;

const getTag = function (value) {
  // if (!value) value === undefined ? "[object Undefined]" : "[object Null]";
  return Object.prototype.toString.call(value);
};

const isSymbol = function (value) {
  const type = typeof value;
  return (
    type === "symbol" ||
    (type === "object" && value && getTag(value) === "[object Symbol]")
  );
};

const isKey = function (value, object) {
  if (Array.isArray(value)) {
    return false;
  }
  const type = typeof value;
  if (
    type === "number" ||
    type === "symbol" ||
    type === "boolean" ||
    !value ||
    isSymbol(value)
  ) {
    return true;
  }
  return (
    reIsPlainProp.test(value) ||
    !reIsDeepProp.test(value) ||
    (object != null && value in Object(object))
  );
};

const stringToPath = function (string) {
  const result = [];
  if (string.charCodeAt(0) === charCodeOfDot) {
    result.push("");
  }
  string.replace(rePropName, function (match, expression, quote, subString) {
    let key = match;
    if (quote) {
      key = subString.replace(reEscapeChar, "$1");
    } else if (expression) {
      key = expression.trim();
    }
    result.push(key);
  });
  return result;
};

const castPath = function (value, object) {
  if (Array.isArray(value)) {
    return value;
  } else {
    return isKey(value, object) ? [value] : stringToPath(value);
  }
};

const toKey = function (value) {
  if (typeof value === "string" || isSymbol(value)) return value;
  const result = `${value}`;
  return result == "0" && 1 / value == -Infinity ? "-0" : result;
};

const get = function (object, path) {
  path = castPath(path, object);
  let index = 0;
  const length = path.length;
  while (object != null && index < length) {
    object = object[toKey(path[index++])];
  }
  return index && index === length ? object : undefined;
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/utils/is_object.js
const is_object = function (obj) {
  return typeof obj === "object" && obj !== null && !Array.isArray(obj);
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/api/normalize_columns.js
const normalize_columns = function (columns) {
  if (columns === undefined || columns === null) {
    return [undefined, undefined];
  }
  if (typeof columns !== "object") {
    return [Error('Invalid option "columns": expect an array or an object')];
  }
  if (!Array.isArray(columns)) {
    const newcolumns = [];
    for (const k in columns) {
      newcolumns.push({
        key: k,
        header: columns[k],
      });
    }
    columns = newcolumns;
  } else {
    const newcolumns = [];
    for (const column of columns) {
      if (typeof column === "string") {
        newcolumns.push({
          key: column,
          header: column,
        });
      } else if (
        typeof column === "object" &&
        column !== null &&
        !Array.isArray(column)
      ) {
        if (!column.key) {
          return [
            Error('Invalid column definition: property "key" is required'),
          ];
        }
        if (column.header === undefined) {
          column.header = column.key;
        }
        newcolumns.push(column);
      } else {
        return [
          Error("Invalid column definition: expect a string or an object"),
        ];
      }
    }
    columns = newcolumns;
  }
  return [undefined, columns];
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/api/CsvError.js
class CsvError extends Error {
  constructor(code, message, ...contexts) {
    if (Array.isArray(message)) message = message.join(" ");
    super(message);
    if (Error.captureStackTrace !== undefined) {
      Error.captureStackTrace(this, CsvError);
    }
    this.code = code;
    for (const context of contexts) {
      for (const key in context) {
        const value = context[key];
        this[key] = Buffer.isBuffer(value)
          ? value.toString()
          : value == null
            ? value
            : JSON.parse(JSON.stringify(value));
      }
    }
  }
}



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/utils/underscore.js
const underscore = function (str) {
  return str.replace(/([A-Z])/g, function (_, match) {
    return "_" + match.toLowerCase();
  });
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/api/normalize_options.js




const normalize_options = function (opts) {
  const options = {};
  // Merge with user options
  for (const opt in opts) {
    options[underscore(opt)] = opts[opt];
  }
  // Normalize option `bom`
  if (
    options.bom === undefined ||
    options.bom === null ||
    options.bom === false
  ) {
    options.bom = false;
  } else if (options.bom !== true) {
    return [
      new CsvError("CSV_OPTION_BOOLEAN_INVALID_TYPE", [
        "option `bom` is optional and must be a boolean value,",
        `got ${JSON.stringify(options.bom)}`,
      ]),
    ];
  }
  // Normalize option `delimiter`
  if (options.delimiter === undefined || options.delimiter === null) {
    options.delimiter = ",";
  } else if (Buffer.isBuffer(options.delimiter)) {
    options.delimiter = options.delimiter.toString();
  } else if (typeof options.delimiter !== "string") {
    return [
      new CsvError("CSV_OPTION_DELIMITER_INVALID_TYPE", [
        "option `delimiter` must be a buffer or a string,",
        `got ${JSON.stringify(options.delimiter)}`,
      ]),
    ];
  }
  // Normalize option `quote`
  if (options.quote === undefined || options.quote === null) {
    options.quote = '"';
  } else if (options.quote === true) {
    options.quote = '"';
  } else if (options.quote === false) {
    options.quote = "";
  } else if (Buffer.isBuffer(options.quote)) {
    options.quote = options.quote.toString();
  } else if (typeof options.quote !== "string") {
    return [
      new CsvError("CSV_OPTION_QUOTE_INVALID_TYPE", [
        "option `quote` must be a boolean, a buffer or a string,",
        `got ${JSON.stringify(options.quote)}`,
      ]),
    ];
  }
  // Normalize option `quoted`
  if (options.quoted === undefined || options.quoted === null) {
    options.quoted = false;
  } else {
    // todo
  }
  // Normalize option `escape_formulas`
  if (
    options.escape_formulas === undefined ||
    options.escape_formulas === null
  ) {
    options.escape_formulas = false;
  } else if (typeof options.escape_formulas !== "boolean") {
    return [
      new CsvError("CSV_OPTION_ESCAPE_FORMULAS_INVALID_TYPE", [
        "option `escape_formulas` must be a boolean,",
        `got ${JSON.stringify(options.escape_formulas)}`,
      ]),
    ];
  }
  // Normalize option `quoted_empty`
  if (options.quoted_empty === undefined || options.quoted_empty === null) {
    options.quoted_empty = undefined;
  } else {
    // todo
  }
  // Normalize option `quoted_match`
  if (
    options.quoted_match === undefined ||
    options.quoted_match === null ||
    options.quoted_match === false
  ) {
    options.quoted_match = null;
  } else if (!Array.isArray(options.quoted_match)) {
    options.quoted_match = [options.quoted_match];
  }
  if (options.quoted_match) {
    for (const quoted_match of options.quoted_match) {
      const isString = typeof quoted_match === "string";
      const isRegExp = quoted_match instanceof RegExp;
      if (!isString && !isRegExp) {
        return [
          new CsvError("CSV_OPTION_QUOTED_MATCH", [
            "option `quoted_match` must be a string or a regex,",
            `got ${JSON.stringify(options.quoted_match)}`,
          ]),
        ];
      }
    }
  }
  // Normalize option `quoted_string`
  if (options.quoted_string === undefined || options.quoted_string === null) {
    options.quoted_string = false;
  } else {
    // todo
  }
  // Normalize option `eof`
  if (options.eof === undefined || options.eof === null) {
    options.eof = true;
  } else {
    // todo
  }
  // Normalize option `escape`
  if (options.escape === undefined || options.escape === null) {
    options.escape = '"';
  } else if (Buffer.isBuffer(options.escape)) {
    options.escape = options.escape.toString();
  } else if (typeof options.escape !== "string") {
    return [
      Error(
        `Invalid Option: escape must be a buffer or a string, got ${JSON.stringify(options.escape)}`,
      ),
    ];
  }
  if (options.escape.length > 1) {
    return [
      Error(
        `Invalid Option: escape must be one character, got ${options.escape.length} characters`,
      ),
    ];
  }
  // Normalize option `header`
  if (
    options.header === undefined ||
    options.header === null ||
    options.header === false
  ) {
    options.header = false;
  } else if (options.header !== true) {
    throw new CsvError(
      "CSV_INVALID_OPTION_HEADER",
      [
        "option `header` is expected to be a boolean,",
        `got ${JSON.stringify(options.header)}`,
      ],
      options,
    );
  }
  // Normalize option `headers_as_comment`
  if (
    options.header_as_comment === undefined ||
    options.header_as_comment === null ||
    options.header_as_comment === false
  ) {
    options.header_as_comment = false;
  } else if (options.header_as_comment === true) {
    options.header_as_comment = "#";
  } else if (Buffer.isBuffer(options.header_as_comment)) {
    options.header_as_comment = options.header_as_comment.toString();
  } else if (typeof options.header_as_comment !== "string") {
    throw new CsvError(
      "CSV_INVALID_OPTION_HEADER_AS_COMMENT",
      [
        "option `header_as_comment` must be a boolean, a string or a buffer,",
        `got ${JSON.stringify(options.header_as_comment)}`,
      ],
      options,
    );
  }
  // if (options.header_as_comment && !options.comment?.length) {
  //   throw new CsvError(
  //     "CSV_INVALID_OPTION_COMMENT",
  //     [
  //       "option `comment` must be a non empty string or buffer when using `header_as_comment`,",
  //       `got ${JSON.stringify(options.comment)}`,
  //     ],
  //     options,
  //   );
  // }
  // Header is always enabled with `header_as_comment`
  // if (options.header_as_comment === true) {
  //   options.header = true;
  // }
  // Normalize option `columns`
  const [errColumns, columns] = normalize_columns(options.columns);
  if (errColumns !== undefined) return [errColumns];
  options.columns = columns;
  // Normalize option `quoted`
  if (options.quoted === undefined || options.quoted === null) {
    options.quoted = false;
  } else {
    // todo
  }
  // Normalize option `cast`
  if (options.cast === undefined || options.cast === null) {
    options.cast = {};
  } else {
    // todo
  }
  // Normalize option cast.bigint
  if (options.cast.bigint === undefined || options.cast.bigint === null) {
    // Cast boolean to string by default
    options.cast.bigint = (value) => "" + value;
  }
  // Normalize option cast.boolean
  if (options.cast.boolean === undefined || options.cast.boolean === null) {
    // Cast boolean to string by default
    options.cast.boolean = (value) => (value ? "1" : "");
  }
  // Normalize option cast.date
  if (options.cast.date === undefined || options.cast.date === null) {
    // Cast date to timestamp string by default
    options.cast.date = (value) => "" + value.getTime();
  }
  // Normalize option cast.number
  if (options.cast.number === undefined || options.cast.number === null) {
    // Cast number to string using native casting by default
    options.cast.number = (value) => "" + value;
  }
  // Normalize option cast.object
  if (options.cast.object === undefined || options.cast.object === null) {
    // Stringify object as JSON by default
    options.cast.object = (value) => JSON.stringify(value);
  }
  // Normalize option cast.string
  if (options.cast.string === undefined || options.cast.string === null) {
    // Leave string untouched
    options.cast.string = function (value) {
      return value;
    };
  }
  // Normalize option `on_record`
  if (
    options.on_record !== undefined &&
    typeof options.on_record !== "function"
  ) {
    return [Error(`Invalid Option: "on_record" must be a function.`)];
  }
  // Normalize option `quote_record_delimiter`
  if (
    options.quote_record_delimiter === undefined ||
    options.quote_record_delimiter === null
  ) {
    options.quote_record_delimiter = !options.record_delimiter;
  } else if (typeof options.quote_record_delimiter !== "boolean") {
    return [
      new CsvError("CSV_OPTION_QUOTE_RECORD_DELIMITER_INVALID_TYPE", [
        "option `quote_record_delimiter` must be a boolean,",
        `got ${JSON.stringify(options.quote_record_delimiter)}`,
      ]),
    ];
  }
  // Normalize option `record_delimiter`
  if (
    options.record_delimiter === undefined ||
    options.record_delimiter === null
  ) {
    options.record_delimiter = "\n";
  } else if (Buffer.isBuffer(options.record_delimiter)) {
    options.record_delimiter = options.record_delimiter.toString();
  } else if (typeof options.record_delimiter !== "string") {
    return [
      Error(
        `Invalid Option: record_delimiter must be a buffer or a string, got ${JSON.stringify(options.record_delimiter)}`,
      ),
    ];
  }
  switch (options.record_delimiter) {
    case "unix":
      options.record_delimiter = "\n";
      break;
    case "mac":
      options.record_delimiter = "\r";
      break;
    case "windows":
      options.record_delimiter = "\r\n";
      break;
    case "ascii":
      options.record_delimiter = "\u001e";
      break;
    case "unicode":
      options.record_delimiter = "\u2028";
      break;
  }
  return [undefined, options];
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/api/index.js




const bom_utf8 = Buffer.from([239, 187, 191]);
// True when appending `separator` after `value` would let `parse` find
// `separator` starting inside `value`. Besides the field containing the whole
// separator, this also covers boundary fusion: a field whose tail is a
// non-empty prefix of a multi-character separator merges with the appended
// separator (eg value "a:" + delimiter "::" => "a:::", matched at offset 1).
// Such fields must be quoted to round-trip, like RFC 4180 fields containing the
// delimiter, generalized to multi-character delimiters and record delimiters.
const emits_separator = function (value, separators) {
  return separators.some(
    (separator) =>
      separator.length !== 0 &&
      (value.indexOf(separator) !== -1 ||
        (separator.length > 1 &&
          (value + separator).indexOf(separator) < value.length)),
  );
};
// True when `value` matches one of the `quoted_match` patterns. The regexps
// come from the user and the same objects are reused for every field, so the
// test must not depend on their state: `RegExp.prototype.test` advances
// `lastIndex` on a global or sticky regexp, which would make a match in one
// field move where the next field starts matching. `String.prototype.search`
// searches from the start and restores `lastIndex`, and is equivalent to
// `test` for the stateless regexps.
const matches_quoted_match = function (value, quoted_match) {
  if (!quoted_match) return false;
  return quoted_match.some((pattern) =>
    typeof pattern === "string"
      ? value.indexOf(pattern) !== -1
      : value.search(pattern) !== -1,
  );
};

const stringifier = function (options, state, info) {
  return {
    options: options,
    state: state,
    info: info,
    __transform: function (chunk, push) {
      // Chunk validation
      if (!Array.isArray(chunk) && typeof chunk !== "object") {
        return Error(
          `Invalid Record: expect an array or an object, got ${JSON.stringify(chunk)}`,
        );
      }
      // Detect columns from the first record
      if (this.info.records === 0) {
        if (Array.isArray(chunk)) {
          if (
            this.options.header === true &&
            this.options.columns === undefined
          ) {
            return Error(
              "Undiscoverable Columns: header option requires column option or object records",
            );
          }
        } else if (this.options.columns === undefined) {
          const [err, columns] = normalize_columns(Object.keys(chunk));
          if (err) return;
          this.options.columns = columns;
        }
      }
      // Emit the header
      if (this.info.records === 0) {
        this.bom(push);
        const err = this.headers(push);
        if (err) return err;
      }
      // Emit and stringify the record if an object or an array
      try {
        // this.emit('record', chunk, this.info.records);
        if (this.options.on_record) {
          this.options.on_record(chunk, this.info.records);
        }
      } catch (err) {
        return err;
      }
      // Convert the record into a string
      let err, chunk_string;
      if (this.options.eof) {
        [err, chunk_string] = this.stringify(chunk);
        if (err) return err;
        if (chunk_string === undefined) {
          return;
        } else {
          chunk_string = chunk_string + this.options.record_delimiter;
        }
      } else {
        [err, chunk_string] = this.stringify(chunk);
        if (err) return err;
        if (chunk_string === undefined) {
          return;
        } else {
          if (this.options.header || this.info.records) {
            chunk_string = this.options.record_delimiter + chunk_string;
          }
        }
      }
      // Emit the csv
      this.info.records++;
      push(chunk_string);
    },
    stringify: function (chunk, chunkIsHeader = false) {
      if (typeof chunk !== "object") {
        return [undefined, chunk];
      }
      const { columns } = this.options;
      const record = [];
      // Record is an array
      if (Array.isArray(chunk)) {
        // We are getting an array but the user has specified output columns. In
        // this case, we respect the columns indexes
        const length = columns
          ? Math.min(chunk.length, columns.length)
          : chunk.length;
        // Cast record elements
        for (let i = 0; i < length; i++) {
          const field = chunk[i];
          const [err, value] = this.__cast(field, {
            index: i,
            column: i,
            records: this.info.records,
            header: chunkIsHeader,
          });
          if (err) return [err];
          record[i] = [value, field];
        }
        // Record is a literal object
        // `columns` is always defined: it is either provided or discovered.
      } else {
        for (let i = 0; i < columns.length; i++) {
          const field = get(chunk, columns[i].key);
          const [err, value] = this.__cast(field, {
            index: i,
            column: columns[i].key,
            records: this.info.records,
            header: chunkIsHeader,
          });
          if (err) return [err];
          record[i] = [value, field];
        }
      }
      let csvrecord = "";
      for (let i = 0; i < record.length; i++) {
        let options, err;

        let [value, field] = record[i];
        if (typeof value === "string") {
          options = this.options;
        } else if (is_object(value)) {
          // Value is considerered as a mix of a value and options
          options = { ...value };
          value = options.value;
          delete options.value;
          if (
            typeof value !== "string" &&
            value !== undefined &&
            value !== null
          ) {
            if (err)
              return [
                Error(
                  `Invalid Casting Value: returned value must return a string, null or undefined, got ${JSON.stringify(value)}`,
                ),
              ];
          }
          // Merge global options with the ones returned by cast
          options = { ...this.options, ...options };
          [err, options] = normalize_options(options);
          if (err !== undefined) {
            return [err];
          }
        } else if (value === undefined || value === null) {
          options = this.options;
        } else {
          return [
            Error(
              `Invalid Casting Value: returned value must return a string, an object, null or undefined, got ${JSON.stringify(value)}`,
            ),
          ];
        }
        const {
          delimiter,
          escape,
          quote,
          quoted,
          quoted_empty,
          quoted_string,
          quoted_match,
          record_delimiter,
          quote_record_delimiter,
          escape_formulas,
        } = options;
        if ("" === value && "" === field) {
          const quotedMatch = matches_quoted_match(value, quoted_match);
          const shouldQuote =
            quotedMatch ||
            true === quoted_empty ||
            (true === quoted_string && false !== quoted_empty);
          if (shouldQuote === true) {
            value = quote + value + quote;
          }
          csvrecord += value;
        } else if (value) {
          if (typeof value !== "string") {
            return [
              Error(
                `Formatter must return a string, null or undefined, got ${JSON.stringify(value)}`,
              ),
            ];
          }
          const containsdelimiter = emits_separator(value, [delimiter]);
          const containsQuote = quote !== "" && value.indexOf(quote) >= 0;
          const containsEscape = value.indexOf(escape) >= 0 && escape !== quote;
          // Testing `\n` and `\r` covers the three sequences `parse` discovers
          const containsRecordDelimiter = emits_separator(value, [
            record_delimiter,
            ...(quote_record_delimiter === false ? [] : ["\n", "\r"]),
          ]);
          const quotedString = quoted_string && typeof field === "string";
          const quotedMatch = matches_quoted_match(value, quoted_match);
          // See https://github.com/adaltas/node-csv/pull/387
          // More about CSV injection or formula injection, when websites embed
          // untrusted input inside CSV files:
          // https://owasp.org/www-community/attacks/CSV_Injection
          // http://georgemauer.net/2017/10/07/csv-injection.html
          // Apple Numbers unicode normalization is empirical from testing
          if (escape_formulas) {
            switch (value[0]) {
              case "-":
                if (typeof field === "number" || typeof field === "bigint") {
                  break;
                }
                value = `'${value}`;
                break;
              case "=":
              case "+":
              case "@":
              case "\t":
              case "\r":
              case "\uFF1D": // Unicode '='
              case "\uFF0B": // Unicode '+'
              case "\uFF0D": // Unicode '-'
              case "\uFF20": // Unicode '@'
                value = `'${value}`;
                break;
            }
          }
          const shouldQuote =
            containsQuote === true ||
            containsdelimiter ||
            containsRecordDelimiter ||
            quoted ||
            quotedString ||
            quotedMatch;
          if (shouldQuote === true && containsEscape === true) {
            value = value.replaceAll(escape, () => escape + escape);
          }
          if (containsQuote === true) {
            value = value.replaceAll(quote, () => escape + quote);
          }
          if (shouldQuote === true) {
            value = quote + value + quote;
          }
          csvrecord += value;
        } else if (
          quoted_empty === true ||
          (field === "" && quoted_string === true && quoted_empty !== false)
        ) {
          csvrecord += quote + quote;
        }
        if (i !== record.length - 1) {
          csvrecord += delimiter;
        }
      }
      return [undefined, csvrecord];
    },
    bom: function (push) {
      if (this.options.bom !== true) {
        return;
      }
      push(bom_utf8);
    },
    headers: function (push) {
      if (this.options.header === false) {
        return;
      }
      if (this.options.columns === undefined) {
        return;
      }
      let err;
      let headers = this.options.columns.map((column) => column.header);
      if (this.options.eof) {
        [err, headers] = this.stringify(headers, true);
        headers += this.options.record_delimiter;
      } else {
        [err, headers] = this.stringify(headers, true);
      }
      if (err) return err;
      if (this.options.header_as_comment) {
        headers = this.options.header_as_comment + " " + headers;
      }
      push(headers);
    },
    __cast: function (value, context) {
      const type = typeof value;
      try {
        if (type === "string") {
          // Fine for 99% of the cases
          return [undefined, this.options.cast.string(value, context)];
        } else if (type === "bigint") {
          return [undefined, this.options.cast.bigint(value, context)];
        } else if (type === "number") {
          return [undefined, this.options.cast.number(value, context)];
        } else if (type === "boolean") {
          return [undefined, this.options.cast.boolean(value, context)];
        } else if (value instanceof Date) {
          return [undefined, this.options.cast.date(value, context)];
        } else if (type === "object" && value !== null) {
          return [undefined, this.options.cast.object(value, context)];
        } else if (value === null && this.options.cast.null !== undefined) {
          return [undefined, this.options.cast.null(value, context)];
        } else if (
          value === undefined &&
          this.options.cast.undefined !== undefined
        ) {
          return [undefined, this.options.cast.undefined(value, context)];
        } else {
          return [undefined, value];
        }
      } catch (err) {
        return [err];
      }
    },
  };
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/sync.js
/*
CSV Stringify

Please look at the [Sync API](https://csv.js.org/stringify/api/sync/) for
additional information.
*/




const stringify = function (records, opts = {}) {
  const data = [];
  const [err, options] = normalize_options(opts);
  if (err !== undefined) throw err;
  const state = {
    stop: false,
  };
  // Information
  const info = {
    records: 0,
  };
  const api = stringifier(options, state, info);
  for (const record of records) {
    const err = api.__transform(record, function (record) {
      data.push(record);
    });
    if (err !== undefined) throw err;
  }
  if (data.length === 0) {
    api.bom((d) => {
      data.push(d);
    });
    const err = api.headers((headers) => {
      data.push(headers);
    });
    if (err !== undefined) throw err;
  }
  return data.join("");
};



;// CONCATENATED MODULE: ./build/page-views/file/formats.js


const COLUMNS = {
    human: ({ human }) => human,
    ai: ({ ai }) => ai,
    total: ({ total }) => total,
};
const COMPARED_COLUMNS = {
    ...COLUMNS,
    previous: ({ previous }) => previous,
    change: ({ total, previous }) => total - previous,
    previousHuman: ({ previousHuman }) => previousHuman,
    previousAi: ({ previousAi }) => previousAi,
};
const EXTENSIONS = ['.csv', '.json', '.ndjson'];
function createFormat(extension, columns) {
    const fields = Object.entries(columns);
    const formatLine = (row) => fields.reduce((line, [, read]) => `${line},${read(row)}`, formatPath(row.path)) + LINE_END;
    const formatObject = (row) => {
        const start = `{"path":${JSON.stringify((0,untrusted_text/* readUntrustedText */.u)(row.path))}`;
        return `${fields.reduce((text, [name, read]) => `${text},"${name}":${read(row)}`, start)}}`;
    };
    const formats = {
        '.csv': {
            begin: () => ['path', ...Object.keys(columns)].join(',') + LINE_END,
            rows: (rows) => rows.map(formatLine).join(''),
            end: () => '',
        },
        '.json': {
            begin: ({ dateFrom = null, dateTo, totals: { human, ai, total } }) => `${JSON.stringify({ dateFrom, dateTo, totals: { human, ai, total } }).slice(0, -1)},"views":[`,
            rows: (rows, isFirst) => rows.length === 0 ? '' : `${isFirst ? '' : ','}\n${rows.map(formatObject).join(',\n')}`,
            end: () => '\n]}\n',
        },
        '.ndjson': {
            begin: () => '',
            rows: (rows) => rows.map((row) => `${formatObject(row)}\n`).join(''),
            end: () => '',
        },
    };
    return formats[extension];
}
const LINE_END = '\r\n';
const CSV_OPTIONS = {
    eof: false,
    record_delimiter: LINE_END,
    quote_record_delimiter: true,
    quoted_match: /[;\t]/,
    escape_formulas: true,
};
function formatPath(path) {
    const text = (0,untrusted_text/* readUntrustedText */.u)(path);
    return /^\/[\w/.~%-]*$/.test(text) ? text : stringify([[hideBehindQuote(text)]], CSV_OPTIONS);
}
function hideBehindQuote(text) {
    return /^(?![\t\r])[\s\p{C}]/u.test(text) ? `'${text}` : text;
}

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: external "node:fs/promises"
const external_node_fs_promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");
;// CONCATENATED MODULE: ./build/page-views/file/export-file.js






async function openExportFile(workspace, file) {
    try {
        const folder = await openExportFolder(workspace, file);
        const name = (0,external_node_path_namespaceObject.basename)(file);
        await refuseFolder((0,external_node_path_namespaceObject.join)(folder, name), file);
        await refuseFolder((0,external_node_path_namespaceObject.join)(folder, namePartialFile(file)), file);
        const temporaryPath = (0,external_node_path_namespaceObject.join)(folder, `.${name}.${(0,external_node_crypto_namespaceObject.randomUUID)()}.tmp`);
        const flags = external_node_fs_namespaceObject.constants.O_CREAT | external_node_fs_namespaceObject.constants.O_EXCL | external_node_fs_namespaceObject.constants.O_WRONLY | external_node_fs_namespaceObject.constants.O_NOFOLLOW;
        const handle = await (0,external_node_fs_promises_namespaceObject.open)(temporaryPath, flags, 0o644);
        return createExportFile(handle, { temporaryPath, workspace: (0,external_node_path_namespaceObject.resolve)(workspace), file });
    }
    catch (error) {
        throw asExportFileError(error, file);
    }
}
function createExportFile(handle, place) {
    const { temporaryPath, workspace, file } = place;
    const folder = (0,external_node_path_namespaceObject.dirname)(temporaryPath);
    let length = 0;
    let isOver = false;
    const keepAs = async (name) => {
        const path = (0,external_node_path_namespaceObject.join)(folder, name);
        let hasReplaced;
        try {
            await handle.truncate(length);
            await handle.sync();
            await handle.close();
            hasReplaced = (await findEntry(path)) !== undefined;
            await (0,external_node_fs_promises_namespaceObject.rename)(temporaryPath, path);
        }
        catch (error) {
            throw asExportFileError(error, file);
        }
        isOver = true;
        const fromWorkspace = (0,external_node_path_namespaceObject.relative)(workspace, (0,external_node_path_namespaceObject.resolve)(workspace, (0,external_node_path_namespaceObject.dirname)(file), name));
        return { path: fromWorkspace.split(external_node_path_namespaceObject.sep).join('/'), hasReplaced };
    };
    return {
        async write(text) {
            const bytes = Buffer.from(text);
            try {
                await writeAll(handle, bytes, length);
            }
            catch (error) {
                throw asExportFileError(error, file);
            }
            length += bytes.length;
        },
        keep: () => keepAs((0,external_node_path_namespaceObject.basename)(file)),
        keepPartial: () => keepAs(namePartialFile(file)),
        removeOldPartial: () => (0,external_node_fs_promises_namespaceObject.rm)((0,external_node_path_namespaceObject.join)(folder, namePartialFile(file)), { force: true }).catch(() => undefined),
        async discard() {
            if (isOver)
                return;
            isOver = true;
            await handle.close().catch(() => undefined);
            await (0,external_node_fs_promises_namespaceObject.rm)(temporaryPath, { force: true });
        },
    };
}
async function writeAll(handle, bytes, position) {
    for (let written = 0; written < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
        written += bytesWritten;
    }
}
async function refuseFolder(path, file) {
    const found = await findEntry(path);
    if (found?.isDirectory())
        throw new ExportFileError(file, (0,external_node_path_namespaceObject.basename)(path) === (0,external_node_path_namespaceObject.basename)(file)
            ? 'there is a folder of that name'
            : `a partial result would be \`${(0,external_node_path_namespaceObject.basename)(path)}\`, and there is a folder of that name`, 'Set `file` to another name.');
}
function findEntry(path) {
    return (0,external_node_fs_promises_namespaceObject.lstat)(path).catch(() => undefined);
}
function findExtension(file) {
    const extension = (0,external_node_path_namespaceObject.extname)(file).toLowerCase();
    return EXTENSIONS.find((known) => known === extension);
}
function isPortable(file) {
    return !/[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(file);
}
function namePartialFile(file) {
    const extension = (0,external_node_path_namespaceObject.extname)(file);
    return `${(0,external_node_path_namespaceObject.basename)(file, extension)}.partial${extension}`;
}
async function openExportFolder(workspace, file) {
    const folder = (0,external_node_path_namespaceObject.dirname)((0,external_node_path_namespaceObject.resolve)(workspace, file));
    const root = await (0,external_node_fs_promises_namespaceObject.realpath)(workspace);
    refuseOutside(root, await findRealAncestor(folder), file);
    await (0,external_node_fs_promises_namespaceObject.mkdir)(folder, { recursive: true });
    const real = await (0,external_node_fs_promises_namespaceObject.realpath)(folder);
    refuseOutside(root, real, file);
    return real;
}
async function findRealAncestor(folder) {
    try {
        await (0,external_node_fs_promises_namespaceObject.lstat)(folder);
    }
    catch {
        return findRealAncestor((0,external_node_path_namespaceObject.dirname)(folder));
    }
    return (0,external_node_fs_promises_namespaceObject.realpath)(folder);
}
function refuseOutside(root, real, file) {
    if (real === root || isInside(root, real))
        return;
    throw new ExportFileError(file, 'a link leads out of the workspace', 'Set `file` to a path that stays inside the workspace.');
}
class ExportFileError extends Error {
    name = 'ExportFileError';
    hint;
    constructor(file, what, hint, options) {
        super(`Could not write \`${file}\`: ${what}.`, options);
        this.hint = hint;
    }
}
const HINTS = {
    EACCES: 'The step may not write there. Set `file` to a folder that it may write to.',
    EPERM: 'The step may not write there. Set `file` to a folder that it may write to.',
    EROFS: 'The disk is read-only. Set `file` to another folder.',
    ENOSPC: 'The disk is full. Make room on the runner, or export less at a time.',
    ENOTDIR: 'A part of the path is a file. Set `file` to another path.',
    EEXIST: 'A part of the path is a file. Set `file` to another path.',
    EISDIR: 'There is a folder of that name, or of that of its partial result. Set `file` to another name.',
    ELOOP: 'A link in the path leads to itself. Set `file` to another path.',
    ENAMETOOLONG: 'Set `file` to a shorter name.',
    ENOENT: 'Does the workspace exist, and is a part of the path a link that leads nowhere?',
};
function asExportFileError(error, file) {
    if (error instanceof ExportFileError)
        return error;
    const { code = 'unknown error' } = error;
    const hint = HINTS[code] ?? 'Look at the disk of the runner.';
    return new ExportFileError(file, `the system says ${code}`, hint, { cause: error });
}

;// CONCATENATED MODULE: ./build/page-views/reading/data-checks.js

function createDataChecks(maximumSize) {
    const paths = createKnownPaths(maximumSize);
    const repeatedElsewhere = createTally();
    const repeatedOnPage = createTally();
    const unequal = createTally();
    const lengths = createLengthChecks();
    const sums = { human: 0, ai: 0, total: 0 };
    let totals;
    let changedTotals;
    const addRow = (row, offset) => {
        const offsetBefore = paths.add(row.path, offset);
        if (offsetBefore !== undefined)
            (offsetBefore === offset ? repeatedOnPage : repeatedElsewhere).count(row.path);
        if (!isClose(row.human + row.ai, row.total))
            unequal.count(row.path);
        sums.human += row.human;
        sums.ai += row.ai;
        sums.total += row.total;
    };
    return {
        add(pageAt) {
            const { page, offset } = pageAt;
            lengths.add(pageAt, totals === undefined);
            totals ??= page.totals;
            if (!isSame(page.totals, totals))
                changedTotals = page.totals;
            for (const row of page.views)
                addRow(row, offset);
        },
        finish(isWhole) {
            const first = totals ?? sums;
            const gapAt = lengths.gapAt();
            const warnings = [
                repeatedElsewhere.warn((rows) => `Paths are repeated in ${rows} on another page: rows moved while they were read, and as many are missing.`),
                repeatedOnPage.warn((rows) => `Paths are repeated in ${rows} on the same page.`),
                paths.isFull() && {
                    message: 'There are so many pages that the last ones were not searched for repeated paths.',
                },
                changedTotals && {
                    message: `The totals changed while the pages were read, from ${describe(first)} to ${describe(changedTotals)}. The first ones are reported.`,
                },
                isWhole &&
                    gapAt === undefined &&
                    !isSame(sums, first) && {
                    message: `The rows add up to ${describe(sums)}, but the totals say ${describe(first)}.`,
                },
                unequal.warn((rows) => `In ${rows} the total is not human and AI together.`),
                !isClose(first.human + first.ai, first.total) && {
                    message: `The totals do not add up themselves: ${describe(first)}.`,
                },
                ...lengths.list(),
            ].filter((warning) => typeof warning === 'object');
            return { warnings, gapAt, hasRepeatsElsewhere: repeatedElsewhere.isAny() };
        },
    };
}
const MAXIMUM_SIZE = 1.5 * 2 ** 20;
function createKnownPaths(maximumSize = MAXIMUM_SIZE) {
    const known = new Map();
    let size = 0;
    let isFull = false;
    return {
        add(path, offset) {
            const text = (0,untrusted_text/* readUntrustedText */.u)(path);
            const offsetBefore = known.get(text);
            if (offsetBefore !== undefined)
                return offsetBefore;
            isFull ||= size + text.length > maximumSize;
            if (isFull)
                return undefined;
            known.set(text, offset);
            size += text.length;
            return undefined;
        },
        isFull: () => isFull,
    };
}
function createLengthChecks() {
    let first = '';
    let short = 0;
    let long = 0;
    let gapAt;
    return {
        add({ offset, limit, page: { views, hasMore } }, isFirst) {
            const rows = views.length;
            if (rows > limit)
                long += 1;
            if (!hasMore || rows >= limit)
                return;
            if (isFirst) {
                first = `The first page has ${rows} rows, though ${limit} were asked for and more follow. From there on, ${rows} rows are asked for at a time.`;
                return;
            }
            gapAt ??= offset + rows;
            short += 1;
        },
        gapAt: () => gapAt,
        list: () => [
            first !== '' && { message: first },
            short > 0 && {
                message: `${countPages(short)} fewer rows than were asked for, though more followed. Rows may be missing from offset ${gapAt} on.`,
            },
            long > 0 && { message: `${countPages(long)} more rows than were asked for. Rows may be repeated.` },
        ],
    };
}
function countPages(count) {
    return count === 1 ? 'One page had' : `${count} pages had`;
}
function createTally() {
    let rows = 0;
    let example;
    return {
        count(path) {
            rows += 1;
            example ??= path;
        },
        isAny: () => rows > 0,
        warn(describeRows) {
            return rows === 0
                ? undefined
                : { message: describeRows(rows === 1 ? 'one row' : `${rows} rows`), example };
        },
    };
}
function isSame(a, b) {
    return isClose(a.human, b.human) && isClose(a.ai, b.ai) && isClose(a.total, b.total);
}
function isClose(a, b) {
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
function describe({ human, ai, total }) {
    return `${human} human + ${ai} AI = ${total}`;
}

;// CONCATENATED MODULE: ./build/page-views/reading/read-period.js



async function readPeriod(query, reader) {
    const { range, maximumRequests, ...paging } = query;
    const { waitForQuota = true } = reader;
    const checks = createDataChecks();
    let totals;
    const requests = createRequestCount(maximumRequests);
    let rows = 0;
    let nextOffset = query.offset;
    const limits = { deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take, waitForQuota };
    const finish = (isLimitReached, failure) => {
        const isWhole = !isLimitReached && failure === undefined && query.offset === 0;
        const { warnings, gapAt, hasRepeatsElsewhere } = checks.finish(isWhole);
        const shortfalls = [
            [isLimitReached, 'request limit'],
            [gapAt !== undefined, 'short page'],
            [hasRepeatsElsewhere, 'repeated paths'],
        ];
        return {
            rows,
            requests: requests.sent(),
            totals,
            shortfalls: shortfalls.filter(([is]) => is).map(([, name]) => name),
            nextOffset: hasRepeatsElsewhere ? query.offset : (gapAt ?? nextOffset),
            warnings,
            failure,
        };
    };
    try {
        const pages = readPages({
            ...paging,
            signal: reader.signal,
            fetchPage: (page, signal) => reader.service.getPageViews({ ...range, ...page }, { ...limits, signal }),
        });
        for await (const pageAt of pages) {
            const { page } = pageAt;
            await reader.takePage(page);
            totals ??= page.totals;
            rows += page.views.length;
            checks.add(pageAt);
            nextOffset = pageAt.nextOffset;
            reader.onProgress?.({ rows, requests: requests.sent() });
        }
        return finish(false);
    }
    catch (failure) {
        const isLimitAlone = failure instanceof RequestLimitError && failure.cause === undefined;
        return isLimitAlone && nextOffset > query.offset ? finish(true) : finish(false, failure);
    }
}
class EndlessPagesError extends Error {
    name = 'EndlessPagesError';
    hint = 'This is an error of the service. Try again later, or with another `limit`.';
    constructor(offset, what) {
        super(`Could not get page views: the page at offset ${offset} ${what}, yet claims that there are more.`);
    }
}
async function* readPages(options) {
    const { concurrency } = options;
    const stopping = new AbortController();
    const signal = AbortSignal.any([options.signal, stopping.signal]);
    const inFlight = [];
    let { limit, offset: nextOffset } = options;
    let lastPage;
    let isEndInSight = false;
    const request = () => {
        const query = { limit, offset: nextOffset };
        const answer = options.fetchPage(query, signal);
        answer.catch(() => {
            isEndInSight = true;
        });
        inFlight.push({ ...query, answer });
        nextOffset += limit;
    };
    request();
    try {
        for (let asked = inFlight.shift(); asked !== undefined; asked = inFlight.shift()) {
            const { offset } = asked;
            const page = (await asked.answer).read();
            refuseEndless(page, lastPage, offset);
            lastPage = page;
            const length = page.views.length;
            if (page.hasMore && offset === options.offset && length < limit) {
                limit = length;
                nextOffset = offset + length;
            }
            while (page.hasMore && !isEndInSight && inFlight.length < concurrency)
                request();
            yield { offset, limit: asked.limit, nextOffset: offset + limit, page };
            if (!page.hasMore)
                return;
        }
    }
    finally {
        stopping.abort();
    }
}
function refuseEndless({ views, hasMore }, lastPage, offset) {
    if (!hasMore)
        return;
    const [first] = views;
    if (first === undefined)
        throw new EndlessPagesError(offset, 'is empty');
    if (!lastPage?.views.some(({ path }) => path === first.path))
        return;
    const known = new Set(lastPage.views.map(({ path }) => path));
    if (views.every(({ path }) => known.has(path)))
        throw new EndlessPagesError(offset, 'holds only rows of the page before it');
}

;// CONCATENATED MODULE: ./build/page-views/problems.js





const WARNING_TITLES = {
    inputs: 'check the inputs',
    comparison: 'there is no comparison',
    data: 'the data does not fit together',
    'previous data': 'the data does not fit together',
};
function describeShortfalls(shortfalls) {
    return shortfalls.map((shortfall) => SHORTFALLS[shortfall]).join(' ');
}
const SHORTFALLS = {
    'request limit': '`max-requests` was reached.',
    'short page': 'A page was shorter than asked for, so rows may be missing.',
    'repeated paths': 'Paths came again on another page, so as many others are missing.',
};
function warnOfData(about, { message, example }) {
    return {
        about,
        message: about === 'data' ? message : `In the previous period: ${message}`,
        quote: example === undefined ? undefined : { label: 'For example', text: example },
    };
}
function explainFailure(failure) {
    if (failure instanceof DocsServiceError) {
        const { message, hint, serviceMessage: detail } = failure;
        return { problem: `${message} ${hint}`, isUnexpected: false, detail };
    }
    if (failure instanceof EndlessPagesError ||
        failure instanceof ExportFileError ||
        failure instanceof proxies/* ProxySettingError */.T)
        return { problem: `${failure.message} ${failure.hint}`, isUnexpected: false };
    if (failure instanceof RequestLimitError)
        return explainLimit(failure);
    return {
        problem: `Unexpected error: ${describeBug(failure)}`,
        isUnexpected: true,
    };
}
function explainLimit({ message, cause }) {
    if (cause === undefined)
        return { problem: `${message} Raise \`max-requests\`.`, isUnexpected: false };
    const explanation = explainFailure(cause);
    const limit = 'It was not repeated any more, since `max-requests` was reached.';
    return { ...explanation, problem: `${explanation.problem} ${limit}` };
}

;// CONCATENATED MODULE: ./build/page-views/comparison/ranking.js
function createRanking(maximum, scoreOf) {
    const kept = [];
    return {
        add(row) {
            const score = scoreOf(row);
            const least = kept[maximum - 1];
            if (maximum === 0 || (least !== undefined && score <= least.score))
                return;
            const same = kept.findIndex((other) => other.row.path === row.path);
            if (same >= 0 && score <= (kept[same]?.score ?? 0))
                return;
            if (same >= 0)
                kept.splice(same, 1);
            const place = kept.findIndex((other) => other.score < score);
            kept.splice(place < 0 ? kept.length : place, 0, { row, score });
            kept.length = Math.min(kept.length, maximum);
        },
        list: () => kept.map(({ row }) => row),
    };
}
const PREVIOUS = { human: 'previousHuman', ai: 'previousAi', total: 'previous' };
function createMovers(maximum, rankedBy) {
    const changeOf = (row) => row[rankedBy] - row[PREVIOUS[rankedBy]];
    const rising = createRanking(maximum, changeOf);
    const falling = createRanking(maximum, (row) => -changeOf(row));
    const toMover = (row) => {
        const { path, total, previous, human, ai, previousHuman, previousAi } = row;
        return { path, total, previous, change: changeOf(row), human, ai, previousHuman, previousAi };
    };
    return {
        add(row) {
            const change = changeOf(row);
            if (change > 0)
                rising.add(row);
            if (change < 0)
                falling.add(row);
        },
        list: () => ({ rising: rising.list().map(toMover), falling: falling.list().map(toMover) }),
    };
}

;// CONCATENATED MODULE: ./build/page-views/comparison/compare-periods.js




async function comparePeriods(options, { openFile, ...reader }) {
    const { query, table } = options;
    if (table.isFull())
        return { warnings: [refuse(describeRoom(table))] };
    const reading = await readPeriod(query, {
        ...reader,
        waitForQuota: false,
        takePage({ views }) {
            views.forEach(table.addPrevious);
            if (table.isFull())
                throw new TableFullError(describeRoom(table));
        },
    });
    const warnings = reading.warnings.map((warning) => warnOfData('previous data', warning));
    const problem = findProblem(reading);
    if (problem !== undefined)
        return { warnings: [problem, ...warnings] };
    try {
        const { rows, movers } = await writeComparison(options, await openFile());
        const { range } = query;
        const { totals = NO_VIEWS, requests } = reading;
        return { comparison: { ...movers, range, totals, requests, rows }, warnings };
    }
    catch (failure) {
        return { warnings: [refuseAfter('The file was not written again:', failure), ...warnings] };
    }
}
const NO_VIEWS = { human: 0, ai: 0, total: 0 };
class TableFullError extends Error {
}
function describeRoom(table) {
    return `Only ${table.pages().toLocaleString('en-US')} pages fit into memory.`;
}
function findProblem({ failure, shortfalls }) {
    const begin = 'The previous period was not read whole:';
    if (failure instanceof TableFullError)
        return refuse(`${begin} ${failure.message}`);
    if (failure !== undefined)
        return refuseAfter(begin, failure);
    return shortfalls.length === 0 ? undefined : refuse(`${begin} ${describeShortfalls(shortfalls)}`);
}
function refuse(message) {
    return { about: 'comparison', message };
}
function refuseAfter(begin, failure) {
    const { problem, detail } = explainFailure(failure);
    return {
        ...refuse(`${begin} ${problem}`),
        quote: detail === undefined ? undefined : { label: 'The service said', text: detail },
    };
}
const ROWS_AT_A_TIME = 250;
async function writeComparison({ table, extension, range, totals, isWhole, topCount, topBy }, file) {
    const format = createFormat(extension, COMPARED_COLUMNS);
    const movers = createMovers(topCount, topBy);
    let rows = 0;
    let waiting = [];
    const writeWaiting = async () => {
        await file.write(format.rows(waiting, rows === 0));
        rows += waiting.length;
        waiting = [];
    };
    try {
        await file.write(format.begin({ ...range, totals }));
        for (const { row, page } of table.list(isWhole)) {
            waiting.push(row);
            if (page !== undefined)
                movers.add(page);
            if (waiting.length === ROWS_AT_A_TIME)
                await writeWaiting();
        }
        await writeWaiting();
        await file.write(format.end());
        await file.keep();
        return { rows, movers: movers.list() };
    }
    finally {
        await file.discard();
    }
}

;// CONCATENATED MODULE: ./build/page-views/comparison/page-table.js

const ROOM = { rows: 1_200_000, bytes: 64 * 1024 * 1024 };
function createPageTable({ rows: maximumRows, bytes: maximumBytes } = ROOM) {
    const paths = createPathList(maximumRows, maximumBytes);
    const counts = createCounts(page_table_COUNTS * maximumRows);
    const repeats = new Map();
    let exported = 0;
    const addCounts = (row, from, { human, ai, total }) => {
        const at = page_table_COUNTS * row + from;
        counts.add(at, human);
        counts.add(at + 1, ai);
        counts.add(at + 2, total);
    };
    const read = (row) => {
        const at = page_table_COUNTS * row;
        return {
            path: paths.read(row),
            human: counts.read(at),
            ai: counts.read(at + 1),
            total: counts.read(at + 2),
            previousHuman: counts.read(at + 3),
            previousAi: counts.read(at + 4),
            previous: counts.read(at + 5),
        };
    };
    const groupRepeats = () => Map.groupBy(repeats.keys(), (row) => repeats.get(row) ?? row);
    return {
        add(viewRow) {
            const first = paths.findOrAdd(viewRow.path);
            const row = first === undefined || first === exported ? first : paths.addAgain(viewRow.path);
            if (first === undefined || row === undefined)
                return;
            if (row !== first)
                repeats.set(row, first);
            addCounts(row, 0, viewRow);
            exported = row + 1;
        },
        addPrevious(viewRow) {
            const row = paths.findOrAdd(viewRow.path);
            if (row !== undefined)
                addCounts(row, 3, viewRow);
        },
        isFull: paths.isFull,
        pages: paths.count,
        *list(withOthers) {
            const groups = groupRepeats();
            const end = withOthers ? paths.count() : exported;
            for (let index = 0; index < end; index += 1) {
                const row = read(index);
                const others = groups.get(index)?.map(read);
                yield { row, page: repeats.has(index) ? undefined : (others?.reduce(addViews, row) ?? row) };
            }
        },
    };
}
const page_table_COUNTS = 6;
function addViews(a, { human, ai, total }) {
    return { ...a, human: a.human + human, ai: a.ai + ai, total: a.total + total };
}
const LARGE = 2 ** 32 - 1;
function createCounts(length) {
    const small = new Uint32Array(length);
    const large = new Map();
    const read = (at) => (small[at] === LARGE ? large.get(at) : small[at]) ?? 0;
    return {
        read,
        add(at, count) {
            const sum = read(at) + count;
            const isSmall = Number.isInteger(sum) && sum < LARGE;
            small[at] = isSmall ? sum : LARGE;
            if (!isSmall)
                large.set(at, sum);
        },
    };
}
function createPathList(maximumRows, maximumBytes) {
    const bytes = Buffer.from(new ArrayBuffer(maximumBytes));
    const starts = new Uint32Array(maximumRows + 1);
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(1.5 * maximumRows)));
    let count = 0;
    let isFull = false;
    const write = (path) => {
        const text = (0,untrusted_text/* readUntrustedText */.u)(path);
        const start = starts[count] ?? 0;
        isFull ||= count === maximumRows || start + 3 * text.length > maximumBytes;
        return isFull ? undefined : start + bytes.write(text, start);
    };
    const keep = (end) => {
        count += 1;
        starts[count] = end;
        return count - 1;
    };
    return {
        findOrAdd(path) {
            const end = write(path);
            if (end === undefined)
                return undefined;
            const start = starts[count] ?? 0;
            let slot = hash(bytes, start, end) & (slots.length - 1);
            for (let row = slots[slot] ?? 0; row !== 0; row = slots[slot] ?? 0) {
                if (bytes.compare(bytes, starts[row - 1], starts[row], start, end) === 0)
                    return row - 1;
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = count + 1;
            return keep(end);
        },
        addAgain(path) {
            const end = write(path);
            return end === undefined ? undefined : keep(end);
        },
        read: (row) => (0,untrusted_text/* untrustedText */.U)(bytes.toString('utf8', starts[row], starts[row + 1])),
        count: () => count,
        isFull: () => isFull,
    };
}
function hash(bytes, start, end) {
    let value = 0x811c9dc5;
    for (let index = start; index < end; index += 1)
        value = Math.imul(value ^ (bytes[index] ?? 0), 0x01000193);
    return value >>> 0;
}

;// CONCATENATED MODULE: ./build/page-views/export-page-views.js






async function exportPageViews(options, dependencies) {
    const { previousRange, topCount, topBy } = options;
    const table = previousRange && createPageTable();
    const top = createRanking(topCount, (row) => row[topBy]);
    const result = await writeExport(options, dependencies, top, table);
    const { outcome, totals, rows, warnings } = result;
    if (!table || !previousRange || !totals || outcome === 'failed')
        return result;
    const compared = await comparePeriods({
        ...options,
        query: { ...options, range: previousRange, offset: 0 },
        table,
        totals,
        isWhole: isWholePeriod(result, options),
    }, dependencies);
    const { comparison } = compared;
    return {
        ...result,
        comparison,
        rows: comparison?.rows ?? rows,
        warnings: [...warnings, ...compared.warnings],
    };
}
function isWholePeriod({ outcome }, { offset }) {
    return outcome === 'complete' && offset === 0;
}
async function writeExport(options, { openFile, ...reader }, top, table) {
    const { range, offset, extension } = options;
    let file;
    try {
        file = await openFile();
    }
    catch (failure) {
        return describeUnstarted(options, failure);
    }
    const format = createFormat(extension, COLUMNS);
    let hasBegun = false;
    let hasRows = false;
    const reading = await readPeriod(options, {
        ...reader,
        async takePage({ views, totals }) {
            await file.write((hasBegun ? '' : format.begin({ ...range, totals })) + format.rows(views, !hasRows));
            hasBegun = true;
            hasRows ||= views.length > 0;
            for (const { path, human, ai, total } of views)
                top.add({ path, human, ai, total });
            if (table !== undefined)
                views.forEach(table.add);
        },
    });
    const finished = await finishFile(reading, hasBegun ? format.end() : undefined, file, offset);
    return describeExport(options, reading, finished, top.list());
}
function describeUnstarted({ offset }, failure) {
    const nothing = { rows: 0, requests: 0, shortfalls: [], top: [], warnings: [] };
    return { outcome: 'failed', ...nothing, nextOffset: offset, failure };
}
async function finishFile({ failure: readingFailure }, end, file, offset) {
    try {
        if (end === undefined)
            return {};
        await file.write(end);
        if (readingFailure !== undefined)
            return await file.keepPartial();
        const kept = await file.keep();
        if (offset === 0)
            await file.removeOldPartial();
        return kept;
    }
    catch (failure) {
        return { failure };
    }
    finally {
        await file.discard();
    }
}
function describeExport(options, { rows, requests, totals, shortfalls, nextOffset, warnings, failure: readingFailure }, finished, top) {
    const failure = finished.failure ?? readingFailure;
    const isComplete = failure === undefined && shortfalls.length === 0;
    const file = finished.path;
    return {
        outcome: failure === undefined ? (isComplete ? 'complete' : 'incomplete') : 'failed',
        shortfalls,
        totals,
        rows: file === undefined ? 0 : rows,
        requests,
        file,
        nextOffset: isComplete ? undefined : file === undefined ? options.offset : nextOffset,
        top,
        warnings: [
            ...warnOfInputs(options, finished, isComplete && rows === 0),
            ...warnings.map((warning) => warnOfData('data', warning)),
        ],
        failure,
    };
}
function warnOfInputs({ range, offset, endsInFuture }, { path, hasReplaced }, isEmpty) {
    const messages = [
        endsInFuture &&
            `\`date-to\` is ${range.dateTo}, which is in the future: the period is not over yet, and rows may move while they are read.`,
        offset > 0 &&
            hasReplaced &&
            `\`${path}\` was there before and now holds only the rows from \`offset: ${offset}\` on. Set \`file\` to another name to keep both parts.`,
        offset > 0 && isEmpty && `There are no rows from \`offset: ${offset}\` on.`,
    ];
    return messages
        .filter((message) => typeof message === 'string')
        .map((message) => ({ about: 'inputs', message }));
}

;// CONCATENATED MODULE: ./build/page-views/date-range.js
const DAY_MS = 24 * 60 * 60_000;
const ALLOWED = 'a date that exists, as YYYY-MM-DD, an ISO 8601 timestamp such as 2026-08-01T12:00:00Z, `today`, or a number of days such as 7d';
function resolveDates(from, to, nowMs) {
    const problems = [];
    const now = { text: new Date(nowMs).toISOString(), atMs: nowMs, isDay: false };
    const end = to === '' ? now : parseMoment(to, now, nowMs);
    if (end === undefined)
        problems.push({ input: 'date-to', given: to, allowed: ALLOWED });
    const start = from === '' ? undefined : parseMoment(from, end ?? now, nowMs);
    if (from !== '' && start === undefined)
        problems.push({ input: 'date-from', given: from, allowed: ALLOWED });
    if (start && end && start.atMs >= end.atMs)
        problems.push({
            input: 'date-from',
            given: from,
            allowed: `a moment before date-to, which is ${end.text} and itself not included`,
        });
    const range = { dateTo: (end ?? now).text };
    return {
        range: start === undefined ? range : { dateFrom: start.text, ...range },
        previousRange: start && end && findPreviousRange(start, end),
        endsInFuture: end !== undefined && end.atMs > nowMs,
        problems,
    };
}
function findPreviousRange(start, end) {
    const months = countMonths(start, end);
    const atMs = months === undefined ? start.atMs - (end.atMs - start.atMs) : subtractMonths(start, months);
    if (atMs < FIRST_MOMENT_MS)
        return undefined;
    return { dateFrom: formatMoment(atMs, start.isDay && end.isDay), dateTo: start.text };
}
function countMonths(start, end) {
    const [first, last] = [new Date(start.atMs), new Date(end.atMs)];
    if (![first, last].every((day) => day.getUTCDate() === 1 && day.getTime() % DAY_MS === 0))
        return undefined;
    return 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth();
}
function subtractMonths({ atMs }, months) {
    const day = new Date(atMs);
    return day.setUTCMonth(day.getUTCMonth() - months);
}
function parseMoment(text, reference, nowMs) {
    if (/^\d+d$/i.test(text))
        return subtractDays(Number.parseInt(text, 10), reference);
    if (/^today$/i.test(text))
        return parseDay(formatMoment(nowMs, true));
    return parseDay(text) ?? parseTimestamp(text);
}
const FIRST_MOMENT_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z');
const MAXIMUM_DAYS = 36_500;
function subtractDays(days, { atMs, isDay }) {
    if (!Number.isSafeInteger(days) || days > MAXIMUM_DAYS)
        return undefined;
    const earlierMs = atMs - days * DAY_MS;
    if (earlierMs < FIRST_MOMENT_MS)
        return undefined;
    return { text: formatMoment(earlierMs, isDay), atMs: earlierMs, isDay };
}
function formatMoment(atMs, isDay) {
    const text = new Date(atMs).toISOString();
    return isDay ? text.slice(0, 10) : text;
}
function parseDay(text) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text))
        return undefined;
    const atMs = Date.parse(`${text}T00:00:00Z`);
    if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== text)
        return undefined;
    return { text, atMs, isDay: true };
}
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;
function parseTimestamp(given) {
    const text = given.toUpperCase();
    const [, day = '', , zone] = TIMESTAMP.exec(text) ?? [];
    if (parseDay(day) === undefined)
        return undefined;
    const zoned = zone === undefined ? `${text}Z` : text;
    const atMs = Date.parse(zoned);
    return atMs >= FIRST_MOMENT_MS && atMs <= LAST_MOMENT_MS ? { text: zoned, atMs, isDay: false } : undefined;
}

;// CONCATENATED MODULE: ./build/page-views/inputs.js




const INPUT_DEFAULTS = {
    limit: '250',
    offset: '0',
    'max-requests': '100',
    concurrency: '4',
    file: 'page-views.csv',
    top: '10',
    'top-by': 'total',
    compare: 'none',
    'base-url': 'https://api.mintlify.com',
};
function readInputs(reader, { workspace, nowMs }) {
    const apiKey = reader.secret('api-key', { required: true });
    const githubToken = reader.secret('github-token', { required: false });
    const file = reader.requiredText('file');
    const inputs = {
        apiKey,
        projectId: reader.id('project-id', { required: true }),
        baseUrl: reader.serviceUrl('base-url'),
        file,
        export: {
            ...readDates(reader, nowMs),
            limit: reader.wholeNumber('limit', { minimum: 1, maximum: 250 }),
            offset: reader.wholeNumber('offset', { minimum: 0, maximum: 1e15 }),
            maximumRequests: reader.wholeNumber('max-requests', { minimum: 1, maximum: 1_000_000 }),
            concurrency: reader.wholeNumber('concurrency', { minimum: 1, maximum: 16 }),
            extension: readExtension(reader, workspace, file),
            topCount: reader.wholeNumber('top', { minimum: 1, maximum: 100 }),
            topBy: reader.choice('top-by', ['total', 'human', 'ai']),
        },
        issueNumber: reader.issueNumber('issue-number'),
        githubToken,
    };
    reader.finish();
    return inputs;
}
function readDates(reader, nowMs) {
    const from = reader.text('date-from');
    const dates = resolveDates(from, reader.text('date-to'), nowMs);
    const { range, previousRange, endsInFuture, problems } = dates;
    for (const { input, given, allowed } of problems)
        reader.refuse(input, given, allowed);
    const isCompared = reader.choice('compare', ['none', 'previous']) === 'previous';
    if (isCompared && from === '')
        reader.refuse('compare', 'previous', 'none, or previous together with date-from');
    else if (isCompared && previousRange === undefined && problems.length === 0)
        reader.refuse('date-from', from, 'with compare, a moment that leaves room for a period before it');
    return { range, previousRange: isCompared ? previousRange : undefined, endsInFuture };
}
function readExtension(reader, workspace, file) {
    const extension = findExtension(file);
    if (file === '')
        return '.csv';
    if (extension === undefined)
        reader.refuse('file', file, 'a name that ends in .csv, .json or .ndjson');
    if (!isPortable(file))
        reader.refuse('file', file, 'a path with / between folders and no line breaks');
    else if (!isInside((0,external_node_path_namespaceObject.resolve)(workspace), file))
        reader.refuse('file', file, 'a path inside the workspace');
    return extension ?? '.csv';
}

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __nccwpck_require__(307);
;// CONCATENATED MODULE: ./build/untrusted/truncate-markdown.js
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
            if (!(posted instanceof errors/* GitHubError */.y))
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
        return `${truncateMarkdown(options.redact(content.toString()), marked_comment_MAXIMUM_LENGTH - end.length)}${end}`;
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
    return error instanceof errors/* GitHubError */.y && (error.status === 404 || error.status === 410);
}

;// CONCATENATED MODULE: ./build/github/signed-marker.js



const LONGEST_MARKER = 24_700;
const PREFIX = '<!-- docs-agent-';
function looksLikeOurs(body) {
    return readUntrustedText(body).includes(PREFIX);
}
function createSignedMarker(name, apiKey, subject) {
    const key = Buffer.from((0,external_node_crypto_namespaceObject.hkdfSync)('sha256', apiKey, 'docs-agent-action', `${name} marker v1`, 32));
    const sign = (payload) => (0,external_node_crypto_namespaceObject.createHmac)('sha256', key)
        .update(JSON.stringify([...subject, payload]))
        .digest();
    const start = `${PREFIX}${name}:v1:`;
    const pattern = new RegExp(`${start}([A-Za-z0-9+/=]{1,24576})\\.([A-Za-z0-9+/=]{44}) -->`, 'gu');
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
            const isVerified = given.length === 32 && (0,external_node_crypto_namespaceObject.timingSafeEqual)(given, sign(encoded));
            const payload = (0,json/* parseJson */.qF)(Buffer.from(encoded, 'base64').toString());
            const text = (0,untrusted_text/* untrustedText */.U)(source.slice(0, match?.index).trimEnd());
            return payload === undefined ? undefined : { payload, isVerified, text };
        },
    };
}
function digest(text) {
    return createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 16);
}

;// CONCATENATED MODULE: ./build/page-views/report-comment/periods.js

const MAXIMUM_PERIODS = 12;
const YEAR_MS = 366 * 24 * 60 * 60_000;
function toPeriod(range, { human, ai, total }, isPrevious = false) {
    const { dateFrom, dateTo } = range;
    const from = dateFrom === undefined ? '' : toDay(Date.parse(dateFrom));
    return { from, to: toDay(Date.parse(dateTo)), human, ai, total, isPrevious };
}
function periods_readPeriod(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const [from, to] = [readDay(fields['from']), readDay(fields['to'])];
    const [human, ai, total] = [(0,json/* readCount */._0)(fields['human']), (0,json/* readCount */._0)(fields['ai']), (0,json/* readCount */._0)(fields['total'])];
    if (from === undefined || to === undefined)
        return undefined;
    if (human === undefined || ai === undefined || total === undefined)
        return undefined;
    return { from, to, human, ai, total, isPrevious: fields['isPrevious'] === true };
}
function readDay(value) {
    const text = (0,json/* readText */.yR)(value);
    return text !== undefined && /^(?:\d{4}-\d{2}-\d{2})?$/.test(text) ? text : undefined;
}
function namePeriods(periods) {
    return periods.map(({ from, to }) => {
        if (from === '')
            return `until ${to}`;
        return periods.some((other) => other.from === from && other.to !== to) ? `${from} to ${to}` : from;
    });
}
function mergePeriods(known, added, nowMs) {
    const [today, inAYear] = [toDay(nowMs), toDay(nowMs + YEAR_MS)];
    return added
        .reduce(mergePeriod, known)
        .filter(({ from, to }) => from <= today && to <= inAYear)
        .toSorted(compareByTime)
        .slice(-MAXIMUM_PERIODS);
}
function mergePeriod(known, period) {
    const isOwn = known.some((other) => isSamePeriod(other, period) && !other.isPrevious);
    const kept = known.filter((other) => !replaces(period, other));
    return [...kept, { ...period, isPrevious: period.isPrevious && !isOwn }];
}
function replaces(period, other) {
    if (period.from !== other.from)
        return period.isPrevious && other.isPrevious && period.to === other.to;
    return period.to === other.to || (period.from !== '' && other.to < period.to);
}
function isSamePeriod(period, { from, to }) {
    return period.from === from && period.to === to;
}
function isNewest(period, periods) {
    return periods.every((other) => compareText(other.to, period.to) < 0 || (other.to === period.to && other.from <= period.from));
}
function selectUnbroken(periods) {
    const newest = periods.find((period) => isNewest(period, periods));
    if (newest === undefined)
        return [];
    const length = measure(newest);
    const unbroken = [];
    for (const period of periods.filter((each) => length !== undefined && measure(each) === length)) {
        const last = unbroken.at(-1);
        if (last !== undefined && last.to < period.from)
            unbroken.length = 0;
        unbroken.push(period);
    }
    return unbroken;
}
function measure({ from, to }) {
    if (from === '')
        return undefined;
    const [start, end] = [new Date(from), new Date(to)];
    if (start.getUTCDate() === 1 && end.getUTCDate() === 1)
        return `${12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth()} months`;
    return `${end.getTime() - start.getTime()} ms`;
}
function compareByTime(a, b) {
    return compareText(a.from || a.to, b.from || b.to) || compareText(a.to, b.to);
}
function compareText(a, b) {
    if (a === b)
        return 0;
    return a < b ? -1 : 1;
}
function toDay(moment) {
    return new Date(moment).toISOString().slice(0, 10);
}

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
    const content = breakMentions((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_escape/* shorten */.ml)(markdown_open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestRun(content, /`+/gu) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
function codeBlock(text, maximum = 20_000, language = 'text') {
    const content = breakCommands(breakMentions(escapeInvisible(shorten(markdown_open(text), maximum).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestRun(content, /`+/gu) + 1));
    return trusted(`${fence}${language}\n${content}\n${fence}`);
}
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMentions((0,untrusted_escape/* escapeInvisible */.ts)(markdown_open(text).replace(/\s+/gu, ' ')))))
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
function breakMentions(text) {
    return text.replace(/@(?=[\p{L}\p{N}_-])/gu, '@\u2060');
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
function longestRun(text, pattern) {
    return Math.max(0, ...(text.match(pattern) ?? []).map((run) => run.length));
}

;// CONCATENATED MODULE: ./build/page-views/result/words.js
function formatCount(count, noun) {
    return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
function formatNumber(value) {
    return value.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' });
}
function formatPlainNumber(value) {
    return value.toLocaleString('en-US', { maximumFractionDigits: 6, useGrouping: false });
}
function formatDifference(value) {
    return `${value > 0 ? '+' : ''}${formatNumber(value)}`;
}
function formatShares(first, second) {
    const sum = first + second;
    if (!(sum > 0 && Number.isFinite(sum)))
        return ['', ''];
    const tenths = Math.round((1000 * first) / sum);
    return [`${tenths / 10}%`, `${(1000 - tenths) / 10}%`];
}
function formatChange(now, before) {
    const percent = ((now - before) / before) * 100;
    if (before === 0 || !Number.isFinite(percent))
        return '';
    const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
    const text = percent.toLocaleString('en-US', options);
    return text === '-0.0' ? '0.0' : text;
}
function formatPercent(now, before) {
    const change = formatChange(now, before);
    return change === '' ? '' : `${Number(change) > 0 ? '+' : ''}${change}%`;
}
function describeRange({ dateFrom, dateTo }) {
    const endMs = Date.parse(dateTo);
    const startMs = dateFrom === undefined ? undefined : Date.parse(dateFrom);
    if (![startMs ?? 0, endMs].every((moment) => moment % words_DAY_MS === 0)) {
        const start = startMs === undefined ? 'until' : `${formatMinute(startMs)} –`;
        return { dates: `${start} ${formatMinute(endMs)}`, note: 'UTC' };
    }
    const last = new Date(endMs - words_DAY_MS);
    if (startMs === undefined)
        return { dates: `until the end of ${formatDay(last)}`, note: 'UTC' };
    const note = `${formatCount((endMs - startMs) / words_DAY_MS, 'day')}, UTC`;
    return { dates: formatDays(new Date(startMs), last), note };
}
const words_DAY_MS = 24 * 60 * 60_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function formatDays(first, last) {
    if (first.getTime() === last.getTime())
        return formatDay(last);
    if (first.getUTCFullYear() !== last.getUTCFullYear())
        return `${formatDay(first)} – ${formatDay(last)}`;
    if (first.getUTCMonth() === last.getUTCMonth())
        return `${first.getUTCDate()}–${formatDay(last)}`;
    return `${formatDay(first).replace(/ \d+$/, '')} – ${formatDay(last)}`;
}
function formatDay(day) {
    return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}
function formatMinute(moment) {
    return `${formatDay(new Date(moment))}, ${new Date(moment).toISOString().slice(11, 16)}`;
}
const AI_COUNTS_MARKDOWN_SINCE = '2026-07-31';
function describeAiChange(first, end) {
    const changedAt = Date.parse(AI_COUNTS_MARKDOWN_SINCE);
    const isAcross = first !== undefined && Date.parse(first) < changedAt && Date.parse(end) > changedAt;
    return isAcross
        ? 'Since 31 July 2026, views of a page as Markdown count as AI views. Numbers from before that day leave them out, so AI seems to grow more than it did.'
        : undefined;
}
function describeContinuation({ file, nextOffset = 0, shortfalls }, { dateFrom, dateTo }) {
    if (file === undefined)
        return 'No file was written.';
    const from = dateFrom === undefined ? '' : `\`date-from: ${dateFrom}\`, `;
    const query = `\`offset: ${nextOffset}\`, ${from}\`date-to: ${dateTo}\``;
    const isPatchy = shortfalls.includes('repeated paths') || shortfalls.includes('short page');
    return isPatchy
        ? `The rows so far are in \`${file}\`; read them again with ${query}, in place of these rows.`
        : `The rows so far are in \`${file}\`; go on with ${query} and another \`file\`.`;
}

;// CONCATENATED MODULE: ./build/page-views/result/tables.js



function renderRange(range) {
    const { dates, note } = describeRange(range);
    return markdown `${dates} (${note})`;
}
function renderTotals(totals, range, comparison) {
    const { human, ai, total } = totals;
    const [humanShare, aiShare] = formatShares(human, ai);
    const rows = [
        [markdown `**Views**`, ...[human, ai, total].map((count) => markdown `**${formatNumber(count)}**`)],
        ...(humanShare === ''
            ? []
            : [[markdown `Share`, markdown `${humanShare}`, markdown `${aiShare}`, markdown ` `]]),
        ...(comparison === undefined ? [] : compareTotals(totals, comparison.totals)),
    ];
    const header = [markdown ` `, markdown `Human`, markdown `AI`, markdown `Total`];
    return [
        comparison === undefined ? renderRange(range) : renderComparedDates(range, comparison),
        table(header, rows, [':--', '--:', '--:', '--:']),
    ];
}
function compareTotals(now, before) {
    const names = ['human', 'ai', 'total'];
    return [
        [markdown `Previous period`, ...names.map((name) => markdown `${formatNumber(before[name])}`)],
        [markdown `Change`, ...names.map((name) => markdown `${formatPercent(now[name], before[name]) || ' '}`)],
    ];
}
function renderComparedDates(range, { range: previous }) {
    const note = describeAiChange(previous.dateFrom, range.dateTo);
    return markdown `${renderRange(range)} compared with ${renderRange(previous)}.${note === undefined ? '' : ` ${note}`}`;
}
function renderPie({ human, ai }) {
    const slices = [
        { label: 'Human', count: human },
        { label: 'AI', count: ai },
    ].filter(({ count }) => count > 0 && count < Number.MAX_SAFE_INTEGER);
    if (slices.length === 0)
        return [];
    const lines = slices.map(({ label, count }) => markdown `    "${label}" : ${formatPlainNumber(count)}`);
    return [
        markdown `\`\`\`mermaid\npie showData title Views by people and by AI\n${joinMarkdown(lines, '\n')}\n${PIE_THEME}\n\`\`\``,
    ];
}
const PIE_THEME = markdown `%%{init: {"theme": "base", "themeVariables": {"pie1": "#2f81f7", "pie2": "#a371f7", "pieOpacity": "1", "pieStrokeWidth": "0px", "pieOuterStrokeWidth": "0px", "pieSectionTextColor": "#ffffff", "pieTitleTextColor": "#848d97", "pieTitleTextSize": "18px", "pieLegendTextColor": "#848d97"}}}%%`;
const TOP_HEADINGS = {
    total: 'Most viewed pages',
    human: 'Pages most viewed by people',
    ai: 'Pages most viewed by AI',
};
const MOVER_HEADINGS = { rising: 'Rising pages', falling: 'Falling pages' };
const RANKED_BY = { total: '', human: ', by people', ai: ', by AI' };
function renderPageTables({ result: { top, comparison }, topBy, isWhole }) {
    const suffix = isWhole ? '' : ' (of the rows read)';
    const movers = ['rising', 'falling'].map((direction) => ({
        heading: MOVER_HEADINGS[direction] + RANKED_BY[topBy],
        pages: comparison?.[direction] ?? [],
        render: () => renderMovers(comparison?.[direction] ?? [], topBy, isWhole),
    }));
    return [{ heading: TOP_HEADINGS[topBy], pages: top, render: () => renderTop(top) }, ...movers]
        .filter(({ pages }) => pages.length > 0)
        .flatMap(({ heading, render }) => [markdown `### ${heading + suffix}`, render()]);
}
function renderTop(top) {
    const largest = Math.max(...top.map(({ human, ai }) => Math.max(human, ai)));
    const rows = top.map(({ path, human, ai, total }, index) => [
        markdown `${index + 1}`,
        renderPath(path),
        renderBar(human, largest, formatNumber(human)),
        renderBar(ai, largest, formatNumber(ai)),
        markdown `${formatNumber(total)}`,
    ]);
    const header = [markdown `#`, markdown `Page`, markdown `Human`, markdown `AI`, markdown `Total`];
    return table(header, rows, ['--:', ':--', ':--', ':--', '--:']);
}
function renderMovers(movers, topBy, isWhole) {
    const largest = Math.max(...movers.map(({ change }) => Math.abs(change)));
    const rows = movers.map((mover) => [
        renderPath(mover.path),
        markdown `${formatNumber(mover[PREVIOUS[topBy]])}`,
        markdown `${formatNumber(mover[topBy])}`,
        renderBar(Math.abs(mover.change), largest, formatDifference(mover.change)),
        markdown `${describeShare(mover, topBy, isWhole)}`,
        markdown `${formatDifference(mover.human - mover.previousHuman)}`,
        markdown `${formatDifference(mover.ai - mover.previousAi)}`,
    ]);
    const header = ['Page', 'Previous', 'Views', 'Change', '%', 'Human change', 'AI change'].map((name) => markdown `${name}`);
    return table(header, rows, [':--', '--:', '--:', ':--', '--:', '--:', '--:']);
}
function describeShare(mover, topBy, isWhole) {
    if (mover.total === 0 && isWhole)
        return 'gone';
    return formatPercent(mover[topBy], mover[PREVIOUS[topBy]]) || 'new';
}
const LONGEST_PATH = 120;
function renderPath(path) {
    const rendered = code(path, LONGEST_PATH);
    return rendered.toString() === '' ? markdown `*(empty)*` : rendered;
}
const BAR_WIDTH = 12;
function renderBar(count, largest, number) {
    const share = largest > 0 ? count / largest : 0;
    const blocks = Math.max(Math.round(share * BAR_WIDTH), count > 0 ? 1 : 0);
    const bar = '█'.repeat(blocks) + '░'.repeat(BAR_WIDTH - blocks);
    return markdown `${code(bar)}&nbsp;${number}`;
}

;// CONCATENATED MODULE: ./build/page-views/result/render-summary.js





function renderSummary(report) {
    const { projectId, range, result, topBy } = report;
    const { totals, comparison } = result;
    const parts = [
        renderTitle(projectId),
        ...renderState(report),
        ...(totals === undefined ? [] : [...renderTotals(totals, range, comparison), ...renderPie(totals)]),
        ...renderPageTables({ result, topBy, isWhole: isWholePeriod(result, report) }),
        ...renderWarnings(result.warnings),
        renderFooter(report),
    ];
    return joinMarkdown(parts, '\n\n');
}
function renderInputProblems(message) {
    const title = markdown `## Page views\n\n> [!CAUTION]\n> **The inputs can't be used, so nothing was exported.**`;
    return joinMarkdown([title, prose(message)], '\n\n');
}
function renderTitle(projectId) {
    return markdown `## Page views of ${code(projectId)}`;
}
function renderState({ result, range, explanation }) {
    if (result.outcome === 'complete')
        return [];
    const continuation = prose(describeContinuation(result, range));
    if (result.outcome === 'incomplete')
        return [
            markdown `> [!WARNING]\n> **Not complete:** ${prose(describeShortfalls(result.shortfalls))} ${continuation}`,
        ];
    const problem = prose(explanation?.problem ?? '');
    const detail = explanation?.detail;
    const said = detail === undefined ? markdown `` : markdown ` The service said: ${code(detail, 500)}`;
    return [markdown `> [!CAUTION]\n> **The export failed.** ${problem}${said}\n>\n> ${continuation}`];
}
function renderWarnings(warnings) {
    const groups = Object.entries(Object.groupBy(warnings, ({ about }) => about));
    return groups.map(([about, group]) => {
        const items = group.map(({ message, quote }) => {
            const suffix = quote === undefined ? markdown `` : markdown ` ${quote.label}: ${code(quote.text, 120)}`;
            return markdown `> - ${prose(message)}${suffix}`;
        });
        const title = WARNING_TITLES[about].replace(/^./u, (first) => first.toUpperCase());
        return joinMarkdown([markdown `> [!WARNING]\n> ${title}:\n>`, ...items], '\n');
    });
}
function renderFooter({ result, range, offset }) {
    const { totals, rows, file, requests, comparison } = result;
    const skipped = offset === 0 ? '' : ` (after the first ${formatNumber(offset)})`;
    const compared = comparison && markdown `${formatCount(comparison.requests, 'request')} for the previous period`;
    const parts = [
        ...(totals === undefined ? [renderRange(range)] : []),
        file === undefined ? markdown `no file` : markdown `${formatCount(rows, 'row')}${skipped} in ${code(file)}`,
        markdown `${formatCount(requests, 'request')}`,
        ...(compared === undefined ? [] : [compared]),
    ];
    return markdown `<sub>${joinMarkdown(parts, ' · ')}</sub>`;
}

;// CONCATENATED MODULE: ./build/page-views/report-comment/render-report.js






function renderReportComment(report, periods, runUrl) {
    const { projectId, result, range, topBy } = report;
    const { totals, comparison, warnings } = result;
    const parts = [
        renderTitle(projectId),
        ...renderState(report),
        ...(totals === undefined ? [] : renderTotals(totals, range, comparison)),
        ...renderWarnings(warnings),
        renderHistory(periods),
        ...renderPageTables({ result, topBy, isWhole: isWholePeriod(result, report) }),
        markdown `<sub>${markdown_link(markdown `Workflow run`, runUrl)}</sub>`,
    ];
    return joinMarkdown(parts, '\n\n');
}
const HISTORY_START = markdown `<!-- docs-agent-periods -->`;
const HISTORY_END = markdown `<!-- docs-agent-periods end -->`;
function replaceHistory(published, periods) {
    return replacePart(published, [HISTORY_START, HISTORY_END], renderHistory(periods));
}
function renderHistory(periods) {
    const parts = [
        HISTORY_START,
        ...renderLineChart(selectUnbroken(periods)),
        ...renderNotes(periods),
        ...(periods.length === 0 ? [] : [details('Totals of the last periods', renderPeriods(periods))]),
        HISTORY_END,
    ];
    return joinMarkdown(parts, '\n\n');
}
function renderNotes(periods) {
    const shown = selectUnbroken(periods);
    const [first] = shown;
    const last = shown.at(-1);
    if (shown.length < 2 || first === undefined || last === undefined)
        return [];
    const isAfterGap = periods.some((period) => period.to < first.from);
    const notes = [
        isAfterGap && `The chart begins after a gap, on ${first.from}.`,
        shown.length < periods.length && 'The table has all periods, also those of another length.',
        describeAiChange(first.from, last.to),
    ].filter((note) => typeof note === 'string');
    return notes.length === 0 ? [] : [markdown `${notes.join(' ')}`];
}
function renderLineChart(periods) {
    const largest = Math.max(1, ...periods.flatMap(({ human, ai, total }) => [human, ai, total]));
    if (periods.length < 2 || largest > Number.MAX_SAFE_INTEGER)
        return [];
    const list = (items) => markdown `[${joinMarkdown(items, ', ')}]`;
    const numbers = (key) => list(periods.map((period) => markdown `${formatPlainNumber(period[key])}`));
    const names = list(namePeriods(periods).map((name) => markdown `"${name}"`));
    const lines = [
        THEME,
        markdown `xychart-beta`,
        markdown `    title "Views: all (gray), by people (blue), by AI (purple)"`,
        markdown `    x-axis ${names}`,
        markdown `    y-axis 0 --> ${formatPlainNumber(largest)}`,
        markdown `    line ${numbers('total')}`,
        markdown `    line ${numbers('human')}`,
        markdown `    line ${numbers('ai')}`,
    ];
    return [markdown `\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``];
}
const THEME = markdown `%%{init: {"theme": "base", "xyChart": {"width": 900, "height": 320, "titleFontSize": 16, "xAxis": {"labelFontSize": 10}, "yAxis": {"labelFontSize": 10}}, "themeVariables": {"xyChart": {"backgroundColor": "transparent", "titleColor": "#848d97", "xAxisLabelColor": "#848d97", "xAxisTickColor": "#848d97", "xAxisLineColor": "#848d97", "yAxisLabelColor": "#848d97", "yAxisTickColor": "#848d97", "yAxisLineColor": "#848d97", "plotColorPalette": "#848d97, #2f81f7, #a371f7"}}}}%%`;
function renderPeriods(periods) {
    const names = namePeriods(periods);
    const rows = periods.map(({ to, human, ai, total }, index) => [
        markdown `${names[index] ?? ''}`,
        markdown `${to}`,
        ...[human, ai, total].map((count) => markdown `${formatNumber(count)}`),
    ]);
    const header = [markdown `From`, markdown `To (not included)`, markdown `Human`, markdown `AI`, markdown `Total`];
    return table(header, rows, [':--', ':--', '--:', '--:', '--:']);
}

;// CONCATENATED MODULE: ./build/page-views/report-comment/keep-report.js







function connectReportComment(connection, { repository, issue, projectId, apiKey }, redact) {
    const marker = createSignedMarker('page-views', apiKey, [repository, String(issue), projectId]);
    return createMarkedComment({ ...connection, thread: issue, marker, parse: parseReportPayload, redact });
}
function parseReportPayload(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const nonce = (0,json/* readText */.yR)(fields['nonce']);
    const periods = (0,json/* readList */.LD)(fields['periods'], periods_readPeriod);
    const commentId = (0,json/* readNumber */.kz)(fields['commentId']);
    if (nonce === undefined || periods === undefined)
        return undefined;
    return { nonce, periods, ...(commentId !== undefined && { commentId }) };
}
const MAXIMUM_EDITS = 4;
async function keepReport(options) {
    const { comment, report, runUrl, nowMs } = options;
    const added = listPeriods(options);
    let own = await findOwn(comment);
    if (own.length === 0) {
        const periods = mergePeriods([], added, nowMs);
        await comment.post(renderReportComment(report, periods, runUrl), { nonce: (0,external_node_crypto_namespaceObject.randomUUID)(), periods });
        own = await findOwn(comment);
    }
    for (let edits = 1; edits <= MAXIMUM_EDITS; edits += 1) {
        const [oldest = comment.current, ...duplicates] = own;
        if (oldest === undefined)
            break;
        comment.adopt(oldest);
        const lists = [...duplicates, oldest].map(({ payload }) => payload.periods);
        const known = lists.reduce((all, periods) => mergePeriods(all, periods, nowMs), []);
        const periods = mergePeriods(known, added, nowMs);
        await comment.edit(renderContent(options, oldest, periods), { periods });
        await removeAll(options, duplicates);
        own = await findOwn(comment);
        const written = periods.filter((period) => added.some((each) => isSamePeriod(each, period)));
        if (own[0] === undefined || isSubset(written, own[0]))
            break;
    }
    return comment.current?.url ?? '';
}
async function findOwn(comment) {
    return (await comment.find()).filter(({ isVerified }) => isVerified);
}
function listPeriods({ report: { range, result }, totals }) {
    const { comparison } = result;
    const previous = comparison === undefined ? [] : [toPeriod(comparison.range, comparison.totals, true)];
    return [...previous, toPeriod(range, totals)];
}
function isSubset(periods, { payload }) {
    const known = new Set(payload.periods.map((period) => JSON.stringify(period)));
    return periods.every((period) => known.has(JSON.stringify(period)));
}
function renderContent({ report, runUrl }, { text }, periods) {
    const own = toPeriod(report.range, { human: 0, ai: 0, total: 0 });
    const isKept = periods.some((period) => isSamePeriod(period, own));
    return text === undefined || (isKept && isNewest(own, periods))
        ? renderReportComment(report, periods, runUrl)
        : replaceHistory(text, periods);
}
async function removeAll({ comment, onLeftover }, comments) {
    for (const each of comments)
        await comment.remove(each).catch((error) => {
            if (!(error instanceof errors/* GitHubError */.y))
                throw error;
            onLeftover(error);
        });
}

;// CONCATENATED MODULE: ./build/runner/summary.js



const MAXIMUM_BYTES = 1024 * 1024 - 1024;
function createSummary(secrets) {
    return async (content) => {
        const text = truncateMarkdownToBytes(secrets.redact(content.toString()), MAXIMUM_BYTES);
        try {
            await summary.addRaw(text, true).write();
        }
        catch (error) {
            throw new Error(describeRefusal('write the job summary', error));
        }
    };
}

;// CONCATENATED MODULE: ./build/page-views/result/outputs.js


const OUTPUTS = {
    human: ({ totals }) => totals?.human,
    ai: ({ totals }) => totals?.ai,
    total: ({ totals }) => totals?.total,
    rows: ({ rows = 0 }) => rows,
    file: ({ file }) => file,
    complete: ({ outcome }) => outcome === 'complete',
    nextOffset: ({ nextOffset }) => nextOffset,
    top: ({ top }) => formatPages(top),
    previousTotal: ({ comparison }) => comparison?.totals.total,
    change: ({ totals, comparison }) => totals && comparison && formatChange(totals.total, comparison.totals.total),
    rising: ({ comparison }) => formatPages(comparison?.rising),
    falling: ({ comparison }) => formatPages(comparison?.falling),
    commentUrl: ({ commentUrl }) => commentUrl,
    dateFrom: ({ range, requests }) => (requests ? range?.dateFrom : undefined),
    dateTo: ({ range, requests }) => (requests ? range?.dateTo : undefined),
};
function writeOutputs(outputs, facts = {}) {
    for (const [name, make] of Object.entries(OUTPUTS))
        outputs.set(name, String(make(facts) ?? ''));
}
function formatPages(pages = []) {
    return `[${selectFitting(pages).map(formatPage).join()}]`;
}
const MAXIMUM_LIST_BYTES = 100 * 1024;
function selectFitting(pages) {
    let bytes = 2;
    return pages.filter((page) => {
        const length = Buffer.byteLength(formatPage(page)) + 1;
        if (bytes + length > MAXIMUM_LIST_BYTES)
            return false;
        bytes += length;
        return true;
    });
}
function formatPage({ path, ...counts }) {
    return JSON.stringify({ path: (0,untrusted_text/* readUntrustedText */.u)(path), ...counts });
}
function listCutOutputs({ top = [], comparison }) {
    const lists = { top, rising: comparison?.rising ?? [], falling: comparison?.falling ?? [] };
    return Object.keys(lists).filter((name) => selectFitting(lists[name]).length < lists[name].length);
}

;// CONCATENATED MODULE: ./build/page-views/result/publish.js









async function publishInputProblems(runner, outputs, message) {
    writeOutputs(outputs);
    runner.fail('Page views: inputs', message);
    await writeSummary(runner, renderInputProblems(message));
}
async function publishResult(runner, outputs, inputs, result, keepReportComment) {
    const { range, offset, topBy } = inputs.export;
    const explanation = result.failure === undefined ? undefined : explainFailure(result.failure);
    const report = { projectId: inputs.projectId, result, range, offset, topBy, explanation };
    writeOutputs(outputs, { ...result, range });
    logWarnings(runner, result);
    await writeSummary(runner, renderSummary(report));
    const commentUrl = await tryToKeepReport(runner, inputs, report, keepReportComment);
    if (commentUrl !== undefined)
        outputs.set('commentUrl', commentUrl);
    logEnd(runner, inputs, result, explanation);
}
async function tryToKeepReport({ log }, { issueNumber }, report, keepReportComment) {
    try {
        return await keepReportComment(report);
    }
    catch (error) {
        const message = error instanceof errors/* GitHubError */.y
            ? error.message
            : `Could not write the report comment in #${issueNumber}: ${describeInSentence(error)} Run the export again to write it.`;
        log.warning('Page views: the report comment was not written', message);
        return undefined;
    }
}
function logWarnings({ log }, result) {
    for (const { about, message, quote } of result.warnings) {
        const suffix = quote === undefined ? '' : ` ${quote.label}: ${(0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_text/* readUntrustedText */.u)(quote.text)), 120)}`;
        log.warning(`Page views: ${WARNING_TITLES[about]}`, message + suffix);
    }
    for (const name of listCutOutputs(result))
        log.warning('Page views: an output was cut', `The output \`${name}\` has room for 100 KiB; pages that don't fit are left out.`);
}
async function writeSummary({ log, secrets }, content) {
    try {
        await createSummary(secrets)(content);
    }
    catch (error) {
        log.warning('Page views: the job summary was not written', describeError(error));
    }
}
function logEnd({ log, fail }, inputs, result, explanation) {
    const continuation = describeContinuation(result, inputs.export.range);
    if (result.outcome === 'complete')
        log.info(`Wrote ${formatCount(result.rows, 'row')} to ${result.file}.`);
    else if (result.outcome !== 'failed')
        log.warning('Page views: not complete', `${describeShortfalls(result.shortfalls)} ${continuation}`);
    else {
        fail('Page views: the export failed', `${describeProblem(explanation)} ${continuation}`);
        if (explanation?.isUnexpected && result.failure instanceof Error)
            log.debug(result.failure.stack ?? '');
    }
}
function describeProblem({ problem, detail } = {}) {
    const said = detail === undefined ? '' : (0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_text/* readUntrustedText */.u)(detail)), 300);
    return said === '' ? `${problem}` : `${problem} The service said: "${said}".`;
}

;// CONCATENATED MODULE: ./build/page-views/main.js
















const runMain = () => runAction(main);
async function main(runner) {
    const run = readWorkflowRun(process.env);
    const outputs = createOutputs(runner);
    const inputs = readInputsOrProblem(runner, run.workspace);
    if (typeof inputs === 'string') {
        await publishInputProblems(runner, outputs, inputs);
        return;
    }
    announce(runner.log, inputs);
    const { signal, stop } = listenForCancellation();
    try {
        const fetch = (0,network_fetch/* createFetch */.Hy)(process.env);
        const result = await exportPageViews(inputs.export, {
            service: connectService(runner, inputs, fetch),
            openFile: () => openExportFile(run.workspace, inputs.file),
            signal,
            onProgress: createProgress(runner.log),
        });
        await publishResult(runner, outputs, inputs, result, (report) => keepReportComment(runner, inputs, { run, fetch, signal, report }));
    }
    catch (error) {
        if (!(error instanceof proxies/* ProxySettingError */.T))
            throw error;
        const result = describeUnstarted(inputs.export, error);
        await publishResult(runner, outputs, inputs, result, async () => undefined);
    }
    finally {
        stop();
    }
}
function readInputsOrProblem(runner, workspace) {
    try {
        const reader = createInputReader(runner.secrets, INPUT_DEFAULTS);
        return readInputs(reader, { workspace, nowMs: systemClock.wallClock() });
    }
    catch (error) {
        if (!(error instanceof InputError))
            throw error;
        return error.message;
    }
}
function announce(log, { apiKey, projectId, file, export: options }) {
    const { range, previousRange, offset } = options;
    log.info(`Page views of project "${projectId}", ${main_describe(range)}, to ${file}.`);
    if (previousRange !== undefined)
        log.info(`The previous period is read afterwards: ${main_describe(previousRange)}.`);
    if (offset > 0)
        log.info(`The first ${formatCount(offset, 'row')} are skipped.`);
    const kind = findOtherKeyKind(apiKey);
    if (kind !== undefined)
        log.warning('This may be the wrong key', `api-key looks like an ${kind} key; page views need an admin key.`);
}
function main_describe(range) {
    const { dates, note } = describeRange(range);
    return `${dates} (${note})`;
}
function connectService({ log, secrets }, { apiKey, projectId, baseUrl }, fetch) {
    return createDocsService({
        baseUrl,
        apiKey,
        projectId,
        fetch,
        ...systemClock,
        random: Math.random,
        redact: secrets.redact,
        onRetry: ({ failure, attempt, delayMs, offset }) => log.info(`Offset ${offset}, attempt ${attempt}: ${failure.message} The next one follows in ${(delayMs / 1000).toFixed(1)} s.`),
    });
}
const PROGRESS_INTERVAL_MS = 3000;
function createProgress(log) {
    let silentUntil = 0;
    return ({ rows, requests }) => {
        if (systemClock.now() < silentUntil)
            return;
        silentUntil = systemClock.now() + PROGRESS_INTERVAL_MS;
        log.info(`${formatCount(rows, 'row')} after ${formatCount(requests, 'request')}.`);
    };
}
async function keepReportComment({ log, secrets }, { issueNumber: issue, githubToken: token, apiKey, projectId }, { run, fetch, signal, report }) {
    const { outcome, totals } = report.result;
    if (issue === undefined || outcome === 'failed' || totals === undefined)
        return undefined;
    if (token === '') {
        log.warning('Page views: the report comment was not written', '`issue-number` is set, but `github-token` is empty.');
        return undefined;
    }
    const connection = await connectGitHub({ run, token, fetch, clock: systemClock, signal, threadKind: undefined });
    const place = { repository: identifyRepository(run), issue, projectId, apiKey };
    const url = await keepReport({
        comment: connectReportComment(connection, place, secrets.redact),
        report,
        totals,
        runUrl: run.url,
        nowMs: systemClock.wallClock(),
        onLeftover: ({ message }) => log.warning('Page views: a second report comment was not deleted', message),
    });
    log.info(`The report is in ${url}.`);
    return url;
}

var __webpack_exports__main = __webpack_exports__.i;
var __webpack_exports__runMain = __webpack_exports__.V;
export { __webpack_exports__main as main, __webpack_exports__runMain as runMain };
