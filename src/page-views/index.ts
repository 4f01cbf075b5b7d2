import { failStep, startAction } from '../runner/start.ts'

await startAction(({ pageViews }) => pageViews()).catch(failStep)
