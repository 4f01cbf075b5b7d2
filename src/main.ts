import { runMain, runPost } from './agent-job/main.ts'

/**
 * All actions are one program, because they share most of their code, and every run downloads it. Each entry
 * starts its part. The root action starts on every comment of a repository, so the other parts are loaded late.
 */
export const start = {
  agentJob: runMain,
  agentJobPost: runPost,
  pageViews: async () => (await import('./page-views/main.ts')).runMain(),
  outcomes: async () => (await import('./outcomes/main.ts')).runMain(),
}
