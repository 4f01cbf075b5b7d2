/** Kinds of keys that begin like an admin key, and don't work here. https://www.mintlify.com/docs/api/introduction */
const OTHER_KINDS = [
  { prefix: 'mint_dsc_', kind: 'assistant' },
  { prefix: 'mint_us_', kind: 'index' },
] as const

/** Says what kind of key this looks like, unless it may be an admin key. A reason to warn, not to refuse. */
export function findOtherKeyKind(apiKey: string): 'assistant' | 'index' | undefined {
  return OTHER_KINDS.find(({ prefix }) => apiKey.startsWith(prefix))?.kind
}
