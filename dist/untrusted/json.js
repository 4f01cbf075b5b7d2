export function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
export function readText(value) {
    return typeof value === 'string' ? value : undefined;
}
export function readName(value, pattern) {
    const text = readText(value);
    return text !== undefined && pattern.test(text) ? text : undefined;
}
export function readNumber(value) {
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
export function readCount(value) {
    return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
export function readId(value) {
    const number = readNumber(value);
    return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined;
}
export function readObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
export function readFields(value) {
    return readObject(value) ?? {};
}
export function readList(value, readItem) {
    if (!Array.isArray(value))
        return undefined;
    const items = [];
    for (const each of value) {
        const item = readItem(each);
        if (item === undefined)
            return undefined;
        items.push(item);
    }
    return items;
}
export function dropAbsent(fields) {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present);
}
