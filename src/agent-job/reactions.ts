import type { Connected } from './context.ts'
import type { Reaction } from './outcome.ts'

/** Reacts to the comment that started the run. Reacting twice is harmless. */
export async function react({ run, trigger, github }: Connected, content: Reaction | 'eyes'): Promise<void> {
  if (trigger.kind !== 'comment') return
  const place = { owner: run.owner, repo: run.repo, comment_id: trigger.comment.id, content }
  const { reactions } = github.rest
  await (trigger.comment.kind === 'issue comment'
    ? reactions.createForIssueComment(place)
    : reactions.createForPullRequestReviewComment(place))
}

/** Removes the 😕 of an earlier attempt. @param viewer the login of the account that left it */
export async function removeConfused({ run, trigger, github }: Connected, viewer: string): Promise<void> {
  if (trigger.kind !== 'comment') return
  const place = { owner: run.owner, repo: run.repo, comment_id: trigger.comment.id }
  const { reactions } = github.rest
  const isIssueComment = trigger.comment.kind === 'issue comment'
  const filter = { ...place, content: 'confused', per_page: 100 } as const
  const { data } = await (isIssueComment
    ? reactions.listForIssueComment(filter)
    : reactions.listForPullRequestReviewComment(filter))
  for (const { id, user } of data) {
    if (user?.login !== viewer) continue
    const found = { ...place, reaction_id: id }
    await (isIssueComment ? reactions.deleteForIssueComment(found) : reactions.deleteForPullRequestComment(found))
  }
}
