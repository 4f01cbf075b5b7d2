// Lists sentences that sound translated or have more than 25 words. It only advises: its exit code is 0.
import {
  listCommentSentences,
  listFormSentences,
  listPageSentences,
  listTextSentences,
  type Sentence,
} from './plain-text.ts'

/** Words that sound translated, and what to write instead: CONTRIBUTING.md has the rules. */
const VOCABULARY: readonly [pattern: RegExp, instead: string][] = [
  [/\bmend(?:s|ed|ing)?\b/, 'fix'],
  [/\bwhoever\b/, 'the commenter, or whom it is'],
  [
    /\b(?:who|somebody|nobody|comment that) asks?(?:ed)?(?! to\b| GitHub\b)(?: for)?\b|\basked by\b/,
    'request; requested by',
  ],
  [/\bof before\b|\bthe ones? before(?! (?:\w+ing|this|that|the|it|a|they|we)\b)/, 'previous'],
  [/(?<!\b(?:there|where) )\b(?:is|are|was|were) no (?!longer\b|more\b|need\b|one\b)/, "isn't a …"],
  [/\bnone of (?:ours|its|theirs?|mine)\b/, "isn't ours"],
  [/\bby hand\b/, 'manually'],
  [/(?<!\blater )\bgo(?:es|ing)? on\b(?! (?:to|the)\b)/, 'continues, keeps working on'],
  [/\b(?:told|tells?|said) (?:it |them )?again\b/, 'reported again'],
  [/\b(?:take|takes|took|taken|taking) (?:it |them |that |this |theirs |its own )?back\b/, 'delete'],
  [/\b(?:left|leaves?) (?:it |them )?alone\b/, 'left unchanged'],
  [/\bnobody (?:can tell|could)\b/, "couldn't confirm that"],
  [/\bcan(?:'t|not) be used\b|\bunusable\b/, 'is invalid'],
  [/\b(?:come|comes|came) to (?:its|an) end\b/, 'ended, finished'],
  [/\bthe wish\b/, 'asks the agent to'],
  [/\b(?:file|setting|workflow|input|variable|line|marker|manifest)s? (?:says?|said)\b/, 'sets, contains, is'],
  [
    /(?<!\bon their own |\bon its own )\bstands?\b(?! (?:for|in for|alone|still|on (?:their|its) own)\b)/,
    'is, appears',
  ],
  [/\bas far as (?:it|they) (?:is|are|can|could)\b/, 'known so far'],
  [/\bwhere nothing else\b/, 'by default'],
  [/\bname of the (?:host|service) is not found\b/, "couldn't resolve the host name"],
  [/\bout of reach\b/, "unreachable, couldn't reach"],
  [/\bsuch as it is\b|\ball the same\b(?! \w)|\banew\b/, 'cut it'],
]

const insensitive = VOCABULARY.map(([pattern, instead]) => [new RegExp(pattern, 'iu'), instead] as const)

function findWrong(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ file, text }) =>
    insensitive.flatMap(([pattern, instead]) => {
      const [found] = pattern.exec(text) ?? []
      return found === undefined ? [] : [`${file}: "${found}" (${instead}) in: ${text}`]
    }),
  )
}

function findLong(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ file, text, isCell }) => {
    const words = text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    return words > 25 && isCell !== true ? [`${file}: ${words} words: ${text}`] : []
  })
}

const pages = [...listPageSentences(), ...listFormSentences(), ...listTextSentences()]
const advice = [...findWrong([...pages, ...listCommentSentences()]), ...findLong(pages)]
console.log(advice.length === 0 ? 'No advice.' : advice.map((line) => `* ${line}`).join('\n'))
