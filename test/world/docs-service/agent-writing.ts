/** What is to be written, taken from a prompt. */
export type Change = ReturnType<typeof describeChange>

/** Reads a topic out of the first sentence of `prompt`. Only letters, digits and spaces come through into headings. */
export function describeChange(prompt: string) {
  const [firstLine = ''] = prompt.trim().split(/\r?\n/)
  const patches = [...prompt.matchAll(/^```diff\n(.*?)^```/gms)].map(([, patch = '']) => patch)
  // A merge is documented under its own title, several under that of the last.
  const named = /^ {2}- #\d+ "(.*)" by /m.exec(prompt) ?? /^- Title: "(.*)"$/m.exec(prompt)
  const title = patches.length > 0 ? named?.[1] : undefined
  const request = title ?? firstLine.split(/(?<=[.!?])\s/, 1).join('')
  const plain = request
    .slice(0, 200)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const asked = plain.split(' ').slice(0, 10).join(' ').replace(order, '').trim()
  // `API keys` keeps its capitals, `Rate limits` does not.
  const lowerFirst = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
  const topic = lowerFirst(asked || plain || 'this feature')
  // The page is chosen by both, where a title is the topic.
  const words = `${topic} ${title === undefined ? '' : firstLine}`
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !emptyWords.has(word))
  return {
    topic,
    heading: topic.charAt(0).toUpperCase() + topic.slice(1),
    slug: words.slice(0, 5).join('-') || 'update',
    words,
    /** Lines that the patches of the prompt add. */
    addedLines: patches.flatMap((patch) => [...patch.matchAll(/^\+(.*)$/gm)].map(([, line = '']) => line)),
  }
}

/** The text of a file with a section at its end. */
export function writeSection(text: string, change: Change): string {
  return `${text.trimEnd()}\n\n## ${change.heading}\n\n${writeBody(change)}`
}

const order =
  /^(?:add|write|document|explain|describe|create|update|extend|improve|mention|cover)\b(?: (?:a|an|the|some|our|new|short|page|pages|section|sections|paragraph|guide|docs|documentation))*(?: (?:about|on|for|of|to|that|how|explaining|describing))*(?: the)?(?= )/i
const emptyWords = new Set(['the', 'and', 'for', 'how', 'with', 'that', 'this', 'from', 'into', 'are', 'our'])

/** What the agent knows, by a word of the topic: no model answers here. */
const knowledge: Record<string, string> = {
  retries: `A call that fails is repeated. \`retries\` says how often: three times, unless you set it.

| \`retries\` | When it is right |
| --- | --- |
| \`0\` | The call must not happen twice, such as a payment, or your own code repeats it |
| \`3\` | The default: enough for a restart or a short break of the network |
| \`5\` to \`10\` | Jobs in the background that may wait, and a network that is often down |

Each further try may last \`timeoutMs\`, so with the defaults a call that never succeeds gives up after two minutes, and
the service gets it four times. Raise \`retries\` only where somebody can wait that long.
`,
  timeouts: `A call that takes longer than \`timeoutMs\` is given up with the error \`TIMEOUT\`, and counts as failed: it is repeated
as often as \`retries\` says. The default is \`30000\`, which is half a minute. The service may still finish a call that
you have given up, so repeat only what may happen twice.
`,
}

function writeBody({ topic, heading, words, addedLines }: Change): string {
  if (addedLines.length > 0)
    return `Since this version, the code says:\n\n\`\`\`ts\n${addedLines.join('\n')}\n\`\`\`\n`
  const known = words
    .map((word) => knowledge[word] ?? knowledge[`${word}s`])
    .find((text) => text !== undefined)
  if (known !== undefined) return known
  return `This section covers ${topic}: what it is for, when you need it, and how to set it up.

1. Open the settings of your project and choose **${heading}**.
2. Set the values that fit your plan. Changes take effect at once.
`
}
