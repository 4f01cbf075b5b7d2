export const id = 828;
export const ids = [828];
export const modules = {

/***/ 8828:
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
// EXTERNAL MODULE: ./build/github/connect.js + 10 modules
var connect = __webpack_require__(5891);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/network/fetch.js
var network_fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/network/patience.js
var patience = __webpack_require__(6450);
// EXTERNAL MODULE: ./build/network/proxies.js
var proxies = __webpack_require__(6133);
// EXTERNAL MODULE: ./build/our-comments/marker.js
var marker = __webpack_require__(1602);
// EXTERNAL MODULE: ./build/reports/dates.js
var dates = __webpack_require__(1737);
// EXTERNAL MODULE: ./build/reports/publish-report.js + 1 modules
var publish_report = __webpack_require__(1001);
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
    author: 'mintlify[bot]',
    period: '28d',
    'base-url': 'https://api.mintlify.com',
};
const MAXIMUM_DAYS = 365;
function readInputs(reader, repository, nowMs) {
    const hasTraffic = reader.text('traffic') !== '';
    const apiKey = reader.secret('api-key', { required: hasTraffic });
    const githubToken = reader.secret('github-token', { required: true });
    const period = reader.text('period');
    const parsed = (0,reports_period/* parsePeriod */.DB)(period, nowMs, MAXIMUM_DAYS);
    if (parsed === undefined)
        reader.refuse('period', period, (0,reports_period/* listAllowedPeriods */.P_)(MAXIMUM_DAYS));
    const inputs = {
        githubToken,
        place: readRepository(reader, repository),
        author: readAuthor(reader),
        period: parsed,
        title: reader.title('report-title'),
        issueNumber: reader.issueNumber('issue-number'),
        trafficDays: reader.days('traffic', MAXIMUM_DAYS),
        apiKey,
        projectId: reader.id('project-id', { required: hasTraffic }),
        baseUrl: reader.serviceUrl('base-url'),
    };
    reader.finish();
    return inputs;
}
function readRepository(reader, own) {
    const name = reader.text('repository') || own;
    const [, owner = '', repo = ''] = /^([\w-]+)\/([\w.-]+)$/u.exec(name) ?? [];
    if (repo === '' || /^\.+$/u.test(repo))
        reader.refuse('repository', name, 'owner and name, such as acme/docs');
    return { owner, repo };
}
function readAuthor(reader) {
    const logins = reader.logins('author');
    if (logins.length > 1)
        reader.refuse('author', logins.join(', '), 'one login, such as mintlify[bot]');
    return logins[0] ?? '';
}

// EXTERNAL MODULE: ./build/reports/numbers.js
var reports_numbers = __webpack_require__(6554);
;// CONCATENATED MODULE: ./build/outcomes/count.js
function countPeriod(pullRequests, isWithoutEdits, span) {
    const merged = selectEnded(pullRequests, 'merged', span);
    const known = merged.flatMap(({ number }) => isWithoutEdits.get(number) ?? []);
    const hours = merged.map((each) => measureLifeMs(each) / 3_600_000).toSorted((a, b) => a - b);
    const [low, high] = [hours[(hours.length - 1) >> 1], hours[hours.length >> 1]];
    return {
        merged: merged.length,
        mergedWithoutEdits: known.length > 0 || merged.length === 0 ? known.filter(Boolean).length : undefined,
        mergedUnknown: merged.length - known.length,
        closed: selectEnded(pullRequests, 'closed', span).length,
        opened: pullRequests.filter(({ createdAt }) => isIn(span, createdAt)).length,
        medianHours: low === undefined || high === undefined ? undefined : (low + high) / 2,
    };
}
function selectEnded(pullRequests, state, span) {
    return pullRequests
        .filter((each) => each.state === state && isIn(span, findEnd(each)))
        .toSorted((a, b) => Date.parse(findEnd(b)) - Date.parse(findEnd(a)));
}
function selectOpen(pullRequests) {
    return pullRequests
        .filter(({ state }) => state === 'open')
        .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}
function measureLifeMs(pullRequest) {
    return Math.max(0, Date.parse(findEnd(pullRequest)) - Date.parse(pullRequest.createdAt));
}
function isIn({ fromMs, toMs }, time) {
    return Date.parse(time) >= fromMs && Date.parse(time) < toMs;
}
function findEnd({ mergedAt, closedAt }) {
    return mergedAt ?? closedAt ?? '';
}

// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
;// CONCATENATED MODULE: ./build/outcomes/reading/edits.js



const MAXIMUM_COMMITS = 100;
const MAXIMUM_REQUESTS = 500;
const MAXIMUM_FAILURES = 3;
async function fetchEdits(github, place, merged) {
    const isWithoutEdits = new Map();
    const failures = [];
    const readable = merged.filter(({ commitCount }) => commitCount <= MAXIMUM_COMMITS);
    for (const { number, commitCount } of readable.slice(0, MAXIMUM_REQUESTS)) {
        if (failures.length >= MAXIMUM_FAILURES)
            break;
        try {
            const commits = await github.fetchPullRequestCommits({ ...place, number }, MAXIMUM_COMMITS);
            const found = isWithoutPeople(commits, commitCount);
            if (found !== undefined)
                isWithoutEdits.set(number, found);
        }
        catch (error) {
            if (!(error instanceof errors/* GitHubError */.y_))
                throw error;
            failures.push(error);
        }
    }
    const unread = merged.length - isWithoutEdits.size;
    const why = failures[0]?.message ?? 'The action reads up to 100 commits of 500 pull requests.';
    const note = `Not known for ${(0,reports_numbers/* formatCount */.B4)(unread, 'merged pull request')} whether it was edited. ${why}`;
    return { isWithoutEdits, notes: unread > 0 ? [note] : [] };
}
function isWithoutPeople(commits, commitCount) {
    if (commits.length === 0 || commits.length < commitCount)
        return undefined;
    const own = commits.filter(({ parents }) => parents.length < 2);
    return own.every(({ author, committer, coAuthors = [] }) => {
        const isAuthorBot = author.id !== undefined && !isPerson(author);
        const isCommitterPerson = committer !== undefined && committer.login !== 'web-flow' && isPerson(committer);
        return isAuthorBot && !isCommitterPerson && coAuthors.every(isAddressOfBot);
    });
}
function isPerson({ id, type }) {
    return id !== undefined && type !== 'Bot';
}
function isAddressOfBot(address) {
    return /\[bot\]@users\.noreply\.github\.com$/iu.test((0,untrusted_text/* readUntrustedText */.u)(address));
}

;// CONCATENATED MODULE: ./build/outcomes/reading/list-pull-requests.js

const MAXIMUM_LISTED = 3_000;
async function listPullRequests(github, place, sinceMs) {
    const read = (states, since) => {
        const pages = github.fetchPullRequestPages(place, states);
        return { pages, sinceMs: since, reachesMs: Number.POSITIVE_INFINITY, count: 0 };
    };
    const open = read(['open'], Number.NEGATIVE_INFINITY);
    const lists = [read(['merged', 'closed'], sinceMs), open];
    const found = new Map();
    const reach = () => Math.max(...lists.map(({ reachesMs }) => reachesMs));
    const countReached = () => [...found.values()].filter((each) => Date.parse(each.updatedAt) >= reach()).length;
    let failure;
    try {
        while (reach() > Number.NEGATIVE_INFINITY && countReached() < MAXIMUM_LISTED) {
            const next = lists.find(({ reachesMs }) => reachesMs === reach());
            if (next !== undefined)
                await readPage(next, found);
        }
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y_) || found.size === 0)
            throw error;
        failure = error;
    }
    const all = [...found.values()].toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
    const [pullRequests, cut] = [all.slice(0, MAXIMUM_LISTED), all.slice(MAXIMUM_LISTED)];
    const cutMs = Date.parse(cut[0]?.updatedAt ?? '');
    return {
        pullRequests,
        isWhole: reach() === Number.NEGATIVE_INFINITY && cut.length === 0,
        isOpenWhole: open.reachesMs === Number.NEGATIVE_INFINITY && !cut.some(({ state }) => state === 'open'),
        reachesMs: Math.max(reach(), cut.length > 0 ? cutMs + 1 : Number.NEGATIVE_INFINITY),
        failure,
    };
}
async function readPage(list, found) {
    const { value } = await list.pages.next();
    const { pullRequests = [], totalCount = 0 } = value ?? {};
    for (const each of pullRequests)
        found.set(each.number, each);
    list.count += pullRequests.length;
    const oldestMs = Math.min(list.reachesMs, ...pullRequests.map(({ updatedAt }) => Date.parse(updatedAt)));
    const isRead = list.count >= totalCount || oldestMs < list.sinceMs;
    list.reachesMs = isRead ? Number.NEGATIVE_INFINITY : oldestMs;
}

// EXTERNAL MODULE: ./build/docs-service/errors.js
var docs_service_errors = __webpack_require__(9597);
// EXTERNAL MODULE: ./build/page-traffic/site-folder.js
var site_folder = __webpack_require__(9836);
// EXTERNAL MODULE: ./build/page-traffic/site-views.js
var site_views = __webpack_require__(1100);
// EXTERNAL MODULE: ./build/page-traffic/views-of-files.js
var views_of_files = __webpack_require__(9030);
;// CONCATENATED MODULE: ./build/outcomes/reading/page-views.js




async function fetchPageViews(merged, changed, query) {
    const result = { views: new Map(), elsewhere: new Map(), total: undefined, notes: [] };
    if (merged.length === 0)
        return result;
    try {
        const site = await (0,site_views/* fetchSiteViews */.i)(query);
        const { folder, problem } = await (0,site_folder/* fetchSiteFolder */.Y)(query, query.place, merged[0]?.baseSha);
        if (problem !== undefined)
            result.notes.push(problem);
        if (site.isPartial)
            result.notes.push('Only some of the page views were read, because the site has too many pages.');
        const files = merged.flatMap(({ number }) => changed.get(number)?.files ?? []);
        share(merged, changed, (0,views_of_files/* findViewsOfFiles */.IJ)(files, site, folder, 'count'), result);
    }
    catch (error) {
        query.signal.throwIfAborted();
        if (!(error instanceof docs_service_errors/* DocsServiceError */.Dx))
            throw error;
        result.notes.push(`The page views couldn't be read. ${error.message} ${error.hint}`);
    }
    return result;
}
function share(merged, changed, viewsOfPages, result) {
    const owners = new Map();
    for (const { number } of merged) {
        const { files, isWhole } = changed.get(number) ?? { files: [], isWhole: false };
        const pages = files.filter(views_of_files/* isPage */.yp);
        const others = pages.flatMap(({ path }) => owners.get(path) ?? []);
        if (others.length > 0)
            result.elsewhere.set(number, [...new Set(others)]);
        const own = pages.filter(({ path }) => !owners.has(path));
        for (const { path } of own)
            owners.set(path, number);
        const known = own.flatMap(({ path }) => viewsOfPages.get(path) ?? []);
        const isCertain = known.length === own.length && own.every(({ status }) => status !== 'renamed');
        const isPartial = !isWhole || !isCertain;
        if (known.length > 0)
            result.views.set(number, { ...known.reduce(views_of_files/* addViews */.kU), isPartial });
        const total = result.total ?? { human: 0, ai: 0, total: 0, isPartial: false };
        const sum = known.reduce(views_of_files/* addViews */.kU, total);
        result.total = { ...sum, isPartial: total.isPartial || isPartial };
    }
}

;// CONCATENATED MODULE: ./build/outcomes/report-outcomes.js









async function reportOutcomes(inputs, outside) {
    const { place, author, period, trafficDays } = inputs;
    const { github, clock, signal } = outside;
    const span = { fromMs: Date.parse(period.dateFrom), toMs: Date.parse(period.dateTo) };
    const before = (0,reports_period/* findPrevious */.ve)(period);
    const list = await listPullRequests(github, place, before.fromMs);
    const own = list.pullRequests.filter((each) => each.author.login?.toLowerCase() === author.toLowerCase());
    const merged = selectEnded(own, 'merged', span);
    const isPreviousKnown = list.reachesMs <= before.fromMs;
    const earlier = isPreviousKnown ? selectEnded(own, 'merged', before) : [];
    const edits = await fetchEdits(github, place, [...merged, ...earlier]);
    const files = await fetchFiles(github, inputs, merged);
    const query = { github, place, days: trafficDays ?? 0, nowMs: clock.wallClock(), signal };
    const deadline = clock.now() + patience/* REPORT_PATIENCE */.JJ.waitingMs;
    const views = trafficDays === undefined
        ? undefined
        : await fetchPageViews(merged, files.changed, { ...query, service: outside.connectService(), deadline });
    const closed = selectEnded(own, 'closed', span);
    const open = selectOpen(own);
    const counted = new Set([...merged, ...closed, ...open]);
    const nowMs = clock.wallClock();
    const oldest = list.isOpenWhole ? open[0] : undefined;
    return {
        repository: `${place.owner}/${place.repo}`,
        author,
        period,
        trafficDays,
        previousPeriod: { dateFrom: (0,dates/* toDay */._b)(before.fromMs), dateTo: (0,dates/* toDay */._b)(before.toMs) },
        nowMs,
        list,
        figures: countPeriod(own, edits.isWithoutEdits, span),
        previous: isPreviousKnown ? countPeriod(own, edits.isWithoutEdits, before) : undefined,
        openCount: list.isOpenWhole || open.length > 0 ? open.length : undefined,
        oldestOpenDays: oldest && Math.floor((nowMs - Date.parse(oldest.createdAt)) / dates/* DAY_MS */.sO),
        merged,
        closed,
        open,
        pullRequests: own.filter((each) => counted.has(each) || isIn(span, each.createdAt)),
        isWithoutEdits: edits.isWithoutEdits,
        changed: files.changed,
        views,
        byAuthor: own.length,
        bots: countBots(list.pullRequests),
        notes: [...explainList(list), ...edits.notes, ...files.notes, ...(views?.notes ?? [])],
    };
}
async function fetchFiles(github, { place }, merged) {
    const changed = new Map();
    try {
        for await (const page of github.fetchChangedPaths(place, merged))
            for (const each of page)
                changed.set(each.number, each);
        return { changed, notes: [] };
    }
    catch (error) {
        if (!(error instanceof errors/* GitHubError */.y_))
            throw error;
        return { changed, notes: [`Not all changed pages could be read. ${error.message}`] };
    }
}
function countBots(pullRequests) {
    const logins = pullRequests.flatMap(({ author }) => (author.type === 'Bot' && author.login) || []);
    return [...Map.groupBy(logins, (login) => login)]
        .map(([login, { length: count }]) => ({ login, count }))
        .toSorted((a, b) => b.count - a.count)
        .slice(0, 3);
}
function explainList({ pullRequests, isWhole, failure }) {
    if (isWhole)
        return [];
    const read = (0,reports_numbers/* formatCount */.B4)(pullRequests.length, 'pull request');
    return [failure === undefined ? `The action reads up to ${read}.` : `Only ${read} could be read. ${failure.message}`];
}

;// CONCATENATED MODULE: ./build/outcomes/result/headline.js


function formatHeadline(report) {
    return `${(0,dates/* formatDates */.HA)(report.period)}: ${report.byAuthor === 0 ? formatNone(report) : formatFound(report)}`;
}
function formatFound(report) {
    const { figures, list, openCount } = report;
    const where = list.isWhole ? ` in ${report.repository}` : '';
    const ended = [formatMerged(figures, where), ...(figures.closed > 0 ? [`${formatWere(figures.closed)} closed`] : [])];
    return `${formatScope(report)}${ended.join('; ')}. ${formatOpen(openCount, list.isOpenWhole)}`;
}
function formatScope({ list, repository }) {
    if (list.isWhole)
        return '';
    const read = (0,reports_numbers/* formatCount */.B4)(list.pullRequests.length, 'pull request');
    if (list.failure === undefined)
        return `of the newest ${read} in ${repository}, `;
    return `of the ${read} in ${repository} that could be read, `;
}
function formatMerged(figures, where) {
    const { merged, closed, medianHours = 0 } = figures;
    if (merged === 0)
        return `no documentation pull requests were merged${closed === 0 ? ' or closed' : ''}${where}`;
    const [what, verb] = [(0,reports_numbers/* formatCount */.B4)(merged, 'documentation pull request'), merged === 1 ? 'was' : 'were'];
    const half = merged === 1 ? '' : 'half of them ';
    return `${what} ${verb} merged${where}, ${formatEdits(figures)}, ${half}within ${formatHours(medianHours)}`;
}
function formatEdits({ merged, mergedWithoutEdits: count, mergedUnknown: unknown }) {
    if (merged === 1)
        return count === undefined ? 'not known whether edited' : count === 1 ? 'without edits' : 'with edits';
    if (count === undefined)
        return 'not known how many without edits';
    const some = count === merged ? 'all' : count + unknown === 0 ? 'none' : (0,reports_numbers/* formatNumber */.ZV)(count);
    return `${some} of them without edits${unknown > 0 ? ` (not known for ${(0,reports_numbers/* formatNumber */.ZV)(unknown)})` : ''}`;
}
function formatOpen(count, isWhole) {
    if (count === undefined)
        return "How many are open isn't known.";
    if (count === 0)
        return 'None are open.';
    return `${isWhole ? '' : 'At least '}${(0,reports_numbers/* formatNumber */.ZV)(count)} ${count === 1 ? 'is' : 'are'} open.`;
}
function formatNone(report) {
    const { author, list, repository, bots } = report;
    const found = list.isWhole
        ? `no pull requests${list.pullRequests.length > 0 ? ` by ${author}` : ''} were opened, merged or closed in ${repository} ` +
            'in this period or the previous one, and none are open.'
        : `${formatScope(report)}none is by ${author}.`;
    if (list.pullRequests.length === 0)
        return found;
    const names = bots.map(({ login, count }) => `${login} (${(0,reports_numbers/* formatNumber */.ZV)(count)})`);
    const most = new Intl.ListFormat('en-US').format(names);
    return `${found} ${names.length > 0 ? `Most pull requests by bots are by ${most}.` : 'None of its pull requests is by a bot.'}`;
}
function formatWere(count) {
    return `${(0,reports_numbers/* formatNumber */.ZV)(count)} ${count === 1 ? 'was' : 'were'}`;
}
function formatHours(hours) {
    const minutes = Math.ceil(hours * 60);
    if (minutes > 48 * 60)
        return (0,reports_numbers/* formatCount */.B4)(Math.ceil(minutes / (24 * 60)), 'day');
    if (minutes > 60)
        return (0,reports_numbers/* formatCount */.B4)(Math.ceil(minutes / 60), 'hour');
    return (0,reports_numbers/* formatCount */.B4)(Math.max(1, minutes), 'minute');
}

// EXTERNAL MODULE: ./build/untrusted/safe-url.js
var safe_url = __webpack_require__(524);
;// CONCATENATED MODULE: ./build/outcomes/result/outputs.js




const NAMES = [
    ...['merged', 'mergedWithoutEdits', 'mergedUnknown', 'closed', 'opened', 'medianHours'],
    ...['open', 'oldestOpenDays'],
    ...['previousMerged', 'previousMergedWithoutEdits', 'previousMergedUnknown'],
    ...['previousClosed', 'previousOpened', 'previousMedianHours'],
    ...['complete', 'report', 'reportCut', 'commentUrl'],
];
function writeOutputs(outputs, report) {
    const values = report ? formatValues(report) : {};
    for (const name of NAMES)
        outputs.set(name, String(values[name] ?? ''));
}
function formatValues({ figures, previous, openCount, oldestOpenDays, list, ...report }) {
    const before = Object.entries(previous ? formatFigures(previous) : {}).map(([name, value]) => [
        `previous${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        value,
    ]);
    const all = report.pullRequests.map((each) => formatEntry(each, report));
    const fitting = (0,runner_outputs/* selectFitting */.wR)(all, (entry) => entry);
    return {
        ...formatFigures(figures),
        ...Object.fromEntries(before),
        open: openCount,
        oldestOpenDays,
        complete: list.isWhole,
        report: `[${fitting.join()}]`,
        reportCut: fitting.length < all.length,
    };
}
function formatFigures({ medianHours, ...counts }) {
    return { ...counts, medianHours: medianHours?.toFixed(1) };
}
function formatEntry({ number, title, url, state, isDraft, createdAt, mergedAt, closedAt }, { isWithoutEdits, changed }) {
    const { files = [], isWhole = false } = changed.get(number) ?? {};
    return JSON.stringify({
        number,
        prLink: (0,safe_url/* toSafeUrl */.w)(url)?.href ?? null,
        title: (0,untrusted_text/* readUntrustedText */.u)(title),
        state,
        draft: isDraft,
        createdAt,
        mergedAt: mergedAt ?? null,
        closedAt: closedAt ?? null,
        withoutEdits: isWithoutEdits.get(number) ?? null,
        pages: isWhole ? files.filter(views_of_files/* isPage */.yp).map(({ path }) => (0,untrusted_text/* readUntrustedText */.u)(path)) : null,
    });
}

// EXTERNAL MODULE: ./build/untrusted/escape.js
var untrusted_escape = __webpack_require__(2854);
;// CONCATENATED MODULE: ./build/outcomes/result/render-report.js









const MAXIMUM_ROWS = 10;
const MAXIMUM_FOLDED_ROWS = 100;
const MAXIMUM_TITLE = 120;
function renderReport(site, report, origin = (0,markdown/* markdown */.wD) ``) {
    const { period, author, notes, byAuthor } = report;
    const hint = 'If another account opens the pull requests of the agent, set `author` to its login.';
    const parts = [
        (0,markdown/* markdown */.wD) `## Documentation written for ${site}`,
        (0,markdown/* markdown */.wD) `**${formatHeadline(report)}**`,
        ...(byAuthor === 0 ? [(0,markdown/* prose */.CS)(hint)] : []),
        (0,markdown/* markdown */.wD) `<sub>${(0,dates/* renderRange */.iH)(period)} · Pull requests by ${author}${origin}</sub>`,
        ...(byAuthor === 0 ? [] : [renderFigures(report)]),
        ...renderMerged(report),
        ...renderList('Closed without a merge', report.closed, { 'Closed after': formatLife }),
        ...renderOpen(report),
        ...(notes.length === 0
            ? []
            : [(0,markdown/* markdown */.wD) `### About these numbers`, (0,markdown/* prose */.CS)(notes.map((note) => `- ${note}`).join('\n'))]),
        (0,markdown/* markdown */.wD) `<sub>${SCOPE}</sub>`,
    ];
    return (0,markdown/* joinMarkdown */.UF)(parts, '\n\n');
}
const SCOPE = 'Without edits: bots wrote all commits. Reverts, and how merge conflicts were resolved, are not part of this report.';
function renderFailure(problem) {
    return (0,markdown/* markdown */.wD) `## Documentation outcomes\n\n> [!CAUTION]\n> **No report.**\n\n${(0,markdown/* prose */.CS)(problem)}`;
}
function renderOrigin(nowMs, runUrl) {
    return (0,markdown/* markdown */.wD) ` · Updated ${(0,dates/* formatMinute */.Yi)(nowMs)} UTC · ${(0,markdown/* link */.nf)((0,markdown/* markdown */.wD) `Workflow run`, runUrl)}`;
}
function renderFigures({ figures, previous, period, previousPeriod }) {
    const rows = [
        ['Merged', ({ merged }) => (0,reports_numbers/* formatNumber */.ZV)(merged)],
        ['Merged without edits', formatWithoutEdits],
        ['Closed without a merge', ({ closed }) => (0,reports_numbers/* formatNumber */.ZV)(closed)],
        ['Opened', ({ opened }) => (0,reports_numbers/* formatNumber */.ZV)(opened)],
        ['Median time to merge', ({ medianHours }) => (medianHours === undefined ? '–' : formatHours(medianHours))],
    ];
    const cells = rows.map(([name, format]) => [name, format(figures), previous === undefined ? 'Not known' : format(previous)].map((cell) => (0,markdown/* markdown */.wD) `${cell}`));
    return (0,markdown/* table */.tp)([(0,markdown/* markdown */.wD) ``, (0,dates/* renderRange */.iH)(period), (0,dates/* renderRange */.iH)(previousPeriod)], cells, [':--', '--:', '--:']);
}
function formatWithoutEdits({ mergedWithoutEdits: count, mergedUnknown: unknown }) {
    if (count === undefined)
        return 'Not known';
    return `${(0,reports_numbers/* formatNumber */.ZV)(count)}${unknown > 0 ? ` (not known for ${(0,reports_numbers/* formatNumber */.ZV)(unknown)})` : ''}`;
}
function renderMerged(report) {
    const { merged, isWithoutEdits, changed, views, trafficDays } = report;
    const list = renderList('Merged', merged, {
        'Without edits': ({ number }) => {
            const known = isWithoutEdits.get(number);
            return known === undefined ? 'Not known' : known ? 'Yes' : 'No';
        },
        'Merged after': formatLife,
        Pages: ({ number }) => {
            const { files, isWhole } = changed.get(number) ?? {};
            return files === undefined ? 'Not known' : `${isWhole ? '' : '≥ '}${(0,reports_numbers/* formatNumber */.ZV)(files.filter(views_of_files/* isPage */.yp).length)}`;
        },
        ...(views && { People: formatViews(report, 'human'), AI: formatViews(report, 'ai') }),
    });
    if (views === undefined || list.length === 0)
        return list;
    const days = trafficDays === 1 ? 'day' : `${trafficDays} days`;
    const { human, ai, isPartial } = views.total ?? {};
    const least = isPartial === true ? 'at least ' : '';
    const sum = human === undefined || ai === undefined
        ? `The page views of the last ${days} aren't known.`
        : `In the last ${days}, these pages had ${least}${(0,reports_numbers/* formatCount */.B4)(human, 'view')} by people and ` +
            `${least}${(0,reports_numbers/* formatNumber */.ZV)(ai)} by AI. Each page counts once, in the pull request that was merged last.`;
    return [...list, (0,markdown/* markdown */.wD) `${sum}`];
}
function formatViews({ views }, name) {
    return ({ number }) => {
        const own = views?.views.get(number);
        if (own !== undefined)
            return `${own.isPartial ? '≥ ' : ''}${(0,reports_numbers/* formatNumber */.ZV)(Number(own[name]))}`;
        const numbers = views?.elsewhere.get(number);
        return numbers === undefined ? 'Not known' : `See ${numbers.map((each) => `#${each}`).join(', ')}`;
    };
}
function renderOpen({ open, nowMs }) {
    const formatAge = ({ createdAt }) => {
        const ageMs = Math.max(0, nowMs - Date.parse(createdAt));
        return ageMs < dates/* DAY_MS */.sO ? 'less than a day' : (0,reports_numbers/* formatCount */.B4)(Math.floor(ageMs / dates/* DAY_MS */.sO), 'day');
    };
    return renderList('Open now, the oldest first', open, { 'Open for': formatAge });
}
function formatLife(pullRequest) {
    return formatHours(measureLifeMs(pullRequest) / 3_600_000);
}
function renderList(title, pullRequests, columns) {
    if (pullRequests.length === 0)
        return [];
    const formats = Object.values(columns);
    const rows = pullRequests.map((each) => [
        renderPullRequest(each),
        ...formats.map((format) => (0,markdown/* markdown */.wD) `${format(each)}`),
    ]);
    const header = ['Pull request', ...Object.keys(columns)].map((name) => (0,markdown/* markdown */.wD) `${name}`);
    const render = (shown) => (0,markdown/* table */.tp)(header, shown, [':--', ...formats.map(() => '--:')]);
    const [folded, more] = [rows.slice(MAXIMUM_ROWS, MAXIMUM_FOLDED_ROWS), rows.length - MAXIMUM_FOLDED_ROWS];
    return [
        (0,markdown/* markdown */.wD) `### ${title}`,
        render(rows.slice(0, MAXIMUM_ROWS)),
        ...(folded.length > 0 ? [(0,markdown/* details */.zH)(`${(0,reports_numbers/* formatNumber */.ZV)(folded.length)} more`, render(folded))] : []),
        ...(more > 0 ? [(0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatNumber */.ZV)(more)} others aren't shown.`] : []),
    ];
}
function renderPullRequest({ number, title, url, isDraft }) {
    const shown = (0,markdown/* plain */.pj)((0,untrusted_escape/* shorten */.ml)((0,untrusted_text/* readUntrustedText */.u)(title).trim(), MAXIMUM_TITLE));
    const safe = (0,safe_url/* toSafeUrl */.w)(url);
    return (0,markdown/* markdown */.wD) `${safe ? (0,markdown/* link */.nf)(shown, safe) : shown} #${number}${isDraft ? ' (draft)' : ''}`;
}

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
        const problem = error instanceof errors/* GitHubError */.y_ ? explainFailure(error) : (0,run_action/* describeInSentence */.ww)(error);
        runner.fail(`${TITLE}: no report`, problem);
        await (0,publish_report/* publishSummary */.I)(runner, TITLE, renderFailure(problem));
    }
    finally {
        stop();
    }
}
function explainFailure({ message, status, isRateLimited }) {
    if (isRateLimited || (status !== 403 && status !== 404))
        return message;
    return (`${message} Check \`repository\`, and that the token in \`github-token\` can read it with ` +
        '`pull-requests: read`. For another private repository, use the token of a GitHub App: see the recipe ' +
        '"Private documentation repository".');
}
async function publishOutcomes(runner, outputs, signal) {
    const { log, secrets } = runner;
    const run = (0,runner_event/* readWorkflowRun */.hO)(process.env);
    const reader = new runner_inputs/* InputReader */.i_(secrets, INPUT_DEFAULTS);
    const inputs = readInputs(reader, run.repository, clock/* systemClock */.m.wallClock());
    for (const text of reader.listMisspelled())
        log.warning('Unknown input', text);
    const { place, title, githubToken: token, issueNumber: issue } = inputs;
    const repository = `${place.owner}/${place.repo}`;
    log.info(`Pull requests by ${inputs.author} in ${repository}, ${(0,dates/* formatRange */.Lu)(inputs.period)}.`);
    const fetch = (0,network_fetch/* createFetch */.Hy)(process.env);
    const { tries, waiting } = (0,patience/* createAllowance */.bH)(clock/* systemClock */.m, patience/* REPORT_PATIENCE */.JJ);
    const connection = (0,connect/* connectGitHub */.U)({ run, token, fetch, clock: clock/* systemClock */.m, signal, threadKind: undefined, tries, waiting });
    const report = await reportOutcomes(inputs, {
        github: connection.github,
        connectService: () => (0,client/* connectService */.Ux)(inputs, { ...runner, ...clock/* systemClock */.m, fetch, waiting }),
        signal,
        clock: { now: clock/* systemClock */.m.now, wallClock: connection.now },
    });
    writeOutputs(outputs, report);
    for (const note of report.notes)
        log.warning(`${TITLE}: about these numbers`, note);
    log.info(formatHeadline(report));
    const site = (0,markdown/* plain */.pj)(title || repository);
    await (0,publish_report/* publishSummary */.I)(runner, TITLE, renderReport(site, report));
    if (issue === undefined)
        return;
    const content = renderReport(site, report, renderOrigin(report.nowMs, run.url));
    const commentUrl = await (0,publish_report/* publishReport */.S)({
        kind: 'outcomes',
        subject: (0,marker/* digest */.br)(repository.toLowerCase(), inputs.author.toLowerCase()),
        parse: json/* readObject */.Ag,
        render: () => ({ content, memory: {} }),
    }, issue, { log, title: TITLE, token, connection, redact: secrets.redact });
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
/* harmony import */ var _docs_service_views_pages_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(983);
/* harmony import */ var _reports_dates_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1737);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8154);





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
    const first = { ...range, limit: ROWS_PER_REQUEST, offset: 0 };
    let isPartial = false;
    try {
        for await (const { page, isShort } of (0,_docs_service_views_pages_js__WEBPACK_IMPORTED_MODULE_3__/* .fetchViewsPages */ .$)(service, first, limits)) {
            for (const row of page.views)
                keepLarger(byPath, normalizePath(row.path), row);
            isPartial ||= isShort;
        }
        return { byPath, isPartial };
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
    let path = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .readUntrustedText */ .u)(given);
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
