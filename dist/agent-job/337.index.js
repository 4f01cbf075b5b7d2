export const id = 337;
export const ids = [337];
export const modules = {

/***/ 2337:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createProxiedFetch: () => (/* binding */ createProxiedFetch)
/* harmony export */ });
/* harmony import */ var undici__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6752);

/**
 * A `fetch` that goes through `proxies`. Requests go through a tunnel (CONNECT), so that the proxy sees nothing of
 * them. Where a proxy opens no tunnel to a plain `http:` address, as many do for ports other than 443, the
 * request is handed to the proxy itself; by then nothing of it has been sent.
 */
function createProxiedFetch(proxies) {
    const tunnel = new undici__WEBPACK_IMPORTED_MODULE_0__/* .EnvHttpProxyAgent */ .J2({ ...proxies, proxyTunnel: true });
    const forward = new undici__WEBPACK_IMPORTED_MODULE_0__/* .EnvHttpProxyAgent */ .J2(proxies);
    let opensTunnels = true;
    return async (input, init) => {
        const { protocol } = new URL(input instanceof Request ? input.url : input);
        // Undici would take the proxy for http where there is none for https.
        const proxy = protocol === 'https:' ? proxies.httpsProxy : proxies.httpProxy;
        if (proxy === '')
            return globalThis.fetch(input, init);
        if (protocol === 'http:' && !opensTunnels)
            return send(forward, input, init);
        try {
            return await send(tunnel, input, init);
        }
        catch (error) {
            if (protocol === 'https:' || !wasTunnelRefused(error))
                throw error;
            opensTunnels = false;
            return await send(forward, input, init);
        }
    };
}
/** Whether the proxy was there and opened no tunnel, as undici tells it. Then nothing of the request was sent. */
function wasTunnelRefused(error) {
    if (!(error instanceof Error))
        return false;
    const isRefusal = error.message.startsWith('Proxy response (') || ('code' in error && error.code === 'UND_ERR_PRX_CONN');
    return isRefusal || wasTunnelRefused(error.cause);
}
/** The types of undici and of Node describe the same things, each with its own classes. */
function send(dispatcher, input, init) {
    const options = { ...init, dispatcher };
    return (0,undici__WEBPACK_IMPORTED_MODULE_0__/* .fetch */ .hd)(input, options);
}


/***/ })

};
