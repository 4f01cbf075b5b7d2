import { readUntrustedText, untrustedText } from '../../untrusted/text.js';
export function parseCommand(body, command) {
    if (command === '')
        return { kind: 'none' };
    const text = readUntrustedText(body).replace(beforeFirstWord, '');
    if (text.slice(0, command.length).toLowerCase() !== command.toLowerCase())
        return { kind: 'none' };
    const [, rest] = afterCommand.exec(text.slice(command.length)) ?? [];
    return rest === undefined ? { kind: 'none' } : nameRequest(rest.trim());
}
function nameRequest(request) {
    const { newFlag, anyFlag, oneWord } = createGrammar();
    const [flag = ''] = newFlag.exec(request) ?? [];
    const isNew = flag !== '';
    const text = request.slice(flag.length).trim();
    if (text === '')
        return { kind: 'bare', isNew };
    const [, dashes, only = ''] = oneWord.exec(text) ?? [];
    const word = only.toLowerCase();
    if (dashes !== undefined && ['', 'h', 'help'].includes(word))
        return { kind: 'help' };
    if (dashes === '')
        return word === 'check' ? { kind: 'check' } : { kind: 'help', word };
    const option = dashes ? dashes + only : anyFlag.exec(text)?.[0];
    if (option !== undefined)
        return { kind: 'help', option: untrustedText(option) };
    return { kind: 'prompt', text: untrustedText(text), isNew };
}
const beforeFirstWord = /^(?:[ \t]*(?:\r\n|\n|\r))* {0,3}/;
const space = '\\t\\n\\f\\r \\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000';
const afterCommand = new RegExp(`^[:,]?((?:[${space}][^]*)?)$`);
function createGrammar() {
    const dash = '\\p{Pd}\u2212';
    const latin = '\\p{Script=Latin}';
    const marks = `[^\\p{L}\\p{N}\\s${dash}]*`;
    return {
        newFlag: new RegExp(`^(?:--|[\u2014\u2013])new(?=[${space}]|$)`, 'i'),
        anyFlag: new RegExp(`^[${dash}]{1,2}(?=\\p{L})[^${space}]*`, 'u'),
        oneWord: new RegExp(`^${marks}([${dash}]*)((?:${latin}[${dash}${latin}]{0,19})?)${marks}$`, 'u'),
    };
}
