import { requireAct } from './run-act.ts'

/** Vitest calls it before the first test. */
export const setup = requireAct
