import { defineConfig } from 'vitest/config'

/** `npm run acceptance`: workflows run by act, which has to be installed. `npm test` does without. */
export default defineConfig({
  test: {
    include: ['test/acceptance/*.acceptance.ts'],
    globalSetup: ['test/acceptance/require-act.ts'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 180_000,
  },
})
