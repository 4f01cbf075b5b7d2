export const id = 253;
export const ids = [253];
export const modules = {

/***/ 8253:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createProxiedFetch: () => (/* binding */ createProxiedFetch)
});

// EXTERNAL MODULE: ../../work/main/node_modules/undici/index.js
var undici = __webpack_require__(576);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
var external_node_http_namespaceObject = /*#__PURE__*/__webpack_require__.t(external_node_http_, 2);
// EXTERNAL MODULE: external "node:https"
var external_node_https_ = __webpack_require__(4708);
var external_node_https_namespaceObject = /*#__PURE__*/__webpack_require__.t(external_node_https_, 2);
;// CONCATENATED MODULE: ./build/network/proxy-tunnel.js



const CONNECT_TIMEOUT_MS = 10_000;
/** The way through a proxy could not be opened, so nothing of the request itself has been sent. */
class ProxyTunnelError extends Error {
    name = 'ProxyTunnelError';
    code = 'ERR_PROXY_TUNNEL';
    /** The proxy was there, and did not want to. */
    isRefusal;
    constructor(what, isRefusal, options) {
        super(`The proxy ${what}.`, options);
        this.isRefusal = isRefusal;
    }
}
/** Says whether `error`, or a cause of it, is a proxy that refused a tunnel. */
function isTunnelRefusal(error) {
    if (!(error instanceof Error))
        return false;
    return error instanceof ProxyTunnelError ? error.isRefusal : isTunnelRefusal(error.cause);
}
/** The header for the login in the address of a proxy, or nothing. */
function describeProxyLogin({ username, password }) {
    if (username === '')
        return {};
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` };
}
/**
 * Connects to servers through a tunnel that `proxy` opens (CONNECT, RFC 9110 section 9.3.6), and for `https:`
 * on to TLS with the server itself. Undici's own proxy agent connects again and again, without end, when a
 * proxy closes the connection instead of answering.
 */
function connectThroughProxy(proxy) {
    const secure = (0,undici.buildConnector)({ timeout: CONNECT_TIMEOUT_MS });
    return (options, callback) => {
        openTunnel(proxy, options).then((socket) => {
            if (options.protocol === 'https:')
                secure({ ...options, httpSocket: socket }, callback);
            else
                callback(null, socket);
        }, (error) => callback(error, null));
    };
}
function openTunnel(proxy, { hostname, port, protocol }) {
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    const authority = `${host}:${port || (protocol === 'https:' ? 443 : 80)}`;
    const { request } = proxy.protocol === 'https:' ? external_node_https_namespaceObject : external_node_http_namespaceObject;
    const { promise, resolve, reject } = Promise.withResolvers();
    const connecting = request(proxy.origin, {
        method: 'CONNECT',
        path: authority,
        headers: { host: authority, ...describeProxyLogin(proxy) },
        agent: false,
    });
    const timeout = setTimeout(() => connecting.destroy(new ProxyTunnelError('did not answer in time', false)), CONNECT_TIMEOUT_MS);
    let isConnected = false;
    connecting
        .on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
        .on('connect', ({ statusCode = 0 }, socket, head) => {
        if (statusCode >= 200 && statusCode < 300) {
            if (head.length > 0)
                socket.unshift(head);
            resolve(socket);
            return;
        }
        socket.destroy();
        reject(new ProxyTunnelError(`refused the way to the server with status ${statusCode}`, true));
    })
        .on('error', (error) => reject(asTunnelError(error, isConnected)))
        .on('close', () => clearTimeout(timeout))
        .end();
    return promise.finally(() => clearTimeout(timeout));
}
function asTunnelError(error, isConnected) {
    if (error instanceof ProxyTunnelError)
        return error;
    const what = isConnected ? 'closed the connection' : 'could not be reached';
    return new ProxyTunnelError(what, isConnected, { cause: error });
}

;// CONCATENATED MODULE: ./build/network/proxied-fetch.js


/**
 * A `fetch` that goes through the proxy that `findProxy` names, and directly where it names none.
 *
 * Requests go through a tunnel (CONNECT), so that the proxy sees nothing of them. Where a proxy refuses the
 * tunnel for a plain `http:` address, as many do for ports other than 443, the request is handed to the
 * proxy itself; by then nothing of it has been sent.
 */
function createProxiedFetch(findProxy) {
    const routes = new Map();
    const findRoute = (proxy) => {
        const route = routes.get(proxy.href) ?? createRoute(proxy);
        routes.set(proxy.href, route);
        return route;
    };
    return async (input, init) => {
        const request = input instanceof Request ? new Request(input, init) : undefined;
        const url = new URL(request ? request.url : String(input));
        const proxy = findProxy(url);
        if (proxy === undefined)
            return globalThis.fetch(input, init);
        return fetchThrough(findRoute(proxy), url, request ? readRequest(request) : (init ?? {}));
    };
}
function createRoute(proxy) {
    return {
        tunnel: new undici.Agent({ connect: connectThroughProxy(proxy) }),
        forward: createForwarder(proxy),
        refusesTunnels: false,
    };
}
async function fetchThrough(route, url, init) {
    const mayForward = url.protocol === 'http:';
    if (mayForward && route.refusesTunnels)
        return send(url, init, route.forward);
    try {
        return await send(url, init, route.tunnel);
    }
    catch (error) {
        // A body that is a stream can't be sent a second time.
        const isRepeatable = init.body === undefined || init.body === null || typeof init.body === 'string';
        if (!mayForward || !isRepeatable || !isTunnelRefusal(error))
            throw error;
        route.refusesTunnels = true;
        return send(url, init, route.forward);
    }
}
/** The types of undici and of Node describe the same things, each with its own classes. */
function send(url, init, dispatcher) {
    const options = { ...init, dispatcher };
    return (0,undici.fetch)(url, options);
}
/** Sends requests to the proxy, with the whole address where there usually is a path (RFC 9112 section 3.2.2). */
function createForwarder(proxy) {
    return new undici.Agent().compose((dispatch) => (options, handler) => {
        const origin = String(options.origin);
        const headers = {
            ...options.headers,
            host: new URL(origin).host,
            ...describeProxyLogin(proxy),
        };
        return dispatch({ ...options, origin: proxy.origin, path: `${origin}${options.path}`, headers }, handler);
    });
}
function readRequest(request) {
    const { method, headers, body, redirect, signal } = request;
    return { method, headers, body, redirect, signal, ...(body === null ? {} : { duplex: 'half' }) };
}


/***/ })

};
