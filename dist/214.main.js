export const id = 214;
export const ids = [214];
export const modules = {

/***/ 5023:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   sS: () => (/* binding */ formatPullRequest),
/* harmony export */   x6: () => (/* binding */ locatePullRequest)
/* harmony export */ });
/* unused harmony export parsePullRequestUrl */
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


/***/ }),

/***/ 3497:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $f: () => (/* binding */ recordEnd),
/* harmony export */   C8: () => (/* binding */ inheritClaim),
/* harmony export */   Cd: () => (/* binding */ MOST_PROMPTS),
/* harmony export */   Ed: () => (/* binding */ parseClaim),
/* harmony export */   Hq: () => (/* binding */ tellsOfWork),
/* harmony export */   PP: () => (/* binding */ createClaimMarker),
/* harmony export */   Xb: () => (/* binding */ listContinuableJobs),
/* harmony export */   yj: () => (/* binding */ recordPrompt)
/* harmony export */ });
/* harmony import */ var _github_signed_marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5671);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5443);
/* harmony import */ var _job_record_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5886);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8577);




const CLAIM_STATES = ['claimed', 'refused', 'unknown', 'job', 'finished', 'answered'];
const MOST_PROMPTS = 20;
const MOST_PULL_REQUESTS = 10;
const LONGEST_LINK = 300;
function createClaimMarker(apiKey, repository, thread, previousApiKey = '') {
    const marker = (0,_github_signed_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .createSignedMarker */ .Le)('job', apiKey, [repository, String(thread)], previousApiKey);
    const write = ({ prompts, ...claim }) => marker.write((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({ ...claim, prompts: prompts?.map(formatPrompt) }));
    return { ...marker, write };
}
function formatPrompt({ at, end }) {
    return end === undefined ? at : `${at} ${_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[end].letter}`;
}
function parsePrompt(value) {
    const [at, letter] = ((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(value) ?? '').split(' ');
    return at ? (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({ at, end: _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOMES */ .im.find((each) => _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[each].letter === letter) }) : undefined;
}
function parseClaim(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value);
    const state = CLAIM_STATES.find((known) => known === fields['state']);
    const texts = readTexts(fields, ['trigger', 'event', 'project', 'nonce']);
    const claimant = readTexts(fields['claimant'], ['runId', 'job', 'step']);
    const attempt = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readNumber */ .kz)((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(fields['claimant'])['attempt']);
    if (!(state && texts && claimant && attempt !== undefined))
        return undefined;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({
        state,
        trigger: texts.trigger,
        event: texts.event,
        source: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(fields['source']),
        series: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(fields['series']),
        project: texts.project,
        claimant: { ...claimant, attempt },
        nonce: texts.nonce,
        commentId: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readNumber */ .kz)(fields['commentId']),
        outcome: _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOMES */ .im.find((each) => each === fields['outcome']),
        job: (0,_job_record_js__WEBPACK_IMPORTED_MODULE_0__/* .parseJobRecord */ .u)(fields['job']),
        earlierJob: (0,_job_record_js__WEBPACK_IMPORTED_MODULE_0__/* .parseJobRecord */ .u)(fields['earlierJob']),
        pullRequests: parseList(fields['pullRequests'], _job_record_js__WEBPACK_IMPORTED_MODULE_0__/* .parseUrl */ .D),
        prompts: parseList(fields['prompts'], parsePrompt),
        range: parseRange(fields['range']),
        confused: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readNumber */ .kz)(fields['confused']),
    });
}
function parseList(value, parse) {
    return Array.isArray(value) ? value.flatMap((item) => parse(item) ?? []) : undefined;
}
function parseRange(value) {
    const range = readTexts(value, ['series', 'base', 'head']);
    const { step, branch, since } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value);
    if (range === undefined)
        return undefined;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({
        ...range,
        step: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(step),
        branch: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(branch),
        since: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(since),
    });
}
function readTexts(value, names) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readFields */ .qU)(value);
    if (names.some((name) => (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(fields[name]) === undefined))
        return undefined;
    return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
function recordPrompt(claim, sentAt) {
    return { prompts: [...(claim?.prompts ?? []), { at: sentAt }].slice(-MOST_PROMPTS) };
}
function recordEnd(claim, outcome, endedAt, job = claim?.job) {
    const ended = job === undefined ? 'refused' : _outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isFinal ? 'finished' : 'job';
    const isUnknown = outcome === 'unknown';
    const isSent = isUnknown || job?.isFollowUp !== undefined;
    const { prompts } = isSent && claim?.state === 'claimed' ? recordPrompt(claim, endedAt) : { ...claim };
    const last = prompts?.at(-1);
    return {
        state: isUnknown ? 'unknown' : ended,
        outcome,
        ...(job && { job }),
        ...(prompts && last && isSent && { prompts: [...prompts.slice(0, -1), { ...last, end: outcome }] }),
    };
}
function tellsOfWork({ payload }, project) {
    return payload.project === project && payload.state !== 'refused' && payload.state !== 'answered';
}
function inheritClaim(before) {
    const [earlierJob] = listContinuableJobs(before);
    const links = [before.job?.prLink, before.earlierJob?.prLink, ...(before.pullRequests ?? [])];
    const distinct = new Map(links.flatMap((url) => (url ? [[url.href, url]] : [])));
    const short = [...distinct.values()].filter(({ href }) => href.length <= LONGEST_LINK);
    return {
        ...(0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_3__/* .dropAbsent */ .dm)({ earlierJob, prompts: before.prompts, confused: before.confused }),
        pullRequests: short.slice(0, MOST_PULL_REQUESTS),
    };
}
function listContinuableJobs({ job, outcome, earlierJob }) {
    const isOver = outcome !== undefined && !_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOME_RECORDS */ .gk[outcome].isContinuable;
    return [isOver ? undefined : job, job?.prLink ? undefined : earlierJob].flatMap((each) => each ?? []);
}


/***/ }),

/***/ 5886:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ parseUrl),
/* harmony export */   u: () => (/* binding */ parseJobRecord)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5443);

const PREVIOUS_STATES = [
    ...['open', 'closed', 'merged', 'deleted', 'unreadable'],
    ...['job-active', 'job-archived', 'job-failed', 'job-gone', 'job-unreadable'],
];
function parseJobRecord(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(value);
    const jobId = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(fields['jobId']);
    const { isFollowUp } = fields;
    if (jobId === undefined)
        return undefined;
    return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({
        jobId,
        isFollowUp: typeof isFollowUp === 'boolean' ? isFollowUp : undefined,
        messageAt: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readNumber */ .kz)(fields['messageAt']),
        previous: parsePrevious(fields['previous']),
        status: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(fields['status']),
        prLink: parseUrl(fields['prLink']),
    });
}
function parsePrevious(value) {
    const fields = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(value);
    const url = parseUrl(fields['url']);
    const state = PREVIOUS_STATES.find((each) => each === fields['state']);
    if (state === undefined)
        return undefined;
    if (url !== undefined)
        return (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .dropAbsent */ .dm)({ url, state, headSha: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(fields['headSha']) });
    return fields['url'] === undefined && state.startsWith('job-') ? { state } : undefined;
}
function parseUrl(value) {
    return URL.parse((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(value) ?? '') ?? undefined;
}


/***/ }),

/***/ 8577:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   gk: () => (/* binding */ OUTCOME_RECORDS),
/* harmony export */   im: () => (/* binding */ OUTCOMES),
/* harmony export */   nZ: () => (/* binding */ STATUS_OUTCOMES),
/* harmony export */   ug: () => (/* binding */ failsStep)
/* harmony export */ });
const GREEN = {
    reaction: undefined,
    isEarly: false,
    isFinal: false,
    onRerun: 'wait',
    isDoneByLink: false,
    isContinuable: true,
    alwaysFails: false,
};
const ENDED = { ...GREEN, isFinal: true, onRerun: 'report', isContinuable: false };
const STOPPED = { ...GREEN, isEarly: true };
const RED = { ...GREEN, alwaysFails: true, reaction: 'confused' };
const RECORDS = {
    'pull-request': {
        ...ENDED,
        letter: 'p',
        sign: '🚀',
        headline: 'The documentation pull request is ready',
        advice: "Review it like any other pull request, and merge it when it's ready.",
        reaction: 'rocket',
        isContinuable: true,
    },
    'no-pull-request': {
        ...ENDED,
        letter: 'n',
        sign: '✅',
        headline: 'Finished without a pull request',
        advice: 'The agent either found nothing to change, or committed to the deployment branch. Check that branch. ' +
            'If a change is missing, {again}, and name the page and the change.',
        reaction: 'rocket',
    },
    archived: {
        ...ENDED,
        letter: 'a',
        sign: '🗄️',
        headline: 'The job was archived',
        advice: 'It was archived in the dashboard. For a new job, {again}.',
        reaction: 'confused',
        onRerun: 'send',
        isDoneByLink: true,
    },
    submitted: {
        ...GREEN,
        letter: 's',
        sign: '📨',
        headline: 'The job was submitted',
        advice: '',
        reaction: 'rocket',
        isEarly: true,
    },
    'dry-run': {
        ...GREEN,
        letter: 'd',
        sign: '🧪',
        headline: 'The setup check passed',
        advice: 'Nothing was sent to the agent. Next, post a command, or run the workflow without `dry-run`.',
    },
    skipped: { ...GREEN, letter: 'k', sign: '⏭️', headline: 'Nothing to do', advice: '' },
    denied: {
        ...GREEN,
        letter: 'x',
        sign: '🚫',
        headline: "The commenter can't use the command",
        advice: 'Ask someone with that permission to post the command, or ask a maintainer to lower `minimum-permission`.',
        reaction: '-1',
    },
    duplicate: { ...GREEN, letter: '2', sign: '👥', headline: 'Already handled by another run', advice: '' },
    failed: {
        ...ENDED,
        letter: 'f',
        sign: '❌',
        headline: 'The job failed',
        advice: "The agent couldn't recover from an error, and the service gives no reason. " +
            'If every job fails, install {app} on the documentation repository, and check the plan and its credits ' +
            'on {usage}. Otherwise, look at the job in the dashboard, or {again} with a more precise prompt.',
        reaction: 'confused',
        onRerun: 'send',
    },
    'timed-out': {
        ...STOPPED,
        letter: 't',
        sign: '⌛',
        headline: 'Stopped waiting for the job',
        advice: 'To wait longer, set a longer `timeout`.',
        reaction: 'confused',
    },
    unavailable: {
        ...STOPPED,
        letter: 'v',
        sign: '⏸️',
        headline: "The prompt couldn't be sent",
        advice: 'To wait longer, set a longer `timeout`.',
        reaction: 'confused',
    },
    cancelled: { ...RED, letter: 'c', sign: '🛑', headline: 'This run was canceled', advice: '', isEarly: true },
    unknown: {
        ...RED,
        letter: 'u',
        sign: '❓',
        headline: "Couldn't confirm that the prompt was received",
        advice: 'Look for a new job, pull request, or commit by the agent.',
    },
    error: { ...RED, letter: 'e', sign: '⚠️', headline: 'The action failed unexpectedly', advice: '', isEarly: true },
};
const OUTCOME_RECORDS = RECORDS;
const OUTCOMES = Object.keys(RECORDS);
const STATUS_OUTCOMES = {
    completed: undefined,
    archived: 'archived',
    failed: 'failed',
};
function failsStep(outcome, failOn) {
    return OUTCOME_RECORDS[outcome].alwaysFails || failOn.includes(outcome);
}


/***/ }),

/***/ 4214:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  main: () => (/* binding */ main),
  runMain: () => (/* binding */ runMain)
});

// EXTERNAL MODULE: ./build/docs-service/client.js
var client = __webpack_require__(4037);
// EXTERNAL MODULE: ./build/github/connect.js + 7 modules
var connect = __webpack_require__(9869);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/network/fetch.js
var network_fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/network/patience.js
var patience = __webpack_require__(6450);
// EXTERNAL MODULE: ./build/network/proxies.js
var proxies = __webpack_require__(6133);
// EXTERNAL MODULE: ./build/reports/dates.js
var dates = __webpack_require__(1737);
// EXTERNAL MODULE: ./build/reports/publish-report.js
var publish_report = __webpack_require__(330);
// EXTERNAL MODULE: ./build/runner/cancellation.js
var cancellation = __webpack_require__(172);
// EXTERNAL MODULE: ./build/runner/clock.js
var clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/runner/event.js
var runner_event = __webpack_require__(5371);
// EXTERNAL MODULE: ./build/runner/inputs.js
var runner_inputs = __webpack_require__(2266);
// EXTERNAL MODULE: ./build/runner/outputs.js
var runner_outputs = __webpack_require__(4481);
// EXTERNAL MODULE: ./build/runner/run-action.js + 1 modules
var run_action = __webpack_require__(7547);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
// EXTERNAL MODULE: ./build/untrusted/markdown.js
var markdown = __webpack_require__(1676);
// EXTERNAL MODULE: ./build/reports/period.js
var reports_period = __webpack_require__(323);
;// CONCATENATED MODULE: ./build/outcomes/inputs.js

const INPUT_DEFAULTS = {
    period: '28d',
    'base-url': 'https://api.mintlify.com',
};
const MAXIMUM_DAYS = 365;
function readInputs(reader, nowMs) {
    const keys = {
        apiKey: reader.secret('api-key', { required: true }),
        previousApiKey: reader.secret('previous-api-key', { required: false }),
        githubToken: reader.secret('github-token', { required: true }),
    };
    const text = reader.text('period');
    const period = (0,reports_period/* parsePeriod */.DB)(text, nowMs, MAXIMUM_DAYS);
    if (period === undefined)
        reader.refuse('period', text, (0,reports_period/* listAllowedPeriods */.P_)(MAXIMUM_DAYS));
    const inputs = {
        ...keys,
        period: period,
        projectId: reader.id('project-id', { required: true }),
        title: reader.title('report-title'),
        baseUrl: reader.serviceUrl('base-url'),
        trafficDays: reader.days('traffic', MAXIMUM_DAYS),
        ignoreAuthors: reader.ignoredAuthors('ignore-authors'),
        issueNumber: reader.issueNumber('issue-number'),
    };
    reader.finish();
    return inputs;
}

// EXTERNAL MODULE: ./build/github/pull-request-url.js
var pull_request_url = __webpack_require__(5023);
// EXTERNAL MODULE: ./build/page-traffic/views-of-files.js
var views_of_files = __webpack_require__(9030);
// EXTERNAL MODULE: ./build/docs-service/errors.js
var docs_service_errors = __webpack_require__(9597);
// EXTERNAL MODULE: ./build/job-marker/outcome.js
var job_marker_outcome = __webpack_require__(8577);
// EXTERNAL MODULE: ./build/page-traffic/site-folder.js
var site_folder = __webpack_require__(9836);
// EXTERNAL MODULE: ./build/page-traffic/site-views.js
var site_views = __webpack_require__(1100);
// EXTERNAL MODULE: ./build/reports/numbers.js
var numbers = __webpack_require__(6554);
;// CONCATENATED MODULE: ./build/outcomes/reading/ask-service.js







const MAXIMUM_JOBS = 50;
async function fetchUnseenJobs(service, claims, limits) {
    const unseen = claims.filter(({ state, outcome, job }) => {
        const isSeen = outcome !== undefined && job_marker_outcome/* OUTCOME_RECORDS */.gk[outcome].isFinal;
        return job !== undefined && !isSeen && state !== 'unknown';
    });
    const jobs = new Map();
    const failures = [];
    for (const claim of unseen.slice(0, MAXIMUM_JOBS)) {
        const job = await service.getAgentJob(claim.job?.jobId ?? '', { ...patience/* REPORT_PATIENCE */.JJ, ...limits }).catch((error) => {
            failures.push(passFailure(error, limits));
        });
        if (job !== undefined)
            jobs.set(claim, job);
    }
    const explain = (count, why = '') => count > 0 ? [`The end of ${(0,numbers/* formatCount */.B4)(count, 'job')} isn't known. ${why}`] : [];
    const more = explain(unseen.length - MAXIMUM_JOBS, `A report reads ${MAXIMUM_JOBS}.`);
    const notes = [...explain(failures.length, failures[0]?.message), ...more];
    return { jobs, unknown: unseen.length - jobs.size, notes };
}
async function fetchViews(merged, query) {
    const views = new Map();
    if (merged.length === 0)
        return { views, notes: [] };
    try {
        const site = await (0,site_views/* fetchSiteViews */.i)(query);
        const repositories = Map.groupBy(merged, ({ place }) => `${place?.owner}/${place?.repo}`.toLowerCase());
        const notes = [];
        for (const pullRequests of repositories.values()) {
            const { place, facts } = pullRequests[0] ?? {};
            const { folder, problem } = await (0,site_folder/* fetchSiteFolder */.Y)(query, place, facts?.baseSha);
            if (problem !== undefined)
                notes.push(problem);
            const all = pullRequests.flatMap(({ files }) => files);
            const found = (0,views_of_files/* findViewsOfFiles */.IJ)(all, site, folder, 'count');
            for (const { url, files } of pullRequests) {
                const pages = files.filter(views_of_files/* isPage */.yp);
                const counts = pages.flatMap(({ path }) => found.get(path) ?? []);
                if (counts.length > 0)
                    views.set(url, { ...counts.reduce(views_of_files/* addViews */.kU), isPartial: counts.length < pages.length });
            }
        }
        if (site.isPartial)
            notes.push('Only a part of the page views was read, since the site has too many pages.');
        return { views, notes };
    }
    catch (error) {
        const { message, hint } = passFailure(error, query);
        return { views, notes: [`The page views couldn't be read. ${message} ${hint}`] };
    }
}
function passFailure(error, { signal }) {
    signal.throwIfAborted();
    if (error instanceof docs_service_errors/* DocsServiceError */.Dx)
        return error;
    throw error;
}

// EXTERNAL MODULE: ./build/github/account.js
var github_account = __webpack_require__(4165);
;// CONCATENATED MODULE: ./build/github/authorship.js

async function hasCommitByPerson(github, place, { commitCount }, { ignoreAuthors, maximumCommits }) {
    const commits = await github.fetchPullRequestCommits(place, maximumCommits);
    const first = commits[0]?.email;
    const isPerson = (account, email) => account.id === undefined
        ? email === undefined || email !== first
        : account.type === 'User' && !(0,github_account/* isListed */.yy)(account.login, ignoreAuthors);
    const isByPerson = commits
        .filter(({ parents }) => parents.length < 2)
        .some(({ author, email, committer = author, committerEmail }) => {
        const isOther = committer.login !== 'web-flow' && (committer.id !== undefined || committerEmail !== undefined);
        return isPerson(author, email) || (isOther && isPerson(committer, committerEmail));
    });
    if (isByPerson)
        return true;
    const isWhole = commitCount === undefined ? commits.length < maximumCommits : commits.length === commitCount;
    return isWhole && commits.length > 0 ? false : undefined;
}
function isByApp({ author }, ignoreAuthors) {
    return author !== undefined && (author.type === 'Bot' || (0,github_account/* isListed */.yy)(author.login, ignoreAuthors));
}

// EXTERNAL MODULE: ./build/network/retry-after.js
var retry_after = __webpack_require__(4576);
;// CONCATENATED MODULE: ./build/outcomes/reading/fetch-pull-requests.js





const MAXIMUM_LISTED = 100;
const UNKNOWN = { createdMs: Number.NEGATIVE_INFINITY, files: [], isAsWritten: undefined, gaps: [] };
async function fetchPullRequests(github, serverUrl, links, ignoreAuthors, isCounted) {
    const known = new Map();
    const identify = (url) => `${url.host} ${(0,pull_request_url/* formatPullRequest */.sS)(url)}`.toLowerCase();
    let isLimited = false;
    let advice = 'Try again later.';
    const onFailure = ({ isRateLimited, retryAt }) => {
        isLimited ||= isRateLimited;
        if (isRateLimited && retryAt !== undefined)
            advice = `Try again after ${(0,retry_after/* formatTime */.fU)(retryAt, Date.now())}.`;
    };
    for (const url of links) {
        const id = identify(url);
        if (known.has(id))
            continue;
        const read = isLimited ? undefined : await fetchPullRequest(github, url, serverUrl, onFailure);
        if (read === undefined || (isLimited && read.facts === undefined)) {
            known.set(id, { ...UNKNOWN, url, state: 'unread', gaps: [["Not read because of GitHub's rate limit", advice]] });
        }
        else {
            const isDetailed = !isLimited && isCounted(read);
            known.set(id, isDetailed ? await fetchDetails(github, read, ignoreAuthors, onFailure) : read);
        }
    }
    return { pullRequests: [...known.values()], find: (url) => known.get(identify(url)) };
}
async function fetchPullRequest(github, url, serverUrl, onFailure) {
    const place = (0,pull_request_url/* locatePullRequest */.x6)(url, serverUrl);
    const unreadable = { ...UNKNOWN, url, place, state: 'unreadable' };
    if (place === undefined)
        return { ...unreadable, gaps: [['Not read: not a pull request on this server', '']] };
    try {
        const facts = await github.fetchPullRequest(place);
        const createdMs = Date.parse(facts.createdAt ?? '') || UNKNOWN.createdMs;
        return { ...unreadable, facts, createdMs, state: facts.isMerged ? 'merged' : facts.state };
    }
    catch (error) {
        return { ...unreadable, gaps: [describeGap("Couldn't be read", place, error, onFailure)] };
    }
}
async function fetchDetails(github, pullRequest, ignoreAuthors, onFailure) {
    const { place, facts } = pullRequest;
    if (place === undefined || facts === undefined)
        return pullRequest;
    const gaps = [...pullRequest.gaps];
    const note = (what) => (failure) => void gaps.push(describeGap(what, place, failure, onFailure));
    const files = github
        .fetchChangedFiles(place.number, place, MAXIMUM_LISTED)
        .catch(note("Shown without pages, since the files couldn't be read"));
    const isByAgent = isByApp(facts, ignoreAuthors);
    const limits = { ignoreAuthors, maximumCommits: MAXIMUM_LISTED };
    const isEdited = isByAgent && facts.isMerged ? hasCommitByPerson(github, place, facts, limits) : !isByAgent;
    const unknown = "Not known whether edited, since the commits couldn't be read";
    const [changed, edited] = await Promise.all([files, Promise.resolve(isEdited).catch(note(unknown))]);
    if (edited === undefined && gaps.every(([what]) => !what.startsWith(unknown)))
        gaps.push(['Not known whether edited, since not all commits could be read', '']);
    const isAsWritten = facts.isMerged && edited !== undefined ? !edited : undefined;
    return { ...pullRequest, files: changed?.files ?? [], isAsWritten, gaps };
}
function describeGap(what, { owner, repo }, failure, onFailure) {
    if (!(failure instanceof errors/* GitHubError */.y_))
        throw failure;
    onFailure(failure);
    return [`${what}, in ${owner}/${repo}`, failure.message];
}
function listGaps(pullRequests) {
    const all = pullRequests.flatMap(({ gaps }) => gaps);
    return [...Map.groupBy(all, ([what]) => what)].map(([what, gaps]) => `${what}: ${(0,numbers/* formatCount */.B4)(gaps.length, 'pull request')}. ${gaps[0]?.[1]}`.trimEnd());
}

// EXTERNAL MODULE: ./build/github/found-comment.js
var found_comment = __webpack_require__(3154);
// EXTERNAL MODULE: ./build/github/signed-marker.js
var signed_marker = __webpack_require__(5671);
// EXTERNAL MODULE: ./build/job-marker/claim.js
var claim = __webpack_require__(3497);
;// CONCATENATED MODULE: ./build/outcomes/reading/our-comments.js




const MAXIMUM_COMMENTS = 3_000;
async function fetchOurComments(github, { apiKey, previousApiKey, projectId, repository }, sinceMs) {
    const { comments: all, isWhole } = await github.fetchRepositoryComments('1970-01-01T00:00:00Z', MAXIMUM_COMMENTS);
    const found = [...Map.groupBy(all, ({ thread }) => thread)].flatMap(([thread, inThread]) => (0,found_comment/* selectMarked */.H)(inThread, (0,claim/* createClaimMarker */.PP)(apiKey, repository, thread, previousApiKey), claim/* parseClaim */.Ed));
    const authors = findAuthors(found);
    const isOwn = ({ isVerified, isSigned, author }) => isVerified || (isSigned && authors.has(author));
    const foreign = found.filter((each) => !isOwn(each));
    const project = (0,signed_marker/* digest */.br)(projectId);
    const own = found.filter((each) => isOwn(each) && each.payload.project === project);
    const relevant = foreign.filter((each) => authors.has(each.author) && (0,claim/* tellsOfWork */.Hq)(each, project));
    const countMissed = (fromMs) => relevant.filter(({ updatedAt }) => !(Date.parse(updatedAt ?? '') < fromMs)).length;
    const missed = countMissed(previousApiKey === '' ? Number.NEGATIVE_INFINITY : sinceMs);
    const fullSince = own.flatMap(({ payload: { prompts = [] } }) => prompts.length >= claim/* MOST_PROMPTS */.Cd ? Date.parse(prompts[0]?.at ?? '') : []);
    const countFull = (fromMs) => fullSince.filter((timeMs) => timeMs >= fromMs).length;
    const full = countFull(sinceMs);
    const [missing, cut] = [(0,numbers/* formatCount */.B4)(missed, 'comment'), (0,numbers/* formatCount */.B4)(full, 'comment')];
    const notes = [
        !isWhole && `Only the newest ${(0,numbers/* formatNumber */.ZV)(all.length)} comments were read. Older requests aren't counted.`,
        missed > 0 && `Not counted: ${missing} that another API key signed. ${CHANGED_KEY}`,
        full > 0 && `Older prompts may be missing: ${cut} reached the limit of ${claim/* MOST_PROMPTS */.Cd} remembered prompts.`,
    ];
    const isKnown = own.length > 0 || found.length === 0;
    return {
        comments: own
            .toSorted((a, b) => b.id - a.id)
            .map(({ url, updatedAt, payload: claim }) => {
            return { thread: url.replace(/#.*$/su, ''), claim, updatedMs: Date.parse(updatedAt ?? '') };
        }),
        problem: isKnown ? undefined : explainNothing(found.length, foreign.length),
        missing: { comments: isWhole ? 0 : all.length, prompts: full > 0, keys: missed > 0 },
        reachesBackTo: (fromMs) => isKnown && isWhole && missed === 0 && countMissed(fromMs) === 0 && countFull(fromMs) === 0,
        notes: notes.filter((note) => note !== false),
    };
}
function findAuthors(found) {
    const verified = found.filter(({ isVerified }) => isVerified);
    if (verified.length > 0)
        return new Set(verified.map(({ author }) => author));
    const signed = found.filter(({ isSigned }) => isSigned);
    const byAuthor = [...Map.groupBy(signed, ({ author }) => author)].toSorted(([, a], [, b]) => b.length - a.length);
    return new Set(byAuthor.slice(0, 1).map(([author]) => author));
}
const USE_KEY = 'Use the key of the runs that you want to see.';
const CHANGED_KEY = 'If you replaced the key, set `previous-api-key` to the previous one.';
function explainNothing(found, foreign) {
    const comments = `This repository has ${(0,numbers/* formatCount */.B4)(found, 'comment')} by the action`;
    return foreign > 0
        ? `${comments}, but none was signed with this \`api-key\` for this project. ${USE_KEY} ${CHANGED_KEY}`
        : `${comments}, but none is for this project. Set \`project-id\` to the project of the runs that you want to see.`;
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
    const times = prompts.map(({ at }) => Date.parse(at)).filter(Number.isFinite);
    return times.toSorted((a, b) => a - b);
}
function listRequests({ thread, claim, updatedMs }, job, findCreation) {
    const { state, outcome = 'skipped', event } = claim;
    const shared = { thread, kind: KIND_OF_EVENT[event] ?? 'other' };
    const isUnsent = outcome === 'unavailable' || ['claimed', 'refused', 'answered'].includes(state);
    const last = isUnsent ? undefined : findLink(claim, job);
    const isNew = claim.job?.isFollowUp === false;
    const known = listLinks(claim, job)
        .filter((url) => !isNew || url !== last)
        .map((url) => ({ url, createdMs: findCreation(url) ?? Number.NEGATIVE_INFINITY }))
        .toSorted((a, b) => a.createdMs - b.createdMs);
    const ends = new Map(claim.prompts?.map(({ at, end }) => [Date.parse(at), end]));
    const sent = parsePrompts(claim).map((timeMs, index, prompts) => {
        const nextMs = prompts[index + 1] ?? Number.POSITIVE_INFINITY;
        const end = ends.get(timeMs) ?? 'not-known';
        if (index === prompts.length - 1 && !isUnsent)
            return { ...shared, timeMs, end: findEnd(claim, job, last), link: last };
        const hasLink = end === 'pull-request' || end === 'not-known';
        const link = hasLink ? known.findLast(({ createdMs }) => createdMs < nextMs)?.url : undefined;
        return { ...shared, timeMs, end, link };
    });
    const isRequest = !['skipped', 'denied', 'duplicate', 'dry-run'].includes(outcome);
    const isOpen = state === 'claimed' && claim.outcome === undefined;
    const unsent = { ...shared, timeMs: updatedMs, end: isOpen ? 'unknown' : 'not-sent', link: undefined };
    return isUnsent && (isOpen || isRequest) ? [...sent, unsent] : sent;
}
function findEnd({ state, outcome }, job, link) {
    if (state === 'unknown' || outcome === 'unknown')
        return 'unknown';
    if (outcome !== undefined && job_marker_outcome/* OUTCOME_RECORDS */.gk[outcome].isFinal)
        return outcome;
    if (job?.status === undefined || job.status === 'active')
        return job?.status ?? 'not-known';
    return job_marker_outcome/* STATUS_OUTCOMES */.nZ[job.status] ?? (link === undefined ? 'no-pull-request' : 'pull-request');
}
function findLink({ job: known }, job) {
    const { prLink, isFollowUp, previous } = known ?? {};
    const isContinued = isFollowUp === true && job?.status === 'completed';
    return job?.pullRequest ?? prLink ?? (isContinued ? previous?.url : undefined);
}

;// CONCATENATED MODULE: ./build/outcomes/report-outcomes.js









async function reportOutcomes({ period, trafficDays, ignoreAuthors, apiKey, previousApiKey, projectId }, repository, { github, service, serverUrl, signal, clock }) {
    const { sinceMs, isInPeriod, ...previous } = measure(period);
    const limit = () => ({ signal, deadline: clock.now() + patience/* REPORT_PATIENCE */.JJ.waitingMs });
    const ours = await fetchOurComments(github, { apiKey, previousApiKey, projectId, repository }, sinceMs);
    const claims = ours.comments.map(({ claim }) => claim);
    const newestFirst = claims.toSorted((a, b) => (parsePrompts(b).at(-1) ?? 0) - (parsePrompts(a).at(-1) ?? 0));
    const unseen = await fetchUnseenJobs(service, newestFirst, limit());
    const links = newestFirst.map((claim) => listLinks(claim, unseen.jobs.get(claim)));
    const numberOf = (url) => (0,pull_request_url/* locatePullRequest */.x6)(url, serverUrl)?.number ?? 0;
    const wanted = links.flat().toSorted((a, b) => numberOf(b) - numberOf(a));
    const isCounted = (each) => each.facts === undefined || each.state === 'open' || isInPeriod(each.createdMs) || isInPeriod(findEndMs(each));
    const { pullRequests: all, find } = await fetchPullRequests(github, serverUrl, wanted, ignoreAuthors, isCounted);
    const everyRequest = ours.comments.flatMap((each) => listRequests(each, unseen.jobs.get(each.claim), (url) => find(url)?.createdMs));
    const byPullRequest = Map.groupBy(everyRequest, ({ link }) => link && find(link));
    const mentions = ours.comments.flatMap(({ thread, claim }) => listLinks(claim, unseen.jobs.get(claim)).map((url) => ({ thread, pullRequest: find(url) })));
    const threads = Map.groupBy(mentions, ({ pullRequest }) => pullRequest);
    const pullRequests = all
        .filter(isCounted)
        .toSorted((a, b) => b.createdMs - a.createdMs)
        .map((each) => describe(each, byPullRequest.get(each) ?? [], threads.get(each) ?? [], isInPeriod));
    const isWhole = unseen.unknown === 0 && all.every(({ facts }) => facts !== undefined);
    const merged = pullRequests.filter(({ state, isEndInPeriod }) => state === 'merged' && isEndInPeriod);
    const nowMs = clock.wallClock();
    const query = { github, service, ...limit(), days: trafficDays ?? 0, nowMs };
    const traffic = trafficDays === undefined ? undefined : await fetchViews(merged, query);
    return {
        period,
        trafficDays,
        nowMs,
        problem: ours.problem,
        missing: { ...ours.missing, jobs: unseen.unknown },
        requests: everyRequest.filter(({ timeMs }) => isInPeriod(timeMs)),
        read: all.filter(({ state }) => state !== 'unread').length,
        before: isWhole && ours.reachesBackTo(previous.beforeMs) ? countBefore(previous, everyRequest, all) : undefined,
        pullRequests: pullRequests.map((each) => ({ ...each, views: traffic?.views.get(each.url) })),
        notes: [...ours.notes, ...listGaps(pullRequests), ...unseen.notes, ...(traffic?.notes ?? [])],
    };
}
function measure(period) {
    const [sinceMs, endMs] = [Date.parse(period.dateFrom), Date.parse(period.dateTo)];
    const { fromMs: beforeMs, toMs } = (0,reports_period/* findPrevious */.ve)(period);
    return {
        sinceMs,
        beforeMs,
        range: { dateFrom: (0,dates/* toDay */._b)(beforeMs), dateTo: (0,dates/* toDay */._b)(toMs) },
        isInPeriod: (timeMs) => timeMs >= sinceMs && timeMs < endMs,
        isBefore: (timeMs) => timeMs >= beforeMs && timeMs < toMs,
    };
}
function describe(pullRequest, own, mentions, isInPeriod) {
    return {
        ...pullRequest,
        pages: pullRequest.files.filter(views_of_files/* isPage */.yp).map(({ path }) => path),
        threads: [...new Set(mentions.map(({ thread }) => thread))],
        requestCount: own.filter(({ timeMs }) => isInPeriod(timeMs)).length,
        isEndInPeriod: isInPeriod(findEndMs(pullRequest)),
    };
}
function countBefore({ range, isBefore }, requests, pullRequests) {
    const count = (state) => pullRequests.filter((each) => each.state === state && isBefore(findEndMs(each))).length;
    return {
        ...range,
        requests: requests.filter(({ timeMs, end }) => end !== 'not-sent' && isBefore(timeMs)).length,
        merged: count('merged'),
        closed: count('closed'),
    };
}
function findEndMs({ facts }) {
    return Date.parse(facts?.mergedAt ?? facts?.closedAt ?? '');
}

;// CONCATENATED MODULE: ./build/outcomes/result/headline.js

function countOutcomes(report) {
    const { pullRequests, requests } = report;
    const count = (state) => selectState(report, state).length;
    const merged = selectState(report, 'merged');
    const unread = count('unread');
    const times = merged.flatMap((each) => measureLife(each) ?? []).toSorted((a, b) => a - b);
    const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]];
    return {
        requests: requests.filter(({ end }) => end !== 'not-sent').length,
        pullRequests: pullRequests.length,
        merged: merged.length,
        open: count('open'),
        closed: count('closed'),
        unreadable: count('unreadable') + unread,
        asWritten: merged.filter(({ isAsWritten }) => isAsWritten).length,
        asWrittenUnknown: merged.filter(({ isAsWritten }) => isAsWritten === undefined).length,
        unread,
        read: report.read,
        missing: report.missing,
        medianMs: low === undefined || high === undefined ? undefined : (low + high) / 2,
    };
}
function selectState({ pullRequests }, state) {
    const isEnd = state === 'merged' || state === 'closed';
    return pullRequests.filter((each) => each.state === state && (!isEnd || each.isEndInPeriod));
}
function measureLife({ facts, createdMs }) {
    const durationMs = Date.parse(facts?.mergedAt ?? facts?.closedAt ?? '') - createdMs;
    return Number.isFinite(durationMs) ? Math.max(0, durationMs) : undefined;
}
function formatHeadline(totals) {
    const { requests, pullRequests, unread, read, unreadable, missing } = totals;
    const places = [
        ...(missing.comments > 0 ? [`in the newest ${(0,numbers/* formatNumber */.ZV)(missing.comments)} comments`] : []),
        ...(missing.keys ? ['in the comments that this API key signed'] : []),
    ];
    if (requests === 0 && pullRequests === 0) {
        const where = places[0] ?? (missing.prompts && 'in what the comments remember');
        const none = where ? `No prompt of this period is ${where}` : 'No prompts were sent in this period';
        return `${[none, ...listUnknown(totals)].join('; ')}.`;
    }
    const sentence = [formatCounts(totals), ...listUnknown(totals)].join('; ');
    const isCut = unread > 0 && unreadable < pullRequests;
    const scopes = [...places, ...(isCut ? [`of the newest ${(0,numbers/* formatCount */.B4)(read, 'pull request')}`] : [])].join(', ');
    if (scopes === '')
        return `${sentence}.`;
    return `${scopes.charAt(0).toUpperCase()}${scopes.slice(1)}: ${sentence.replace(/^No/u, 'no')}.`;
}
function listUnknown({ requests, pullRequests, unread, unreadable, missing }) {
    const rest = unreadable === pullRequests ? 0 : unreadable - unread;
    const unknown = [
        ...(rest > 0 ? [(0,numbers/* formatNumber */.ZV)(rest)] : []),
        ...(missing.jobs > 0 ? [(0,numbers/* formatCount */.B4)(missing.jobs, 'job')] : []),
    ];
    return [
        ...(missing.prompts && pullRequests > 0 ? [formatPrompts(requests, 'at least ')] : []),
        ...(unknown.length > 0 ? [`not known for ${unknown.join(' and for ')}`] : []),
    ];
}
function formatPrompts(requests, bound = '') {
    return `${bound}${(0,numbers/* formatCount */.B4)(requests, 'prompt')} ${requests === 1 ? 'was' : 'were'} sent`;
}
function formatCounts(totals) {
    const { requests, pullRequests, merged, closed, unreadable, medianMs, missing } = totals;
    if (pullRequests === 0) {
        const prompts = formatPrompts(requests, missing.prompts ? 'at least ' : '');
        return `No pull request was opened, merged or closed; ${prompts}`;
    }
    if (unreadable === pullRequests)
        return `${(0,numbers/* formatCount */.B4)(unreadable, 'documentation pull request')} couldn't be read`;
    if (merged + closed === 0)
        return formatUnfinished(totals);
    const all = (0,numbers/* formatCount */.B4)(pullRequests - unreadable, 'documentation pull request');
    if (merged === 0)
        return `None of ${all} was merged`;
    const time = medianMs === undefined ? 'an unknown time' : formatLength(medianMs, Math.ceil);
    const written = formatAsWritten(totals);
    if (merged === 1)
        return `1 of ${all} was merged, ${written}; within ${time}`;
    return `${(0,numbers/* formatNumber */.ZV)(merged)} of ${all} were merged, ${written}; half within ${time}`;
}
function formatUnfinished({ pullRequests, open, unreadable }) {
    const be = (count, one, many) => `${(0,numbers/* formatNumber */.ZV)(count)} ${count === 1 ? one : many}`;
    const rest = open > 0 ? be(open, 'is open', 'are open') : be(pullRequests - unreadable, 'was opened', 'were opened');
    return `No documentation pull request was merged or closed in this period; ${rest}`;
}
function formatAsWritten({ merged, asWritten, asWrittenUnknown }) {
    if (asWrittenUnknown === merged)
        return 'not known whether edited';
    if (merged === 1)
        return asWritten === 1 ? 'without edits' : 'with edits';
    const isNone = asWritten === 0 && asWrittenUnknown === 0;
    const some = isNone ? 'none' : asWritten === merged ? 'all' : (0,numbers/* formatNumber */.ZV)(asWritten);
    const unknown = asWrittenUnknown > 0 ? ` (not known for ${(0,numbers/* formatNumber */.ZV)(asWrittenUnknown)})` : '';
    return `${some} of them without edits${unknown}`;
}
function formatLength(lengthMs, round) {
    const minutes = Math.round(lengthMs / 60_000);
    if (minutes >= 48 * 60)
        return (0,numbers/* formatCount */.B4)(round(minutes / (24 * 60)), 'day');
    if (minutes >= 60)
        return (0,numbers/* formatCount */.B4)(round(minutes / 60), 'hour');
    return (0,numbers/* formatCount */.B4)(Math.max(1, minutes), 'minute');
}

// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
;// CONCATENATED MODULE: ./build/outcomes/result/outputs.js



const NAMES = [
    ...['requests', 'pullRequests', 'merged', 'open', 'closed', 'unreadable', 'asWritten'],
    ...['asWrittenUnknown', 'medianHours', 'report', 'commentUrl'],
];
function writeOutputs(outputs, report) {
    const { medianMs, unread, read, missing, ...counts } = report ? countOutcomes(report) : {};
    const medianHours = medianMs === undefined ? '' : (medianMs / 3_600_000).toFixed(1);
    const values = { ...counts, medianHours };
    if (report !== undefined)
        values.report = formatReport(report);
    for (const name of NAMES)
        outputs.set(name, String(values[name] ?? ''));
}
function formatReport({ pullRequests }) {
    const read = pullRequests.filter(({ state }) => state !== 'unread');
    return `[${(0,runner_outputs/* selectFitting */.wR)(read, formatEntry).map(formatEntry).join()}]`;
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
        asWritten: entry.isAsWritten ?? (state === 'merged' ? null : false),
        additions: facts?.additions ?? 0,
        deletions: facts?.deletions ?? 0,
        pages: entry.pages.map(untrusted_text/* readUntrustedText */.u),
    });
}

// EXTERNAL MODULE: ./build/reports/charts.js
var charts = __webpack_require__(5151);
// EXTERNAL MODULE: ./build/reports/report-comment.js + 1 modules
var report_comment = __webpack_require__(5226);
// EXTERNAL MODULE: ./build/untrusted/escape.js
var untrusted_escape = __webpack_require__(2854);
;// CONCATENATED MODULE: ./build/outcomes/result/render-report.js











const MAXIMUM_ROWS = 10;
const MAXIMUM_TITLE = 120;
const MAXIMUM_THREADS = 3;
const MAXIMUM_FAILURES = 50;
function renderReport(site, report, origin = (0,markdown/* markdown */.wD) ``, published = {}) {
    const { period, problem, notes, nowMs, before } = report;
    const totals = countOutcomes(report);
    const [open, closed] = [selectState(report, 'open').toReversed(), selectState(report, 'closed')];
    const parts = [
        (0,markdown/* markdown */.wD) `## Documentation written for ${site}`,
        ...(0,report_comment/* renderEarlier */.L)(published),
        problem === undefined
            ? (0,markdown/* markdown */.wD) `**${formatHeadline(totals)}**`
            : (0,markdown/* markdown */.wD) `> [!WARNING]\n> **No comment counts.** ${(0,markdown/* prose */.CS)(problem)}`,
        (0,markdown/* markdown */.wD) `<sub>${(0,dates/* renderRange */.iH)(period)}${origin}</sub>`,
        ...renderBefore(totals, before),
        ...renderPicture(totals),
        ...renderList('Open: review or close them', open, {
            'Open for': ({ createdMs }) => formatLength(nowMs - createdMs, Math.floor),
        }),
        ...renderMerged(report),
        ...renderList('Closed without a merge', closed, { 'Closed after': formatAge }),
        ...renderEnds(report),
        ...(notes.length === 0
            ? []
            : [(0,markdown/* markdown */.wD) `### About these numbers`, (0,markdown/* prose */.CS)(notes.map((note) => `- ${note}`).join('\n'))]),
        (0,markdown/* markdown */.wD) `<sub>${SCOPE}</sub>`,
    ];
    return (0,markdown/* joinMarkdown */.UF)(parts, '\n\n');
}
function renderFailure(problem) {
    return (0,markdown/* markdown */.wD) `## Documentation outcomes\n\n> [!CAUTION]\n> **No report.**\n\n${(0,markdown/* prose */.CS)(problem)}`;
}
function renderOrigin(nowMs, runUrl) {
    return (0,markdown/* markdown */.wD) ` · Updated ${(0,dates/* formatMinute */.Yi)(nowMs)} UTC · ${(0,markdown/* link */.nf)((0,markdown/* markdown */.wD) `Workflow run`, runUrl)}`;
}
function renderBefore({ requests, merged, closed }, before) {
    if (before === undefined)
        return [];
    const rows = [
        ['Prompts sent', requests, before.requests],
        ['Pull requests merged', merged, before.merged],
        ['Pull requests closed', closed, before.closed],
    ];
    const cells = rows.map(([name, now, then]) => [name, (0,numbers/* formatNumber */.ZV)(now), (0,numbers/* formatNumber */.ZV)(then)].map((cell) => (0,markdown/* markdown */.wD) `${cell}`));
    return [(0,markdown/* table */.tp)([(0,markdown/* markdown */.wD) ``, (0,markdown/* markdown */.wD) `This period`, (0,dates/* renderRange */.iH)(before)], cells, [':--', '--:', '--:'])];
}
function renderPicture(totals) {
    const { merged, asWritten, asWrittenUnknown, open, closed } = totals;
    const all = totals.pullRequests - totals.unreadable;
    if (all < 2)
        return [];
    return (0,charts/* renderPie */.L)('What became of the pull requests', [
        { label: 'Merged without edits', count: asWritten, color: (0,markdown/* markdown */.wD) `#238636` },
        { label: 'Merged with edits', count: merged - asWritten - asWrittenUnknown, color: (0,markdown/* markdown */.wD) `#2f81f7` },
        { label: 'Merged, edits not known', count: asWrittenUnknown, color: (0,markdown/* markdown */.wD) `#6e7781` },
        { label: 'Open', count: open, color: (0,markdown/* markdown */.wD) `#9e6a03` },
        { label: 'Closed', count: closed, color: (0,markdown/* markdown */.wD) `#8957e5` },
        { label: 'Ended after the period', count: all - merged - open - closed, color: (0,markdown/* markdown */.wD) `#1b7c83` },
    ]);
}
function renderMerged(report) {
    const { trafficDays } = report;
    const merged = selectState(report, 'merged');
    if (trafficDays === undefined)
        return renderList('Merged', merged, { 'Merged after': formatAge });
    const read = merged.toSorted((a, b) => (b.views?.total ?? -1) - (a.views?.total ?? -1));
    const days = trafficDays === 1 ? 'day' : `${trafficDays} days`;
    const format = (name) => {
        return ({ views }) => views === undefined ? '–' : `${views.isPartial ? '≥ ' : ''}${(0,numbers/* formatNumber */.ZV)(views[name])}`;
    };
    return renderList(`Merged, with the views of their pages in the last ${days}`, read, {
        Human: format('human'),
        AI: format('ai'),
        Total: format('total'),
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
    const rows = [...new Set([...Object.keys(ENDS), ...job_marker_outcome/* OUTCOMES */.im])].flatMap((end) => {
        const own = ends.get(end);
        if (own === undefined)
            return [];
        const label = ENDS[end] ?? job_marker_outcome/* OUTCOME_RECORDS */.gk[end].headline;
        const counts = KINDS.map((kind) => [kind, own.filter((each) => each.kind === kind).length]);
        const kinds = counts.flatMap(([kind, count]) => (count > 0 ? `${kind} ${(0,numbers/* formatNumber */.ZV)(count)}` : []));
        const isLinked = end === 'failed' || end === 'unknown';
        const links = own.map(({ thread }) => thread);
        const threads = isLinked ? (0,markdown/* markdown */.wD) `<br>${renderThreads(links, MAXIMUM_FAILURES)}` : (0,markdown/* markdown */.wD) ``;
        return [[(0,markdown/* markdown */.wD) `${label}${threads}`, (0,markdown/* markdown */.wD) `${(0,numbers/* formatNumber */.ZV)(own.length)}`, (0,markdown/* markdown */.wD) `${kinds.join(', ')}`]];
    });
    return renderTable('How requests ended', ['End', 'Requests', 'Requested by'], rows, [':--', '--:', ':--']);
}
function renderList(title, pullRequests, columns) {
    const formats = Object.values(columns);
    const rows = pullRequests.map((each) => [
        renderPullRequest(each),
        ...formats.map((format) => (0,markdown/* markdown */.wD) `${format(each)}`),
    ]);
    const align = [':--', ...formats.map(() => '--:')];
    const header = ['Pull request', ...Object.keys(columns)];
    const others = pullRequests.slice(MAXIMUM_ROWS).map(({ url }) => (0,markdown/* link */.nf)(nameOf(url), url));
    const isNamed = pullRequests[0]?.state === 'open' && others.length > 0;
    const names = isNamed ? [(0,markdown/* joinMarkdown */.UF)(others, ', ')] : [];
    return [...renderTable(title, header, rows, align), ...names];
}
function renderTable(title, header, rows, align) {
    if (rows.length === 0)
        return [];
    const cells = header.map((name) => (0,markdown/* markdown */.wD) `${name}`);
    const more = rows.length - MAXIMUM_ROWS;
    const shown = [(0,markdown/* markdown */.wD) `### ${title}`, (0,markdown/* table */.tp)(cells, rows.slice(0, MAXIMUM_ROWS), align)];
    return more > 0 ? [...shown, (0,markdown/* markdown */.wD) `And ${(0,numbers/* formatNumber */.ZV)(more)} more.`] : shown;
}
function renderPullRequest({ url, facts, state, isAsWritten, threads }) {
    const { title: given, additions = 0, deletions = 0 } = facts ?? {};
    const known = isAsWritten ? 'without edits' : 'with edits';
    const edits = isAsWritten === undefined ? 'edits unknown' : known;
    const name = nameOf(url);
    const title = given === undefined ? '' : (0,untrusted_text/* readUntrustedText */.u)(given).trim();
    const below = [
        (0,markdown/* markdown */.wD) `${`+${(0,numbers/* formatNumber */.ZV)(additions)} −${(0,numbers/* formatNumber */.ZV)(deletions)}`}`,
        ...(state === 'merged' ? [(0,markdown/* markdown */.wD) `${edits}`] : []),
        renderThreads(threads),
    ];
    const shown = title === '' ? (0,markdown/* link */.nf)(name, url) : (0,markdown/* markdown */.wD) `${(0,markdown/* link */.nf)((0,markdown/* plain */.pj)((0,untrusted_escape/* shorten */.ml)(title, MAXIMUM_TITLE)), url)} ${name}`;
    return (0,markdown/* markdown */.wD) `${shown}<br>${(0,markdown/* joinMarkdown */.UF)(below, ' · ')}`;
}
const nameOf = (url) => (0,markdown/* plain */.pj)((0,pull_request_url/* formatPullRequest */.sS)(url));
function renderThreads(threads, maximum = MAXIMUM_THREADS) {
    const links = [...new Set(threads)].map((thread) => {
        const number = (0,markdown/* plain */.pj)(thread.replace(/^.*\//su, '#'));
        return URL.canParse(thread) ? (0,markdown/* link */.nf)(number, new URL(thread)) : number;
    });
    const more = links.splice(maximum).length;
    if (more > 0)
        links.push((0,markdown/* markdown */.wD) `${(0,numbers/* formatNumber */.ZV)(more)} more`);
    return (0,markdown/* joinMarkdown */.UF)(links, ', ');
}
const SCOPE = "Counts the prompts in this repository's comments. Deleted comments, and runs without a comment, aren't included. " +
    'Pull requests are counted by the dates when they were opened, merged or closed. ' +
    'All open ones that were read are listed. ' +
    "The report can't see how merge conflicts were resolved, or whether a merge was reverted.";

;// CONCATENATED MODULE: ./build/outcomes/main.js





















const TITLE = 'Outcomes';
const runMain = () => (0,run_action/* runAction */.Cs)(main);
async function main(runner) {
    const outputs = (0,runner_outputs/* createOutputs */.lk)(runner);
    writeOutputs(outputs);
    const { signal, stop } = (0,cancellation/* listenForCancellation */.L)();
    try {
        await publishOutcomes(runner, outputs, signal);
    }
    catch (error) {
        const isExpected = [runner_inputs/* InputError */.dz, errors/* GitHubError */.y_, cancellation/* CancelledError */.c, proxies/* ProxySettingError */.T].some((kind) => error instanceof kind);
        if (!isExpected)
            throw error;
        const problem = error instanceof errors/* GitHubError */.y_ ? error.message : (0,run_action/* describeInSentence */.ww)(error);
        runner.fail(`${TITLE}: no report`, problem);
        await (0,publish_report/* publishSummary */.I)(runner, TITLE, renderFailure(problem));
    }
    finally {
        stop();
    }
}
async function publishOutcomes(runner, outputs, signal) {
    const { log, secrets } = runner;
    const run = (0,runner_event/* readWorkflowRun */.hO)(process.env);
    const reader = new runner_inputs/* InputReader */.i_(secrets, INPUT_DEFAULTS);
    const inputs = readInputs(reader, clock/* systemClock */.m.wallClock());
    for (const text of reader.listMisspelled())
        log.warning('Unknown input', text);
    const { projectId, title, githubToken: token, issueNumber: issue } = inputs;
    log.info(`Outcomes of project "${projectId}", ${(0,dates/* formatRange */.Lu)(inputs.period)}.`);
    const fetch = (0,network_fetch/* createFetch */.Hy)(process.env);
    const { tries, waiting } = (0,patience/* createAllowance */.bH)(clock/* systemClock */.m, patience/* REPORT_PATIENCE */.JJ);
    const connection = (0,connect/* connectGitHub */.U)({ run, token, fetch, clock: clock/* systemClock */.m, signal, threadKind: undefined, tries, waiting });
    const service = (0,client/* connectService */.Ux)(inputs, { ...runner, ...clock/* systemClock */.m, fetch, waiting });
    const report = await reportOutcomes(inputs, run.repositoryId, {
        github: connection.github,
        service,
        signal,
        serverUrl: run.serverUrl,
        clock: { now: clock/* systemClock */.m.now, wallClock: connection.now },
    });
    if (report.problem === undefined)
        writeOutputs(outputs, report);
    else
        log.warning(`${TITLE}: no comment counts`, report.problem);
    for (const note of report.notes)
        log.warning(`${TITLE}: about these numbers`, note);
    if (report.problem === undefined)
        log.info(formatHeadline(countOutcomes(report)));
    const site = title === '' ? (0,markdown/* code */.aY)(projectId) : (0,markdown/* plain */.pj)(title);
    await (0,publish_report/* publishSummary */.I)(runner, TITLE, renderReport(site, report));
    if (issue === undefined)
        return;
    const ownRun = `${run.id}.${run.attempt}`;
    const commentUrl = await (0,publish_report/* publishReport */.S)({
        name: 'outcomes',
        parse: json/* readText */.yR,
        merge: () => ownRun,
        render: (_, published) => renderReport(site, report, renderOrigin(report.nowMs, run.url), published),
        isIn: (stored, found) => stored === found,
    }, { ...inputs, repository: run.repositoryId, issue }, { log, title: TITLE, token, connection, redact: secrets.redact });
    outputs.set('commentUrl', commentUrl);
}


/***/ }),

/***/ 9836:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ fetchSiteFolder)
/* harmony export */ });
/* unused harmony export findSiteFolder */
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);


async function fetchSiteFolder({ github, signal }, place, sha) {
    if (place === undefined || sha === undefined)
        return {};
    try {
        return { folder: findSiteFolder(await github.fetchTree(place, sha)) };
    }
    catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_))
            throw error;
        const hint = error.isTransient ? error.hint : 'The token in `github-token` needs `contents: read` there.';
        return { problem: `Pages may lack views. ${error.what} ${hint}` };
    }
}
function findSiteFolder(files) {
    const folders = files.flatMap((file) => /^(|.*\/)(?:docs|mint)\.json$/su.exec((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(file))?.[1] ?? []);
    const [path] = folders.toSorted((a, b) => a.length - b.length);
    return path !== undefined && folders.every((folder) => folder.startsWith(path)) ? { path, files } : undefined;
}


/***/ }),

/***/ 1100:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ fetchSiteViews)
/* harmony export */ });
/* harmony import */ var _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9597);
/* harmony import */ var _docs_service_request_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8561);
/* harmony import */ var _reports_dates_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1737);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8154);




const MAXIMUM_REQUESTS = 4;
const ROWS_PER_REQUEST = 250;
async function fetchSiteViews(query) {
    const { service, days, nowMs, signal, deadline } = query;
    const range = {
        dateFrom: new Date(nowMs - days * _reports_dates_js__WEBPACK_IMPORTED_MODULE_2__/* .DAY_MS */ .sO).toISOString(),
        dateTo: new Date(nowMs).toISOString(),
    };
    const limits = { signal, deadline, allowRequest: (0,_docs_service_request_js__WEBPACK_IMPORTED_MODULE_1__/* .createRequestCount */ .x)(MAXIMUM_REQUESTS).take };
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
        if (error instanceof _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .RequestLimitError */ .H9 && error.cause === undefined)
            return { byPath, isPartial: true };
        throw error instanceof _docs_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .RequestLimitError */ .H9 ? error.cause : error;
    }
}
function keepLarger(byPath, path, { human, ai, total }) {
    if (total > (byPath.get(path)?.total ?? -1))
        byPath.set(path, { human, ai, total });
}
function normalizePath(given) {
    let path = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .readUntrustedText */ .u)(given);
    try {
        path = decodeURIComponent(path);
    }
    catch {
    }
    return path.normalize('NFC').replace(/(?<=.)\/$/u, '');
}


/***/ }),

/***/ 9030:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IJ: () => (/* binding */ findViewsOfFiles),
/* harmony export */   kU: () => (/* binding */ addViews),
/* harmony export */   yp: () => (/* binding */ isPage)
/* harmony export */ });
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8154);

function isPage({ path }) {
    return toSitePath(path) !== undefined;
}
function findViewsOfFiles(files, { byPath, isPartial }, folder, newPages = 'ignore') {
    const pages = files.filter((file) => isPage(file) && (newPages === 'count' || !isNew(file)));
    const owners = new Map();
    const claim = (owner, path) => {
        const sitePath = toSitePath(path, folder);
        if (sitePath !== undefined && !owners.has(sitePath))
            owners.set(sitePath, owner);
    };
    for (const { path } of pages)
        claim(path, path);
    for (const page of pages)
        if (page.previousPath !== undefined && !isNew(page))
            claim(page.path, page.previousPath);
    const isRead = (sitePath = '') => (byPath.get(sitePath)?.total ?? 0) > 0;
    const isZeroKnown = !isPartial && folder?.files.some((file) => isRead(toSitePath(file, folder)));
    const views = new Map();
    for (const [sitePath, owner] of owners)
        if (isZeroKnown || isRead(sitePath))
            views.set(owner, addViews(views.get(owner), byPath.get(sitePath)));
    return views;
}
function isNew({ status }) {
    return status === 'added' || status === 'copied';
}
function toSitePath(path, folder) {
    const [file, start = ''] = [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .readUntrustedText */ .u)(path), folder?.path];
    const [, name = ''] = /^(.*[^/])\.mdx?$/isu.exec(`/${file.slice(start.length).normalize('NFC')}`) ?? [];
    if (!file.startsWith(start) || name === '' || name.includes('/snippets/'))
        return undefined;
    return name.replace(/\/index$/u, '') || '/';
}
function addViews(one, other) {
    const sum = (field) => (one?.[field] ?? 0) + (other?.[field] ?? 0);
    return { human: sum('human'), ai: sum('ai'), total: sum('total') };
}


/***/ })

};
