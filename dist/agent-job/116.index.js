export const id = 116;
export const ids = [116];
export const modules = {

/***/ 2116:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createGitHub: () => (/* binding */ createGitHub)
/* harmony export */ });
/* harmony import */ var valibot__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7934);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7307);



const PAGE_SIZE = 100;
const MAXIMUM_PAGES = 100;
const text = valibot__WEBPACK_IMPORTED_MODULE_1__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), valibot__WEBPACK_IMPORTED_MODULE_1__/* .transform */ .pdi(_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U));
const absentText = valibot__WEBPACK_IMPORTED_MODULE_1__/* .optional */ .lqM(valibot__WEBPACK_IMPORTED_MODULE_1__/* .fallback */ .NpB(valibot__WEBPACK_IMPORTED_MODULE_1__/* .optional */ .lqM(text), undefined));
const commentSchema = valibot__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    id: valibot__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig(),
    html_url: valibot__WEBPACK_IMPORTED_MODULE_1__/* .fallback */ .NpB(valibot__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), ''),
    body: valibot__WEBPACK_IMPORTED_MODULE_1__/* .fallback */ .NpB(text, (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)('')),
    user: valibot__WEBPACK_IMPORTED_MODULE_1__/* .fallback */ .NpB(valibot__WEBPACK_IMPORTED_MODULE_1__/* .optional */ .lqM(valibot__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ id: valibot__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig() })), undefined),
});
const reactionSchema = valibot__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    content: valibot__WEBPACK_IMPORTED_MODULE_1__/* .fallback */ .NpB(valibot__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), ''),
    user: valibot__WEBPACK_IMPORTED_MODULE_1__/* .fallback */ .NpB(valibot__WEBPACK_IMPORTED_MODULE_1__/* .optional */ .lqM(valibot__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ id: valibot__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig() })), undefined),
});
const threadSchema = valibot__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    title: absentText,
    html_url: absentText,
    body: absentText,
    pull_request: valibot__WEBPACK_IMPORTED_MODULE_1__/* .optional */ .lqM(valibot__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J()),
});
const permissionSchema = valibot__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ permission: valibot__WEBPACK_IMPORTED_MODULE_1__/* .picklist */ .KIO(['admin', 'write', 'read', 'none']) });
const filesSchema = valibot__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(valibot__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ filename: text }));
/** GitHub as one repository shows it. https://docs.github.com/rest/issues/comments */
function createGitHub(request, repository) {
    const [owner = '', repo = ''] = repository.split('/');
    const at = { owner, repo };
    const conversation = 'issues: write';
    return {
        async permissionOf(login) {
            const { permission } = await read(permissionSchema, {
                operation: `read the permission of ${login} on ${repository}`,
                permission: 'metadata: read',
                isRepeatable: true,
            }, 'GET /repos/{owner}/{repo}/collaborators/{username}/permission', { username: login });
            return permission;
        },
        async react({ kind, id }, content) {
            const isReview = kind === 'review comment';
            const { status } = await request({
                operation: `react with ${content} to comment ${id} of ${repository}`,
                permission: isReview ? 'pull-requests: write' : conversation,
                // A second time changes nothing: GitHub answers 200 instead of 201.
                isRepeatable: true,
            }, `POST /repos/{owner}/{repo}/${isReview ? 'pulls' : 'issues'}/comments/{comment_id}/reactions`, { ...at, comment_id: id, content });
            return status === 201 ? 'first' : 'again';
        },
        async listReactions({ kind, id }) {
            const isReview = kind === 'review comment';
            const reactions = await read(valibot__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(reactionSchema), {
                operation: `list the reactions to comment ${id} of ${repository}`,
                permission: isReview ? 'pull-requests: read' : 'issues: read',
                isRepeatable: true,
            }, `GET /repos/{owner}/{repo}/${isReview ? 'pulls' : 'issues'}/comments/{comment_id}/reactions`, { comment_id: id, per_page: PAGE_SIZE });
            return reactions.map(({ user, content }) => ({ account: user?.id, content }));
        },
        async createComment(thread, body) {
            const comment = await read(commentSchema, {
                operation: `comment on #${thread} of ${repository}`,
                permission: conversation,
                isRepeatable: false,
            }, 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: thread, body });
            return toComment(comment);
        },
        async updateComment(id, body) {
            const comment = await read(commentSchema, { operation: `edit comment ${id} of ${repository}`, permission: conversation, isRepeatable: true }, 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { comment_id: id, body });
            return toComment(comment);
        },
        async deleteComment(id) {
            await request({ operation: `delete comment ${id} of ${repository}`, permission: conversation, isRepeatable: true }, 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...at, comment_id: id });
        },
        async readComment(id) {
            const comment = await read(commentSchema, { operation: `read comment ${id} of ${repository}`, permission: 'issues: read', isRepeatable: true }, 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}', { comment_id: id });
            return toComment(comment);
        },
        async listComments(thread, since) {
            const comments = await readPages({
                operation: `list the comments of #${thread} of ${repository}`,
                permission: 'issues: read',
                isRepeatable: true,
            }, 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: thread, ...(since !== undefined && { since }) }, valibot__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(commentSchema), PAGE_SIZE * MAXIMUM_PAGES);
            return comments.map(toComment).sort((a, b) => a.id - b.id);
        },
        async readThread(thread) {
            const { title, html_url, body, pull_request } = await read(threadSchema, { operation: `read #${thread} of ${repository}`, permission: 'issues: read', isRepeatable: true }, 'GET /repos/{owner}/{repo}/issues/{issue_number}', { issue_number: thread });
            return {
                kind: pull_request === undefined || pull_request === null ? 'issue' : 'pull request',
                ...(title !== undefined && { title }),
                ...(html_url !== undefined && { url: html_url }),
                ...(body !== undefined && { body }),
            };
        },
        async listChangedFiles(pullRequest, maximum) {
            const files = await readPages({
                operation: `list the files of #${pullRequest} of ${repository}`,
                permission: 'pull-requests: read',
                isRepeatable: true,
            }, 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files', { pull_number: pullRequest }, filesSchema, maximum);
            return files.slice(0, maximum).map(({ filename }) => filename);
        },
    };
    async function read(schema, facts, route, parameters) {
        const { data } = await request(facts, route, { ...at, ...parameters });
        return readAnswer(schema, data, facts);
    }
    /** Reads page after page until there is no next one, or `maximum` items are there. */
    async function readPages(facts, route, parameters, schema, maximum) {
        const items = [];
        for (let page = 1; page <= MAXIMUM_PAGES && items.length < maximum; page += 1) {
            const { data, link } = await request(facts, route, { ...at, ...parameters, per_page: PAGE_SIZE, page });
            const found = readAnswer(schema, data, facts);
            items.push(...found);
            if (found.length === 0 || !(link.includes('rel="next"') || (link === '' && found.length >= PAGE_SIZE)))
                break;
        }
        return items;
    }
}
/** @throws GitHubError when `data` is not what the documentation promises. */
function readAnswer(schema, data, { operation }) {
    const result = valibot__WEBPACK_IMPORTED_MODULE_1__/* .safeParse */ .xLC(schema, data);
    if (result.success)
        return result.output;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y(operation, {
        answer: 'the answer is not what the GitHub documentation promises',
        hint: 'Is GITHUB_API_URL right, and does a proxy answer in its place?',
        cause: new valibot__WEBPACK_IMPORTED_MODULE_1__/* .ValiError */ .H6d(result.issues),
    });
}
function toComment({ id, html_url, body, user }) {
    return { id, url: html_url, body, author: user?.id };
}


/***/ })

};
