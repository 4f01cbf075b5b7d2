export const id = 826;
export const ids = [826];
export const modules = {

/***/ 6826:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  prepareRun: () => (/* binding */ prepareRun)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./build/network/fetch.js
var network_fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/runner/cancellation.js
var cancellation = __webpack_require__(172);
// EXTERNAL MODULE: ./build/runner/clock.js
var clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/runner/event.js
var runner_event = __webpack_require__(5371);
// EXTERNAL MODULE: ./build/runner/inputs.js
var runner_inputs = __webpack_require__(2266);
// EXTERNAL MODULE: ./build/runner/log.js
var log = __webpack_require__(2793);
// EXTERNAL MODULE: ./build/runner/outputs.js
var runner_outputs = __webpack_require__(4481);
// EXTERNAL MODULE: ./build/node_modules/@actions/core/lib/core.js + 10 modules
var core = __webpack_require__(621);
// EXTERNAL MODULE: ./build/untrusted/truncate-markdown.js
var truncate_markdown = __webpack_require__(797);
;// CONCATENATED MODULE: ./build/runner/summary.js



/** GitHub refuses a step's summary over 1 MiB; some room is left for what the runner adds. */
const MAXIMUM_BYTES = 1024 * 1024 - 1024;
/**
 * A writer of job summaries that redacts `secrets`.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
function createSummary(secrets) {
    return async (content) => {
        const text = (0,truncate_markdown/* truncateMarkdownToBytes */.y)(secrets.redact(content.toString()), MAXIMUM_BYTES);
        try {
            await core/* summary */.z.addRaw(text, true).write();
        }
        catch (error) {
            throw new Error((0,runner_outputs/* describeRefusal */.a2)('write the job summary', error));
        }
    };
}

// EXTERNAL MODULE: ./build/agent-job/claim/claim-marker.js
var claim_marker = __webpack_require__(2562);
// EXTERNAL MODULE: ./build/agent-job/connections.js + 3 modules
var agent_job_connections = __webpack_require__(7738);
// EXTERNAL MODULE: ./build/agent-job/inputs.js + 2 modules
var agent_job_inputs = __webpack_require__(4261);
// EXTERNAL MODULE: ./build/agent-job/request/permission.js
var permission = __webpack_require__(1383);
;// CONCATENATED MODULE: ./build/agent-job/refused-inputs.js

/**
 * Reacts to the command when an input can't be used or a secret is missing, so that the thread doesn't stay silent for
 * somebody who may use the command. `confused` without `eyes` doesn't stop a re-run. It never throws.
 */
async function markRefusal({ comment }, inputs, { problems }, github) {
    const isRefused = (name) => problems.some(({ input }) => input === name);
    const isWanted = inputs.comment || isRefused('comment');
    if (comment === undefined || github === undefined || !isWanted)
        return;
    const minimum = isRefused('minimum-permission') ? 'admin' : inputs.minimumPermission;
    const allowedBots = isRefused('allowed-bots') ? [] : inputs.allowedBots;
    try {
        const { isAllowed } = await (0,permission/* checkPermission */.Y)(comment, minimum, allowedBots, github);
        if (isAllowed)
            await github.react(comment, 'confused');
    }
    catch {
        // The inputs are what the run reports, so a failure here is ignored.
    }
}

// EXTERNAL MODULE: ./build/agent-job/request/trigger.js
var request_trigger = __webpack_require__(7274);
// EXTERNAL MODULE: ./build/agent-job/result/find-cause.js
var find_cause = __webpack_require__(5819);
// EXTERNAL MODULE: ./build/agent-job/result/progress.js
var result_progress = __webpack_require__(4285);
// EXTERNAL MODULE: ./build/agent-job/result/run-result.js
var run_result = __webpack_require__(7255);
// EXTERNAL MODULE: ./build/docs-service/client.js
var client = __webpack_require__(4037);
;// CONCATENATED MODULE: ./build/agent-job/settings-warnings.js

/** Warns of settings that are allowed, but probably a mistake. */
function warnOfSettings(trigger, inputs, log) {
    const keyKind = (0,client/* findOtherKeyKind */.F)(inputs.apiKey);
    if (keyKind !== undefined)
        log.warning('This may be the wrong key', `\`api-key\` looks like an ${keyKind} key; agent jobs need an admin key.`);
    if (inputs.githubToken === '' && inputs.issueNumber !== undefined)
        log.warning('Nothing is reported in the thread', `\`issue-number\` is ${inputs.issueNumber}, but \`github-token\` is empty. Give the step a token, or remove \`issue-number\`.`);
    if (trigger.comment !== undefined && trigger.isPublic && inputs.minimumPermission === 'read')
        log.warning('Anyone may start jobs', 'On a public repository everybody has the permission `read`, and `minimum-permission` is `read`. Set it to `write` to admit only people who may push.');
}

;// CONCATENATED MODULE: ./build/agent-job/prepare-run.js


















/**
 * Checks the inputs, and connects the use case to the world.
 * @returns nothing when that can't be done; the reason is published then
 */
async function prepareRun(event, entry) {
    const { reader, outputs, secretInputs, signal } = entry;
    const warnings = (0,log/* collectWarnings */._)(entry.runner.log);
    const runner = { ...entry.runner, log: warnings.log };
    const run = (0,runner_event/* readWorkflowRun */.hO)(process.env);
    const inputs = (0,agent_job_inputs/* readInputs */.Ko)(reader, secretInputs, event, run.workspace);
    const context = {
        askedBy: event.comment?.author.login,
        runUrl: run.url,
        command: inputs.command,
        hasDashboard: inputs.baseUrl.origin === agent_job_inputs/* INPUT_DEFAULTS */.WJ['base-url'],
        isAttached: inputs.jobId !== '',
        followUp: inputs.followUp,
    };
    const state = (0,runner_outputs/* createState */.ur)(runner);
    let connections;
    const publish = async (result) => {
        // Not needed before the job is created, and a command should start fast.
        const { publishResult, recordResult } = await __webpack_require__.e(/* import() */ 867).then(__webpack_require__.bind(__webpack_require__, 2867));
        state.save('known', JSON.stringify(recordResult(result)));
        return await publishResult({ ...result, cause: (0,find_cause/* refineByKey */.qo)(result.cause, inputs.apiKey) }, {
            runner,
            warnings,
            outputs,
            writeSummary: createSummary(runner.secrets),
            failOn: inputs.failOn,
            context,
            comment: connections?.comment,
            react: connections?.react,
        });
    };
    let fetch;
    let trigger = event;
    try {
        fetch = entry.fetch ?? (0,network_fetch/* createFetch */.Hy)(process.env);
        connections = (0,agent_job_connections/* connectRun */.Yy)(event, inputs, run, fetch, signal);
        reader.finish();
        const reporting = await (0,agent_job_connections/* connectReport */.xf)(event, inputs, run, connections, runner, signal);
        trigger = reporting.trigger;
        connections = reporting.connections;
    }
    catch (error) {
        if (error instanceof runner_inputs/* InputError */.d)
            await markRefusal(event, inputs, error, connections?.connection?.github);
        await publish({ ...(0,run_result/* endByError */.Tg)(error), isClaimed: false, durationMs: 0 });
        return undefined;
    }
    warnOfSettings(trigger, inputs, runner.log);
    const nonce = (0,external_node_crypto_.randomUUID)();
    // `post` knows the comment of this step by it, and its thread, which the event of a push doesn't tell.
    state.save('nonce', nonce);
    state.save('thread', String((0,request_trigger/* findReportThread */.UB)(trigger, inputs)?.number ?? ''));
    state.save('phase', 'started');
    const { connection, comment } = connections ?? {};
    return {
        inputs,
        trigger,
        dependencies: {
            run,
            service: (0,agent_job_connections/* connectService */.Ux)(runner, inputs, fetch),
            github: connection && (0,cancellation/* untilAborted */.Eu)(connection.github, signal),
            comment: comment && (0,cancellation/* untilAborted */.Eu)(comment, signal),
            clock: clock/* systemClock */.m,
            signal,
            log: runner.log,
            nonce,
            renderProgress: (progress) => (0,result_progress/* renderProgress */.EY)(progress, context),
            onJob(job) {
                outputs.set('jobId', job.jobId);
                state.save('known', JSON.stringify({ jobId: job.jobId, ...(0,claim_marker/* pickDelivery */.aq)(job) }));
            },
        },
        async publish(result) {
            const isReported = await publish(result);
            // `post` tries again if the comment could not be written.
            state.save('phase', isReported ? 'finished' : 'started');
        },
    };
}


/***/ })

};
