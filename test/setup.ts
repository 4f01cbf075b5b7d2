import fc from 'fast-check'

// The suite says the same of the same sources, wherever it runs; `npm run fuzz` looks for what is new.
if (process.env['FUZZ_CASES'] === undefined) fc.configureGlobal({ seed: 20_261_120 })
