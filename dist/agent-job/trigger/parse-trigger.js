import { parseAccount, parseLogin } from '../../github/account.js';
import { dropAbsent, readFields, readId, readName, readObject, readText, } from '../../untrusted/json.js';
import { untrustedText } from '../../untrusted/text.js';
export function parseTrigger({ name, payload }) {
    const event = readFields(payload);
    const action = readName(event['action'], NAME) ?? '';
    const pull = readFields(event['pull_request']);
    const isPullRequestEvent = ['pull_request', 'pull_request_target'].includes(name);
    return dropAbsent({
        eventName: readName(name, NAME) ?? 'unknown',
        action,
        sender: parseAccount(event['sender']).login,
        thread: parseThread(event),
        release: parseRelease(event),
        push: name === 'push' ? parsePush(event) : undefined,
        comment: parseComment(name, event),
        isClosedWithoutMerge: isPullRequestEvent && action === 'closed' && pull['merged'] === false,
        isFromFork: isFromFork(event) ? true : undefined,
    });
}
const NAME = /^[a-z_]{1,40}$/u;
function isFromFork(event) {
    const { repo } = readFields(readFields(event['pull_request'])['head']);
    const own = readText(readFields(event['repository'])['full_name']);
    return repo === null || (repo !== undefined && readText(readFields(repo)['full_name']) !== own);
}
function parseThread(event) {
    const pull = readFields(event['pull_request']);
    const issue = readFields(event['issue']);
    const isPull = readId(pull['number']) !== undefined;
    const source = isPull ? pull : issue;
    const number = readId(source['number']);
    if (number === undefined)
        return undefined;
    const kind = isPull || readObject(issue['pull_request']) ? 'pull request' : 'issue';
    const author = parseAccount(source['user']).login;
    return dropAbsent({ kind, number, title: asText(source['title']), url: asText(source['html_url']), author });
}
function parseRelease(event) {
    const release = readObject(event['release']);
    if (release === undefined)
        return undefined;
    const optional = dropAbsent({
        publishedAt: asTime(release['published_at']),
        author: parseAccount(release['author']).login,
        name: asText(release['name']),
        tag: asText(release['tag_name']),
        url: asText(release['html_url']),
    });
    return { id: readId(release['id']), isPrerelease: release['prerelease'] === true, ...optional };
}
function parsePush(event) {
    const commits = Array.isArray(event['commits']) ? event['commits'] : [];
    const [, branch] = /^refs\/heads\/(.+)$/su.exec(readText(event['ref']) ?? '') ?? [];
    return {
        branch: branch === undefined ? undefined : untrustedText(branch),
        ...(branch !== undefined && { isDefaultBranch: branch === readFields(event['repository'])['default_branch'] }),
        before: asCommit(event['before']),
        after: asCommit(event['after']),
        authors: commits.map((each) => parseLogin(readFields(readFields(each)['author'])['username'])),
    };
}
const COMMENT_KINDS = {
    issue_comment: 'issue comment',
    pull_request_review_comment: 'review comment',
};
function parseComment(eventName, event) {
    const kind = Object.hasOwn(COMMENT_KINDS, eventName) ? COMMENT_KINDS[eventName] : undefined;
    const comment = readFields(event['comment']);
    const id = readId(comment['id']);
    const body = readText(comment['body']);
    if (kind === undefined || id === undefined || body === undefined)
        return undefined;
    return dropAbsent({
        kind,
        id,
        body: untrustedText(body),
        author: parseAccount(comment['user']),
        sender: parseAccount(event['sender']),
        createdAt: asTime(comment['created_at']),
        place: kind === 'review comment' ? parsePlace(comment) : undefined,
    });
}
function parsePlace(comment) {
    const path = asText(comment['path']);
    if (path === undefined)
        return undefined;
    const current = readId(comment['line']);
    const line = current ?? readId(comment['original_line']);
    const firstLine = current && readId(comment['start_line']);
    const side = ['LEFT', 'RIGHT'].find((each) => each === comment['side']);
    return dropAbsent({ path, firstLine, line, side, diffHunk: asText(comment['diff_hunk']) });
}
function asTime(value) {
    return readName(value, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u);
}
function asCommit(value) {
    return readName(value, /^(?=.*[^0])(?:[0-9a-f]{40}|[0-9a-f]{64})$/u);
}
function asText(value) {
    const text = readText(value);
    return text ? untrustedText(text) : undefined;
}
