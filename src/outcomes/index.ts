import { startAction } from '../runner/start.ts'

await startAction(({ outcomes }) => outcomes())
