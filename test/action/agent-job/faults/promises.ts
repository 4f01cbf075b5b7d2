import { expect } from 'vitest'
import { type Claim, createClaimMarker, parseClaim } from '../../../../src/job-marker/claim.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import type { AnyScene } from '../at-most-one/crash.ts'

/** Ids of the jobs that a comment of ours, or an output, has named so far. */
type Known = ReadonlySet<string>

/** What the markers of our comments in the thread keep. */
export async function readClaims({ world, issue, allComments }: AnyScene): Promise<Claim[]> {
  const marker = createClaimMarker(world.docsService.apiKey, '1296269', issue.number)
  return (await allComments()).map(({ body }) => {
    const content = marker.read(untrustedText(body))
    const claim = parseClaim(content?.payload)
    if (!content?.isVerified || claim === undefined) throw new Error(`No marker of ours: ${body}`)
    return claim
  })
}

export async function readKnown(scene: AnyScene): Promise<Known> {
  const claims = await readClaims(scene)
  return new Set(
    claims.flatMap(({ job, earlierJob }) => [job, earlierJob].flatMap((each) => each?.jobId ?? [])),
  )
}

/** Checks what has to be so after every attempt of a run, whatever went wrong. */
export async function expectPromises(
  scene: AnyScene,
  { outputs }: RunResult,
  before: Known,
  { isLast, isClosing }: { isLast: boolean; isClosing: boolean },
): Promise<Known> {
  const prompts = scene.countPrompts()
  expect(prompts, 'prompts').toBeLessThanOrEqual(isClosing ? 0 : 1)
  const known = await readKnown(scene)
  expect([...known], 'a known job is lost').toEqual(expect.arrayContaining([...before]))
  const { jobId } = outputs
  // What a run knew is in our comment, so that the next attempt finds it.
  if (jobId && !isClosing) expect([...known], 'an output that no comment keeps').toContain(jobId)

  const texts = (await scene.allComments()).map(({ body }) => body)
  const said = texts.join('\n')
  expect(said, 'nobody works any more').not.toMatch(/is working|is busy|is next/)
  if (prompts > 0) expect(texts.at(-1), 'a prompt was sent').not.toMatch(/nothing was sent/i)
  for (const claim of await readClaims(scene)) expectTrueMarker(claim, scene, isClosing)
  await expectTrueDocumentation(scene, said)
  if (!isLast) return known
  expect(outputs['outcome']).toMatch(isClosing ? /^skipped$/ : /^(pull-request|unknown)$/)
  if (outputs['outcome'] === 'pull-request') expect(said).toContain(outputs['prLink'])
  return known
}

/** Each prompt is noted once, and so is one that may have been received. */
function expectTrueMarker(
  { prompts = [], pullRequests = [], claimant }: Claim,
  scene: AnyScene,
  isClosing: boolean,
) {
  expect(new Set(pullRequests.map(({ href }) => href)).size).toBe(pullRequests.length)
  const sent = scene.world.docsService.requestsTo({ method: 'POST' }).length
  if (isClosing || claimant.runId === '1') return
  expect(prompts.length, 'prompts in the marker').toBeLessThanOrEqual(Math.max(1, sent))
}

/** What our comments, and those on the documentation pull requests, say of these is so. */
async function expectTrueDocumentation(
  { world: { github, docsService } }: AnyScene,
  said: string,
): Promise<void> {
  for (const { pullRequest } of docsService.jobs) {
    if (pullRequest === undefined) continue
    const number = Number(pullRequest.url.split('/').at(-1))
    const read = await github.call('maintainer', 'GET', `/repos/acme/docs/pulls/${number}`)
    const isOpen = (read as { state: string }).state === 'open'
    const explanations = (await github.commentsOf(number, 'acme/docs')).length
    expect(explanations, 'explanations of the closing').toBe(isOpen ? 0 : 1)
    expect(said).not.toMatch(isOpen ? /is closed too/ : /still open|is ready|is updated/)
  }
}
