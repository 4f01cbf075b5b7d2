import fc from 'fast-check'
import { aroundEach } from 'vitest'
import { RequestTally, requestTally } from './world/request-tally.ts'

// The suite says the same of the same sources, wherever it runs.
fc.configureGlobal({ seed: 20_261_120 })

// A test expects the requests of its worlds, which its snapshot lists: one more is red.
aroundEach(async (runTest, { expect, task }) => {
  if (task.tags?.includes('requests-vary')) return runTest()
  const tally = new RequestTally()
  await requestTally.run(tally, runTest)
  if (task.result?.state !== 'fail' && tally.counts !== undefined) expect(tally.counts).toMatchSnapshot()
})
