import { readUntrustedText } from './text.js';
const MAXIMUM_LENGTH = 2048;
const PLAIN = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u;
export function toSafeUrl(text) {
    const url = readUntrustedText(text);
    if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url))
        return undefined;
    const parsed = new URL(url);
    return parsed.username === '' && parsed.href.length <= MAXIMUM_LENGTH ? parsed : undefined;
}
const MAXIMUM_SEGMENT_LENGTH = 512;
export function isPathSegment(text) {
    return text !== '' && findIdRule(text) === undefined;
}
export function findIdRule(text) {
    if (/^\.{1,2}$|[/\\?#%]/u.test(text))
        return "Write an ID, not a URL or a path. Slashes, `?`, `#` and `%` aren't allowed.";
    if (/[\s\p{Cc}]/u.test(text))
        return 'Write an ID without white space and control characters.';
    if (!text.isWellFormed())
        return 'Write an ID in well-formed Unicode.';
    return text.length > MAXIMUM_SEGMENT_LENGTH ? `Write an ID of up to ${MAXIMUM_SEGMENT_LENGTH} characters.` : undefined;
}
export function encodePathSegment(text) {
    if (!isPathSegment(text))
        throw new RangeError("This text can't be one segment of a path.");
    return encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
