import { runMain as agentJob, runPost as agentJobPost } from './agent-job/main.ts'
import { runMain as outcomes } from './outcomes/main.ts'
import { runMain as pageViews } from './page-views/main.ts'

/**
 * All actions are one program, because they share most of their code, and every run downloads it. Each entry starts its
 * part.
 */
export const start = { agentJob, agentJobPost, pageViews, outcomes }
