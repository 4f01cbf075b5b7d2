import { readUntrustedText } from './text.js';
const UNSEEN = new RegExp('[\\0-\\x08\\v-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E' +
    '\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E007F}\\p{Cs}]', 'gu');
export function escapeInvisible(text) {
    return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
export function toOneLine(text) {
    return escapeInvisible(text.replace(/[\s\u0085]+/gu, ' ').trim());
}
export function toPlainName(text) {
    return /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u.exec(readUntrustedText(text).trim())?.[0] ?? '';
}
const MAXIMUM_QUOTE = 500;
export function quoteInOneLine(text) {
    const words = text === undefined ? '' : toOneLine(readUntrustedText(text));
    return words && `"${shorten(words, MAXIMUM_QUOTE).replace(/["`]/gu, "'")}"`;
}
export function shorten(text, maximum) {
    const points = Array.from(text.slice(0, 2 * maximum + 2));
    return points.length <= maximum ? text : `${points.slice(0, maximum - 1).join('')}…`;
}
export function escapeCommands(text) {
    return text
        .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
        .map((line) => escapeInvisible(line)
        .replace(/^(\s*):(?=:)/u, '$1: ')
        .replaceAll('##[', '## ['))
        .join('\n');
}
