/******/ var __webpack_modules__ = ({

/***/ 44:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _runner_start_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(476);

await (0,_runner_start_js__WEBPACK_IMPORTED_MODULE_0__/* .startAction */ .R)(({ outcomes }) => outcomes()).catch(_runner_start_js__WEBPACK_IMPORTED_MODULE_0__/* .failStep */ .v);

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 476:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  v: () => (/* binding */ failStep),
  R: () => (/* binding */ startAction)
});

;// CONCATENATED MODULE: ./build/front-doors/runner/action-error.js

/**
 * What ends an operation, in the words that people read: the operation and its target, what came back, and, as `hint`,
 * what to do. It is thrown where the fact is known.
 */
class ActionError extends Error {
    name = 'ActionError';
    hint;
    status;
    isTrouble;
    limitMs;
    isRefused;
    said;
    constructor(message, options = {}) {
        super(message, { cause: options.cause });
        this.hint = options.hint ?? '';
        this.status = options.status;
        this.isTrouble = options.isTrouble ?? false;
        this.limitMs = options.limitMs;
        this.isRefused = options.isRefused ?? options.limitMs !== undefined;
        this.said = options.said ?? '';
    }
    /** The first sentence of the message, without its full stop. */
    get whatHappened() {
        return this.#parts[0];
    }
    /** The rest of the message: the request, and what came back. */
    get technical() {
        return this.#parts[1];
    }
    get #parts() {
        const [, first = this.message, rest = ''] = /^(.+?)\.(?:\s+(.*))?$/su.exec(this.message) ?? [];
        return [first, rest];
    }
    /** All that people read, as one text. */
    get text() {
        return [this.message, this.said, this.hint].filter(Boolean).join(' ');
    }
}
/** An error that nobody expected, as an `ActionError`. */
function toActionError(error) {
    if (error instanceof ActionError)
        return error;
    if (error instanceof CancelledError)
        return new ActionError(error.message, { cause: error });
    const message = error instanceof Error ? error.message : String(error);
    return new ActionError(`Unexpected error: ${message}`, {
        hint: 'This is a bug in the action. Report it with the log of this run.',
        cause: error,
    });
}
/**
 * Why no response came: the code of the network's failure, such as `ECONNREFUSED`, which `fetch` hides in its causes.
 */
function describeFailure(error) {
    if (!(error instanceof Error))
        return 'no reason given';
    if (error.name === 'TimeoutError')
        return 'no response in time';
    if (error instanceof CancelledError)
        return 'the run was canceled';
    const { code } = error;
    return error.cause instanceof Error ? describeFailure(error.cause) : typeof code === 'string' ? code : error.name;
}
/** Says what an operation was for, in front of what came back: `fetchIt().catch(explain("Couldn't read it"))`. */
function explain(what) {
    return (error) => {
        if (!(error instanceof ActionError))
            throw error;
        throw new ActionError(`${what}. ${error.message}`, error);
    };
}
/** For what a run can do without: an ActionError is undefined, after `note` has seen it, and any other goes on. */
function lookPast(note = () => { }) {
    return (error) => {
        if (!(error instanceof ActionError))
            throw error;
        note(error);
    };
}

;// CONCATENATED MODULE: ./build/front-doors/runner/start.js
// Bundled into the front doors of the actions: no packages here.

/**
 * Loads the program of all actions, and starts one.
 * @throws what a package refuses while it is loaded, such as a proxy variable that isn't a URL
 */
async function startAction(start) {
    const { program } = await import(/* webpackIgnore: true */ '../main.js');
    await start(program);
}
/**
 * Fails the step, with an annotation in one line. The runner finds commands also behind `##[`, anywhere in a line.
 * @returns what it says
 */
function failStep(error) {
    const text = error instanceof ActionError
        ? error.text
        : `${String(error).replace(/\.?$/u, '.')} Check HTTP_PROXY and HTTPS_PROXY.`;
    const line = text.replace(/\s+/gu, ' ').replaceAll('##[', '## [');
    process.stdout.write(`::error title=The action couldn't start::${line}\n`);
    process.exitCode = 1;
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
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
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
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(44);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
