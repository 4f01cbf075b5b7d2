export const id = 644;
export const ids = [644];
export const modules = {

/***/ 5891:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  U: () => (/* binding */ connectGitHub)
});

// EXTERNAL MODULE: ./build/network/fetch.js
var fetch = __webpack_require__(1125);
// EXTERNAL MODULE: ./build/network/gate.js
var network_gate = __webpack_require__(5874);
// EXTERNAL MODULE: ./build/network/patience.js
var network_patience = __webpack_require__(6450);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
// EXTERNAL MODULE: ./build/github/account.js
var account = __webpack_require__(4165);
// EXTERNAL MODULE: ./build/github/requests.js
var github_requests = __webpack_require__(5298);
;// CONCATENATED MODULE: ./build/github/associated-pull-requests.js



const COMMITS_QUERY = `query PullRequestsOfCommits($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Commit {
      oid
      associatedPullRequests(first: 5) {
        nodes {
          number title url mergedAt baseRefName
          baseRepository { nameWithOwner }
          author { login __typename }
          labels(first: 100) { nodes { name } }
        }
      }
    }
  }
}`;
function createAssociatedPullRequests({ query, permissionsIn }) {
    return {
        async fetchAssociatedPullRequests(nodeIds) {
            const found = new Map();
            for (let start = 0; start < nodeIds.length; start += github_requests/* PAGE_SIZE */.md) {
                const commits = await query({
                    operation: 'read which pull requests brought the commits',
                    permissions: permissionsIn(),
                    text: COMMITS_QUERY,
                    variables: { ids: nodeIds.slice(start, start + github_requests/* PAGE_SIZE */.md) },
                    parse: (data) => (0,json/* readList */.LD)((0,json/* readFields */.qU)(data)['nodes'], parseCommitNode),
                });
                for (const commit of commits)
                    if (commit !== NOT_FOUND)
                        found.set(commit.sha, commit.pullRequests);
            }
            return found;
        },
    };
}
const NOT_FOUND = 'not found';
function parseCommitNode(value) {
    if (value === null)
        return NOT_FOUND;
    const { oid, associatedPullRequests } = (0,json/* readFields */.qU)(value);
    const sha = (0,json/* readText */.yR)(oid);
    const pullRequests = (0,json/* readList */.LD)((0,json/* readFields */.qU)(associatedPullRequests)['nodes'], parseAssociated);
    return sha === undefined || pullRequests === undefined ? undefined : { sha, pullRequests };
}
function parseAssociated(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const number = (0,json/* readNumber */.kz)(fields['number']);
    const title = (0,github_requests/* parseForeignText */.HS)(fields['title']);
    const url = (0,github_requests/* parseForeignText */.HS)(fields['url']);
    const base = (0,github_requests/* parseForeignText */.HS)(fields['baseRefName']);
    const labels = (0,json/* readList */.LD)((0,json/* readFields */.qU)(fields['labels'])['nodes'] ?? [], (label) => (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(label)['name']));
    if (number === undefined || title === undefined || url === undefined || base === undefined || labels === undefined)
        return undefined;
    return {
        number,
        title,
        url,
        mergedAt: (0,json/* readText */.yR)(fields['mergedAt']),
        base,
        repository: (0,json/* readText */.yR)((0,json/* readFields */.qU)(fields['baseRepository'])['nameWithOwner']),
        author: (0,account/* parseActor */.fp)(fields['author']),
        labels,
    };
}

// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
;// CONCATENATED MODULE: ./build/github/commits.js




function createCommits({ fetchAll, permissionsIn }) {
    const parse = (data) => (0,json/* readList */.LD)(data, parseCommit);
    const identify = ({ sha }) => sha;
    return {
        fetchPullRequestCommits: (place, maximum) => fetchAll({
            operation: `list the commits of #${place.number}`,
            permissions: permissionsIn('owner' in place ? place : undefined),
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
    const { message, committer: made } = (0,json/* readFields */.qU)(commit);
    const id = (0,json/* readText */.yR)(sha);
    const text = (0,json/* readText */.yR)(message);
    const before = (0,json/* readList */.LD)(parents, (parent) => (0,json/* readText */.yR)((0,json/* readFields */.qU)(parent)['sha']));
    if (id === undefined || text === undefined || before === undefined)
        return undefined;
    return {
        sha: id,
        subject: (0,untrusted_text/* untrustedText */.U)(text.trimStart().split(/[\r\n]/u, 1)[0] ?? ''),
        author: (0,account/* parseAccount */.J5)(author),
        committer: (0,account/* parseAccount */.J5)(committer),
        coAuthors: parseCoAuthors(text),
        committedAt: (0,json/* readText */.yR)((0,json/* readFields */.qU)(made)['date']),
        parents: before,
    };
}
function parseCoAuthors(message) {
    return [...message.matchAll(/^[ \t]*co-authored-by[ \t]*:(.*)$/gimu)].map(([, person = '']) => (0,untrusted_text/* untrustedText */.U)(/<([^<>]*)>\s*$/u.exec(person)?.[1]?.trim() ?? ''));
}

;// CONCATENATED MODULE: ./build/github/changes.js



const MAXIMUM_FILES = 3_000;
const MAXIMUM_COMPARED_FILES = 300;
const MAXIMUM_COMMIT_PAGES = 10;
const SMALL_PAGE_SIZE = 10;
const STATUSES = ['ahead', 'behind', 'identical', 'diverged'];
function createChanges({ send, fetch, fetchAll, permissionsIn }) {
    return {
        async fetchChangedFiles(pullRequest, place, maximum = MAXIMUM_FILES) {
            const query = {
                operation: `list the files of #${pullRequest}`,
                permissions: permissionsIn(place),
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
        async fetchComparison(base, head) {
            const query = {
                operation: `compare ${base} with ${head}`,
                permissions: ['contents: read'],
                route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
                parameters: { basehead: `${base}...${head}`, per_page: github_requests/* PAGE_SIZE */.md },
                parse: parseComparison,
            };
            const fetchPage = (page) => fetch({ ...query, parameters: { ...query.parameters, page } });
            const comparison = await fetchPage(1);
            const { commits, commitCount, status } = comparison;
            const last = status === 'diverged' ? 1 : MAXIMUM_COMMIT_PAGES;
            for (let page = 2; page <= last && commits.length < commitCount; page += 1) {
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
        additions: (0,json/* readCount */._0)(fields['additions']) ?? 0,
        deletions: (0,json/* readCount */._0)(fields['deletions']) ?? 0,
        patch: (0,github_requests/* parseForeignText */.HS)(fields['patch'] || undefined),
    };
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
        status: STATUSES.find((status) => status === fields['status']),
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

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
;// CONCATENATED MODULE: ./build/github/permissions.js
function permissionsFor(kind, level) {
    if (kind === undefined)
        return [`issues: ${level}`, `pull-requests: ${level}`];
    return [kind === 'issue' ? `issues: ${level}` : `pull-requests: ${level}`];
}

;// CONCATENATED MODULE: ./build/github/comments.js






function createComments({ threadKind, send, fetch, fetchAll }) {
    const permissions = permissionsFor(threadKind, 'write');
    return {
        createComment: (thread, body) => fetch({
            operation: `comment on #${thread}`,
            permissions,
            isRepeatable: false,
            route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
            parameters: { issue_number: thread, body },
            parse: parseComment,
        }),
        updateComment: (id, body) => fetch({
            operation: `edit comment ${id}`,
            permissions,
            route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
            parameters: { comment_id: id, body },
            parse: parseComment,
        }),
        deleteComment: (id) => fetch({
            operation: `delete comment ${id}`,
            permissions,
            route: 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
            parameters: { comment_id: id },
            parse: parseNothing,
        }),
        async fetchComments(thread, since) {
            const query = {
                operation: `list the comments of #${thread}`,
                permissions,
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
                parameters: { issue_number: thread, ...(since !== undefined && { since }) },
                parse: (data) => (0,json/* readList */.LD)(data, parseComment),
            };
            return (await fetchAll(query, ({ id }) => id)).sort((a, b) => a.id - b.id);
        },
        async fetchRepositoryComments(since, maximum) {
            const query = {
                operation: 'list the comments',
                permissions: permissionsFor('issue', 'read'),
                route: 'GET /repos/{owner}/{repo}/issues/comments',
                parameters: { since, sort: 'created', direction: 'desc' },
                parse: (data) => (0,json/* readList */.LD)(data, parseRepositoryComment),
            };
            const comments = [];
            try {
                for await (const page of (0,github_requests/* fetchPages */.f1)(send, query, ({ id }) => id, maximum / github_requests/* PAGE_SIZE */.md))
                    comments.push(...page);
            }
            catch (error) {
                if (!(error instanceof errors/* GitHubError */.y_ && error.isTransient) || comments.length === 0)
                    throw error;
                return { comments, isWhole: false };
            }
            return { comments, isWhole: comments.length < maximum };
        },
    };
}
function parseNothing(data) {
    return data === '' ? true : undefined;
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
        author: (0,account/* parseAccount */.J5)(fields['user']).id,
        createdAt: (0,json/* readText */.yR)(fields['created_at']),
        updatedAt: (0,json/* readText */.yR)(fields['updated_at']),
    };
}
function parseRepositoryComment(value) {
    const comment = parseComment(value);
    const [, thread] = /\/(\d{1,10})$/u.exec((0,json/* readText */.yR)((0,json/* readFields */.qU)(value)['issue_url']) ?? '') ?? [];
    return comment && thread !== undefined ? { ...comment, thread: Number(thread) } : undefined;
}

;// CONCATENATED MODULE: ./build/github/pull-request-list.js



const STATES = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' };
const PULL_REQUESTS_QUERY = `query PullRequests($owner: String!, $name: String!, $states: [PullRequestState!], $cursor: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: 100, after: $cursor, states: $states, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        id number title url state isDraft createdAt updatedAt mergedAt closedAt baseRefOid
        author { login __typename }
        commits { totalCount }
      }
    }
  }
}`;
const PULL_REQUESTS_PER_REQUEST = 50;
const FILES_QUERY = `query FilesOfPullRequests($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on PullRequest {
      number
      files(first: 100) { totalCount nodes { path changeType } }
    }
  }
}`;
const pull_request_list_STATUSES = { DELETED: 'removed' };
function createPullRequestList({ query, permissionsIn }) {
    return {
        async *fetchPullRequestPages(place, states = Object.values(STATES)) {
            const { owner, repo: name } = place;
            const known = new Set();
            let cursor;
            do {
                const page = await query({
                    operation: 'list the pull requests',
                    permissions: permissionsIn(place),
                    place,
                    text: PULL_REQUESTS_QUERY,
                    variables: { owner, name, states: states.map((state) => state.toUpperCase()), cursor },
                    parse: parsePage,
                });
                const pullRequests = page.pullRequests.filter(({ number }) => !known.has(number));
                for (const { number } of pullRequests)
                    known.add(number);
                yield { pullRequests, totalCount: page.totalCount };
                cursor = page.cursor === cursor ? undefined : page.cursor;
            } while (cursor !== undefined);
        },
        async *fetchChangedPaths(place, pullRequests) {
            for (let start = 0; start < pullRequests.length; start += PULL_REQUESTS_PER_REQUEST) {
                const ids = pullRequests.slice(start, start + PULL_REQUESTS_PER_REQUEST).map(({ id }) => id);
                const found = await query({
                    operation: 'list the files of pull requests',
                    permissions: permissionsIn(place),
                    place,
                    text: FILES_QUERY,
                    variables: { ids },
                    parse: (data) => (0,json/* readList */.LD)((0,json/* readFields */.qU)(data)['nodes'], parseChanges),
                });
                yield found.filter(({ number }) => number !== undefined);
            }
        },
    };
}
function parsePage(data) {
    const { totalCount, pageInfo, nodes } = (0,json/* readFields */.qU)((0,json/* readFields */.qU)((0,json/* readFields */.qU)(data)['repository'])['pullRequests']);
    const { hasNextPage, endCursor } = (0,json/* readFields */.qU)(pageInfo);
    const pullRequests = (0,json/* readList */.LD)(nodes, parseEntry);
    const count = (0,json/* readCount */._0)(totalCount);
    if (pullRequests === undefined || count === undefined || typeof hasNextPage !== 'boolean')
        return undefined;
    return { pullRequests, totalCount: count, cursor: hasNextPage ? (0,json/* readText */.yR)(endCursor) : undefined };
}
function parseEntry(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const number = (0,json/* readNumber */.kz)(fields['number']);
    const title = (0,github_requests/* parseForeignText */.HS)(fields['title']);
    const url = (0,github_requests/* parseForeignText */.HS)(fields['url']);
    const state = Object.entries(STATES).find(([name]) => name === fields['state'])?.[1];
    const createdAt = (0,json/* readText */.yR)(fields['createdAt']);
    const updatedAt = (0,json/* readText */.yR)(fields['updatedAt']);
    const id = (0,json/* readText */.yR)(fields['id']);
    const commitCount = (0,json/* readCount */._0)((0,json/* readFields */.qU)(fields['commits'])['totalCount']);
    if (number === undefined || title === undefined || url === undefined || state === undefined)
        return undefined;
    if (createdAt === undefined || updatedAt === undefined || id === undefined || commitCount === undefined)
        return undefined;
    return {
        id,
        number,
        title,
        url,
        state,
        isDraft: fields['isDraft'] === true,
        author: (0,account/* parseActor */.fp)(fields['author']),
        createdAt,
        updatedAt,
        mergedAt: (0,json/* readText */.yR)(fields['mergedAt']),
        closedAt: (0,json/* readText */.yR)(fields['closedAt']),
        commitCount,
        baseSha: (0,json/* readName */.MQ)(fields['baseRefOid'], /^[\da-f]{7,64}$/u),
    };
}
function parseChanges(value) {
    const { number, files } = (0,json/* readFields */.qU)(value);
    const { nodes = null, totalCount } = (0,json/* readFields */.qU)(files);
    const paths = (0,json/* readList */.LD)(nodes ?? [], parseChange);
    if (paths === undefined)
        return undefined;
    return { number: (0,json/* readNumber */.kz)(number), files: paths, isWhole: paths.length === (0,json/* readCount */._0)(totalCount) };
}
function parseChange(value) {
    const { path, changeType } = (0,json/* readFields */.qU)(value);
    const [name, type] = [(0,github_requests/* parseForeignText */.HS)(path), (0,json/* readName */.MQ)(changeType, /^[A-Z_]{1,40}$/u)];
    if (name === undefined || type === undefined)
        return undefined;
    return { path: name, status: pull_request_list_STATUSES[type] ?? type.toLowerCase() };
}

;// CONCATENATED MODULE: ./build/github/pull-requests.js



function createPullRequests({ repository, fetch, fetchAll, permissionsIn }) {
    return {
        fetchPullRequest: (place) => fetch({
            operation: `read pull request #${place.number}`,
            permissions: permissionsIn(place),
            route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
            parameters: { ...place, pull_number: place.number },
            parse: parsePullRequest,
        }),
        fetchTree: (place, sha) => fetch({
            operation: `list the files of commit ${sha}`,
            permissions: ['contents: read'],
            route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
            parameters: { ...place, tree_sha: sha, recursive: '1' },
            parse: (data) => {
                const { tree, truncated } = (0,json/* readFields */.qU)(data);
                return (0,json/* readList */.LD)(truncated === false ? tree : [], (entry) => (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(entry)['path']));
            },
        }),
        fetchPullRequestsOfCommit: (sha) => fetch({
            operation: `list the pull requests of commit ${sha}`,
            permissions: permissionsIn(),
            route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
            parameters: { commit_sha: sha, per_page: github_requests/* PAGE_SIZE */.md },
            parse: (data) => (0,json/* readList */.LD)(Array.isArray(data) ? data.filter((each) => isInto(repository, each)) : data, parseListed),
        }),
        fetchClosedPullRequests: (base, maximum) => fetchAll({
            operation: `list the closed pull requests into ${base}`,
            permissions: permissionsIn(),
            route: 'GET /repos/{owner}/{repo}/pulls',
            parameters: { state: 'closed', base, sort: 'updated', direction: 'desc' },
            parse: (data) => (0,json/* readList */.LD)(data, parseListed),
        }, ({ number }) => number, maximum / github_requests/* PAGE_SIZE */.md),
    };
}
function parsePullRequest(data) {
    const fields = (0,json/* readFields */.qU)(data);
    const { merged, head, base, labels } = fields;
    const state = ['open', 'closed'].find((each) => each === fields['state']);
    if (state === undefined)
        return undefined;
    const mergedAt = (0,json/* readText */.yR)(fields['merged_at']);
    const parseSha = (end) => (0,json/* readName */.MQ)((0,json/* readFields */.qU)(end)['sha'], /^[\da-f]{7,64}$/u);
    const isMerged = typeof merged === 'boolean' ? merged : mergedAt !== undefined;
    return {
        state,
        isMerged,
        isDraft: fields['draft'] === true,
        title: (0,github_requests/* parseForeignText */.HS)(fields['title']),
        url: (0,github_requests/* parseForeignText */.HS)(fields['html_url']),
        author: (0,account/* parseAccount */.J5)(fields['user']),
        labels: (0,json/* readList */.LD)(labels, (label) => (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(label)['name'])) ?? [],
        headSha: parseSha(head),
        base: (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(base)['ref']),
        baseSha: parseSha(base),
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
    const pullRequest = parsePullRequest(value);
    return number === undefined || pullRequest === undefined ? undefined : { ...pullRequest, number };
}
function isInto(repository, value) {
    const name = (0,json/* readText */.yR)((0,json/* readFields */.qU)((0,json/* readFields */.qU)((0,json/* readFields */.qU)(value)['base'])['repo'])['full_name']);
    return name === undefined || (0,github_requests/* isSameRepository */.ve)(name, repository);
}

;// CONCATENATED MODULE: ./build/github/reactions.js





function createReactions({ threadKind, send, fetch }) {
    const folderOf = ({ kind }) => (kind === 'review comment' ? 'pulls' : 'issues');
    const permissionsOf = ({ kind }, level) => permissionsFor(kind === 'review comment' ? 'pull request' : threadKind, level);
    return {
        async react(comment, content) {
            const { status, data } = await send({
                operation: `react with ${content} to comment ${comment.id}`,
                permissions: permissionsOf(comment, 'write'),
                isReaction: true,
                route: `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
                parameters: { comment_id: comment.id, content },
                parse(answer) {
                    const { id, user, content: given } = (0,json/* readFields */.qU)(answer);
                    return given === content ? (0,json/* dropAbsent */.dm)({ id: (0,json/* readNumber */.kz)(id), account: (0,account/* parseAccount */.J5)(user).id }) : undefined;
                },
            });
            return { result: status === 201 ? 'first' : 'again', ...data };
        },
        removeReaction: (comment, id) => findOut(fetch({
            operation: `delete reaction ${id} to comment ${comment.id}`,
            permissions: permissionsOf(comment, 'write'),
            isReaction: true,
            route: `DELETE /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions/{reaction_id}`,
            parameters: { comment_id: comment.id, reaction_id: id },
            parse: parseNothing,
        })),
        hasComment: (comment) => findOut(fetch({
            operation: `read comment ${comment.id}`,
            permissions: permissionsOf(comment, 'read'),
            route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}`,
            parameters: { comment_id: comment.id },
            parse: parseComment,
        })),
    };
}
async function findOut(request) {
    try {
        await request;
        return true;
    }
    catch (error) {
        if (error instanceof errors/* GitHubError */.y_ && error.isGone)
            return false;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/github/viewer.js


const VIEWER_QUERY = `query Viewer {
  viewer { login databaseId }
}`;
function createViewer({ query }) {
    return {
        fetchViewer: () => query({
            operation: "read the token's account",
            permissions: ['metadata: read'],
            text: VIEWER_QUERY,
            variables: {},
            parse(data) {
                const { login, databaseId } = (0,json/* readFields */.qU)((0,json/* readFields */.qU)(data)['viewer']);
                const id = (0,json/* readNumber */.kz)(databaseId);
                return id === undefined ? undefined : { id, login: (0,account/* parseLogin */.$n)(login) };
            },
        }),
    };
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
        ...createAssociatedPullRequests(requests),
        ...createPullRequestList(requests),
        ...createViewer(requests),
    };
}
function createThreads({ threadKind, fetch }) {
    const read = (operation, thread, { headers = {}, isWhole = (_) => true } = {}) => fetch({
        operation,
        permissions: permissionsFor(threadKind, 'read'),
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
        parameters: { issue_number: thread, headers },
        parse(data) {
            const fields = (0,json/* readFields */.qU)(data);
            return (0,json/* readNumber */.kz)(fields['number']) !== undefined && isWhole(fields) ? fields : undefined;
        },
    });
    return {
        fetchPermission: (login) => fetch({
            operation: `read the permission of ${login}`,
            permissions: ['metadata: read'],
            route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
            parameters: { username: login },
            parse: (data) => PERMISSIONS.find((known) => known === (0,json/* readFields */.qU)(data)['permission']),
        }),
        async fetchRepository(place) {
            await fetch({
                operation: 'read the repository',
                permissions: ['metadata: read'],
                route: 'GET /repos/{owner}/{repo}',
                parameters: { ...place },
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
            const headers = { accept: 'application/vnd.github.full+json' };
            const isWhole = ({ body, body_text: text }) => typeof text === 'string' || (text === null && ((0,json/* readText */.yR)(body) ?? '') === '');
            const answer = await read(`read the description of #${thread}`, thread, { headers, isWhole });
            return (0,github_requests/* parseForeignText */.HS)(answer['body_text']);
        },
    };
}

;// CONCATENATED MODULE: ./build/github/connect.js




const LAST_EDIT_MS = 5 * 60_000;
function connectGitHub(options) {
    const { run, clock, signal, graceMs = 0, threadKind, notBefore = 0, onLimit } = options;
    const random = Math.random;
    const gate = (0,network_gate/* createGate */.q)(clock, onLimit);
    const early = notBefore - clock.wallClock();
    if (early > 0)
        gate.close(early, clock.now());
    let deadline = options.deadline ?? Number.POSITIVE_INFINITY;
    signal.addEventListener('abort', () => {
        deadline = Math.min(deadline, clock.now() + graceMs);
    });
    const allow = () => (0,network_patience/* createAllowance */.bH)(clock, { ...options, deadline: () => deadline });
    let allowance = allow();
    const last = graceMs > 0 ? (0,fetch/* delayAbort */.y5)(signal, graceMs) : signal;
    const patience = {
        gate,
        graphqlGate: (0,network_gate/* createGate */.q)(clock),
        clock,
        random,
        signals: [signal, last],
        onWait: options.onWait,
    };
    let aheadMs;
    let loading;
    const onTime = (ms) => {
        aheadMs = ms - clock.now();
    };
    const request = async (query) => {
        loading ??= Promise.all(/* import() */[__webpack_require__.e(254), __webpack_require__.e(661)]).then(__webpack_require__.bind(__webpack_require__, 8661)).then(({ createGitHubRequest }) => createGitHubRequest({ ...options, ...patience, apiUrl: run.apiUrl, allowance: () => allowance, onTime }));
        return await (await loading)(query);
    };
    return {
        github: createGitHub(request, run.repository, threadKind),
        pause: (attempt) => (0,network_patience/* pauseForTrouble */.Bt)(attempt, { ...patience, allowance }),
        allowLastEdit(isSent) {
            if (isSent && !signal.aborted)
                deadline = Math.max(deadline, clock.now() + LAST_EDIT_MS);
            allowance = allow();
        },
        now: () => (aheadMs === undefined ? clock.wallClock() : clock.now() + aheadMs),
    };
}


/***/ }),

/***/ 2159:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q9: () => (/* binding */ findGraphqlUrl),
/* harmony export */   rE: () => (/* binding */ findGraphqlFailure),
/* harmony export */   sN: () => (/* binding */ GRAPHQL_ROUTE)
/* harmony export */ });
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4576);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5443);


const GRAPHQL_ROUTE = 'POST /graphql';
function findGraphqlUrl(restUrl) {
    return `${restUrl.replace(/\/api\/v3\/?$/u, '/api').replace(/\/$/u, '')}/graphql`;
}
const LIMITS = ['RATE_LIMIT', 'RATE_LIMITED'];
const REFUSALS = ['FORBIDDEN', 'INSUFFICIENT_SCOPES'];
function findGraphqlFailure(body, headers) {
    const { errors } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(body);
    if (errors === undefined)
        return undefined;
    const parsed = (Array.isArray(errors) ? errors : [errors]).map(parseError);
    const failures = parsed.filter(({ type, isNode }) => type !== 'NOT_FOUND' || !isNode);
    const [first] = failures;
    if (first === undefined)
        return undefined;
    const said = failures
        .flatMap(({ message }) => message ?? [])
        .slice(0, 5)
        .join('; ');
    const isLimit = failures.some(({ type }) => LIMITS.includes(type));
    const isRateLimited = isLimit || (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_1__/* .isRateLimit */ .a5)(403, headers, said);
    const isRefused = failures.some(({ type }) => REFUSALS.includes(type));
    const isMissing = failures.every(({ type }) => type === 'NOT_FOUND');
    return { status: isRefused ? 403 : isMissing ? 404 : 200, isRateLimited, type: first.type || 'errors', said };
}
function parseError(value) {
    const { type, message, path } = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readFields */ .qU)(value);
    return {
        type: /^[A-Z_]{1,40}$/u.exec((0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(type) ?? '')?.[0] ?? '',
        message: (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_0__/* .readText */ .yR)(message),
        isNode: Array.isArray(path) && path.length === 2 && path[0] === 'nodes',
    };
}


/***/ }),

/***/ 5298:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HS: () => (/* binding */ parseForeignText),
/* harmony export */   Wp: () => (/* binding */ parseAnswer),
/* harmony export */   dT: () => (/* binding */ createRequests),
/* harmony export */   f1: () => (/* binding */ fetchPages),
/* harmony export */   md: () => (/* binding */ PAGE_SIZE),
/* harmony export */   ve: () => (/* binding */ isSameRepository)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _graphql_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2159);




const PAGE_SIZE = 100;
const MAXIMUM_PAGES = 100;
function parseAnswer(query, answer) {
    const data = query.parse(answer.data);
    if (data !== undefined)
        return { ...answer, data };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_(query.operation, {
        status: answer.status,
        answer: "GitHub's answer doesn't have the documented form",
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
        async query({ text, variables, place = own, ...query }) {
            const operation = `${query.operation} in ${place.owner}/${place.repo}`;
            return (await request({ ...query, operation, route: _graphql_js__WEBPACK_IMPORTED_MODULE_1__/* .GRAPHQL_ROUTE */ .sN, parameters: { query: text, variables } })).data;
        },
        async fetch(query) {
            return (await send(query)).data;
        },
        async fetchAll(query, identify, maximum = MAXIMUM_PAGES, isEnough = () => false) {
            const items = [];
            for await (const page of fetchPages(send, query, identify, maximum)) {
                items.push(...page);
                if (isEnough(items))
                    break;
            }
            return items;
        },
        permissionsIn({ owner, repo } = own) {
            return [isSameRepository(`${owner}/${repo}`, repository) ? 'pull-requests: read' : 'metadata: read'];
        },
    };
}
async function* fetchPages(send, query, identify, maximum) {
    const known = new Set();
    for (let page = 1; page <= maximum; page += 1) {
        const parameters = { per_page: PAGE_SIZE, ...query.parameters, page };
        const { data, link } = await send({ ...query, parameters });
        const items = data.filter((item) => !known.has(identify(item)));
        if (items.length === 0)
            return;
        for (const item of items)
            known.add(identify(item));
        yield items;
        if (!link.includes('rel="next"') && (link !== '' || data.length < PAGE_SIZE))
            return;
    }
}
function isSameRepository(name, other) {
    return name.toLowerCase() === other.toLowerCase();
}
function parseForeignText(value) {
    const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(value);
    return text === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .untrustedText */ .U)(text);
}


/***/ }),

/***/ 1125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

var node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache;
var node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache;
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fw: () => (/* binding */ receiveBytes),
/* harmony export */   Hy: () => (/* binding */ createFetch),
/* harmony export */   T$: () => (/* binding */ ConnectError),
/* harmony export */   Ze: () => (/* binding */ findErrorCode),
/* harmony export */   _O: () => (/* binding */ USER_AGENT),
/* harmony export */   y5: () => (/* binding */ delayAbort)
/* harmony export */ });
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7067);
/* harmony import */ var node_https__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4708);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7075);
/* harmony import */ var node_tls__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1692);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8522);
/* harmony import */ var _proxies_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6133);






const USER_AGENT = 'docs-agent-action/1';
class ConnectError extends Error {
    name = 'ConnectError';
    constructor(cause) {
        super('The connection was not made.', { cause });
    }
}
const CONNECT_TIME_LIMIT_MS = 10_000;
function createFetch(environment, connectTimeLimitMs = CONNECT_TIME_LIMIT_MS) {
    const proxyEnv = (0,_proxies_js__WEBPACK_IMPORTED_MODULE_5__/* .readProxies */ .r)(environment);
    const createAgents = (keepAlive) => {
        const options = { keepAlive, timeout: connectTimeLimitMs, ...(proxyEnv !== undefined && { proxyEnv }) };
        return { 'http:': new node_http__WEBPACK_IMPORTED_MODULE_0__.Agent(options), 'https:': new node_https__WEBPACK_IMPORTED_MODULE_1__.Agent(options) };
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
        const options = { method, headers: { ...headers, 'accept-encoding': 'gzip' }, agent, signal };
        const request = (url.protocol === 'https:' ? /*#__PURE__*/ (node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache || (node_https__WEBPACK_IMPORTED_MODULE_1___namespace_cache = __webpack_require__.t(node_https__WEBPACK_IMPORTED_MODULE_1__, 2))) : /*#__PURE__*/ (node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache || (node_http__WEBPACK_IMPORTED_MODULE_0___namespace_cache = __webpack_require__.t(node_http__WEBPACK_IMPORTED_MODULE_0__, 2)))).request(url, options);
        request.on('response', resolve).on('error', reject);
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
            socket.once(socket instanceof node_tls__WEBPACK_IMPORTED_MODULE_3__.TLSSocket ? 'secureConnect' : 'connect', listener);
        else if (!socket.destroyed)
            listener();
    });
}
function createError(code, message) {
    return Object.assign(new Error(message), { code });
}
const MAXIMUM_TEXT_BYTES = 32 * 2 ** 20;
function toFetchResponse(message) {
    const { statusCode: status = 0, headers } = message;
    message.on('error', () => undefined);
    const isPacked = headers['content-encoding'] === 'gzip';
    const body = isPacked ? (0,node_stream__WEBPACK_IMPORTED_MODULE_2__.pipeline)(message, (0,node_zlib__WEBPACK_IMPORTED_MODULE_4__.createGunzip)(), () => undefined) : message;
    return {
        status,
        headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
        async text() {
            const bytes = await receiveBytes({ body }, MAXIMUM_TEXT_BYTES);
            if (bytes === undefined)
                throw createError('ERR_BODY_TOO_LARGE', 'The answer is too large.');
            return bytes.toString();
        },
    };
}
async function receiveBytes({ body }, maximumBytes) {
    const chunks = [];
    let length = 0;
    for await (const chunk of body ?? []) {
        length += chunk.byteLength;
        if (length > maximumBytes)
            return undefined;
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}
function findErrorCode(error) {
    if (!(error instanceof Error))
        return undefined;
    const { code } = error;
    return findErrorCode(error.cause) ?? (/^[A-Z][A-Z0-9_]{2,60}$/.test(String(code)) ? code : undefined);
}
function delayAbort(signal, ms) {
    const controller = new AbortController();
    const begin = () => {
        const reason = new Error(`The run was canceled, and this took longer than ${ms / 1000} s after that.`);
        setTimeout(() => controller.abort(reason), ms).unref();
    };
    if (signal.aborted)
        begin();
    else
        signal.addEventListener('abort', begin, { once: true });
    return controller.signal;
}


/***/ }),

/***/ 5874:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ createGate)
/* harmony export */ });
const UNTOLD_WAIT_MS = 60_000;
function createGate({ now, wallClock }, onClose) {
    let untilMs = Number.NEGATIVE_INFINITY;
    let closedAtMs = Number.NEGATIVE_INFINITY;
    let untold = 0;
    return {
        leftMs: () => Math.max(0, untilMs - now()),
        endsAt: () => wallClock() + Math.max(0, untilMs - now()),
        open(sentAtMs) {
            if (sentAtMs < Math.max(closedAtMs, untilMs))
                return;
            closedAtMs = Number.NEGATIVE_INFINITY;
            untold = 0;
        },
        close(retryAfterMs, sentAtMs) {
            const isKnown = sentAtMs <= closedAtMs;
            if (!retryAfterMs && isKnown && untilMs > now())
                return;
            const waitMs = retryAfterMs || UNTOLD_WAIT_MS * 2 ** untold;
            if (!retryAfterMs)
                untold += 1;
            closedAtMs = now();
            untilMs = Math.max(untilMs, closedAtMs + waitMs);
            onClose?.(wallClock() + untilMs - closedAtMs);
        },
    };
}


/***/ }),

/***/ 6450:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bt: () => (/* binding */ pauseForTrouble),
/* harmony export */   JJ: () => (/* binding */ REPORT_PATIENCE),
/* harmony export */   Ng: () => (/* binding */ describeWait),
/* harmony export */   bH: () => (/* binding */ createAllowance),
/* harmony export */   zw: () => (/* binding */ sendPatiently)
/* harmony export */ });
/* harmony import */ var _retry_after_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4576);

const REPORT_PATIENCE = { tries: 4, waitingMs: 10 * 60_000 };
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
const TROUBLE_MS = 30_000;
function createAllowance({ now }, options = {}) {
    const { deadline, tries = Number.POSITIVE_INFINITY } = options;
    const { troubleMs = Number.isFinite(tries) ? Number.POSITIVE_INFINITY : TROUBLE_MS } = options;
    const trouble = createBudget(now, troubleMs);
    const waiting = options.waiting ?? createBudget(now, options.waitingMs ?? Number.POSITIVE_INFINITY);
    return {
        tries,
        trouble,
        waiting,
        timeLeftMs: () => Math.min(waiting.leftMs(), (deadline?.() ?? Number.POSITIVE_INFINITY) - now()),
    };
}
function createBudget(now, totalMs) {
    let leftMs = totalMs;
    let countedUntilMs = Number.NEGATIVE_INFINITY;
    return {
        leftMs: () => Math.max(0, leftMs),
        spend(sinceMs) {
            const nowMs = now();
            leftMs -= Math.max(0, nowMs - Math.max(sinceMs, countedUntilMs));
            countedUntilMs = Math.max(nowMs, countedUntilMs);
        },
    };
}
async function sendPatiently(request, options) {
    const { gate, allowance, clock } = options;
    let error;
    for (let attempt = 1;; attempt += 1) {
        await passGate(request, options, attempt - 1, error);
        const sentAtMs = clock.now();
        try {
            const value = await request.send();
            gate.open(sentAtMs);
            return value;
        }
        catch (thrown) {
            error = thrown;
        }
        const failure = request.judge(error);
        if (failure === undefined)
            throw error;
        if (failure.kind === 'limit') {
            gate.close(failure.retryAfterMs, sentAtMs);
            if (attempt >= allowance.tries)
                throw request.refuse(gate.endsAt(), error);
            continue;
        }
        gate.open(sentAtMs);
        allowance.trouble.spend(sentAtMs);
        if (failure.kind === 'final' || !(await pauseForTrouble(attempt, options, error)))
            throw error;
    }
}
async function passGate({ refuse, isHasty = false }, options, attempt, error) {
    const { gate, allowance, onWait, signals } = options;
    const [, last] = signals;
    for (let delayMs = gate.leftMs(); delayMs > 0 && !last.aborted; delayMs = gate.leftMs()) {
        if (isHasty || delayMs >= allowance.timeLeftMs())
            throw refuse(gate.endsAt(), error);
        await onWait?.({ error, attempt, delayMs, until: gate.endsAt(), isLimit: true });
        await rest(gate.leftMs(), options);
    }
}
async function pauseForTrouble(attempt, options, error) {
    const { allowance, clock, random, onWait } = options;
    const { tries, trouble } = allowance;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
    const delayMs = Math.min(Math.round(pauseMs * (1 - random() / 2)), trouble.leftMs());
    if (attempt >= tries || delayMs === 0 || delayMs >= allowance.timeLeftMs())
        return false;
    if (error !== undefined)
        await onWait?.({ error, attempt, delayMs, until: clock.wallClock() + delayMs, isLimit: false });
    await rest(delayMs, options, trouble);
    return true;
}
async function rest(ms, { clock, signals, allowance }, also) {
    const [first, last] = signals;
    const startedAtMs = clock.now();
    const signal = first.aborted ? last : first;
    await clock.sleep(ms, signal).catch((error) => {
        if (!signal.aborted)
            throw error;
    });
    allowance.waiting.spend(startedAtMs);
    also?.spend(startedAtMs);
}
function describeWait(event, who, nowMs) {
    const { error, attempt, delayMs, until, isLimit } = event;
    const what = error instanceof Error ? `${error.message} ` : '';
    if (isLimit)
        return `${what}${who} asks to wait. This run continues at ${(0,_retry_after_js__WEBPACK_IMPORTED_MODULE_0__/* .formatTime */ .fU)(until, nowMs)}.`;
    return `${what}Attempt ${attempt} failed. Retrying in ${(delayMs / 1000).toFixed(1)} s.`;
}


/***/ }),

/***/ 6133:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ ProxySettingError),
/* harmony export */   r: () => (/* binding */ readProxies)
/* harmony export */ });
class ProxySettingError extends Error {
    name = 'ProxySettingError';
    hint = 'Set the variable to a URL such as `http://proxy.example:3128`, or remove it.';
    constructor(variable) {
        super(`Couldn't use the proxy in ${variable}: it isn't an http or https URL.`);
    }
}
function readProxies(environment) {
    const httpProxy = readProxy(environment, 'HTTP_PROXY');
    const httpsProxy = readProxy(environment, 'HTTPS_PROXY');
    if (httpProxy === '' && httpsProxy === '')
        return undefined;
    const exceptions = readVariable(environment, 'NO_PROXY').match(/[^\s,]+/gu) ?? [];
    const names = exceptions.flatMap((entry) => (/^[.*]/u.test(entry) ? [entry] : [entry, `.${entry}`]));
    return { http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: names.join(',') };
}
function readVariable(environment, name) {
    return (environment[name.toLowerCase()] || environment[name] || '').trim();
}
function readProxy(environment, name) {
    const value = readVariable(environment, name).replace(/%(?![0-9a-f]{2})/giu, '%25');
    if (value === '')
        return '';
    const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) ? value : `http://${value}`);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
        throw new ProxySettingError(name);
    return url.href;
}


/***/ }),

/***/ 4576:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a5: () => (/* binding */ isRateLimit),
/* harmony export */   al: () => (/* binding */ parseLimitWait),
/* harmony export */   fU: () => (/* binding */ formatTime),
/* harmony export */   m6: () => (/* binding */ parseHttpDate)
/* harmony export */ });
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
function isRateLimit(status, headers, said) {
    if (status === 429)
        return true;
    if (status !== 403)
        return false;
    const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
    return isUsedUp || parseLimitWait(headers, 0) !== undefined || /rate limit/iu.test(said);
}
function parseLimitWait(headers, wallClockMs) {
    const sentAt = parseHttpDate(headers.get('date')) ?? wallClockMs;
    const text = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+(?:\.\d+)?$/.test(text))
        return bound(Number(text) * 1000);
    const at = parseHttpDate(text);
    if (at !== undefined)
        return bound(at - sentAt);
    const resetSeconds = Number(headers.get('x-ratelimit-reset') || Number.NaN);
    if (headers.get('x-ratelimit-remaining') !== '0' || !Number.isFinite(resetSeconds))
        return undefined;
    return bound(resetSeconds * 1000 - sentAt) + 1000;
}
function parseHttpDate(header) {
    const text = header?.trim() ?? '';
    const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(at) ? undefined : at;
}
const LONGEST_WAIT_MS = 365 * 86_400_000;
function bound(ms) {
    return Math.min(Math.max(Math.ceil(ms), 0), LONGEST_WAIT_MS);
}
function formatTime(ms, nowMs) {
    const [day, time = ''] = new Date(Math.ceil(ms / 60_000) * 60_000).toISOString().split('T');
    const date = day === new Date(nowMs).toISOString().slice(0, 10) ? '' : `${day} `;
    return `${date}${time.slice(0, 5)} UTC`;
}


/***/ }),

/***/ 6302:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hx: () => (/* binding */ selectMarked),
/* harmony export */   lF: () => (/* binding */ compareAge),
/* harmony export */   wP: () => (/* binding */ isWhole),
/* harmony export */   x5: () => (/* binding */ locate)
/* harmony export */ });
/* harmony import */ var _untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(524);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8154);
/* harmony import */ var _marker_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1602);



function isWhole({ isNamed, around }) {
    return isNamed && (0,_marker_js__WEBPACK_IMPORTED_MODULE_0__/* .isAlone */ .SW)(around);
}
function selectMarked(comments, kind, parse) {
    return comments.flatMap((comment) => {
        const read = (0,_marker_js__WEBPACK_IMPORTED_MODULE_0__/* .readBody */ .x8)(kind, comment.body);
        const payload = read && parse(read.payload);
        if (read === undefined || payload === undefined)
            return [];
        const isNamed = payload.commentId !== undefined;
        if (isNamed && payload.commentId !== comment.id)
            return [];
        return [{ ...locate(comment), payload, content: read.content, isNamed, around: read.around }];
    });
}
function locate({ id, url, author, createdAt }) {
    return { id, url: (0,_untrusted_safe_url_js__WEBPACK_IMPORTED_MODULE_1__/* .toSafeUrl */ .w)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(url))?.href ?? '', author, createdAt };
}
function compareAge(one, other) {
    const [first, second] = [one.createdAt ?? '', other.createdAt ?? ''];
    return first === second || first === '' || second === '' ? one.id - other.id : first < second ? -1 : 1;
}


/***/ }),

/***/ 1602:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KM: () => (/* binding */ hasStartAlone),
/* harmony export */   Oy: () => (/* binding */ writeBody),
/* harmony export */   SW: () => (/* binding */ isAlone),
/* harmony export */   br: () => (/* binding */ digest),
/* harmony export */   c3: () => (/* binding */ measureFrame),
/* harmony export */   x8: () => (/* binding */ readBody)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);



const NOTHING = { above: '', below: '' };
function writeBody(kind, content, payload, around = NOTHING) {
    return `${around.above}${startOf(kind)}\n${content}\n\n${renderMarker(kind, payload)}${around.below}`;
}
function measureFrame(kind, payload, around = NOTHING) {
    return Buffer.byteLength(writeBody(kind, '', payload, around));
}
function readBody(kind, body) {
    const source = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(body).replaceAll('\r\n', '\n');
    const [marker, another] = source.matchAll(new RegExp(`${prefixOf(kind)}(\\{[^\\n]*?\\}) -->`, 'gu'));
    if (marker?.[1] === undefined || another !== undefined)
        return undefined;
    const payload = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(marker[1]);
    if (payload === undefined)
        return undefined;
    const start = source.lastIndexOf(startOf(kind), marker.index);
    if (start === -1)
        return { payload, content: '', around: undefined };
    const content = source.slice(start + startOf(kind).length, marker.index).trim();
    const below = source.slice(marker.index + marker[0].length);
    return { payload, content, around: { above: source.slice(0, start), below } };
}
function isAlone(around) {
    return around !== undefined && `${around.above}${around.below}`.trim() === '';
}
function hasStartAlone(kind, body) {
    const source = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(body);
    return source.includes(startOf(kind)) && !source.includes(prefixOf(kind));
}
function startOf(kind) {
    return `<!-- docs-agent:${kind} -->`;
}
function prefixOf(kind) {
    return `<!-- docs-agent:${kind} marker `;
}
function renderMarker(kind, payload) {
    const json = JSON.stringify(payload)
        .replaceAll('<', '\\u003c')
        .replaceAll('>', '\\u003e')
        .replaceAll('--', '-\\u002d');
    return `${prefixOf(kind)}${json} -->`;
}
function digest(...texts) {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}


/***/ }),

/***/ 5292:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ OurComment)
/* harmony export */ });
/* harmony import */ var _github_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);
/* harmony import */ var _untrusted_truncate_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(797);
/* harmony import */ var _found_comment_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6302);
/* harmony import */ var _marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1602);




const MAXIMUM_BYTES = 65_535;
class OurComment {
    #options;
    #current;
    #written;
    #unconfirmed;
    #account;
    #viewer;
    #lost = 0;
    #last = Promise.resolve();
    constructor(options) {
        this.#options = options;
    }
    get current() {
        return this.#current;
    }
    get written() {
        return this.#written;
    }
    adopt(comment) {
        this.#current = comment;
        this.#written = comment?.payload;
        this.#unconfirmed = undefined;
    }
    identify(account) {
        this.#account ??= account;
    }
    async find() {
        const { github, thread, since, kind, parse } = this.#options;
        const marked = (0,_found_comment_js__WEBPACK_IMPORTED_MODULE_1__/* .selectMarked */ .Hx)(await github.fetchComments(thread, since), kind, parse);
        if (marked.length === 0)
            return [];
        const account = this.#account ?? (await this.#askForAccount());
        return marked.filter(({ author }) => author === account).sort(_found_comment_js__WEBPACK_IMPORTED_MODULE_1__/* .compareAge */ .lF);
    }
    post(content, payload) {
        const { pause } = this.#options;
        return this.#inOrder(async () => {
            for (let attempt = 1;; attempt += 1) {
                const posted = await this.#tryToPost(content, payload);
                const isError = posted instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_;
                const own = isError ? await this.#findLost(payload) : posted;
                if (own !== undefined) {
                    this.adopt(own);
                    return { ...own, isRepeated: attempt > 1 };
                }
                if ((isError && (posted.status ?? 300) < 300) || !(await pause(attempt)))
                    throw posted;
            }
        });
    }
    edit(content, change, around) {
        return this.#inOrder(async () => {
            if (this.#current === undefined)
                return;
            const { id } = this.#current;
            const payload = { ...this.#current.payload, ...change, commentId: id };
            this.#current = { ...this.#current, payload, isNamed: true };
            const before = this.#written;
            this.#written = undefined;
            try {
                const gone = await this.#unlessGone(id, () => this.#options.github.updateComment(id, this.#render(content, payload, around)));
                if (gone !== undefined) {
                    this.adopt(undefined);
                    throw gone;
                }
                this.#written = payload;
            }
            catch (error) {
                if (this.#current !== undefined && isRefused(error))
                    this.#written = before;
                throw error;
            }
        });
    }
    tell(content, change = {}) {
        return this.edit(content, change).catch(this.#options.onLostEdit);
    }
    async findUnmarked() {
        const { github, thread, since, kind } = this.#options;
        const unmarked = (await github.fetchComments(thread, since)).filter(({ body }) => (0,_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .hasStartAlone */ .KM)(kind, body));
        if (unmarked.length === 0)
            return undefined;
        const account = this.#account ?? (await this.#askForAccount());
        return unmarked.findLast(({ author }) => author === account);
    }
    async amend(id, nonce, change) {
        const { kind, github } = this.#options;
        const found = (await this.find()).find((each) => each.id === id && each.payload.nonce === nonce && (0,_found_comment_js__WEBPACK_IMPORTED_MODULE_1__/* .isWhole */ .wP)(each));
        if (found === undefined)
            return;
        await github.updateComment(id, (0,_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .writeBody */ .Oy)(kind, found.content, { ...found.payload, ...change }));
    }
    deleteSpare() {
        return this.#inOrder(async () => {
            if (this.#lost === 0)
                return true;
            const payload = this.#current?.payload ?? this.#unconfirmed;
            const own = (await this.find()).filter((each) => each.payload.nonce === payload?.nonce);
            if (this.#current === undefined && own[0] !== undefined && payload !== undefined) {
                this.adopt({ ...own[0], payload });
                this.#lost -= 1;
            }
            const spare = own.filter(({ id }) => id !== this.#current?.id);
            for (const { id } of spare)
                await this.#unlessGone(id, () => this.#options.github.deleteComment(id));
            this.#lost -= spare.length;
            return this.#lost <= 0;
        });
    }
    remove({ id, payload }) {
        return this.#inOrder(async () => {
            await this.#unlessGone(id, () => this.#options.github.deleteComment(id));
            if (this.#current?.id === id)
                this.adopt(undefined);
            else if (this.#current?.payload.nonce === payload.nonce)
                this.#lost -= 1;
        });
    }
    #inOrder(operation) {
        const result = this.#last.catch(() => { }).then(operation);
        this.#last = result;
        return result;
    }
    async #askForAccount() {
        this.#viewer ??= this.#options.github.fetchViewer();
        this.#account = (await this.#viewer).id;
        return this.#account;
    }
    async #tryToPost(content, payload) {
        const { github, thread } = this.#options;
        this.#unconfirmed = payload;
        try {
            const comment = await github.createComment(thread, this.#render(content, payload));
            this.identify(comment.author);
            return { ...(0,_found_comment_js__WEBPACK_IMPORTED_MODULE_1__/* .locate */ .x5)(comment), payload, content: '', isNamed: false, around: { above: '', below: '' } };
        }
        catch (error) {
            if (!(error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_) || isRefused(error))
                throw error;
            this.#lost += 1;
            return error;
        }
    }
    async #unlessGone(id, change) {
        const { github, pause } = this.#options;
        for (let attempt = 1;; attempt += 1) {
            try {
                await change();
                return undefined;
            }
            catch (error) {
                if (!(error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ && error.isGone))
                    throw error;
                if (!(await github.hasComment({ kind: 'issue comment', id })))
                    return error;
                if (!(await pause(attempt)))
                    throw error;
            }
        }
    }
    async #findLost({ nonce }) {
        const own = (await this.find()).find(({ payload }) => payload.nonce === nonce);
        if (own !== undefined)
            this.#lost -= 1;
        return own;
    }
    #render(content, payload, around = { above: '', below: '' }) {
        const { kind, redact } = this.#options;
        const safe = JSON.parse(JSON.stringify(payload), (_, value) => (typeof value === 'string' ? redact(value) : value));
        const room = MAXIMUM_BYTES - (0,_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .measureFrame */ .c3)(kind, safe, around);
        return (0,_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .writeBody */ .Oy)(kind, (0,_untrusted_truncate_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .truncateMarkdown */ .o)(redact(content.toString()), room), safe, around);
    }
}
function isRefused(error) {
    return error instanceof _github_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ && (error.isRateLimited || !error.isTransient);
}


/***/ }),

/***/ 1737:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HA: () => (/* binding */ formatDates),
/* harmony export */   Lu: () => (/* binding */ formatRange),
/* harmony export */   Tm: () => (/* binding */ countDays),
/* harmony export */   Yi: () => (/* binding */ formatMinute),
/* harmony export */   _b: () => (/* binding */ toDay),
/* harmony export */   iH: () => (/* binding */ renderRange),
/* harmony export */   sO: () => (/* binding */ DAY_MS)
/* harmony export */ });
/* harmony import */ var _untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1676);
/* harmony import */ var _numbers_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6554);


const DAY_MS = 24 * 60 * 60_000;
function countDays({ dateFrom, dateTo }) {
    return dateFrom === undefined ? 0 : (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS;
}
function formatRange(range) {
    return `${formatDates(range)} (${formatNote(range)})`;
}
function renderRange(range) {
    return (0,_untrusted_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${formatDates(range)} (${formatNote(range)})`;
}
function formatDates(range) {
    const { dateFrom, dateTo } = range;
    const endMs = Date.parse(dateTo);
    const lastMs = endMs - DAY_MS;
    const isWhole = areDays(range);
    if (dateFrom === undefined)
        return isWhole ? `until the end of ${formatDays(lastMs)}` : `until ${formatMinute(endMs)}`;
    const startMs = Date.parse(dateFrom);
    return isWhole ? formatDays(startMs, lastMs) : `${formatMinute(startMs)} – ${formatMinute(endMs)}`;
}
function formatMinute(momentMs) {
    return `${formatDays(momentMs)}, ${new Date(momentMs).toISOString().slice(11, 16)}`;
}
function toDay(momentMs) {
    return new Date(momentMs).toISOString().slice(0, 10);
}
function formatNote(range) {
    return range.dateFrom !== undefined && areDays(range) ? `${(0,_numbers_js__WEBPACK_IMPORTED_MODULE_1__/* .formatCount */ .B4)(countDays(range), 'day')}, UTC` : 'UTC';
}
function areDays({ dateTo, dateFrom = dateTo }) {
    return [dateFrom, dateTo].every((moment) => Date.parse(moment) % DAY_MS === 0);
}
function formatDays(firstMs, lastMs = firstMs) {
    const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    const [first = '', last = ''] = format.formatRange(firstMs, lastMs).split(/\s*–\s*/u);
    if (last === '')
        return first;
    return /^\d/u.test(last) ? `${first}–${last}` : `${first} – ${last}`;
}


/***/ }),

/***/ 6554:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B4: () => (/* binding */ formatCount),
/* harmony export */   Jr: () => (/* binding */ formatPlainNumber),
/* harmony export */   ZV: () => (/* binding */ formatNumber)
/* harmony export */ });
function formatCount(count, noun) {
    return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
function formatNumber(value) {
    return value.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' });
}
function formatPlainNumber(value) {
    return value.toLocaleString('en-US', { maximumFractionDigits: 6, useGrouping: false });
}


/***/ }),

/***/ 453:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ formatDuration),
/* harmony export */   m: () => (/* binding */ systemClock)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => process.uptime() * 1000,
    wallClock: () => Date.now(),
    async sleep(ms, signal) {
        signal?.throwIfAborted();
        try {
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, signal && { signal });
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


/***/ }),

/***/ 1676:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CS: () => (/* binding */ prose),
/* harmony export */   DV: () => (/* binding */ codeBlock),
/* harmony export */   UF: () => (/* binding */ joinMarkdown),
/* harmony export */   aY: () => (/* binding */ code),
/* harmony export */   cd: () => (/* binding */ commit),
/* harmony export */   nf: () => (/* binding */ link),
/* harmony export */   pj: () => (/* binding */ plain),
/* harmony export */   tp: () => (/* binding */ table),
/* harmony export */   wD: () => (/* binding */ markdown),
/* harmony export */   zH: () => (/* binding */ details)
/* harmony export */ });
/* unused harmony exports Markdown, hasHeadlineOf */
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2854);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8154);


let trusted;
class Markdown {
    static {
        trusted = (source) => new Markdown(source);
    }
    #source;
    constructor(source) {
        this.#source = source;
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
    const content = breakMarks((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestBackticks(content) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
function codeBlock(text) {
    const content = breakCommands(breakMarks((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(open(text), 20_000).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestBackticks(content) + 1));
    return trusted(`${fence}text\n${content}\n${fence}`);
}
function commit(sha) {
    return /^[\da-f]{7,64}$/u.test(sha) ? trusted(sha.slice(0, 7)) : plain(sha);
}
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMarks((0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeInvisible */ .ts)(open(text).replace(/\s+/gu, ' ')))))
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
function link(label, url) {
    return trusted(`[${label}](${url.href.replace(/[()<>\\|]/gu, percentEncode)})`);
}
function details(summary, body) {
    return markdown `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
function hasHeadlineOf(content, published) {
    const [headline] = String(content).split('\n', 1);
    return open(published ?? '').split('\n', 1)[0] === headline;
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
function render(value) {
    if (value === undefined)
        return '';
    if (value instanceof Markdown)
        return value.toString();
    if (typeof value === 'number')
        return String(value);
    return plain(value).toString();
}
function open(text) {
    return typeof text === 'string' ? text : (0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .readUntrustedText */ .u)(text);
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


/***/ })

};
