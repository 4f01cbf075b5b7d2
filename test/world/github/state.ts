import type { Emulator } from './emulator.ts'
import type { Reactions } from './reactions.ts'
import type { Person, TokenPermissions } from './world.ts'

/** Who a token acts as. With `permissions` it is a workflow's token. */
export interface Identity {
  login: string
  permissions?: TokenPermissions
}

/** All that the layer knows and the emulator does not. */
export interface LayerState {
  readonly apiUrl: string
  readonly serverUrl: string
  readonly people: Record<string, Person>
  readonly tokens: Map<string, Identity>
  /** `owner/name#number` of locked conversations. */
  readonly locked: Set<string>
  /** `owner/name#number` of pull requests. */
  readonly pulls: Set<string>
  readonly reactions: Reactions
  /** Bodies before the last edit, by id of the comment: for the `changes` of the webhook. */
  readonly editedFrom: Map<number, string>
}

/** What a handler works with. */
export interface LayerContext {
  readonly state: LayerState
  readonly emulator: Emulator
  /** undefined without a token. */
  readonly identity: Identity | undefined
}

export function threadKey(repository: string, number: string | number): string {
  return `${repository}#${number}`
}
