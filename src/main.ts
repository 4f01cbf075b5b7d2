import { main as agentJob } from './agent-job/main.ts'
import { main as outcomes } from './outcomes/main.ts'
import { main as pageViews } from './page-views/main.ts'

/** All actions are one program, because they share most of their code, and every run downloads it. */
export const program = { agentJob, pageViews, outcomes }
