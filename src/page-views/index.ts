import { startAction } from '../runner/start.ts'

await startAction(({ pageViews }) => pageViews())
