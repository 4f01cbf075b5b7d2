export const id = 635;
export const ids = [635];
export const modules = {

/***/ 8635:
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
// EXTERNAL MODULE: ./build/network/fetch.js
var network_fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/network/patience.js
var patience = __webpack_require__(6450);
// EXTERNAL MODULE: ./build/network/proxies.js
var proxies = __webpack_require__(6133);
// EXTERNAL MODULE: ./build/our-comments/marker.js
var marker = __webpack_require__(1602);
// EXTERNAL MODULE: ./build/reports/dates.js
var reports_dates = __webpack_require__(1737);
// EXTERNAL MODULE: ./build/reports/numbers.js
var reports_numbers = __webpack_require__(6554);
// EXTERNAL MODULE: ./build/reports/publish-report.js + 1 modules
var publish_report = __webpack_require__(1001);
// EXTERNAL MODULE: ./build/runner/cancellation.js
var cancellation = __webpack_require__(172);
// EXTERNAL MODULE: ./build/runner/clock.js
var clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/runner/event.js
var runner_event = __webpack_require__(5371);
// EXTERNAL MODULE: ./build/runner/globs.js
var runner_globs = __webpack_require__(372);
// EXTERNAL MODULE: ./build/runner/inputs.js
var runner_inputs = __webpack_require__(2266);
// EXTERNAL MODULE: ./build/runner/outputs.js
var runner_outputs = __webpack_require__(4481);
// EXTERNAL MODULE: ./build/runner/run-action.js + 1 modules
var run_action = __webpack_require__(7547);
// EXTERNAL MODULE: ./build/docs-service/errors.js
var errors = __webpack_require__(9597);
// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
;// CONCATENATED MODULE: ./build/page-views/file/formats.js


const COLUMNS = {
    human: ({ human }) => human,
    ai: ({ ai }) => ai,
    total: ({ total }) => total,
};
const COMPARED_COLUMNS = {
    ...COLUMNS,
    previous: ({ previous }) => previous,
    change: ({ change }) => change,
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
            begin: ({ previous, ...header }) => {
                const fields = { ...toFields(header), ...(previous && { previous: toFields(previous) }) };
                return `${JSON.stringify(fields).slice(0, -1)},"views":[`;
            },
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
function toFields({ dateFrom, dateTo, totals }) {
    const { human, ai, total } = totals;
    return { dateFrom: dateFrom ?? null, dateTo, totals: { human, ai, total } };
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
    return /^\/[\w/.~%-]*$/.test(text) ? text : (0,sync/* stringify */.A)([[hideBehindQuote(text)]], CSV_OPTIONS);
}
function hideBehindQuote(text) {
    return /^(?![\t\r])[\s\p{C}]/u.test(text) ? `'${text}` : text;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./build/page-views/file/export-file.js





async function openExportFile(workspace, file, sleep) {
    try {
        const folder = await openExportFolder(workspace, file);
        const names = [(0,external_node_path_.basename)(file), namePartialFile(file)];
        for (const name of names)
            if ((await findEntry((0,external_node_path_.join)(folder, name)))?.isDirectory())
                throw refuseFolder(file, name);
        const temporaryPath = (0,external_node_path_.join)(folder, `.${(0,external_node_path_.basename)(file)}.${(0,external_node_crypto_.randomUUID)()}.tmp`);
        const handle = await (0,promises_.open)(temporaryPath, 'ax', 0o644);
        return createExportFile(handle, { temporaryPath, workspace: (0,external_node_path_.resolve)(workspace), file }, sleep);
    }
    catch (error) {
        throw asExportFileError(error, file);
    }
}
function createExportFile(handle, { temporaryPath, workspace, file }, sleep) {
    const folder = (0,external_node_path_.dirname)(temporaryPath);
    let length = 0;
    let isOver = false;
    const keepAs = async (name) => {
        try {
            await handle.sync();
            await handle.close();
            await renamePatiently(temporaryPath, (0,external_node_path_.join)(folder, name), sleep);
            isOver = true;
            return (0,external_node_path_.relative)(workspace, (0,external_node_path_.resolve)(workspace, (0,external_node_path_.dirname)(file), name))
                .split(external_node_path_.sep)
                .join('/');
        }
        catch (error) {
            throw asExportFileError(error, file);
        }
    };
    return {
        async write(text) {
            try {
                await handle.appendFile(text);
                length += Buffer.byteLength(text);
            }
            catch (error) {
                await handle.truncate(length).catch(() => undefined);
                throw asExportFileError(error, file);
            }
        },
        keep: () => keepAs((0,external_node_path_.basename)(file)),
        keepPartial: () => keepAs(namePartialFile(file)),
        async discard() {
            if (isOver)
                return;
            isOver = true;
            await handle.close().catch(() => undefined);
            await (0,promises_.rm)(temporaryPath, { force: true });
        },
    };
}
const RENAME_PAUSES_MS = [100, 400, 1600];
async function renamePatiently(from, to, sleep, pauses = RENAME_PAUSES_MS) {
    await (0,promises_.rename)(from, to).catch(async (error) => {
        const [pauseMs, ...left] = pauses;
        if (pauseMs === undefined || !/^(EPERM|EBUSY)$/u.test(error.code ?? ''))
            throw error;
        await sleep(pauseMs);
        await renamePatiently(from, to, sleep, left);
    });
}
function refuseFolder(file, name) {
    const isPartial = name !== (0,external_node_path_.basename)(file);
    const what = isPartial ? `a folder is where a partial result would go, \`${name}\`` : 'a folder has that name';
    return new ExportFileError(file, what, 'Set `file` to another name.');
}
function findEntry(path) {
    return (0,promises_.lstat)(path).catch(() => undefined);
}
function findExtension(file) {
    const extension = (0,external_node_path_.extname)(file).toLowerCase();
    return EXTENSIONS.find((known) => known === extension);
}
function findPathRule(file, separator = external_node_path_.sep) {
    if (/^[a-z][a-z\d+.-]+:\/\//iu.test(file))
        return 'a path in the workspace, not a URL. To upload the file, add a step after this one';
    const isWindows = separator === '\\';
    const [refused] = (isWindows && /[<>"|?*]|(?<!^[a-z]):|:(?![\\/])/iu.exec(file)) || [];
    if (refused !== undefined)
        return `a name without \`${refused}\`, which Windows doesn't allow`;
    const isPortable = !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(file) && (isWindows || !file.includes('\\'));
    return isPortable ? undefined : 'a path with `/` between folders, and without line breaks';
}
function namePartialFile(file) {
    const extension = (0,external_node_path_.extname)(file);
    return `${(0,external_node_path_.basename)(file, extension)}.partial${extension}`;
}
async function openExportFolder(workspace, file) {
    const root = await (0,promises_.realpath)(workspace);
    const folder = (0,external_node_path_.dirname)((0,external_node_path_.resolve)(root, file));
    await refuseLinks(root, folder, file);
    await (0,promises_.mkdir)(folder, { recursive: true });
    await refuseLinks(root, folder, file);
    return folder;
}
async function refuseLinks(root, folder, file) {
    if (folder === root)
        return;
    const isLink = (await findEntry(folder))?.isSymbolicLink() === true;
    if (isLink || !(0,runner_event/* isInside */.FK)(root, folder))
        throw new ExportFileError(file, isLink ? 'its path contains a link' : 'it is outside of the workspace', 'Set `file` to a path inside the workspace, without links.');
    await refuseLinks(root, (0,external_node_path_.dirname)(folder), file);
}
class ExportFileError extends Error {
    name = 'ExportFileError';
    hint;
    constructor(file, what, hint, options) {
        super(`Couldn't write \`${file}\`: ${what}.`, options);
        this.hint = hint;
    }
}
const NOT_A_FOLDER = 'A part of the path is a file. Set `file` to another path.';
const HINTS = {
    ENOSPC: 'The disk is full. Free up space on the runner, or export fewer rows at a time.',
    ENOTDIR: NOT_A_FOLDER,
    EEXIST: NOT_A_FOLDER,
};
function asExportFileError(error, file) {
    if (error instanceof ExportFileError)
        return error;
    const { code = 'unknown error' } = error;
    const hint = HINTS[code] ?? 'Check that the step is allowed to write there, or set `file` to another path.';
    return new ExportFileError(file, `the system reports ${code}`, hint, { cause: error });
}

;// CONCATENATED MODULE: ./build/page-views/problems.js



const SHORTFALLS = {
    'request limit': '`max-requests` was reached.',
    'short page': 'A page has fewer rows than requested, but more follow, so rows may be missing.',
    'repeated paths': 'Paths are repeated on another page, so the same number of rows is missing.',
    'changed totals': 'The totals changed between pages, so rows may be missing.',
};
function explainShortfalls(shortfalls) {
    return shortfalls.map((shortfall) => SHORTFALLS[shortfall]).join(' ');
}
function explainFailure(failure, advice) {
    if (failure instanceof errors/* DocsServiceError */.Dx) {
        const { message, hint, serviceMessage: detail } = failure;
        return { problem: `${message} ${advice ?? hint}`, detail };
    }
    if (failure instanceof ExportFileError)
        return { problem: `${failure.message} ${failure.hint}` };
    if (!(failure instanceof errors/* RequestLimitError */.H9))
        return { problem: `Unexpected error: ${(0,run_action/* describeBug */.WP)(failure)}`, isUnexpected: true };
    if (failure.cause === undefined)
        return { problem: `${failure.message} Raise \`max-requests\`.` };
    const { problem, ...rest } = explainFailure(failure.cause);
    return { ...rest, problem: `${problem} The request wasn't repeated, because \`max-requests\` was reached.` };
}

// EXTERNAL MODULE: ./build/docs-service/request.js
var request = __webpack_require__(8561);
// EXTERNAL MODULE: ./build/docs-service/views-pages.js
var views_pages = __webpack_require__(983);
;// CONCATENATED MODULE: ./build/page-views/view-counts.js
const NO_VIEWS = { human: 0, ai: 0, total: 0 };
function addViews(one, other) {
    return { human: one.human + other.human, ai: one.ai + other.ai, total: one.total + other.total };
}
function subtractViews(all, left) {
    return {
        human: Math.max(0, all.human - left.human),
        ai: Math.max(0, all.ai - left.ai),
        total: Math.max(0, all.total - left.total),
    };
}

;// CONCATENATED MODULE: ./build/page-views/reading/data-checks.js


const MAXIMUM_SIZE = 1.5 * 2 ** 20;
const FIGURES = ['human', 'ai', 'total'];
function createDataChecks(maximumSize = MAXIMUM_SIZE) {
    const pages = new Map();
    let [rows, size] = [0, 0];
    let sums = NO_VIEWS;
    let first;
    let [isShort, areRepeated, haveChanged] = [false, false, false];
    function isOnOtherPage(path, offset) {
        const text = (0,untrusted_text/* readUntrustedText */.u)(path);
        const known = pages.get(text);
        if (known !== undefined)
            return known !== offset;
        size += text.length;
        if (size <= maximumSize)
            pages.set(text, offset);
        return false;
    }
    return {
        add({ page: { totals, views }, offset, ...placed }) {
            isShort ||= placed.isShort;
            const expected = first ?? totals;
            first = expected;
            haveChanged ||= FIGURES.some((name) => totals[name] !== expected[name]);
            rows += views.length;
            for (const row of views) {
                areRepeated ||= isOnOtherPage(row.path, offset);
                sums = addViews(sums, row);
            }
        },
        finish(isWhole) {
            const shortfalls = [];
            if (isShort)
                shortfalls.push('short page');
            if (areRepeated)
                shortfalls.push('repeated paths');
            if (haveChanged)
                shortfalls.push('changed totals');
            const warnings = [];
            const totals = first ?? sums;
            const isBelow = isWhole && FIGURES.some((name) => sums[name] < totals[name]);
            if (isBelow)
                warnings.push({ about: 'the data is inconsistent', message: explainSums(sums, totals) });
            if (size > maximumSize && !areRepeated) {
                const count = pages.size.toLocaleString('en-US');
                const message = `Only the first ${count} paths were checked for repetition on other pages.`;
                warnings.push({ about: 'not everything was checked', message });
            }
            return { rows, totals: first, shortfalls, warnings, isBelow };
        },
    };
}
function explainSums(sums, totals) {
    const end = 'Pages may be missing, so no page is treated as new or without views.';
    return `The rows add up to ${formatCounts(sums)}, but the totals are ${formatCounts(totals)}. ${end}`;
}
function formatCounts({ human, ai, total }) {
    return `${human} human + ${ai} AI = ${total}`;
}

;// CONCATENATED MODULE: ./build/page-views/reading/fetch-period.js




async function fetchPeriod({ range, limit, offset: firstOffset, maximumRequests }, { service, signal, waitForQuota, takePage }) {
    const checks = createDataChecks();
    const requests = (0,request/* createRequestCount */.x)(maximumRequests);
    const limits = { signal, deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take, waitForQuota };
    let nextOffset = firstOffset;
    let isLimitReached = false;
    let failure;
    try {
        for await (const placed of (0,views_pages/* fetchViewsPages */.$)(service, { ...range, limit, offset: firstOffset }, limits)) {
            await takePage(placed.page);
            checks.add(placed);
            nextOffset = placed.offset + limit;
        }
    }
    catch (error) {
        const isLimitAlone = error instanceof errors/* RequestLimitError */.H9 && error.cause === undefined;
        isLimitReached = isLimitAlone && nextOffset > firstOffset;
        if (!isLimitReached)
            failure = error;
    }
    const { shortfalls, ...found } = checks.finish(!isLimitReached && failure === undefined && firstOffset === 0);
    return {
        ...found,
        requests: requests.sent(),
        shortfalls: isLimitReached ? ['request limit', ...shortfalls] : shortfalls,
        nextOffset: shortfalls.length > 0 ? firstOffset : nextOffset,
        failure,
    };
}

;// CONCATENATED MODULE: ./build/page-views/comparison/lengths.js

const EQUAL = { days: 1, previousDays: 1 };
function findLengths(range, previous) {
    const [days, previousDays] = [(0,reports_dates/* countDays */.Tm)(range), (0,reports_dates/* countDays */.Tm)(previous)];
    return days > 0 && previousDays > 0 && days !== previousDays ? { days, previousDays } : EQUAL;
}
function namePerDay({ days, previousDays }) {
    return days === previousDays ? '' : ' per day';
}
function findFall(now, before, { days, previousDays }) {
    return before > 0 ? (before * days - now * previousDays) / (before * days) : 0;
}
function changePerDay(now, before, { days, previousDays }) {
    const change = now / days - before / previousDays;
    return days === previousDays ? change : Math.round(change * 100) / 100;
}

;// CONCATENATED MODULE: ./build/page-views/comparison/ranking.js


function createRanking(maximum, scoreOf) {
    let kept = [];
    return {
        add(row) {
            const least = kept[maximum - 1];
            if (least !== undefined && scoreOf(row) <= scoreOf(least))
                return;
            const same = kept.find(({ path }) => path === row.path);
            if (same !== undefined && scoreOf(row) <= scoreOf(same))
                return;
            const others = kept.filter((each) => each !== same);
            kept = [...others, row].sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, maximum);
        },
        list: () => kept,
    };
}
const PREVIOUS = { human: 'previousHuman', ai: 'previousAi', total: 'previous' };
const FEWEST_VIEWS = 10;
const LEAST_FALL = 0.2;
const SITE_FALL = 0.5;
function createMovers({ topCount, topBy, isCertain, totals, previousTotals, lengths }) {
    const rising = createRanking(topCount, ({ change }) => change);
    const falling = createRanking(topCount, ({ change }) => -change);
    const isNew = createPagesOfOnePeriod(topCount);
    const noViews = createPagesOfOnePeriod(topCount);
    const siteFall = findFall(totals[topBy], previousTotals[topBy], lengths);
    const leastFall = siteFall > 0 ? 2 * siteFall : LEAST_FALL;
    function isFalling(now, before) {
        const lost = (before * lengths.days) / lengths.previousDays - now;
        return siteFall < SITE_FALL && lost >= FEWEST_VIEWS && findFall(now, before, lengths) >= leastFall;
    }
    return {
        add(row) {
            const { path, total, previous, human, ai, previousHuman, previousAi } = row;
            const [now, before] = [row[topBy], row[PREVIOUS[topBy]]];
            const change = changePerDay(now, before, lengths);
            const mover = { path, total, previous, change, human, ai, previousHuman, previousAi };
            if (previous > 0 && total > 0) {
                if (change > 0)
                    rising.add(mover);
                else if (isFalling(now, before))
                    falling.add(mover);
            }
            else if (isCertain && total > 0)
                isNew.add(mover, total);
            else if (isCertain && previous > 0)
                noViews.add(mover, previous);
        },
        list: () => ({
            rising: rising.list(),
            falling: falling.list(),
            isNew: isNew.list(),
            noViews: noViews.list(),
            rises: [...rising.list(), ...isNew.list()].sort((a, b) => b.change - a.change).slice(0, topCount),
            more: { isNew: isNew.countOthers(), noViews: noViews.countOthers() },
            names: { isNew: isNew.names, noViews: noViews.names },
        }),
    };
}
function createPagesOfOnePeriod(maximum) {
    const ranking = createRanking(maximum, ({ change }) => Math.abs(change));
    const names = new Set();
    let count = 0;
    return {
        names,
        add(mover, views) {
            count += 1;
            if (views < FEWEST_VIEWS)
                return;
            names.add(readLastSegment(mover.path));
            if (mover.change !== 0)
                ranking.add(mover);
        },
        list: ranking.list,
        countOthers: () => count - ranking.list().length,
    };
}
function readLastSegment(path) {
    const segments = (0,untrusted_text/* readUntrustedText */.u)(path).split('/');
    return segments.findLast((segment) => segment !== '') ?? '';
}

;// CONCATENATED MODULE: ./build/page-views/comparison/compare-periods.js







async function comparePeriods(options, exported, { table, range }, { openFile, ...reader }) {
    let left = NO_VIEWS;
    const takePage = ({ views }) => {
        for (const row of views) {
            table.addPrevious(row);
            if (options.isExcluded?.(row.path))
                left = addViews(left, row);
        }
    };
    const fetched = await fetchPeriod({ ...options, range, offset: 0 }, { ...reader, waitForQuota: false, takePage });
    const { totals: received = NO_VIEWS, requests, shortfalls, failure } = fetched;
    const warnings = fetched.warnings.map((each) => ({ ...each, message: `Previous period: ${each.message}` }));
    const refuse = (message, quote) => ({
        warnings: [{ about: 'no comparison', message, quote }, ...warnings],
    });
    if (failure !== undefined) {
        const needed = exported.requests + Math.max(exported.requests, requests);
        const isQuota = failure instanceof errors/* DocsServiceError */.Dx && failure.status === 429 && needed > HOURLY_QUOTA;
        const { problem, detail } = explainFailure(failure, isQuota ? QUOTA_ADVICE : undefined);
        return refuse(`${NOT_READ} ${problem}`, detail);
    }
    if (shortfalls.length > 0)
        return refuse(`${NOT_READ} ${explainShortfalls(shortfalls)}`);
    const totals = subtractViews(received, left);
    const previous = { range, received, totals, requests, isWhole: !fetched.isBelow };
    try {
        const written = await writeComparison(options, table, exported, previous, await openFile());
        return { comparison: { ...written, range, totals, requests, excluded: left.total }, warnings };
    }
    catch (failure) {
        return refuse(`The comparison wasn't written to the file. ${explainFailure(failure).problem}`);
    }
}
const NOT_READ = "The previous period couldn't be read completely.";
const HOURLY_QUOTA = 100;
const QUOTA_ADVICE = `Both periods together need more than the ${HOURLY_QUOTA} requests that an organization has per hour, so running the ` +
    "export again doesn't help. Instead, export the previous period by itself an hour later, without `compare`.";
const ROWS_AT_A_TIME = 250;
async function writeComparison({ extension, topCount, topBy, isExcluded }, table, { range, received, totals, isWhole }, previous, file) {
    const lengths = findLengths(range, previous.range);
    const hasGap = received.total === 0 || previous.received.total === 0;
    const isCertain = isWhole && previous.isWhole && !hasGap;
    const movers = createMovers({ topCount, topBy, isCertain, totals, previousTotals: previous.totals, lengths });
    const isCompared = totals.total > 0 && previous.totals.total > 0;
    const rows = table.list(isCertain);
    for (const row of rows)
        if (isCompared && !isExcluded?.(row.path))
            movers.add(row);
    const format = createFormat(extension, COMPARED_COLUMNS);
    const header = { ...range, totals: received, previous: { ...previous.range, totals: previous.received } };
    try {
        await file.write(format.begin(header));
        for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME)
            await file.write(format.rows(rows.slice(at, at + ROWS_AT_A_TIME), at === 0));
        await file.write(format.end());
        await file.keep();
        return { ...movers.list(), lengths, rows: rows.length };
    }
    finally {
        await file.discard();
    }
}
function createPageTable() {
    const rows = [];
    const previous = new Map();
    return {
        add: (row) => void rows.push(row),
        addPrevious: (row) => void previous.set(row.path, row),
        list(withOthers) {
            const others = new Map(withOthers ? previous : []);
            const compared = rows.map((row) => {
                others.delete(row.path);
                return compareRow(row, previous.get(row.path));
            });
            return [...compared, ...[...others.values()].map((row) => compareRow({ ...row, ...NO_VIEWS }, row))];
        },
    };
}
function compareRow(row, { human, ai, total } = NO_VIEWS) {
    return { ...row, previous: total, change: row.total - total, previousHuman: human, previousAi: ai };
}

;// CONCATENATED MODULE: ./build/page-views/export-page-views.js





async function exportPageViews(options, dependencies) {
    const { previousRange } = options;
    const table = previousRange && createPageTable();
    const { result, received, isBelow } = await writeExport(options, dependencies, table);
    const { outcome, totals, rows, requests, warnings } = result;
    if (!table || !received || outcome === 'failed')
        return result;
    if (totals === undefined)
        return { ...result, warnings: [...warnings, NO_TOTALS] };
    const isWhole = isWholePeriod(result, options) && !isBelow;
    const exported = { range: options.range, received, totals, requests, isWhole };
    const compared = await comparePeriods(options, exported, { table, range: previousRange }, dependencies);
    const { comparison } = compared;
    return { ...result, comparison, rows: comparison?.rows ?? rows, warnings: [...warnings, ...compared.warnings] };
}
const NO_TOTALS = {
    about: 'no comparison',
    message: "With `exclude`, a comparison needs every row of the period, and this export doesn't have them.",
};
function isWholePeriod({ outcome }, { offset }) {
    return outcome === 'complete' && offset === 0;
}
async function writeExport(options, { openFile, ...reader }, table) {
    const { range, extension, topBy, topCount, isExcluded } = options;
    let file;
    try {
        file = await openFile();
    }
    catch (failure) {
        const nothing = { rows: 0, requests: 0, shortfalls: [], top: [], warnings: [] };
        return { result: { outcome: 'failed', ...nothing, nextOffset: options.offset, failure } };
    }
    const format = createFormat(extension, COLUMNS);
    const top = createRanking(topCount, (row) => row[topBy]);
    let [hasBegun, hasRows] = [false, false];
    let [left, leftRows] = [NO_VIEWS, 0];
    const takePage = async ({ views, totals }) => {
        await file.write((hasBegun ? '' : format.begin({ ...range, totals })) + format.rows(views, !hasRows));
        hasBegun = true;
        hasRows ||= views.length > 0;
        for (const row of views) {
            const { path, human, ai, total } = row;
            table?.add(row);
            if (isExcluded?.(path)) {
                left = addViews(left, row);
                leftRows += 1;
            }
            else
                top.add({ path, human, ai, total });
        }
    };
    const fetched = await fetchPeriod(options, { ...reader, waitForQuota: true, takePage });
    const finished = hasBegun ? await finishFile(file, format.end(), fetched) : {};
    await file.discard();
    const result = assembleResult(options, fetched, finished, top.list());
    const { totals: received, isBelow } = fetched;
    if (isExcluded === undefined)
        return { result: { ...result, totals: received }, received, isBelow };
    const totals = received && isWholePeriod(result, options) ? subtractViews(received, left) : undefined;
    return { result: { ...result, totals, excluded: { rows: leftRows, views: left.total } }, received, isBelow };
}
async function finishFile(file, end, fetched) {
    try {
        await file.write(end);
        return { path: await (fetched.failure === undefined ? file.keep() : file.keepPartial()) };
    }
    catch (failure) {
        return { failure };
    }
}
function assembleResult({ offset }, fetched, { path: file, failure = fetched.failure }, top) {
    const { rows, requests, shortfalls, warnings } = fetched;
    const read = shortfalls.length === 0 ? 'complete' : 'incomplete';
    const outcome = failure === undefined ? read : 'failed';
    const nextOffset = file === undefined ? offset : fetched.nextOffset;
    return {
        outcome,
        shortfalls,
        rows: file === undefined ? 0 : rows,
        requests,
        file,
        nextOffset: outcome === 'complete' ? undefined : nextOffset,
        top,
        warnings,
        failure,
    };
}

// EXTERNAL MODULE: ./build/reports/period.js
var reports_period = __webpack_require__(323);
;// CONCATENATED MODULE: ./build/page-views/date-range.js


const ALLOWED = 'a date that exists, as YYYY-MM-DD, a timestamp such as 2026-08-01T12:00:00Z, `today`, or a number of days such as 7d';
function resolveDates(from, to, nowMs, refuse) {
    const givenMs = to === '' ? nowMs : parseMoment(to, nowMs, nowMs);
    if (givenMs === undefined)
        refuse('date-to', to, ALLOWED);
    const toMs = Math.min(givenMs ?? nowMs, nowMs);
    const range = { dateTo: formatMoment(toMs) };
    if (from === '')
        return { range, previousRange: undefined };
    const fromMs = parseMoment(from, toMs, nowMs);
    const allowed = `a moment before date-to, which is ${formatMoment(toMs)} and itself not included`;
    if (fromMs === undefined)
        refuse('date-from', from, ALLOWED);
    else if (fromMs >= toMs)
        refuse('date-from', from, allowed);
    const startMs = fromMs ?? toMs;
    return { range: toRange(startMs, toMs), previousRange: toRange(2 * startMs - toMs, startMs) };
}
const MAXIMUM_DAYS = 36_500;
function resolvePeriod(text, nowMs, refuse) {
    const period = (0,reports_period/* parsePeriod */.DB)(text, nowMs, MAXIMUM_DAYS);
    if (period === undefined) {
        refuse('period', text, (0,reports_period/* listAllowedPeriods */.P_)(MAXIMUM_DAYS));
        return resolveDates('', '', nowMs, refuse);
    }
    const { dateFrom, dateTo } = period;
    const { fromMs, toMs } = (0,reports_period/* findPrevious */.ve)(period);
    return { range: toRange(Date.parse(dateFrom), Date.parse(dateTo)), previousRange: toRange(fromMs, toMs) };
}
function toRange(fromMs, toMs) {
    return { dateFrom: formatMoment(fromMs), dateTo: formatMoment(toMs) };
}
function formatMoment(atMs) {
    return new Date(atMs).toISOString().replace('.000Z', 'Z');
}
const FIRST_MOMENT_MS = Date.parse('0000-01-01T00:00:00Z');
function parseMoment(text, referenceMs, nowMs) {
    const [, days] = /^(\d{1,9})d$/iu.exec(text) ?? [];
    const given = /^today$/iu.test(text) ? (0,reports_dates/* toDay */._b)(nowMs) : text;
    const atMs = days === undefined ? parseTimestamp(given) : referenceMs - Number(days) * reports_dates/* DAY_MS */.sO;
    return atMs >= FIRST_MOMENT_MS ? atMs : undefined;
}
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/u;
function parseTimestamp(given) {
    const [text = '', day = '', zone] = TIMESTAMP.exec(given.toUpperCase()) ?? [];
    if (new Date(day).toJSON()?.startsWith(day) !== true)
        return Number.NaN;
    return Date.parse(zone === undefined && text !== day ? `${text}Z` : text);
}

;// CONCATENATED MODULE: ./build/page-views/inputs.js






const INPUT_DEFAULTS = {
    limit: '250',
    offset: '0',
    'max-requests': '100',
    file: 'page-views.csv',
    top: '10',
    'top-by': 'total',
    compare: 'none',
    'base-url': 'https://api.mintlify.com',
};
function readInputs(reader, { workspace, nowMs }) {
    const apiKey = reader.secret('api-key', { required: true });
    const githubToken = reader.secret('github-token', { required: false });
    const file = reader.text('file');
    const options = {
        ...readDates(reader, nowMs),
        limit: reader.wholeNumber('limit', { minimum: 1, maximum: 250 }),
        offset: reader.wholeNumber('offset', { minimum: 0, maximum: 1e15 }),
        maximumRequests: reader.wholeNumber('max-requests', { minimum: 1, maximum: 1_000_000 }),
        extension: readExtension(reader, workspace, file),
        topCount: reader.wholeNumber('top', { minimum: 1, maximum: 100 }),
        topBy: reader.choice('top-by', ['total', 'human', 'ai']),
        isExcluded: readExclusions(reader),
    };
    const inputs = {
        apiKey,
        githubToken,
        projectId: reader.id('project-id', { required: true }),
        title: reader.title('report-title'),
        exclude: reader.text('exclude'),
        baseUrl: reader.serviceUrl('base-url'),
        file,
        export: options,
        issueNumber: reader.issueNumber('issue-number'),
    };
    reader.finish();
    return inputs;
}
function readDates(reader, nowMs) {
    const [period, from, to] = [reader.text('period'), reader.text('date-from'), reader.text('date-to')];
    const isPeriod = period !== '';
    if (isPeriod && from + to !== '')
        reader.refuse('period', period, 'nothing while `date-from` or `date-to` is set');
    const refuse = (...problem) => reader.refuse(...problem);
    const dates = isPeriod ? resolvePeriod(period, nowMs, refuse) : resolveDates(from, to, nowMs, refuse);
    const isCompared = reader.choice('compare', ['none', 'previous']) === 'previous';
    if (isCompared && !isPeriod && from === '')
        reader.refuse('compare', 'previous', 'none, or previous together with `period` or `date-from`');
    return { ...dates, previousRange: isCompared ? dates.previousRange : undefined };
}
function readExclusions(reader) {
    const globs = (0,runner_globs/* parseGlobs */.nS)(reader.text('exclude'));
    const refused = globs.filter((glob) => glob.startsWith('!') || !(0,runner_globs/* isGlob */.fg)(glob));
    for (const glob of refused)
        reader.refuse('exclude', glob, `${runner_globs/* ALLOWED_GLOBS */.pf}, or \`!\` at their beginning`);
    return globs.length === 0 || refused.length > 0 ? undefined : createExclusion(globs);
}
function createExclusion(globs) {
    const matches = (0,runner_globs/* createMatcher */.P7)(globs.flatMap((glob) => (glob.includes('/') ? glob : [`**/${glob}`, `**/${glob}/**`])));
    return (path) => matches((0,untrusted_text/* readUntrustedText */.u)(path).replaceAll(/^\/|\/$/gu, ''));
}
function readExtension(reader, workspace, file) {
    const extension = findExtension(file);
    if (extension === undefined)
        reader.refuse('file', file, 'a name that ends in .csv, .json or .ndjson');
    const rule = findPathRule(file);
    if (rule !== undefined)
        reader.refuse('file', file, rule);
    else if (!(0,runner_event/* isInside */.FK)((0,external_node_path_.resolve)(workspace), file))
        reader.refuse('file', file, 'a path inside the workspace');
    return extension ?? '.csv';
}

// EXTERNAL MODULE: ./build/untrusted/markdown.js
var markdown = __webpack_require__(1676);
;// CONCATENATED MODULE: ./build/reports/charts.js


function renderPie(title, slices) {
    const shown = slices
        .filter(({ count }) => count > 0 && count < Number.MAX_SAFE_INTEGER)
        .toSorted((a, b) => b.count - a.count);
    if (shown.length === 0)
        return [];
    const lines = [
        (0,markdown/* markdown */.wD) `pie showData title ${title}`,
        ...shown.map(({ label, count }) => (0,markdown/* markdown */.wD) `    "${label}" : ${(0,reports_numbers/* formatPlainNumber */.Jr)(count)}`),
        renderChartTheme(shown.map(({ color }) => color)),
    ];
    return [(0,markdown/* markdown */.wD) `\`\`\`mermaid\n${(0,markdown/* joinMarkdown */.UF)(lines, '\n')}\n\`\`\``];
}
function renderChartTheme(pie = []) {
    const colors = pie.map((color, index) => (0,markdown/* markdown */.wD) `"pie${index + 1}": "${color}", `);
    return (0,markdown/* joinMarkdown */.UF)([
        (0,markdown/* markdown */.wD) `%%{init: {"theme": "base", "xyChart": {"width": 900, "height": 320, "titleFontSize": 16, `,
        (0,markdown/* markdown */.wD) `"xAxis": {"labelFontSize": 10}, "yAxis": {"labelFontSize": 10}}, "themeVariables": {`,
        ...colors,
        (0,markdown/* markdown */.wD) `"pieOpacity": "1", "pieStrokeWidth": "0px", `,
        (0,markdown/* markdown */.wD) `"pieOuterStrokeWidth": "0px", "pieSectionTextColor": "#ffffff", "pieTitleTextColor": "#848d97", `,
        (0,markdown/* markdown */.wD) `"pieTitleTextSize": "18px", "pieLegendTextColor": "#848d97", "xyChart": {`,
        (0,markdown/* markdown */.wD) `"backgroundColor": "transparent", "titleColor": "#848d97", "xAxisLabelColor": "#848d97", `,
        (0,markdown/* markdown */.wD) `"xAxisTickColor": "#848d97", "xAxisLineColor": "#848d97", "yAxisLabelColor": "#848d97", `,
        (0,markdown/* markdown */.wD) `"yAxisTickColor": "#848d97", "yAxisLineColor": "#848d97", `,
        (0,markdown/* markdown */.wD) `"plotColorPalette": "#848d97, #2f81f7, #a371f7"}}}}%%`,
    ], '');
}

// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
;// CONCATENATED MODULE: ./build/page-views/result/words.js


function formatDifference(value) {
    return `${value > 0 ? '+' : ''}${(0,reports_numbers/* formatNumber */.ZV)(value)}`;
}
function formatShares(first, second) {
    const sum = first + second;
    if (!(sum > 0 && Number.isFinite(sum)))
        return ['', ''];
    const tenths = Math.round((1000 * first) / sum);
    return [`${tenths / 10}%`, `${(1000 - tenths) / 10}%`];
}
function formatChange(now, before, { days, previousDays }) {
    const percent = (now / days / (before / previousDays) - 1) * 100;
    if (before === 0 || !Number.isFinite(percent))
        return '';
    const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
    const text = percent.toLocaleString('en-US', options);
    if (text === '-100.0' && now > 0)
        return '-99.9';
    return text === '-0.0' ? '0.0' : text;
}
function formatPercent(now, before, lengths) {
    const change = before < FEWEST_VIEWS ? '' : formatChange(now, before, lengths);
    return change === '' ? '' : `${Number(change) > 0 ? '+' : ''}${change}%`;
}
const AI_COUNTS_MARKDOWN_SINCE = '2026-07-31';
const AI_CHANGE = 'Since July 31, 2026, views of a page as Markdown count as AI views. ' +
    "Earlier AI views don't include these, so AI views from before and after that day can't be compared.";
function explainAiChange(first, end) {
    const changedAt = Date.parse(AI_COUNTS_MARKDOWN_SINCE);
    const isAcross = first !== undefined && Date.parse(first) < changedAt && Date.parse(end) > changedAt;
    return isAcross ? AI_CHANGE : undefined;
}
function explainContinuation({ file, nextOffset = 0, shortfalls }, { dateFrom, dateTo }) {
    if (file === undefined)
        return 'No file was written.';
    const from = dateFrom === undefined ? '' : `\`date-from: ${dateFrom}\`, `;
    const query = `\`offset: ${nextOffset}\`, ${from}\`date-to: ${dateTo}\``;
    const isPatchy = shortfalls.some((shortfall) => shortfall !== 'request limit');
    const what = isPatchy
        ? `To replace them, export again with ${query}.`
        : `Continue with ${query} and another \`file\`.`;
    return `The rows read so far are in \`${file}\`. ${what}`;
}

;// CONCATENATED MODULE: ./build/page-views/result/tables.js








function renderTotals(totals, { range, result }) {
    const { comparison, excluded } = result;
    const { human, ai, total } = totals;
    const [humanShare, aiShare] = formatShares(human, ai);
    const rows = [
        [(0,markdown/* markdown */.wD) `**Views**`, ...[human, ai, total].map((count) => (0,markdown/* markdown */.wD) `**${(0,reports_numbers/* formatNumber */.ZV)(count)}**`)],
        ...(humanShare === '' ? [] : [[(0,markdown/* markdown */.wD) `Share`, (0,markdown/* markdown */.wD) `${humanShare}`, (0,markdown/* markdown */.wD) `${aiShare}`, (0,markdown/* markdown */.wD) ` `]]),
        ...(comparison === undefined ? [] : compareTotals(totals, comparison)),
    ];
    const header = [(0,markdown/* markdown */.wD) ` `, (0,markdown/* markdown */.wD) `Human`, (0,markdown/* markdown */.wD) `AI`, (0,markdown/* markdown */.wD) `Total`];
    return [renderSentence(totals, range, comparison, excluded?.views), (0,markdown/* table */.tp)(header, rows, [':--', '--:', '--:', '--:'])];
}
function compareTotals(now, { totals: before, lengths }) {
    const names = ['human', 'ai', 'total'];
    return [
        [(0,markdown/* markdown */.wD) `Previous period`, ...names.map((name) => (0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatNumber */.ZV)(before[name])}`)],
        [
            (0,markdown/* markdown */.wD) `Change${namePerDay(lengths)}`,
            ...names.map((name) => (0,markdown/* markdown */.wD) `${formatPercent(now[name], before[name], lengths) || ' '}`),
        ],
    ];
}
function renderSentence({ total }, range, comparison, excluded = 0) {
    const preposition = range.dateFrom === undefined ? '' : 'from ';
    const views = (0,markdown/* markdown */.wD) `**${(0,reports_numbers/* formatCount */.B4)(total, 'view')}** ${preposition}${(0,reports_dates/* renderRange */.iH)(range)}`;
    if (comparison === undefined)
        return (0,markdown/* markdown */.wD) `${views}.`;
    const { range: previous, totals: before, lengths } = comparison;
    const note = explainAiChange(previous.dateFrom, range.dateTo);
    const end = note === undefined ? '' : ` ${note}`;
    const then = (0,reports_dates/* renderRange */.iH)(previous);
    const after = (0,markdown/* markdown */.wD) `${views}, after ${(0,reports_numbers/* formatCount */.B4)(before.total, 'view')} from ${then}`;
    const gap = 'probably a gap in the data';
    if (total === 0 && before.total > 0 && excluded === 0)
        return (0,markdown/* markdown */.wD) `${after}: ${gap}.${end}`;
    if (before.total === 0) {
        const none = comparison.excluded > 0 ? '`exclude` leaves out all of its views' : `it has no views, ${gap}`;
        return (0,markdown/* markdown */.wD) `${views}. It can't be compared with ${then}: ${(0,markdown/* prose */.CS)(none)}.${end}`;
    }
    const change = formatPercent(total, before.total, lengths);
    if (change === '')
        return (0,markdown/* markdown */.wD) `${after}.${end}`;
    return (0,markdown/* markdown */.wD) `${views}: ${change}${namePerDay(lengths)} compared with ${then}.${end}`;
}
function renderShares({ human, ai }) {
    return renderPie('Views by people and by AI', [
        { label: 'Human', count: human, color: (0,markdown/* markdown */.wD) `#2f81f7` },
        { label: 'AI', count: ai, color: (0,markdown/* markdown */.wD) `#a371f7` },
    ]);
}
const TOP_HEADINGS = {
    total: 'Most viewed pages',
    human: 'Pages most viewed by people',
    ai: 'Pages most viewed by AI',
};
const MOVER_HEADINGS = {
    rising: 'Rising pages',
    falling: 'Falling pages',
    isNew: 'New pages',
    noViews: 'Pages with no views',
};
const LISTS = Object.keys(MOVER_HEADINGS);
const RANKED_BY = { total: '', human: ', by people', ai: ', by AI' };
function renderPageTables(report) {
    const { result, range, topBy } = report;
    const { top, totals, comparison, excluded } = result;
    const suffix = isWholePeriod(result, report) ? '' : ' (of the rows read)';
    const heading = (0,markdown/* markdown */.wD) `### ${TOP_HEADINGS[topBy] + suffix}`;
    const { rows = 0, views = 0 } = excluded ?? {};
    const before = comparison?.excluded ? `, and ${(0,reports_numbers/* formatCount */.B4)(comparison.excluded, 'view')} of the previous period` : '';
    const hidden = `${(0,reports_numbers/* formatCount */.B4)(rows, 'row')} with ${(0,reports_numbers/* formatCount */.B4)(views, 'view')}${before}`;
    const unknown = totals === undefined ? " The totals without them aren't known, since the export isn't complete." : '';
    return [
        ...(top.length === 0 ? [] : [heading, renderTop(top)]),
        ...(comparison && totals ? renderChanges({ totals, comparison, range, topBy, suffix }) : []),
        ...(excluded === undefined ? [] : [(0,markdown/* markdown */.wD) `\`exclude\` leaves out ${hidden}. Only the file has them.${unknown}`]),
    ];
}
function renderChanges(changes) {
    const { totals, comparison, range, topBy, suffix } = changes;
    const { lengths, more } = comparison;
    const perDay = namePerDay(lengths);
    const each = perDay === '' ? '' : ' Changes are of views per day.';
    const dates = (0,markdown/* markdown */.wD) `${(0,reports_dates/* formatDates */.HA)(range)}, compared with ${(0,reports_dates/* formatDates */.HA)(comparison.range)}.${each}`;
    const fall = findFall(totals[topBy], comparison.totals[topBy], lengths);
    const change = formatChange(totals[topBy], comparison.totals[topBy], lengths);
    const by = RANKED_BY[topBy].replace(',', '');
    const lost = `${change.replace('-', '')}% of its views${by}${perDay}`;
    const rest = [
        [more.isNew, `more new ${more.isNew === 1 ? 'page' : 'pages'}`],
        [more.noViews, `more ${more.noViews === 1 ? 'page' : 'pages'} with no views`],
    ].flatMap(([count, what]) => (count === 0 ? [] : [`${(0,reports_numbers/* formatNumber */.ZV)(count)} ${what}`]));
    return [
        ...LISTS.flatMap((list) => {
            if (comparison[list].length === 0)
                return [];
            const heading = (0,markdown/* markdown */.wD) `### ${MOVER_HEADINGS[list] + RANKED_BY[topBy] + suffix}`;
            return [heading, dates, renderMovers(list, changes)];
        }),
        ...(fall >= SITE_FALL && totals.total > 0 && comparison.totals[topBy] >= FEWEST_VIEWS
            ? [(0,markdown/* markdown */.wD) `The whole site lost ${lost}, so no page is listed as falling.`]
            : []),
        ...(rest.length === 0 ? [] : [(0,markdown/* markdown */.wD) `Not listed: ${rest.join(' and ')}.`]),
    ];
}
function renderTop(top) {
    const largest = Math.max(...top.map(({ human, ai }) => Math.max(human, ai)));
    const rows = top.map(({ path, human, ai, total }, index) => [
        (0,markdown/* markdown */.wD) `${index + 1}`,
        (0,markdown/* code */.aY)(path, LONGEST_PATH),
        renderBar(human, largest, (0,reports_numbers/* formatNumber */.ZV)(human)),
        renderBar(ai, largest, (0,reports_numbers/* formatNumber */.ZV)(ai)),
        (0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatNumber */.ZV)(total)}`,
    ]);
    const header = [(0,markdown/* markdown */.wD) `#`, (0,markdown/* markdown */.wD) `Page`, (0,markdown/* markdown */.wD) `Human`, (0,markdown/* markdown */.wD) `AI`, (0,markdown/* markdown */.wD) `Total`];
    return (0,markdown/* table */.tp)(header, rows, ['--:', ':--', ':--', ':--', '--:']);
}
function renderMovers(list, { totals, comparison, topBy }) {
    const { lengths } = comparison;
    const movers = comparison[list];
    const largest = Math.max(...movers.map(({ change }) => Math.abs(change)));
    const rows = movers.map((mover) => [
        (0,markdown/* markdown */.wD) `${(0,markdown/* code */.aY)(mover.path, LONGEST_PATH)}${isRenamed(list, mover, comparison) ? ' renamed?' : ''}`,
        (0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatNumber */.ZV)(mover[PREVIOUS[topBy]])}`,
        (0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatNumber */.ZV)(mover[topBy])}`,
        renderBar(Math.abs(mover.change), largest, formatDifference(mover.change)),
        (0,markdown/* markdown */.wD) `${formatPercent(mover[topBy], mover[PREVIOUS[topBy]], lengths) || '–'}`,
        (0,markdown/* markdown */.wD) `${formatDifference(changePerDay(mover.human, mover.previousHuman, lengths))}`,
        (0,markdown/* markdown */.wD) `${formatDifference(changePerDay(mover.ai, mover.previousAi, lengths))}`,
    ]);
    const isMoving = (each) => each === 'rising' || each === 'falling';
    const shown = LISTS.filter((each) => comparison[each].length > 0);
    const hasOthers = isMoving(list) || (!shown.some(isMoving) && list === shown.at(-1));
    const others = hasOthers ? [renderOthers(totals, comparison, topBy)] : [];
    const header = ['Page', 'Previous', 'Views', 'Change', '%', 'Human change', 'AI change'].map((name) => (0,markdown/* markdown */.wD) `${name}`);
    return (0,markdown/* table */.tp)(header, [...rows, ...others], [':--', '--:', '--:', ':--', '--:', '--:', '--:']);
}
function renderOthers(totals, comparison, topBy) {
    const { totals: before, lengths } = comparison;
    const listed = LISTS.flatMap((list) => comparison[list]);
    const rest = (figure) => {
        const now = listed.reduce((sum, mover) => sum - mover[figure], totals[figure]);
        const then = listed.reduce((sum, mover) => sum - mover[PREVIOUS[figure]], before[figure]);
        return { now, then, change: formatDifference(changePerDay(now, then, lengths)) };
    };
    const { now, then, change } = rest(topBy);
    const share = formatPercent(now, then, lengths) || '–';
    const counts = [(0,reports_numbers/* formatNumber */.ZV)(then), (0,reports_numbers/* formatNumber */.ZV)(now), change, share, rest('human').change, rest('ai').change];
    return [(0,markdown/* markdown */.wD) `*All other pages*`, ...counts.map((count) => (0,markdown/* markdown */.wD) `${count}`)];
}
function isRenamed(list, { path }, { names }) {
    const name = readLastSegment(path);
    if (name === '')
        return false;
    return (list === 'isNew' && names.noViews.has(name)) || (list === 'noViews' && names.isNew.has(name));
}
const LONGEST_PATH = 120;
const BAR_WIDTH = 12;
function renderBar(count, largest, number) {
    const share = largest > 0 ? count / largest : 0;
    const blocks = Math.max(Math.round(share * BAR_WIDTH), count > 0 ? 1 : 0);
    const bar = '█'.repeat(blocks) + '░'.repeat(BAR_WIDTH - blocks);
    return (0,markdown/* markdown */.wD) `${(0,markdown/* code */.aY)(bar)}&nbsp;${number}`;
}

;// CONCATENATED MODULE: ./build/page-views/result/render-summary.js






function renderSummary(report) {
    const { totals, warnings } = report.result;
    const parts = [
        renderTitle(report),
        ...renderState(report),
        ...(totals === undefined ? [] : [...renderTotals(totals, report), ...renderShares(totals)]),
        ...renderPageTables(report),
        ...renderWarnings(warnings),
        renderFooter(report),
    ];
    return (0,markdown/* joinMarkdown */.UF)(parts, '\n\n');
}
function renderRefusal(problem) {
    return (0,markdown/* markdown */.wD) `## Page views\n\n> [!CAUTION]\n> **Nothing was exported.**\n\n${(0,markdown/* prose */.CS)(problem)}`;
}
function renderTitle({ projectId, title }) {
    return (0,markdown/* markdown */.wD) `## Page views of ${title === '' ? (0,markdown/* code */.aY)(projectId) : (0,markdown/* plain */.pj)(title)}`;
}
function renderState({ result, range, explanation }) {
    if (result.outcome === 'complete')
        return [];
    const continuation = (0,markdown/* prose */.CS)(explainContinuation(result, range));
    if (result.outcome === 'incomplete')
        return [(0,markdown/* markdown */.wD) `> [!WARNING]\n> **Not complete:** ${(0,markdown/* prose */.CS)(explainShortfalls(result.shortfalls))} ${continuation}`];
    const problem = (0,markdown/* prose */.CS)(explanation?.problem ?? '');
    const detail = explanation?.detail;
    const said = detail === undefined ? (0,markdown/* markdown */.wD) `` : (0,markdown/* markdown */.wD) ` The service said: ${(0,markdown/* code */.aY)(detail, 500)}`;
    return [(0,markdown/* markdown */.wD) `> [!CAUTION]\n> **The export failed.** ${problem}${said}\n>\n> ${continuation}`];
}
function renderWarnings(warnings) {
    const groups = Object.entries(Object.groupBy(warnings, ({ about }) => about));
    return groups.map(([title, group = []]) => {
        const items = group.map(({ message, quote }) => {
            const suffix = quote === undefined ? (0,markdown/* markdown */.wD) `` : (0,markdown/* markdown */.wD) ` The service said: ${(0,markdown/* code */.aY)(quote, 120)}`;
            return (0,markdown/* markdown */.wD) `> - ${(0,markdown/* prose */.CS)(message)}${suffix}`;
        });
        const heading = title.replace(/^./u, (first) => first.toUpperCase());
        return (0,markdown/* joinMarkdown */.UF)([(0,markdown/* markdown */.wD) `> [!WARNING]\n> ${heading}:\n>`, ...items], '\n');
    });
}
function renderFooter({ result, range, offset }) {
    const { totals, rows, file, requests, comparison } = result;
    const skipped = offset === 0 ? '' : ` (after the first ${(0,reports_numbers/* formatNumber */.ZV)(offset)})`;
    const compared = comparison && (0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatCount */.B4)(comparison.requests, 'request')} for the previous period`;
    const parts = [
        ...(totals === undefined ? [(0,reports_dates/* renderRange */.iH)(range)] : []),
        file === undefined ? (0,markdown/* markdown */.wD) `no file` : (0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatCount */.B4)(rows, 'row')}${skipped} in ${(0,markdown/* code */.aY)(file)}`,
        (0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatCount */.B4)(requests, 'request')}`,
        ...(compared === undefined ? [] : [compared]),
    ];
    return (0,markdown/* markdown */.wD) `<sub>${(0,markdown/* joinMarkdown */.UF)(parts, ' · ')}</sub>`;
}

;// CONCATENATED MODULE: ./build/page-views/report-comment/history.js



const MAXIMUM_REMEMBERED = 120;
const MAXIMUM_SHOWN = 12;
function toEntry({ dateFrom = '', dateTo }, { human, ai, total }, exclude) {
    return { from: dateFrom, to: dateTo, human, ai, total, ...(exclude && { exclude }) };
}
function parseEntry(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const [dateFrom, dateTo, exclude] = [(0,json/* readText */.yR)(fields['from']), (0,json/* readText */.yR)(fields['to']), (0,json/* readText */.yR)(fields['exclude'])];
    const [human, ai, total] = [(0,json/* readCount */._0)(fields['human']), (0,json/* readCount */._0)(fields['ai']), (0,json/* readCount */._0)(fields['total'])];
    if (dateFrom === undefined || dateTo === undefined)
        return undefined;
    if (human === undefined || ai === undefined || total === undefined)
        return undefined;
    return toEntry({ dateFrom, dateTo }, { human, ai, total }, exclude);
}
function mergeHistory(known, added) {
    const kept = new Map([...known, ...added].map((entry) => [`${entry.from} ${entry.to} ${entry.exclude}`, entry]));
    return [...kept.values()].toSorted((a, b) => Date.parse(a.to) - Date.parse(b.to)).slice(-MAXIMUM_REMEMBERED);
}
function listChain(entry, known) {
    const alike = known.filter((other) => isAlike(other, entry));
    const findBefore = ({ from }) => alike.find(({ to }) => to === from);
    const chain = [entry];
    for (let next = findBefore(entry); next && chain.length < MAXIMUM_SHOWN; next = findBefore(next))
        chain.unshift(next);
    return chain;
}
function isAlike(one, other) {
    if (one.exclude !== other.exclude)
        return false;
    return (isMonth(one) && isMonth(other)) || (0,reports_dates/* countDays */.Tm)(history_toRange(one)) === (0,reports_dates/* countDays */.Tm)(history_toRange(other));
}
function isMonth({ from, to }) {
    const endMs = Date.parse(to);
    return to.endsWith('-01T00:00:00Z') && (0,reports_period/* subtractMonths */.SL)(endMs, 1) === Date.parse(from);
}
function history_toRange({ from, to }) {
    return { dateFrom: from, dateTo: to };
}

;// CONCATENATED MODULE: ./build/page-views/report-comment/page-views-report.js











function createPageViewsReport(run) {
    const added = listEntries(run);
    return {
        kind: 'page-views',
        subject: (0,marker/* digest */.br)(run.report.projectId),
        parse: (value) => (0,json/* readList */.LD)(value, parseEntry),
        render(known = []) {
            const memory = mergeHistory(known, added);
            return { content: renderReportComment(run, memory), memory };
        },
    };
}
function listEntries({ report: { range, result }, totals, exclude }) {
    const { comparison } = result;
    const entry = toEntry(range, totals, exclude);
    return comparison ? [toEntry(comparison.range, comparison.totals, exclude), entry] : [entry];
}
function renderReportComment({ report, totals, exclude, runUrl, nowMs }, entries) {
    const { result, range } = report;
    const chain = listChain(toEntry(range, totals, exclude), entries);
    const run = (0,markdown/* link */.nf)((0,markdown/* markdown */.wD) `Workflow run`, runUrl);
    const parts = [
        renderTitle(report),
        (0,markdown/* markdown */.wD) `<sub>Updated ${(0,reports_dates/* formatMinute */.Yi)(nowMs)} UTC · ${run}</sub>`,
        ...renderState(report),
        ...renderTotals(totals, report),
        ...renderWarnings(result.warnings),
        ...renderHistory(chain),
        ...renderPageTables(report),
    ];
    return (0,markdown/* joinMarkdown */.UF)(parts, '\n\n');
}
function renderHistory(chain) {
    const [first, last] = [chain.at(0), chain.at(-1)];
    if (first === undefined || last === undefined)
        return [];
    const note = explainAiChange(first.from, last.to);
    return [
        ...renderLineChart(chain),
        ...(note === undefined ? [] : [(0,markdown/* markdown */.wD) `${note}`]),
        (0,markdown/* details */.zH)('Totals of the last periods', renderEntries(chain)),
    ];
}
function renderLineChart(entries) {
    const largest = Math.max(1, ...entries.flatMap(({ human, ai, total }) => [human, ai, total]));
    if (entries.length < 2)
        return [];
    const list = (items) => (0,markdown/* markdown */.wD) `[${(0,markdown/* joinMarkdown */.UF)(items, ', ')}]`;
    const numbers = (key) => list(entries.map((entry) => (0,markdown/* markdown */.wD) `${(0,reports_numbers/* formatPlainNumber */.Jr)(entry[key])}`));
    const names = list(entries.map(({ from }) => (0,markdown/* markdown */.wD) `"${page_views_report_formatMoment(from)}"`));
    const lines = [
        renderChartTheme(),
        (0,markdown/* markdown */.wD) `xychart-beta`,
        (0,markdown/* markdown */.wD) `    title "Views: all (gray), by people (blue), by AI (purple)"`,
        (0,markdown/* markdown */.wD) `    x-axis ${names}`,
        (0,markdown/* markdown */.wD) `    y-axis 0 --> ${(0,reports_numbers/* formatPlainNumber */.Jr)(largest)}`,
        (0,markdown/* markdown */.wD) `    line ${numbers('total')}`,
        (0,markdown/* markdown */.wD) `    line ${numbers('human')}`,
        (0,markdown/* markdown */.wD) `    line ${numbers('ai')}`,
    ];
    return [(0,markdown/* markdown */.wD) `\`\`\`mermaid\n${(0,markdown/* joinMarkdown */.UF)(lines, '\n')}\n\`\`\``];
}
function page_views_report_formatMoment(moment) {
    return moment.replace(/T00:00:00Z$/u, '');
}
function renderEntries(entries) {
    const chain = entries.map((entry, index) => {
        const before = entries[index - 1];
        return { entry, before, lengths: findLengths(history_toRange(entry), history_toRange(before ?? entry)) };
    });
    const perDay = chain.map(({ lengths }) => namePerDay(lengths)).find((name) => name !== '') ?? '';
    const rows = chain.map(({ entry, before, lengths }) => {
        const { from, to, human, ai, total } = entry;
        const change = before && formatPercent(total, before.total, lengths);
        const ends = [from, to].map(page_views_report_formatMoment);
        return [...ends, ...[human, ai, total].map(reports_numbers/* formatNumber */.ZV), change || ' '].map((text) => (0,markdown/* markdown */.wD) `${text}`);
    });
    const ends = [(0,markdown/* markdown */.wD) `From`, (0,markdown/* markdown */.wD) `To (not included)`];
    const counts = [(0,markdown/* markdown */.wD) `Human`, (0,markdown/* markdown */.wD) `AI`, (0,markdown/* markdown */.wD) `Total`, (0,markdown/* markdown */.wD) `Change${perDay}`];
    return (0,markdown/* table */.tp)([...ends, ...counts], rows, [':--', ':--', '--:', '--:', '--:', '--:']);
}

// EXTERNAL MODULE: ./build/untrusted/escape.js
var untrusted_escape = __webpack_require__(2854);
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
    change: (facts) => formatChangeOf('total', facts),
    previousHuman: ({ comparison }) => comparison?.totals.human,
    previousAi: ({ comparison }) => comparison?.totals.ai,
    changeHuman: (facts) => formatChangeOf('human', facts),
    changeAi: (facts) => formatChangeOf('ai', facts),
    rising: ({ comparison }) => formatPages(comparison?.rises),
    falling: ({ comparison }) => formatPages(comparison?.falling),
    noViews: ({ comparison }) => formatPages(comparison?.noViews),
    commentUrl: ({ commentUrl }) => commentUrl,
    dateFrom: ({ range, requests }) => (requests ? range?.dateFrom : undefined),
    dateTo: ({ range, requests }) => (requests ? range?.dateTo : undefined),
};
function writeOutputs(outputs, facts = {}) {
    for (const [name, make] of Object.entries(OUTPUTS))
        outputs.set(name, String(make(facts) ?? ''));
}
function formatChangeOf(name, { totals, comparison }) {
    return totals && comparison && formatChange(totals[name], comparison.totals[name], comparison.lengths);
}
function formatPages(pages = []) {
    return `[${(0,runner_outputs/* selectFitting */.wR)(pages, formatPage).map(formatPage).join()}]`;
}
function formatPage({ path, ...counts }) {
    return JSON.stringify({ path: (0,untrusted_text/* readUntrustedText */.u)(path), ...counts });
}

;// CONCATENATED MODULE: ./build/page-views/result/publish.js








const TITLE = 'Page views';
async function publishRefusal(runner, outputs, problem) {
    writeOutputs(outputs);
    runner.fail('Page views: nothing was exported', problem);
    await (0,publish_report/* publishSummary */.I)(runner, TITLE, renderRefusal(problem));
}
async function publishResult(runner, outputs, inputs, result, publishReport) {
    const { projectId, title, export: options } = inputs;
    const explanation = result.failure === undefined ? undefined : explainFailure(result.failure);
    const report = { ...options, projectId, title, result, explanation };
    writeOutputs(outputs, { ...result, range: options.range });
    logWarnings(runner, result);
    await (0,publish_report/* publishSummary */.I)(runner, TITLE, renderSummary(report));
    const commentUrl = await publishReport(report);
    if (commentUrl !== undefined)
        outputs.set('commentUrl', commentUrl);
    logEnd(runner, report);
}
function logWarnings({ log }, result) {
    for (const { about, message, quote } of result.warnings) {
        const suffix = quote === undefined ? '' : ` The service said: ${(0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_text/* readUntrustedText */.u)(quote)), 120)}`;
        log.warning(`Page views: ${about}`, message + suffix);
    }
}
function logEnd({ log, fail }, { result, range, explanation }) {
    const continuation = explainContinuation(result, range);
    if (result.outcome === 'complete')
        log.info(`Wrote ${(0,reports_numbers/* formatCount */.B4)(result.rows, 'row')} to ${result.file}.`);
    else if (result.outcome !== 'failed')
        log.warning('Page views: not complete', `${explainShortfalls(result.shortfalls)} ${continuation}`);
    else {
        fail('Page views: the export failed', `${formatProblem(explanation)} ${continuation}`);
        if (explanation?.isUnexpected && result.failure instanceof Error)
            log.debug(result.failure.stack ?? '');
    }
}
function formatProblem({ problem, detail } = {}) {
    const said = detail === undefined ? '' : (0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_text/* readUntrustedText */.u)(detail)), 300);
    return said === '' ? `${problem}` : `${problem} The service said: "${said}".`;
}

;// CONCATENATED MODULE: ./build/page-views/main.js





















const runMain = () => (0,run_action/* runAction */.Cs)(main);
async function main(runner) {
    const outputs = (0,runner_outputs/* createOutputs */.lk)(runner);
    const { signal, stop } = (0,cancellation/* listenForCancellation */.L)();
    try {
        await exportAndPublish(runner, outputs, signal);
    }
    catch (error) {
        if (!(error instanceof runner_inputs/* InputError */.dz || error instanceof proxies/* ProxySettingError */.T))
            throw error;
        const problem = error instanceof runner_inputs/* InputError */.dz ? error.message : `${error.message} ${error.hint}`;
        await publishRefusal(runner, outputs, problem);
    }
    finally {
        stop();
    }
}
async function exportAndPublish(runner, outputs, signal) {
    const run = (0,runner_event/* readWorkflowRun */.hO)(process.env);
    const reader = new runner_inputs/* InputReader */.i_(runner.secrets, INPUT_DEFAULTS);
    const inputs = readInputs(reader, { workspace: run.workspace, nowMs: clock/* systemClock */.m.wallClock() });
    for (const text of reader.listMisspelled())
        runner.log.warning('Unknown input', text);
    announce(runner.log, inputs);
    const fetch = (0,network_fetch/* createFetch */.Hy)(process.env);
    const result = await exportPageViews(inputs.export, {
        service: (0,client/* connectService */.Ux)(inputs, { ...runner, ...clock/* systemClock */.m, fetch }),
        openFile: () => openExportFile(run.workspace, inputs.file, clock/* systemClock */.m.sleep),
        signal,
    });
    await publishResult(runner, outputs, inputs, result, (report) => publishComment(runner, inputs, { run, fetch, signal, report }));
}
function announce(log, { apiKey, projectId, file, export: options }) {
    const { range, previousRange, offset } = options;
    log.info(`Exporting page views of project "${projectId}", ${(0,reports_dates/* formatRange */.Lu)(range)}, to ${file}.`);
    if (previousRange !== undefined)
        log.info(`The page views are compared with those of the previous period, ${(0,reports_dates/* formatRange */.Lu)(previousRange)}.`);
    if (offset > 0)
        log.info(`Skipping the first ${(0,reports_numbers/* formatCount */.B4)(offset, 'row')}.`);
    const kind = (0,client/* findOtherKeyKind */.F0)(apiKey);
    if (kind !== undefined)
        log.warning('This may be the wrong key', `\`api-key\` looks like an ${kind} key. Page views need an admin key.`);
}
async function publishComment({ log, secrets }, { issueNumber: issue, githubToken: token, exclude }, { report, ...options }) {
    const { outcome, totals } = report.result;
    if (issue === undefined || outcome === 'failed')
        return undefined;
    if (totals === undefined) {
        const reason = 'With `exclude`, the totals are known only if the export is complete.';
        log.warning("Page views: the report comment wasn't written", reason);
        return undefined;
    }
    const { run } = options;
    const shown = {
        report,
        totals,
        exclude: exclude === '' ? undefined : (0,marker/* digest */.br)((0,runner_globs/* parseGlobs */.nS)(exclude).join('\n')),
        runUrl: run.url,
    };
    const content = createPageViewsReport({ ...shown, nowMs: clock/* systemClock */.m.wallClock() });
    const connection = (0,connect/* connectGitHub */.U)({ ...options, ...patience/* REPORT_PATIENCE */.JJ, token, clock: clock/* systemClock */.m, threadKind: undefined });
    const context = { log, title: 'Page views', token, connection, redact: secrets.redact };
    return await (0,publish_report/* publishReport */.S)(content, issue, context);
}


/***/ }),

/***/ 372:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KI: () => (/* binding */ parsePathPatterns),
/* harmony export */   P7: () => (/* binding */ createMatcher),
/* harmony export */   fg: () => (/* binding */ isGlob),
/* harmony export */   nS: () => (/* binding */ parseGlobs),
/* harmony export */   pf: () => (/* binding */ ALLOWED_GLOBS)
/* harmony export */ });
/* harmony import */ var picomatch_posix_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8016);

function parseGlobs(text) {
    let depth = 0;
    const lines = text.replaceAll(/[{},]|\r\n?|\n/gu, (mark) => {
        if (mark === '{')
            depth += 1;
        else if (mark === '}')
            depth = Math.max(0, depth - 1);
        else if (mark !== ',')
            depth = 0;
        return /[{}]/u.test(mark) || depth > 0 ? mark : '\n';
    });
    return lines.split('\n').flatMap((line) => line.trim() || []);
}
function parsePathPatterns(text) {
    const globs = parseGlobs(text);
    const excluded = globs.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1).trim() : []));
    return { included: globs.filter((glob) => !glob.startsWith('!')), excluded };
}
const ALLOWED_GLOBS = 'globs of up to 1000 characters, with every bracket closed, and without `/` at their end';
function isGlob(glob) {
    const count = (bracket) => glob.split(bracket).length;
    const isClosed = count('[') === count(']') && count('{') === count('}');
    return isClosed && glob.length <= 1000 && !glob.endsWith('/');
}
const LONGEST_PATH = 1000;
function createMatcher(globs) {
    const matchers = globs.map((glob) => picomatch_posix_js__WEBPACK_IMPORTED_MODULE_0__(glob.replace(/^\.?\//u, ''), { dot: true, nonegate: true, posix: true }));
    return (path) => path.length <= LONGEST_PATH && matchers.some((matches) => matches(path));
}


/***/ })

};
