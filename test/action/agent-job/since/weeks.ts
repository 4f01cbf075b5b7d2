import { readBody } from '../../../../src/our-comments/marker.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createQuickWorld, type Step } from '../../../world/index.ts'
import type { ActionRun, RunResult } from '../../../world/runner/action-run.ts'
import { bySchedule } from '../../../world/workflow/deliveries.ts'
import { DAY_MS } from '../../days.ts'

/** A repository whose merges are documented together, in a tracking issue. Days pass on its GitHub only. */
export async function createWeeks(startsAt: string) {
  let nowMs = Date.parse(startsAt)
  const world = await createQuickWorld({ github: { now: () => nowMs } })
  const { github, docsService } = world
  const { number } = await github.createIssue({ title: 'Documentation of the week' })
  const names = new Map([[github.tipOf().slice(0, 7), 'first']])
  let runId = 0

  /** Without links, and with names for commits, so that it reads the same in every world. */
  function toReadable(text: string): string {
    const plain = text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/[\\\u2060]/g, '')
    return plain.replaceAll(/\b([\da-f]{7})(?:[\da-f]{33})?\b/g, (id, short) => names.get(short) ?? id)
  }

  function complete({ inputs, ...step }: Step = {}): Step {
    runId += 1
    const issue = { 'issue-number': String(number) }
    const given = { prompt: 'Document these changes.', since: 'last-run', ...issue, ...inputs }
    return { trigger: bySchedule, runId, inputs: given, ...step }
  }

  return {
    world,
    issue: number,
    /** Names the commit that a branch is at. */
    name: (commit: string, ref?: string) => void names.set(github.tipOf(ref).slice(0, 7), commit),
    /** Lets days pass, or a part of one. */
    pass(days: number): void {
      nowMs += days * DAY_MS
    },
    async merge(
      title: string,
      how: 'merge' | 'squash' | 'rebase' = 'squash',
      pull: { asLogin?: string; labels?: string[] } = {},
    ): Promise<void> {
      const files = { [`src/${title.replaceAll(' ', '-')}.ts`]: `${title}\n` }
      const { number: opened } = await github.createPullRequest({ title, files, ...pull })
      await github.merge(opened, how)
    },
    /** Runs the workflow, by the schedule unless something else is said. */
    run: (step?: Step): Promise<RunResult> => world.run(complete(step)),
    /** Starts it in a process. */
    start: (step?: Step): ActionRun => world.start(complete(step)),
    /** What each of our comments in the thread says of the range. */
    async readThread(): Promise<string[]> {
      const comments = await github.commentsOf(number)
      return comments.map(({ body }) => {
        const lines = toReadable(body).split('\n')
        const shown = lines.filter((line) => /^\[.*\)\]\.|^- (?![✓✗?])|^(?:The next|A dry) run/.test(line))
        return shown.map((line) => line.replace(/\)\]\.(?: Starts [^.]*\.)?/, ')]')).join('\n')
      })
    },
    /** The pull requests that each prompt names, in the order in which the prompts were sent. */
    listPrompts(): string[] {
      const posted = docsService.requestsTo({ method: 'POST' })
      // The message of a dry run goes to no job.
      const sent = posted.filter(({ target }) => !target.includes('/00000000-'))
      const prompts = sent.map(({ body }) => String((body as { prompt: unknown }).prompt))
      return prompts.map((prompt) => [...prompt.matchAll(/^ {2}- (#\d+) "/gm)].map(([, pull]) => pull).join(' '))
    },
    /** Outcome, and what the run's page notes, beside the outputs. */
    tell: ({ outputs, annotations }: RunResult) => [
      outputs['outcome'],
      ...annotations.filter(({ level }) => level !== 'error').map(({ message }) => toReadable(message)),
    ],
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** What the hidden marker of a comment keeps. */
export function readMarker(body = ''): object {
  return readBody('job', untrustedText(body))?.payload as object
}
