/** The change that a prompt requests. */
export type Change = ReturnType<typeof describeChange>

/** Reads a topic out of the first sentence of `prompt`. Only letters, digits and spaces come through into headings. */
export function describeChange(prompt: string) {
  const [firstLine = ''] = prompt.trim().split(/\r?\n/)
  const patches = [...prompt.matchAll(/^```diff\n(.*?)^```/gms)].map(([, patch = '']) => patch)
  // The section for a merge has the title of the merge, or of the latest of several.
  const named = /^ {2}- #\d+ "(.*)" by /m.exec(prompt) ?? /^- Title: "(.*)"$/m.exec(prompt)
  const title = patches.length > 0 ? named?.[1] : undefined
  const request = title ?? firstLine.split(/(?<=[.!?])\s/, 1).join('')
  const plain = request
    .slice(0, 200)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const requested = plain.split(' ').slice(0, 10).join(' ').replace(order, '').trim()
  // `API keys` keeps its capitals, `Rate limits` does not.
  const lowerFirst = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
  const topic = lowerFirst(requested || plain || 'this feature')
  // With a title as the topic, the words of the prompt help to choose the page too.
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

/** Appends a section to the text of a file. */
export function writeSection(text: string, change: Change): string {
  return `${text.trimEnd()}\n\n## ${change.heading}\n\n${writeBody(change)}`
}

const order =
  /^(?:add|write|document|explain|describe|create|update|extend|improve|mention|cover)\b(?: (?:a|an|the|some|our|new|short|page|pages|section|sections|paragraph|guide|docs|documentation))*(?: (?:about|on|for|of|to|that|how(?! to )|explaining|describing))*(?: the)?(?= )/i
const emptyWords = new Set(['the', 'and', 'for', 'how', 'with', 'that', 'this', 'from', 'into', 'are', 'our'])

/** Prepared answers by a word of the topic, because there's no model here. */
const knowledge: Record<string, string> = {
  retries: `Failed calls are retried. \`retries\` sets how often: three times by default.

| \`retries\` | When to use it |
| --- | --- |
| \`0\` | Calls that must not run twice, such as payments, or calls that your own code retries |
| \`3\` | The default: covers a restart or a short network outage |
| \`5\` to \`10\` | Background jobs that can wait, and unreliable networks |

Each attempt can take up to \`timeoutMs\`. With the defaults, a call that never succeeds fails after two minutes, and the
service receives it four times. Raise \`retries\` only where your users can wait that long.
`,
  timeouts: `A call that takes longer than \`timeoutMs\` fails with the error \`TIMEOUT\` and is retried, up to \`retries\` times. The
default is \`30000\` (30 seconds). The service might still finish a call that timed out, so retry only calls that can
safely run twice.
`,
}

function writeBody({ topic, heading, words, addedLines }: Change): string {
  if (addedLines.length > 0)
    return `This change adds the following code:\n\n\`\`\`ts\n${addedLines.join('\n')}\n\`\`\`\n`
  const known = words.map((word) => knowledge[word] ?? knowledge[`${word}s`]).find((text) => text !== undefined)
  if (known !== undefined) return known
  return `This section covers ${topic}: what it is for, when you need it, and how to set it up.

1. Open your project's settings and select **${heading}**.
2. Set the values that fit your plan. Changes take effect immediately.
`
}
