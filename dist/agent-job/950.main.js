export const id = 950;
export const ids = [950];
export const modules = {

/***/ 7950:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createGitHub: () => (/* binding */ createGitHub)
});

// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __webpack_require__(5443);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
;// CONCATENATED MODULE: ./build/github/reader.js




const PAGE_SIZE = 100;
const MAXIMUM_PAGES = 100;
const PAGES_SIDE_BY_SIDE = 6;
function readForeignText(value) {
    const text = (0,json/* readText */.yR)(value);
    return text === undefined ? undefined : (0,untrusted_text/* untrustedText */.U)(text);
}
function readAccount(value) {
    const { id, login } = (0,json/* readFields */.qU)(value);
    return { id: (0,json/* readNumber */.kz)(id), login: (0,json/* readText */.yR)(login) };
}
function createReader(request, common) {
    return {
        async read(query) {
            const answer = await request(query.facts, query.route, { ...common, ...query.parameters });
            return readAnswer(query, answer);
        },
        async readPages(query, isEnough = () => false, identify = (item) => item) {
            const items = new Map();
            for (let page = 1; page <= MAXIMUM_PAGES; page += 1) {
                const answer = await requestPage(query, page);
                const found = readAnswer(query, answer);
                const known = items.size;
                for (const item of found)
                    items.set(identify(item), item);
                if (items.size === known || isLastPage(answer, found.length) || isEnough([...items.values()]))
                    break;
            }
            return [...items.values()];
        },
        async readAllPages(query, maximumPages) {
            let answer = await requestPage(query, 1);
            let page = readAnswer(query, answer);
            const pages = [page];
            const last = Math.min(maximumPages, readLastPage(answer.link));
            if (last > 1)
                return [page, ...(await readPageRange(query, 2, last))];
            while (pages.length < maximumPages && !isLastPage(answer, page.length)) {
                answer = await requestPage(query, pages.length + 1);
                const next = readAnswer(query, answer);
                if ((0,external_node_util_.isDeepStrictEqual)(next, page))
                    break;
                pages.push(next);
                page = next;
            }
            return pages;
        },
        readPageRange,
    };
    async function readPageRange(query, first, last) {
        const pages = [];
        while (first + pages.length <= last) {
            const from = first + pages.length;
            const numbers = Array.from({ length: Math.min(PAGES_SIDE_BY_SIDE, last - from + 1) }, (_, i) => from + i);
            const answers = await Promise.all(numbers.map((number) => requestPage(query, number)));
            pages.push(...answers.map((answer) => readAnswer(query, answer)));
        }
        return pages;
    }
    function requestPage({ facts, route, parameters }, page) {
        return request(facts, route, { ...common, per_page: PAGE_SIZE, ...parameters, page });
    }
}
function isLastPage({ link }, count) {
    return count === 0 || !(link.includes('rel="next"') || (link === '' && count >= PAGE_SIZE));
}
function readLastPage(link) {
    const [, page = '1'] = /<[^<>]*[?&]page=(\d{1,6})[^<>]*>;\s*rel="last"/u.exec(link) ?? [];
    return Number(page);
}
function readAnswer({ parse, facts }, { status, data }) {
    const output = parse(data);
    if (output !== undefined)
        return output;
    throw new errors/* GitHubError */.y(facts.operation, {
        status,
        answer: 'the answer does not have the form that GitHub documents',
        hint: 'Check GITHUB_API_URL, and whether a proxy answers instead of GitHub.',
    });
}

;// CONCATENATED MODULE: ./build/github/changes.js



const MAXIMUM_FILES = 3_000;
const MAXIMUM_COMPARED_FILES = 300;
const SMALL_PAGE_SIZE = 10;
function createChanges(request, repository) {
    const [owner = '', repo = ''] = repository.split('/');
    const { read, readPages, readAllPages, readPageRange } = createReader(request, { owner, repo });
    return {
        async listChangedFiles(pullRequest, place = { owner, repo }) {
            const facts = {
                operation: `list the files of #${pullRequest} of ${place.owner}/${place.repo}`,
                permissions: ['pull-requests: read'],
                isRepeatable: true,
            };
            const query = {
                parse: parseFiles,
                facts,
                route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
                parameters: { owner: place.owner, repo: place.repo, pull_number: pullRequest },
            };
            const pages = await readAllPages(query, MAXIMUM_FILES / PAGE_SIZE);
            const files = [];
            for (const [index, page] of pages.entries())
                files.push(...(page.some(hasContent) ? page : await readInSmallPages(query, index, page.length)));
            return { files, isWhole: files.length < MAXIMUM_FILES };
        },
        async compareCommits(base, head) {
            return await read({
                parse: parseComparison,
                facts: {
                    operation: `compare ${base} with ${head} in ${repository}`,
                    permissions: ['contents: read'],
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
                parameters: { basehead: `${base}...${head}`, per_page: PAGE_SIZE, page: 1 },
            });
        },
        async listReleases(isEnough) {
            return await readPages({
                parse: (data) => (0,json/* readList */.LD)(data, parseRelease),
                facts: {
                    operation: `list the releases of ${repository}`,
                    permissions: ['contents: read'],
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/releases',
                parameters: {},
            }, isEnough);
        },
    };
    async function readInSmallPages(query, index, fileCount) {
        const parameters = { ...query.parameters, per_page: SMALL_PAGE_SIZE };
        const first = (index * PAGE_SIZE) / SMALL_PAGE_SIZE + 1;
        const last = first + Math.ceil(fileCount / SMALL_PAGE_SIZE) - 1;
        return (await readPageRange({ ...query, parameters }, first, last)).flat();
    }
}
function hasContent({ patch, additions, deletions }) {
    return patch !== undefined || additions + deletions > 0;
}
function parseFiles(data) {
    return (0,json/* readList */.LD)(data, parseFile);
}
function parseFile(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const path = readForeignText(fields['filename']);
    const previousPath = readForeignText(fields['previous_filename']);
    const patch = readForeignText(fields['patch']);
    if (path === undefined)
        return undefined;
    return {
        path,
        status: (0,json/* readText */.yR)(fields['status']) ?? '',
        additions: readLines(fields['additions']),
        deletions: readLines(fields['deletions']),
        ...(previousPath !== undefined && { previousPath }),
        ...(patch !== undefined && patch !== (0,untrusted_text/* untrustedText */.U)('') && { patch }),
    };
}
function readLines(value) {
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
        isAhead: fields['status'] === 'ahead',
        commits,
        commitCount: (0,json/* readNumber */.kz)(fields['total_commits']) ?? commits.length,
    };
}
function parseCommit(value) {
    const message = (0,json/* readText */.yR)((0,json/* readFields */.qU)((0,json/* readFields */.qU)(value)['commit'])['message']);
    if (message === undefined)
        return undefined;
    return { subject: (0,untrusted_text/* untrustedText */.U)(message.trimStart().split(/[\r\n]/u, 1)[0] ?? '') };
}
function parseRelease(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const id = (0,json/* readNumber */.kz)(fields['id']);
    const tag = readForeignText(fields['tag_name']);
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
var permissions = __webpack_require__(1498);
;// CONCATENATED MODULE: ./build/github/comments.js





function createComments(request, repository, threadKind) {
    const [owner = '', repo = ''] = repository.split('/');
    const at = { owner, repo };
    const { read, readPages } = createReader(request, at);
    const toRead = (0,permissions/* permissionsFor */.m)(threadKind, 'read');
    const toWrite = (0,permissions/* permissionsFor */.m)(threadKind, 'write');
    return {
        async react(comment, content) {
            const { status, data } = await request({
                operation: `react with ${content} to comment ${comment.id} of ${repository}`,
                permissions: forPlace(comment, toWrite, ['pull-requests: write']),
                isRepeatable: true,
                isReaction: true,
            }, `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`, { ...at, comment_id: comment.id, content });
            const account = readAccount((0,json/* readFields */.qU)(data)['user']).id;
            return { result: status === 201 ? 'first' : 'again', account };
        },
        async hasComment(comment) {
            const facts = {
                operation: `read comment ${comment.id} of ${repository}`,
                permissions: forPlace(comment, toRead, ['pull-requests: read']),
                isRepeatable: true,
            };
            const route = `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}`;
            try {
                await request(facts, route, { ...at, comment_id: comment.id });
                return true;
            }
            catch (error) {
                if (error instanceof errors/* GitHubError */.y && (error.status === 404 || error.status === 410))
                    return false;
                throw error;
            }
        },
        async listReactions(comment) {
            return await readPages({
                parse: (data) => (0,json/* readList */.LD)(data, parseReaction),
                facts: {
                    operation: `list the reactions to comment ${comment.id} of ${repository}`,
                    permissions: forPlace(comment, toRead, ['pull-requests: read']),
                    isRepeatable: true,
                },
                route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
                parameters: { comment_id: comment.id },
            });
        },
        async createComment(thread, body) {
            return await read({
                parse: parseComment,
                facts: {
                    operation: `comment on #${thread} of ${repository}`,
                    permissions: toWrite,
                    isRepeatable: false,
                },
                route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
                parameters: { issue_number: thread, body },
            });
        },
        async updateComment(id, body) {
            return await read({
                parse: parseComment,
                facts: { operation: `edit comment ${id} of ${repository}`, permissions: toWrite, isRepeatable: true },
                route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
                parameters: { comment_id: id, body },
            });
        },
        async deleteComment(id) {
            await request({ operation: `delete comment ${id} of ${repository}`, permissions: toWrite, isRepeatable: true }, 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...at, comment_id: id });
        },
        async listComments(thread, since) {
            const query = {
                parse: (data) => (0,json/* readList */.LD)(data, parseComment),
                facts: {
                    operation: `list the comments of #${thread} of ${repository}`,
                    permissions: toWrite,
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
                parameters: { issue_number: thread, ...(since !== undefined && { since }) },
            };
            const comments = await readPages(query, undefined, ({ id }) => id);
            return comments.sort((a, b) => a.id - b.id);
        },
    };
}
function folderOf({ kind }) {
    return kind === 'review comment' ? 'pulls' : 'issues';
}
function forPlace({ kind }, inConversation, inReview) {
    return kind === 'review comment' ? inReview : inConversation;
}
function parseComment(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const id = (0,json/* readNumber */.kz)(fields['id']);
    if (id === undefined)
        return undefined;
    return {
        id,
        url: (0,json/* readText */.yR)(fields['html_url']) ?? '',
        body: readForeignText(fields['body']) ?? (0,untrusted_text/* untrustedText */.U)(''),
        author: readAccount(fields['user']).id,
        updatedAt: (0,json/* readText */.yR)(fields['updated_at']),
    };
}
function parseReaction(value) {
    const { user, content } = (0,json/* readFields */.qU)(value);
    return { account: readAccount(user).id, content: (0,json/* readText */.yR)(content) ?? '' };
}

;// CONCATENATED MODULE: ./build/github/pull-requests.js


function createPullRequests(request, repository) {
    const [owner = '', repo = ''] = repository.split('/');
    const { read } = createReader(request, { owner, repo });
    return {
        async readPullRequest(owner, repo, number) {
            return await read({
                parse: parsePullRequest,
                facts: factsFor('read pull request', { owner, repo, number }, 'pull-requests: read', 'metadata: read'),
                route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
                parameters: { owner, repo, pull_number: number },
            });
        },
        async closePullRequest(owner, repo, number) {
            await request(factsFor('close pull request', { owner, repo, number }, 'pull-requests: write'), 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}', { owner, repo, pull_number: number, state: 'closed' });
        },
        async commentOnPullRequest(owner, repo, number, body) {
            await request({
                ...factsFor('comment on pull request', { owner, repo, number }, 'pull-requests: write'),
                isRepeatable: false,
            }, 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { owner, repo, issue_number: number, body });
        },
        async listPullRequestsOfCommit(sha) {
            const listed = await read({
                parse: (data) => (0,json/* readList */.LD)(data, parseListed),
                facts: {
                    operation: `list the pull requests of commit ${sha} of ${repository}`,
                    permissions: ['pull-requests: read'],
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
                parameters: { commit_sha: sha, per_page: PAGE_SIZE },
            });
            const isHere = (name = repository) => name.toLowerCase() === repository.toLowerCase();
            return listed.filter(({ target }) => isHere(target)).map(({ pull }) => pull);
        },
    };
    function factsFor(operation, place, permission, elsewhere = permission) {
        const target = `${place.owner}/${place.repo}`;
        const isOurs = target.toLowerCase() === repository.toLowerCase();
        return {
            operation: `${operation} #${place.number} of ${target}`,
            permissions: [isOurs ? permission : elsewhere],
            isRepeatable: true,
        };
    }
}
function parsePullRequest(data) {
    const { state, merged, merged_at, title, head } = (0,json/* readFields */.qU)(data);
    if (state !== 'open' && state !== 'closed')
        return undefined;
    const name = readForeignText(title);
    const sha = (0,json/* readText */.yR)((0,json/* readFields */.qU)(head)['sha']);
    return {
        state,
        isMerged: typeof merged === 'boolean' ? merged : (0,json/* readText */.yR)(merged_at) !== undefined,
        ...(name !== undefined && { title: name }),
        ...(sha !== undefined && /^[\da-f]{7,64}$/u.test(sha) && { headSha: sha }),
    };
}
function parseListed(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const number = (0,json/* readNumber */.kz)(fields['number']);
    if (number === undefined)
        return undefined;
    const base = (0,json/* readFields */.qU)(fields['base']);
    const isMerged = (0,json/* readText */.yR)(fields['merged_at']) !== undefined;
    const title = readForeignText(fields['title']);
    const url = readForeignText(fields['html_url']);
    const author = readAccount(fields['user']).login;
    const mergedInto = isMerged ? readForeignText(base['ref']) : undefined;
    const mergeCommit = isMerged ? (0,json/* readText */.yR)(fields['merge_commit_sha']) : undefined;
    return {
        pull: {
            number,
            ...(title !== undefined && { title }),
            ...(url !== undefined && { url }),
            ...(author !== undefined && { author }),
            ...(mergedInto !== undefined && { mergedInto }),
            ...(mergeCommit !== undefined && { mergeCommit }),
        },
        target: (0,json/* readText */.yR)((0,json/* readFields */.qU)(base['repo'])['full_name']),
    };
}

;// CONCATENATED MODULE: ./build/github/thread.js






const PERMISSIONS = ['admin', 'write', 'read', 'none'];
function createGitHub(request, repository, { threadKind } = {}) {
    const [owner = '', repo = ''] = repository.split('/');
    const { read } = createReader(request, { owner, repo });
    return {
        ...createComments(request, repository, threadKind),
        ...createChanges(request, repository),
        ...createPullRequests(request, repository),
        async readPermission(login) {
            return await read({
                parse: (data) => PERMISSIONS.find((known) => known === (0,json/* readFields */.qU)(data)['permission']),
                facts: {
                    operation: `read the permission of ${login} on ${repository}`,
                    permissions: ['metadata: read'],
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
                parameters: { username: login },
            });
        },
        async readThread(thread) {
            const answer = await read({
                parse: json/* readObject */.Ag,
                facts: factsFor(`read #${thread}`),
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
                parameters: { issue_number: thread },
            });
            const title = readForeignText(answer['title']);
            const url = readForeignText(answer['html_url']);
            return {
                kind: (0,json/* readObject */.Ag)(answer['pull_request']) === undefined ? 'issue' : 'pull request',
                ...(title !== undefined && { title }),
                ...(url !== undefined && { url }),
            };
        },
        async readDescription(thread) {
            const { text } = await read({
                parse: parseDescription,
                facts: factsFor(`read the description of #${thread}`),
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
                parameters: { issue_number: thread, headers: { accept: 'application/vnd.github.full+json' } },
            });
            return text;
        },
    };
    function factsFor(operation) {
        return {
            operation: `${operation} of ${repository}`,
            permissions: (0,permissions/* permissionsFor */.m)(threadKind, 'read'),
            isRepeatable: true,
        };
    }
}
function parseDescription(data) {
    const { body, body_text } = (0,json/* readFields */.qU)(data);
    const text = readForeignText(body_text);
    const isEmpty = body_text === null && (body ?? '') === '';
    return text === undefined && !isEmpty ? undefined : { text };
}


/***/ })

};
