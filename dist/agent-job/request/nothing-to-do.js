import { isUnlistedBot } from '../../github/account.js';
import { isCommentEvent, isStartedByComment } from '../trigger/trigger.js';
import { parseCommand } from './command.js';
import { findLoop } from './loops.js';
const end = (reason, isSurprising = false) => ({ reason, isSurprising });
const UNREAD_EVENTS = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review'];
export function findNothingToDo(trigger, inputs) {
    const { eventName } = trigger;
    if (UNREAD_EVENTS.includes(eventName))
        return end(`the event is "${eventName}", and commands are read only from \`issue_comment\` and ` +
            '`pull_request_review_comment`.', true);
    if (trigger.isClosedWithoutMerge)
        return end('the pull request was closed without a merge.');
    const found = isCommentEvent(trigger) ? findInComment(trigger, inputs) : undefined;
    if (found !== undefined)
        return found;
    if (isStartedByComment(trigger, inputs.command) || inputs.jobId !== '')
        return undefined;
    const loop = findLoop(trigger, inputs.ignoreAuthors);
    return loop === undefined ? trigger.push && findInPush(trigger.push) : end(loop);
}
function findInPush({ branch, before, after }) {
    if (after === undefined)
        return end('the push deleted a branch or tag.');
    if (before !== undefined || branch === undefined)
        return undefined;
    const advice = 'To document what changed, run the workflow on `release`, or on a schedule with `since`.';
    return end(`the push created a branch, so no previous commit tells what changed. ${advice}`, true);
}
function findInComment({ action, comment }, { command, allowedBots }) {
    if (action !== 'created')
        return end(`the comment was ${action || 'changed'}, and the action reads only new comments.`);
    if (comment === undefined)
        return end('the event has no comment.');
    const { author, body } = comment;
    if (command !== '' && parseCommand(body, command).kind === 'none')
        return end(`the comment does not begin with ${command}.`);
    if (!isUnlistedBot(author, allowedBots))
        return undefined;
    const { login = '', type = '' } = author;
    const reason = `"${login}" isn't a person (type "${type}"), and isn't listed in \`allowed-bots\`.`;
    return end(reason, type === '');
}
