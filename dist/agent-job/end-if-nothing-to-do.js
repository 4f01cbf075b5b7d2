import { appendFileSync } from 'node:fs';
import { readEvent } from '../runner/event.js';
import { InputReader } from '../runner/inputs.js';
import { findMisplacedKeys } from '../runner/mistaken-inputs.js';
import { escapeCommands } from '../untrusted/escape.js';
import { INPUT_DEFAULTS, readEarlyInputs } from './inputs/early-inputs.js';
import { findNothingToDo } from './request/nothing-to-do.js';
import { parseTrigger } from './trigger/parse-trigger.js';
export function endIfNothingToDo(environment) {
    if (findMisplacedKeys(environment).length > 0)
        return false;
    const reader = new InputReader({ hide: () => { }, redact: (text) => text }, INPUT_DEFAULTS);
    if (reader.list('fail-on').includes('skipped'))
        return false;
    try {
        const nothing = findNothingToDo(parseTrigger(readEvent(environment)), readEarlyInputs(reader));
        if (nothing === undefined || nothing.isSurprising)
            return false;
        if (environment['GITHUB_OUTPUT'])
            appendFileSync(environment['GITHUB_OUTPUT'], 'outcome=skipped\n');
        process.stdout.write(`${escapeCommands(`Nothing to do: ${nothing.reason}`)}\n`);
        return true;
    }
    catch {
        return false;
    }
}
