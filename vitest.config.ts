import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Where `.ci/run` wants the counts; people read the default report. */
const jsonReport = process.env['VITEST_JSON_REPORT']

// Every worker strips the types of the same sources, and every step compiles the same bundle: once is enough.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile')

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    tags: [
      { name: 'requests-vary', description: 'How many requests a test makes depends on a kill, a signal or a race.' },
    ],
    // No test mocks a module or leaves anything behind, so a process for each file would only cost time.
    isolate: false,
    // Node runs TypeScript itself, which is what the sources are written for; Vite would rewrite every import.
    experimental: { viteModuleRunner: false },
    // On two cores the default is one worker, which is idle while its tests wait for child processes.
    maxWorkers: 4,
    // For tests that hang: a machine that does much else takes many times as long as a quiet one.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 900_000 } },
    reporters: jsonReport === undefined ? ['default'] : ['default', ['json', { outputFile: jsonReport }]],
  },
})
