import { readFields, readName, readNumber } from '../untrusted/json.js';
export function parseAccount(value) {
    const { id, login, type } = readFields(value);
    return { id: readNumber(id), login: parseLogin(login), type: readName(type, /^[A-Za-z]{1,40}$/u) };
}
export function parseActor(value) {
    const { login, __typename } = readFields(value);
    const type = readName(__typename, /^[A-Za-z]{1,40}$/u);
    const name = parseLogin(login);
    return { id: undefined, login: type === 'Bot' ? formatBotLogin(name) : name, type };
}
function formatBotLogin(login) {
    if (login === undefined || login.endsWith('[bot]'))
        return login;
    return login === 'copilot-swe-agent' ? 'Copilot' : `${login}[bot]`;
}
export function parseLogin(value) {
    return readName(value, /^[\w-]{1,100}(\[bot\])?$/u);
}
export function isListed(login, logins) {
    return login !== undefined && logins.some((each) => each.toLowerCase() === login.toLowerCase());
}
export function isUnlistedBot(author, allowedBots) {
    return author.type !== 'User' && !isListed(author.login, allowedBots);
}
