const COMMENT_EVENTS = ['issue_comment', 'pull_request_review_comment'];
export function isCommentEvent(trigger) {
    return COMMENT_EVENTS.includes(trigger.eventName);
}
export function hasCommand(trigger, command) {
    return trigger.comment !== undefined && command !== '';
}
export function addReportThread(trigger, { command, issueNumber }) {
    const { thread } = trigger;
    const isOwn = hasCommand(trigger, command) || issueNumber === undefined || issueNumber === thread?.number;
    return { ...trigger, reportThread: isOwn ? thread : { number: issueNumber } };
}
