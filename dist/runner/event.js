import { readFileSync } from 'node:fs';
export class EventError extends Error {
    name = 'EventError';
}
export function readEvent(environment) {
    const name = environment['GITHUB_EVENT_NAME'] ?? '';
    const path = environment['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        return { name, payload: {} };
    try {
        return { name, payload: JSON.parse(readFileSync(path, 'utf8')) };
    }
    catch (cause) {
        const problem = cause instanceof SyntaxError ? "isn't JSON" : "can't be read";
        throw new EventError(`The event file of the "${name}" event (GITHUB_EVENT_PATH) ${problem}. ` +
            'Check whether an earlier step changes it.', { cause });
    }
}
export function readWorkflowRun(environment) {
    const serverUrl = URL.parse(environment['GITHUB_SERVER_URL'] ?? '') ?? new URL('https://github.com');
    const apiUrl = URL.parse(environment['GITHUB_API_URL'] ?? '') ?? new URL('https://api.github.com');
    const repository = environment['GITHUB_REPOSITORY'] ?? '';
    const id = environment['GITHUB_RUN_ID'] ?? '';
    return {
        repository,
        id,
        ref: environment['GITHUB_REF'] ?? '',
        sha: environment['GITHUB_SHA'] ?? '',
        workflow: (environment['GITHUB_WORKFLOW_REF'] ?? '').replace(/^[^/]*\/[^/]*\/|@.*$/gsu, ''),
        attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
        job: environment['GITHUB_JOB'] ?? '',
        step: environment['GITHUB_ACTION'] ?? '',
        url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`),
        serverUrl,
        apiUrl: apiUrl.href.replace(/\/$/u, ''),
        workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
    };
}
