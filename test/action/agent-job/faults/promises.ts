import { expect } from 'vitest'
import { type Claim, parseClaim } from '../../../../src/job-marker/claim.ts'
import { parseJson } from '../../../../src/untrusted/json.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import type { AnyScene } from '../at-most-one/crash.ts'

/** Ids of the jobs that a comment of ours, or an output, has named so far. */
type Known = ReadonlySet<string>

/** What the markers of comments of ours keep. */
function readClaims(comments: AnyScene['before']): Claim[] {
  return comments.map(({ body }) => {
    const [, encoded = ''] = /docs-agent-job:v1:([^.]+)/.exec(body) ?? []
    const claim = parseClaim(parseJson(Buffer.from(encoded, 'base64').toString()))
    if (claim === undefined) throw new Error(`No marker of ours: ${body}`)
    return claim
  })
}

function countNoted(comments: AnyScene['before']): number {
  return readClaims(comments).flatMap(({ prompts = [] }) => prompts).length
}

export async function readKnown({ allComments }: AnyScene): Promise<Known> {
  const jobs = readClaims(await allComments()).flatMap(({ job, earlierJob }) => [job, earlierJob])
  return new Set(jobs.flatMap((job) => job?.jobId ?? []))
}

/** Checks what has to be so after every attempt of a run, whatever went wrong. */
export async function expectPromises(
  scene: AnyScene,
  { outputs }: RunResult,
  before: Known,
  isLast: boolean,
): Promise<Known> {
  const prompts = scene.countPrompts()
  expect(prompts, 'prompts').toBeLessThanOrEqual(1)
  const known = await readKnown(scene)
  expect([...known], 'a known job is lost').toEqual(expect.arrayContaining([...before]))
  const { jobId } = outputs
  // What a run knew is in our comment, so that the next attempt finds it.
  if (jobId) expect([...known], 'an output that no comment keeps').toContain(jobId)

  const texts = (await scene.allComments()).map(({ body }) => body)
  const said = texts.join('\n')
  expect(said, 'nobody works any more').not.toMatch(/is working/)
  if (prompts > 0) expect(texts.at(-1), 'a prompt was sent').not.toMatch(/nothing was sent/i)
  if (!isLast) return known
  const { outcome } = outputs
  // Each prompt is noted once, also one that may have been received.
  const noted = countNoted(await scene.allComments()) - countNoted(scene.before)
  expect(noted, 'prompts in the markers').toBe(outcome === 'unknown' ? 1 : prompts)
  expect(outcome).toMatch(/^(pull-request|unknown)$/)
  if (outcome === 'pull-request') expect(said).toContain(outputs['prLink'])
  return known
}
