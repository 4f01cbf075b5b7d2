import { defineConfig } from 'vitest/config'

/** Where `.ci/run` wants the counts; people read the default report. */
const jsonReport = process.env['VITEST_JSON_REPORT']

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: jsonReport === undefined ? ['default'] : ['default', ['json', { outputFile: jsonReport }]],
  },
})
