import { failStep, startAction } from '../runner/start.ts'

await startAction(({ outcomes }) => outcomes()).catch(failStep)
