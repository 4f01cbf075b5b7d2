import { expect } from 'vitest'
import { isDuration, median, type Truth } from './hold-report.ts'

/** A form of a part of the sentence, and what it claims; the rest comes after it. */
type Form = [pattern: RegExp, hold: (truth: Truth, found: string[]) => void]

const countOf = (word = '') => (word.toLowerCase() === 'none' ? 0 : Number(word))

/** Where a sentence begins with one of these, its figures are about less than everything. */
const SCOPES: Form[] = [
  [/^In the comments that this API key signed: /, ({ story }) => expect(story.foreign).toBeGreaterThan(0)],
  [/^In the newest 3000 comments: /, ({ story }) => expect(story.isCut).toBe(true)],
  [
    /^Of the newest (\d+) pull requests?: /,
    ({ read, unread }, [count]) => {
      expect(Number(count)).toBe(read.length)
      expect(Math.max(...unread.map(({ openedAt }) => openedAt))).toBeLessThanOrEqual(
        Math.min(...read.map(({ openedAt }) => openedAt)),
      )
    },
  ],
]

const MAIN: Form[] = [
  [
    /^([Nn]one|\d+) of (\d+) documentation pull requests? (was|were) merged(?=[,.;])/,
    ({ merged, counted }, [count, all]) =>
      expect([countOf(count), Number(all)]).toEqual([merged.length, counted.length]),
  ],
  [
    /^[Nn]o documentation pull request was merged or closed in this period; (\d+) (?:is|are) open(?=[.;])/,
    ({ merged, closed, open }, [count]) =>
      expect([0, 0, Number(count)]).toEqual([merged.length, closed.length, open.length]),
  ],
  [
    /^No prompts were sent in this period(?=\.)/,
    ({ prompts, counted, story }) => {
      expect(story.isCut).toBe(false)
      expect(prompts.filter(({ end }) => end !== 'not-sent')).toEqual([])
      expect(counted).toEqual([])
    },
  ],
  [
    /^No prompt of this period is in the newest 3000 comments(?=\.)/,
    ({ prompts, counted, story }) => expect([prompts, counted, story.isCut]).toEqual([[], [], true]),
  ],
]

const REST: Form[] = [
  [
    /^, (all|none|\d+) of them without edits(?: \(not known for (\d+)\))?/,
    ({ merged, asWritten, unknown }, [count, missing = '0']) => {
      const said = count === 'all' ? merged.length : count === 'none' ? 0 : Number(count)
      expect([said, Number(missing)]).toEqual([asWritten.length, unknown.length])
    },
  ],
  [
    /^, not known whether edited/,
    ({ merged, unknown }) => expect([unknown.length > 0, unknown.length]).toEqual([true, merged.length]),
  ],
  [/^, without edits/, ({ asWritten }) => expect(asWritten).toHaveLength(1)],
  [/^, with edits/, ({ asWritten, unknown }) => expect([...asWritten, ...unknown]).toEqual([])],
  [
    /^; (half )?within (\d+ \w+)/,
    ({ merged }, [half, words = '']) => {
      const middle = median(merged.map(({ openedAt, mergedAt = 0 }) => mergedAt - openedAt))
      expect([half !== undefined, isDuration(words, middle, 'up')]).toEqual([merged.length > 1, true])
    },
  ],
]

/** What isn't known stands at the end, and only that. */
const AT_LEAST: Form = [
  /^; at least (\d+) prompts? (?:was|were) sent(?=[.;])/,
  ({ prompts, forgetful }, [count]) => expect([Number(count), forgetful > 0]).toEqual([prompts.length, true]),
]

const UNKNOWN: Form = [
  /^; not known for (?:(\d+)(?: and for )?)?(?:(\d+) jobs?)?(?=\.)/,
  ({ unread, jobs }, [pulls = '0', ends = '0']) => expect([Number(pulls), Number(ends)]).toEqual([unread.length, jobs]),
]

/** The first sentence: all of it is known to this checker, and true. */
export function holdSentence(line: string, truth: Truth): void {
  const [, sentence = ''] = /^\*\*(.*)\.\*\*$/.exec(line) ?? []
  let left = `${sentence}.`
  if (truth.story.foreign > 0) expect(left).toContain('that this API key signed')
  if (truth.story.isCut) expect(left).toContain('the newest 3000 comments')
  const take = (forms: Form[]) => {
    for (const [pattern, hold] of forms) {
      const found = pattern.exec(left)
      if (found === null) continue
      hold(truth, found.slice(1))
      left = left.slice(found[0].length)
      return true
    }
    return false
  }
  const isOfNewest = left.includes('Of the newest ')
  while (take(SCOPES));
  if (!take(MAIN)) throw new Error(`An unknown sentence: ${line}`)
  while (take(REST));
  if (!take([AT_LEAST])) expect(truth.forgetful).toBe(0)
  if (!take([UNKNOWN])) expect((isOfNewest ? 0 : truth.unread.length) + truth.jobs).toBe(0)
  if (left !== '.') throw new Error(`An unknown end of a sentence: ${left} in ${line}`)
}
