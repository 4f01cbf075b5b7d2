import type { World } from '../index.ts'
import { describeGitHubRequest, describeServiceRequest } from './describe-request.ts'
import { type Command, type Loop, openIssue, runCommand, type Turn } from './loop.ts'
import type { Narrator } from './narrator.ts'
import type { Issue } from './post.ts'

/** What the second command asks for, whatever the first one did. */
const further =
  'Document the configuration of timeouts. Say what happens to a call that takes longer than `timeoutMs`.'

/** Tells how an issue comes to its documentation: one command, then another one for the same pull request. */
export async function tellLoop(world: World, prompt: string, narrator: Narrator): Promise<Loop> {
  const issue = await openIssue(world)
  narrator.chapter(`An issue: ${issue.title}`)
  await narrator.post(issue)

  const first = await tellCommand(world, issue, narrator, {
    title: 'Somebody asks for documentation',
    text: `/docs ${prompt}`,
    durationMs: 1700,
    inputs: { traffic: '30d' },
  })
  await tellResult(first, narrator, { thread: 'The thread, as it reads now', pull: 'The pull request' })
  if (first.pullRequest === undefined) return { issue, turns: [first] }

  const second = await tellCommand(world, issue, narrator, {
    title: 'The same person asks for more',
    text: `/docs ${further}`,
    durationMs: 700,
  })
  await tellResult(second, narrator, {
    thread: 'What the thread has gained',
    pull: 'The same pull request, with both changes',
  })
  narrator.chapter('Outputs for later steps')
  narrator.facts(second.run.outputs)
  narrator.say('')
  narrator.say('The job summary has the same facts as the comment.')
  return { issue, turns: [first, second] }
}

/** A command, and the run as it happens. */
async function tellCommand(
  world: World,
  issue: Issue,
  narrator: Narrator,
  { title, ...command }: Command & { title: string },
): Promise<Turn> {
  const { github, docsService } = world
  narrator.chapter(title)
  const turn = await runCommand(world, issue, command, {
    async onComment(asked, delivery) {
      await narrator.post(asked)
      narrator.say('')
      narrator.say(`GitHub delivers ${delivery}, and the runner starts dist/agent-job/index.js:`)
      narrator.say('')
      narrator.startClock()
      github.onAnswer = (request) => {
        const deed = describeGitHubRequest(request)
        if (deed !== undefined) narrator.deed(deed)
      }
      docsService.onAnswer = (request) => narrator.deed(describeServiceRequest(request))
    },
    onLog: (entry) => narrator.log(entry),
  })
  github.onAnswer = undefined
  docsService.onAnswer = undefined
  return turn
}

/** What people find afterwards. */
async function tellResult(
  { posts, pullRequest }: Turn,
  narrator: Narrator,
  titles: { thread: string; pull: string },
): Promise<void> {
  narrator.chapter(titles.thread)
  for (const post of posts) await narrator.post(post)
  if (pullRequest === undefined) return
  narrator.chapter(titles.pull)
  await narrator.pullRequest(pullRequest)
}
