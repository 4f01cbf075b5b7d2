export function untrustedText(text) {
    return text;
}
export function readUntrustedText(text) {
    return text;
}
