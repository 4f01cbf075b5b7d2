export const INPUT_DEFAULTS = {
    context: 'reference',
    'follow-up': 'auto',
    wait: 'true',
    timeout: '30m',
    'poll-interval': '15s',
    'fail-on': 'failed, timed-out, unavailable',
    'minimum-permission': 'write',
    comment: 'true',
    'base-url': 'https://api.mintlify.com',
    'dry-run': 'false',
};
export function hideSecretInputs(reader) {
    return {
        apiKey: reader.secret('api-key', { required: true }),
        githubToken: reader.secret('github-token', { required: false }),
    };
}
export function readEarlyInputs(reader) {
    return {
        command: readCommandWord(reader),
        allowedBots: reader.logins('allowed-bots'),
        ignoreAuthors: reader.ignoredAuthors('ignore-authors'),
        jobId: reader.text('job-id'),
    };
}
export const COMMAND_RULE = 'Write one word, such as `/docs`.';
export function readCommandWord(reader) {
    const word = reader.text('command');
    if (/\s/u.test(word))
        reader.refuse('command', word, COMMAND_RULE);
    return word;
}
