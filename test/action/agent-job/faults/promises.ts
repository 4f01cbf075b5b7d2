import { expect } from 'vitest'
import { type Claim, parseClaim } from '../../../../src/agent-job/claim/claim.ts'
import { readBody } from '../../../../src/our-comments/marker.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import type { AnyScene } from '../at-most-one/crash.ts'

/** Ids of the jobs that a comment of ours, or an output, has named so far. */
type Known = ReadonlySet<string>

/** What the markers of comments of ours keep. */
export function readClaims(comments: AnyScene['before']): Claim[] {
  return comments.map(({ body }) => {
    const claim = parseClaim(readBody('job', untrustedText(body))?.payload)
    if (claim === undefined) throw new Error(`No marker of ours: ${body}`)
    return claim
  })
}

export async function readKnown({ allComments }: AnyScene): Promise<Known> {
  return new Set(readClaims(await allComments()).flatMap(({ jobId = [], earlierJobs }) => [jobId, earlierJobs].flat()))
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
  expect(said, 'nobody works any more').not.toMatch(/⏳/u)
  if (prompts > 0) expect(texts.at(-1), 'a prompt was sent').not.toMatch(/nothing was sent/i)
  if (!isLast) return known
  const { outcome } = outputs
  expect(outcome).toMatch(/^(pull-request|unknown)$/)
  if (outcome === 'pull-request') expect(said).toContain(outputs['prLink'])
  return known
}
