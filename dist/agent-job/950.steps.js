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

// EXTERNAL MODULE: ./node_modules/valibot/dist/index.mjs
var dist = __webpack_require__(7934);
// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(8154);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
;// CONCATENATED MODULE: ./build/github/reader.js



/** GitHub's largest page. */
const PAGE_SIZE = 100;
const MAXIMUM_PAGES = 100;
/** GitHub asks for few requests side by side, and counts them together with those of other jobs. */
const PAGES_SIDE_BY_SIDE = 6;
/** Text that anybody may have written. */
const reader_text = dist/* pipe */.FsL(dist/* string */.YjP(), dist/* transform */.pdi(untrusted_text/* untrustedText */.U));
/** The same, where GitHub may leave it out. */
const absentText = dist/* optional */.lqM(dist/* fallback */.NpB(dist/* optional */.lqM(reader_text), undefined));
/** An account; undefined where GitHub names none, as for a deleted one. */
const absentAccount = dist/* fallback */.NpB(dist/* optional */.lqM(dist/* object */.Ikc({ id: dist/* optional */.lqM(dist/* number */.aig()), login: dist/* optional */.lqM(dist/* string */.YjP()) })), undefined);
/** A reader of what GitHub answers to `request`; `common` are parameters of every route. */
function createReader(request, common) {
    return {
        async read(query) {
            const answer = await request(query.facts, query.route, { ...common, ...query.parameters });
            return readAnswer(query, answer);
        },
        async readPages(query, isEnough = () => false) {
            const items = [];
            for (let page = 1; page <= MAXIMUM_PAGES; page += 1) {
                const answer = await requestPage(query, page);
                const found = readAnswer(query, answer);
                items.push(...found);
                if (isLastPage(answer, found.length) || isEnough(items))
                    break;
            }
            return items;
        },
        async readAllPages(query, maximumPages) {
            const answer = await requestPage(query, 1);
            const last = Math.min(maximumPages, readLastPage(answer.link));
            return [readAnswer(query, answer), ...(await readPageRange(query, 2, last))];
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
/** A GitHub without links has a next page as long as pages are full. */
function isLastPage({ link }, count) {
    return count === 0 || !(link.includes('rel="next"') || (link === '' && count >= PAGE_SIZE));
}
/** https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api#using-link-headers */
function readLastPage(link) {
    const [, page = '1'] = /<[^<>]*[?&]page=(\d{1,6})[^<>]*>;\s*rel="last"/u.exec(link) ?? [];
    return Number(page);
}
/** @throws GitHubError, with the status of a success, when the data is not what the documentation promises. */
function readAnswer({ schema, facts }, { status, data }) {
    const result = dist/* safeParse */.xLC(schema, data);
    if (result.success)
        return result.output;
    throw new errors/* GitHubError */.y(facts.operation, {
        status,
        answer: 'the answer does not have the form that GitHub documents',
        hint: 'Check GITHUB_API_URL, and whether a proxy answers instead of GitHub.',
        cause: new dist/* ValiError */.H6d(result.issues),
    });
}

;// CONCATENATED MODULE: ./build/github/changes.js



/** https://docs.github.com/rest/pulls/pulls#list-pull-requests-files */
const MAXIMUM_FILES = 3_000;
/** https://docs.github.com/rest/commits/commits#compare-two-commits */
const MAXIMUM_COMPARED_FILES = 300;
/** A page of a hundred large files comes without patches and counts; a page of this many has them. */
const SMALL_PAGE_SIZE = 10;
const lineCount = dist/* fallback */.NpB(dist/* pipe */.FsL(dist/* number */.aig(), dist/* integer */.ndf(), dist/* minValue */.Wwf(0)), 0);
const filesSchema = dist/* array */.YOg(dist/* object */.Ikc({
    filename: reader_text,
    previous_filename: absentText,
    status: dist/* fallback */.NpB(dist/* string */.YjP(), ''),
    additions: lineCount,
    deletions: lineCount,
    patch: absentText,
}));
const firstLine = dist/* pipe */.FsL(dist/* string */.YjP(), dist/* transform */.pdi((message) => (0,untrusted_text/* untrustedText */.U)(message.trimStart().split(/[\r\n]/u, 1)[0] ?? '')));
const comparisonSchema = dist/* object */.Ikc({
    files: dist/* optional */.lqM(filesSchema, []),
    commits: dist/* array */.YOg(dist/* object */.Ikc({ commit: dist/* object */.Ikc({ message: firstLine }) })),
    total_commits: dist/* fallback */.NpB(dist/* optional */.lqM(dist/* number */.aig()), undefined),
});
const releaseSchema = dist/* object */.Ikc({
    id: dist/* number */.aig(),
    tag_name: reader_text,
    prerelease: dist/* fallback */.NpB(dist/* boolean */.zMY(), false),
    draft: dist/* fallback */.NpB(dist/* boolean */.zMY(), false),
    published_at: dist/* fallback */.NpB(dist/* nullish */.cl6(dist/* string */.YjP()), undefined),
});
/** What changed in one repository. */
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
                schema: filesSchema,
                facts,
                route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
                parameters: { owner: place.owner, repo: place.repo, pull_number: pullRequest },
            };
            const pages = await readAllPages(query, MAXIMUM_FILES / PAGE_SIZE);
            const files = [];
            for (const [index, page] of pages.entries())
                files.push(...(page.some(hasContent) ? page : await readInSmallPages(query, index, page.length)));
            return { files: files.map(toChangedFile), isWhole: files.length < MAXIMUM_FILES };
        },
        async compareCommits(base, head) {
            const { files, commits, total_commits } = await read({
                schema: comparisonSchema,
                facts: {
                    operation: `compare ${base} with ${head} in ${repository}`,
                    permissions: ['contents: read'],
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
                // The first page has all files, whatever its size.
                parameters: { basehead: `${base}...${head}`, per_page: PAGE_SIZE, page: 1 },
            });
            return {
                files: files.map(toChangedFile),
                isWhole: files.length < MAXIMUM_COMPARED_FILES,
                commits: commits.map(({ commit }) => ({ subject: commit.message })),
                commitCount: total_commits ?? commits.length,
            };
        },
        async listReleases(isEnough) {
            return await readPages({
                schema: dist/* array */.YOg(dist/* pipe */.FsL(releaseSchema, dist/* transform */.pdi(toListedRelease))),
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
    /** The files of page `index` (from 0) of a hundred, of which there are `fileCount`. */
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
function toChangedFile({ filename, previous_filename, patch, ...rest }) {
    return {
        path: filename,
        ...rest,
        ...(previous_filename !== undefined && { previousPath: previous_filename }),
        ...(patch !== undefined && { patch }),
    };
}
function toListedRelease(release) {
    const { id, tag_name, prerelease, draft, published_at } = release;
    return {
        id,
        tag: tag_name,
        isPrerelease: prerelease,
        isDraft: draft,
        publishedAt: published_at ?? undefined,
    };
}

// EXTERNAL MODULE: ./build/github/permissions.js
var permissions = __webpack_require__(1498);
;// CONCATENATED MODULE: ./build/github/comments.js




const commentSchema = dist/* object */.Ikc({
    id: dist/* number */.aig(),
    html_url: dist/* fallback */.NpB(dist/* string */.YjP(), ''),
    body: dist/* fallback */.NpB(reader_text, (0,untrusted_text/* untrustedText */.U)('')),
    user: absentAccount,
});
const reactionSchema = dist/* object */.Ikc({ content: dist/* fallback */.NpB(dist/* string */.YjP(), ''), user: absentAccount });
const ownReactionSchema = dist/* fallback */.NpB(dist/* object */.Ikc({ user: absentAccount }), { user: undefined });
/**
 * Comments and reactions of one repository. https://docs.github.com/rest/issues/comments
 * @param threadKind of the thread that the comments are in, since the permission depends on it; undefined when it
 * isn't known
 */
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
                // A second time changes nothing: GitHub answers 200 instead of 201.
                isRepeatable: true,
            }, `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`, { ...at, comment_id: comment.id, content });
            const account = dist/* parse */.qgA(ownReactionSchema, data).user?.id;
            return { result: status === 201 ? 'first' : 'again', account };
        },
        async listReactions(comment) {
            const reactions = await read({
                schema: dist/* array */.YOg(reactionSchema),
                facts: {
                    operation: `list the reactions to comment ${comment.id} of ${repository}`,
                    permissions: forPlace(comment, toRead, ['pull-requests: read']),
                    isRepeatable: true,
                },
                route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
                parameters: { comment_id: comment.id, per_page: PAGE_SIZE },
            });
            return reactions.map(({ user, content }) => ({ account: user?.id, content }));
        },
        async createComment(thread, body) {
            const comment = await read({
                schema: commentSchema,
                facts: {
                    operation: `comment on #${thread} of ${repository}`,
                    permissions: toWrite,
                    isRepeatable: false,
                },
                route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
                parameters: { issue_number: thread, body },
            });
            return toComment(comment);
        },
        async updateComment(id, body) {
            const comment = await read({
                schema: commentSchema,
                facts: { operation: `edit comment ${id} of ${repository}`, permissions: toWrite, isRepeatable: true },
                route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
                parameters: { comment_id: id, body },
            });
            return toComment(comment);
        },
        async deleteComment(id) {
            await request({ operation: `delete comment ${id} of ${repository}`, permissions: toWrite, isRepeatable: true }, 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...at, comment_id: id });
        },
        async listComments(thread, since) {
            const comments = await readPages({
                schema: dist/* array */.YOg(commentSchema),
                facts: {
                    operation: `list the comments of #${thread} of ${repository}`,
                    permissions: toRead,
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
                parameters: { issue_number: thread, ...(since !== undefined && { since }) },
            });
            return comments.map(toComment).sort((a, b) => a.id - b.id);
        },
    };
}
function folderOf({ kind }) {
    return kind === 'review comment' ? 'pulls' : 'issues';
}
function forPlace({ kind }, inConversation, inReview) {
    return kind === 'review comment' ? inReview : inConversation;
}
function toComment({ id, html_url, body, user }) {
    return { id, url: html_url, body, author: user?.id };
}

;// CONCATENATED MODULE: ./build/github/pull-requests.js


const pullRequestSchema = dist/* object */.Ikc({
    state: dist/* picklist */.KIO(['open', 'closed']),
    merged: dist/* fallback */.NpB(dist/* optional */.lqM(dist/* boolean */.zMY()), undefined),
    merged_at: dist/* fallback */.NpB(dist/* nullish */.cl6(dist/* string */.YjP()), undefined),
});
const listedSchema = dist/* object */.Ikc({ number: dist/* number */.aig(), user: absentAccount });
/** Pull requests as the token sees them. https://docs.github.com/rest/pulls/pulls */
function createPullRequests(request, repository) {
    const [owner = '', repo = ''] = repository.split('/');
    const { read } = createReader(request, { owner, repo });
    return {
        async readPullRequest(owner, repo, number) {
            const target = `${owner}/${repo}`;
            const isOurs = target.toLowerCase() === repository.toLowerCase();
            const { state, merged, merged_at } = await read({
                schema: pullRequestSchema,
                facts: {
                    operation: `read pull request #${number} of ${target}`,
                    permissions: isOurs ? ['pull-requests: read'] : ['metadata: read'],
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
                parameters: { owner, repo, pull_number: number },
            });
            return { state, isMerged: merged ?? typeof merged_at === 'string' };
        },
        async listPullRequestsOfCommit(sha) {
            const pulls = await read({
                schema: dist/* array */.YOg(listedSchema),
                facts: {
                    operation: `list the pull requests of commit ${sha} of ${repository}`,
                    permissions: ['pull-requests: read'],
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
                parameters: { commit_sha: sha, per_page: PAGE_SIZE },
            });
            return pulls.map(({ number, user }) => ({ number, author: user?.login }));
        },
    };
}

;// CONCATENATED MODULE: ./build/github/thread.js






const permissionSchema = dist/* object */.Ikc({ permission: dist/* picklist */.KIO(['admin', 'write', 'read', 'none']) });
const threadSchema = dist/* object */.Ikc({
    title: absentText,
    html_url: absentText,
    pull_request: dist/* optional */.lqM(dist/* unknown */.L5J()),
});
const descriptionSchema = dist/* object */.Ikc({ body_text: absentText });
/**
 * GitHub as one repository shows it.
 * @param repository `owner/name`
 * @param options.threadKind of the thread that the run is about: errors then name the permission that it needs
 */
function createGitHub(request, repository, { threadKind } = {}) {
    const [owner = '', repo = ''] = repository.split('/');
    const { read } = createReader(request, { owner, repo });
    return {
        ...createComments(request, repository, threadKind),
        ...createChanges(request, repository),
        ...createPullRequests(request, repository),
        async readPermission(login) {
            const { permission } = await read({
                schema: permissionSchema,
                facts: {
                    operation: `read the permission of ${login} on ${repository}`,
                    permissions: ['metadata: read'],
                    isRepeatable: true,
                },
                route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
                parameters: { username: login },
            });
            return permission;
        },
        async readThread(thread) {
            const { title, html_url, pull_request } = await read({
                schema: threadSchema,
                facts: factsFor(`read #${thread}`),
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
                parameters: { issue_number: thread },
            });
            return {
                kind: pull_request === undefined || pull_request === null ? 'issue' : 'pull request',
                ...(title !== undefined && { title }),
                ...(html_url !== undefined && { url: html_url }),
            };
        },
        async readDescription(thread) {
            const { body_text } = await read({
                schema: descriptionSchema,
                facts: factsFor(`read the description of #${thread}`),
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
                // https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types
                parameters: { issue_number: thread, headers: { accept: 'application/vnd.github.full+json' } },
            });
            return body_text;
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


/***/ })

};
