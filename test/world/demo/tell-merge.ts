import type { World } from '../index.ts'
import { type Merge, runMerge } from './merge.ts'
import type { Narrator } from './narrator.ts'

/** Tells what the agent is told of a merged pull request. */
export async function tellMerge(world: World, narrator: Narrator): Promise<Merge> {
  narrator.chapter('A pull request is merged')
  narrator.say('No person asks here: the workflow runs on the merge, with `context: diff`.')
  narrator.say('')
  const merge = await runMerge(world)
  const { merged, documentation, run } = merge
  narrator.facts({
    merged: `acme/app#${merged.number} ${merged.title}`,
    outcome: run.outputs['outcome'] ?? '',
    opened: documentation === undefined ? '' : `acme/docs#${documentation.number} ${documentation.title}`,
  })
  narrator.say('')
  narrator.say('What the agent is told:')
  narrator.code(merge.prompt.split('\n'))
  return merge
}
