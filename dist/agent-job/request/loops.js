import { isListed } from '../../github/account.js';
import { isStartedOnPurpose } from '../trigger/trigger.js';
export function findLoop(trigger, ignoreAuthors) {
    const { eventName, sender, thread, release, push } = trigger;
    const explain = (login, what) => isListed(login, ignoreAuthors) ? `"${login}" ${what} and is listed in \`ignore-authors\`.` : undefined;
    if (isStartedOnPurpose(trigger))
        return undefined;
    const own = explain(thread?.author, `wrote the ${thread?.kind}`) ??
        explain(release?.author, 'wrote the release') ??
        explain(sender, `caused the event "${eventName}"`);
    if (own !== undefined || push === undefined)
        return own;
    const { authors } = push;
    const isByIgnored = authors.every((author) => isListed(author, ignoreAuthors));
    return isByIgnored ? explain(authors[0], 'wrote all commits of the push') : undefined;
}
