const __WEBPACK_EXTERNAL_createRequire = () => process.getBuiltinModule;
/******/ var __webpack_modules__ = ({

/***/ 744:
/***/ ((module) => {

/**
 * Helpers.
 */

var s = 1000;
var m = s * 60;
var h = m * 60;
var d = h * 24;
var w = d * 7;
var y = d * 365.25;

/**
 * Parse or format the given `val`.
 *
 * Options:
 *
 *  - `long` verbose formatting [false]
 *
 * @param {String|Number} val
 * @param {Object} [options]
 * @throws {Error} throw an error if val is not a non-empty string or a number
 * @return {String|Number}
 * @api public
 */

module.exports = function (val, options) {
  options = options || {};
  var type = typeof val;
  if (type === 'string' && val.length > 0) {
    return parse(val);
  } else if (type === 'number' && isFinite(val)) {
    return options.long ? fmtLong(val) : fmtShort(val);
  }
  throw new Error(
    'val is not a non-empty string or a valid number. val=' +
      JSON.stringify(val)
  );
};

/**
 * Parse the given `str` and return milliseconds.
 *
 * @param {String} str
 * @return {Number}
 * @api private
 */

function parse(str) {
  str = String(str);
  if (str.length > 100) {
    return;
  }
  var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(
    str
  );
  if (!match) {
    return;
  }
  var n = parseFloat(match[1]);
  var type = (match[2] || 'ms').toLowerCase();
  switch (type) {
    case 'years':
    case 'year':
    case 'yrs':
    case 'yr':
    case 'y':
      return n * y;
    case 'weeks':
    case 'week':
    case 'w':
      return n * w;
    case 'days':
    case 'day':
    case 'd':
      return n * d;
    case 'hours':
    case 'hour':
    case 'hrs':
    case 'hr':
    case 'h':
      return n * h;
    case 'minutes':
    case 'minute':
    case 'mins':
    case 'min':
    case 'm':
      return n * m;
    case 'seconds':
    case 'second':
    case 'secs':
    case 'sec':
    case 's':
      return n * s;
    case 'milliseconds':
    case 'millisecond':
    case 'msecs':
    case 'msec':
    case 'ms':
      return n;
    default:
      return undefined;
  }
}

/**
 * Short format for `ms`.
 *
 * @param {Number} ms
 * @return {String}
 * @api private
 */

function fmtShort(ms) {
  var msAbs = Math.abs(ms);
  if (msAbs >= d) {
    return Math.round(ms / d) + 'd';
  }
  if (msAbs >= h) {
    return Math.round(ms / h) + 'h';
  }
  if (msAbs >= m) {
    return Math.round(ms / m) + 'm';
  }
  if (msAbs >= s) {
    return Math.round(ms / s) + 's';
  }
  return ms + 'ms';
}

/**
 * Long format for `ms`.
 *
 * @param {Number} ms
 * @return {String}
 * @api private
 */

function fmtLong(ms) {
  var msAbs = Math.abs(ms);
  if (msAbs >= d) {
    return plural(ms, msAbs, d, 'day');
  }
  if (msAbs >= h) {
    return plural(ms, msAbs, h, 'hour');
  }
  if (msAbs >= m) {
    return plural(ms, msAbs, m, 'minute');
  }
  if (msAbs >= s) {
    return plural(ms, msAbs, s, 'second');
  }
  return ms + ' ms';
}

/**
 * Pluralization helper.
 */

function plural(ms, msAbs, n, name) {
  var isPlural = msAbs >= n * 1.5;
  return Math.round(ms / n) + ' ' + name + (isPlural ? 's' : '');
}


/***/ }),

/***/ 6:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {



const pico = __nccwpck_require__(16);
const utils = __nccwpck_require__(59);

function picomatch(glob, options, returnState = false) {
  // default to os.platform()
  if (options && (options.windows === null || options.windows === undefined)) {
    // don't mutate the original options object
    options = { ...options, windows: utils.isWindows() };
  }

  return pico(glob, options, returnState);
}

Object.assign(picomatch, pico);
module.exports = picomatch;


/***/ }),

/***/ 595:
/***/ ((module) => {



const WIN_SLASH = '\\\\/';
const WIN_NO_SLASH = `[^${WIN_SLASH}]`;

const DEFAULT_MAX_EXTGLOB_RECURSION = 0;

/**
 * Posix glob regex
 */

const DOT_LITERAL = '\\.';
const PLUS_LITERAL = '\\+';
const QMARK_LITERAL = '\\?';
const SLASH_LITERAL = '\\/';
const ONE_CHAR = '(?=.)';
const QMARK = '[^/]';
const END_ANCHOR = `(?:${SLASH_LITERAL}|$)`;
const START_ANCHOR = `(?:^|${SLASH_LITERAL})`;
const DOTS_SLASH = `${DOT_LITERAL}{1,2}${END_ANCHOR}`;
const NO_DOT = `(?!${DOT_LITERAL})`;
const NO_DOTS = `(?!${START_ANCHOR}${DOTS_SLASH})`;
const NO_DOT_SLASH = `(?!${DOT_LITERAL}{0,1}${END_ANCHOR})`;
const NO_DOTS_SLASH = `(?!${DOTS_SLASH})`;
const QMARK_NO_DOT = `[^.${SLASH_LITERAL}]`;
const STAR = `${QMARK}*?`;
const SEP = '/';

const POSIX_CHARS = {
  DOT_LITERAL,
  PLUS_LITERAL,
  QMARK_LITERAL,
  SLASH_LITERAL,
  ONE_CHAR,
  QMARK,
  END_ANCHOR,
  DOTS_SLASH,
  NO_DOT,
  NO_DOTS,
  NO_DOT_SLASH,
  NO_DOTS_SLASH,
  QMARK_NO_DOT,
  STAR,
  START_ANCHOR,
  SEP
};

/**
 * Windows glob regex
 */

const WINDOWS_CHARS = {
  ...POSIX_CHARS,

  SLASH_LITERAL: `[${WIN_SLASH}]`,
  QMARK: WIN_NO_SLASH,
  STAR: `${WIN_NO_SLASH}*?`,
  DOTS_SLASH: `${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$)`,
  NO_DOT: `(?!${DOT_LITERAL})`,
  NO_DOTS: `(?!(?:^|[${WIN_SLASH}])${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$))`,
  NO_DOT_SLASH: `(?!${DOT_LITERAL}{0,1}(?:[${WIN_SLASH}]|$))`,
  NO_DOTS_SLASH: `(?!${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$))`,
  QMARK_NO_DOT: `[^.${WIN_SLASH}]`,
  START_ANCHOR: `(?:^|[${WIN_SLASH}])`,
  END_ANCHOR: `(?:[${WIN_SLASH}]|$)`,
  SEP: '\\'
};

/**
 * POSIX Bracket Regex
 */

const POSIX_REGEX_SOURCE = {
  __proto__: null,
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\\x00-\\x7F',
  blank: ' \\t',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '\\x21-\\x7E',
  lower: 'a-z',
  print: '\\x20-\\x7E ',
  punct: '\\-!"#$%&\'()\\*+,./:;<=>?@[\\]^_`{|}~',
  space: ' \\t\\r\\n\\v\\f',
  upper: 'A-Z',
  word: 'A-Za-z0-9_',
  xdigit: 'A-Fa-f0-9'
};

module.exports = {
  DEFAULT_MAX_EXTGLOB_RECURSION,
  MAX_LENGTH: 1024 * 64,
  POSIX_REGEX_SOURCE,

  // regular expressions
  REGEX_BACKSLASH: /\\(?![*+?^${}(|)[\]])/g,
  REGEX_NON_SPECIAL_CHARS: /^[^@![\].,$*+?^{}()|\\/]+/,
  REGEX_SPECIAL_CHARS: /[-*+?.^${}(|)[\]]/,
  REGEX_SPECIAL_CHARS_BACKREF: /(\\?)((\W)(\3*))/g,
  REGEX_SPECIAL_CHARS_GLOBAL: /([-*+?.^${}(|)[\]])/g,
  REGEX_REMOVE_BACKSLASH: /(?:\[.*?[^\\]\]|\\(?=.))/g,

  // Replace globs with equivalent patterns to reduce parsing time.
  REPLACEMENTS: {
    __proto__: null,
    '***': '*',
    '**/**': '**',
    '**/**/**': '**'
  },

  // Digits
  CHAR_0: 48, /* 0 */
  CHAR_9: 57, /* 9 */

  // Alphabet chars.
  CHAR_UPPERCASE_A: 65, /* A */
  CHAR_LOWERCASE_A: 97, /* a */
  CHAR_UPPERCASE_Z: 90, /* Z */
  CHAR_LOWERCASE_Z: 122, /* z */

  CHAR_LEFT_PARENTHESES: 40, /* ( */
  CHAR_RIGHT_PARENTHESES: 41, /* ) */

  CHAR_ASTERISK: 42, /* * */

  // Non-alphabetic chars.
  CHAR_AMPERSAND: 38, /* & */
  CHAR_AT: 64, /* @ */
  CHAR_BACKWARD_SLASH: 92, /* \ */
  CHAR_CARRIAGE_RETURN: 13, /* \r */
  CHAR_CIRCUMFLEX_ACCENT: 94, /* ^ */
  CHAR_COLON: 58, /* : */
  CHAR_COMMA: 44, /* , */
  CHAR_DOT: 46, /* . */
  CHAR_DOUBLE_QUOTE: 34, /* " */
  CHAR_EQUAL: 61, /* = */
  CHAR_EXCLAMATION_MARK: 33, /* ! */
  CHAR_FORM_FEED: 12, /* \f */
  CHAR_FORWARD_SLASH: 47, /* / */
  CHAR_GRAVE_ACCENT: 96, /* ` */
  CHAR_HASH: 35, /* # */
  CHAR_HYPHEN_MINUS: 45, /* - */
  CHAR_LEFT_ANGLE_BRACKET: 60, /* < */
  CHAR_LEFT_CURLY_BRACE: 123, /* { */
  CHAR_LEFT_SQUARE_BRACKET: 91, /* [ */
  CHAR_LINE_FEED: 10, /* \n */
  CHAR_NO_BREAK_SPACE: 160, /* \u00A0 */
  CHAR_PERCENT: 37, /* % */
  CHAR_PLUS: 43, /* + */
  CHAR_QUESTION_MARK: 63, /* ? */
  CHAR_RIGHT_ANGLE_BRACKET: 62, /* > */
  CHAR_RIGHT_CURLY_BRACE: 125, /* } */
  CHAR_RIGHT_SQUARE_BRACKET: 93, /* ] */
  CHAR_SEMICOLON: 59, /* ; */
  CHAR_SINGLE_QUOTE: 39, /* ' */
  CHAR_SPACE: 32, /*   */
  CHAR_TAB: 9, /* \t */
  CHAR_UNDERSCORE: 95, /* _ */
  CHAR_VERTICAL_LINE: 124, /* | */
  CHAR_ZERO_WIDTH_NOBREAK_SPACE: 65279, /* \uFEFF */

  /**
   * Create EXTGLOB_CHARS
   */

  extglobChars(chars) {
    return {
      '!': { type: 'negate', open: '(?:(?!(?:', close: `))${chars.STAR})` },
      '?': { type: 'qmark', open: '(?:', close: ')?' },
      '+': { type: 'plus', open: '(?:', close: ')+' },
      '*': { type: 'star', open: '(?:', close: ')*' },
      '@': { type: 'at', open: '(?:', close: ')' }
    };
  },

  /**
   * Create GLOB_CHARS
   */

  globChars(win32) {
    return win32 === true ? WINDOWS_CHARS : POSIX_CHARS;
  }
};


/***/ }),

/***/ 265:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {



const constants = __nccwpck_require__(595);
const utils = __nccwpck_require__(59);

/**
 * Constants
 */

const {
  MAX_LENGTH,
  POSIX_REGEX_SOURCE,
  REGEX_NON_SPECIAL_CHARS,
  REGEX_SPECIAL_CHARS_BACKREF,
  REPLACEMENTS
} = constants;

/**
 * Helpers
 */

const expandRange = (args, options) => {
  if (typeof options.expandRange === 'function') {
    return options.expandRange(...args, options);
  }

  args.sort();
  const value = `[${args.join('-')}]`;

  try {
    /* eslint-disable-next-line no-new */
    new RegExp(value);
  } catch (ex) {
    return args.map(v => utils.escapeRegex(v)).join('..');
  }

  return value;
};

/**
 * Create the message for a syntax error
 */

const syntaxError = (type, char) => {
  return `Missing ${type}: "${char}" - use "\\\\${char}" to match literal characters`;
};

const splitTopLevel = input => {
  const parts = [];
  let bracket = 0;
  let paren = 0;
  let quote = 0;
  let value = '';
  let escaped = false;

  for (const ch of input) {
    if (escaped === true) {
      value += ch;
      escaped = false;
      continue;
    }

    if (ch === '\\') {
      value += ch;
      escaped = true;
      continue;
    }

    if (ch === '"') {
      quote = quote === 1 ? 0 : 1;
      value += ch;
      continue;
    }

    if (quote === 0) {
      if (ch === '[') {
        bracket++;
      } else if (ch === ']' && bracket > 0) {
        bracket--;
      } else if (bracket === 0) {
        if (ch === '(') {
          paren++;
        } else if (ch === ')' && paren > 0) {
          paren--;
        } else if (ch === '|' && paren === 0) {
          parts.push(value);
          value = '';
          continue;
        }
      }
    }

    value += ch;
  }

  parts.push(value);
  return parts;
};

const isPlainBranch = branch => {
  let escaped = false;

  for (const ch of branch) {
    if (escaped === true) {
      escaped = false;
      continue;
    }

    if (ch === '\\') {
      escaped = true;
      continue;
    }

    if (/[?*+@!()[\]{}]/.test(ch)) {
      return false;
    }
  }

  return true;
};

const normalizeSimpleBranch = branch => {
  let value = branch.trim();
  let changed = true;

  while (changed === true) {
    changed = false;

    if (/^@\([^\\()[\]{}|]+\)$/.test(value)) {
      value = value.slice(2, -1);
      changed = true;
    }
  }

  if (!isPlainBranch(value)) {
    return;
  }

  return value.replace(/\\(.)/g, '$1');
};

const hasRepeatedCharPrefixOverlap = branches => {
  const values = branches.map(normalizeSimpleBranch).filter(Boolean);

  for (let i = 0; i < values.length; i++) {
    for (let j = i + 1; j < values.length; j++) {
      const a = values[i];
      const b = values[j];
      const char = a[0];

      if (!char || a !== char.repeat(a.length) || b !== char.repeat(b.length)) {
        continue;
      }

      if (a === b || a.startsWith(b) || b.startsWith(a)) {
        return true;
      }
    }
  }

  return false;
};

const parseRepeatedExtglob = (pattern, requireEnd = true) => {
  if ((pattern[0] !== '+' && pattern[0] !== '*') || pattern[1] !== '(') {
    return;
  }

  let bracket = 0;
  let paren = 0;
  let quote = 0;
  let escaped = false;

  for (let i = 1; i < pattern.length; i++) {
    const ch = pattern[i];

    if (escaped === true) {
      escaped = false;
      continue;
    }

    if (ch === '\\') {
      escaped = true;
      continue;
    }

    if (ch === '"') {
      quote = quote === 1 ? 0 : 1;
      continue;
    }

    if (quote === 1) {
      continue;
    }

    if (ch === '[') {
      bracket++;
      continue;
    }

    if (ch === ']' && bracket > 0) {
      bracket--;
      continue;
    }

    if (bracket > 0) {
      continue;
    }

    if (ch === '(') {
      paren++;
      continue;
    }

    if (ch === ')') {
      paren--;

      if (paren === 0) {
        if (requireEnd === true && i !== pattern.length - 1) {
          return;
        }

        return {
          type: pattern[0],
          body: pattern.slice(2, i),
          end: i
        };
      }
    }
  }
};

const buildCharClassStar = chars => {
  const source = chars.length === 1
    ? utils.escapeRegex(chars[0])
    : `[${chars.map(ch => utils.escapeRegex(ch)).join('')}]`;

  return `${source}*`;
};

const getStarExtglobSequenceChars = pattern => {
  let index = 0;
  const chars = [];

  while (index < pattern.length) {
    const match = parseRepeatedExtglob(pattern.slice(index), false);

    if (!match || match.type !== '*') {
      return;
    }

    const branches = splitTopLevel(match.body).map(branch => branch.trim());
    if (branches.length !== 1) {
      return;
    }

    const branch = normalizeSimpleBranch(branches[0]);
    if (!branch || branch.length !== 1) {
      return;
    }

    chars.push(branch);
    index += match.end + 1;
  }

  if (chars.length < 1) {
    return;
  }

  return chars;
};

const repeatedExtglobRecursion = pattern => {
  let depth = 0;
  let value = pattern.trim();
  let match = parseRepeatedExtglob(value);

  while (match) {
    depth++;
    value = match.body.trim();
    match = parseRepeatedExtglob(value);
  }

  return depth;
};

const analyzeRepeatedExtglob = (body, options) => {
  if (options.maxExtglobRecursion === false) {
    return { risky: false };
  }

  const max =
    typeof options.maxExtglobRecursion === 'number'
      ? options.maxExtglobRecursion
      : constants.DEFAULT_MAX_EXTGLOB_RECURSION;

  const branches = splitTopLevel(body).map(branch => branch.trim());

  if (branches.length > 1) {
    if (
      branches.some(branch => branch === '') ||
      branches.some(branch => /^[*?]+$/.test(branch)) ||
      hasRepeatedCharPrefixOverlap(branches)
    ) {
      return { risky: true };
    }
  }

  // A repeated extglob is "risky" (prone to catastrophic backtracking) when a
  // branch is itself a `*(...)` sequence, since that nests an unbounded quantifier
  // inside the outer `+(...)`/`*(...)`. When *every* branch reduces to single
  // characters we can emit one flat, ReDoS-safe character class that preserves the
  // meaning of ALL branches (e.g. `+(*(a)|*(b))` -> `[ab]*`), rather than dropping
  // every branch but the first.
  const safeChars = [];
  let sawStarSequence = false;
  let combinable = true;

  for (const branch of branches) {
    const chars = getStarExtglobSequenceChars(branch);
    if (chars) {
      sawStarSequence = true;
      safeChars.push(...chars);
      continue;
    }

    const literal = normalizeSimpleBranch(branch);
    if (literal && literal.length === 1) {
      safeChars.push(literal);
      continue;
    }

    combinable = false;

    if (repeatedExtglobRecursion(branch) > max) {
      return { risky: true };
    }
  }

  if (sawStarSequence) {
    return combinable
      ? { risky: true, safeOutput: buildCharClassStar([...new Set(safeChars)]) }
      : { risky: true };
  }

  return { risky: false };
};

/**
 * Parse the given input string.
 * @param {String} input
 * @param {Object} options
 * @return {Object}
 */

const parse = (input, options) => {
  if (typeof input !== 'string') {
    throw new TypeError('Expected a string');
  }

  input = REPLACEMENTS[input] || input;

  const opts = { ...options };
  const max = typeof opts.maxLength === 'number' ? Math.min(MAX_LENGTH, opts.maxLength) : MAX_LENGTH;

  let len = input.length;
  if (len > max) {
    throw new SyntaxError(`Input length: ${len}, exceeds maximum allowed length: ${max}`);
  }

  const bos = { type: 'bos', value: '', output: opts.prepend || '' };
  const tokens = [bos];

  const capture = opts.capture ? '' : '?:';

  // create constants based on platform, for windows or posix
  const PLATFORM_CHARS = constants.globChars(opts.windows);
  const EXTGLOB_CHARS = constants.extglobChars(PLATFORM_CHARS);

  const {
    DOT_LITERAL,
    PLUS_LITERAL,
    SLASH_LITERAL,
    ONE_CHAR,
    DOTS_SLASH,
    NO_DOT,
    NO_DOT_SLASH,
    NO_DOTS_SLASH,
    QMARK,
    QMARK_NO_DOT,
    STAR,
    START_ANCHOR
  } = PLATFORM_CHARS;

  const globstar = opts => {
    return `(${capture}(?:(?!${START_ANCHOR}${opts.dot ? DOTS_SLASH : DOT_LITERAL}).)*?)`;
  };

  const nodot = opts.dot ? '' : NO_DOT;
  const qmarkNoDot = opts.dot ? QMARK : QMARK_NO_DOT;
  let star = opts.bash === true ? globstar(opts) : STAR;

  if (opts.capture) {
    star = `(${star})`;
  }

  // minimatch options support
  if (typeof opts.noext === 'boolean') {
    opts.noextglob = opts.noext;
  }

  const state = {
    input,
    index: -1,
    start: 0,
    dot: opts.dot === true,
    consumed: '',
    output: '',
    prefix: '',
    backtrack: false,
    negated: false,
    brackets: 0,
    braces: 0,
    parens: 0,
    quotes: 0,
    globstar: false,
    tokens
  };

  input = utils.removePrefix(input, state);
  len = input.length;

  const extglobs = [];
  const braces = [];
  const stack = [];
  let prev = bos;
  let value;

  /**
   * Tokenizing helpers
   */

  const eos = () => state.index === len - 1;
  const peek = state.peek = (n = 1) => input[state.index + n];
  const advance = state.advance = () => input[++state.index] || '';
  const remaining = () => input.slice(state.index + 1);
  const consume = (value = '', num = 0) => {
    state.consumed += value;
    state.index += num;
  };

  const append = token => {
    state.output += token.output != null ? token.output : token.value;
    consume(token.value);
  };

  const negate = () => {
    let count = 1;

    while (peek() === '!' && (peek(2) !== '(' || peek(3) === '?')) {
      advance();
      state.start++;
      count++;
    }

    if (count % 2 === 0) {
      return false;
    }

    state.negated = true;
    state.start++;
    return true;
  };

  const increment = type => {
    state[type]++;
    stack.push(type);
  };

  const decrement = type => {
    state[type]--;
    stack.pop();
  };

  /**
   * Push tokens onto the tokens array. This helper speeds up
   * tokenizing by 1) helping us avoid backtracking as much as possible,
   * and 2) helping us avoid creating extra tokens when consecutive
   * characters are plain text. This improves performance and simplifies
   * lookbehinds.
   */

  const push = tok => {
    if (prev.type === 'globstar') {
      const isBrace = state.braces > 0 && (tok.type === 'comma' || tok.type === 'brace');
      const isExtglob = tok.extglob === true || (extglobs.length && (tok.type === 'pipe' || tok.type === 'paren'));

      if (tok.type !== 'slash' && tok.type !== 'paren' && !isBrace && !isExtglob) {
        state.output = state.output.slice(0, -prev.output.length);
        prev.type = 'star';
        prev.value = '*';
        prev.output = star;
        state.output += prev.output;
      }
    }

    if (extglobs.length && tok.type !== 'paren') {
      extglobs[extglobs.length - 1].inner += tok.value;
    }

    if (tok.value || tok.output) append(tok);
    if (prev && prev.type === 'text' && tok.type === 'text') {
      prev.output = (prev.output || prev.value) + tok.value;
      prev.value += tok.value;
      return;
    }

    tok.prev = prev;
    tokens.push(tok);
    prev = tok;
  };

  const extglobOpen = (type, value) => {
    const token = { ...EXTGLOB_CHARS[value], conditions: 1, inner: '' };

    token.prev = prev;
    token.parens = state.parens;
    token.output = state.output;
    token.startIndex = state.index;
    token.tokensIndex = tokens.length;
    const output = (opts.capture ? '(' : '') + token.open;

    increment('parens');
    push({ type, value, output: state.output ? '' : ONE_CHAR });
    push({ type: 'paren', extglob: true, value: advance(), output });
    extglobs.push(token);
  };

  const extglobClose = token => {
    const literal = input.slice(token.startIndex, state.index + 1);
    const body = input.slice(token.startIndex + 2, state.index);
    const analysis = analyzeRepeatedExtglob(body, opts);

    if ((token.type === 'plus' || token.type === 'star') && analysis.risky) {
      const safeOutput = analysis.safeOutput
        ? (token.output ? '' : ONE_CHAR) + (opts.capture ? `(${analysis.safeOutput})` : analysis.safeOutput)
        : undefined;
      const open = tokens[token.tokensIndex];

      open.type = 'text';
      open.value = literal;
      open.output = safeOutput || utils.escapeRegex(literal);

      for (let i = token.tokensIndex + 1; i < tokens.length; i++) {
        tokens[i].value = '';
        tokens[i].output = '';
        delete tokens[i].suffix;
      }

      state.output = token.output + open.output;
      state.backtrack = true;

      push({ type: 'paren', extglob: true, value, output: '' });
      decrement('parens');
      return;
    }

    let output = token.close + (opts.capture ? ')' : '');
    let rest;

    if (token.type === 'negate') {
      let extglobStar = star;

      if (token.inner && token.inner.length > 1 && token.inner.includes('/')) {
        extglobStar = globstar(opts);
      }

      if (extglobStar !== star || eos() || /^\)+$/.test(remaining())) {
        output = token.close = `)$))${extglobStar}`;
      }

      if (token.inner.includes('*') && (rest = remaining()) && /^\.[^\\/.]+$/.test(rest)) {
        // Any non-magical string (`.ts`) or even nested expression (`.{ts,tsx}`) can follow after the closing parenthesis.
        // In this case, we need to parse the string and use it in the output of the original pattern.
        // Suitable patterns: `/!(*.d).ts`, `/!(*.d).{ts,tsx}`, `**/!(*-dbg).@(js)`.
        //
        // Disabling the `fastpaths` option due to a problem with parsing strings as `.ts` in the pattern like `**/!(*.d).ts`.
        const expression = parse(rest, { ...options, fastpaths: false }).output;

        output = token.close = `)${expression})${extglobStar})`;
      }

      if (token.prev.type === 'bos') {
        state.negatedExtglob = true;
      }
    }

    push({ type: 'paren', extglob: true, value, output });
    decrement('parens');
  };

  /**
   * Fast paths
   */

  if (opts.fastpaths !== false && !/(^[*!]|[/()[\]{}"])/.test(input)) {
    let backslashes = false;

    let output = input.replace(REGEX_SPECIAL_CHARS_BACKREF, (m, esc, chars, first, rest, index) => {
      if (first === '\\') {
        backslashes = true;
        return m;
      }

      if (first === '?') {
        if (esc) {
          return esc + first + (rest ? QMARK.repeat(rest.length) : '');
        }
        if (index === 0) {
          return qmarkNoDot + (rest ? QMARK.repeat(rest.length) : '');
        }
        return QMARK.repeat(chars.length);
      }

      if (first === '.') {
        return DOT_LITERAL.repeat(chars.length);
      }

      if (first === '*') {
        if (esc) {
          return esc + first + (rest ? star : '');
        }
        return star;
      }
      return esc ? m : `\\${m}`;
    });

    if (backslashes === true) {
      if (opts.unescape === true) {
        output = output.replace(/\\/g, '');
      } else {
        output = output.replace(/\\+/g, m => {
          return m.length % 2 === 0 ? '\\\\' : (m ? '\\' : '');
        });
      }
    }

    if (output === input && opts.contains === true) {
      state.output = input;
      return state;
    }

    state.output = utils.wrapOutput(output, state, options);
    return state;
  }

  /**
   * Tokenize input until we reach end-of-string
   */

  while (!eos()) {
    value = advance();

    if (value === '\u0000') {
      continue;
    }

    /**
     * Escaped characters
     */

    if (value === '\\') {
      const next = peek();

      if (next === '/' && opts.bash !== true) {
        continue;
      }

      if (next === '.' || next === ';') {
        continue;
      }

      if (!next) {
        value += '\\';
        push({ type: 'text', value });
        continue;
      }

      // collapse slashes to reduce potential for exploits
      const match = /^\\+/.exec(remaining());
      let slashes = 0;

      if (match && match[0].length > 2) {
        slashes = match[0].length;
        state.index += slashes;
        if (slashes % 2 !== 0) {
          value += '\\';
        }
      }

      if (opts.unescape === true) {
        value = advance();
      } else {
        value += advance();
      }

      if (state.brackets === 0) {
        push({ type: 'text', value });
        continue;
      }
    }

    /**
     * If we're inside a regex character class, continue
     * until we reach the closing bracket.
     */

    if (state.brackets > 0 && (value !== ']' || prev.value === '[' || prev.value === '[^')) {
      if (opts.posix !== false && value === ':') {
        const inner = prev.value.slice(1);
        if (inner.includes('[')) {
          prev.posix = true;

          if (inner.includes(':')) {
            const idx = prev.value.lastIndexOf('[');
            const pre = prev.value.slice(0, idx);
            const rest = prev.value.slice(idx + 2);
            const posix = POSIX_REGEX_SOURCE[rest];
            if (posix) {
              prev.value = pre + posix;
              state.backtrack = true;
              advance();

              if (!bos.output && tokens.indexOf(prev) === 1) {
                bos.output = ONE_CHAR;
              }
              continue;
            }
          }
        }
      }

      if ((value === '[' && peek() !== ':') || (value === '-' && peek() === ']')) {
        value = `\\${value}`;
      }

      if (value === ']' && (prev.value === '[' || prev.value === '[^')) {
        value = `\\${value}`;
      }

      if (opts.posix === true && value === '!' && prev.value === '[') {
        value = '^';
      }

      prev.value += value;
      append({ value });
      continue;
    }

    /**
     * If we're inside a quoted string, continue
     * until we reach the closing double quote.
     */

    if (state.quotes === 1 && value !== '"') {
      value = utils.escapeRegex(value);
      prev.value += value;
      append({ value });
      continue;
    }

    /**
     * Double quotes
     */

    if (value === '"') {
      state.quotes = state.quotes === 1 ? 0 : 1;
      if (opts.keepQuotes === true) {
        push({ type: 'text', value });
      }
      continue;
    }

    /**
     * Parentheses
     */

    if (value === '(') {
      increment('parens');
      push({ type: 'paren', value });
      continue;
    }

    if (value === ')') {
      if (state.parens === 0 && opts.strictBrackets === true) {
        throw new SyntaxError(syntaxError('opening', '('));
      }

      const extglob = extglobs[extglobs.length - 1];
      if (extglob && state.parens === extglob.parens + 1) {
        extglobClose(extglobs.pop());
        continue;
      }

      push({ type: 'paren', value, output: state.parens ? ')' : '\\)' });
      decrement('parens');
      continue;
    }

    /**
     * Square brackets
     */

    if (value === '[') {
      if (opts.nobracket === true || !remaining().includes(']')) {
        if (opts.nobracket !== true && opts.strictBrackets === true) {
          throw new SyntaxError(syntaxError('closing', ']'));
        }

        value = `\\${value}`;
      } else {
        increment('brackets');
      }

      push({ type: 'bracket', value });
      continue;
    }

    if (value === ']') {
      if (opts.nobracket === true || (prev && prev.type === 'bracket' && prev.value.length === 1)) {
        push({ type: 'text', value, output: `\\${value}` });
        continue;
      }

      if (state.brackets === 0) {
        if (opts.strictBrackets === true) {
          throw new SyntaxError(syntaxError('opening', '['));
        }

        push({ type: 'text', value, output: `\\${value}` });
        continue;
      }

      decrement('brackets');

      const prevValue = prev.value.slice(1);
      if (prev.posix !== true && prevValue[0] === '^' && !prevValue.includes('/')) {
        value = `/${value}`;
      }

      prev.value += value;
      append({ value });

      // when literal brackets are explicitly disabled
      // assume we should match with a regex character class
      if (opts.literalBrackets === false || utils.hasRegexChars(prevValue)) {
        continue;
      }

      const escaped = utils.escapeRegex(prev.value);
      state.output = state.output.slice(0, -prev.value.length);

      // when literal brackets are explicitly enabled
      // assume we should escape the brackets to match literal characters
      if (opts.literalBrackets === true) {
        state.output += escaped;
        prev.value = escaped;
        continue;
      }

      // when the user specifies nothing, try to match both
      prev.value = `(${capture}${escaped}|${prev.value})`;
      state.output += prev.value;
      continue;
    }

    /**
     * Braces
     */

    if (value === '{' && opts.nobrace !== true) {
      increment('braces');

      const open = {
        type: 'brace',
        value,
        output: '(',
        outputIndex: state.output.length,
        tokensIndex: state.tokens.length
      };

      braces.push(open);
      push(open);
      continue;
    }

    if (value === '}') {
      const brace = braces[braces.length - 1];

      if (opts.nobrace === true || !brace) {
        push({ type: 'text', value, output: value });
        continue;
      }

      let output = ')';

      if (brace.dots === true) {
        const arr = tokens.slice();
        const range = [];

        for (let i = arr.length - 1; i >= 0; i--) {
          tokens.pop();
          if (arr[i].type === 'brace') {
            break;
          }
          if (arr[i].type !== 'dots') {
            range.unshift(arr[i].value);
          }
        }

        output = expandRange(range, opts);
        state.backtrack = true;
      }

      if (brace.comma !== true && brace.dots !== true) {
        const out = state.output.slice(0, brace.outputIndex);
        const toks = state.tokens.slice(brace.tokensIndex);
        brace.value = brace.output = '\\{';
        value = output = '\\}';
        state.output = out;
        for (const t of toks) {
          state.output += (t.output || t.value);
        }
      }

      push({ type: 'brace', value, output });
      decrement('braces');
      braces.pop();
      continue;
    }

    /**
     * Pipes
     */

    if (value === '|') {
      if (extglobs.length > 0) {
        extglobs[extglobs.length - 1].conditions++;
      }
      push({ type: 'text', value });
      continue;
    }

    /**
     * Commas
     */

    if (value === ',') {
      let output = value;

      const brace = braces[braces.length - 1];
      if (brace && stack[stack.length - 1] === 'braces') {
        brace.comma = true;
        output = '|';
      }

      push({ type: 'comma', value, output });
      continue;
    }

    /**
     * Slashes
     */

    if (value === '/') {
      // if the beginning of the glob is "./", advance the start
      // to the current index, and don't add the "./" characters
      // to the state. This greatly simplifies lookbehinds when
      // checking for BOS characters like "!" and "." (not "./")
      if (prev.type === 'dot' && state.index === state.start + 1) {
        state.start = state.index + 1;
        state.consumed = '';
        state.output = '';
        tokens.pop();
        prev = bos; // reset "prev" to the first token
        continue;
      }

      push({ type: 'slash', value, output: SLASH_LITERAL });
      continue;
    }

    /**
     * Dots
     */

    if (value === '.') {
      if (state.braces > 0 && prev.type === 'dot') {
        if (prev.value === '.') prev.output = DOT_LITERAL;
        const brace = braces[braces.length - 1];
        prev.type = 'dots';
        prev.output += value;
        prev.value += value;
        brace.dots = true;
        continue;
      }

      if ((state.braces + state.parens) === 0 && prev.type !== 'bos' && prev.type !== 'slash') {
        push({ type: 'text', value, output: DOT_LITERAL });
        continue;
      }

      push({ type: 'dot', value, output: DOT_LITERAL });
      continue;
    }

    /**
     * Question marks
     */

    if (value === '?') {
      const isGroup = prev && prev.value === '(';
      if (!isGroup && opts.noextglob !== true && peek() === '(' && peek(2) !== '?') {
        extglobOpen('qmark', value);
        continue;
      }

      if (prev && prev.type === 'paren') {
        const next = peek();
        let output = value;

        if ((prev.value === '(' && !/[!=<:]/.test(next)) || (next === '<' && !/<([!=]|\w+>)/.test(remaining()))) {
          output = `\\${value}`;
        }

        push({ type: 'text', value, output });
        continue;
      }

      if (opts.dot !== true && (prev.type === 'slash' || prev.type === 'bos')) {
        push({ type: 'qmark', value, output: QMARK_NO_DOT });
        continue;
      }

      push({ type: 'qmark', value, output: QMARK });
      continue;
    }

    /**
     * Exclamation
     */

    if (value === '!') {
      if (opts.noextglob !== true && peek() === '(') {
        if (peek(2) !== '?' || !/[!=<:]/.test(peek(3))) {
          extglobOpen('negate', value);
          continue;
        }
      }

      if (opts.nonegate !== true && state.index === 0) {
        negate();
        continue;
      }
    }

    /**
     * Plus
     */

    if (value === '+') {
      if (opts.noextglob !== true && peek() === '(' && peek(2) !== '?') {
        extglobOpen('plus', value);
        continue;
      }

      if ((prev && prev.value === '(') || opts.regex === false) {
        push({ type: 'plus', value, output: PLUS_LITERAL });
        continue;
      }

      if ((prev && (prev.type === 'bracket' || prev.type === 'paren' || prev.type === 'brace')) || state.parens > 0) {
        push({ type: 'plus', value });
        continue;
      }

      push({ type: 'plus', value: PLUS_LITERAL });
      continue;
    }

    /**
     * Plain text
     */

    if (value === '@') {
      if (opts.noextglob !== true && peek() === '(' && peek(2) !== '?') {
        push({ type: 'at', extglob: true, value, output: '' });
        continue;
      }

      push({ type: 'text', value });
      continue;
    }

    /**
     * Plain text
     */

    if (value !== '*') {
      if (value === '$' || value === '^') {
        value = `\\${value}`;
      }

      const match = REGEX_NON_SPECIAL_CHARS.exec(remaining());
      if (match) {
        value += match[0];
        state.index += match[0].length;
      }

      push({ type: 'text', value });
      continue;
    }

    /**
     * Stars
     */

    if (prev && (prev.type === 'globstar' || prev.star === true)) {
      prev.type = 'star';
      prev.star = true;
      prev.value += value;
      prev.output = star;
      state.backtrack = true;
      state.globstar = true;
      consume(value);
      continue;
    }

    let rest = remaining();
    if (opts.noextglob !== true && /^\([^?]/.test(rest)) {
      extglobOpen('star', value);
      continue;
    }

    if (prev.type === 'star') {
      if (opts.noglobstar === true) {
        consume(value);
        continue;
      }

      const prior = prev.prev;
      const before = prior.prev;
      const isStart = prior.type === 'slash' || prior.type === 'bos';
      const afterStar = before && (before.type === 'star' || before.type === 'globstar');

      if (opts.bash === true && (!isStart || (rest[0] && rest[0] !== '/'))) {
        push({ type: 'star', value, output: '' });
        continue;
      }

      const isBrace = state.braces > 0 && (prior.type === 'comma' || prior.type === 'brace');
      const isExtglob = extglobs.length && (prior.type === 'pipe' || prior.type === 'paren');
      if (!isStart && prior.type !== 'paren' && !isBrace && !isExtglob) {
        push({ type: 'star', value, output: '' });
        continue;
      }

      // strip consecutive `/**/`
      while (rest.slice(0, 3) === '/**') {
        const after = input[state.index + 4];
        if (after && after !== '/') {
          break;
        }
        rest = rest.slice(3);
        consume('/**', 3);
      }

      // A globstar followed only by balanced closing parens is at the logical end of patterns like
      // `test(/utils/**)` and `test?(/utils/**)`. Treat it as EOS so the trailing `/**` can match its
      // parent path, except in negated extglobs where that would change the exclusion semantics.
      const isEnd = eos() || (
        state.parens > 0
        && rest === ')'.repeat(state.parens)
        && !extglobs.some(extglob => extglob.type === 'negate')
      );

      if (prior.type === 'bos' && eos()) {
        prev.type = 'globstar';
        prev.value += value;
        prev.output = globstar(opts);
        state.output = prev.output;
        state.globstar = true;
        consume(value);
        continue;
      }

      if (prior.type === 'slash' && prior.prev.type !== 'bos' && !afterStar && isEnd) {
        state.output = state.output.slice(0, -(prior.output + prev.output).length);
        prior.output = `(?:${prior.output}`;

        prev.type = 'globstar';
        prev.output = globstar(opts) + (opts.strictSlashes ? ')' : '|$)');
        prev.value += value;
        state.globstar = true;
        state.output += prior.output + prev.output;
        consume(value);
        continue;
      }

      if (prior.type === 'slash' && prior.prev.type !== 'bos' && rest[0] === '/') {
        const end = rest[1] !== void 0 ? '|$' : '';

        state.output = state.output.slice(0, -(prior.output + prev.output).length);
        prior.output = `(?:${prior.output}`;

        prev.type = 'globstar';
        prev.output = `${globstar(opts)}${SLASH_LITERAL}|${SLASH_LITERAL}${end})`;
        prev.value += value;

        state.output += prior.output + prev.output;
        state.globstar = true;

        consume(value + advance());

        push({ type: 'slash', value: '/', output: '' });
        continue;
      }

      if (prior.type === 'bos' && rest[0] === '/') {
        prev.type = 'globstar';
        prev.value += value;
        prev.output = `(?:^|${SLASH_LITERAL}|${globstar(opts)}${SLASH_LITERAL})`;
        state.output = prev.output;
        state.globstar = true;
        consume(value + advance());
        push({ type: 'slash', value: '/', output: '' });
        continue;
      }

      // remove single star from output
      state.output = state.output.slice(0, -prev.output.length);

      // reset previous token to globstar
      prev.type = 'globstar';
      prev.output = globstar(opts);
      prev.value += value;

      // reset output with globstar
      state.output += prev.output;
      state.globstar = true;
      consume(value);
      continue;
    }

    const token = { type: 'star', value, output: star };

    if (opts.bash === true) {
      token.output = '.*?';
      if (prev.type === 'bos' || prev.type === 'slash') {
        token.output = nodot + token.output;
      }
      push(token);
      continue;
    }

    if (prev && (prev.type === 'bracket' || prev.type === 'paren') && opts.regex === true) {
      token.output = value;
      push(token);
      continue;
    }

    if (state.index === state.start || prev.type === 'slash' || prev.type === 'dot') {
      if (prev.type === 'dot') {
        state.output += NO_DOT_SLASH;
        prev.output += NO_DOT_SLASH;

      } else if (opts.dot === true) {
        state.output += NO_DOTS_SLASH;
        prev.output += NO_DOTS_SLASH;

      } else {
        state.output += nodot;
        prev.output += nodot;
      }

      if (peek() !== '*') {
        state.output += ONE_CHAR;
        prev.output += ONE_CHAR;
      }
    }

    push(token);
  }

  while (state.brackets > 0) {
    if (opts.strictBrackets === true) throw new SyntaxError(syntaxError('closing', ']'));
    state.output = utils.escapeLast(state.output, '[');
    decrement('brackets');
  }

  while (state.parens > 0) {
    if (opts.strictBrackets === true) throw new SyntaxError(syntaxError('closing', ')'));
    state.output = utils.escapeLast(state.output, '(');
    decrement('parens');
  }

  while (state.braces > 0) {
    if (opts.strictBrackets === true) throw new SyntaxError(syntaxError('closing', '}'));
    state.output = utils.escapeLast(state.output, '{');
    decrement('braces');
  }

  if (opts.strictSlashes !== true && (prev.type === 'star' || prev.type === 'bracket')) {
    push({ type: 'maybe_slash', value: '', output: `${SLASH_LITERAL}?` });
  }

  // rebuild the output if we had to backtrack at any point
  if (state.backtrack === true) {
    state.output = '';

    for (const token of state.tokens) {
      state.output += token.output != null ? token.output : token.value;

      if (token.suffix) {
        state.output += token.suffix;
      }
    }
  }

  return state;
};

/**
 * Fast paths for creating regular expressions for common glob patterns.
 * This can significantly speed up processing and has very little downside
 * impact when none of the fast paths match.
 */

parse.fastpaths = (input, options) => {
  const opts = { ...options };
  const max = typeof opts.maxLength === 'number' ? Math.min(MAX_LENGTH, opts.maxLength) : MAX_LENGTH;
  const len = input.length;
  if (len > max) {
    throw new SyntaxError(`Input length: ${len}, exceeds maximum allowed length: ${max}`);
  }

  input = REPLACEMENTS[input] || input;

  // create constants based on platform, for windows or posix
  const {
    DOT_LITERAL,
    SLASH_LITERAL,
    ONE_CHAR,
    DOTS_SLASH,
    NO_DOT,
    NO_DOTS,
    NO_DOTS_SLASH,
    STAR,
    START_ANCHOR
  } = constants.globChars(opts.windows);

  const nodot = opts.dot ? NO_DOTS : NO_DOT;
  const slashDot = opts.dot ? NO_DOTS_SLASH : NO_DOT;
  const capture = opts.capture ? '' : '?:';
  const state = { negated: false, prefix: '' };
  let star = opts.bash === true ? '.*?' : STAR;

  if (opts.capture) {
    star = `(${star})`;
  }

  const globstar = opts => {
    if (opts.noglobstar === true) return star;
    return `(${capture}(?:(?!${START_ANCHOR}${opts.dot ? DOTS_SLASH : DOT_LITERAL}).)*?)`;
  };

  const create = str => {
    switch (str) {
      case '*':
        return `${nodot}${ONE_CHAR}${star}`;

      case '.*':
        return `${DOT_LITERAL}${ONE_CHAR}${star}`;

      case '*.*':
        return `${nodot}${star}${DOT_LITERAL}${ONE_CHAR}${star}`;

      case '*/*':
        return `${nodot}${star}${SLASH_LITERAL}${ONE_CHAR}${slashDot}${star}`;

      case '**':
        return nodot + globstar(opts);

      case '**/*':
        return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${slashDot}${ONE_CHAR}${star}`;

      case '**/*.*':
        return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${slashDot}${star}${DOT_LITERAL}${ONE_CHAR}${star}`;

      case '**/.*':
        return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${DOT_LITERAL}${ONE_CHAR}${star}`;

      default: {
        const match = /^(.*?)\.(\w+)$/.exec(str);
        if (!match) return;

        const source = create(match[1]);
        if (!source) return;

        return source + DOT_LITERAL + match[2];
      }
    }
  };

  const output = utils.removePrefix(input, state);
  let source = create(output);

  if (source && opts.strictSlashes !== true) {
    source += `${SLASH_LITERAL}?`;
  }

  return source;
};

module.exports = parse;


/***/ }),

/***/ 16:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {



const scan = __nccwpck_require__(781);
const parse = __nccwpck_require__(265);
const utils = __nccwpck_require__(59);
const constants = __nccwpck_require__(595);
const isObject = val => val && typeof val === 'object' && !Array.isArray(val);

/**
 * Creates a matcher function from one or more glob patterns. The
 * returned function takes a string to match as its first argument,
 * and returns true if the string is a match. The returned matcher
 * function also takes a boolean as the second argument that, when true,
 * returns an object with additional information.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch(glob[, options]);
 *
 * const isMatch = picomatch('*.!(*a)');
 * console.log(isMatch('a.a')); //=> false
 * console.log(isMatch('a.b')); //=> true
 *
 * // For environments without `node.js`, `picomatch/posix` provides you a dependency-free matcher, without automatic OS detection.
 * const picomatch = require('picomatch/posix');
 * // the same API, defaulting to posix paths
 * const isMatch = picomatch('a/*');
 * console.log(isMatch('a\\b')); //=> false
 * console.log(isMatch('a/b')); //=> true
 *
 * // you can still configure the matcher function to accept windows paths
 * const isMatch = picomatch('a/*', { options: windows });
 * console.log(isMatch('a\\b')); //=> true
 * console.log(isMatch('a/b')); //=> true
 * ```
 * @name picomatch
 * @param {String|Array} `globs` One or more glob patterns.
 * @param {Object=} `options`
 * @return {Function=} Returns a matcher function.
 * @api public
 */

const picomatch = (glob, options, returnState = false) => {
  if (Array.isArray(glob)) {
    const fns = glob.map(input => picomatch(input, options, returnState));
    const arrayMatcher = str => {
      for (const isMatch of fns) {
        const state = isMatch(str);
        if (state) return state;
      }
      return false;
    };
    return arrayMatcher;
  }

  const isState = isObject(glob) && glob.tokens && glob.input;

  if (glob === '' || (typeof glob !== 'string' && !isState)) {
    throw new TypeError('Expected pattern to be a non-empty string');
  }

  const opts = options || {};
  const posix = opts.windows;
  const regex = isState
    ? picomatch.compileRe(glob, options)
    : picomatch.makeRe(glob, options, false, true);

  const state = regex.state;
  delete regex.state;

  let isIgnored = () => false;
  if (opts.ignore) {
    const ignoreOpts = { ...options, ignore: null, onMatch: null, onResult: null };
    isIgnored = picomatch(opts.ignore, ignoreOpts, returnState);
  }

  const matcher = (input, returnObject = false) => {
    const { isMatch, match, output } = picomatch.test(input, regex, options, { glob, posix });
    const result = { glob, state, regex, posix, input, output, match, isMatch };

    if (typeof opts.onResult === 'function') {
      opts.onResult(result);
    }

    if (isMatch === false) {
      result.isMatch = false;
      return returnObject ? result : false;
    }

    if (isIgnored(input)) {
      if (typeof opts.onIgnore === 'function') {
        opts.onIgnore(result);
      }
      result.isMatch = false;
      return returnObject ? result : false;
    }

    if (typeof opts.onMatch === 'function') {
      opts.onMatch(result);
    }
    return returnObject ? result : true;
  };

  if (returnState) {
    matcher.state = state;
  }

  return matcher;
};

/**
 * Test `input` with the given `regex`. This is used by the main
 * `picomatch()` function to test the input string.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.test(input, regex[, options]);
 *
 * console.log(picomatch.test('foo/bar', /^(?:([^/]*?)\/([^/]*?))$/));
 * // { isMatch: true, match: [ 'foo/', 'foo', 'bar' ], output: 'foo/bar' }
 * ```
 * @param {String} `input` String to test.
 * @param {RegExp} `regex`
 * @return {Object} Returns an object with matching info.
 * @api public
 */

picomatch.test = (input, regex, options, { glob, posix } = {}) => {
  if (typeof input !== 'string') {
    throw new TypeError('Expected input to be a string');
  }

  if (input === '') {
    return { isMatch: false, output: '' };
  }

  const opts = options || {};
  const format = opts.format || (posix ? utils.toPosixSlashes : null);
  let match = input === glob;
  let output = (match && format) ? format(input) : input;

  if (match === false) {
    output = format ? format(input) : input;
    match = output === glob;
  }

  if (match === false || opts.capture === true) {
    if (opts.matchBase === true || opts.basename === true) {
      match = picomatch.matchBase(input, regex, options, posix);
    } else {
      match = regex.exec(output);
    }
  }

  return { isMatch: Boolean(match), match, output };
};

/**
 * Match the basename of a filepath.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.matchBase(input, glob[, options]);
 * console.log(picomatch.matchBase('foo/bar.js', '*.js'); // true
 * ```
 * @param {String} `input` String to test.
 * @param {RegExp|String} `glob` Glob pattern or regex created by [.makeRe](#makeRe).
 * @return {Boolean}
 * @api public
 */

picomatch.matchBase = (input, glob, options, posix = options && options.windows) => {
  const regex = glob instanceof RegExp ? glob : picomatch.makeRe(glob, options);
  return regex.test(utils.basename(input, { windows: posix }));
};

/**
 * Returns true if **any** of the given glob `patterns` match the specified `string`.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.isMatch(string, patterns[, options]);
 *
 * console.log(picomatch.isMatch('a.a', ['b.*', '*.a'])); //=> true
 * console.log(picomatch.isMatch('a.a', 'b.*')); //=> false
 * ```
 * @param {String|Array} str The string to test.
 * @param {String|Array} patterns One or more glob patterns to use for matching.
 * @param {Object} [options] See available [options](#options).
 * @return {Boolean} Returns true if any patterns match `str`
 * @api public
 */

picomatch.isMatch = (str, patterns, options) => picomatch(patterns, options)(str);

/**
 * Parse a glob pattern to create the source string for a regular
 * expression.
 *
 * ```js
 * const picomatch = require('picomatch');
 * const result = picomatch.parse(pattern[, options]);
 * ```
 * @param {String} `pattern`
 * @param {Object} `options`
 * @return {Object} Returns an object with useful properties and output to be used as a regex source string.
 * @api public
 */

picomatch.parse = (pattern, options) => {
  if (Array.isArray(pattern)) return pattern.map(p => picomatch.parse(p, options));
  return parse(pattern, { ...options, fastpaths: false });
};

/**
 * Scan a glob pattern to separate the pattern into segments.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.scan(input[, options]);
 *
 * const result = picomatch.scan('!./foo/*.js');
 * console.log(result);
 * { prefix: '!./',
 *   input: '!./foo/*.js',
 *   start: 3,
 *   base: 'foo',
 *   glob: '*.js',
 *   isBrace: false,
 *   isBracket: false,
 *   isGlob: true,
 *   isExtglob: false,
 *   isGlobstar: false,
 *   negated: true }
 * ```
 * @param {String} `input` Glob pattern to scan.
 * @param {Object} `options`
 * @return {Object} Returns an object with
 * @api public
 */

picomatch.scan = (input, options) => scan(input, options);

/**
 * Compile a regular expression from the `state` object returned by the
 * [parse()](#parse) method.
 *
 * ```js
 * const picomatch = require('picomatch');
 * const state = picomatch.parse('*.js');
 * // picomatch.compileRe(state[, options]);
 *
 * console.log(picomatch.compileRe(state));
 * //=> /^(?:(?!\.)(?=.)[^/]*?\.js)$/
 * ```
 * @param {Object} `state`
 * @param {Object} `options`
 * @param {Boolean} `returnOutput` Intended for implementors, this argument allows you to return the raw output from the parser.
 * @param {Boolean} `returnState` Adds the state to a `state` property on the returned regex. Useful for implementors and debugging.
 * @return {RegExp}
 * @api public
 */

picomatch.compileRe = (state, options, returnOutput = false, returnState = false) => {
  if (returnOutput === true) {
    return state.output;
  }

  const opts = options || {};
  const prepend = opts.contains ? '' : '^';
  const append = opts.contains ? '' : '$';

  let source = `${prepend}(?:${state.output})${append}`;
  if (state && state.negated === true) {
    source = `^(?!${source}).*$`;
  }

  const regex = picomatch.toRegex(source, options);
  if (returnState === true) {
    regex.state = state;
  }

  return regex;
};

/**
 * Create a regular expression from a parsed glob pattern.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.makeRe(state[, options]);
 *
 * const result = picomatch.makeRe('*.js');
 * console.log(result);
 * //=> /^(?:(?!\.)(?=.)[^/]*?\.js)$/
 * ```
 * @param {String} `state` The object returned from the `.parse` method.
 * @param {Object} `options`
 * @param {Boolean} `returnOutput` Implementors may use this argument to return the compiled output, instead of a regular expression. This is not exposed on the options to prevent end-users from mutating the result.
 * @param {Boolean} `returnState` Implementors may use this argument to return the state from the parsed glob with the returned regular expression.
 * @return {RegExp} Returns a regex created from the given pattern.
 * @api public
 */

picomatch.makeRe = (input, options = {}, returnOutput = false, returnState = false) => {
  if (!input || typeof input !== 'string') {
    throw new TypeError('Expected a non-empty string');
  }

  let parsed = { negated: false, fastpaths: true };

  if (options.fastpaths !== false && (input[0] === '.' || input[0] === '*')) {
    parsed.output = parse.fastpaths(input, options);
  }

  if (!parsed.output) {
    parsed = parse(input, options);
  }

  return picomatch.compileRe(parsed, options, returnOutput, returnState);
};

/**
 * Create a regular expression from the given regex source string.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.toRegex(source[, options]);
 *
 * const { output } = picomatch.parse('*.js');
 * console.log(picomatch.toRegex(output));
 * //=> /^(?:(?!\.)(?=.)[^/]*?\.js)$/
 * ```
 * @param {String} `source` Regular expression source string.
 * @param {Object} `options`
 * @return {RegExp}
 * @api public
 */

picomatch.toRegex = (source, options) => {
  try {
    const opts = options || {};
    return new RegExp(source, opts.flags || (opts.nocase ? 'i' : ''));
  } catch (err) {
    if (options && options.debug === true) throw err;
    return /$^/;
  }
};

/**
 * Picomatch constants.
 * @return {Object}
 */

picomatch.constants = constants;

/**
 * Expose "picomatch"
 */

module.exports = picomatch;


/***/ }),

/***/ 781:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {



const utils = __nccwpck_require__(59);
const {
  CHAR_ASTERISK,             /* * */
  CHAR_AT,                   /* @ */
  CHAR_BACKWARD_SLASH,       /* \ */
  CHAR_COMMA,                /* , */
  CHAR_DOT,                  /* . */
  CHAR_EXCLAMATION_MARK,     /* ! */
  CHAR_FORWARD_SLASH,        /* / */
  CHAR_LEFT_CURLY_BRACE,     /* { */
  CHAR_LEFT_PARENTHESES,     /* ( */
  CHAR_LEFT_SQUARE_BRACKET,  /* [ */
  CHAR_PLUS,                 /* + */
  CHAR_QUESTION_MARK,        /* ? */
  CHAR_RIGHT_CURLY_BRACE,    /* } */
  CHAR_RIGHT_PARENTHESES,    /* ) */
  CHAR_RIGHT_SQUARE_BRACKET  /* ] */
} = __nccwpck_require__(595);

const isPathSeparator = code => {
  return code === CHAR_FORWARD_SLASH || code === CHAR_BACKWARD_SLASH;
};

const depth = token => {
  if (token.isPrefix !== true) {
    token.depth = token.isGlobstar ? Infinity : 1;
  }
};

/**
 * Quickly scans a glob pattern and returns an object with a handful of
 * useful properties, like `isGlob`, `path` (the leading non-glob, if it exists),
 * `glob` (the actual pattern), `negated` (true if the path starts with `!` but not
 * with `!(`) and `negatedExtglob` (true if the path starts with `!(`).
 *
 * ```js
 * const pm = require('picomatch');
 * console.log(pm.scan('foo/bar/*.js'));
 * { isGlob: true, input: 'foo/bar/*.js', base: 'foo/bar', glob: '*.js' }
 * ```
 * @param {String} `str`
 * @param {Object} `options`
 * @return {Object} Returns an object with tokens and regex source string.
 * @api public
 */

const scan = (input, options) => {
  const opts = options || {};

  const length = input.length - 1;
  const scanToEnd = opts.parts === true || opts.tokens === true || opts.scanToEnd === true;
  const slashes = [];
  const tokens = [];
  const parts = [];

  let str = input;
  let index = -1;
  let start = 0;
  let lastIndex = 0;
  let isBrace = false;
  let isBracket = false;
  let isGlob = false;
  let isExtglob = false;
  let isGlobstar = false;
  let braceEscaped = false;
  let backslashes = false;
  let negated = false;
  let negatedExtglob = false;
  let finished = false;
  let braces = 0;
  let prev;
  let code;
  let token = { value: '', depth: 0, isGlob: false };

  const eos = () => index >= length;
  const peek = () => str.charCodeAt(index + 1);
  const advance = () => {
    prev = code;
    return str.charCodeAt(++index);
  };

  while (index < length) {
    code = advance();
    let next;

    if (code === CHAR_BACKWARD_SLASH) {
      backslashes = token.backslashes = true;
      code = advance();

      if (code === CHAR_LEFT_CURLY_BRACE) {
        braceEscaped = true;
      }
      continue;
    }

    if (braceEscaped === true || code === CHAR_LEFT_CURLY_BRACE) {
      braces++;

      while (eos() !== true && (code = advance())) {
        if (code === CHAR_BACKWARD_SLASH) {
          backslashes = token.backslashes = true;
          advance();
          continue;
        }

        if (code === CHAR_LEFT_CURLY_BRACE) {
          braces++;
          continue;
        }

        if (braceEscaped !== true && code === CHAR_DOT && (code = advance()) === CHAR_DOT) {
          isBrace = token.isBrace = true;
          isGlob = token.isGlob = true;
          finished = true;

          if (scanToEnd === true) {
            continue;
          }

          break;
        }

        if (braceEscaped !== true && code === CHAR_COMMA) {
          isBrace = token.isBrace = true;
          isGlob = token.isGlob = true;
          finished = true;

          if (scanToEnd === true) {
            continue;
          }

          break;
        }

        if (code === CHAR_RIGHT_CURLY_BRACE) {
          braces--;

          if (braces === 0) {
            braceEscaped = false;
            isBrace = token.isBrace = true;
            finished = true;
            break;
          }
        }
      }

      if (scanToEnd === true) {
        continue;
      }

      break;
    }

    if (code === CHAR_FORWARD_SLASH) {
      slashes.push(index);
      tokens.push(token);
      token = { value: '', depth: 0, isGlob: false };

      if (finished === true) continue;
      if (prev === CHAR_DOT && index === (start + 1)) {
        start += 2;
        continue;
      }

      lastIndex = index + 1;
      continue;
    }

    if (opts.noext !== true) {
      const isExtglobChar = code === CHAR_PLUS
        || code === CHAR_AT
        || code === CHAR_ASTERISK
        || code === CHAR_QUESTION_MARK
        || code === CHAR_EXCLAMATION_MARK;

      if (isExtglobChar === true && peek() === CHAR_LEFT_PARENTHESES) {
        isGlob = token.isGlob = true;
        isExtglob = token.isExtglob = true;
        finished = true;
        if (code === CHAR_EXCLAMATION_MARK && index === start) {
          negatedExtglob = true;
        }

        if (scanToEnd === true) {
          let parens = 0;

          while (eos() !== true && (code = advance())) {
            if (code === CHAR_BACKWARD_SLASH) {
              backslashes = token.backslashes = true;
              advance();
              continue;
            }

            if (code === CHAR_LEFT_PARENTHESES) {
              parens++;
              continue;
            }

            if (code === CHAR_RIGHT_PARENTHESES && --parens === 0) {
              finished = true;
              break;
            }
          }
          continue;
        }
        break;
      }
    }

    if (code === CHAR_ASTERISK) {
      if (prev === CHAR_ASTERISK) isGlobstar = token.isGlobstar = true;
      isGlob = token.isGlob = true;
      finished = true;

      if (scanToEnd === true) {
        continue;
      }
      break;
    }

    if (code === CHAR_QUESTION_MARK) {
      isGlob = token.isGlob = true;
      finished = true;

      if (scanToEnd === true) {
        continue;
      }
      break;
    }

    if (code === CHAR_LEFT_SQUARE_BRACKET) {
      while (eos() !== true && (next = advance())) {
        if (next === CHAR_BACKWARD_SLASH) {
          backslashes = token.backslashes = true;
          advance();
          continue;
        }

        if (next === CHAR_RIGHT_SQUARE_BRACKET) {
          isBracket = token.isBracket = true;
          isGlob = token.isGlob = true;
          finished = true;
          break;
        }
      }

      if (scanToEnd === true) {
        continue;
      }

      break;
    }

    if (opts.nonegate !== true && code === CHAR_EXCLAMATION_MARK && index === start) {
      negated = token.negated = true;
      start++;
      continue;
    }

    if (opts.noparen !== true && code === CHAR_LEFT_PARENTHESES) {
      isGlob = token.isGlob = true;

      if (scanToEnd === true) {
        let parens = 1;

        while (eos() !== true && (code = advance())) {
          if (code === CHAR_BACKWARD_SLASH) {
            backslashes = token.backslashes = true;
            advance();
            continue;
          }

          if (code === CHAR_LEFT_PARENTHESES) {
            parens++;
            continue;
          }

          if (code === CHAR_RIGHT_PARENTHESES && --parens === 0) {
            finished = true;
            break;
          }
        }
        continue;
      }
      break;
    }

    if (isGlob === true) {
      finished = true;

      if (scanToEnd === true) {
        continue;
      }

      break;
    }
  }

  if (opts.noext === true) {
    isExtglob = false;
    isGlob = false;
  }

  let base = str;
  let prefix = '';
  let glob = '';

  if (start > 0) {
    prefix = str.slice(0, start);
    str = str.slice(start);
    lastIndex -= start;
  }

  if (base && isGlob === true && lastIndex > 0) {
    base = str.slice(0, lastIndex);
    glob = str.slice(lastIndex);
  } else if (isGlob === true) {
    base = '';
    glob = str;
  } else {
    base = str;
  }

  if (base && base !== '' && base !== '/' && base !== str) {
    if (isPathSeparator(base.charCodeAt(base.length - 1))) {
      base = base.slice(0, -1);
    }
  }

  if (opts.unescape === true) {
    if (glob) glob = utils.removeBackslashes(glob);

    if (base && backslashes === true) {
      base = utils.removeBackslashes(base);
    }
  }

  const state = {
    prefix,
    input,
    start,
    base,
    glob,
    isBrace,
    isBracket,
    isGlob,
    isExtglob,
    isGlobstar,
    negated,
    negatedExtglob
  };

  if (opts.tokens === true) {
    state.maxDepth = 0;
    if (!isPathSeparator(code)) {
      tokens.push(token);
    }
    state.tokens = tokens;
  }

  if (opts.parts === true || opts.tokens === true) {
    let prevIndex;

    for (let idx = 0; idx < slashes.length; idx++) {
      const n = prevIndex !== undefined ? prevIndex + 1 : start;
      const i = slashes[idx];
      const value = input.slice(n, i);
      if (opts.tokens) {
        if (idx === 0 && start !== 0) {
          tokens[idx].isPrefix = true;
          tokens[idx].value = prefix;
        } else {
          tokens[idx].value = value;
        }
        depth(tokens[idx]);
        state.maxDepth += tokens[idx].depth;
      }
      if (i >= start) {
        parts.push(value);
        prevIndex = i;
      }
    }

    const n = prevIndex !== undefined ? prevIndex + 1 : start;
    const value = input.slice(n);
    parts.push(value);

    if (opts.tokens && prevIndex && prevIndex + 1 < input.length) {
      tokens[tokens.length - 1].value = value;
      depth(tokens[tokens.length - 1]);
      state.maxDepth += tokens[tokens.length - 1].depth;
    }

    state.slashes = slashes;
    state.parts = parts;
  }

  return state;
};

module.exports = scan;


/***/ }),

/***/ 59:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

/*global navigator*/


const {
  REGEX_BACKSLASH,
  REGEX_REMOVE_BACKSLASH,
  REGEX_SPECIAL_CHARS,
  REGEX_SPECIAL_CHARS_GLOBAL
} = __nccwpck_require__(595);

exports.isObject = val => val !== null && typeof val === 'object' && !Array.isArray(val);
exports.hasRegexChars = str => REGEX_SPECIAL_CHARS.test(str);
exports.isRegexChar = str => str.length === 1 && exports.hasRegexChars(str);
exports.escapeRegex = str => str.replace(REGEX_SPECIAL_CHARS_GLOBAL, '\\$1');
exports.toPosixSlashes = str => str.replace(REGEX_BACKSLASH, '/');

exports.isWindows = () => {
  if (typeof navigator !== 'undefined' && navigator.platform) {
    const platform = navigator.platform.toLowerCase();
    return platform === 'win32' || platform === 'windows';
  }

  if (typeof process !== 'undefined' && process.platform) {
    return process.platform === 'win32';
  }

  return false;
};

exports.removeBackslashes = str => {
  return str.replace(REGEX_REMOVE_BACKSLASH, match => {
    return match === '\\' ? '' : match;
  });
};

exports.escapeLast = (input, char, lastIdx) => {
  const idx = input.lastIndexOf(char, lastIdx);
  if (idx === -1) return input;
  if (input[idx - 1] === '\\') return exports.escapeLast(input, char, idx - 1);
  return `${input.slice(0, idx)}\\${input.slice(idx)}`;
};

exports.removePrefix = (input, state = {}) => {
  let output = input;
  if (output.startsWith('./')) {
    output = output.slice(2);
    state.prefix = './';
  }
  return output;
};

exports.wrapOutput = (input, state = {}, options = {}) => {
  const prepend = options.contains ? '' : '^';
  const append = options.contains ? '' : '$';

  let output = `${prepend}(?:${input})${append}`;
  if (state.negated === true) {
    output = `(?:^(?!${output}).*$)`;
  }
  return output;
};

exports.basename = (path, { windows } = {}) => {
  const segs = path.split(windows ? /[\\/]/ : '/');
  const last = segs[segs.length - 1];

  if (last === '') {
    return segs[segs.length - 2];
  }

  return last;
};


/***/ }),

/***/ 982:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");

/***/ }),

/***/ 896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 307:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ hintFor),
/* harmony export */   y: () => (/* binding */ GitHubError)
/* harmony export */ });
/* harmony import */ var _untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(854);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(154);
/* harmony import */ var _permissions_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(498);



const MAXIMUM_DETAIL = 200;
class GitHubError extends Error {
    name = 'GitHubError';
    status;
    isRateLimited;
    retryAfterMs;
    retryAt;
    isLocked;
    what;
    hint;
    constructor(operation, facts) {
        const what = `GitHub: ${operation}: ${facts.answer}${quote(facts.detail)}.`;
        super(`${what} ${facts.hint}`, { cause: facts.cause });
        this.what = what;
        this.hint = facts.hint;
        this.status = facts.status;
        this.isRateLimited = facts.isRateLimited ?? false;
        this.retryAfterMs = facts.retryAfterMs;
        this.retryAt = facts.retryAt;
        this.isLocked = facts.isLocked ?? false;
    }
    get isTransient() {
        const { status } = this;
        return this.isRateLimited || status === undefined || status < 300 || status >= 500 || status === 408;
    }
    get isGone() {
        return this.status === 404 || this.status === 410;
    }
}
function quote(detail) {
    if (detail === undefined)
        return '';
    const line = (0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .toOneLine */ .GX)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .readUntrustedText */ .u)(detail)).replaceAll('"', "'");
    return ` and said "${(0,_untrusted_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(line, MAXIMUM_DETAIL)}"`;
}
function hintFor(refusal, permissions) {
    const { status } = refusal;
    if (status === undefined)
        return 'Check https://www.githubstatus.com, and the proxy and network of the runner.';
    if (status === 401)
        return ('The token in `github-token` is wrong or has expired. The token of a GitHub App expires after an hour. ' +
            'For longer runs, use `github.token`, which is valid until the job ends.');
    if (status === 403 || status === 404)
        return hintForPermission(refusal, permissions);
    if (status === 410)
        return 'It was deleted, or issues are turned off in this repository.';
    if (status === 422)
        return 'GitHub considers the request invalid or spam. Try again later.';
    if (status === 429)
        return 'This token has sent too many requests. Try again later.';
    if (status >= 500)
        return 'GitHub has a problem. Check https://www.githubstatus.com, and try again later.';
    return "GitHub doesn't document this status for this request. Check GITHUB_API_URL.";
}
function hintForPermission({ status, acceptedPermissions, isPermissionMissing }, permissions) {
    if (permissions[0] === 'metadata: read')
        return ('The token in `github-token` must be able to read this repository. ' +
            "The token of a workflow can't read other private repositories.");
    const grant = (0,_permissions_js__WEBPACK_IMPORTED_MODULE_1__/* .describePermissions */ .g)(permissions, acceptedPermissions);
    if (status === 404)
        return `It doesn't exist, or the token can't see it: ${grant}.`;
    if (isPermissionMissing)
        return `The token lacks a permission: ${grant}.`;
    const others = 'Locked conversations, archived repositories and IP allow lists get the same status.';
    return `If the token lacks a permission, ${grant}. ${others}`;
}


/***/ }),

/***/ 684:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ createFailureBudget)
/* harmony export */ });
/* harmony import */ var _network_retry_after_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(576);

const DEFAULT_FAILURES_MS = 30_000;
const LONGEST_BACK_OFF_MS = 4_000;
function createFailureBudget({ clock, random, failuresMs = DEFAULT_FAILURES_MS, longestWaitMs = Number.POSITIVE_INFINITY, }) {
    let left = failuresMs;
    let countedUntilMs = Number.NEGATIVE_INFINITY;
    return {
        leftMs: () => Math.max(0, left),
        spend,
        async pause(attempt, signal, askedMs = 0) {
            const waitMs = Math.min(askedMs, longestWaitMs);
            if (left <= 0 || waitMs > left)
                return false;
            const startedAt = clock.now();
            const backOffMs = (0,_network_retry_after_js__WEBPACK_IMPORTED_MODULE_0__/* .backOff */ .fu)(attempt, random, LONGEST_BACK_OFF_MS);
            await clock.sleep(Math.max(waitMs, Math.min(left, backOffMs)), signal);
            spend(startedAt);
            return true;
        },
    };
    function spend(sinceMs) {
        const nowMs = clock.now();
        left -= Math.max(0, nowMs - Math.max(sinceMs, countedUntilMs));
        countedUntilMs = Math.max(nowMs, countedUntilMs);
    }
}


/***/ }),

/***/ 498:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ describePermissions),
/* harmony export */   m: () => (/* binding */ permissionsFor)
/* harmony export */ });
function permissionsFor(kind, level) {
    if (kind === undefined)
        return [`issues: ${level}`, `pull-requests: ${level}`];
    return [kind === 'issue' ? `issues: ${level}` : `pull-requests: ${level}`];
}
function describePermissions(expected, accepted) {
    const sets = readAccepted(accepted);
    const isKnown = sets.some((set) => set.length === 1 && expected.some((each) => includes(each, set[0] ?? '')));
    if (sets.length > 0 && !isKnown)
        return sets.map(describeSet).join(', or ');
    const [first, second] = expected;
    if (second === undefined)
        return describeSet([first]);
    return `${describeSet([first])} (on a pull request: \`${second}\`)`;
}
function includes(granted, asked) {
    return granted === asked || granted === asked.replace(/: read$/u, ': write');
}
function readAccepted(header) {
    return header
        .split(';')
        .map((set) => set.split(',').map((each) => each.trim()))
        .filter((set) => set.every((each) => /^[a-z_]{1,40}=(?:read|write|admin)$/u.test(each)))
        .map((set) => set.map((each) => each.replaceAll('_', '-').replace('=', ': ')));
}
const WORKFLOW_SCOPES = new Set([
    ...['actions', 'attestations', 'checks', 'contents', 'deployments', 'discussions', 'issues', 'models'],
    ...['packages', 'pages', 'pull-requests', 'repository-projects', 'security-events', 'statuses'],
]);
function describeSet(set) {
    const names = set.map((each) => `\`${each}\``).join(' and ');
    const isForWorkflows = set.every((each) => WORKFLOW_SCOPES.has(each.split(':')[0] ?? ''));
    if (!isForWorkflows)
        return `give the token in \`github-token\` the permission ${names}`;
    return `add to the job, under \`permissions:\`, the ${set.length === 1 ? 'line' : 'lines'} ${names}`;
}


/***/ }),

/***/ 298:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   HS: () => (/* binding */ parseForeignText),
/* harmony export */   Wp: () => (/* binding */ parseAnswer),
/* harmony export */   dT: () => (/* binding */ createRequests),
/* harmony export */   f1: () => (/* binding */ fetchPages),
/* harmony export */   md: () => (/* binding */ PAGE_SIZE),
/* harmony export */   ve: () => (/* binding */ isSameRepository)
/* harmony export */ });
/* harmony import */ var _untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(443);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(154);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(307);



const PAGE_SIZE = 100;
const MAXIMUM_PAGES = 100;
function parseAnswer(query, answer) {
    const data = query.parse(answer.data);
    if (data !== undefined)
        return { ...answer, data };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y(query.operation, {
        status: answer.status,
        answer: "the answer doesn't have the form that GitHub documents",
        hint: 'Check GITHUB_API_URL, and whether a proxy answers instead of GitHub.',
    });
}
function createRequests(request, repository, threadKind) {
    const [owner = '', repo = ''] = repository.split('/');
    const own = { owner, repo };
    function send(query) {
        const { number: _, ...parameters } = { ...own, ...query.parameters };
        const operation = `${query.operation} in ${parameters['owner']}/${parameters['repo']}`;
        return request({ ...query, operation, parameters });
    }
    return {
        repository,
        threadKind,
        send,
        async fetch(query) {
            return (await send(query)).data;
        },
        async fetchAll(query, identify, maximum = MAXIMUM_PAGES, isEnough = () => false) {
            const items = new Map();
            for await (const page of fetchPages(send, query, identify, maximum)) {
                for (const item of page)
                    items.set(identify(item), item);
                if (isEnough([...items.values()]))
                    break;
            }
            return [...items.values()];
        },
        permissionsIn({ owner, repo } = own, level) {
            const isOwn = isSameRepository(`${owner}/${repo}`, repository);
            return [isOwn || level === 'write' ? `pull-requests: ${level}` : 'metadata: read'];
        },
    };
}
async function* fetchPages(send, query, identify, maximum) {
    const known = new Set();
    for (let page = 1; page <= maximum; page += 1) {
        const parameters = { per_page: PAGE_SIZE, ...query.parameters, page };
        const { data, link } = await send({ ...query, parameters });
        const before = known.size;
        for (const item of data)
            known.add(identify(item));
        if (known.size === before)
            return;
        yield data;
        if (!link.includes('rel="next"') && (link !== '' || data.length < PAGE_SIZE))
            return;
    }
}
function isSameRepository(name, other) {
    return name.toLowerCase() === other.toLowerCase();
}
function parseForeignText(value) {
    const text = (0,_untrusted_json_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)(value);
    return text === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .untrustedText */ .U)(text);
}


/***/ }),

/***/ 222:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  T$: () => (/* binding */ ConnectError),
  _O: () => (/* binding */ USER_AGENT),
  Hy: () => (/* binding */ createFetch),
  y5: () => (/* binding */ delayAbort),
  Mu: () => (/* binding */ raceAbort)
});

;// CONCATENATED MODULE: external "node:http"
const external_node_http_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");
var external_node_http_namespaceObject_0 = /*#__PURE__*/__nccwpck_require__.t(external_node_http_namespaceObject, 2);
;// CONCATENATED MODULE: external "node:https"
const external_node_https_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:https");
var external_node_https_namespaceObject_0 = /*#__PURE__*/__nccwpck_require__.t(external_node_https_namespaceObject, 2);
;// CONCATENATED MODULE: external "node:stream"
const external_node_stream_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");
;// CONCATENATED MODULE: external "node:tls"
const external_node_tls_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");
;// CONCATENATED MODULE: external "node:zlib"
const external_node_zlib_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
// EXTERNAL MODULE: ./build/network/proxies.js
var proxies = __nccwpck_require__(133);
;// CONCATENATED MODULE: ./build/network/fetch.js






const USER_AGENT = 'docs-agent-action/1';
class ConnectError extends Error {
    name = 'ConnectError';
    constructor(cause) {
        super('The connection was not made.', { cause });
    }
}
const CONNECT_TIME_LIMIT_MS = 10_000;
function createFetch(environment, connectTimeLimitMs = CONNECT_TIME_LIMIT_MS) {
    const proxyEnv = (0,proxies/* readProxies */.r)(environment);
    const createAgents = (keepAlive) => {
        const options = { keepAlive, timeout: connectTimeLimitMs, ...(proxyEnv !== undefined && { proxyEnv }) };
        return { 'http:': new external_node_http_namespaceObject.Agent(options), 'https:': new external_node_https_namespaceObject.Agent(options) };
    };
    const kept = createAgents(true);
    const fresh = createAgents(false);
    return async (url, request) => {
        const target = new URL(url);
        const agents = request.method === 'POST' ? fresh : kept;
        const agent = agents[target.protocol === 'https:' ? 'https:' : 'http:'];
        return toFetchResponse(await send(target, request, agent, connectTimeLimitMs));
    };
}
async function send(url, { method, headers, body, signal }, agent, connectTimeLimitMs) {
    const { promise, resolve, reject } = Promise.withResolvers();
    let isConnected = false;
    let timer;
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    try {
        const options = {
            method,
            headers: { ...headers, 'accept-encoding': ENCODINGS.join(', ') },
            agent,
            signal,
        };
        const request = (url.protocol === 'https:' ? external_node_https_namespaceObject_0 : external_node_http_namespaceObject_0).request(url, options);
        request.on('response', resolve).on('error', reject);
        request.on('upgrade', (_response, socket) => {
            reject(createError('ECONNRESET', 'The server switched to another protocol.'));
            socket.destroy();
        });
        timer = setTimeout(() => {
            reject(createError('ETIMEDOUT', 'Connecting took too long.'));
            request.destroy();
        }, connectTimeLimitMs);
        whenConnected(request, () => {
            isConnected = true;
            clearTimeout(timer);
        });
        request.end(body);
        return await promise;
    }
    catch (error) {
        const reason = signal.aborted ? signal.reason : error;
        throw isConnected ? reason : new ConnectError(reason);
    }
    finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
    }
}
function whenConnected(request, listener) {
    request.once('socket', (socket) => {
        if (socket.connecting)
            socket.once(socket instanceof external_node_tls_namespaceObject.TLSSocket ? 'secureConnect' : 'connect', listener);
        else if (!socket.destroyed)
            listener();
    });
}
function createError(code, message) {
    return Object.assign(new Error(message), { code });
}
const STATUSES_WITHOUT_BODY = [204, 205, 304];
function toFetchResponse(message) {
    const { statusCode: status = 0, headers } = message;
    message.on('error', () => undefined);
    const hasBody = !STATUSES_WITHOUT_BODY.includes(status);
    if (!hasBody)
        message.resume();
    const body = hasBody ? decompress(message) : null;
    return {
        status,
        headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
        async text() {
            const chunks = [];
            for await (const chunk of body ?? [])
                chunks.push(chunk);
            return Buffer.concat(chunks).toString();
        },
    };
}
const DECOMPRESSORS = new Map([
    ['gzip', external_node_zlib_namespaceObject.createGunzip],
    ['deflate', external_node_zlib_namespaceObject.createInflate],
    ['br', external_node_zlib_namespaceObject.createBrotliDecompress],
    ['zstd', external_node_zlib_namespaceObject.createZstdDecompress],
]);
const ENCODINGS = [...DECOMPRESSORS.keys()];
function decompress(message) {
    const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    const decompressor = DECOMPRESSORS.get(encoding)?.();
    return decompressor === undefined ? message : (0,external_node_stream_namespaceObject.pipeline)(message, decompressor, () => undefined);
}
function delayAbort(signal, ms) {
    const controller = new AbortController();
    const begin = () => {
        const reason = new Error(`The run was cancelled, and this took longer than ${ms / 1000} s after that.`);
        setTimeout(() => controller.abort(reason), ms).unref();
    };
    if (signal.aborted)
        begin();
    else
        signal.addEventListener('abort', begin, { once: true });
    return controller.signal;
}
async function raceAbort(promise, signal) {
    const { promise: aborted, reject } = Promise.withResolvers();
    const onAbort = () => reject(signal.reason);
    if (signal.aborted)
        onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
        return await Promise.race([promise, aborted]);
    }
    finally {
        signal.removeEventListener('abort', onAbort);
        promise.catch(() => { });
    }
}


/***/ }),

/***/ 133:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ ProxySettingError),
/* harmony export */   r: () => (/* binding */ readProxies)
/* harmony export */ });
class ProxySettingError extends Error {
    name = 'ProxySettingError';
    hint;
    constructor(variable, reason, hint) {
        super(`Could not use the proxy in ${variable}: ${reason}.`);
        this.hint = hint;
    }
}
function readProxies(environment, nodeVersion = process.versions.node) {
    const httpProxy = readProxy(environment, 'HTTP_PROXY');
    const httpsProxy = readProxy(environment, 'HTTPS_PROXY');
    if (httpProxy === '' && httpsProxy === '')
        return undefined;
    if (!canUseProxies(nodeVersion))
        throw new ProxySettingError(httpsProxy === '' ? 'HTTP_PROXY' : 'HTTPS_PROXY', `the runner's Node ${nodeVersion} doesn't support proxies`, 'Update the runner to version 2.328.0 or later.');
    return { http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: readExceptions(environment) };
}
function canUseProxies(nodeVersion) {
    const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
    return major > 24 || (major === 24 && minor >= 5);
}
function readVariable(environment, name) {
    return (environment[name.toLowerCase()] || environment[name] || '').trim();
}
function readProxy(environment, name) {
    const value = readVariable(environment, name);
    if (value === '')
        return '';
    const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) ? value : `http://${value}`);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
        throw new ProxySettingError(name, "it isn't an http or https URL", 'Set the variable to a URL such as `http://proxy.example:3128`, or remove it.');
    url.username = escapeBarePercent(url.username);
    url.password = escapeBarePercent(url.password);
    return url.href;
}
function escapeBarePercent(text) {
    return text.replace(/%(?![0-9a-f]{2})/giu, '%25');
}
function readExceptions(environment) {
    const entries = readVariable(environment, 'NO_PROXY')
        .replace(/[[\]]/gu, '')
        .split(/[\s,]+/u);
    return entries
        .filter((entry) => entry !== '')
        .flatMap((entry) => (/^[.*]/u.test(entry) ? [entry] : [entry, `.${entry}`]))
        .join(',');
}


/***/ }),

/***/ 576:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   fu: () => (/* binding */ backOff),
/* harmony export */   m6: () => (/* binding */ parseHttpDate),
/* harmony export */   mu: () => (/* binding */ parseRetryAfter)
/* harmony export */ });
const HTTP_DATES = [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
function parseRetryAfter(headers, wallClockMs) {
    const text = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+(?:\.\d+)?$/.test(text))
        return bound(Number(text) * 1000);
    const at = parseHttpDate(text);
    if (at === undefined)
        return undefined;
    return bound(at - (parseHttpDate(headers.get('date')) ?? wallClockMs));
}
const FIRST_PAUSE_MS = 500;
function backOff(attempt, random, longestMs) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), longestMs);
    return Math.round(pauseMs * (1 - random() / 2));
}
function parseHttpDate(header) {
    const text = header?.trim() ?? '';
    if (!HTTP_DATES.some((form) => form.test(text)))
        return undefined;
    const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
    return Number.isNaN(at) ? undefined : at;
}
function bound(ms) {
    return Math.min(Math.max(Math.ceil(ms), 0), Number.MAX_SAFE_INTEGER);
}


/***/ }),

/***/ 854:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   GX: () => (/* binding */ toOneLine),
/* harmony export */   g9: () => (/* binding */ escapeCommands),
/* harmony export */   ml: () => (/* binding */ shorten),
/* harmony export */   ts: () => (/* binding */ escapeInvisible)
/* harmony export */ });
/* unused harmony export toPlainName */

const UNSEEN = new RegExp('[\\0-\\x08\\v-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E' +
    '\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E007F}\\p{Cs}]', 'gu');
function escapeInvisible(text) {
    return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
function toOneLine(text) {
    return escapeInvisible(text.replace(/[\s\u0085]+/gu, ' ').trim());
}
function toPlainName(text) {
    return /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u.exec(readUntrustedText(text).trim())?.[0] ?? '';
}
function shorten(text, maximum) {
    const points = Array.from(text.slice(0, 2 * maximum + 2));
    return points.length <= maximum ? text : `${points.slice(0, maximum - 1).join('')}…`;
}
function escapeCommands(text) {
    return text
        .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
        .map((line) => escapeInvisible(line)
        .replace(/^(\s*):(?=:)/u, '$1: ')
        .replaceAll('##[', '## ['))
        .join('\n');
}


/***/ }),

/***/ 443:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ag: () => (/* binding */ readObject),
/* harmony export */   LD: () => (/* binding */ readList),
/* harmony export */   _0: () => (/* binding */ readCount),
/* harmony export */   dm: () => (/* binding */ dropAbsent),
/* harmony export */   kz: () => (/* binding */ readNumber),
/* harmony export */   qF: () => (/* binding */ parseJson),
/* harmony export */   qU: () => (/* binding */ readFields),
/* harmony export */   yR: () => (/* binding */ readText)
/* harmony export */ });
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function readText(value) {
    return typeof value === 'string' ? value : undefined;
}
function readNumber(value) {
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
function readCount(value) {
    const number = readNumber(value);
    return number !== undefined && number >= 0 ? number : undefined;
}
function readObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
function readFields(value) {
    return readObject(value) ?? {};
}
function readList(value, readItem) {
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
function dropAbsent(fields) {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present);
}


/***/ }),

/***/ 154:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ untrustedText),
/* harmony export */   u: () => (/* binding */ readUntrustedText)
/* harmony export */ });
function untrustedText(text) {
    return text;
}
function readUntrustedText(text) {
    return text;
}


/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".main.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
var __webpack_exports__ = {};

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ main),
  V: () => (/* binding */ runMain)
});

// EXTERNAL MODULE: ./build/untrusted/text.js
var untrusted_text = __nccwpck_require__(154);
;// CONCATENATED MODULE: ./build/untrusted/safe-url.js

const MAXIMUM_LENGTH = 2048;
const PLAIN = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u;
function toSafeUrl(text) {
    const url = (0,untrusted_text/* readUntrustedText */.u)(text);
    if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url))
        return undefined;
    const parsed = new URL(url);
    return parsed.username === '' && parsed.href.length <= MAXIMUM_LENGTH ? parsed : undefined;
}
const MAXIMUM_SEGMENT_LENGTH = 512;
function isPathSegment(text) {
    return text !== '' && findIdRule(text) === undefined;
}
function findIdRule(text) {
    if (text === '.' || text === '..')
        return 'an ID, not a relative path';
    if (/[\s\p{Cc}]/u.test(text))
        return 'an ID without white space or control characters';
    if (!text.isWellFormed())
        return 'an ID in well-formed Unicode';
    return text.length > MAXIMUM_SEGMENT_LENGTH ? `an ID of up to ${MAXIMUM_SEGMENT_LENGTH} characters` : undefined;
}
function encodePathSegment(text) {
    if (!isPathSegment(text))
        throw new RangeError("This text can't be one segment of a path.");
    return encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

// EXTERNAL MODULE: ./build/untrusted/escape.js
var untrusted_escape = __nccwpck_require__(854);
// EXTERNAL MODULE: ./build/untrusted/json.js
var json = __nccwpck_require__(443);
;// CONCATENATED MODULE: ./build/docs-service/errors.js
function sendsPrompt(operation) {
    return operation === 'create agent job' || operation === 'send follow-up message';
}
const UNCLEAR_STATUSES = [408, 425];
function decideCertainty(status) {
    return status >= 400 && status < 500 && !UNCLEAR_STATUSES.includes(status) ? 'not-accepted' : 'unknown';
}
function describeTarget({ method, url }) {
    return `${method} ${url.origin}${url.pathname}`;
}
const ErrorWithFailure = Error;
class DocsServiceError extends ErrorWithFailure {
    name = 'DocsServiceError';
    url;
    hint;
    constructor(failure, target, cameBack, options) {
        super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options);
        this.url = target.slice(target.indexOf(' ') + 1);
        Object.assign(this, failure);
        this.hint = findHint(failure);
    }
    get isUnavailable() {
        const { operation, certainty, kind, status } = this;
        if (!sendsPrompt(operation) || certainty !== 'not-accepted')
            return false;
        return kind === 'not-connected' || kind === 'deadline' || status === 429;
    }
}
class RequestLimitError extends Error {
    name = 'RequestLimitError';
    constructor(target) {
        super(`Did not send ${target}: the request limit is reached.`);
    }
}
function findHint({ operation, kind, status, isJson }) {
    if (sendsPrompt(operation))
        return '';
    if (kind === 'unreadable' && isJson === true)
        return "The service's JSON isn't as documented. Try again later, or contact its support.";
    if (kind !== 'status' || status === undefined)
        return KIND_HINTS[kind];
    if (status < 400)
        return REDIRECT_HINT;
    if (status >= 500 || status === 408)
        return KIND_HINTS.status;
    if (operation === 'get agent job' && status === 429)
        return 'The service asks for fewer requests. Try again later.';
    return STATUS_HINTS[status] ?? 'The service rejected the request. Read its message, and check `base-url`.';
}
const STATUS_HINTS = {
    400: 'The service rejected the query. Check `date-from`, `date-to`, `limit` and `offset`.',
    401: 'The key is wrong, or has expired (by default after 90 days). ' +
        'Create an admin key in the dashboard, and save it as the secret that `api-key` uses.',
    403: 'The key lacks the `read` scope, or an IP allow list excludes the runner.',
    404: 'Project not found. Check `base-url` and `project-id`, which is on the API keys page of the dashboard.',
    407: 'The proxy requires a login. Set the proxy variable to `http://user:password@host:port`.',
    429: 'The quota is used up: an organization has 100 analytics requests per hour, shared by all analytics endpoints. ' +
        'Try again later.',
};
const KIND_HINTS = {
    'not-connected': "Check `base-url`, the proxy variables HTTPS_PROXY and NO_PROXY, the firewall, and the host's certificate.",
    'no-answer': "The connection or the service failed. Check the service's status page.",
    status: 'The service has a problem. Check its status page, and try again later.',
    unreadable: 'Check that `base-url` leads to the service, and not to a proxy, login page or error page.',
    cancelled: 'The run was cancelled.',
    deadline: 'The time limit was reached. Set a longer `timeout`.',
};
const REDIRECT_HINT = 'Redirects are never followed, so that the key stays with the host in `base-url`. ' +
    "Set `base-url` to the service's own address.";

;// CONCATENATED MODULE: ./build/docs-service/schema.js




const END_STATUSES = ['completed', 'archived', 'failed'];
const STATUSES = ['active', ...END_STATUSES];
function endsJob(status) {
    return END_STATUSES.some((each) => each === status);
}
function formatStatus({ status, unknownStatus }) {
    return status ?? (unknownStatus === undefined ? '' : toPlainName(unknownStatus));
}
class ShapeError extends Error {
    name = 'ShapeError';
}
function parseJob(value, redact) {
    const fields = (0,json/* readObject */.Ag)(value);
    if (fields === undefined)
        throw new ShapeError('something other than a job');
    const wrongFields = [];
    const parse = (name, from = fields, label = name) => {
        const field = from[name];
        const text = (0,json/* readText */.yR)(field);
        if (text === undefined && field !== undefined && field !== null)
            wrongFields.push(label);
        return text === undefined || text === '' ? undefined : redact(text);
    };
    const parseUntrusted = (...field) => {
        const text = parse(...field);
        return text === undefined ? undefined : (0,untrusted_text/* untrustedText */.U)(text);
    };
    const source = (0,json/* readObject */.Ag)(fields['source']);
    if (source === undefined && fields['source'] !== undefined && fields['source'] !== null)
        wrongFields.push('source');
    const id = parse('id');
    const job = {
        id: id !== undefined && isPathSegment(id) ? id : undefined,
        ...parseStatus(parse('status')),
        ...parsePullRequest(parseUntrusted('prLink')),
        model: parseUntrusted('model'),
        source: source &&
            (0,json/* dropAbsent */.dm)({
                repository: parseUntrusted('repository', source, 'source.repository'),
                ref: parseUntrusted('ref', source, 'source.ref'),
            }),
        createdAt: parseUntrusted('createdAt'),
        archivedAt: parseUntrusted('archivedAt'),
    };
    return (0,json/* dropAbsent */.dm)({ ...job, wrongFields: wrongFields.length > 0 ? wrongFields : undefined });
}
function parseStatus(text) {
    if (text === undefined)
        return {};
    const status = STATUSES.find((each) => each === text);
    return status === undefined ? { unknownStatus: (0,untrusted_text/* untrustedText */.U)(text) } : { status };
}
function parsePullRequest(link) {
    if (link === undefined)
        return {};
    const pullRequest = toSafeUrl(link);
    return pullRequest === undefined ? { isPrLinkRefused: true } : { pullRequest };
}
function parseViewsPage(value, offset, redact) {
    const page = (0,json/* readObject */.Ag)(value);
    if (page === undefined)
        throw new ShapeError('something other than a page of page views');
    const { views, hasMore } = page;
    const totals = (0,json/* readObject */.Ag)(page['totals']);
    if (totals === undefined)
        throw new ShapeError('a page of page views without `totals`');
    for (const name of COUNTS)
        if ((0,json/* readCount */._0)(totals[name]) === undefined)
            throw new ShapeError(`a page of page views whose \`totals.${name}\` isn't a count`);
    if (!Array.isArray(views))
        throw new ShapeError("a page of page views whose `views` isn't a list");
    if (typeof hasMore !== 'boolean')
        throw new ShapeError('a page of page views whose `hasMore` is neither true nor false');
    views.forEach((row, index) => {
        parseRow(row, offset + index + 1, redact);
    });
    const { human, ai, total } = totals;
    return { totals: { human, ai, total }, views, hasMore };
}
const COUNTS = ['human', 'ai', 'total'];
function parseRow(value, number, redact) {
    const row = (0,json/* readObject */.Ag)(value);
    if (row === undefined)
        throw new ShapeError(`a page of page views whose row ${number} isn't an object`);
    const path = (0,json/* readText */.yR)(row['path']);
    if (path === undefined)
        throw new ShapeError(`a page of page views whose row ${number} has no text as its \`path\``);
    for (const name of COUNTS)
        if ((0,json/* readCount */._0)(row[name]) === undefined)
            throw new ShapeError(`a page of page views whose row ${number} has no count as its \`${name}\``);
    row['path'] = (0,untrusted_text/* untrustedText */.U)(redact(path).toWellFormed());
}

;// CONCATENATED MODULE: ./build/docs-service/reply.js





function parseReply(redact, target, { status, bytes }, parse) {
    const refuse = (what, answer) => {
        const { operation } = target;
        return new DocsServiceError({ operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' }, describeTarget(target), `was answered with status ${status} and ${what}`);
    };
    const body = decoder.decode(bytes);
    const value = (0,json/* parseJson */.qF)(body);
    if (value === undefined) {
        const what = body === '' ? 'an empty body' : "a body that isn't JSON";
        throw refuse(what, parseErrorBody(body, redact));
    }
    try {
        return parse(value, isClean(body, redact) ? keep : redact);
    }
    catch (error) {
        if (!(error instanceof ShapeError))
            throw error;
        throw refuse(error.message, parseErrorValue(value, redact));
    }
}
const decoder = new TextDecoder();
function isClean(body, redact) {
    return !body.includes('\\') && redact(body) === body;
}
function keep(text) {
    return text;
}
const MAXIMUM_CODE_POINTS = 500;
function parseErrorBody(body, redact) {
    const value = (0,json/* parseJson */.qF)(body);
    if ((0,json/* readObject */.Ag)(value) !== undefined)
        return parseErrorValue(value, redact);
    const serviceMessage = toDetail(stripMarkup(redact(body).slice(0, MAXIMUM_ERROR_BYTES)), redact);
    return { isJson: value !== undefined, hasErrorField: false, serviceMessage };
}
function parseErrorValue(value, redact) {
    return {
        isJson: true,
        hasErrorField: toWords((0,json/* readFields */.qU)(value)['error']) !== undefined,
        serviceMessage: toDetail(findWords(value) ?? '', redact),
    };
}
function toDetail(words, redact) {
    const line = words.replace(/[\p{C}\s]+/gu, ' ').trim();
    const detail = (0,untrusted_escape/* shorten */.ml)(redact(line), MAXIMUM_CODE_POINTS);
    return detail === '' ? undefined : (0,untrusted_text/* untrustedText */.U)(detail);
}
function findWords(value) {
    const body = (0,json/* readObject */.Ag)(value);
    if (body === undefined)
        return undefined;
    const details = Array.isArray(body['details']) ? body['details'].slice(0, 10) : [];
    const messages = details.map((entry) => (0,json/* readFields */.qU)(entry)['message']);
    const words = [toWords(body['error']), toWords(body['message']), ...messages];
    return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ');
}
function toWords(value) {
    return (0,json/* readText */.yR)(value) ?? (0,json/* readText */.yR)((0,json/* readFields */.qU)(value)['message']);
}
function stripMarkup(body) {
    return body
        .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
        .replace(/<!--[^<>]*-->/g, ' ')
        .replace(/<[^<>]*>/g, ' ');
}
const MAXIMUM_ERROR_BYTES = 16 * 1024;
async function receiveBytes({ body }, maximumBytes) {
    const chunks = [];
    let length = 0;
    for await (const chunk of body ?? []) {
        length += chunk.byteLength;
        chunks.push(chunk);
        if (length > maximumBytes)
            return { bytes: Buffer.concat(chunks, maximumBytes), isWhole: false };
    }
    const [only] = chunks;
    return { bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks), isWhole: true };
}
const LONGEST_FORM = 6;
async function receiveErrorAnswer(response, { apiKey, redact }) {
    try {
        const { bytes, isWhole } = await receiveBytes(response, MAXIMUM_ERROR_BYTES);
        const text = decoder.decode(bytes);
        return parseErrorBody(isWhole ? text : redact(text).slice(0, -LONGEST_FORM * apiKey.length), redact);
    }
    catch {
        return {};
    }
}

// EXTERNAL MODULE: ./build/network/fetch.js + 5 modules
var network_fetch = __nccwpck_require__(222);
// EXTERNAL MODULE: ./build/network/retry-after.js
var retry_after = __nccwpck_require__(576);
;// CONCATENATED MODULE: ./build/docs-service/request.js




function createRequestCount(maximum) {
    let sent = 0;
    return {
        take() {
            if (sent >= maximum)
                return false;
            sent += 1;
            return true;
        },
        sent: () => sent,
    };
}
async function sendRequest(transport, request, limits) {
    const timeLimit = startTimeLimit(limits, transport.now(), request.timeLimitMs);
    if (timeLimit.findStop())
        throw describeStop(request, timeLimit, { certainty: 'not-accepted' });
    if (limits.allowRequest?.() === false)
        throw new RequestLimitError(describeTarget(request));
    const response = await receiveHeaders(transport, request, timeLimit);
    const { status } = response;
    if (status < 200 || status >= 300)
        throw await describeStatus(transport, request, response, timeLimit);
    return { status, bytes: await receiveBody(request, response, timeLimit) };
}
async function receiveHeaders({ fetch, apiKey }, request, timeLimit) {
    const { method, url, body } = request;
    const headers = {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        'user-agent': network_fetch/* USER_AGENT */._O,
        ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const { signal } = timeLimit;
    try {
        return await fetch(url, {
            method,
            headers,
            redirect: 'manual',
            signal,
            ...(body !== undefined && { body }),
        });
    }
    catch (cause) {
        const wasNotSent = cause instanceof network_fetch/* ConnectError */.T$;
        const certainty = wasNotSent ? 'not-accepted' : 'unknown';
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, { certainty }, cause);
        const kind = wasNotSent ? 'not-connected' : 'no-answer';
        const cameBack = wasNotSent ? 'could not be reached' : 'got no answer, the connection broke';
        const code = findErrorCode(cause);
        throw createError(request, { kind, certainty, code }, cameBack + describeCode(code), cause);
    }
}
async function receiveBody(request, response, timeLimit) {
    const received = { certainty: 'unknown', status: response.status };
    try {
        const { bytes, isWhole } = await receiveBytes(response, request.maximumBytes);
        if (isWhole)
            return bytes;
    }
    catch (cause) {
        if (timeLimit.findStop())
            throw describeStop(request, timeLimit, received, cause);
        const code = findErrorCode(cause);
        const broken = `but the connection broke in the middle of the answer${describeCode(code)}`;
        const cameBack = `was answered with status ${response.status}, ${broken}`;
        throw createError(request, { ...received, kind: 'no-answer', code }, cameBack, cause);
    }
    const cameBack = `was answered with more than ${request.maximumBytes / 1024 / 1024} MiB`;
    throw createError(request, { ...received, kind: 'unreadable' }, cameBack);
}
async function describeStatus(transport, request, response, timeLimit) {
    const { status } = response;
    const certainty = decideCertainty(status);
    if (status < 400) {
        timeLimit.abandon();
        const cameBack = `was answered with a redirect (status ${status}), which is not followed`;
        return createError(request, { kind: 'status', certainty, status }, cameBack);
    }
    const now = transport.wallClock();
    const retryAfterMs = (0,retry_after/* parseRetryAfter */.mu)(response.headers, now);
    const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : '';
    const retryAt = retryAfterMs ? now + retryAfterMs : undefined;
    const answer = await receiveErrorAnswer(response, transport);
    const facts = { kind: 'status', certainty, status, retryAfterMs, retryAt, ...answer };
    return createError(request, facts, `was answered with status ${status}${wait}`);
}
function describeStop(request, { findStop, lengthMs }, facts, cause) {
    const stop = findStop() ?? 'cancelled';
    const kind = stop === 'time limit' ? 'no-answer' : stop;
    const cameBack = {
        cancelled: 'was cancelled',
        deadline: 'was not answered before the time was up',
        'time limit': `was not answered in full within ${lengthMs / 1000} s`,
    }[stop];
    return createError(request, { ...facts, kind }, cameBack, cause);
}
function createError(request, facts, cameBack, cause) {
    const failure = { operation: request.operation, ...facts };
    return new DocsServiceError(failure, describeTarget(request), cameBack, { cause });
}
function describeCode(code) {
    return code === undefined ? '' : ` (${code})`;
}
function startTimeLimit({ signal, deadline, graceMs = 0 }, now, timeLimitMs) {
    const timeLeftMs = deadline - now;
    const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs));
    const timeout = AbortSignal.timeout(Math.ceil(lengthMs));
    const cancelled = signal.aborted || graceMs === 0 ? signal : (0,network_fetch/* delayAbort */.y5)(signal, graceMs);
    const abandoned = new AbortController();
    return {
        lengthMs,
        signal: AbortSignal.any([timeout, cancelled, abandoned.signal]),
        findStop() {
            if (cancelled.aborted)
                return 'cancelled';
            if (lengthMs > 0 && !timeout.aborted)
                return undefined;
            return timeLeftMs <= timeLimitMs ? 'deadline' : 'time limit';
        },
        abandon: () => abandoned.abort(),
    };
}
function findErrorCode(error) {
    const codes = listCauses(error).map((cause) => cause.code);
    return codes.findLast((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code));
}
function listCauses(error) {
    const causes = [];
    for (let next = error; next instanceof Error && causes.length < 10; next = next.cause)
        causes.push(next);
    return causes;
}

;// CONCATENATED MODULE: ./build/docs-service/retry.js



const MAXIMUM_ATTEMPTS = 4;
const LAST_ATTEMPT_MS = { earliest: 50_000, planned: 55_000, latest: 60_000 };
const LEAST_TIME_MS = 30_000;
const LONGEST_BACK_OFF_MS = 8_000;
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
function decideRetryDelay(failure, situation) {
    const { attempt, elapsedMs, beganMs, timeLeftMs, totalMs, waitForQuota = true } = situation;
    const { operation, kind, certainty, retryAfterMs } = failure;
    const isRead = !sendsPrompt(operation);
    const pauseMs = (0,retry_after/* backOff */.fu)(attempt, situation.random, LONGEST_BACK_OFF_MS);
    const isPatient = !isRead && retryAfterMs === undefined;
    const untilLastMs = isPatient ? Math.max(0, LAST_ATTEMPT_MS.planned - elapsedMs) : pauseMs;
    const delayMs = retryAfterMs || Math.min(pauseMs, untilLastMs);
    const wasLast = beganMs >= LAST_ATTEMPT_MS.earliest || elapsedMs >= LAST_ATTEMPT_MS.latest;
    const leastTimeMs = isRead ? 0 : Math.min(LEAST_TIME_MS, totalMs / 10);
    const reasonsToEnd = [
        !isRead && certainty === 'unknown',
        kind === 'cancelled' || kind === 'deadline',
        kind === 'status' && !isTemporary(failure.status),
        kind === 'unreadable',
        kind === 'status' && failure.status === 429 && !waitForQuota,
        isRead && attempt >= MAXIMUM_ATTEMPTS,
        isPatient && wasLast,
        delayMs + leastTimeMs >= timeLeftMs,
        delayMs > (isRead ? LONGEST_PAUSE_FOR_VIEWS_MS : LONGEST_PAUSE_MS),
    ];
    return reasonsToEnd.includes(true) ? undefined : delayMs;
}
function isTemporary(status = 0) {
    return status === 408 || status === 429 || status >= 500;
}
function mayPassUntilNextPoll({ kind, status = 0 }) {
    if (kind === 'cancelled' || kind === 'deadline')
        return false;
    if (kind !== 'status')
        return true;
    return status < 400 || status === 409 || status === 425 || isTemporary(status);
}
async function repeat({ sleep, now, random, onRetry }, limits, quota, send, offset) {
    let endWait;
    let failure;
    let attempt = 1;
    const { deadline, waitForQuota } = limits;
    let waitedUntil = now();
    const totalMs = deadline - waitedUntil;
    const describe = (attemptAt) => ({
        attempt,
        elapsedMs: now() - waitedUntil,
        beganMs: attemptAt - waitedUntil,
        timeLeftMs: deadline - now(),
        totalMs,
        waitForQuota,
        random,
    });
    try {
        for (;;) {
            if (endWait === undefined)
                await quota.join(limits.signal);
            const attemptAt = now();
            const result = await attemptOnce(send, failure);
            failure = undefined;
            if (!(result instanceof DocsServiceError))
                return result;
            failure = result;
            if (isQuotaUsedUp(result)) {
                endWait ??= quota.beginWait();
                if (endWait === undefined)
                    continue;
            }
            const delayMs = decideRetryDelay(result, describe(attemptAt));
            if (delayMs === undefined)
                throw result;
            onRetry?.({ failure: result, attempt, delayMs, offset });
            attempt += 1;
            await unlessAborted(sleep(delayMs, limits.signal), limits.signal);
            if (result.retryAfterMs !== undefined)
                waitedUntil = now();
        }
    }
    finally {
        endWait?.(failure);
    }
}
async function unlessAborted(sleeping, signal) {
    await sleeping.catch((error) => {
        if (!signal.aborted)
            throw error;
    });
}
async function attemptOnce(send, previous) {
    try {
        return await send();
    }
    catch (error) {
        if (error instanceof RequestLimitError)
            error.cause = previous;
        if (error instanceof DocsServiceError)
            return error;
        throw error;
    }
}
function isQuotaUsedUp(failure) {
    return failure?.kind === 'status' && failure.status === 429;
}
function createQuota() {
    let wait;
    return {
        async join(signal) {
            while (wait !== undefined && !signal.aborted) {
                const failure = await (0,network_fetch/* raceAbort */.Mu)(wait.promise, signal).catch(() => undefined);
                if (failure !== undefined)
                    throw failure;
            }
        },
        beginWait() {
            if (wait !== undefined)
                return undefined;
            const own = Promise.withResolvers();
            wait = own;
            return (failure) => {
                wait = undefined;
                own.resolve(isQuotaUsedUp(failure) ? failure : undefined);
            };
        },
    };
}

;// CONCATENATED MODULE: ./build/docs-service/client.js





const REQUEST_TIME_LIMIT_MS = 30_000;
const PROMPT_TIME_LIMIT_MS = 120_000;
const MAXIMUM_JOB_BYTES = 1024 * 1024;
const MAXIMUM_PAGE_BYTES = 16 * 1024 * 1024;
function createDocsService(options) {
    const transport = { ...options, redact: createRedaction(options) };
    const timeLimitMs = options.requestTimeLimitMs ?? REQUEST_TIME_LIMIT_MS;
    const describeRead = (operation, url, maximumBytes) => ({ operation, method: 'GET', url, maximumBytes, timeLimitMs });
    const project = encodePathSegment(options.projectId);
    const jobsPath = `/v2/agent/${project}/job`;
    const viewsUrl = resolveUrl(options.baseUrl, `/v1/analytics/${project}/views`);
    const viewsQuota = createQuota();
    const jobPath = (id) => `${jobsPath}/${encodePathSegment(id)}`;
    return {
        createAgentJob: (prompt, limits) => postPrompt('create agent job', jobsPath, prompt, limits, parseNewJob),
        sendMessage: (id, prompt, limits) => postPrompt('send follow-up message', `${jobPath(id)}/message`, prompt, limits, (value, redact) => parseJobOf(id, value, redact)),
        async getAgentJob(id, limits) {
            const url = resolveUrl(options.baseUrl, jobPath(id));
            const request = describeRead('get agent job', url, MAXIMUM_JOB_BYTES);
            const reply = await sendRequest(transport, request, limits);
            return parseReply(transport.redact, request, reply, (value, redact) => parseJobOf(id, value, redact));
        },
        async getPageViews(query, limits) {
            const url = new URL(viewsUrl);
            for (const [name, value] of Object.entries(query))
                if (value !== undefined)
                    url.searchParams.set(name, String(value));
            const request = describeRead('get page views', url, MAXIMUM_PAGE_BYTES);
            const send = () => sendRequest(transport, request, limits);
            const reply = await repeat(options, limits, viewsQuota, send, query.offset);
            const parse = (value, redact) => parseViewsPage(value, query.offset, redact);
            return { read: () => parseReply(transport.redact, request, reply, parse) };
        },
    };
    async function postPrompt(operation, path, prompt, limits, parse) {
        const request = {
            operation,
            method: 'POST',
            url: resolveUrl(options.baseUrl, path),
            body: JSON.stringify({ prompt }),
            maximumBytes: MAXIMUM_JOB_BYTES,
            timeLimitMs: options.requestTimeLimitMs ?? PROMPT_TIME_LIMIT_MS,
        };
        const reply = await repeat(options, limits, createQuota(), () => sendRequest(transport, request, limits));
        return parseReply(transport.redact, request, reply, parse);
    }
}
function parseNewJob(value, redact) {
    const { id, ...job } = parseJob(value, redact);
    if (id === undefined)
        throw new ShapeError('something other than a job with an ID');
    if (id.includes(REDACTED))
        throw new ShapeError('a job whose ID contains the key');
    return { id, ...job };
}
function parseJobOf(id, value, redact) {
    const job = parseJob(value, redact);
    if (job.id !== undefined && job.id !== id)
        throw new ShapeError('a different job');
    return job;
}
function resolveUrl(baseUrl, path) {
    return new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path);
}
const REDACTED = '***';
function createRedaction({ apiKey, redact }) {
    return apiKey === '' ? redact : (text) => redact(text.includes(apiKey) ? text.replaceAll(apiKey, REDACTED) : text);
}
const OTHER_KINDS = [
    { prefix: 'mint_dsc_', kind: 'assistant' },
    { prefix: 'mint_us_', kind: 'index' },
];
function findOtherKeyKind(apiKey) {
    return OTHER_KINDS.find(({ prefix }) => apiKey.startsWith(prefix))?.kind;
}

// EXTERNAL MODULE: ./build/github/failure-budget.js
var failure_budget = __nccwpck_require__(684);
;// CONCATENATED MODULE: ./build/github/account.js

function parseAccount(value) {
    const { id, login, type } = (0,json/* readFields */.qU)(value);
    return { id: (0,json/* readNumber */.kz)(id), login: (0,json/* readText */.yR)(login), type: (0,json/* readText */.yR)(type) };
}
function isListed(login, logins) {
    return login !== undefined && logins.some((each) => each.toLowerCase() === login.toLowerCase());
}

// EXTERNAL MODULE: ./build/github/requests.js
var github_requests = __nccwpck_require__(298);
;// CONCATENATED MODULE: ./build/github/commits.js




const MAXIMUM_PULL_REQUEST_COMMITS = 250;
function createCommits({ fetchAll, permissionsIn }) {
    const parse = (data) => (0,json/* readList */.LD)(data, parseCommit);
    const identify = ({ sha }) => sha;
    return {
        fetchPullRequestCommits: (place, maximum) => fetchAll({
            operation: `list the commits of #${place.number}`,
            permissions: permissionsIn(place, 'read'),
            route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits',
            parameters: { ...place, pull_number: place.number },
            parse,
        }, identify, Math.ceil(maximum / github_requests/* PAGE_SIZE */.md)),
        fetchCommitsSince: (sha, since, maximumPages = 5) => fetchAll({
            operation: `list the commits up to ${sha}`,
            permissions: ['contents: read'],
            route: 'GET /repos/{owner}/{repo}/commits',
            parameters: { sha, since },
            parse,
        }, identify, maximumPages),
    };
}
function parseCommit(value) {
    const { sha, commit, author, committer, parents } = (0,json/* readFields */.qU)(value);
    const { message, author: written, committer: made } = (0,json/* readFields */.qU)(commit);
    const { email, name } = (0,json/* readFields */.qU)(written);
    const id = (0,json/* readText */.yR)(sha);
    const text = (0,json/* readText */.yR)(message);
    const before = (0,json/* readList */.LD)(parents, (parent) => (0,json/* readText */.yR)((0,json/* readFields */.qU)(parent)['sha']));
    if (id === undefined || text === undefined || before === undefined)
        return undefined;
    return {
        sha: id,
        subject: (0,untrusted_text/* untrustedText */.U)(text.trimStart().split(/[\r\n]/u, 1)[0] ?? ''),
        author: parseAccount(author),
        email: (0,github_requests/* parseForeignText */.HS)((0,json/* readText */.yR)(email)?.trim().toLowerCase() || undefined),
        name: (0,github_requests/* parseForeignText */.HS)((0,json/* readText */.yR)(name)?.trim() || undefined),
        committer: parseAccount(committer).login,
        committedAt: (0,json/* readText */.yR)((0,json/* readFields */.qU)(made)['date']),
        parents: before,
    };
}

;// CONCATENATED MODULE: ./build/github/changes.js



const MAXIMUM_FILES = 3_000;
const MAXIMUM_COMPARED_FILES = 300;
const SMALL_PAGE_SIZE = 10;
const changes_STATUSES = ['ahead', 'behind', 'identical', 'diverged'];
function createChanges({ send, fetch, fetchAll, permissionsIn }) {
    return {
        async fetchChangedFiles(pullRequest, place, maximum = MAXIMUM_FILES) {
            const query = {
                operation: `list the files of #${pullRequest}`,
                permissions: permissionsIn(place, 'read'),
                route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
                parameters: { ...place, pull_number: pullRequest },
                parse: parseFiles,
            };
            const files = [];
            let number = 0;
            for await (const page of (0,github_requests/* fetchPages */.f1)(send, query, ({ path }) => path, maximum / github_requests/* PAGE_SIZE */.md)) {
                const isEnough = maximum < MAXIMUM_FILES || page.some(hasContent);
                files.push(...(isEnough ? page : await fetchSmallPages(number, page.length)));
                number += 1;
            }
            return { files, isWhole: files.length < maximum };
            async function fetchSmallPages(index, count) {
                const found = [];
                const first = (index * github_requests/* PAGE_SIZE */.md) / SMALL_PAGE_SIZE + 1;
                for (let page = first; page < first + count / SMALL_PAGE_SIZE; page += 1) {
                    const parameters = { ...query.parameters, per_page: SMALL_PAGE_SIZE, page };
                    found.push(...(await fetch({ ...query, parameters })));
                }
                return found;
            }
        },
        async fetchComparison(base, head, maximumPages = 1) {
            const query = {
                operation: `compare ${base} with ${head}`,
                permissions: ['contents: read'],
                route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
                parameters: { basehead: `${base}...${head}`, per_page: github_requests/* PAGE_SIZE */.md },
                parse: parseComparison,
            };
            const fetchPage = (page) => fetch({ ...query, parameters: { ...query.parameters, page } });
            const comparison = await fetchPage(1);
            const { commits, commitCount } = comparison;
            for (let page = 2; page <= maximumPages && commits.length < commitCount; page += 1) {
                const more = (await fetchPage(page)).commits;
                if (more.length === 0)
                    break;
                commits.push(...more);
            }
            return comparison;
        },
        fetchReleases: (isEnough) => fetchAll({
            operation: 'list the releases',
            permissions: ['contents: read'],
            route: 'GET /repos/{owner}/{repo}/releases',
            parameters: {},
            parse: (data) => (0,json/* readList */.LD)(data, parseRelease),
        }, ({ id }) => id, undefined, isEnough),
    };
}
function hasContent({ patch, additions, deletions }) {
    return patch !== undefined || additions + deletions > 0;
}
function parseFiles(data) {
    return (0,json/* readList */.LD)(data, parseFile);
}
function parseFile(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const path = (0,github_requests/* parseForeignText */.HS)(fields['filename']);
    if (path === undefined)
        return undefined;
    return {
        path,
        previousPath: (0,github_requests/* parseForeignText */.HS)(fields['previous_filename']),
        status: (0,json/* readText */.yR)(fields['status']) ?? '',
        additions: parseLines(fields['additions']),
        deletions: parseLines(fields['deletions']),
        patch: (0,github_requests/* parseForeignText */.HS)(fields['patch'] || undefined),
    };
}
function parseLines(value) {
    const lines = (0,json/* readCount */._0)(value);
    return lines !== undefined && Number.isInteger(lines) ? lines : 0;
}
function parseComparison(data) {
    const fields = (0,json/* readFields */.qU)(data);
    const hasFiles = (fields['files'] ?? undefined) !== undefined;
    const files = hasFiles ? parseFiles(fields['files']) : undefined;
    const commits = (0,json/* readList */.LD)(fields['commits'], parseCommit);
    if ((hasFiles && files === undefined) || commits === undefined)
        return undefined;
    return {
        changed: files && { files, isWhole: files.length < MAXIMUM_COMPARED_FILES },
        status: changes_STATUSES.find((status) => status === fields['status']),
        commits,
        commitCount: (0,json/* readNumber */.kz)(fields['total_commits']) ?? commits.length,
        mergeBase: (0,json/* readText */.yR)((0,json/* readFields */.qU)(fields['merge_base_commit'])['sha']),
    };
}
function parseRelease(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const id = (0,json/* readNumber */.kz)(fields['id']);
    const tag = (0,github_requests/* parseForeignText */.HS)(fields['tag_name']);
    if (id === undefined || tag === undefined)
        return undefined;
    return {
        id,
        tag,
        isPrerelease: fields['prerelease'] === true,
        isDraft: fields['draft'] === true,
        publishedAt: (0,json/* readText */.yR)(fields['published_at']),
    };
}

// EXTERNAL MODULE: ./build/github/permissions.js
var permissions = __nccwpck_require__(498);
;// CONCATENATED MODULE: ./build/github/comments.js





function createComments({ threadKind, fetch, fetchAll, permissionsIn }) {
    const own = (0,permissions/* permissionsFor */.m)(threadKind, 'write');
    const toWrite = (place) => (place === undefined ? own : permissionsIn(place, 'write'));
    return {
        createComment: (thread, body, place) => fetch({
            operation: `comment on #${thread}`,
            permissions: toWrite(place),
            isRepeatable: false,
            route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
            parameters: { ...place, issue_number: thread, body },
            parse: parseComment,
        }),
        updateComment: (id, body) => fetch({
            operation: `edit comment ${id}`,
            permissions: own,
            route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
            parameters: { comment_id: id, body },
            parse: parseComment,
        }),
        async deleteComment(id, place) {
            await fetch({
                operation: `delete comment ${id}`,
                permissions: toWrite(place),
                route: 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
                parameters: { ...place, comment_id: id },
                parse: (data) => (data === '' ? true : undefined),
            });
        },
        async fetchComments(thread, since, place) {
            const query = {
                operation: `list the comments of #${thread}`,
                permissions: toWrite(place),
                route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
                parameters: { ...place, issue_number: thread, ...(since !== undefined && { since }) },
                parse: (data) => (0,json/* readList */.LD)(data, parseComment),
            };
            return (await fetchAll(query, identify)).sort((a, b) => a.id - b.id);
        },
        async fetchRepositoryComments(since, maximum) {
            const query = {
                operation: 'list the comments',
                permissions: (0,permissions/* permissionsFor */.m)('issue', 'read'),
                route: 'GET /repos/{owner}/{repo}/issues/comments',
                parameters: { since, sort: 'created', direction: 'desc' },
                parse: (data) => (0,json/* readList */.LD)(data, parseRepositoryComment),
            };
            const comments = await fetchAll(query, identify, maximum / github_requests/* PAGE_SIZE */.md);
            return { comments, isWhole: comments.length < maximum };
        },
    };
}
function identify({ id }) {
    return id;
}
function parseComment(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const id = (0,json/* readNumber */.kz)(fields['id']);
    if (id === undefined)
        return undefined;
    return {
        id,
        url: (0,json/* readText */.yR)(fields['html_url']) ?? '',
        body: (0,github_requests/* parseForeignText */.HS)(fields['body']) ?? (0,untrusted_text/* untrustedText */.U)(''),
        author: parseAccount(fields['user']).id,
        createdAt: (0,json/* readText */.yR)(fields['created_at']),
        updatedAt: (0,json/* readText */.yR)(fields['updated_at']),
    };
}
function parseRepositoryComment(value) {
    const comment = parseComment(value);
    const [, thread] = /\/(\d{1,10})$/u.exec((0,json/* readText */.yR)((0,json/* readFields */.qU)(value)['issue_url']) ?? '') ?? [];
    return comment && thread !== undefined ? { ...comment, thread: Number(thread) } : undefined;
}

// EXTERNAL MODULE: ./build/github/errors.js
var errors = __nccwpck_require__(307);
;// CONCATENATED MODULE: ./build/github/pull-requests.js



function createPullRequests({ repository, fetch, fetchAll, permissionsIn }) {
    const request = (verb, route, place, change = {}) => fetch({
        operation: `${verb} pull request #${place.number}`,
        permissions: permissionsIn(place, verb === 'read' ? 'read' : 'write'),
        route,
        parameters: { ...place, pull_number: place.number, ...change },
        parse: pull_requests_parsePullRequest,
    });
    return {
        fetchPullRequest: (place) => request('read', 'GET /repos/{owner}/{repo}/pulls/{pull_number}', place),
        closePullRequest: (place) => request('close', 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}', place, { state: 'closed' }),
        fetchPullRequestsOfCommit: (sha) => fetch({
            operation: `list the pull requests of commit ${sha}`,
            permissions: permissionsIn(undefined, 'read'),
            route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
            parameters: { commit_sha: sha, per_page: github_requests/* PAGE_SIZE */.md },
            parse: (data) => (0,json/* readList */.LD)(Array.isArray(data) ? data.filter((each) => isInto(repository, each)) : data, parseListed),
        }),
        fetchClosedPullRequests: (base, maximum) => fetchAll({
            operation: `list the closed pull requests into ${base}`,
            permissions: permissionsIn(undefined, 'read'),
            route: 'GET /repos/{owner}/{repo}/pulls',
            parameters: { state: 'closed', base, sort: 'updated', direction: 'desc' },
            parse: (data) => (0,json/* readList */.LD)(data, parseListed),
        }, ({ number }) => number, maximum / github_requests/* PAGE_SIZE */.md),
    };
}
function pull_requests_parsePullRequest(data) {
    const fields = (0,json/* readFields */.qU)(data);
    const { state, merged, head, base, labels } = fields;
    if (state !== 'open' && state !== 'closed')
        return undefined;
    const sha = (0,json/* readText */.yR)((0,json/* readFields */.qU)(head)['sha']);
    const mergedAt = (0,json/* readText */.yR)(fields['merged_at']);
    const isMerged = typeof merged === 'boolean' ? merged : mergedAt !== undefined;
    return {
        state,
        isMerged,
        isDraft: fields['draft'] === true,
        title: (0,github_requests/* parseForeignText */.HS)(fields['title']),
        url: (0,github_requests/* parseForeignText */.HS)(fields['html_url']),
        author: parseAccount(fields['user']),
        labels: (0,json/* readList */.LD)(labels, (label) => (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(label)['name'])) ?? [],
        headSha: sha !== undefined && /^[\da-f]{7,64}$/u.test(sha) ? sha : undefined,
        base: (0,github_requests/* parseForeignText */.HS)((0,json/* readFields */.qU)(base)['ref']),
        createdAt: (0,json/* readText */.yR)(fields['created_at']),
        mergedAt,
        closedAt: (0,json/* readText */.yR)(fields['closed_at']),
        mergeCommit: isMerged ? (0,json/* readText */.yR)(fields['merge_commit_sha']) : undefined,
        additions: (0,json/* readCount */._0)(fields['additions']),
        deletions: (0,json/* readCount */._0)(fields['deletions']),
        commitCount: (0,json/* readCount */._0)(fields['commits']),
    };
}
function parseListed(value) {
    const number = (0,json/* readNumber */.kz)((0,json/* readFields */.qU)(value)['number']);
    const pullRequest = pull_requests_parsePullRequest(value);
    return number === undefined || pullRequest === undefined ? undefined : { ...pullRequest, number };
}
function isInto(repository, value) {
    const name = (0,json/* readText */.yR)((0,json/* readFields */.qU)((0,json/* readFields */.qU)((0,json/* readFields */.qU)(value)['base'])['repo'])['full_name']);
    return name === undefined || (0,github_requests/* isSameRepository */.ve)(name, repository);
}

;// CONCATENATED MODULE: ./build/github/reactions.js





function createReactions({ threadKind, send, fetch, fetchAll }) {
    const folderOf = ({ kind }) => (kind === 'review comment' ? 'pulls' : 'issues');
    const permissionsOf = ({ kind }, level) => (0,permissions/* permissionsFor */.m)(kind === 'review comment' ? 'pull request' : threadKind, level);
    return {
        async react(comment, content) {
            const { status, data } = await send({
                operation: `react with ${content} to comment ${comment.id}`,
                permissions: permissionsOf(comment, 'write'),
                isReaction: true,
                route: `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
                parameters: { comment_id: comment.id, content },
                parse: (answer) => ((0,json/* readFields */.qU)(answer)['content'] === content ? parseReaction(answer) : undefined),
            });
            return { result: status === 201 ? 'first' : 'again', account: data.account };
        },
        async hasComment(comment) {
            try {
                await fetch({
                    operation: `read comment ${comment.id}`,
                    permissions: permissionsOf(comment, 'read'),
                    route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}`,
                    parameters: { comment_id: comment.id },
                    parse: parseComment,
                });
                return true;
            }
            catch (error) {
                if (error instanceof errors/* GitHubError */.y && error.isGone)
                    return false;
                throw error;
            }
        },
        fetchReactions: (comment) => fetchAll({
            operation: `list the reactions to comment ${comment.id}`,
            permissions: permissionsOf(comment, 'read'),
            route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
            parameters: { comment_id: comment.id },
            parse: (data) => (0,json/* readList */.LD)(data, parseReaction),
        }, ({ account, content }) => `${account} ${content}`),
    };
}
function parseReaction(value) {
    const { user, content } = (0,json/* readFields */.qU)(value);
    return { account: parseAccount(user).id, content: (0,json/* readText */.yR)(content) ?? '' };
}

;// CONCATENATED MODULE: ./build/github/github.js









const PERMISSIONS = ['admin', 'write', 'read', 'none'];
function createGitHub(request, repository, threadKind) {
    const requests = (0,github_requests/* createRequests */.dT)(request, repository, threadKind);
    return {
        ...createThreads(requests),
        ...createComments(requests),
        ...createReactions(requests),
        ...createChanges(requests),
        ...createCommits(requests),
        ...createPullRequests(requests),
    };
}
function createThreads({ threadKind, fetch }) {
    const read = (operation, thread, headers = {}) => fetch({
        operation,
        permissions: (0,permissions/* permissionsFor */.m)(threadKind, 'read'),
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
        parameters: { issue_number: thread, headers },
        parse: (data) => ((0,json/* readNumber */.kz)((0,json/* readFields */.qU)(data)['number']) === undefined ? undefined : (0,json/* readFields */.qU)(data)),
    });
    return {
        fetchPermission: (login) => fetch({
            operation: `read the permission of ${login}`,
            permissions: ['metadata: read'],
            route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
            parameters: { username: login },
            parse: parsePermission,
        }),
        async fetchRepository() {
            await fetch({
                operation: 'read the repository',
                permissions: ['metadata: read'],
                route: 'GET /repos/{owner}/{repo}',
                parameters: {},
                parse: json/* readObject */.Ag,
            });
        },
        async fetchThread(thread) {
            const answer = await read(`read #${thread}`, thread);
            const isIssue = (0,json/* readObject */.Ag)(answer['pull_request']) === undefined;
            return (0,json/* dropAbsent */.dm)({
                kind: isIssue ? 'issue' : 'pull request',
                title: (0,github_requests/* parseForeignText */.HS)(answer['title']),
                url: (0,github_requests/* parseForeignText */.HS)(answer['html_url']),
            });
        },
        async fetchDescription(thread) {
            const operation = `read the description of #${thread}`;
            const answer = await read(operation, thread, { accept: 'application/vnd.github.full+json' });
            const text = (0,github_requests/* parseForeignText */.HS)(answer['body_text']);
            const isEmpty = answer['body_text'] === null && ((0,json/* readText */.yR)(answer['body']) ?? '') === '';
            if (text !== undefined || isEmpty)
                return text;
            throw new errors/* GitHubError */.y(operation, {
                answer: 'the answer has no `body_text`',
                hint: "This server doesn't send the visible text of a description.",
            });
        },
    };
}
function parsePermission(data) {
    const { permission } = (0,json/* readFields */.qU)(data);
    return permission === 'owner' ? 'admin' : PERMISSIONS.find((known) => known === permission);
}

;// CONCATENATED MODULE: ./build/github/connect.js



function connectGitHub(options) {
    const { run, clock, signal, threadKind } = options;
    const random = Math.random;
    const budget = (0,failure_budget/* createFailureBudget */.u)({ ...options, random });
    let aheadMs;
    let loading;
    const onTime = (ms) => {
        aheadMs = ms - clock.now();
    };
    const load = async () => {
        const { createGitHubRequest } = await Promise.all(/* import() */[__nccwpck_require__.e(16), __nccwpck_require__.e(799)]).then(__nccwpck_require__.bind(__nccwpck_require__, 799));
        return createGitHubRequest({ ...options, apiUrl: run.apiUrl, random, budget, onTime });
    };
    const request = async (query) => {
        loading ??= load();
        return await (await loading)(query);
    };
    return {
        github: createGitHub(request, run.repository, threadKind),
        untilAborted: (until) => createGitHub((query) => (0,network_fetch/* raceAbort */.Mu)(request(query), until), run.repository, threadKind),
        budget,
        signal,
        now: () => (aheadMs === undefined ? clock.wallClock() : clock.now() + aheadMs),
    };
}
function identifyRepository({ repositoryId, repository }) {
    return repositoryId === '' ? repository.toLowerCase() : repositoryId;
}

// EXTERNAL MODULE: ./build/network/proxies.js
var proxies = __nccwpck_require__(133);
;// CONCATENATED MODULE: ./build/untrusted/markdown.js


class Markdown {
    #source;
    constructor(source) {
        this.#source = source;
    }
    static fromTrustedSource(source) {
        return new Markdown(source);
    }
    toString() {
        return this.#source;
    }
}
function markdown(literals, ...values) {
    return trusted(literals.reduce((source, literal, index) => source + render(values[index - 1]) + literal));
}
function joinMarkdown(pieces, separator) {
    return trusted(pieces.map(String).join(separator));
}
function code(text, maximum = 200) {
    const content = breakMarks((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_escape/* shorten */.ml)(markdown_open(text), maximum)));
    if (content === '')
        return trusted('');
    const fence = '`'.repeat(longestBackticks(content) + 1);
    const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : '';
    return trusted(`${fence}${padding}${content}${padding}${fence}`);
}
function codeBlock(text, maximum = 20_000, language = 'text') {
    const content = breakCommands(breakMarks(escapeInvisible(shorten(markdown_open(text), maximum).replace(/\r\n?/gu, '\n'))));
    const fence = '`'.repeat(Math.max(3, longestBackticks(content) + 1));
    return trusted(`${fence}${language}\n${content}\n${fence}`);
}
function commit(sha) {
    return /^[\da-f]{7,64}$/u.test(sha) ? trusted(sha.slice(0, 7)) : plain(sha);
}
function plain(text) {
    return trusted(breakReferences(breakCommands(breakMarks((0,untrusted_escape/* escapeInvisible */.ts)(markdown_open(text).replace(/\s+/gu, ' ')))))
        .replace(/[\\`*_{}[\]()#+!~]/gu, '\\$&')
        .replace(/^(\s*\d+)\.(?=\s|$)/u, '$1\\.')
        .replace(/^(\s*)(?=[=-](?:[\s=-]|$))/u, '$1\\')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('|', '&#124;')
        .replaceAll('$', '<span>$$</span>')
        .replace(/:\/\//gu, ':&#8203;//')
        .replace(/www(?=\.)/giu, '$&&#8203;'));
}
function prose(text) {
    const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n');
    return joinMarkdown(lines.map(renderProse), '\n');
}
function markdown_link(label, url) {
    return trusted(`[${label}](${url.href.replace(/[()<>\\|]/gu, percentEncode)})`);
}
function details(summary, body) {
    return markdown `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
function replacePart(published, [start, end], part) {
    const source = markdown_open(published);
    const from = source.indexOf(String(start));
    const to = source.indexOf(String(end), from);
    if (from < 0 || to < 0)
        return trusted(source);
    return trusted(source.slice(0, from) + String(part) + source.slice(to + String(end).length));
}
function table(header, rows, align) {
    const row = (cells) => `| ${cells.map((cell) => escapePipes(String(cell).replaceAll('\n', ' '))).join(' | ')} |`;
    return trusted([row(header), row(header.map((_, column) => align?.[column] ?? '---')), ...rows.map(row)].join('\n'));
}
function escapePipes(cell) {
    return cell.replace(/\\(?=\|)/gu, '\\\u2060').replaceAll('|', '\\|');
}
function renderProse(line) {
    const [, dash = '', rest = ''] = /^(- )?(.*)$/su.exec(line) ?? [];
    const parts = rest.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
        if (/^`[^`]*`$/u.test(part))
            return code(part.slice(1, -1));
        return /^https?:\/\//u.test(part) ? code(part) : plain(part);
    });
    return trusted(dash + parts.join(''));
}
function trusted(source) {
    return Markdown.fromTrustedSource(source);
}
function render(value) {
    if (value === undefined)
        return '';
    if (value instanceof Markdown)
        return value.toString();
    if (typeof value === 'number')
        return String(value);
    return plain(value).toString();
}
function markdown_open(text) {
    return typeof text === 'string' ? text : (0,untrusted_text/* readUntrustedText */.u)(text);
}
function percentEncode(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
function breakMarks(text) {
    return text.replace(/@(?=[\p{L}\p{N}_-])|<(?=!--)|-(?=-!?>)/gu, '$&\u2060');
}
function breakReferences(text) {
    return (text
        .replace(/#(?=\d)/gu, '#\u2060')
        .replace(/(gh-)(?=\d)/giu, '$1\u2060')
        .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}/giu, (id) => id.replace(/.{6}/gu, '$&\u2060')));
}
function breakCommands(text) {
    return text.replace(/^(\s*)([/!.])(?=\S)/gmu, '$1\u2060$2');
}
function longestBackticks(text) {
    return Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
}

;// CONCATENATED MODULE: ./build/reports/dates.js

const DAY_MS = 24 * 60 * 60_000;
function formatRange(range) {
    return `${formatDates(range)} (${formatNote(range)})`;
}
function renderRange(range) {
    return markdown `${formatDates(range)} (${formatNote(range)})`;
}
function formatDates({ dateFrom, dateTo }) {
    const endMs = Date.parse(dateTo);
    const startMs = dateFrom === undefined ? undefined : Date.parse(dateFrom);
    if (!areDays(startMs, endMs))
        return `${startMs === undefined ? 'until' : `${formatMinute(startMs)} –`} ${formatMinute(endMs)}`;
    const last = new Date(endMs - DAY_MS);
    return startMs === undefined ? `until the end of ${formatDay(last)}` : formatDays(new Date(startMs), last);
}
function formatMinute(momentMs) {
    const moment = new Date(momentMs);
    return `${formatDay(moment)}, ${moment.toISOString().slice(11, 16)}`;
}
function toDay(momentMs) {
    return new Date(momentMs).toISOString().slice(0, 10);
}
function formatNote({ dateFrom, dateTo }) {
    const endMs = Date.parse(dateTo);
    const startMs = dateFrom === undefined ? undefined : Date.parse(dateFrom);
    if (startMs === undefined || !areDays(startMs, endMs))
        return 'UTC';
    const days = (endMs - startMs) / DAY_MS;
    return `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}, UTC`;
}
function areDays(startMs = 0, endMs) {
    return startMs % DAY_MS === 0 && endMs % DAY_MS === 0;
}
function formatDays(first, last) {
    if (first.getTime() === last.getTime())
        return formatDay(last);
    if (first.getUTCFullYear() !== last.getUTCFullYear())
        return `${formatDay(first)} – ${formatDay(last)}`;
    if (first.getUTCMonth() === last.getUTCMonth())
        return `${first.getUTCDate()}–${formatDay(last)}`;
    return `${formatDay(first).replace(/ \d+$/, '')} – ${formatDay(last)}`;
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function formatDay(day) {
    return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

;// CONCATENATED MODULE: ./build/reports/numbers.js
function formatCount(count, noun) {
    return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
function formatNumber(value) {
    return value.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' });
}
function formatPlainNumber(value) {
    return value.toLocaleString('en-US', { maximumFractionDigits: 6, useGrouping: false });
}

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;// CONCATENATED MODULE: ./build/runner/commands.js

const STANDARD_OUTPUT = 1;
const PAUSE_MS = 5;
const standardOutput = {
    write(text) {
        let rest = Buffer.from(text);
        while (rest.length > 0) {
            try {
                rest = rest.subarray((0,external_node_fs_namespaceObject.writeSync)(STANDARD_OUTPUT, rest));
            }
            catch (error) {
                if (error.code !== 'EAGAIN')
                    return;
                Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
            }
        }
    },
};
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
function printCommand(name, data, title = '') {
    const property = title === '' ? '' : ` title=${escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
    standardOutput.write(`::${name}${property}::${escapeData(data)}\n`);
}
function commands_appendToRunnerFile(variable, name, value) {
    const path = process.env[variable] ?? '';
    if (path === '')
        return;
    let entry = `${name}=${value}\n`;
    if (/[\r\n]/u.test(value)) {
        const delimiter = `ghadelimiter_${process.getBuiltinModule('node:crypto').randomUUID()}`;
        entry = `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
    }
    (0,external_node_fs_namespaceObject.appendFileSync)(path, entry);
}
function escapeData(text) {
    return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

;// CONCATENATED MODULE: ./build/runner/log.js


function createLog(secrets) {
    const escaped = (text) => (0,untrusted_escape/* escapeCommands */.g9)(secrets.redact(text));
    const annotate = (command) => (title, text) => printCommand(command, escaped(text.trim() === '' ? title : text), escaped(title));
    return {
        info: (text) => standardOutput.write(`${escaped(text)}\n`),
        debug: (text) => {
            if (isDebug())
                printCommand('debug', escaped(text));
        },
        notice: annotate('notice'),
        warning: annotate('warning'),
        error: annotate('error'),
        async group(title, body) {
            printCommand('group', escaped(title));
            try {
                return await body();
            }
            finally {
                printCommand('endgroup', '');
            }
        },
    };
}
function collectWarnings(log) {
    const textByCause = new Map();
    const withOneWarningPerCause = {
        ...log,
        warning(title, text, cause = text) {
            if (textByCause.has(cause))
                return;
            textByCause.set(cause, text);
            log.warning(title, text);
        },
    };
    return {
        log: withOneWarningPerCause,
        list: (except) => [...textByCause].flatMap(([cause, text]) => (cause === except ? [] : [text])),
    };
}

;// CONCATENATED MODULE: ./build/runner/secrets.js

const secrets_REDACTED = '***';
const SHORTEST = 3;
const LONGEST_PIECE = 400;
const SHORTEST_PART = 8;
function createSecrets() {
    const hidden = new Set();
    const patterns = [];
    return {
        hide(value) {
            if (value.length < SHORTEST || hidden.has(value))
                return;
            hidden.add(value);
            const parts = [value, ...value.split(/\s+/u)].filter((part) => part.length >= SHORTEST);
            for (const form of new Set([...parts, encodeURIComponent(value.toWellFormed())]))
                printCommand('add-mask', form);
            const inJson = JSON.stringify(value).slice(1, -1);
            patterns.push(...parts.flatMap(cutInPieces).map(patternOf), inJson, ...listBase64Forms(value));
        },
        redact: (text) => patterns.reduce((redacted, pattern) => redacted.replaceAll(pattern, secrets_REDACTED), text),
    };
}
function cutInPieces(value) {
    const characters = Array.from(value);
    const count = Math.ceil(characters.length / LONGEST_PIECE);
    const length = Math.ceil(characters.length / count);
    return Array.from({ length: count }, (_, index) => characters.slice(index * length, (index + 1) * length).join(''));
}
function patternOf(value) {
    const between = value.includes('\\') ? '' : '(?:\\\\|\\u2060|&#8203;)*';
    const [first = '', ...others] = Array.from(value, patternOfCharacter);
    const rest = others.map((character) => between + character);
    const beginning = first + rest.splice(0, SHORTEST_PART - 1).join('');
    const part = rest.slice(0, -1).reduceRight((after, character) => `(?:${character}${after})?`, '');
    const cut = `${part}(?=${between}(?:…|$))`;
    return new RegExp(rest.length === 0 ? beginning : `${beginning}(?:${rest.join('')}|${cut})`, 'gu');
}
const ENTITIES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '|': '&#124;',
    $: '<span>\\$</span>',
    '"': '&quot;',
    "'": '&#39;',
};
function patternOfCharacter(character) {
    if (/^\w$/u.test(character))
        return character;
    const codePoint = `\\u{${character.codePointAt(0)?.toString(16)}}`;
    const encoded = Buffer.from(character.toWellFormed())
        .toString('hex')
        .replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)
        .replace(/(?:\d|\[\w+\]){2}/gu, '%$&');
    return `(?:${[ENTITIES[character], codePoint, encoded].filter(Boolean).join('|')})`;
}
function listBase64Forms(value) {
    const bytes = Buffer.from(value);
    return [0, 1, 2]
        .map((skipped) => {
        const rest = bytes.subarray(skipped);
        return rest.toString('base64').slice(0, Math.floor((rest.length * 8) / 6));
    })
        .filter((form) => form.length >= 12);
}

;// CONCATENATED MODULE: ./build/runner/run-action.js



async function runAction(main) {
    const secrets = createSecrets();
    const log = createLog(secrets);
    const fail = (title, text) => {
        log.error(title, text);
        process.exitCode = 1;
    };
    try {
        await main({ log, secrets, fail });
    }
    catch (error) {
        fail('Unexpected error', describeBug(error));
        if (isDebug() && error instanceof Error)
            log.info(error.stack ?? '');
    }
}
function describeBug(error) {
    return `${describeInSentence(error)} This is a bug in the action; please report it.`;
}
function describeInSentence(error) {
    const text = describeError(error);
    return /[.!?]$/u.test(text) ? text : `${text}.`;
}
function describeError(error) {
    if (!(error instanceof Error))
        return String(error);
    const cause = error.cause instanceof Error ? ` (${describeError(error.cause)})` : '';
    return `${error.message}${cause}`;
}

;// CONCATENATED MODULE: ./build/untrusted/truncate-markdown.js
const UTF16_UNITS = {
    sizeOf: (text) => text.length,
    take: (text, maximum) => text.slice(0, maximum).replace(/[\uD800-\uDBFF]$/u, ''),
};
const UTF8_BYTES = {
    sizeOf: (text) => Buffer.byteLength(text),
    take: (text, maximum) => new TextDecoder().decode(Buffer.from(text).subarray(0, maximum)).replace(/\uFFFD+$/u, ''),
};
const NOTE = "\n\n*Cut here, because it wouldn't fit.*";
function truncateMarkdown(markdown, maximum) {
    return cutToFit(markdown, maximum, UTF16_UNITS);
}
function truncateMarkdownToBytes(markdown, maximumBytes) {
    return cutToFit(markdown, maximumBytes, UTF8_BYTES);
}
function cutToFit(markdown, maximum, measure) {
    const source = markdown.toWellFormed();
    if (measure.sizeOf(source) <= maximum)
        return source;
    let kept = takeLines(source, maximum - measure.sizeOf(NOTE), measure);
    while (kept !== '') {
        const whole = kept + truncate_markdown_close(kept) + NOTE;
        const excess = measure.sizeOf(whole) - maximum;
        if (excess <= 0)
            return whole;
        kept = takeLines(kept, measure.sizeOf(kept) - excess, measure);
    }
    return measure.take(NOTE.trim(), maximum);
}
function takeLines(source, maximum, measure) {
    const kept = measure.take(source, Math.max(0, maximum));
    const lineStart = kept.lastIndexOf('\n') + 1;
    if (readOpenParts(kept.slice(0, lineStart)).fence !== '')
        return kept;
    if (/[`<[|]/u.test(kept.slice(lineStart)))
        return kept.slice(0, Math.max(0, lineStart - 1));
    return kept.replace(/&[#\w]*$/u, '');
}
function truncate_markdown_close(source) {
    const { fence, details } = readOpenParts(source);
    return `${fence === '' ? '' : `\n${fence}`}${'\n\n</details>'.repeat(Math.max(0, details))}`;
}
function readOpenParts(source) {
    let fence = '';
    let details = 0;
    for (const line of source.split('\n')) {
        const [, run, rest] = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/su.exec(line) ?? [];
        if (fence !== '') {
            if (run?.startsWith(fence) && rest?.trim() === '')
                fence = '';
        }
        else if (run !== undefined)
            fence = run;
        else if (line.startsWith('<details>'))
            details += 1;
        else if (line.startsWith('</details>'))
            details -= 1;
    }
    return { fence, details };
}

;// CONCATENATED MODULE: ./build/runner/outputs.js


function createOutputs({ secrets, fail }) {
    let hasFailed = false;
    return {
        set(name, value) {
            try {
                commands_appendToRunnerFile('GITHUB_OUTPUT', name, secrets.redact(value).toWellFormed());
            }
            catch (error) {
                if (!hasFailed)
                    fail("The outputs can't be written", explainRefusal(`set the output ${name}`, error));
                hasFailed = true;
            }
        },
    };
}
function createState({ secrets, log }) {
    return {
        save(name, value) {
            try {
                appendToRunnerFile('GITHUB_STATE', name, secrets.redact(value));
            }
            catch (error) {
                log.warning("The state can't be saved", explainRefusal(`save ${name} for the post step`, error));
            }
        },
        read: (name) => process.env[`STATE_${name}`] ?? '',
    };
}
function explainRefusal(operation, error) {
    return `Could not ${operation}: ${describeInSentence(error)} Check whether the runner's disk is full.`;
}

;// CONCATENATED MODULE: ./build/runner/summary.js


const MAXIMUM_BYTES = 1024 * 1024 - 1024;
function createSummary(secrets) {
    return async (content) => {
        const text = truncateMarkdownToBytes(secrets.redact(content.toString()), MAXIMUM_BYTES);
        try {
            const { summary } = await __nccwpck_require__.e(/* import() */ 638).then(__nccwpck_require__.bind(__nccwpck_require__, 638));
            await summary.addRaw(text, true).write();
        }
        catch (error) {
            throw new Error(explainRefusal('write the job summary', error));
        }
    };
}

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: ./build/github/found-comment.js


function selectMarked(comments, marker, parse) {
    const found = comments.flatMap((comment) => {
        const content = marker.read(comment.body);
        const payload = content === undefined ? undefined : parse(content.payload);
        if (content === undefined || payload === undefined)
            return [];
        if ((payload.commentId ?? comment.id) !== comment.id)
            return [];
        return [{ ...locate(comment), payload, text: content.text, isVerified: content.isVerified }];
    });
    return found.filter((comment) => !isCopy(comment, found));
}
function isCopy({ id, author, payload }, found) {
    return found.some((other) => other.id < id && other.payload.nonce === payload.nonce && other.author !== author);
}
function locate({ id, url, author, updatedAt }) {
    return { id, url: toSafeUrl((0,untrusted_text/* untrustedText */.U)(url))?.href ?? '', author, updatedAt };
}

;// CONCATENATED MODULE: ./build/github/marked-comment.js




const marked_comment_MAXIMUM_LENGTH = 65_535;
function createMarkedComment(options) {
    return new Comment(options);
}
class Comment {
    #options;
    #current;
    #unconfirmed;
    #last = Promise.resolve();
    constructor(options) {
        this.#options = options;
    }
    get current() {
        return this.#current;
    }
    adopt(comment) {
        this.#current = comment;
        this.#unconfirmed = undefined;
    }
    async find() {
        const { github, thread, since, marker, parse } = this.#options;
        return selectMarked(await github.fetchComments(thread, since), marker, parse);
    }
    post(content, payload) {
        const { budget, signal } = this.#options;
        return this.#inOrder(async () => {
            for (let attempt = 1;; attempt += 1) {
                const posted = await this.#tryToPost(content, payload);
                const own = posted instanceof errors/* GitHubError */.y ? await this.#findOwn(payload) : posted;
                if (own !== undefined)
                    this.adopt(own);
                if (own !== undefined)
                    return { ...own, isRepeated: attempt > 1 };
                if (wasAccepted(posted) || !(await budget.pause(attempt, signal)))
                    throw posted;
            }
        });
    }
    edit(content, change) {
        return this.#inOrder(async () => {
            const lost = this.#current === undefined ? this.#unconfirmed : undefined;
            const own = lost && (await this.#findOwn(lost));
            if (lost !== undefined && own !== undefined)
                this.adopt({ ...own, payload: lost });
            if (this.#current === undefined)
                return;
            const { id, payload } = this.#current;
            this.#current = { ...this.#current, payload: { ...payload, ...change } };
            const body = this.#render(content, { ...this.#current.payload, commentId: id });
            const gone = await this.#unlessGone(id, () => this.#options.github.updateComment(id, body));
            if (gone === undefined)
                return;
            this.adopt(undefined);
            throw gone;
        });
    }
    remove({ id }) {
        return this.#inOrder(async () => {
            await this.#unlessGone(id, () => this.#options.github.deleteComment(id));
            if (this.#current?.id === id)
                this.adopt(undefined);
        });
    }
    #inOrder(operation) {
        const result = this.#last.catch(() => { }).then(operation);
        this.#last = result;
        return result;
    }
    async #tryToPost(content, payload) {
        const { github, thread } = this.#options;
        this.#unconfirmed = payload;
        try {
            const comment = await github.createComment(thread, this.#render(content, payload));
            return { ...locate(comment), payload, isVerified: true };
        }
        catch (error) {
            if (!(error instanceof errors/* GitHubError */.y))
                throw error;
            if (mayHaveBeenPosted(error))
                return error;
            this.#unconfirmed = undefined;
            throw error;
        }
    }
    async #unlessGone(id, change) {
        const { github, budget, signal } = this.#options;
        for (let attempt = 1;; attempt += 1) {
            const error = await change().then(() => undefined, toGone);
            if (error === undefined)
                return undefined;
            if (!(await github.hasComment({ kind: 'issue comment', id })))
                return error;
            if (!(await budget.pause(attempt, signal)))
                throw error;
        }
    }
    async #findOwn({ nonce }) {
        return (await this.find()).find(({ payload, isVerified }) => isVerified && payload.nonce === nonce);
    }
    #render(content, payload) {
        const { marker, redact } = this.#options;
        const end = `\n\n${marker.write(payload)}`;
        return `${truncateMarkdown(redact(content.toString()), marked_comment_MAXIMUM_LENGTH - end.length)}${end}`;
    }
}
function toGone(error) {
    if (error instanceof errors/* GitHubError */.y && error.isGone)
        return error;
    throw error;
}
function mayHaveBeenPosted(error) {
    return error.isTransient && !error.isRateLimited;
}
function wasAccepted(posted) {
    return posted instanceof errors/* GitHubError */.y && (posted.status ?? 300) < 300;
}
function untilAborted(comment, until) {
    return {
        get current() {
            return comment.current;
        },
        adopt: (found) => comment.adopt(found),
        find: () => raceAbort(comment.find(), until),
        post: (content, payload) => raceAbort(comment.post(content, payload), until),
        edit: (content, change) => raceAbort(comment.edit(content, change), until),
        remove: (found) => raceAbort(comment.remove(found), until),
    };
}

;// CONCATENATED MODULE: ./build/github/signed-marker.js


const LONGEST_MARKER = 28_800;
const signed_marker_crypto = () => process.getBuiltinModule('node:crypto');
const PREFIX = '<!-- docs-agent-';
function looksLikeOurs(body) {
    return readUntrustedText(body).includes(PREFIX);
}
function createSignedMarker(name, apiKey, subject) {
    const key = Buffer.from(signed_marker_crypto().hkdfSync('sha256', apiKey, 'docs-agent-action', `${name} marker v1`, 32));
    const sign = (payload) => signed_marker_crypto()
        .createHmac('sha256', key)
        .update(JSON.stringify([...subject, payload]))
        .digest();
    const start = `${PREFIX}${name}:v1:`;
    const pattern = new RegExp(`${start}([A-Za-z0-9+/=]{1,28672})\\.([A-Za-z0-9+/=]{44}) -->`, 'gu');
    return {
        write(payload) {
            const encoded = Buffer.from(JSON.stringify(payload)).toString('base64');
            return `${start}${encoded}.${sign(encoded).toString('base64')} -->`;
        },
        read(body) {
            const source = (0,untrusted_text/* readUntrustedText */.u)(body);
            const match = [...source.matchAll(pattern)].at(-1);
            const [, encoded, signature] = match ?? [];
            if (encoded === undefined || signature === undefined)
                return undefined;
            const given = Buffer.from(signature, 'base64');
            const isVerified = given.length === 32 && signed_marker_crypto().timingSafeEqual(given, sign(encoded));
            const payload = (0,json/* parseJson */.qF)(Buffer.from(encoded, 'base64').toString());
            const text = (0,untrusted_text/* untrustedText */.U)(source.slice(0, match?.index).trimEnd());
            return payload === undefined ? undefined : { payload, isVerified, text };
        },
    };
}
function digest(text) {
    return signed_marker_crypto().createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 16);
}

;// CONCATENATED MODULE: ./build/reports/report-comment.js





const MAXIMUM_EDITS = 4;
async function keepReport(report, place, connection, redact) {
    const comment = connectComment(report, place, connection, redact);
    const subject = digest([place.repository, place.issue, place.projectId].join('\n'));
    const kept = { url: '', stored: report.merge([]), leftovers: [] };
    const progress = { wasSent: false, wasAccepted: false };
    try {
        let found = await comment.find();
        if (!found.some(isOwn)) {
            const { stored } = kept;
            await send(comment.post(report.render(stored, {}), { nonce: (0,external_node_crypto_namespaceObject.randomUUID)(), subject, stored }));
            found = await comment.find();
        }
        for (let edits = 1; edits <= MAXIMUM_EDITS; edits += 1) {
            await edit(found);
            found = await comment.find();
            const current = found.find(isOwn);
            if (current === undefined || report.isIn(kept.stored, current.payload.stored))
                break;
        }
        return kept;
    }
    catch (error) {
        const { wasSent, wasAccepted } = progress;
        if (!wasSent || !(wasAccepted || mayBeAccepted(error)))
            throw error;
        return { ...kept, url: comment.current?.url ?? '', unchecked: { error, wasAccepted } };
    }
    async function send(request) {
        progress.wasSent = true;
        await request;
        progress.wasAccepted = true;
    }
    async function edit(found) {
        const [oldest = comment.current, ...duplicates] = found.filter(isOwn);
        if (oldest === undefined)
            return;
        comment.adopt(oldest);
        const stored = report.merge([...duplicates, oldest].map(({ payload }) => payload.stored));
        Object.assign(kept, { stored, url: oldest.url });
        const content = report.render(stored, { text: oldest.text, replaces: findReplaced(oldest, found) });
        await send(comment.edit(content, { stored }));
        for (const each of duplicates)
            await comment.remove(each).catch((error) => kept.leftovers.push(error));
    }
}
const isOwn = ({ isVerified }) => isVerified;
function mayBeAccepted(error) {
    if (!(error instanceof errors/* GitHubError */.y))
        return true;
    if (error.isRateLimited)
        return false;
    return error.isTransient || (error.status !== undefined && error.status < 300);
}
function connectComment({ name, parse }, { repository, issue, projectId, apiKey }, connection, redact) {
    const parsePayload = (value) => {
        const fields = (0,json/* readFields */.qU)(value);
        const [nonce, subject] = [(0,json/* readText */.yR)(fields['nonce']), (0,json/* readText */.yR)(fields['subject'])];
        const stored = parse(fields['stored']);
        const commentId = (0,json/* readNumber */.kz)(fields['commentId']);
        if (nonce === undefined || subject === undefined || stored === undefined)
            return undefined;
        return { nonce, subject, stored, ...(commentId !== undefined && { commentId }) };
    };
    const marker = createSignedMarker(name, apiKey, [repository, String(issue), projectId]);
    return createMarkedComment({ ...connection, thread: issue, marker, parse: parsePayload, redact });
}
function findReplaced(own, found) {
    const replaced = found.findLast(({ id, author, payload, isVerified }) => !isVerified && id < own.id && author === own.author && payload.subject === own.payload.subject);
    return replaced && URL.canParse(replaced.url) ? new URL(replaced.url) : undefined;
}

;// CONCATENATED MODULE: ./build/reports/publish-report.js




async function publishReport(report, place, { log, title, token, connection, redact }) {
    const warn = (what, message) => log.warning(`${title}: ${what}`, message);
    const explain = (error) => explainFailure(error, place.issue);
    if (token === '')
        return void warn(UNWRITTEN, '`issue-number` is set, but `github-token` is empty.');
    try {
        const kept = await keepReport(report, place, connection, redact);
        const { url, unchecked, leftovers } = kept;
        for (const error of leftovers)
            warn("a second report comment wasn't deleted", explain(error));
        if (unchecked === undefined)
            log.info(`The report is in ${url || `#${place.issue}`}.`);
        else {
            const what = unchecked.wasAccepted
                ? "GitHub accepted it, but it couldn't be checked."
                : 'GitHub may have accepted it. Look for it in the issue.';
            warn("the report comment couldn't be checked", `${what} ${explain(unchecked.error)}`);
        }
        return kept;
    }
    catch (error) {
        return void warn(UNWRITTEN, explain(error));
    }
}
async function publishSummary({ log, secrets }, title, content) {
    try {
        await createSummary(secrets)(content);
    }
    catch (error) {
        log.warning(`${title}: the job summary wasn't written`, describeError(error));
    }
}
const UNWRITTEN = "the report comment wasn't written";
function explainFailure(error, issue) {
    if (error instanceof errors/* GitHubError */.y)
        return error.message;
    return `Couldn't write to #${issue}: ${describeInSentence(error)} To write the report, re-run the job.`;
}

;// CONCATENATED MODULE: ./build/runner/cancellation.js
class CancelledError extends Error {
    name = 'CancelledError';
}
function listenForCancellation() {
    const controller = new AbortController();
    const cancel = (name) => controller.abort(new CancelledError(`The run was cancelled (${name}).`));
    process.on('SIGINT', cancel);
    process.on('SIGTERM', cancel);
    return {
        signal: controller.signal,
        stop() {
            process.off('SIGINT', cancel);
            process.off('SIGTERM', cancel);
        },
    };
}

;// CONCATENATED MODULE: external "node:timers/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");
;// CONCATENATED MODULE: ./build/runner/clock.js

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.now(),
    wallClock: () => Date.now(),
    async sleep(ms, signal) {
        signal?.throwIfAborted();
        try {
            await (0,promises_namespaceObject.setTimeout)(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, signal && { signal });
        }
        catch (error) {
            signal?.throwIfAborted();
            throw error;
        }
    },
};
function formatDuration(durationMs) {
    if (durationMs < 1000)
        return 'less than 1s';
    const seconds = Math.round(durationMs / 1000);
    const parts = [
        [Math.floor(seconds / 3600), 'h'],
        [Math.floor(seconds / 60) % 60, 'm'],
        [seconds % 60, 's'],
    ];
    return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ');
}
function formatMoment(ms) {
    if (!(ms < LAST_MOMENT))
        return 'later';
    const [day, time = ''] = new Date(Math.ceil(ms / 60_000) * 60_000).toISOString().split('T');
    const date = day === new Date().toISOString().slice(0, 10) ? '' : `${day} `;
    return `after ${date}${time.slice(0, 5)} UTC`;
}
const LAST_MOMENT = Date.UTC(10_000, 0);

;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./build/runner/event.js



class EventError extends Error {
    name = 'EventError';
}
function readEvent(environment) {
    const name = environment['GITHUB_EVENT_NAME'] ?? '';
    const path = environment['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        return { name, payload: {} };
    try {
        return { name, payload: JSON.parse((0,external_node_fs_namespaceObject.readFileSync)(path, 'utf8')) };
    }
    catch (cause) {
        const problem = cause instanceof SyntaxError ? "isn't JSON" : "can't be read";
        throw new EventError(`The event file of the "${name}" event (GITHUB_EVENT_PATH) ${problem}. ` +
            'Check whether an earlier step changes it.', { cause });
    }
}
function readWorkflowRun(environment) {
    const serverUrl = readUrl(environment['GITHUB_SERVER_URL'], 'https://github.com');
    const repository = environment['GITHUB_REPOSITORY'] ?? '';
    const id = environment['GITHUB_RUN_ID'] ?? '';
    return {
        repository,
        repositoryId: environment['GITHUB_REPOSITORY_ID'] || readRepositoryId(environment),
        id,
        ref: environment['GITHUB_REF'] ?? '',
        sha: environment['GITHUB_SHA'] ?? '',
        workflow: (environment['GITHUB_WORKFLOW_REF'] ?? '').replace(/@.*$/su, ''),
        attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
        job: environment['GITHUB_JOB'] ?? '',
        step: environment['GITHUB_ACTION'] ?? '',
        url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`),
        serverUrl,
        apiUrl: readUrl(environment['GITHUB_API_URL'], 'https://api.github.com').href.replace(/\/$/u, ''),
        workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
    };
}
function readRepositoryId(environment) {
    try {
        const id = (0,json/* readNumber */.kz)((0,json/* readFields */.qU)((0,json/* readFields */.qU)(readEvent(environment).payload)['repository'])['id']);
        return id === undefined ? '' : String(id);
    }
    catch {
        return '';
    }
}
function isInside(folder, path) {
    const way = (0,external_node_path_namespaceObject.relative)(folder, (0,external_node_path_namespaceObject.resolve)(folder, path));
    return way !== '' && way !== '..' && !way.startsWith(`..${external_node_path_namespaceObject.sep}`) && !(0,external_node_path_namespaceObject.isAbsolute)(way);
}
function readUrl(text, otherwise) {
    return new URL(text !== undefined && URL.canParse(text) ? text : otherwise);
}

// EXTERNAL MODULE: ./node_modules/ms/index.js
var ms = __nccwpck_require__(744);
;// CONCATENATED MODULE: ./build/runner/inputs.js



const EMPTY_KEY = {
    headline: 'The API key is empty',
    advice: "Define the secret that `api-key` uses. An environment's secret needs `environment:` in the job, " +
        'and a called workflow needs `secrets:`. Forks get no secrets, and Dependabot gets only its own.',
};
const EMPTY_ID = 'the ID from the API keys page of the dashboard. To save it as a variable, run ' +
    "`gh variable set DOCS_PROJECT_ID --body <ID>`. `vars` doesn't read a secret of the same name";
class InputError extends Error {
    name = 'InputError';
    problems;
    constructor(problems) {
        super([
            problems.length === 1 ? '1 input is invalid:' : `${problems.length} inputs are invalid:`,
            ...problems.map(({ input, message }) => `- \`${input}\`: ${message}`),
            '',
            ...(problems.some(({ input, secret }) => input === 'api-key' && secret === 'empty') ? [EMPTY_KEY.advice] : []),
            'No request was sent. Fix the `with:` block of the step.',
        ].join('\n'));
        this.problems = problems;
    }
}
class InputReader {
    #problems = [];
    #secrets;
    #defaults;
    constructor(secrets, defaults = {}) {
        this.#secrets = secrets;
        this.#defaults = defaults;
    }
    text(name) {
        return process.env[`INPUT_${name.toUpperCase()}`]?.trim() || (this.#defaults[name] ?? '');
    }
    requiredText(name) {
        const value = this.text(name);
        if (value === '')
            this.refuse(name, '', 'a value');
        return value;
    }
    id(name, { required }) {
        const value = this.text(name);
        const allowed = value === '' ? required && EMPTY_ID : findIdRule(value);
        if (allowed)
            this.refuse(name, value.toWellFormed(), allowed);
        return value;
    }
    secret(name, { required }) {
        const value = this.text(name);
        if (value !== '')
            this.#secrets.hide(value);
        if (value === '' && required)
            this.refuse(name, '', 'a value, from a secret', 'empty');
        const wrong = describeWrongSecret(value);
        const message = `the value (not shown) ${wrong}; allowed: one line of visible ASCII characters, the secret alone`;
        if (wrong !== undefined)
            this.#problems.push({ input: name, message, secret: 'malformed' });
        return value;
    }
    flag(name) {
        const value = this.text(name);
        if (/^(true|True|TRUE)$/u.test(value))
            return true;
        if (!/^(false|False|FALSE)$/u.test(value))
            this.refuse(name, value, 'true or false');
        return false;
    }
    durationMs(name, bounds) {
        const { minimumMs, maximumMs, allowed } = bounds;
        const value = this.text(name);
        const milliseconds = parseDurationMs(value) ?? Number.NaN;
        if (milliseconds >= minimumMs && milliseconds <= maximumMs)
            return milliseconds;
        const form = 'such as 500ms, 90s, 10m or 1h; a bare whole number is in seconds';
        this.refuse(name, value, `${allowed}, ${form}`);
        return minimumMs;
    }
    wholeNumber(name, { minimum, maximum }) {
        const value = this.text(name);
        const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN;
        if (number >= minimum && number <= maximum)
            return number;
        this.refuse(name, value, `a whole number from ${minimum} to ${maximum}`);
        return minimum;
    }
    issueNumber(name) {
        return this.text(name) === '' ? undefined : this.wholeNumber(name, { minimum: 1, maximum: 2 ** 31 });
    }
    days(name, maximum) {
        const value = this.text(name);
        const days = Number(/^(\d{1,6})d$/u.exec(value)?.[1] ?? 0);
        if (value === '' || (days >= 1 && days <= maximum))
            return days || undefined;
        this.refuse(name, value, `days such as 30d, 1d to ${maximum}d, or nothing`);
        return undefined;
    }
    choice(name, choices, more = '') {
        const value = this.text(name);
        const known = choices.find((choice) => choice === value);
        if (known === undefined)
            this.refuse(name, value, choices.join(', ') + more);
        return known ?? choices[0];
    }
    list(name) {
        const parts = this.text(name).split(/[\s,]+/u);
        return [...new Set(parts.filter((part) => part !== ''))];
    }
    choices(name, choices) {
        const given = this.list(name);
        const unknown = given.filter((part) => !choices.some((choice) => choice === part));
        if (unknown.length > 0)
            this.refuse(name, unknown.join(', '), `any of ${choices.join(', ')}`);
        return choices.filter((choice) => given.includes(choice));
    }
    serviceUrl(name) {
        const value = this.text(name);
        const url = URL.canParse(value) ? new URL(value) : undefined;
        if (url !== undefined && isServiceUrl(url))
            return url;
        const hasUser = url !== undefined && (url.username !== '' || url.password !== '');
        const allowed = 'an https URL without user name, query or fragment; http only for a loopback host';
        this.refuse(name, hasUser ? 'a URL with a user name' : value, allowed);
        return new URL('https://invalid.invalid');
    }
    refuse(name, given, allowed, secret) {
        const quoted = (0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)(this.#secrets.redact(given)), 100).replaceAll('`', "'");
        const hint = given === '' ? findMisspelling(name) : '';
        const shown = given === '' ? 'is empty' : `got \`${quoted}\``;
        const message = `${shown}; allowed: ${(0,untrusted_escape/* toOneLine */.GX)(allowed)}${hint && `. ${hint}`}`;
        const isKnown = this.#problems.some((problem) => problem.input === name && problem.message === message);
        if (!isKnown)
            this.#problems.push({ input: name, message, ...(secret && { secret }) });
    }
    finish() {
        if (this.#problems.length > 0)
            throw new InputError(this.#problems);
    }
}
function createInputReader(secrets, defaults) {
    return new InputReader(secrets, defaults);
}
function describeWrongSecret(value) {
    if (/[\r\n]/u.test(value))
        return 'contains a line break';
    if (/^bearer\b/iu.test(value))
        return 'begins with a word of the header';
    if (/^(["'`]).*\1$/su.test(value))
        return 'is in quotes';
    if (/^[A-Za-z_]+=[^=]/u.test(value))
        return 'begins with `NAME=`';
    return /^[\x21-\x7E]*$/u.test(value) ? undefined : 'contains white space or non-ASCII characters';
}
function findMisspelling(name) {
    const wanted = name.replace(/[^a-z]/gu, '');
    const sort = (text) => Array.from(text).toSorted().join('');
    const found = Object.keys(process.env).find((variable) => {
        const [, given = ''] = /^INPUT_(.*)$/u.exec(variable) ?? [];
        const letters = given.toLowerCase().replace(/[^a-z]/gu, '');
        const isAlike = letters.includes(wanted) || sort(letters) === sort(wanted);
        return isAlike && process.env[variable]?.trim() !== '';
    });
    if (found === undefined)
        return '';
    const misspelt = (0,untrusted_escape/* toOneLine */.GX)(found.slice('INPUT_'.length).toLowerCase()).replaceAll('`', "'");
    return `The step sets \`${misspelt}\`, which isn't an input: rename it to \`${name}\``;
}
function parseDurationMs(text) {
    const [, amount, unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(text) ?? [];
    return amount === undefined ? undefined : ms(`${Number(amount)}${unit}`);
}
function isServiceUrl(url) {
    const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    return isBare && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
}
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname);
}

;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/utils/get.js
// Lodash implementation of `get`

const charCodeOfDot = ".".charCodeAt(0);
const reEscapeChar = /\\(\\)?/g;
const rePropName = RegExp(
  // Match anything that isn't a dot or bracket.
  "[^.[\\]]+" +
    "|" +
    // Or match property names within brackets.
    "\\[(?:" +
    // Match a non-string expression.
    "([^\"'][^[]*)" +
    "|" +
    // Or match strings (supports escaping characters).
    "([\"'])((?:(?!\\2)[^\\\\]|\\\\.)*?)\\2" +
    ")\\]" +
    "|" +
    // Or match "" as the space between consecutive dots or empty brackets.
    "(?=(?:\\.|\\[\\])(?:\\.|\\[\\]|$))",
  "g",
);
const reIsDeepProp = /\.|\[(?:[^[\]]*|(["'])(?:(?!\1)[^\\]|\\.)*?\1)\]/;
const reIsPlainProp = /^\w*$/;

const getTag = function (value) {
  // if (!value) value === undefined ? "[object Undefined]" : "[object Null]";
  return Object.prototype.toString.call(value);
};

const isSymbol = function (value) {
  const type = typeof value;
  return (
    type === "symbol" ||
    (type === "object" && value && getTag(value) === "[object Symbol]")
  );
};

const isKey = function (value, object) {
  if (Array.isArray(value)) {
    return false;
  }
  const type = typeof value;
  if (
    type === "number" ||
    type === "symbol" ||
    type === "boolean" ||
    !value ||
    isSymbol(value)
  ) {
    return true;
  }
  return (
    reIsPlainProp.test(value) ||
    !reIsDeepProp.test(value) ||
    (object != null && value in Object(object))
  );
};

const stringToPath = function (string) {
  const result = [];
  if (string.charCodeAt(0) === charCodeOfDot) {
    result.push("");
  }
  string.replace(rePropName, function (match, expression, quote, subString) {
    let key = match;
    if (quote) {
      key = subString.replace(reEscapeChar, "$1");
    } else if (expression) {
      key = expression.trim();
    }
    result.push(key);
  });
  return result;
};

const castPath = function (value, object) {
  if (Array.isArray(value)) {
    return value;
  } else {
    return isKey(value, object) ? [value] : stringToPath(value);
  }
};

const toKey = function (value) {
  if (typeof value === "string" || isSymbol(value)) return value;
  const result = `${value}`;
  return result == "0" && 1 / value == -Infinity ? "-0" : result;
};

const get = function (object, path) {
  path = castPath(path, object);
  let index = 0;
  const length = path.length;
  while (object != null && index < length) {
    object = object[toKey(path[index++])];
  }
  return index && index === length ? object : undefined;
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/utils/is_object.js
const is_object = function (obj) {
  return typeof obj === "object" && obj !== null && !Array.isArray(obj);
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/api/normalize_columns.js
const normalize_columns = function (columns) {
  if (columns === undefined || columns === null) {
    return [undefined, undefined];
  }
  if (typeof columns !== "object") {
    return [Error('Invalid option "columns": expect an array or an object')];
  }
  if (!Array.isArray(columns)) {
    const newcolumns = [];
    for (const k in columns) {
      newcolumns.push({
        key: k,
        header: columns[k],
      });
    }
    columns = newcolumns;
  } else {
    const newcolumns = [];
    for (const column of columns) {
      if (typeof column === "string") {
        newcolumns.push({
          key: column,
          header: column,
        });
      } else if (
        typeof column === "object" &&
        column !== null &&
        !Array.isArray(column)
      ) {
        if (!column.key) {
          return [
            Error('Invalid column definition: property "key" is required'),
          ];
        }
        if (column.header === undefined) {
          column.header = column.key;
        }
        newcolumns.push(column);
      } else {
        return [
          Error("Invalid column definition: expect a string or an object"),
        ];
      }
    }
    columns = newcolumns;
  }
  return [undefined, columns];
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/api/CsvError.js
class CsvError extends Error {
  constructor(code, message, ...contexts) {
    if (Array.isArray(message)) message = message.join(" ");
    super(message);
    if (Error.captureStackTrace !== undefined) {
      Error.captureStackTrace(this, CsvError);
    }
    this.code = code;
    for (const context of contexts) {
      for (const key in context) {
        const value = context[key];
        this[key] = Buffer.isBuffer(value)
          ? value.toString()
          : value == null
            ? value
            : JSON.parse(JSON.stringify(value));
      }
    }
  }
}



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/utils/underscore.js
const underscore = function (str) {
  return str.replace(/([A-Z])/g, function (_, match) {
    return "_" + match.toLowerCase();
  });
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/api/normalize_options.js




const normalize_options = function (opts) {
  const options = {};
  // Merge with user options
  for (const opt in opts) {
    options[underscore(opt)] = opts[opt];
  }
  // Normalize option `bom`
  if (
    options.bom === undefined ||
    options.bom === null ||
    options.bom === false
  ) {
    options.bom = false;
  } else if (options.bom !== true) {
    return [
      new CsvError("CSV_OPTION_BOOLEAN_INVALID_TYPE", [
        "option `bom` is optional and must be a boolean value,",
        `got ${JSON.stringify(options.bom)}`,
      ]),
    ];
  }
  // Normalize option `delimiter`
  if (options.delimiter === undefined || options.delimiter === null) {
    options.delimiter = ",";
  } else if (Buffer.isBuffer(options.delimiter)) {
    options.delimiter = options.delimiter.toString();
  } else if (typeof options.delimiter !== "string") {
    return [
      new CsvError("CSV_OPTION_DELIMITER_INVALID_TYPE", [
        "option `delimiter` must be a buffer or a string,",
        `got ${JSON.stringify(options.delimiter)}`,
      ]),
    ];
  }
  // Normalize option `quote`
  if (options.quote === undefined || options.quote === null) {
    options.quote = '"';
  } else if (options.quote === true) {
    options.quote = '"';
  } else if (options.quote === false) {
    options.quote = "";
  } else if (Buffer.isBuffer(options.quote)) {
    options.quote = options.quote.toString();
  } else if (typeof options.quote !== "string") {
    return [
      new CsvError("CSV_OPTION_QUOTE_INVALID_TYPE", [
        "option `quote` must be a boolean, a buffer or a string,",
        `got ${JSON.stringify(options.quote)}`,
      ]),
    ];
  }
  // Normalize option `quoted`
  if (options.quoted === undefined || options.quoted === null) {
    options.quoted = false;
  } else {
    // todo
  }
  // Normalize option `escape_formulas`
  if (
    options.escape_formulas === undefined ||
    options.escape_formulas === null
  ) {
    options.escape_formulas = false;
  } else if (typeof options.escape_formulas !== "boolean") {
    return [
      new CsvError("CSV_OPTION_ESCAPE_FORMULAS_INVALID_TYPE", [
        "option `escape_formulas` must be a boolean,",
        `got ${JSON.stringify(options.escape_formulas)}`,
      ]),
    ];
  }
  // Normalize option `quoted_empty`
  if (options.quoted_empty === undefined || options.quoted_empty === null) {
    options.quoted_empty = undefined;
  } else {
    // todo
  }
  // Normalize option `quoted_match`
  if (
    options.quoted_match === undefined ||
    options.quoted_match === null ||
    options.quoted_match === false
  ) {
    options.quoted_match = null;
  } else if (!Array.isArray(options.quoted_match)) {
    options.quoted_match = [options.quoted_match];
  }
  if (options.quoted_match) {
    for (const quoted_match of options.quoted_match) {
      const isString = typeof quoted_match === "string";
      const isRegExp = quoted_match instanceof RegExp;
      if (!isString && !isRegExp) {
        return [
          new CsvError("CSV_OPTION_QUOTED_MATCH", [
            "option `quoted_match` must be a string or a regex,",
            `got ${JSON.stringify(options.quoted_match)}`,
          ]),
        ];
      }
    }
  }
  // Normalize option `quoted_string`
  if (options.quoted_string === undefined || options.quoted_string === null) {
    options.quoted_string = false;
  } else {
    // todo
  }
  // Normalize option `eof`
  if (options.eof === undefined || options.eof === null) {
    options.eof = true;
  } else {
    // todo
  }
  // Normalize option `escape`
  if (options.escape === undefined || options.escape === null) {
    options.escape = '"';
  } else if (Buffer.isBuffer(options.escape)) {
    options.escape = options.escape.toString();
  } else if (typeof options.escape !== "string") {
    return [
      Error(
        `Invalid Option: escape must be a buffer or a string, got ${JSON.stringify(options.escape)}`,
      ),
    ];
  }
  if (options.escape.length > 1) {
    return [
      Error(
        `Invalid Option: escape must be one character, got ${options.escape.length} characters`,
      ),
    ];
  }
  // Normalize option `header`
  if (
    options.header === undefined ||
    options.header === null ||
    options.header === false
  ) {
    options.header = false;
  } else if (options.header !== true) {
    throw new CsvError(
      "CSV_INVALID_OPTION_HEADER",
      [
        "option `header` is expected to be a boolean,",
        `got ${JSON.stringify(options.header)}`,
      ],
      options,
    );
  }
  // Normalize option `headers_as_comment`
  if (
    options.header_as_comment === undefined ||
    options.header_as_comment === null ||
    options.header_as_comment === false
  ) {
    options.header_as_comment = false;
  } else if (options.header_as_comment === true) {
    options.header_as_comment = "#";
  } else if (Buffer.isBuffer(options.header_as_comment)) {
    options.header_as_comment = options.header_as_comment.toString();
  } else if (typeof options.header_as_comment !== "string") {
    throw new CsvError(
      "CSV_INVALID_OPTION_HEADER_AS_COMMENT",
      [
        "option `header_as_comment` must be a boolean, a string or a buffer,",
        `got ${JSON.stringify(options.header_as_comment)}`,
      ],
      options,
    );
  }
  // if (options.header_as_comment && !options.comment?.length) {
  //   throw new CsvError(
  //     "CSV_INVALID_OPTION_COMMENT",
  //     [
  //       "option `comment` must be a non empty string or buffer when using `header_as_comment`,",
  //       `got ${JSON.stringify(options.comment)}`,
  //     ],
  //     options,
  //   );
  // }
  // Header is always enabled with `header_as_comment`
  // if (options.header_as_comment === true) {
  //   options.header = true;
  // }
  // Normalize option `columns`
  const [errColumns, columns] = normalize_columns(options.columns);
  if (errColumns !== undefined) return [errColumns];
  options.columns = columns;
  // Normalize option `quoted`
  if (options.quoted === undefined || options.quoted === null) {
    options.quoted = false;
  } else {
    // todo
  }
  // Normalize option `cast`
  if (options.cast === undefined || options.cast === null) {
    options.cast = {};
  } else {
    // todo
  }
  // Normalize option cast.bigint
  if (options.cast.bigint === undefined || options.cast.bigint === null) {
    // Cast boolean to string by default
    options.cast.bigint = (value) => "" + value;
  }
  // Normalize option cast.boolean
  if (options.cast.boolean === undefined || options.cast.boolean === null) {
    // Cast boolean to string by default
    options.cast.boolean = (value) => (value ? "1" : "");
  }
  // Normalize option cast.date
  if (options.cast.date === undefined || options.cast.date === null) {
    // Cast date to timestamp string by default
    options.cast.date = (value) => "" + value.getTime();
  }
  // Normalize option cast.number
  if (options.cast.number === undefined || options.cast.number === null) {
    // Cast number to string using native casting by default
    options.cast.number = (value) => "" + value;
  }
  // Normalize option cast.object
  if (options.cast.object === undefined || options.cast.object === null) {
    // Stringify object as JSON by default
    options.cast.object = (value) => JSON.stringify(value);
  }
  // Normalize option cast.string
  if (options.cast.string === undefined || options.cast.string === null) {
    // Leave string untouched
    options.cast.string = function (value) {
      return value;
    };
  }
  // Normalize option `on_record`
  if (
    options.on_record !== undefined &&
    typeof options.on_record !== "function"
  ) {
    return [Error(`Invalid Option: "on_record" must be a function.`)];
  }
  // Normalize option `quote_record_delimiter`
  if (
    options.quote_record_delimiter === undefined ||
    options.quote_record_delimiter === null
  ) {
    options.quote_record_delimiter = !options.record_delimiter;
  } else if (typeof options.quote_record_delimiter !== "boolean") {
    return [
      new CsvError("CSV_OPTION_QUOTE_RECORD_DELIMITER_INVALID_TYPE", [
        "option `quote_record_delimiter` must be a boolean,",
        `got ${JSON.stringify(options.quote_record_delimiter)}`,
      ]),
    ];
  }
  // Normalize option `record_delimiter`
  if (
    options.record_delimiter === undefined ||
    options.record_delimiter === null
  ) {
    options.record_delimiter = "\n";
  } else if (Buffer.isBuffer(options.record_delimiter)) {
    options.record_delimiter = options.record_delimiter.toString();
  } else if (typeof options.record_delimiter !== "string") {
    return [
      Error(
        `Invalid Option: record_delimiter must be a buffer or a string, got ${JSON.stringify(options.record_delimiter)}`,
      ),
    ];
  }
  switch (options.record_delimiter) {
    case "unix":
      options.record_delimiter = "\n";
      break;
    case "mac":
      options.record_delimiter = "\r";
      break;
    case "windows":
      options.record_delimiter = "\r\n";
      break;
    case "ascii":
      options.record_delimiter = "\u001e";
      break;
    case "unicode":
      options.record_delimiter = "\u2028";
      break;
  }
  return [undefined, options];
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/api/index.js




const bom_utf8 = Buffer.from([239, 187, 191]);
// True when appending `separator` after `value` would let `parse` find
// `separator` starting inside `value`. Besides the field containing the whole
// separator, this also covers boundary fusion: a field whose tail is a
// non-empty prefix of a multi-character separator merges with the appended
// separator (eg value "a:" + delimiter "::" => "a:::", matched at offset 1).
// Such fields must be quoted to round-trip, like RFC 4180 fields containing the
// delimiter, generalized to multi-character delimiters and record delimiters.
const emits_separator = function (value, separators) {
  return separators.some(
    (separator) =>
      separator.length !== 0 &&
      (value.indexOf(separator) !== -1 ||
        (separator.length > 1 &&
          (value + separator).indexOf(separator) < value.length)),
  );
};
// True when `value` matches one of the `quoted_match` patterns. The regexps
// come from the user and the same objects are reused for every field, so the
// test must not depend on their state: `RegExp.prototype.test` advances
// `lastIndex` on a global or sticky regexp, which would make a match in one
// field move where the next field starts matching. `String.prototype.search`
// searches from the start and restores `lastIndex`, and is equivalent to
// `test` for the stateless regexps.
const matches_quoted_match = function (value, quoted_match) {
  if (!quoted_match) return false;
  return quoted_match.some((pattern) =>
    typeof pattern === "string"
      ? value.indexOf(pattern) !== -1
      : value.search(pattern) !== -1,
  );
};

const stringifier = function (options, state, info) {
  return {
    options: options,
    state: state,
    info: info,
    __transform: function (chunk, push) {
      // Chunk validation
      if (!Array.isArray(chunk) && typeof chunk !== "object") {
        return Error(
          `Invalid Record: expect an array or an object, got ${JSON.stringify(chunk)}`,
        );
      }
      // Detect columns from the first record
      if (this.info.records === 0) {
        if (Array.isArray(chunk)) {
          if (
            this.options.header === true &&
            this.options.columns === undefined
          ) {
            return Error(
              "Undiscoverable Columns: header option requires column option or object records",
            );
          }
        } else if (this.options.columns === undefined) {
          const [err, columns] = normalize_columns(Object.keys(chunk));
          if (err) return;
          this.options.columns = columns;
        }
      }
      // Emit the header
      if (this.info.records === 0) {
        this.bom(push);
        const err = this.headers(push);
        if (err) return err;
      }
      // Emit and stringify the record if an object or an array
      try {
        // this.emit('record', chunk, this.info.records);
        if (this.options.on_record) {
          this.options.on_record(chunk, this.info.records);
        }
      } catch (err) {
        return err;
      }
      // Convert the record into a string
      let err, chunk_string;
      if (this.options.eof) {
        [err, chunk_string] = this.stringify(chunk);
        if (err) return err;
        if (chunk_string === undefined) {
          return;
        } else {
          chunk_string = chunk_string + this.options.record_delimiter;
        }
      } else {
        [err, chunk_string] = this.stringify(chunk);
        if (err) return err;
        if (chunk_string === undefined) {
          return;
        } else {
          if (this.options.header || this.info.records) {
            chunk_string = this.options.record_delimiter + chunk_string;
          }
        }
      }
      // Emit the csv
      this.info.records++;
      push(chunk_string);
    },
    stringify: function (chunk, chunkIsHeader = false) {
      if (typeof chunk !== "object") {
        return [undefined, chunk];
      }
      const { columns } = this.options;
      const record = [];
      // Record is an array
      if (Array.isArray(chunk)) {
        // We are getting an array but the user has specified output columns. In
        // this case, we respect the columns indexes
        const length = columns
          ? Math.min(chunk.length, columns.length)
          : chunk.length;
        // Cast record elements
        for (let i = 0; i < length; i++) {
          const field = chunk[i];
          const [err, value] = this.__cast(field, {
            index: i,
            column: i,
            records: this.info.records,
            header: chunkIsHeader,
          });
          if (err) return [err];
          record[i] = [value, field];
        }
        // Record is a literal object
        // `columns` is always defined: it is either provided or discovered.
      } else {
        for (let i = 0; i < columns.length; i++) {
          const field = get(chunk, columns[i].key);
          const [err, value] = this.__cast(field, {
            index: i,
            column: columns[i].key,
            records: this.info.records,
            header: chunkIsHeader,
          });
          if (err) return [err];
          record[i] = [value, field];
        }
      }
      let csvrecord = "";
      for (let i = 0; i < record.length; i++) {
        let options, err;

        let [value, field] = record[i];
        if (typeof value === "string") {
          options = this.options;
        } else if (is_object(value)) {
          // Value is considerered as a mix of a value and options
          options = { ...value };
          value = options.value;
          delete options.value;
          if (
            typeof value !== "string" &&
            value !== undefined &&
            value !== null
          ) {
            if (err)
              return [
                Error(
                  `Invalid Casting Value: returned value must return a string, null or undefined, got ${JSON.stringify(value)}`,
                ),
              ];
          }
          // Merge global options with the ones returned by cast
          options = { ...this.options, ...options };
          [err, options] = normalize_options(options);
          if (err !== undefined) {
            return [err];
          }
        } else if (value === undefined || value === null) {
          options = this.options;
        } else {
          return [
            Error(
              `Invalid Casting Value: returned value must return a string, an object, null or undefined, got ${JSON.stringify(value)}`,
            ),
          ];
        }
        const {
          delimiter,
          escape,
          quote,
          quoted,
          quoted_empty,
          quoted_string,
          quoted_match,
          record_delimiter,
          quote_record_delimiter,
          escape_formulas,
        } = options;
        if ("" === value && "" === field) {
          const quotedMatch = matches_quoted_match(value, quoted_match);
          const shouldQuote =
            quotedMatch ||
            true === quoted_empty ||
            (true === quoted_string && false !== quoted_empty);
          if (shouldQuote === true) {
            value = quote + value + quote;
          }
          csvrecord += value;
        } else if (value) {
          if (typeof value !== "string") {
            return [
              Error(
                `Formatter must return a string, null or undefined, got ${JSON.stringify(value)}`,
              ),
            ];
          }
          const containsdelimiter = emits_separator(value, [delimiter]);
          const containsQuote = quote !== "" && value.indexOf(quote) >= 0;
          const containsEscape = value.indexOf(escape) >= 0 && escape !== quote;
          // Testing `\n` and `\r` covers the three sequences `parse` discovers
          const containsRecordDelimiter = emits_separator(value, [
            record_delimiter,
            ...(quote_record_delimiter === false ? [] : ["\n", "\r"]),
          ]);
          const quotedString = quoted_string && typeof field === "string";
          const quotedMatch = matches_quoted_match(value, quoted_match);
          // See https://github.com/adaltas/node-csv/pull/387
          // More about CSV injection or formula injection, when websites embed
          // untrusted input inside CSV files:
          // https://owasp.org/www-community/attacks/CSV_Injection
          // http://georgemauer.net/2017/10/07/csv-injection.html
          // Apple Numbers unicode normalization is empirical from testing
          if (escape_formulas) {
            switch (value[0]) {
              case "-":
                if (typeof field === "number" || typeof field === "bigint") {
                  break;
                }
                value = `'${value}`;
                break;
              case "=":
              case "+":
              case "@":
              case "\t":
              case "\r":
              case "\uFF1D": // Unicode '='
              case "\uFF0B": // Unicode '+'
              case "\uFF0D": // Unicode '-'
              case "\uFF20": // Unicode '@'
                value = `'${value}`;
                break;
            }
          }
          const shouldQuote =
            containsQuote === true ||
            containsdelimiter ||
            containsRecordDelimiter ||
            quoted ||
            quotedString ||
            quotedMatch;
          if (shouldQuote === true && containsEscape === true) {
            value = value.replaceAll(escape, () => escape + escape);
          }
          if (containsQuote === true) {
            value = value.replaceAll(quote, () => escape + quote);
          }
          if (shouldQuote === true) {
            value = quote + value + quote;
          }
          csvrecord += value;
        } else if (
          quoted_empty === true ||
          (field === "" && quoted_string === true && quoted_empty !== false)
        ) {
          csvrecord += quote + quote;
        }
        if (i !== record.length - 1) {
          csvrecord += delimiter;
        }
      }
      return [undefined, csvrecord];
    },
    bom: function (push) {
      if (this.options.bom !== true) {
        return;
      }
      push(bom_utf8);
    },
    headers: function (push) {
      if (this.options.header === false) {
        return;
      }
      if (this.options.columns === undefined) {
        return;
      }
      let err;
      let headers = this.options.columns.map((column) => column.header);
      if (this.options.eof) {
        [err, headers] = this.stringify(headers, true);
        headers += this.options.record_delimiter;
      } else {
        [err, headers] = this.stringify(headers, true);
      }
      if (err) return err;
      if (this.options.header_as_comment) {
        headers = this.options.header_as_comment + " " + headers;
      }
      push(headers);
    },
    __cast: function (value, context) {
      const type = typeof value;
      try {
        if (type === "string") {
          // Fine for 99% of the cases
          return [undefined, this.options.cast.string(value, context)];
        } else if (type === "bigint") {
          return [undefined, this.options.cast.bigint(value, context)];
        } else if (type === "number") {
          return [undefined, this.options.cast.number(value, context)];
        } else if (type === "boolean") {
          return [undefined, this.options.cast.boolean(value, context)];
        } else if (value instanceof Date) {
          return [undefined, this.options.cast.date(value, context)];
        } else if (type === "object" && value !== null) {
          return [undefined, this.options.cast.object(value, context)];
        } else if (value === null && this.options.cast.null !== undefined) {
          return [undefined, this.options.cast.null(value, context)];
        } else if (
          value === undefined &&
          this.options.cast.undefined !== undefined
        ) {
          return [undefined, this.options.cast.undefined(value, context)];
        } else {
          return [undefined, value];
        }
      } catch (err) {
        return [err];
      }
    },
  };
};



;// CONCATENATED MODULE: ./node_modules/csv-stringify/lib/sync.js
/*
CSV Stringify

Please look at the [Sync API](https://csv.js.org/stringify/api/sync/) for
additional information.
*/




const stringify = function (records, opts = {}) {
  const data = [];
  const [err, options] = normalize_options(opts);
  if (err !== undefined) throw err;
  const state = {
    stop: false,
  };
  // Information
  const info = {
    records: 0,
  };
  const api = stringifier(options, state, info);
  for (const record of records) {
    const err = api.__transform(record, function (record) {
      data.push(record);
    });
    if (err !== undefined) throw err;
  }
  if (data.length === 0) {
    api.bom((d) => {
      data.push(d);
    });
    const err = api.headers((headers) => {
      data.push(headers);
    });
    if (err !== undefined) throw err;
  }
  return data.join("");
};



;// CONCATENATED MODULE: ./build/page-views/file/formats.js


const COLUMNS = {
    human: ({ human }) => human,
    ai: ({ ai }) => ai,
    total: ({ total }) => total,
};
const COMPARED_COLUMNS = {
    ...COLUMNS,
    previous: ({ previous }) => previous,
    change: ({ change }) => change,
    previousHuman: ({ previousHuman }) => previousHuman,
    previousAi: ({ previousAi }) => previousAi,
};
const EXTENSIONS = ['.csv', '.json', '.ndjson'];
function createFormat(extension, columns) {
    const fields = Object.entries(columns);
    const formatLine = (row) => fields.reduce((line, [, read]) => `${line},${read(row)}`, formatPath(row.path)) + LINE_END;
    const formatObject = (row) => {
        const start = `{"path":${JSON.stringify((0,untrusted_text/* readUntrustedText */.u)(row.path))}`;
        return `${fields.reduce((text, [name, read]) => `${text},"${name}":${read(row)}`, start)}}`;
    };
    const formats = {
        '.csv': {
            begin: () => ['path', ...Object.keys(columns)].join(',') + LINE_END,
            rows: (rows) => rows.map(formatLine).join(''),
            end: () => '',
        },
        '.json': {
            begin: ({ previous, ...header }) => {
                const fields = { ...toFields(header), ...(previous && { previous: toFields(previous) }) };
                return `${JSON.stringify(fields).slice(0, -1)},"views":[`;
            },
            rows: (rows, isFirst) => rows.length === 0 ? '' : `${isFirst ? '' : ','}\n${rows.map(formatObject).join(',\n')}`,
            end: () => '\n]}\n',
        },
        '.ndjson': {
            begin: () => '',
            rows: (rows) => rows.map((row) => `${formatObject(row)}\n`).join(''),
            end: () => '',
        },
    };
    return formats[extension];
}
function toFields({ dateFrom, dateTo, totals }) {
    const { human, ai, total } = totals;
    return { dateFrom: dateFrom ?? null, dateTo, totals: { human, ai, total } };
}
const LINE_END = '\r\n';
const CSV_OPTIONS = {
    eof: false,
    record_delimiter: LINE_END,
    quote_record_delimiter: true,
    quoted_match: /[;\t]/,
    escape_formulas: true,
};
function formatPath(path) {
    const text = (0,untrusted_text/* readUntrustedText */.u)(path);
    return /^\/[\w/.~%-]*$/.test(text) ? text : stringify([[hideBehindQuote(text)]], CSV_OPTIONS);
}
function hideBehindQuote(text) {
    return /^(?![\t\r])[\s\p{C}]/u.test(text) ? `'${text}` : text;
}

;// CONCATENATED MODULE: external "node:fs/promises"
const external_node_fs_promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");
;// CONCATENATED MODULE: ./build/page-views/file/export-file.js






async function openExportFile(workspace, file) {
    try {
        const folder = await openExportFolder(workspace, file);
        const name = (0,external_node_path_namespaceObject.basename)(file);
        await refuseFolder((0,external_node_path_namespaceObject.join)(folder, name), file);
        await refuseFolder((0,external_node_path_namespaceObject.join)(folder, namePartialFile(file)), file);
        const temporaryPath = (0,external_node_path_namespaceObject.join)(folder, `.${name}.${(0,external_node_crypto_namespaceObject.randomUUID)()}.tmp`);
        const flags = external_node_fs_namespaceObject.constants.O_CREAT | external_node_fs_namespaceObject.constants.O_EXCL | external_node_fs_namespaceObject.constants.O_WRONLY | external_node_fs_namespaceObject.constants.O_NOFOLLOW;
        const handle = await (0,external_node_fs_promises_namespaceObject.open)(temporaryPath, flags, 0o644);
        return createExportFile(handle, { temporaryPath, workspace: (0,external_node_path_namespaceObject.resolve)(workspace), file });
    }
    catch (error) {
        throw asExportFileError(error, file);
    }
}
function createExportFile(handle, { temporaryPath, workspace, file }) {
    const folder = (0,external_node_path_namespaceObject.dirname)(temporaryPath);
    let length = 0;
    let isOver = false;
    const keepAs = async (name) => {
        const path = (0,external_node_path_namespaceObject.join)(folder, name);
        try {
            await handle.truncate(length);
            await handle.sync();
            await handle.close();
            const hasReplaced = (await findEntry(path)) !== undefined;
            await (0,external_node_fs_promises_namespaceObject.rename)(temporaryPath, path);
            isOver = true;
            const fromWorkspace = (0,external_node_path_namespaceObject.relative)(workspace, (0,external_node_path_namespaceObject.resolve)(workspace, (0,external_node_path_namespaceObject.dirname)(file), name));
            return { path: fromWorkspace.split(external_node_path_namespaceObject.sep).join('/'), hasReplaced };
        }
        catch (error) {
            throw asExportFileError(error, file);
        }
    };
    return {
        async write(text) {
            const bytes = Buffer.from(text);
            try {
                await writeAll(handle, bytes, length);
            }
            catch (error) {
                throw asExportFileError(error, file);
            }
            length += bytes.length;
        },
        keep: () => keepAs((0,external_node_path_namespaceObject.basename)(file)),
        keepPartial: () => keepAs(namePartialFile(file)),
        removeOldPartial: () => (0,external_node_fs_promises_namespaceObject.rm)((0,external_node_path_namespaceObject.join)(folder, namePartialFile(file)), { force: true }).catch(() => undefined),
        async discard() {
            if (isOver)
                return;
            isOver = true;
            await handle.close().catch(() => undefined);
            await (0,external_node_fs_promises_namespaceObject.rm)(temporaryPath, { force: true });
        },
    };
}
async function writeAll(handle, bytes, position) {
    for (let written = 0; written < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
        written += bytesWritten;
    }
}
async function refuseFolder(path, file) {
    const found = await findEntry(path);
    if (!found?.isDirectory())
        return;
    const [name, isPartial] = [(0,external_node_path_namespaceObject.basename)(path), (0,external_node_path_namespaceObject.basename)(path) !== (0,external_node_path_namespaceObject.basename)(file)];
    const what = isPartial ? `a folder has the name of a partial result, \`${name}\`` : 'a folder has that name';
    throw new ExportFileError(file, what, 'Set `file` to another name.');
}
function findEntry(path) {
    return (0,external_node_fs_promises_namespaceObject.lstat)(path).catch(() => undefined);
}
function findExtension(file) {
    const extension = (0,external_node_path_namespaceObject.extname)(file).toLowerCase();
    return EXTENSIONS.find((known) => known === extension);
}
function isPortable(file, separator = external_node_path_namespaceObject.sep) {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(file) && (separator === '\\' || !file.includes('\\'));
}
function namePartialFile(file) {
    const extension = (0,external_node_path_namespaceObject.extname)(file);
    return `${(0,external_node_path_namespaceObject.basename)(file, extension)}.partial${extension}`;
}
async function openExportFolder(workspace, file) {
    const folder = (0,external_node_path_namespaceObject.dirname)((0,external_node_path_namespaceObject.resolve)(workspace, file));
    const root = await (0,external_node_fs_promises_namespaceObject.realpath)(workspace);
    refuseOutside(root, await findRealAncestor(folder), file);
    await (0,external_node_fs_promises_namespaceObject.mkdir)(folder, { recursive: true });
    const real = await (0,external_node_fs_promises_namespaceObject.realpath)(folder);
    refuseOutside(root, real, file);
    return real;
}
async function findRealAncestor(folder) {
    try {
        await (0,external_node_fs_promises_namespaceObject.lstat)(folder);
    }
    catch {
        return findRealAncestor((0,external_node_path_namespaceObject.dirname)(folder));
    }
    return (0,external_node_fs_promises_namespaceObject.realpath)(folder);
}
function refuseOutside(root, real, file) {
    if (real === root || isInside(root, real))
        return;
    throw new ExportFileError(file, 'a link leads out of the workspace', 'Set `file` to a path that stays inside the workspace.');
}
class ExportFileError extends Error {
    name = 'ExportFileError';
    hint;
    constructor(file, what, hint, options) {
        super(`Could not write \`${file}\`: ${what}.`, options);
        this.hint = hint;
    }
}
const NOT_ALLOWED = "The step isn't allowed to write there. Set `file` to a path in another folder.";
const NOT_A_FOLDER = 'A part of the path is a file. Set `file` to another path.';
const HINTS = {
    EACCES: NOT_ALLOWED,
    EPERM: NOT_ALLOWED,
    EROFS: 'The disk is read-only. Set `file` to a path on another disk.',
    ENOSPC: 'The disk is full. Free up space on the runner, or export fewer rows at a time.',
    ENOTDIR: NOT_A_FOLDER,
    EEXIST: NOT_A_FOLDER,
    EISDIR: 'A folder has that name, or the name of its partial result. Set `file` to another name.',
    ELOOP: 'A link in the path leads to itself. Set `file` to another path.',
    ENAMETOOLONG: 'Set `file` to a shorter name.',
    ENOENT: 'Check that the workspace exists, and that no part of the path is a broken link.',
};
function asExportFileError(error, file) {
    if (error instanceof ExportFileError)
        return error;
    const { code = 'unknown error' } = error;
    const hint = HINTS[code] ?? "Check the runner's disk.";
    return new ExportFileError(file, `the system reports ${code}`, hint, { cause: error });
}

;// CONCATENATED MODULE: ./build/page-views/reading/fetch-pages.js
class EndlessPagesError extends Error {
    name = 'EndlessPagesError';
    hint = 'This is an error of the service. Try again later, or with another `limit`.';
    constructor(offset, what) {
        super(`Could not get page views: the page at offset ${offset} ${what}, but claims that more follow.`);
    }
}
async function* fetchPages(options) {
    const { concurrency } = options;
    const stopping = new AbortController();
    const signal = AbortSignal.any([options.signal, stopping.signal]);
    const inFlight = [];
    let { limit, offset: nextOffset } = options;
    let lastPage;
    let isEndInSight = false;
    const request = () => {
        const query = { limit, offset: nextOffset };
        const answer = options.fetchPage(query, signal);
        answer.catch(() => {
            isEndInSight = true;
        });
        inFlight.push({ ...query, answer });
        nextOffset += limit;
    };
    request();
    try {
        for (let asked = inFlight.shift(); asked !== undefined; asked = inFlight.shift()) {
            const { offset } = asked;
            const page = (await asked.answer).read();
            refuseEndless(page, lastPage, offset);
            lastPage = page;
            const length = page.views.length;
            if (page.hasMore && offset === options.offset && length < limit) {
                limit = length;
                nextOffset = offset + length;
            }
            while (page.hasMore && !isEndInSight && inFlight.length < concurrency)
                request();
            yield { offset, limit: asked.limit, nextOffset: offset + limit, page };
            if (!page.hasMore)
                return;
        }
    }
    finally {
        stopping.abort();
    }
}
function refuseEndless({ views, hasMore }, lastPage, offset) {
    if (!hasMore)
        return;
    const [first] = views;
    if (first === undefined)
        throw new EndlessPagesError(offset, 'is empty');
    if (!lastPage?.views.some(({ path }) => path === first.path))
        return;
    const known = new Set(lastPage.views.map(({ path }) => path));
    if (views.every(({ path }) => known.has(path)))
        throw new EndlessPagesError(offset, 'has only rows of the previous page');
}

;// CONCATENATED MODULE: ./build/page-views/problems.js





const WARNING_TITLES = {
    inputs: 'check the inputs',
    comparison: 'no comparison',
    data: 'the data is inconsistent',
    'previous data': 'the data is inconsistent',
};
function explainShortfalls(shortfalls) {
    return shortfalls.map((shortfall) => SHORTFALLS[shortfall]).join(' ');
}
const SHORTFALLS = {
    'request limit': '`max-requests` was reached.',
    'short page': 'A page was shorter than requested, so rows may be missing.',
    'repeated paths': 'Paths are repeated on another page, so as many rows are missing.',
    'changed totals': 'The totals changed between pages, so rows may be missing.',
    'no rows': "The service sent no rows, but the totals aren't 0.",
};
function warnOfData(about, { message, example }) {
    return {
        about,
        message: about === 'data' ? message : `In the previous period: ${message}`,
        quote: example === undefined ? undefined : { label: 'For example', text: example },
    };
}
function problems_explainFailure(failure, advice) {
    if (failure instanceof DocsServiceError) {
        const { message, hint, serviceMessage: detail } = failure;
        return { problem: `${message} ${advice ?? hint}`, detail };
    }
    if (failure instanceof EndlessPagesError ||
        failure instanceof ExportFileError ||
        failure instanceof proxies/* ProxySettingError */.T)
        return { problem: `${failure.message} ${failure.hint}` };
    if (failure instanceof RequestLimitError)
        return explainLimit(failure);
    return { problem: `Unexpected error: ${describeBug(failure)}`, isUnexpected: true };
}
function explainLimit({ message, cause }) {
    if (cause === undefined)
        return { problem: `${message} Raise \`max-requests\`.` };
    const explanation = problems_explainFailure(cause);
    const limit = "It wasn't repeated, because `max-requests` was reached.";
    return { ...explanation, problem: `${explanation.problem} ${limit}` };
}

;// CONCATENATED MODULE: ./build/page-views/reading/data-checks.js

function createDataChecks(maximumSize = MAXIMUM_SIZE) {
    const rows = createRowChecks(maximumSize);
    const lengths = createLengthChecks();
    const totals = createTotalsChecks();
    return {
        add(pageAt) {
            const { page, offset } = pageAt;
            lengths.add(pageAt, totals.first() === undefined);
            totals.add(page.totals);
            for (const row of page.views)
                rows.add(row, offset);
        },
        finish(isWhole) {
            const { sums } = rows;
            const first = totals.first() ?? sums;
            const gapAt = lengths.gapAt();
            const isEmpty = isWhole && rows.count() === 0 && first.human + first.ai + first.total > 0;
            const areSumsKnown = isWhole && gapAt === undefined && !isEmpty;
            const shortfalls = [
                [gapAt !== undefined, 'short page'],
                [rows.areRepeatedElsewhere(), 'repeated paths'],
                [totals.haveChanged(), 'changed totals'],
                [isEmpty, 'no rows'],
            ];
            const warnings = [
                ...rows.list(),
                totals.warn(),
                isEmpty && { message: `The service sent no rows, but the totals are ${formatCounts(first)}.` },
                areSumsKnown && warnOfSums(sums, first),
                !isClose(first.human + first.ai, first.total) && {
                    message: `The totals themselves don't add up: ${formatCounts(first)}.`,
                },
                ...lengths.list(),
            ].filter((warning) => typeof warning === 'object');
            return {
                warnings,
                shortfalls: shortfalls.filter(([is]) => is).map(([, name]) => name),
                gapAt,
                isBelowTotals: areSumsKnown && isBelow(sums, first),
            };
        },
    };
}
function createRowChecks(maximumSize) {
    const paths = createKnownPaths(maximumSize);
    const [repeatedElsewhere, repeatedOnPage, unequal] = [createTally(), createTally(), createTally()];
    const sums = { human: 0, ai: 0, total: 0 };
    let rows = 0;
    return {
        sums,
        count: () => rows,
        areRepeatedElsewhere: repeatedElsewhere.isAny,
        add(row, offset) {
            const offsetBefore = paths.add(row.path, offset);
            if (offsetBefore !== undefined)
                (offsetBefore === offset ? repeatedOnPage : repeatedElsewhere).count(row.path);
            if (!isClose(row.human + row.ai, row.total))
                unequal.count(row.path);
            sums.human += row.human;
            sums.ai += row.ai;
            sums.total += row.total;
            rows += 1;
        },
        list: () => [
            repeatedElsewhere.warn((count) => `Paths are repeated in ${count} on another page. Rows moved, so as many others are missing.`),
            repeatedOnPage.warn((n) => `Paths are repeated in ${n} on the same page. The larger row counts.`),
            paths.isFull() && { message: 'Only the first pages were searched for repeated paths.' },
            unequal.warn((count) => `In ${count}, human and AI views don't add up to the total.`),
        ],
    };
}
function warnOfSums(sums, totals) {
    if (isSame(sums, totals))
        return undefined;
    const end = isBelow(sums, totals) ? ' Pages may be missing, so none counts as new or gone.' : '';
    return {
        message: `The rows add up to ${formatCounts(sums)}, but the totals are ${formatCounts(totals)}.${end}`,
    };
}
function createTotalsChecks() {
    let first;
    let changed;
    return {
        add(totals) {
            first ??= totals;
            if (!isSame(totals, first))
                changed ??= totals;
        },
        first: () => first,
        haveChanged: () => changed !== undefined,
        warn() {
            if (first === undefined || changed === undefined)
                return undefined;
            const change = `from ${formatCounts(first)} to ${formatCounts(changed)}`;
            return { message: `The totals changed while the pages were read, ${change}. Rows may be missing.` };
        },
    };
}
const MAXIMUM_SIZE = 1.5 * 2 ** 20;
function createKnownPaths(maximumSize) {
    const known = new Map();
    let size = 0;
    let isFull = false;
    return {
        add(path, offset) {
            const text = (0,untrusted_text/* readUntrustedText */.u)(path);
            const offsetBefore = known.get(text);
            if (offsetBefore !== undefined)
                return offsetBefore;
            size += text.length;
            isFull ||= size > maximumSize;
            if (!isFull)
                known.set(text, offset);
            return undefined;
        },
        isFull: () => isFull,
    };
}
function createLengthChecks() {
    let first = '';
    let short = 0;
    let long = 0;
    let gapAt;
    return {
        add({ offset, limit, page: { views, hasMore } }, isFirst) {
            const rows = views.length;
            if (rows > limit)
                long += 1;
            if (!hasMore || rows >= limit)
                return;
            if (isFirst) {
                first = `The first page has ${rows} rows, but \`limit\` is ${limit} and more follow.`;
                first += ` Every other request asks for ${rows} rows.`;
                return;
            }
            gapAt ??= offset + rows;
            short += 1;
        },
        gapAt: () => gapAt,
        list: () => [
            first !== '' && { message: first },
            short > 0 && {
                message: `${countPages(short)} fewer rows than requested. Rows may be missing from offset ${gapAt} on.`,
            },
            long > 0 && { message: `${countPages(long)} more rows than requested. Rows may be repeated.` },
        ],
    };
}
const countPages = (count) => (count === 1 ? 'One page had' : `${count} pages had`);
function createTally() {
    let rows = 0;
    let example;
    return {
        count(path) {
            rows += 1;
            example ??= path;
        },
        isAny: () => rows > 0,
        warn(format) {
            return rows === 0 ? undefined : { message: format(rows === 1 ? 'one row' : `${rows} rows`), example };
        },
    };
}
function isSame(a, b) {
    return isClose(a.human, b.human) && isClose(a.ai, b.ai) && isClose(a.total, b.total);
}
function isClose(a, b) {
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
function isBelow(a, b) {
    return ['human', 'ai', 'total'].some((name) => a[name] < b[name] && !isClose(a[name], b[name]));
}
function formatCounts({ human, ai, total }) {
    return `${human} human + ${ai} AI = ${total}`;
}

;// CONCATENATED MODULE: ./build/page-views/reading/fetch-period.js




async function fetchPeriod(query, reader) {
    const { range, maximumRequests, ...paging } = query;
    const { waitForQuota = true } = reader;
    const checks = createDataChecks();
    let totals;
    const requests = createRequestCount(maximumRequests);
    let rows = 0;
    let nextOffset = query.offset;
    const limits = { deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take, waitForQuota };
    const finish = (isLimitReached, failure) => {
        const isWhole = !isLimitReached && failure === undefined && query.offset === 0;
        const { gapAt, shortfalls, ...findings } = checks.finish(isWhole);
        const hasMoved = shortfalls.some((shortfall) => shortfall !== 'short page');
        return {
            ...findings,
            rows,
            requests: requests.sent(),
            totals,
            shortfalls: [...(isLimitReached ? ['request limit'] : []), ...shortfalls],
            nextOffset: hasMoved ? query.offset : (gapAt ?? nextOffset),
            failure,
        };
    };
    try {
        const pages = fetchPages({
            ...paging,
            signal: reader.signal,
            fetchPage: (page, signal) => reader.service.getPageViews({ ...range, ...page }, { ...limits, signal }),
        });
        for await (const pageAt of pages) {
            const { page } = pageAt;
            await reader.takePage(page);
            totals ??= page.totals;
            rows += page.views.length;
            checks.add(pageAt);
            nextOffset = pageAt.nextOffset;
            reader.onProgress?.({ rows, requests: requests.sent() });
        }
        return finish(false);
    }
    catch (failure) {
        const isLimitAlone = failure instanceof RequestLimitError && failure.cause === undefined;
        return isLimitAlone && nextOffset > query.offset ? finish(true) : finish(false, failure);
    }
}

;// CONCATENATED MODULE: ./build/page-views/comparison/ranking.js
function createRanking(maximum, scoreOf) {
    const kept = [];
    return {
        add(row) {
            const score = scoreOf(row);
            const least = kept[maximum - 1];
            if (maximum === 0 || (least !== undefined && score <= least.score))
                return;
            const same = kept.findIndex((other) => other.row.path === row.path);
            if (same >= 0 && score <= (kept[same]?.score ?? 0))
                return;
            if (same >= 0)
                kept.splice(same, 1);
            const place = kept.findIndex((other) => other.score < score);
            kept.splice(place < 0 ? kept.length : place, 0, { row, score });
            kept.length = Math.min(kept.length, maximum);
        },
        list: () => kept.map(({ row }) => row),
    };
}
const PREVIOUS = { human: 'previousHuman', ai: 'previousAi', total: 'previous' };
function createMovers(maximum, rankedBy, isCertain) {
    const rising = createRanking(maximum, ({ change }) => change);
    const falling = createRanking(maximum, ({ change }) => -change);
    const gone = createRanking(maximum, ({ change }) => -change);
    return {
        add(row) {
            const { path, total, previous, human, ai, previousHuman, previousAi } = row;
            const change = row[rankedBy] - row[PREVIOUS[rankedBy]];
            const mover = { path, total, previous, change, human, ai, previousHuman, previousAi };
            if (isCertain && !hasViews(row) && hadViews(row))
                gone.add(mover);
            else if (change > 0)
                rising.add(mover);
            else if (change < 0)
                falling.add(mover);
        },
        list: () => ({ rising: rising.list(), falling: falling.list(), gone: gone.list() }),
    };
}
function hadViews({ previous, previousHuman, previousAi }) {
    return previous > 0 || previousHuman > 0 || previousAi > 0;
}
function hasViews({ total, human, ai }) {
    return total > 0 || human > 0 || ai > 0;
}

;// CONCATENATED MODULE: ./build/page-views/comparison/compare-periods.js





async function comparePeriods(options, { openFile, ...reader }) {
    const { query, table } = options;
    const fetched = await fetchPeriod(query, {
        ...reader,
        waitForQuota: false,
        takePage: ({ views }) => views.forEach(table.addPrevious),
    });
    const warnings = fetched.warnings.map((warning) => warnOfData('previous data', warning));
    const problem = findProblem(fetched, options);
    if (problem !== undefined)
        return { warnings: [problem, ...warnings] };
    const { totals = NO_VIEWS, requests } = fetched;
    const { range } = query;
    const addsUp = !options.isBelowTotals && !fetched.isBelowTotals;
    try {
        const { rows, movers } = await writeComparison({ ...options, addsUp, previousTotals: totals }, await openFile());
        return { comparison: { ...movers, range, totals, requests, rows, addsUp }, warnings };
    }
    catch (failure) {
        return { warnings: [refuseAfter("The comparison wasn't written to the file.", failure), ...warnings] };
    }
}
const NO_VIEWS = { human: 0, ai: 0, total: 0 };
function findProblem({ failure, shortfalls, requests }, { query: { limit, range }, requests: exported }) {
    const begin = "The previous period couldn't be read completely.";
    const isQuota = failure instanceof DocsServiceError && failure.status === 429;
    if (isQuota && exported + Math.max(exported, requests) > HOURLY_QUOTA)
        return refuseAfter(begin, failure, explainQuota(limit, range));
    if (failure !== undefined)
        return refuseAfter(begin, failure);
    if (shortfalls.length === 0)
        return undefined;
    return { about: 'comparison', message: `${begin} ${explainShortfalls(shortfalls)}` };
}
const HOURLY_QUOTA = 100;
function explainQuota(limit, { dateFrom, dateTo }) {
    const need = `Both periods together need more than the ${HOURLY_QUOTA} requests that an organization has per hour`;
    const larger = limit < 250 ? ' Set `limit: 250`, which takes the fewest requests, or' : ' Instead,';
    const apart = `export the previous period by itself an hour later, without \`compare\`: \`date-from: ${dateFrom}\``;
    return `${need}, so running it again doesn't help.${larger} ${apart}, \`date-to: ${dateTo}\`.`;
}
function refuseAfter(begin, failure, advice) {
    const { problem, detail } = problems_explainFailure(failure, advice);
    const quote = detail === undefined ? undefined : { label: 'The service said', text: detail };
    return { about: 'comparison', message: `${begin} ${problem}`, quote };
}
const ROWS_AT_A_TIME = 250;
async function writeComparison(options, file) {
    const { table, query, range, totals, previousTotals, topCount, topBy, isExcluded } = options;
    const isCertain = options.isWhole && options.addsUp;
    const format = createFormat(options.extension, COMPARED_COLUMNS);
    const movers = createMovers(topCount, topBy, isCertain);
    let rows = 0;
    let waiting = [];
    const writeWaiting = async () => {
        await file.write(format.rows(waiting, rows === 0));
        rows += waiting.length;
        waiting = [];
    };
    try {
        await file.write(format.begin({ ...range, totals, previous: { ...query.range, totals: previousTotals } }));
        for (const { row, counts } of table.list(isCertain)) {
            waiting.push(row);
            if (counts && !isExcluded?.(row.path))
                movers.add(row);
            if (waiting.length === ROWS_AT_A_TIME)
                await writeWaiting();
        }
        await writeWaiting();
        await file.write(format.end());
        await file.keep();
        return { rows, movers: movers.list() };
    }
    finally {
        await file.discard();
    }
}

;// CONCATENATED MODULE: ./build/page-views/comparison/page-table.js

function createPageTable(rankedBy) {
    const rows = [];
    const exported = new Map();
    const before = new Map();
    return {
        add(row) {
            const kept = copyRow(row);
            rows.push(kept);
            keepLarger(exported, kept);
        },
        addPrevious: (row) => keepLarger(before, copyRow(row)),
        *list(withOthers) {
            for (const row of rows) {
                const path = (0,untrusted_text/* readUntrustedText */.u)(row.path);
                const counts = exported.get(path) === row;
                yield { row: counts ? compareRows(row, before.get(path)) : { ...row, ...NO_COMPARISON }, counts };
            }
            if (!withOthers)
                return;
            for (const [path, row] of before)
                if (!exported.has(path))
                    yield { row: compareRows({ ...row, ...page_table_NO_VIEWS }, row), counts: true };
        },
    };
    function keepLarger(rowOf, row) {
        const path = (0,untrusted_text/* readUntrustedText */.u)(row.path);
        const known = rowOf.get(path);
        if (known === undefined || known[rankedBy] < row[rankedBy])
            rowOf.set(path, row);
    }
}
const page_table_NO_VIEWS = { human: 0, ai: 0, total: 0 };
const NO_COMPARISON = { previous: 0, change: 0, previousHuman: 0, previousAi: 0 };
function copyRow({ path, human, ai, total }) {
    return { path, human, ai, total };
}
function compareRows(row, { human, ai, total } = page_table_NO_VIEWS) {
    return { ...row, previous: total, change: row.total - total, previousHuman: human, previousAi: ai };
}

;// CONCATENATED MODULE: ./build/page-views/export-page-views.js






async function exportPageViews(options, dependencies) {
    const { previousRange, topBy } = options;
    const table = previousRange && createPageTable(topBy);
    const { result, isBelowTotals } = await writeExport(options, dependencies, table);
    const { outcome, totals, rows, requests, warnings } = result;
    if (!table || !previousRange || !totals || outcome === 'failed')
        return result;
    const query = { ...options, range: previousRange, offset: 0 };
    const isWhole = isWholePeriod(result, options);
    const compared = await comparePeriods({ ...options, query, table, totals, requests, isWhole, isBelowTotals }, dependencies);
    const { comparison } = compared;
    return {
        ...result,
        comparison,
        rows: comparison?.rows ?? rows,
        warnings: [...warnings, ...compared.warnings],
    };
}
function isWholePeriod({ outcome }, { offset }) {
    return outcome === 'complete' && offset === 0;
}
async function writeExport(options, { openFile, ...reader }, table) {
    const { range, extension, topBy } = options;
    let file;
    try {
        file = await openFile();
    }
    catch (failure) {
        return { result: failUnstarted(options, failure), isBelowTotals: false };
    }
    const format = createFormat(extension, COLUMNS);
    const top = createRanking(options.topCount, (row) => row[topBy]);
    const excluded = { rows: 0, views: 0 };
    let hasBegun = false;
    let hasRows = false;
    const fetched = await fetchPeriod(options, {
        ...reader,
        async takePage({ views, totals }) {
            await file.write((hasBegun ? '' : format.begin({ ...range, totals })) + format.rows(views, !hasRows));
            hasBegun = true;
            hasRows ||= views.length > 0;
            for (const { path, human, ai, total } of views) {
                if (options.isExcluded?.(path)) {
                    excluded.rows += 1;
                    excluded.views += total;
                }
                else
                    top.add({ path, human, ai, total });
            }
            if (table !== undefined)
                views.forEach(table.add);
        },
    });
    const finished = await finishFile(fetched, hasBegun ? format.end() : undefined, file, options.offset);
    const shown = { top: top.list(), excluded: options.isExcluded && excluded };
    return { result: assembleResult(options, fetched, finished, shown), isBelowTotals: fetched.isBelowTotals };
}
function failUnstarted({ offset }, failure) {
    const nothing = { rows: 0, requests: 0, shortfalls: [], top: [], warnings: [] };
    return { outcome: 'failed', ...nothing, nextOffset: offset, failure };
}
async function finishFile({ failure: readingFailure }, end, file, offset) {
    try {
        if (end === undefined)
            return {};
        await file.write(end);
        if (readingFailure !== undefined)
            return await file.keepPartial();
        const kept = await file.keep();
        if (offset === 0)
            await file.removeOldPartial();
        return kept;
    }
    catch (failure) {
        return { failure };
    }
    finally {
        await file.discard();
    }
}
function assembleResult(options, fetched, finished, shown) {
    const { rows, requests, totals, shortfalls, nextOffset, warnings } = fetched;
    const failure = finished.failure ?? fetched.failure;
    const isComplete = failure === undefined && shortfalls.length === 0;
    const file = finished.path;
    return {
        outcome: failure === undefined ? (isComplete ? 'complete' : 'incomplete') : 'failed',
        shortfalls,
        totals,
        rows: file === undefined ? 0 : rows,
        requests,
        file,
        nextOffset: isComplete ? undefined : file === undefined ? options.offset : nextOffset,
        ...shown,
        warnings: [
            ...warnOfFile(options, finished, { rows, isPartial: fetched.failure !== undefined, isComplete }),
            ...warnings.map((warning) => warnOfData('data', warning)),
        ],
        failure,
    };
}
function warnOfFile({ offset }, { path, hasReplaced = false }, { rows, isPartial, isComplete }) {
    const isPart = offset > 0;
    const messages = [
        hasReplaced && isPartial && `\`${path}\` of a previous export was replaced. It now has ${rows} rows.`,
        hasReplaced && !isPartial && isPart && `\`${path}\` now has only the rows from \`offset: ${offset}\` on.`,
        isPart && isComplete && rows === 0 && `There are no rows from \`offset: ${offset}\` on.`,
    ];
    return messages.flatMap((message) => (message === false ? [] : [{ about: 'inputs', message }]));
}

;// CONCATENATED MODULE: ./build/reports/period.js

function listAllowedPeriods(maximumDays) {
    return `a number of whole days from 1d to ${maximumDays}d, \`last-week\`, \`last-month\` or \`this-month\``;
}
function parsePeriod(text, nowMs, maximumDays) {
    const todayMs = nowMs - (nowMs % DAY_MS);
    const [, digits] = /^(\d{1,6})d$/iu.exec(text) ?? [];
    if (digits !== undefined) {
        const days = Number(digits);
        return days >= 1 && days <= maximumDays ? createPeriod(todayMs - days * DAY_MS, todayMs) : undefined;
    }
    const firstMs = Date.parse(`${toDay(todayMs).slice(0, 7)}-01`);
    const lastMonth = createPeriod(subtractMonths(firstMs, 1), firstMs);
    switch (text.toLowerCase()) {
        case 'last-week': {
            const mondayMs = todayMs - ((new Date(todayMs).getUTCDay() + 6) % 7) * DAY_MS;
            return createPeriod(mondayMs - 7 * DAY_MS, mondayMs);
        }
        case 'last-month':
            return lastMonth;
        case 'this-month':
            return firstMs === todayMs ? lastMonth : { ...createPeriod(firstMs, todayMs), isToDate: true };
        default:
            return undefined;
    }
}
function subtractMonths(dayMs, months) {
    const day = new Date(dayMs);
    return day.setUTCMonth(day.getUTCMonth() - months);
}
function createPeriod(fromMs, toMs) {
    return { dateFrom: toDay(fromMs), dateTo: toDay(toMs), isToDate: false };
}

;// CONCATENATED MODULE: ./build/page-views/date-range.js


const ALLOWED = 'a date that exists, as YYYY-MM-DD, a timestamp such as 2026-08-01T12:00:00Z, `today`, or a number of days such as 7d';
function resolveDates(from, to, nowMs) {
    const problems = [];
    const now = { text: date_range_formatMoment(nowMs, false), atMs: nowMs, isDay: false };
    const given = to === '' ? now : parseMoment(to, now, nowMs);
    if (given === undefined)
        problems.push({ input: 'date-to', given: to, allowed: ALLOWED });
    const isCut = given !== undefined && given.atMs > nowMs;
    const end = given === undefined || isCut ? now : given;
    const start = from === '' ? undefined : parseMoment(from, end, nowMs);
    const allowed = from === '' ? undefined : findAllowedStart(nowMs, start, given && end);
    if (allowed !== undefined)
        problems.push({ input: 'date-from', given: from, allowed });
    return {
        range: start === undefined ? { dateTo: end.text } : { dateFrom: start.text, dateTo: end.text },
        previousRange: start && findPreviousRange(start, end),
        isToDate: end.text === now.text,
        isCut,
        problems,
    };
}
function findAllowedStart(nowMs, start, end) {
    if (start === undefined)
        return ALLOWED;
    if (start.atMs > nowMs)
        return `a moment in the past; ${start.text} is in the future`;
    if (end === undefined || start.atMs < end.atMs)
        return undefined;
    return `a moment before date-to, which is ${end.text} and itself not included`;
}
const MAXIMUM_DAYS = 36_500;
function resolvePeriod(text, nowMs) {
    const period = parsePeriod(text, nowMs, MAXIMUM_DAYS);
    if (period === undefined) {
        const problem = { input: 'period', given: text, allowed: listAllowedPeriods(MAXIMUM_DAYS) };
        return { ...resolveDates('', '', nowMs), problems: [problem] };
    }
    const { dateFrom, dateTo, isToDate } = period;
    const [start, end] = [toMoment(dateFrom), toMoment(dateTo)];
    const previousRange = isToDate ? findSameDaysBefore(start, end) : findPreviousRange(start, end);
    return { range: { dateFrom, dateTo }, previousRange, isToDate, isCut: false, problems: [] };
}
function findSameDaysBefore(start, end) {
    const fromMs = subtractMonths(start.atMs, 1);
    const toMs = Math.min(fromMs + end.atMs - start.atMs, start.atMs);
    return { dateFrom: toDay(fromMs), dateTo: toDay(toMs) };
}
function findPreviousRange(start, end) {
    const months = countMonths(start, end);
    const atMs = months === undefined ? 2 * start.atMs - end.atMs : subtractMonths(start.atMs, months);
    if (!(atMs >= FIRST_MOMENT_MS))
        return undefined;
    return { dateFrom: date_range_formatMoment(atMs, start.isDay && end.isDay), dateTo: start.text };
}
function countMonths(start, end) {
    const [first, last] = [new Date(start.atMs), new Date(end.atMs)];
    if (![first, last].every((day) => day.getUTCDate() === 1 && day.getTime() % DAY_MS === 0))
        return undefined;
    return 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth();
}
function parseMoment(text, reference, nowMs) {
    if (/^\d+d$/i.test(text))
        return subtractDays(Number.parseInt(text, 10), reference);
    if (/^today$/i.test(text))
        return toMoment(toDay(nowMs));
    return parseDay(text) ?? parseTimestamp(text);
}
const FIRST_MOMENT_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z');
function subtractDays(days, { atMs, isDay }) {
    if (!Number.isSafeInteger(days) || days > MAXIMUM_DAYS)
        return undefined;
    const earlierMs = atMs - days * DAY_MS;
    if (earlierMs < FIRST_MOMENT_MS)
        return undefined;
    return { text: date_range_formatMoment(earlierMs, isDay), atMs: earlierMs, isDay };
}
function date_range_formatMoment(atMs, isDay) {
    return isDay ? toDay(atMs) : new Date(atMs).toISOString();
}
function toMoment(day) {
    return { text: day, atMs: Date.parse(day), isDay: true };
}
function parseDay(text) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text))
        return undefined;
    const { atMs } = toMoment(text);
    return Number.isNaN(atMs) || toDay(atMs) !== text ? undefined : toMoment(text);
}
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;
function parseTimestamp(given) {
    const text = given.toUpperCase();
    const [, day = '', , zone] = TIMESTAMP.exec(text) ?? [];
    if (parseDay(day) === undefined)
        return undefined;
    const zoned = zone === undefined ? `${text}Z` : text;
    const atMs = Date.parse(zoned);
    return atMs >= FIRST_MOMENT_MS && atMs <= LAST_MOMENT_MS ? { text: zoned, atMs, isDay: false } : undefined;
}

// EXTERNAL MODULE: ./node_modules/picomatch/index.js
var picomatch = __nccwpck_require__(6);
;// CONCATENATED MODULE: ./build/page-views/exclusions.js


function parseExclusions(text) {
    const patterns = text.match(/(?:\{(?:[^{}\r\n]|\{[^{}\r\n]*\})*\}|[^,\r\n])+/gu) ?? [];
    return patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '');
}
function createExclusion(globs) {
    const patterns = globs.map((glob) => (glob.startsWith('/') ? glob.replace(/^\/\*\*\//u, '**/') : `**/${glob}`)
        .replace(/(?<=.)\/$/u, '/**')
        .replaceAll(/(?<![\\!?*+@])\(/gu, '\\('));
    const matches = picomatch(patterns, { dot: true, windows: false });
    return (path) => matches(shortenNames((0,untrusted_text/* readUntrustedText */.u)(path).replace(/^\/?/u, '/')));
}
function shortenNames(path) {
    return path.length <= 255 ? path : path.replace(/[^/]{256,}/gu, (name) => name.slice(-255));
}

;// CONCATENATED MODULE: ./build/page-views/inputs.js





const INPUT_DEFAULTS = {
    limit: '250',
    offset: '0',
    'max-requests': '100',
    concurrency: '4',
    file: 'page-views.csv',
    top: '10',
    'top-by': 'total',
    compare: 'none',
    'base-url': 'https://api.mintlify.com',
};
function readInputs(reader, { workspace, nowMs }) {
    const apiKey = reader.secret('api-key', { required: true });
    const githubToken = reader.secret('github-token', { required: false });
    const file = reader.requiredText('file');
    const { isCut, ...dates } = readDates(reader, nowMs);
    const inputs = {
        apiKey,
        projectId: reader.id('project-id', { required: true }),
        baseUrl: reader.serviceUrl('base-url'),
        file,
        export: {
            ...dates,
            limit: reader.wholeNumber('limit', { minimum: 1, maximum: 250 }),
            offset: reader.wholeNumber('offset', { minimum: 0, maximum: 1e15 }),
            maximumRequests: reader.wholeNumber('max-requests', { minimum: 1, maximum: 1_000_000 }),
            concurrency: reader.wholeNumber('concurrency', { minimum: 1, maximum: 16 }),
            extension: readExtension(reader, workspace, file),
            topCount: reader.wholeNumber('top', { minimum: 1, maximum: 100 }),
            topBy: reader.choice('top-by', ['total', 'human', 'ai']),
            isExcluded: readExclusions(reader),
        },
        isCut,
        issueNumber: reader.issueNumber('issue-number'),
        githubToken,
    };
    reader.finish();
    return inputs;
}
function readDates(reader, nowMs) {
    const [period, from, to] = [reader.text('period'), reader.text('date-from'), reader.text('date-to')];
    const isPeriod = period !== '';
    if (isPeriod && from + to !== '')
        reader.refuse('period', period, 'nothing while `date-from` or `date-to` is set');
    const { problems, ...dates } = isPeriod ? resolvePeriod(period, nowMs) : resolveDates(from, to, nowMs);
    for (const { input, given, allowed } of problems)
        reader.refuse(input, given, allowed);
    const isCompared = reader.choice('compare', ['none', 'previous']) === 'previous';
    if (isCompared && !isPeriod && from === '')
        reader.refuse('compare', 'previous', 'none, or previous together with `period` or `date-from`');
    else if (isCompared && dates.previousRange === undefined && problems.length === 0)
        reader.refuse(isPeriod ? 'period' : 'date-from', period + from, 'with `compare`, one with room before it');
    return { ...dates, previousRange: isCompared ? dates.previousRange : undefined };
}
const LONGEST_GLOB = 1000;
const MANY_STARS = /(?:\*+[^*/,]+){3}\*/u;
function readExclusions(reader) {
    const globs = parseExclusions(reader.text('exclude'));
    const allowed = `globs of up to ${LONGEST_GLOB} characters, without \`!\`, with up to 3 stars in a name`;
    const refused = globs.filter((glob) => glob.startsWith('!') || glob.length > LONGEST_GLOB || MANY_STARS.test(glob));
    for (const glob of refused)
        reader.refuse('exclude', glob, allowed);
    return globs.length === 0 || refused.length > 0 ? undefined : createExclusion(globs);
}
function readExtension(reader, workspace, file) {
    const extension = findExtension(file);
    if (file === '')
        return '.csv';
    if (extension === undefined)
        reader.refuse('file', file, 'a name that ends in .csv, .json or .ndjson');
    if (!isPortable(file))
        reader.refuse('file', file, 'a path with `/` between folders, and without line breaks');
    else if (!isInside((0,external_node_path_namespaceObject.resolve)(workspace), file))
        reader.refuse('file', file, 'a path inside the workspace');
    return extension ?? '.csv';
}

;// CONCATENATED MODULE: ./build/page-views/report-comment/history.js


const MAXIMUM_ENTRIES = 12;
function toEntry({ dateFrom, dateTo }, { human, ai, total }, { isPrevious = false, isToDate = false } = {}) {
    const from = dateFrom === undefined ? '' : toDay(Date.parse(dateFrom));
    return { from, to: toDay(Date.parse(dateTo)), human, ai, total, isPrevious, isToDate };
}
function parseEntry(value) {
    const fields = (0,json/* readFields */.qU)(value);
    const [from, to] = [history_parseDay(fields['from']), history_parseDay(fields['to'])];
    const [human, ai, total] = [(0,json/* readCount */._0)(fields['human']), (0,json/* readCount */._0)(fields['ai']), (0,json/* readCount */._0)(fields['total'])];
    if (from === undefined || to === undefined)
        return undefined;
    if (human === undefined || ai === undefined || total === undefined)
        return undefined;
    const [isPrevious, isToDate] = [fields['isPrevious'] === true, fields['isToDate'] === true];
    return { from, to, human, ai, total, isPrevious, isToDate };
}
function history_parseDay(value) {
    const text = (0,json/* readText */.yR)(value);
    return text !== undefined && /^(?:\d{4}-\d{2}-\d{2})?$/.test(text) ? text : undefined;
}
function nameEntries(entries) {
    return entries.map(({ from, to }) => {
        if (from === '')
            return `until ${to}`;
        return entries.some((other) => other.from === from && other.to !== to) ? `${from} to ${to}` : from;
    });
}
function mergeHistory(known, added) {
    return added
        .reduce(addEntry, known)
        .toSorted(compareEnds)
        .slice(-MAXIMUM_ENTRIES)
        .toSorted((a, b) => compareText(a.from || a.to, b.from || b.to) || compareText(a.to, b.to));
}
function addEntry(known, entry) {
    const own = known.find((other) => isSamePeriod(other, entry) && !other.isPrevious);
    if (entry.isPrevious && own)
        return [...known];
    const others = known.filter((other) => !isSamePeriod(other, entry) && !isContinued(other, entry));
    return [...others, { ...entry, isToDate: entry.isToDate && own?.isToDate !== false }];
}
function isContinued(entry, { from, to, isPrevious }) {
    return entry.isToDate && !isPrevious && from !== '' && entry.from === from && entry.to < to;
}
function isSamePeriod(entry, { from, to }) {
    return entry.from === from && entry.to === to;
}
function findHeadline(entries) {
    const own = entries.filter(({ isPrevious }) => !isPrevious).toSorted(compareEnds);
    const over = own.findLast(({ isToDate }) => !isToDate);
    return own.findLast(({ isToDate, from }) => isToDate && (!over || from >= over.to)) ?? over;
}
function compareEnds(a, b) {
    return compareText(a.to, b.to) || compareText(a.from, b.from);
}
function selectChart(entries) {
    const newest = findHeadline(entries.filter(({ isToDate }) => !isToDate));
    const shown = [];
    const alike = entries.filter((entry) => newest && isAsLong(entry, newest));
    for (let entry = newest; entry !== undefined; entry = findBefore(entry, alike))
        shown.unshift(entry);
    const [first] = shown;
    const isAfterGap = alike.some(({ to }) => first && to < first.from);
    return { shown, isAfterGap };
}
function findBefore(entry, entries) {
    return entries.find((other) => other.to === entry.from && isAsLong(other, entry));
}
function isAsLong(entry, other) {
    const [lengths, others] = [measure(entry), measure(other)];
    return lengths.some((length) => others.includes(length));
}
function measure({ from, to, isToDate }) {
    if (from === '' || from === to || isToDate)
        return [];
    const [start, end] = [new Date(from), new Date(to)];
    const months = 12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth();
    const isWhole = start.getUTCDate() === 1 && end.getUTCDate() === 1;
    return [`${(end.getTime() - start.getTime()) / DAY_MS} days`, ...(isWhole ? [`${months} months`] : [])];
}
function compareText(a, b) {
    return Number(a > b) - Number(a < b);
}

;// CONCATENATED MODULE: ./build/reports/charts.js


function renderPie(title, slices) {
    const shown = slices
        .filter(({ count }) => count > 0 && count < Number.MAX_SAFE_INTEGER)
        .toSorted((a, b) => b.count - a.count);
    if (shown.length === 0)
        return [];
    const lines = [
        markdown `pie showData title ${title}`,
        ...shown.map(({ label, count }) => markdown `    "${label}" : ${formatPlainNumber(count)}`),
        renderChartTheme(shown.map(({ color }) => color)),
    ];
    return [markdown `\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``];
}
function renderChartTheme(pie = []) {
    const colors = pie.map((color, index) => markdown `"pie${index + 1}": "${color}", `);
    return joinMarkdown([
        markdown `%%{init: {"theme": "base", "xyChart": {"width": 900, "height": 320, "titleFontSize": 16, `,
        markdown `"xAxis": {"labelFontSize": 10}, "yAxis": {"labelFontSize": 10}}, "themeVariables": {`,
        ...colors,
        markdown `"pieOpacity": "1", "pieStrokeWidth": "0px", `,
        markdown `"pieOuterStrokeWidth": "0px", "pieSectionTextColor": "#ffffff", "pieTitleTextColor": "#848d97", `,
        markdown `"pieTitleTextSize": "18px", "pieLegendTextColor": "#848d97", "xyChart": {`,
        markdown `"backgroundColor": "transparent", "titleColor": "#848d97", "xAxisLabelColor": "#848d97", `,
        markdown `"xAxisTickColor": "#848d97", "xAxisLineColor": "#848d97", "yAxisLabelColor": "#848d97", `,
        markdown `"yAxisTickColor": "#848d97", "yAxisLineColor": "#848d97", `,
        markdown `"plotColorPalette": "#848d97, #2f81f7, #a371f7"}}}}%%`,
    ], '');
}

;// CONCATENATED MODULE: ./build/page-views/result/words.js

function formatDifference(value) {
    return `${value > 0 ? '+' : ''}${formatNumber(value)}`;
}
function formatShares(first, second) {
    const sum = first + second;
    if (!(sum > 0 && Number.isFinite(sum)))
        return ['', ''];
    const tenths = Math.round((1000 * first) / sum);
    return [`${tenths / 10}%`, `${(1000 - tenths) / 10}%`];
}
function formatChange(now, before) {
    const percent = ((now - before) / before) * 100;
    if (before === 0 || !Number.isFinite(percent))
        return '';
    const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
    const text = percent.toLocaleString('en-US', options);
    return text === '-0.0' ? '0.0' : text;
}
function formatPercent(now, before) {
    const change = formatChange(now, before);
    return change === '' ? '' : `${Number(change) > 0 ? '+' : ''}${change}%`;
}
const AI_COUNTS_MARKDOWN_SINCE = '2026-07-31';
const AI_CHANGE = 'Since 31 July 2026, views of a page as Markdown count as AI views. ' +
    'Earlier numbers leave them out, so AI seems to grow more than it did.';
function explainAiChange(first, end) {
    const changedAt = Date.parse(AI_COUNTS_MARKDOWN_SINCE);
    const isAcross = first !== undefined && Date.parse(first) < changedAt && Date.parse(end) > changedAt;
    return isAcross ? AI_CHANGE : undefined;
}
function explainContinuation({ file, nextOffset = 0, shortfalls }, { dateFrom, dateTo }) {
    if (file === undefined)
        return 'No file was written.';
    const from = dateFrom === undefined ? '' : `\`date-from: ${dateFrom}\`, `;
    const query = `\`offset: ${nextOffset}\`, ${from}\`date-to: ${dateTo}\``;
    const isPatchy = shortfalls.some((shortfall) => shortfall !== 'request limit');
    const what = isPatchy
        ? `To replace them, export again with ${query}.`
        : `Continue with ${query} and another \`file\`.`;
    return `The rows so far are in \`${file}\`. ${what}`;
}

;// CONCATENATED MODULE: ./build/page-views/result/tables.js







function renderTotals(totals, range, comparison) {
    const { human, ai, total } = totals;
    const [humanShare, aiShare] = formatShares(human, ai);
    const rows = [
        [markdown `**Views**`, ...[human, ai, total].map((count) => markdown `**${formatNumber(count)}**`)],
        ...(humanShare === '' ? [] : [[markdown `Share`, markdown `${humanShare}`, markdown `${aiShare}`, markdown ` `]]),
        ...(comparison === undefined ? [] : compareTotals(totals, comparison.totals)),
    ];
    const header = [markdown ` `, markdown `Human`, markdown `AI`, markdown `Total`];
    return [
        comparison === undefined ? renderRange(range) : renderComparedDates(range, comparison),
        table(header, rows, [':--', '--:', '--:', '--:']),
    ];
}
function compareTotals(now, before) {
    const names = ['human', 'ai', 'total'];
    return [
        [markdown `Previous period`, ...names.map((name) => markdown `${formatNumber(before[name])}`)],
        [markdown `Change`, ...names.map((name) => markdown `${formatPercent(now[name], before[name]) || ' '}`)],
    ];
}
function renderComparedDates(range, { range: previous }) {
    const note = explainAiChange(previous.dateFrom, range.dateTo);
    const end = note === undefined ? '' : ` ${note}`;
    return markdown `${renderRange(range)} compared with ${renderRange(previous)}.${end}`;
}
function renderShares({ human, ai }) {
    return renderPie('Views by people and by AI', [
        { label: 'Human', count: human, color: markdown `#2f81f7` },
        { label: 'AI', count: ai, color: markdown `#a371f7` },
    ]);
}
const TOP_HEADINGS = {
    total: 'Most viewed pages',
    human: 'Pages most viewed by people',
    ai: 'Pages most viewed by AI',
};
const MOVER_HEADINGS = {
    rising: 'Rising pages',
    falling: 'Falling pages',
    gone: 'Pages that are gone',
};
const RANKED_BY = { total: '', human: ', by people', ai: ', by AI' };
function renderPageTables(report) {
    const { result, range, topBy } = report;
    const { top, comparison, excluded } = result;
    const suffix = isWholePeriod(result, report) ? '' : ' (of the rows read)';
    const heading = markdown `### ${TOP_HEADINGS[topBy] + suffix}`;
    const { rows = 0, views = 0 } = excluded ?? {};
    const hidden = `${formatCount(rows, 'row')} with ${formatCount(views, 'view')}`;
    return [
        ...(top.length === 0 ? [] : [heading, renderTop(top)]),
        ...(comparison === undefined ? [] : renderChanges(comparison, { range, topBy, suffix })),
        ...(excluded === undefined ? [] : [markdown `\`exclude\` leaves ${hidden} out of the tables.`]),
    ];
}
function renderChanges(comparison, { range, topBy, suffix }) {
    const dates = markdown `${formatDates(range)}, compared with ${formatDates(comparison.range)}:`;
    return ['rising', 'falling', 'gone'].flatMap((list) => {
        if (comparison[list].length === 0)
            return [];
        const heading = markdown `### ${MOVER_HEADINGS[list] + RANKED_BY[topBy] + suffix}`;
        return [heading, dates, renderMovers(list, topBy, comparison)];
    });
}
function renderTop(top) {
    const largest = Math.max(...top.map(({ human, ai }) => Math.max(human, ai)));
    const rows = top.map(({ path, human, ai, total }, index) => [
        markdown `${index + 1}`,
        renderPath(path),
        renderBar(human, largest, formatNumber(human)),
        renderBar(ai, largest, formatNumber(ai)),
        markdown `${formatNumber(total)}`,
    ]);
    const header = [markdown `#`, markdown `Page`, markdown `Human`, markdown `AI`, markdown `Total`];
    return table(header, rows, ['--:', ':--', ':--', ':--', '--:']);
}
function renderMovers(list, topBy, comparison) {
    const movers = comparison[list];
    const { addsUp } = comparison;
    const largest = Math.max(...movers.map(({ change }) => Math.abs(change)));
    const rows = movers.map((mover) => [
        renderPath(mover.path),
        markdown `${formatNumber(mover[PREVIOUS[topBy]])}`,
        markdown `${formatNumber(mover[topBy])}`,
        renderBar(Math.abs(mover.change), largest, formatDifference(mover.change)),
        markdown `${list === 'gone' ? 'gone' : formatShare(mover, topBy, addsUp)}`,
        markdown `${formatDifference(mover.human - mover.previousHuman)}`,
        markdown `${formatDifference(mover.ai - mover.previousAi)}`,
    ]);
    const header = ['Page', 'Previous', 'Views', 'Change', '%', 'Human change', 'AI change'].map((name) => markdown `${name}`);
    return table(header, rows, [':--', '--:', '--:', ':--', '--:', '--:', '--:']);
}
function formatShare(mover, topBy, addsUp) {
    if (!hadViews(mover))
        return addsUp ? 'new' : '–';
    return formatPercent(mover[topBy], mover[PREVIOUS[topBy]]) || '–';
}
const LONGEST_PATH = 120;
function renderPath(path) {
    const rendered = code(path, LONGEST_PATH);
    return rendered.toString() === '' ? markdown `*(empty)*` : rendered;
}
const BAR_WIDTH = 12;
function renderBar(count, largest, number) {
    const share = largest > 0 ? count / largest : 0;
    const blocks = Math.max(Math.round(share * BAR_WIDTH), count > 0 ? 1 : 0);
    const bar = '█'.repeat(blocks) + '░'.repeat(BAR_WIDTH - blocks);
    return markdown `${code(bar)}&nbsp;${number}`;
}

;// CONCATENATED MODULE: ./build/page-views/result/render-summary.js






function renderSummary(report) {
    const { totals, comparison, warnings } = report.result;
    const parts = [
        renderTitle(report.projectId),
        ...renderState(report),
        ...(totals === undefined ? [] : [...renderTotals(totals, report.range, comparison), ...renderShares(totals)]),
        ...renderPageTables(report),
        ...renderWarnings(warnings),
        renderFooter(report),
    ];
    return joinMarkdown(parts, '\n\n');
}
function explainOtherHeadline(own, headline) {
    const rest = `This run, for ${formatRange(own)}, updated only its table and chart of periods.`;
    return `The report is about ${formatRange(headline)}. ${rest}`;
}
function renderInputProblems(message) {
    const title = markdown `## Page views\n\n> [!CAUTION]\n> **Invalid input.** Nothing was exported.`;
    return joinMarkdown([title, prose(message)], '\n\n');
}
function renderTitle(projectId) {
    return markdown `## Page views of ${code(projectId)}`;
}
function renderState({ result, range, explanation }) {
    if (result.outcome === 'complete')
        return [];
    const continuation = prose(explainContinuation(result, range));
    if (result.outcome === 'incomplete')
        return [markdown `> [!WARNING]\n> **Not complete:** ${prose(explainShortfalls(result.shortfalls))} ${continuation}`];
    const problem = prose(explanation?.problem ?? '');
    const detail = explanation?.detail;
    const said = detail === undefined ? markdown `` : markdown ` The service said: ${code(detail, 500)}`;
    return [markdown `> [!CAUTION]\n> **The export failed.** ${problem}${said}\n>\n> ${continuation}`];
}
function renderWarnings(warnings) {
    const groups = Object.entries(Object.groupBy(warnings, ({ about }) => WARNING_TITLES[about]));
    return groups.map(([title, group = []]) => {
        const items = group.map(({ message, quote }) => {
            const suffix = quote === undefined ? markdown `` : markdown ` ${quote.label}: ${code(quote.text, 120)}`;
            return markdown `> - ${prose(message)}${suffix}`;
        });
        const heading = title.replace(/^./u, (first) => first.toUpperCase());
        return joinMarkdown([markdown `> [!WARNING]\n> ${heading}:\n>`, ...items], '\n');
    });
}
function renderFooter({ result, range, offset }) {
    const { totals, rows, file, requests, comparison } = result;
    const skipped = offset === 0 ? '' : ` (after the first ${formatNumber(offset)})`;
    const compared = comparison && markdown `${formatCount(comparison.requests, 'request')} for the previous period`;
    const parts = [
        ...(totals === undefined ? [renderRange(range)] : []),
        file === undefined ? markdown `no file` : markdown `${formatCount(rows, 'row')}${skipped} in ${code(file)}`,
        markdown `${formatCount(requests, 'request')}`,
        ...(compared === undefined ? [] : [compared]),
    ];
    return markdown `<sub>${joinMarkdown(parts, ' · ')}</sub>`;
}

;// CONCATENATED MODULE: ./build/page-views/report-comment/render-report.js








function renderReportComment({ report, totals, runUrl, nowMs }, entries, replaces) {
    const { projectId, result, range } = report;
    const run = markdown_link(markdown `Workflow run`, runUrl);
    const older = replaces && markdown ` · ${markdown_link(markdown `Report before the API key changed`, replaces)}`;
    const parts = [
        renderTitle(projectId),
        markdown `<sub>Updated ${formatMinute(nowMs)} UTC · ${run}${older ?? ''}</sub>`,
        ...renderState(report),
        ...renderTotals(totals, range, result.comparison),
        ...renderWarnings(result.warnings),
        renderHistory(entries),
        ...renderPageTables(report),
    ];
    return joinMarkdown(parts, '\n\n');
}
const HISTORY_START = markdown `\n<!-- docs-agent-periods -->`;
const HISTORY_END = markdown `\n<!-- docs-agent-periods end -->`;
function replaceHistory(published, entries) {
    return replacePart(published, [HISTORY_START, HISTORY_END], renderHistory(entries));
}
function renderHistory(entries) {
    const { shown, isAfterGap } = selectChart(entries);
    const body = [
        ...renderLineChart(shown),
        ...renderNotes(shown, isAfterGap, entries.length),
        ...(entries.length === 0 ? [] : [details('Totals of the last periods', renderEntries(entries))]),
    ];
    return markdown `${HISTORY_START}\n\n${joinMarkdown(body, '\n\n')}\n${HISTORY_END}`;
}
function renderNotes(shown, isAfterGap, known) {
    const [first, last] = [shown.at(0), shown.at(-1)];
    if (shown.length < 2 || first === undefined || last === undefined)
        return [];
    const notes = [
        isAfterGap && `The chart begins after a gap, on ${first.from}.`,
        shown.length < known && 'The table also has periods that the chart leaves out.',
        explainAiChange(first.from, last.to),
    ].filter((note) => typeof note === 'string');
    return notes.length === 0 ? [] : [markdown `${notes.join(' ')}`];
}
function renderLineChart(entries) {
    const largest = Math.max(1, ...entries.flatMap(({ human, ai, total }) => [human, ai, total]));
    if (entries.length < 2 || largest > Number.MAX_SAFE_INTEGER)
        return [];
    const list = (items) => markdown `[${joinMarkdown(items, ', ')}]`;
    const numbers = (key) => list(entries.map((entry) => markdown `${formatPlainNumber(entry[key])}`));
    const names = list(nameEntries(entries).map((name) => markdown `"${name}"`));
    const lines = [
        renderChartTheme(),
        markdown `xychart-beta`,
        markdown `    title "Views: all (gray), by people (blue), by AI (purple)"`,
        markdown `    x-axis ${names}`,
        markdown `    y-axis 0 --> ${formatPlainNumber(largest)}`,
        markdown `    line ${numbers('total')}`,
        markdown `    line ${numbers('human')}`,
        markdown `    line ${numbers('ai')}`,
    ];
    return [markdown `\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``];
}
function renderEntries(entries) {
    const names = nameEntries(entries);
    const rows = entries.map((entry, index) => {
        const before = findBefore(entry, entries);
        const change = before && formatPercent(entry.total, before.total);
        const counts = [entry.human, entry.ai, entry.total].map(formatNumber);
        return [
            markdown `${names[index] ?? ''}`,
            entry.isToDate ? markdown `${entry.to} (to date)` : markdown `${entry.to}`,
            ...[...counts, change || ' '].map((text) => markdown `${text}`),
        ];
    });
    const ends = [markdown `From`, markdown `To (not included)`];
    const counts = [markdown `Human`, markdown `AI`, markdown `Total`, markdown `Change`];
    return table([...ends, ...counts], rows, [':--', ':--', '--:', '--:', '--:', '--:']);
}

;// CONCATENATED MODULE: ./build/page-views/report-comment/page-views-report.js



function createPageViewsReport(run) {
    const added = listEntries(run);
    return {
        name: 'page-views',
        parse: (value) => (0,json/* readList */.LD)(value, parseEntry),
        merge(known) {
            return [...known, added].reduce((merged, entries) => mergeHistory(merged, entries), []);
        },
        render(entries, { text, replaces }) {
            if (text !== undefined && findOtherHeadline(run.report, entries))
                return replaceHistory(text, entries);
            return renderReportComment(run, entries, replaces);
        },
        isIn(entries, found) {
            const known = new Set(found.map((entry) => JSON.stringify(entry)));
            const written = entries.filter((entry) => added.some((each) => isSamePeriod(each, entry)));
            return written.every((entry) => known.has(JSON.stringify(entry)));
        },
    };
}
function findOtherHeadline({ range }, entries) {
    const headline = findHeadline(entries);
    const own = toEntry(range, { human: 0, ai: 0, total: 0 });
    return headline !== undefined && isSamePeriod(headline, own) ? undefined : headline;
}
function listEntries({ report: { range, result, isToDate }, totals }) {
    const { comparison } = result;
    const own = toEntry(range, totals, { isToDate });
    if (comparison === undefined || isToDate)
        return [own];
    return [toEntry(comparison.range, comparison.totals, { isPrevious: true }), own];
}

;// CONCATENATED MODULE: ./build/reports/output-list.js
const output_list_MAXIMUM_BYTES = 100 * 1024;
function selectFitting(items, format) {
    let bytes = 2;
    return items.filter((item) => {
        const length = Buffer.byteLength(format(item)) + 1;
        if (bytes + length > output_list_MAXIMUM_BYTES)
            return false;
        bytes += length;
        return true;
    });
}

;// CONCATENATED MODULE: ./build/page-views/result/outputs.js



const OUTPUTS = {
    human: ({ totals }) => totals?.human,
    ai: ({ totals }) => totals?.ai,
    total: ({ totals }) => totals?.total,
    rows: ({ rows = 0 }) => rows,
    file: ({ file }) => file,
    complete: ({ outcome }) => outcome === 'complete',
    nextOffset: ({ nextOffset }) => nextOffset,
    top: ({ top }) => formatPages(top),
    previousTotal: ({ comparison }) => comparison?.totals.total,
    change: (facts) => formatChangeOf('total', facts),
    previousHuman: ({ comparison }) => comparison?.totals.human,
    previousAi: ({ comparison }) => comparison?.totals.ai,
    changeHuman: (facts) => formatChangeOf('human', facts),
    changeAi: (facts) => formatChangeOf('ai', facts),
    rising: ({ comparison }) => formatPages(comparison?.rising),
    falling: ({ comparison }) => formatPages(comparison?.falling),
    gone: ({ comparison }) => formatPages(comparison?.gone),
    commentUrl: ({ commentUrl }) => commentUrl,
    dateFrom: ({ range, requests }) => (requests ? range?.dateFrom : undefined),
    dateTo: ({ range, requests }) => (requests ? range?.dateTo : undefined),
};
function writeOutputs(outputs, facts = {}) {
    for (const [name, make] of Object.entries(OUTPUTS))
        outputs.set(name, String(make(facts) ?? ''));
}
function formatChangeOf(name, { totals, comparison }) {
    return totals && comparison && formatChange(totals[name], comparison.totals[name]);
}
function formatPages(pages = []) {
    return `[${selectFitting(pages, formatPage).map(formatPage).join()}]`;
}
function formatPage({ path, ...counts }) {
    return JSON.stringify({ path: (0,untrusted_text/* readUntrustedText */.u)(path), ...counts });
}
function listCutOutputs({ top = [], comparison }) {
    const isCut = (pages = []) => selectFitting(pages, formatPage).length < pages.length;
    const names = ['rising', 'falling', 'gone'].filter((name) => isCut(comparison?.[name]));
    return isCut(top) ? ['top', ...names] : names;
}

;// CONCATENATED MODULE: ./build/page-views/result/publish.js









const TITLE = 'Page views';
async function publishInputProblems(runner, outputs, message) {
    writeOutputs(outputs);
    runner.fail('Page views: inputs', message);
    await publishSummary(runner, TITLE, renderInputProblems(message));
}
async function publishResult(runner, outputs, inputs, result, publishReport) {
    const { projectId, export: options } = inputs;
    const explanation = result.failure === undefined ? undefined : problems_explainFailure(result.failure);
    const report = { ...options, projectId, result, explanation };
    writeOutputs(outputs, { ...result, range: options.range });
    logWarnings(runner, result);
    await publishSummary(runner, TITLE, renderSummary(report));
    const { url, note } = (await publishReport(report)) ?? {};
    if (url !== undefined)
        outputs.set('commentUrl', url);
    if (note !== undefined) {
        runner.log.info(note);
        await publishSummary(runner, TITLE, prose(note));
    }
    logEnd(runner, report);
}
function logWarnings({ log }, result) {
    for (const { about, message, quote } of result.warnings) {
        const suffix = quote === undefined ? '' : ` ${quote.label}: ${(0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_text/* readUntrustedText */.u)(quote.text)), 120)}`;
        log.warning(`Page views: ${WARNING_TITLES[about]}`, message + suffix);
    }
    for (const name of listCutOutputs(result))
        log.warning('Page views: an output was cut', `The output \`${name}\` has room for 100 KiB; pages that don't fit are left out.`);
}
function logEnd({ log, fail }, { result, range, explanation }) {
    const continuation = explainContinuation(result, range);
    if (result.outcome === 'complete')
        log.info(`Wrote ${formatCount(result.rows, 'row')} to ${result.file}.`);
    else if (result.outcome !== 'failed')
        log.warning('Page views: not complete', `${explainShortfalls(result.shortfalls)} ${continuation}`);
    else {
        fail('Page views: the export failed', `${formatProblem(explanation)} ${continuation}`);
        if (explanation?.isUnexpected && result.failure instanceof Error)
            log.debug(result.failure.stack ?? '');
    }
}
function formatProblem({ problem, detail } = {}) {
    const said = detail === undefined ? '' : (0,untrusted_escape/* shorten */.ml)((0,untrusted_escape/* toOneLine */.GX)((0,untrusted_text/* readUntrustedText */.u)(detail)), 300);
    return said === '' ? `${problem}` : `${problem} The service said: "${said}".`;
}

;// CONCATENATED MODULE: ./build/page-views/main.js



















const runMain = () => runAction(main);
async function main(runner) {
    const run = readWorkflowRun(process.env);
    const outputs = createOutputs(runner);
    const inputs = readInputsOrProblem(runner, run.workspace);
    if (typeof inputs === 'string') {
        await publishInputProblems(runner, outputs, inputs);
        return;
    }
    announce(runner.log, inputs);
    const { signal, stop } = listenForCancellation();
    try {
        const fetch = (0,network_fetch/* createFetch */.Hy)(process.env);
        const result = await exportPageViews(inputs.export, {
            service: connectService(runner, inputs, fetch),
            openFile: () => openExportFile(run.workspace, inputs.file),
            signal,
            onProgress: createProgress(runner.log),
        });
        await publishResult(runner, outputs, inputs, result, (report) => publishComment(runner, inputs, { run, fetch, signal, report }));
    }
    catch (error) {
        if (!(error instanceof proxies/* ProxySettingError */.T))
            throw error;
        const result = failUnstarted(inputs.export, error);
        await publishResult(runner, outputs, inputs, result, async () => undefined);
    }
    finally {
        stop();
    }
}
function readInputsOrProblem(runner, workspace) {
    try {
        const reader = createInputReader(runner.secrets, INPUT_DEFAULTS);
        return readInputs(reader, { workspace, nowMs: systemClock.wallClock() });
    }
    catch (error) {
        if (!(error instanceof InputError))
            throw error;
        return error.message;
    }
}
function announce(log, { apiKey, projectId, file, isCut, export: options }) {
    const { range, previousRange, offset } = options;
    log.info(`Exporting page views of project "${projectId}", ${formatRange(range)}, to ${file}.`);
    if (isCut)
        log.notice('Page views: `date-to` is in the future', `The export ends now, at ${range.dateTo}. Days in \`date-from\` are counted back from there.`);
    if (previousRange !== undefined)
        log.info(`They are compared with the previous period, ${formatRange(previousRange)}.`);
    if (offset > 0)
        log.info(`Skipping the first ${formatCount(offset, 'row')}.`);
    const kind = findOtherKeyKind(apiKey);
    if (kind !== undefined)
        log.warning('This may be the wrong key', `\`api-key\` looks like an ${kind} key. Page views need an admin key.`);
}
function connectService({ log, secrets }, { apiKey, projectId, baseUrl }, fetch) {
    return createDocsService({
        baseUrl,
        apiKey,
        projectId,
        fetch,
        ...systemClock,
        random: Math.random,
        redact: secrets.redact,
        onRetry: ({ failure, attempt, delayMs, offset }) => {
            const next = `The next attempt follows in ${(delayMs / 1000).toFixed(1)} s.`;
            log.info(`Offset ${offset}, attempt ${attempt}: ${failure.message} ${next}`);
        },
    });
}
const PROGRESS_INTERVAL_MS = 3000;
function createProgress(log) {
    let silentUntil = 0;
    return ({ rows, requests }) => {
        if (systemClock.now() < silentUntil)
            return;
        silentUntil = systemClock.now() + PROGRESS_INTERVAL_MS;
        log.info(`${formatCount(rows, 'row')} after ${formatCount(requests, 'request')}.`);
    };
}
async function publishComment({ log, secrets }, { issueNumber: issue, githubToken: token, apiKey, projectId }, { report, ...options }) {
    const { outcome, totals } = report.result;
    if (issue === undefined || outcome === 'failed' || totals === undefined)
        return undefined;
    const { run } = options;
    const content = createPageViewsReport({ report, totals, runUrl: run.url, nowMs: systemClock.wallClock() });
    const place = { repository: identifyRepository(run), issue, projectId, apiKey };
    const connection = connectGitHub({ ...options, token, clock: systemClock, threadKind: undefined });
    const context = { log, title: 'Page views', token, connection, redact: secrets.redact };
    const kept = await publishReport(content, place, context);
    const other = kept && findOtherHeadline(report, kept.stored);
    const headline = other && { ...(other.from && { dateFrom: other.from }), dateTo: other.to };
    return kept && { url: kept.url, note: headline && explainOtherHeadline(report.range, headline) };
}

var __webpack_exports__main = __webpack_exports__.i;
var __webpack_exports__runMain = __webpack_exports__.V;
export { __webpack_exports__main as main, __webpack_exports__runMain as runMain };
