export const id = 215;
export const ids = [215];
export const modules = {

/***/ 215:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  keepVisibleText: () => (/* binding */ keepVisibleText)
});

// EXTERNAL MODULE: ./build/untrusted/hidden-text/match-at.js
var match_at = __webpack_require__(681);
;// CONCATENATED MODULE: ./build/untrusted/hidden-text/hidden-in-tag.js

/**
 * Finds what nobody sees of a tag: all of it if GitHub does not know the element, and else its attributes, unless
 * they say where something is or how large, in a word.
 */
function findHiddenInTag(text, tag, elements) {
    if (visibleTags.has(tag.name)) {
        return { hidden: [], next: tag.nameTo };
    }
    const isClosing = text[tag.from + 1] === '/';
    if (replacedElements.has(tag.name) && !isClosing) {
        return hideElement(text, tag);
    }
    if (elements.makesUnreadable(tag, isClosing)) {
        return { hidden: [{ from: tag.from, to: Number.POSITIVE_INFINITY }], next: tag.to };
    }
    const isWhole = text[tag.to - 1] === '>';
    const hidden = isWhole && shownElements.has(tag.name)
        ? tag.attributes.filter(({ name, value }) => !isHarmlessAttribute(name, value))
        : [tag];
    return { hidden, next: tag.to };
}
/** Where the element ends is certain only if nothing in it could be a tag, or code. */
function hideElement(text, tag) {
    const end = (0,match_at/* matchAt */.p)(/[^<`[\\]*<\/([a-z]+)>/iy, text, tag.to);
    const isClosed = end?.[1]?.toLowerCase() === tag.name;
    const to = isClosed ? tag.to + end[0].length : Number.POSITIVE_INFINITY;
    return { hidden: [{ from: tag.from, to }], next: tag.to };
}
/** A name that says nothing by itself: one short word. An instruction takes more. */
function isPlainName(text) {
    return /^[\p{Letter}\p{Number}_.+#-]{1,32}$/u.test(text);
}
function isHarmlessAttribute(name, value) {
    if (addresses.has(name)) {
        return /^[!-~]*$/.test(value) && !/[<>"'`]/.test(value);
    }
    return plainAttributes.has(name) && (value === '' || isPlainName(value) || /^\d[\d.]*%$/.test(value));
}
const addresses = readWords('href src');
const plainAttributes = readWords('align alt border cellpadding cellspacing colspan dir height open rowspan start type valign width');
// GitHub shows these tags as they are written: https://github.github.com/gfm/#disallowed-raw-html-extension-
const visibleTags = readWords('title textarea style xmp iframe noembed noframes script plaintext');
// A browser shows nothing of what is in these, or only if it can't show the element.
const replacedElements = readWords('rp video audio object canvas template');
// What GitHub lets through: https://github.com/gjtorikian/html-pipeline
const shownElements = readWords(`
  a abbr b bdo blockquote br caption center cite code dd del details dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q rt ruby s samp small source span strike strong
  sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr
`);
function readWords(words) {
    return new Set(words.match(/\S+/g));
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/hidden-in-fence.js

/**
 * Finds what is hidden in fenced code. Of the words behind the opening fence only the name of the language makes a
 * difference, and that to the colours. Of code that GitHub draws a picture from, the comments are nowhere to be seen.
 *
 * @param info Where the words behind the opening fence are.
 * @param lines Where the lines of the code are.
 * @returns Stretches of the source.
 */
function findHiddenInFence(source, info, lines) {
    const words = source.slice(info.from, info.to);
    const [space = '', language = ''] = words.match(/^([ \t]*)([\p{Letter}\p{Number}_.+#-]*)/u)?.slice(1) ?? [];
    const shown = isPlainName(language) ? space.length + language.length : 0;
    const hidden = /^[ \t]*$/.test(words.slice(shown)) ? [] : [{ from: info.from + shown, to: info.to }];
    const comment = drawnLanguages.get(language.toLowerCase());
    return comment === undefined ? hidden : [...hidden, ...findComments(source, lines, comment)];
}
function findComments(source, lines, comment) {
    return lines.flatMap(({ from, to }) => {
        const start = source.slice(from, to).search(comment);
        return start === -1 ? [] : [{ from: from + start, to }];
    });
}
// Where their comments start: https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting
const drawnLanguages = new Map([
    ['mermaid', /(?<=^[ \t]*)%%/],
    ['math', /(?<!\\)%/],
]);

// EXTERNAL MODULE: ./build/untrusted/hidden-text/invisible-characters.js
var invisible_characters = __webpack_require__(130);
;// CONCATENATED MODULE: ./build/untrusted/hidden-text/character-references.js

/**
 * The character reference at `from`, if it stands for a character that nobody sees.
 *
 * @param reader Browsers do without the semicolon, Markdown does not: https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references
 */
function findInvisibleReference(text, from, reader) {
    const pattern = reader === 'markdown' ? strictReference : looseReference;
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) {
        return undefined;
    }
    const [whole, hexadecimal, decimal, name] = match;
    const isInvisible = name === undefined ? isInvisibleNumber(hexadecimal, decimal, reader) : invisibleNames.has(name);
    return isInvisible ? { from, to: from + whole.length } : undefined;
}
function isInvisibleNumber(hexadecimal, decimal = '', reader) {
    const codePoint = hexadecimal === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal, 16);
    // These show as the replacement character, or as what Windows once had in the place of C1 controls.
    const isReplaced = codePoint === 0 || codePoint > 0x10_ff_ff || (codePoint >= 0xd8_00 && codePoint <= 0xdf_ff);
    const isWindowsCharacter = reader === 'browser' && codePoint >= 0x80 && codePoint <= 0x9f;
    return !isReplaced && !isWindowsCharacter && (0,invisible_characters/* hasInvisibleCharacter */.t)(String.fromCodePoint(codePoint));
}
const strictReference = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]*));/iy;
const looseReference = /&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z][a-z0-9]*));?/iy;
// All names that HTML has for such characters: https://html.spec.whatwg.org/multipage/named-characters.html
const invisibleNames = new Set([
    ...['shy', 'zwj', 'zwnj', 'lrm', 'rlm', 'NoBreak', 'ApplyFunction', 'af', 'InvisibleTimes', 'it'],
    ...['InvisibleComma', 'ic', 'ZeroWidthSpace', 'NegativeVeryThinSpace', 'NegativeThinSpace'],
    ...['NegativeMediumSpace', 'NegativeThickSpace'],
]);

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/html-comments.js

/** Finds HTML comments, without looking twice at what has been looked at. */
class CommentFinder {
    #text;
    #searchedFrom = 0;
    #endFrom = -1;
    #endTo = -1;
    constructor(text) {
        this.#text = text;
    }
    /**
     * The comment that is opened at `from`, as a browser sees it: https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state
     *
     * It takes in a comment that comes about when this one is gone: `<!-<!-- a -->- b -->` is one.
     *
     * @returns A stretch that ends at infinity if the comment is never closed, or nothing if there is no comment.
     */
    find(from) {
        if (!this.#text.startsWith('<!--', from)) {
            return undefined;
        }
        const [empty] = (0,match_at/* matchAt */.p)(emptyComment, this.#text, from) ?? [];
        const to = empty === undefined ? this.#findEnd(from + '<!--'.length) : from + empty.length;
        return this.#widen({ from, to });
    }
    #findEnd(from) {
        if (this.#endFrom < from || from < this.#searchedFrom) {
            const end = (0,match_at/* matchAt */.p)(commentEnd, this.#text, from);
            this.#searchedFrom = from;
            this.#endFrom = end?.index ?? Number.POSITIVE_INFINITY;
            this.#endTo = end === undefined ? Number.POSITIVE_INFINITY : end.index + end[0].length;
        }
        return this.#endTo;
    }
    #widen(comment) {
        let { from, to } = comment;
        for (;;) {
            const { length } = openings.find((start) => this.#isOpenedBy(start, from, to)) ?? '';
            if (length === 0) {
                return { from, to };
            }
            from -= length;
            to = this.#findEnd(to + '<!--'.length - length);
        }
    }
    /** Whether `start`, which ends at `from`, and what is at `to` make an opening. */
    #isOpenedBy(start, from, to) {
        const { length } = start;
        return (from >= length &&
            this.#text.startsWith(start, from - length) &&
            this.#text.startsWith('<!--'.slice(length), to));
    }
}
const openings = ['<!-', '<!', '<'];
const emptyComment = /<!--(?:-?>)/y;
const commentEnd = /--!?>/g;

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/html-declarations.js

/**
 * Finds declarations, processing instructions and CDATA sections, without looking twice at what has been looked at.
 *
 * Markdown lets these through as they are, up to the end that XML gives them. To a browser they are comments that
 * end with the first `>`, and what is between the two ends is HTML: https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state
 */
class DeclarationFinder {
    #text;
    #missing = new Set();
    constructor(text) {
        this.#text = text;
    }
    /** A stretch that ends at infinity if there is no telling where a browser sees it end. */
    find(from) {
        const end = declarations.find(({ start }) => (0,match_at/* matchAt */.p)(start, this.#text, from))?.end;
        if (end === undefined || this.#missing.has(end)) {
            return undefined;
        }
        const endFrom = this.#text.indexOf(end, from + 2);
        if (endFrom === -1) {
            this.#missing.add(end);
            return undefined;
        }
        const browserTo = this.#text.indexOf('>', from) + 1;
        const to = endFrom + end.length;
        const opensMore = this.#text.slice(browserTo, to).includes('<');
        return { from, to: opensMore ? Number.POSITIVE_INFINITY : to };
    }
}
const declarations = [
    { start: /<\?/y, end: '?>' },
    { start: /<!\[CDATA\[/y, end: ']]>' },
    { start: /<![a-z]/iy, end: '>' },
];

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/html-tags.js

/**
 * Reads the opening or closing tag at `from`.
 *
 * In running text only what Markdown takes for a tag is one: https://spec.commonmark.org/0.31.2/#raw-html. Within
 * an HTML block it is the browser that reads, and to a browser everything up to the next `>` outside quotes is the
 * tag. There a tag without an end ends with the text, or at infinity if a quote goes on into what follows.
 */
function readTag(text, from, reader) {
    const start = (0,match_at/* matchAt */.p)(reader === 'markdown' ? strictStart : looseStart, text, from);
    const name = start?.[1];
    if (start === undefined || name === undefined) {
        return undefined;
    }
    const nameTo = from + start[0].length;
    const tag = { from, to: nameTo, name: name.toLowerCase(), nameTo, attributes: [] };
    return reader === 'markdown' ? finishStrictly(text, tag) : finishLoosely(text, tag);
}
function finishStrictly(text, tag) {
    const isClosing = text[tag.from + 1] === '/';
    const attributesTo = isClosing ? tag.nameTo : readAttributes(strictAttribute, text, tag);
    const end = (0,match_at/* matchAt */.p)(isClosing ? strictClosingEnd : strictEnd, text, attributesTo);
    return end === undefined ? undefined : { ...tag, to: attributesTo + end[0].length };
}
function finishLoosely(text, tag) {
    const attributesTo = readAttributes(looseAttribute, text, tag);
    if (attributesTo === Number.POSITIVE_INFINITY) {
        return { ...tag, to: attributesTo };
    }
    const end = (0,match_at/* matchAt */.p)(looseEnd, text, attributesTo);
    return { ...tag, to: end === undefined ? text.length : attributesTo + end[0].length };
}
/** Adds its attributes to `tag`, and returns where they end. */
function readAttributes(pattern, text, tag) {
    let at = tag.nameTo;
    while (at <= text.length) {
        const match = (0,match_at/* matchAt */.p)(pattern, text, at);
        if (match === undefined) {
            return at;
        }
        const [whole, name = '', double, single, bare, openQuote] = match;
        const to = openQuote === undefined ? at + whole.length : Number.POSITIVE_INFINITY;
        tag.attributes.push({ from: at, to, name: name.toLowerCase(), value: double ?? single ?? bare ?? '' });
        at = to;
    }
    return at;
}
const strictStart = /<\/?([a-z][a-z0-9-]*)/iy;
const strictAttribute = /[ \t\r\n\v\f]+([a-z_:][a-z0-9:._-]*)(?:[ \t\r\n\v\f]*=[ \t\r\n\v\f]*(?:"([^"]*)"|'([^']*)'|([^ \t\r\n\v\f"'=<>`]+)))?/iy;
const strictEnd = /[ \t\r\n\v\f]*\/?>/y;
const strictClosingEnd = /[ \t\r\n\v\f]*>/y;
// https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state
const looseStart = /<\/?([a-z][^ \t\r\n\f/>]*)/iy;
const looseAttribute = /[ \t\r\n\f/]*([^ \t\r\n\f/>][^ \t\r\n\f/>=]*)(?:[ \t\r\n\f]*=[ \t\r\n\f]*(?:"([^"]*)"|'([^']*)'|([^ \t\r\n\f"'>][^ \t\r\n\f>]*)|(["'])))?/y;
const looseEnd = /[ \t\r\n\f/]*>/y;

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/hidden-in-html.js






/**
 * Finds what is hidden in a block of HTML. Markdown leaves such a block as it is, and so it is read as a browser
 * reads it. There is no code in it, and what it leaves open swallows the rest of the page.
 *
 * @returns Stretches of the source. Those that end at infinity take the rest of the page.
 */
function findHiddenInHtml(block, elements) {
    const { text } = block;
    const comments = new CommentFinder(text);
    const declarations = new DeclarationFinder(text);
    const spans = [];
    const special = /[<&]/g;
    for (let match = special.exec(text); match !== null; match = special.exec(text)) {
        const { hidden, next } = readWhole(text, match.index, comments, declarations) ?? readElement(text, match.index, elements);
        for (const span of hidden) {
            spans.push(block.toSource(span));
        }
        special.lastIndex = Math.min(Math.max(next, match.index + 1), text.length);
    }
    return spans;
}
/** What is hidden as a whole. */
function readWhole(text, at, comments, declarations) {
    const hidden = text[at] === '&'
        ? findInvisibleReference(text, at, 'browser')
        : (comments.find(at) ?? declarations.find(at) ?? findBogusComment(text, at));
    return hidden === undefined ? undefined : { hidden: [hidden], next: hidden.to };
}
function readElement(text, at, elements) {
    const tag = readTag(text, at, 'browser');
    return tag === undefined ? { hidden: [], next: at + 1 } : findHiddenInTag(text, tag, elements);
}
/** `<!...>`, `<?...>` and `</...>` are comments to a browser, which looks for their end in what follows the block, too. */
function findBogusComment(text, from) {
    if ((0,match_at/* matchAt */.p)(/<(?:[?!]|\/[^a-z])/iy, text, from) === undefined) {
        return undefined;
    }
    const end = text.indexOf('>', from);
    return { from, to: end === -1 ? Number.POSITIVE_INFINITY : end + 1 };
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/backtick-runs.js
/** Finds code between backticks, for a reader that only goes forward. */
class BacktickRuns {
    #runs;
    #next = 0;
    /** By length, the runs that are still to come, the first one last. */
    #coming = new Map();
    /** What GitHub's renderer remembers, by length, once it has looked in vain: `undefined` until then. */
    #remembered;
    #rememberedTo = 0;
    constructor(text) {
        this.#runs = Array.from(text.matchAll(/`+/g), ({ index, 0: run }) => ({
            from: index,
            length: run.length,
        }));
        for (const { from, length } of this.#runs.toReversed()) {
            const coming = this.#coming.get(length) ?? [];
            coming.push(from);
            this.#coming.set(length, coming);
        }
    }
    /**
     * How many backticks there are at `from`, and where the code ends that they open, if it is closed.
     *
     * GitHub's renderer remembers where it last saw a run of each length, to not look for one in vain again. It
     * overwrites that with runs farther in front, and so misses code: where it does, the code is not certain.
     * https://github.com/github/cmark-gfm/blob/master/src/inlines.c (`scan_to_closing_backticks`)
     */
    read(from) {
        const length = this.#measure(from);
        const inside = from + length;
        const closing = this.#findClosing(inside, length);
        if (closing === undefined) {
            this.#remembered ??= new Map(this.#runs.map((run) => [run.length, run.from]));
            return { length, end: undefined, isCertain: true };
        }
        const isCertain = length <= longest && (this.#remembered === undefined || (this.#remembered.get(length) ?? 0) > inside);
        this.#rememberUpTo(closing);
        return { length, end: closing + length, isCertain };
    }
    /** A run may start within one in the text, behind a backslash. */
    #measure(from) {
        for (; this.#next < this.#runs.length; this.#next += 1) {
            const run = this.#runs[this.#next];
            if (run !== undefined && run.from + run.length > from) {
                return run.from + run.length - from;
            }
        }
        return 1;
    }
    #findClosing(from, length) {
        const coming = this.#coming.get(length) ?? [];
        while ((coming.at(-1) ?? Number.POSITIVE_INFINITY) < from) {
            coming.pop();
        }
        return coming.at(-1);
    }
    #rememberUpTo(closing) {
        for (let index = Math.max(this.#rememberedTo, this.#next + 1); index < this.#runs.length; index += 1) {
            const run = this.#runs[index];
            if (run === undefined || run.from > closing) {
                break;
            }
            this.#remembered?.set(run.length, run.from);
            this.#rememberedTo = index;
        }
    }
}
/** Longer runs are no code to GitHub's renderer. */
const longest = 80;

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/links.js

/**
 * Reads the link reference definitions that a paragraph starts with.
 * https://spec.commonmark.org/0.31.2/#link-reference-definitions
 *
 * @returns The definitions, and where the rest of the paragraph starts.
 */
function readDefinitions(text) {
    const definitions = [];
    let end = 0;
    for (;;) {
        const definition = readDefinition(text, end);
        if (definition === undefined) {
            return { definitions, end };
        }
        definitions.push(definition);
        end = Math.min(definition.to + 1, text.length);
    }
}
function readDefinition(text, from) {
    const label = readLabel(text, from);
    if (label === undefined || label.to - from < 3 || text[label.to] !== ':') {
        return undefined;
    }
    const destination = readDestination(text, skipSpaceAndLine(text, label.to + 1));
    if (destination === undefined || destination.to === destination.from) {
        return undefined;
    }
    const title = readTitle(text, destination.to);
    const endAfterTitle = title === undefined ? undefined : findLineEnd(text, title.to);
    const to = endAfterTitle ?? findLineEnd(text, destination.to);
    if (to === undefined) {
        return undefined;
    }
    const shownTitle = endAfterTitle === undefined ? undefined : title;
    return { from, to, label: label.label, destination, title: shownTitle };
}
/** Reads the rest of an inline link: https://spec.commonmark.org/0.31.2/#inline-link */
function readLinkTail(text, from) {
    if (text[from] !== '(') {
        return undefined;
    }
    const destination = readDestination(text, skipSpace(text, from + 1));
    if (destination === undefined) {
        return undefined;
    }
    const title = readTitle(text, destination.to);
    const end = skipSpace(text, title?.to ?? destination.to);
    return text[end] === ')' ? { from, to: end + 1, destination, title } : undefined;
}
/** White space, or what looks like a comment, has no business in an address. */
function findHiddenInDestination({ from, to }, text) {
    const destination = text.slice(from, to);
    const isAngle = destination.startsWith('<');
    const inner = isAngle ? { from: from + 1, to: to - 1 } : { from, to };
    if (isAngle && /[ \t]/.test(destination)) {
        return [inner];
    }
    const comment = destination.indexOf('<!--');
    return comment === -1 ? [] : [{ from: from + comment, to: inner.to }];
}
/** Reads `[label]`. The label comes as labels are compared: without case, and with single spaces. */
function readLabel(text, from) {
    const [label] = (0,match_at/* matchAt */.p)(labelPattern, text, from) ?? [];
    return label === undefined
        ? undefined
        : { from, to: from + label.length, label: normalizeLabel(label.slice(1, -1)) };
}
function normalizeLabel(label) {
    return label
        .replace(/[ \t\r\n]+/g, ' ')
        .replace(/^ | $/g, '')
        .toLowerCase()
        .toUpperCase();
}
const labelPattern = /\[(?:\\[!-/:-@[-`{-~]|\\(?![!-/:-@[-`{-~])|[^[\]\\]){0,1000}\]/y;
function readDestination(text, from) {
    if (text[from] === '<') {
        const [destination] = (0,match_at/* matchAt */.p)(angleDestination, text, from) ?? [];
        return destination === undefined ? undefined : { from, to: from + destination.length };
    }
    return readBareDestination(text, from);
}
const angleDestination = /<(?:\\[!-/:-@[-`{-~]|\\(?![!-/:-@[-`{-~])|[^<>\n\\])*>/y;
/** Up to white space, a control character or a closing parenthesis too many. */
function readBareDestination(text, from) {
    let open = 0;
    let to = from;
    for (;;) {
        const [part] = (0,match_at/* matchAt */.p)(barePart, text, to) ?? [];
        open += part === '(' ? 1 : part === ')' ? -1 : 0;
        // The limit is GitHub's own. It also keeps a run of `](` from being read again and again.
        if (open > 32) {
            return undefined;
        }
        if (part === undefined || open < 0) {
            return { from, to };
        }
        to += part.length;
    }
}
const barePart = /[()]|(?:\\[!-/:-@[-`{-~]|[^\0- ()])+/y;
/** Reads a title and the white space that has to be in front of it. */
function readTitle(text, from) {
    const start = skipSpaceAndLine(text, from);
    if (start === from) {
        return undefined;
    }
    const [title] = (0,match_at/* matchAt */.p)(titlePattern, text, start) ?? [];
    return title === undefined ? undefined : { from, to: start + title.length };
}
const titlePattern = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\((?:\\[\s\S]|[^()\\])*\)/y;
function skipSpace(text, from) {
    return skip(/[ \t\r\n\v\f]*/y, text, from);
}
function skipSpaceAndLine(text, from) {
    return skip(/[ \t\v\f]*\n?[ \t\v\f]*/y, text, from);
}
/** Where the line ends, if nothing but white space is left of it. */
function findLineEnd(text, from) {
    const end = skip(/[ \t\v\f]*/y, text, from);
    return end === text.length || text[end] === '\n' ? end : undefined;
}
function skip(pattern, text, from) {
    return from + ((0,match_at/* matchAt */.p)(pattern, text, from)?.[0].length ?? 0);
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/hidden-in-text.js







/**
 * Finds what is hidden in running text: comments, tags, titles of links, words behind pictures, references to
 * invisible characters. What is in code is not: https://spec.commonmark.org/0.31.2/#inlines
 *
 * @param comments Of the whole source: unlike GitHub, this takes a comment for one also where it is not closed, or
 * closed in another block. Whoever writes one wants to hide something, if only from the next reader.
 * @returns Stretches of the source. Those that end at infinity take the rest of the page.
 */
function findHiddenInText(text, comments, references, elements) {
    return new TextReader(text, comments, references, elements).read();
}
class TextReader {
    #placed;
    #text;
    #comments;
    #references;
    #elements;
    #hidden = [];
    #brackets = [];
    /** Links hold no links: an opening bracket below this one starts none any more, unless it starts a picture. */
    #closedBrackets = 0;
    #backticks;
    #declarations;
    /** Where editions of Markdown may see different code from here on, there is none. */
    #codeIsCertain = true;
    #addressTo = 0;
    #hasStrictEnds = true;
    constructor(placed, comments, references, elements) {
        this.#elements = elements;
        this.#placed = placed;
        this.#text = placed.text;
        this.#comments = comments;
        this.#references = references;
        this.#declarations = new DeclarationFinder(placed.text);
        this.#backticks = new BacktickRuns(placed.text);
    }
    read() {
        const special = /[\\`<&[\]]|!\[|:\/\/|www\./g;
        for (let match = special.exec(this.#text); match !== null; match = special.exec(this.#text)) {
            const next = this.#readAt(match.index, match[0]);
            special.lastIndex = Math.min(Math.max(next, match.index + 1), this.#text.length);
        }
        return this.#hidden;
    }
    /** Returns where to go on. */
    #readAt(at, special) {
        switch (special) {
            case '\\':
                return this.#readEscape(at);
            case '`':
                return this.#readCode(at);
            case '<':
                return this.#readAngle(at);
            case '&':
                return this.#hideWhole(findInvisibleReference(this.#text, at, 'markdown')) ?? at + 1;
            case ']':
                return this.#readClosingBracket(at);
            case '://':
            case 'www.':
                return this.#readAddress(at, special);
            default:
                this.#brackets.push({ from: at, isImage: special === '![' });
                return at + special.length;
        }
    }
    #readEscape(at) {
        const escaped = this.#text[at + 1] ?? '';
        if (escaped !== '<') {
            return /[!-/:-@[-`{-~]/.test(escaped) ? at + 2 : at + 1;
        }
        const next = this.#readComment(at + 1);
        if (next !== undefined) {
            this.#hide({ from: at, to: at + 1 });
            return next;
        }
        // In an address, the backslash is a part of that.
        return at < this.#addressTo ? at + 1 : at + 2;
    }
    #readCode(at) {
        const { length, end, isCertain } = this.#backticks.read(at);
        this.#codeIsCertain &&= isCertain;
        return this.#codeIsCertain && end !== undefined ? end : at + length;
    }
    /** GitHub makes a link of a bare address, up to the next space, and takes what is special in it for a part of it. */
    #readAddress(at, start) {
        if (at >= this.#addressTo) {
            const [rest = ''] = (0,match_at/* matchAt */.p)(addressRest, this.#text, at) ?? [];
            this.#addressTo = at + rest.length;
            this.#codeIsCertain &&= !rest.includes('`');
        }
        return at + start.length;
    }
    #readAngle(at) {
        const [link] = (0,match_at/* matchAt */.p)(autolink, this.#text, at) ?? [];
        if (link !== undefined) {
            return at + link.length;
        }
        return this.#readComment(at) ?? this.#readDeclaration(at) ?? this.#readTag(at) ?? at + 1;
    }
    #readComment(at) {
        const place = this.#placed.toSource({ from: at, to: at + 1 });
        const comment = this.#comments.find(place.from);
        if (comment === undefined) {
            return undefined;
        }
        const to = this.#findStrictEnd(comment.to);
        this.#hidden.push({ from: comment.from, to });
        const next = this.#placed.fromSource(to);
        if ((0,match_at/* matchAt */.p)(certainComment, this.#text, at)?.[0].length === next - at) {
            return next;
        }
        this.#codeIsCertain = false;
        return at + '<!--'.length;
    }
    /**
     * `--!>` ends a comment for browsers, but not for Markdown, which lets everything up to `-->` through as it is.
     * If there is more HTML before that, there is no telling what a browser makes of the rest of the page.
     */
    #findStrictEnd(commentTo) {
        const from = this.#placed.fromSource(commentTo);
        if (commentTo === Number.POSITIVE_INFINITY ||
            !this.#hasStrictEnds ||
            !this.#text.endsWith('--!>', from)) {
            return commentTo;
        }
        const to = this.#text.indexOf('-->', from);
        this.#hasStrictEnds = to !== -1;
        return this.#text.slice(from, Math.max(from, to)).includes('<') ? Number.POSITIVE_INFINITY : commentTo;
    }
    #readDeclaration(at) {
        const next = this.#hideWhole(this.#declarations.find(at));
        if (next === undefined || !(0,match_at/* matchAt */.p)(/<![a-z]/iy, this.#text, at)) {
            return next;
        }
        this.#codeIsCertain = false;
        return at + '<!'.length;
    }
    #readTag(at) {
        const tag = readTag(this.#text, at, 'markdown');
        if (tag === undefined) {
            return undefined;
        }
        const { hidden, next } = findHiddenInTag(this.#text, tag, this.#elements);
        for (const span of hidden) {
            this.#hide(span);
        }
        return next;
    }
    #readClosingBracket(at) {
        const opening = this.#brackets.pop();
        const isClosed = !opening?.isImage && this.#brackets.length < this.#closedBrackets;
        this.#closedBrackets = Math.min(this.#closedBrackets, this.#brackets.length);
        if (opening === undefined || isClosed) {
            return at + 1;
        }
        const next = this.#readInlineLink(at) ?? this.#readReference(opening, at);
        if (next === undefined) {
            return at + 1;
        }
        if (opening.isImage) {
            this.#hideDescription(opening, at);
        }
        else {
            this.#closedBrackets = this.#brackets.length;
        }
        return next;
    }
    #readInlineLink(closing) {
        const tail = readLinkTail(this.#text, closing + 1);
        if (tail === undefined) {
            return undefined;
        }
        for (const span of findHiddenInDestination(tail.destination, this.#text)) {
            this.#hide(span);
        }
        this.#hideWhole(tail.title);
        return tail.to;
    }
    /** Reads `[text][label]`, `[label][]` or `[label]`: https://spec.commonmark.org/0.31.2/#reference-link */
    #readReference(opening, closing) {
        const textFrom = opening.from + (opening.isImage ? 2 : 1);
        const full = readLabel(this.#text, closing + 1);
        if (full !== undefined && full.label !== '') {
            return this.#refer(full.label, closing) ? this.#hideLabel(full, textFrom, closing) : undefined;
        }
        const own = readLabel(this.#text, textFrom - 1);
        if (own?.to !== closing + 1) {
            return undefined;
        }
        // Of a footnote's label, only a number is shown.
        if (own.label.startsWith('^') &&
            !isPlainName(own.label.slice(1)) &&
            this.#references.isDefined(own.label)) {
            return this.#hideWhole(own);
        }
        return this.#refer(own.label, closing) ? (full?.to ?? own.to) : undefined;
    }
    /** Where an address may have taken in the brackets, or code, nothing counts as referred to. */
    #refer(label, at) {
        const isDefined = this.#references.isDefined(label);
        if (isDefined && this.#codeIsCertain && at >= this.#addressTo) {
            this.#references.use(label);
        }
        return isDefined;
    }
    /** Of `[text][label]`, only the text is shown. */
    #hideLabel(full, textFrom, textTo) {
        const shown = normalizeLabel(this.#text.slice(textFrom, textTo));
        if (!isPlainName(full.label) && shown !== full.label) {
            this.#hide(full);
        }
        return full.to;
    }
    /** Of a picture that can be seen, the words for those who can't see it are not. */
    #hideDescription(opening, closing) {
        const description = this.#text.slice(opening.from + 2, closing);
        if (description !== '' && !isPlainName(description)) {
            this.#hide({ from: opening.from + 2, to: closing });
        }
    }
    #hideWhole(span) {
        if (span !== undefined) {
            this.#hide(span);
        }
        return span?.to;
    }
    #hide(span) {
        this.#hidden.push(this.#placed.toSource(span));
    }
}
// https://spec.commonmark.org/0.31.2/#autolinks
const autolink = /<(?:[a-z][a-z0-9.+-]{1,31}:[^\0- <>]*|[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*)>/iy;
// What all editions of Markdown take for a comment. They differ in whether two hyphens may be within.
const certainComment = /<!--(?!-?>)(?:-?[^-])*-->/y;
const addressRest = /[^ \t\r\n\v\f<]*/y;

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/html-blocks.js

/** How the block ends that `text` opens: with the line that has this, or before a blank line. */
function findHtmlBlockEnd(text, edition, mayBeAnyTag) {
    const known = htmlBlocks[edition].find(({ start }) => start.test(text));
    if (known !== undefined) {
        return known.end;
    }
    const tag = mayBeAnyTag ? readTag(text, 0, 'markdown') : undefined;
    return tag !== undefined && /^[ \t\f]*$/.test(text.slice(tag.to)) ? 'blank line' : undefined;
}
const blockElements = `
  address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
  main menu menuitem nav noframes ol optgroup option p param section summary table tbody td tfoot th thead title tr
  track ul
`;
// https://spec.commonmark.org/0.31.2/#html-blocks
const htmlBlocks = {
    '0.29': listHtmlBlocks(['script', 'pre', 'style'], ['source'], /^<![A-Z]/),
    '0.31': listHtmlBlocks(['script', 'pre', 'style', 'textarea'], ['search'], /^<![A-Z]/i),
};
function listHtmlBlocks(verbatim, more, declaration) {
    const names = [...(blockElements.match(/\S+/g) ?? []), ...more].join('|');
    return [
        {
            start: new RegExp(`^<(?:${verbatim.join('|')})(?:[ \\t\\v\\f]|>|$)`, 'i'),
            end: new RegExp(`</(?:${verbatim.join('|')})>`, 'i'),
        },
        { start: /^<!--/, end: /-->/ },
        { start: /^<\?/, end: /\?>/ },
        { start: declaration, end: />/ },
        { start: /^<!\[CDATA\[/, end: /\]\]>/ },
        { start: new RegExp(`^</?(?:${names})(?:[ \\t\\v\\f]|/?>|$)`, 'i'), end: 'blank line' },
    ];
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/markdown-lines.js
/** The lines of a text, without their ends (LF, CR LF or CR) and without a byte order mark in front, as GitHub reads them. */
function splitLines(source) {
    const lines = [];
    let from = source.startsWith('\uFEFF') ? 1 : 0;
    for (const end of source.matchAll(/\r\n|\n|\r/g)) {
        lines.push({ from, to: end.index });
        from = end.index + end[0].length;
    }
    lines.push({ from, to: source.length });
    return lines;
}
/**
 * One line, and how far its containers have been read. Columns count a tab up to the next multiple of four,
 * so that a container may take a part of a tab: https://spec.commonmark.org/0.31.2/#tabs
 */
class LineCursor {
    /** Where the line starts and ends in the source. */
    from;
    to;
    /** What is not read yet starts here... */
    offset;
    /** ...and here without its white space. */
    textFrom = 0;
    text = '';
    #source;
    #column = 0;
    #textColumn = 0;
    constructor(source, { from, to }) {
        this.#source = source;
        this.from = from;
        this.to = to;
        this.offset = from;
        this.#findText();
    }
    get indent() {
        return this.#textColumn - this.#column;
    }
    get isBlank() {
        return this.textFrom === this.to;
    }
    /** What a sticky pattern matches at the start of the text. */
    match(pattern) {
        pattern.lastIndex = 0;
        return pattern.exec(this.text)?.[0];
    }
    skipColumns(count) {
        const goal = this.#column + count;
        while (this.#column < goal && this.offset < this.to) {
            const next = this.#source[this.offset] === '\t' ? this.#column + 4 - (this.#column % 4) : this.#column + 1;
            if (next > goal) {
                this.#column = goal;
            }
            else {
                this.#column = next;
                this.offset += 1;
            }
        }
        this.#findText();
    }
    /** Takes `count` characters of the text. */
    skipCharacters(count) {
        this.offset = this.textFrom + count;
        this.#column = this.#textColumn + count;
        this.#findText();
    }
    takeQuoteMarker() {
        if (this.indent >= 4 || !this.text.startsWith('>')) {
            return false;
        }
        this.skipCharacters(1);
        if (this.indent > 0) {
            this.skipColumns(1);
        }
        return true;
    }
    /** Takes a list marker, and returns how many columns after it belong to it: one if code or nothing follows. */
    takeItemMarker(length) {
        this.skipCharacters(length);
        const columns = this.isBlank || this.indent >= 5 ? 1 : this.indent;
        this.skipColumns(Math.min(columns, this.indent));
        return columns;
    }
    #findText() {
        let at = this.offset;
        let column = this.#column;
        for (; at < this.to; at += 1) {
            const character = this.#source[at];
            if (character === '\t') {
                column += 4 - (column % 4);
            }
            else if (character === ' ') {
                column += 1;
            }
            else {
                break;
            }
        }
        this.textFrom = at;
        this.#textColumn = column;
        this.text = this.#source.slice(at, this.to);
    }
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/placed-text.js
/** The lines of a block without what is around them (quote marks, indentation), and where they are in the source. */
class PlacedText {
    text;
    #lines;
    #starts = [];
    constructor(source, lines) {
        this.#lines = lines;
        let length = 0;
        const parts = [];
        for (const { from, to } of lines) {
            this.#starts.push(length);
            parts.push(source.slice(from, to));
            length += to - from + 1;
        }
        this.text = parts.join('\n');
    }
    /** Where the source has what `span` is in the text. Quote marks between its lines are within, and infinity stays what it is. */
    toSource({ from, to }) {
        const placedTo = to > from ? this.#locate(to - 1) + 1 : this.#locate(from);
        return { from: this.#locate(from), to: to > this.text.length ? to : placedTo };
    }
    /** Where the text goes on after `at` of the source. */
    fromSource(at) {
        const index = findLast(this.#lines, ({ from }) => from <= at);
        const line = this.#lines[index];
        if (line === undefined || (at > line.to && index === this.#lines.length - 1)) {
            return this.text.length;
        }
        return (this.#starts[index] ?? 0) + Math.min(at, line.to) - line.from;
    }
    #locate(at) {
        const index = findLast(this.#starts, (start) => start <= at);
        return (this.#lines[index]?.from ?? 0) + at - (this.#starts[index] ?? 0);
    }
}
/** The last of the leading items that fit, or the first one. */
function findLast(items, fits) {
    let low = 0;
    let high = items.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        const item = items[middle];
        if (item !== undefined && fits(item)) {
            low = middle;
        }
        else {
            high = middle - 1;
        }
    }
    return low;
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/table-rows.js

/** The cells of a table's row. A pipe splits cells also within code, unless a backslash is in front of it. */
function splitCells(row) {
    const cells = [];
    let from = row.startsWith('|') ? findCellStart(row, 0) : 0;
    while (from < row.length) {
        const [content = ''] = (0,match_at/* matchAt */.p)(cellContent, row, from) ?? [];
        const to = from + content.length;
        cells.push({ from, to });
        from = to < row.length ? findCellStart(row, to) : to;
    }
    return cells;
}
function findCellStart(row, pipe) {
    return pipe + ((0,match_at/* matchAt */.p)(cellStart, row, pipe)?.[0].length ?? 0);
}
const cellStart = /\|[ \t\v\f]*/y;
const cellContent = /(?:\\[!-/:-@[-`{-~]|[^|])+/y;
/** Whether this is the line below a table's header. */
function isDelimiterRow(row) {
    return /^(?:\|[ \t\v\f]*)?:?-+:?[ \t\v\f]*(?:\|[ \t\v\f]*:?-+:?[ \t\v\f]*)*(?:\|[ \t\v\f]*)?$/.test(row);
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/markdown-blocks.js





/**
 * Splits a comment into blocks as GitHub's renderer does, with exact positions.
 *
 * This is the first phase of the algorithm in the CommonMark specification, with the tables and the footnotes
 * of GitHub: https://spec.commonmark.org/0.31.2/#phase-1-block-structure. It is written out here because of
 * what the ready parsers do with a hostile comment: given 64 KiB of some repeated characters, micromark, commonmark.js
 * and Lezer were not done after five seconds, and each of them lacks tables, footnotes or exact positions. Behind
 * limits on size and brackets micromark would do, at the price of cutting off what people wrote beyond them. This one
 * looks at no character more often than there are containers around it, and of those it takes `deepest` at most.
 */
function readBlocks(source, dialect) {
    return new BlockReader(source, dialect).read();
}
const takesEveryLine = new Set(['fence', 'indented code', 'html']);
/** Nobody nests deeper for a reader to see. GitHub itself opens no more than 100 lists on a line. */
const deepest = 100;
class BlockReader {
    #source;
    #dialect;
    #blocks = [];
    #containers = [];
    #leaf;
    #line;
    #previousLineEnd = 0;
    constructor(source, dialect) {
        this.#source = source;
        this.#dialect = dialect;
        this.#line = new LineCursor(source, { from: 0, to: 0 });
    }
    read() {
        for (const { from, to } of splitLines(this.#source)) {
            this.#line = new LineCursor(this.#source, { from, to });
            if (!this.#readLine()) {
                this.#blocks.push({ kind: 'never shown', span: { from, to: this.#source.length } });
                break;
            }
            this.#previousLineEnd = to;
        }
        this.#closeContainers(0);
        return this.#blocks;
    }
    /** False: the line nests too deep, and what follows can't be told. */
    #readLine() {
        const matched = this.#matchContainers();
        const allMatched = matched === this.#containers.length;
        const continued = allMatched ? this.#continueLeaf() : 'no';
        if (continued === 'closed') {
            return true;
        }
        const inLeaf = continued === 'yes';
        const isCode = this.#leaf !== undefined && takesEveryLine.has(this.#leaf.kind);
        const opened = inLeaf && isCode ? 'nothing' : this.#openBlocks(matched, inLeaf);
        if (opened === 'nothing') {
            this.#addText(matched, inLeaf);
        }
        else if (opened === 'containers') {
            this.#startParagraph();
        }
        return this.#containers.length <= deepest;
    }
    #matchContainers() {
        let matched = 0;
        for (const container of this.#containers) {
            if (!this.#matchContainer(container)) {
                break;
            }
            matched += 1;
        }
        return matched;
    }
    #matchContainer(container) {
        const line = this.#line;
        switch (container.kind) {
            case 'quote':
                return line.takeQuoteMarker();
            case 'footnote':
                if (line.indent >= 4) {
                    line.skipColumns(4);
                    return true;
                }
                return line.from === line.to;
            case 'item':
                if (line.indent >= container.indent) {
                    line.skipColumns(container.indent);
                    return true;
                }
                return line.isBlank && !container.empty;
        }
    }
    #continueLeaf() {
        const leaf = this.#leaf;
        const line = this.#line;
        switch (leaf?.kind) {
            case 'fence':
                if (line.indent < 4 && closesFence(line, leaf)) {
                    this.#leaf = undefined;
                    return 'closed';
                }
                return 'yes';
            case 'indented code':
                return line.indent >= 4 || line.isBlank ? 'yes' : 'no';
            case 'html':
                return leaf.end !== undefined || !line.isBlank ? 'yes' : 'no';
            case 'paragraph':
                return line.isBlank ? 'no' : 'yes';
            case 'table':
                return splitCells(line.text).length > 0 ? 'yes' : 'no';
            default:
                return 'no';
        }
    }
    /** Opens whatever starts on this line. 'leaf': the line is used up. */
    #openBlocks(matched, inLeaf) {
        let within = inLeaf ? this.#leaf?.kind : undefined;
        let mayBeLazy = this.#leaf?.kind === 'paragraph';
        let opened = 'nothing';
        while (this.#containers.length <= deepest) {
            const state = { matched: opened === 'nothing' ? matched : this.#containers.length, within, mayBeLazy };
            const result = this.#openBlock(state);
            if (result === 'leaf') {
                return 'leaf';
            }
            if (result === 'nothing') {
                break;
            }
            opened = 'containers';
            within = undefined;
            mayBeLazy = false;
        }
        return opened;
    }
    #openBlock(state) {
        const { indent, isBlank } = this.#line;
        if (isBlank) {
            return 'nothing';
        }
        if (indent >= 4) {
            return this.#openIndentedCode(state);
        }
        if (this.#openQuote(state)) {
            return 'container';
        }
        const underlined = this.#underlineHeading(state);
        if (underlined !== undefined) {
            return underlined;
        }
        if (this.#openLeaf(state)) {
            return 'leaf';
        }
        if (this.#openFootnote(state) || this.#openItem(state)) {
            return 'container';
        }
        return this.#openTableRow(state) ? 'leaf' : 'nothing';
    }
    #openIndentedCode({ matched, within, mayBeLazy }) {
        if (mayBeLazy || within === 'paragraph') {
            return 'nothing';
        }
        this.#startLeaf(matched, { kind: 'indented code' });
        return 'leaf';
    }
    #openQuote({ matched }) {
        if (!this.#line.text.startsWith('>')) {
            return false;
        }
        this.#startContainer(matched, { kind: 'quote' });
        this.#line.takeQuoteMarker();
        return true;
    }
    #openLeaf(state) {
        return (this.#openHeading(state) || this.#openFence(state) || this.#openHtml(state) || this.#openBreak(state));
    }
    #openHeading({ matched }) {
        const marker = this.#line.match(/#{1,6}(?=[ \t]|$)/y);
        if (marker === undefined) {
            return false;
        }
        this.#startLeaf(matched, undefined);
        this.#blocks.push({
            kind: 'text',
            lines: [{ from: this.#line.textFrom + marker.length, to: this.#line.to }],
        });
        return true;
    }
    #openFence({ matched }) {
        const marker = this.#line.match(/`{3,}(?=[^`]*$)|~{3,}/y);
        if (marker === undefined) {
            return false;
        }
        const lines = [];
        this.#startLeaf(matched, { kind: 'fence', marker: marker.charAt(0), length: marker.length, lines });
        const info = { from: this.#line.textFrom + marker.length, to: this.#line.to };
        this.#blocks.push({ kind: 'fence', info, lines });
        return true;
    }
    #openHtml({ matched, within }) {
        const end = this.#line.text.startsWith('<')
            ? findHtmlBlockEnd(this.#line.text, this.#dialect.html, within !== 'paragraph')
            : undefined;
        if (end === undefined) {
            return false;
        }
        const lines = [];
        this.#startLeaf(matched, { kind: 'html', lines, end: end === 'blank line' ? undefined : end });
        this.#blocks.push({ kind: 'html', lines });
        this.#addHtmlLine();
        return true;
    }
    #underlineHeading({ within }) {
        const leaf = this.#leaf;
        if (within !== 'paragraph' || leaf?.kind !== 'paragraph' || !this.#line.match(/(?:=+|-+)[ \t]*$/y)) {
            return undefined;
        }
        // Definitions are taken out first. Nothing else, and there is nothing to underline: the paragraph goes on.
        const paragraph = new PlacedText(this.#source, leaf.lines);
        if (readDefinitions(paragraph.text).end < paragraph.text.length) {
            this.#finishLeaf();
            return 'leaf';
        }
        this.#blocks.push({ kind: 'paragraph', lines: leaf.lines });
        leaf.lines = [];
        return 'nothing';
    }
    #openBreak({ matched }) {
        if (!this.#line.match(/(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/y)) {
            return false;
        }
        this.#startLeaf(matched, undefined);
        return true;
    }
    #openFootnote({ matched }) {
        const marker = this.#line.match(/\[\^[^\]\t ]+\]:[ \t]*/y);
        if (marker === undefined) {
            return false;
        }
        const label = marker.slice(2, marker.lastIndexOf(']'));
        this.#startContainer(matched, { kind: 'footnote', label, from: this.#line.textFrom });
        this.#line.skipCharacters(marker.length);
        return true;
    }
    #openItem({ matched, within }) {
        const marker = this.#line.match(/[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)/y);
        if (marker === undefined) {
            return false;
        }
        if (within === 'paragraph' && !this.#mayInterruptParagraph(marker)) {
            return false;
        }
        const markerIndent = this.#line.indent;
        const item = { kind: 'item', indent: 0, empty: true };
        this.#startContainer(matched, item);
        item.indent = markerIndent + marker.length + this.#line.takeItemMarker(marker.length);
        return true;
    }
    #mayInterruptParagraph(marker) {
        const isFirst = !/\d/.test(marker) || /^0*1[.)]$/.test(marker);
        return isFirst && /[^ \t]/.test(this.#line.text.slice(marker.length));
    }
    #openTableRow({ within }) {
        const leaf = this.#leaf;
        if (within === 'table' && leaf?.kind === 'table') {
            this.#addCells({ from: this.#line.textFrom, to: this.#line.to }, leaf.columns);
            return true;
        }
        if (within !== 'paragraph' || leaf?.kind !== 'paragraph' || leaf.notTable) {
            return false;
        }
        if (!isDelimiterRow(this.#line.text)) {
            return false;
        }
        const header = leaf.lines.at(-1);
        const columns = splitCells(this.#line.text).length;
        if (header === undefined || splitCells(this.#source.slice(header.from, header.to)).length !== columns) {
            leaf.notTable = !this.#dialect.retriesTables;
            return false;
        }
        leaf.lines.pop();
        this.#finishLeaf();
        this.#addCells(header, columns);
        this.#leaf = { kind: 'table', columns };
        return true;
    }
    /** Cells beyond the last column are not shown: https://github.github.com/gfm/#example-204 */
    #addCells({ from, to }, columns) {
        for (const [index, cell] of splitCells(this.#source.slice(from, to)).entries()) {
            const span = { from: from + cell.from, to: from + cell.to };
            this.#blocks.push(index < columns ? { kind: 'text', lines: [span] } : { kind: 'never shown', span });
        }
    }
    #addText(matched, inLeaf) {
        const line = this.#line;
        const leaf = this.#leaf;
        if (leaf?.kind === 'paragraph' && !line.isBlank) {
            // The paragraph's own line, or a lazy one: https://spec.commonmark.org/0.31.2/#lazy-continuation-line
            leaf.lines.push({ from: line.textFrom, to: line.to });
            return;
        }
        if (leaf?.kind === 'html' && inLeaf) {
            this.#addHtmlLine();
            return;
        }
        if (inLeaf) {
            if (leaf?.kind === 'fence') {
                leaf.lines.push({ from: line.offset, to: line.to });
            }
            return;
        }
        this.#closeContainers(matched);
        if (!line.isBlank) {
            this.#startParagraph();
        }
    }
    #startParagraph() {
        if (!this.#line.isBlank) {
            const lines = [{ from: this.#line.textFrom, to: this.#line.to }];
            this.#startLeaf(this.#containers.length, { kind: 'paragraph', lines, notTable: false });
        }
    }
    #addHtmlLine() {
        const leaf = this.#leaf;
        if (leaf?.kind === 'html') {
            leaf.lines.push({ from: this.#line.offset, to: this.#line.to });
            if (leaf.end?.test(this.#line.text)) {
                this.#leaf = undefined;
            }
        }
    }
    #startLeaf(matched, leaf) {
        this.#closeContainers(matched);
        this.#fillItem();
        this.#leaf = leaf;
    }
    #startContainer(matched, container) {
        this.#closeContainers(matched);
        this.#fillItem();
        this.#containers.push(container);
    }
    #fillItem() {
        const parent = this.#containers.at(-1);
        if (parent?.kind === 'item') {
            parent.empty = false;
        }
    }
    #closeContainers(count) {
        this.#finishLeaf();
        for (const container of this.#containers.splice(count)) {
            if (container.kind === 'footnote') {
                const span = { from: container.from, to: Math.max(container.from, this.#previousLineEnd) };
                this.#blocks.push({ kind: 'footnote', label: container.label, span });
            }
        }
    }
    #finishLeaf() {
        if (this.#leaf?.kind === 'paragraph' && this.#leaf.lines.length > 0) {
            this.#blocks.push({ kind: 'paragraph', lines: this.#leaf.lines });
        }
        this.#leaf = undefined;
    }
}
function closesFence(line, fence) {
    const marker = line.match(/(?:`{3,}|~{3,})(?=[ \t]*$)/y);
    return marker?.charAt(0) === fence.marker && marker.length >= fence.length;
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/markdown-dialects.js
/** The dialects that may see different blocks in `source`: nearly always, that is one. */
function listDialects(source) {
    const differsInHtml = /<\/?(?:textarea|search|source)|<![a-z]/i.test(source);
    const rows = source.match(/^[ \t\v\f>|:-]+$/gm) ?? [];
    const editions = differsInHtml ? ['0.31', '0.29'] : ['0.31'];
    const retries = rows.filter((row) => row.includes('-')).length > 1 ? [false, true] : [false];
    return editions.flatMap((html) => retries.map((retriesTables) => ({ html, retriesTables })));
}

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/open-elements.js
/** The elements that are open at a place of a page, for how small the text in them gets. */
class OpenElements {
    #names = [];
    #shrinking = 0;
    /** Whether the text behind `tag` is too small to be read. */
    makesUnreadable(tag, isClosing) {
        if (!isClosing && !emptyElements.has(tag.name)) {
            this.#names.push(tag.name);
            this.#shrinking += shrinkingElements.has(tag.name) ? 1 : 0;
        }
        // What is closed out of turn may be open still.
        if (isClosing && this.#names.at(-1) === tag.name) {
            this.#names.pop();
            this.#shrinking -= shrinkingElements.has(tag.name) ? 1 : 0;
        }
        return this.#shrinking > mostShrinking;
    }
}
/** Each takes off a quarter, and what is left of normal text after three is about six pixels. */
const mostShrinking = 3;
const shrinkingElements = new Set(['sub', 'sup', 'small']);
const emptyElements = new Set(['br', 'hr', 'img', 'source', 'wbr']);

;// CONCATENATED MODULE: ./build/untrusted/hidden-text/hidden-markup.js









/**
 * Finds the markup that leaves no trace on the page which GitHub makes of `source`: comments, unknown tags,
 * attributes, titles, definitions that nothing refers to, and so on. Where editions of Markdown differ in what is
 * code, it is none, since nobody can tell which one the next reader has.
 *
 * @returns Stretches of `source` in any order. They may overlap, and end at infinity.
 */
function findHiddenMarkup(source) {
    // As GitHub does: https://spec.commonmark.org/0.31.2/#insecure-characters
    const text = source.replaceAll('\0', '\uFFFD');
    return listDialects(text).flatMap((dialect) => findHiddenByDialect(text, dialect));
}
function findHiddenByDialect(source, dialect) {
    const page = new Page(source);
    const blocks = readBlocks(source, dialect).flatMap((block) => page.takeDefinitions(block));
    const hidden = blocks.flatMap((block) => page.findHidden(block));
    // Footnotes come last on a page, and so are a part of what is hidden up to its end.
    const hidesFootnotes = hidden.some(({ to }) => to === Number.POSITIVE_INFINITY);
    return [hidden, page.findUnusedFootnotes(hidesFootnotes), page.findHiddenInDefinitions()].flat();
}
/** What has to be known of the whole page to tell what is seen of a block. */
class Page {
    #source;
    #comments;
    #elements = new OpenElements();
    #definitions = [];
    #footnotes = [];
    #labels = new Set();
    #usedLabels = new Set();
    constructor(source) {
        this.#source = source;
        this.#comments = new CommentFinder(source);
    }
    isDefined(label) {
        return this.#labels.has(label);
    }
    use(label) {
        this.#usedLabels.add(label);
    }
    /** Keeps the definitions in `block`, and returns what is left of it. */
    takeDefinitions(block) {
        if (block.kind === 'footnote') {
            const label = normalizeLabel(`^${block.label}`);
            this.#footnotes.push({ label, span: block.span });
            this.#labels.add(label);
            return [];
        }
        if (block.kind !== 'paragraph') {
            return [block];
        }
        const paragraph = new PlacedText(this.#source, block.lines);
        const { definitions, end } = readDefinitions(paragraph.text);
        for (const definition of definitions) {
            this.#definitions.push({ definition, paragraph });
            this.#labels.add(definition.label);
        }
        const lines = block.lines.slice(countLines(paragraph.text.slice(0, end)));
        return lines.length > 0 ? [{ kind: 'paragraph', lines }] : [];
    }
    findHidden(block) {
        switch (block.kind) {
            case 'never shown':
                return [block.span];
            case 'fence':
                return findHiddenInFence(this.#source, block.info, block.lines);
            case 'html':
                return findHiddenInHtml(new PlacedText(this.#source, block.lines), this.#elements);
            case 'paragraph':
            case 'text':
                return findHiddenInText(new PlacedText(this.#source, block.lines), this.#comments, this, this.#elements);
            case 'footnote':
                return [];
        }
    }
    /** Call this when every block has been looked at. */
    findUnusedFootnotes(areHidden) {
        const seen = new Set();
        const spans = [];
        for (const { label, span } of this.#footnotes) {
            if (areHidden || seen.has(label) || !this.#usedLabels.has(label)) {
                spans.push(span);
            }
            seen.add(label);
        }
        return spans;
    }
    /** Call this when every block has been looked at. */
    findHiddenInDefinitions() {
        const seen = new Set();
        const spans = [];
        for (const { definition, paragraph } of this.#definitions) {
            const isUsed = this.#usedLabels.has(definition.label) && !seen.has(definition.label);
            const hidden = isUsed ? findHiddenInDefinition(definition, paragraph.text) : [definition];
            spans.push(...hidden.map((span) => paragraph.toSource(span)));
            seen.add(definition.label);
        }
        return spans;
    }
}
function findHiddenInDefinition({ destination, title }, text) {
    const spans = findHiddenInDestination(destination, text);
    return title === undefined ? spans : [...spans, title];
}
function countLines(text) {
    return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __webpack_require__(154);
;// CONCATENATED MODULE: ./build/untrusted/visible-text.js



/**
 * Keeps what a reader of the text, as GitHub renders it, can see. What is folded up counts as seen, and so do the
 * addresses of links and pictures, without which they would be of no use.
 *
 * What is left holds nothing that this would take out, also where two visible pieces come together. Of text that
 * still brings up something hidden after many rounds, nothing is kept: nobody writes that by accident.
 *
 * @param text The whole of a comment or a description: what is hidden depends on what is in front of it.
 */
function keepVisibleText(text) {
    let visible = (0,untrusted_text/* readUntrustedText */.u)(text);
    let removals = 0;
    for (let round = 0; round < mostRounds; round += 1) {
        const withoutMarkup = removeSpans(visible, findHiddenMarkup(visible));
        const withoutBoth = (0,invisible_characters/* removeInvisibleCharacters */.y)(withoutMarkup.text);
        const found = withoutMarkup.removals + withoutBoth.removals;
        if (found === 0) {
            return { text: (0,untrusted_text/* untrustedText */.U)(visible), removals };
        }
        visible = withoutBoth.text;
        removals += found;
    }
    return { text: (0,untrusted_text/* untrustedText */.U)(''), removals: removals + 1 };
}
const mostRounds = 16;
function removeSpans(text, spans) {
    const kept = [];
    let removals = 0;
    let at = 0;
    for (const { from, to } of spans.filter((span) => span.to > span.from).sort((a, b) => a.from - b.from)) {
        if (from >= at) {
            kept.push(text.slice(at, from));
            removals += 1;
        }
        at = Math.max(at, to);
    }
    kept.push(text.slice(at));
    return { text: kept.join(''), removals };
}


/***/ })

};
