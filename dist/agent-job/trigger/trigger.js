const COMMENT_EVENTS = ['issue_comment', 'pull_request_review_comment'];
export function isCommentEvent(trigger) {
    return COMMENT_EVENTS.includes(trigger.eventName);
}
export function isStartedOnPurpose({ eventName }) {
    return ['workflow_dispatch', 'repository_dispatch', 'schedule'].includes(eventName);
}
export function isStartedByComment(trigger, command) {
    return trigger.comment !== undefined && command !== '';
}
