import { parse } from 'yaml'
import { findFiles, listCommittedFiles, read } from '../test/contract/project-files.ts'

/** A sentence that people read, and where it is. */
export interface Sentence {
  file: string
  text: string
  /** Cells of tables hold lists of values, so their length isn't limited. */
  isCell?: boolean
}

/** The sentences of all Markdown pages, headings, cells of tables and comments in YAML blocks included. */
export function listPageSentences(): Sentence[] {
  const pages = listCommittedFiles().filter((path) => path.endsWith('.md'))
  return pages.flatMap((file) => {
    const page = read(file).replace(/<!--.*?-->/gsu, '')
    const prose = page.replace(/^( *)(```|~~~).*?^\1\2/gmsu, '')
    const blocks = [...page.matchAll(/^ *```ya?ml\n(.*?)^ *```/gmsu)]
    const rows = prose.matchAll(/^\s*\|(.*)\|$/gmu)
    const cells = [...rows].flatMap(([, row = '']) => row.split(/(?<!\\)\|/u))
    // An item of a list, or a heading, is a paragraph of its own.
    const paragraphs = prose
      .replace(/^\s*[|<].*$/gmu, '')
      .replace(/^(#+ .*)$/gmu, '\n$1\n')
      .split(/\n\s*\n|\n(?=[\s>]*(?:[-*]|\d+\.) )/u)
    return [
      ...paragraphs.flatMap((text) => splitSentences(file, text)),
      ...cells.flatMap((text) => splitSentences(file, text)).map((cell) => ({ ...cell, isCell: true })),
      ...blocks.flatMap(([, block = '']) => listYamlComments(file, block)),
    ]
  })
}

/** What `action.yml` files, workflows and issue forms contain for people. */
export function listFormSentences(): Sentence[] {
  return findFiles('{action.yml,*/action.yml,.github/**/*.yml}').flatMap((file) => [
    ...listYamlComments(file, read(file)),
    ...listYamlTexts(parse(read(file))).flatMap((text) => splitSentences(file, text)),
  ])
}

/** Comments and docstrings of TypeScript files, and the names of tests. */
export function listCommentSentences(): Sentence[] {
  return findFiles('{src,test,scripts,bench}/**/*.ts').flatMap((file) => {
    const code = read(file)
    const comments = tokenize(code).filter((token) => /^\/[/*]/u.test(token))
    // Lines of `//` that follow each other are one comment.
    const joined = comments.flatMap((text) => splitSentences(file, text.replace(/^\s*(?:\/?\*+\/?|\/\/)/gmu, '')))
    const names = code.matchAll(/\b(?:test|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\1/gu)
    return [...joined, ...[...names].flatMap(([, , name = '']) => splitSentences(file, name))]
  })
}

/** What the actions say: literals of the sources that hold at least three words. */
export function listTextSentences(): Sentence[] {
  return findFiles('src/**/*.ts').flatMap((file) =>
    tokenize(read(file))
      .filter((token) => /^['"`]/u.test(token))
      .map((token) =>
        token
          .slice(1, -1)
          .replace(/\$\{.*?\}/gsu, 'X')
          .replaceAll('\\n', '\n')
          .replaceAll('\\', ''),
      )
      .filter((text) => text.trim().split(/\s+/u).length > 2)
      .flatMap((text) => text.split(/\n\n/u).flatMap((part) => splitSentences(file, part))),
  )
}

const TOKEN = [
  /(?:[ \t]*\/\/.*\n?)+/, // comments
  /\/\*[\s\S]*?\*\//,
  /'(?:[^'\\\n]|\\.)*'/,
  /"(?:[^"\\\n]|\\.)*"/,
  /`(?:[^`\\$]|\\[\s\S]|\$(?!\{)|\$\{(?:[^{}`]|`(?:[^`\\]|\\.)*`|\{[^{}]*\})*\})*`/,
  /(?<=[=(,:[!&|?\n] *)\/(?![*/])(?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/, // regular expressions
]

/** Comments, strings and regular expressions of TypeScript, in order: what is inside of one is not another. */
function tokenize(code: string): string[] {
  const pattern = new RegExp(TOKEN.map(({ source }) => source).join('|'), 'gu')
  return [...code.matchAll(pattern)].map(([token]) => token.trim())
}

function listYamlComments(file: string, text: string): Sentence[] {
  const whole = text.replace(/^ *#.*(?:\n *#.*)*$/gmu, (lines) => lines.replace(/\n *#/gu, ''))
  return [...whole.matchAll(/(?:^|\s)# (.*)$/gmu)].flatMap(([, comment = '']) => splitSentences(file, comment))
}

const SHOWN = new Set(['name', 'description', 'about', 'label', 'title', 'value', 'placeholder'])

function listYamlTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return SHOWN.has(key) ? value.split('\n') : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => listYamlTexts(each, Array.isArray(value) ? key : name))
}

function splitSentences(file: string, paragraph: string): Sentence[] {
  return (
    paragraph
      .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
      .replace(/``.+?``|`[^`\n]+`/gu, 'X')
      .replace(/^[\s>]*(?:[-*#]+|\d+\.) (?:\[.\] )?/gmu, '')
      // What an item of a list begins with is a heading of it.
      .replace(/^\s*(\*\*[^*]+\*\*(?: \(X\))?|X):? /u, '$1. ')
      .replace(/\s+/gu, ' ')
      .split(/(?<=[.!?]["')*]*) (?=\S)|(?:^|\s)@(?:param \S+|returns|throws(?: \S+)?)/u)
      .map((text) => ({ file, text: text.trim() }))
      .filter(({ text }) => text !== '')
  )
}
