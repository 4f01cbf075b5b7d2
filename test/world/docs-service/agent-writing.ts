/** What is to be written, taken from a prompt. */
export interface Change {
  /** `rate limits` */
  topic: string
  /** `Rate limits` */
  heading: string
  /** `rate-limits` */
  slug: string
  /** `Document rate limits` */
  commitMessage: string
  /** The words of the topic that say something, in lower case. */
  words: string[]
  /** The sentence that the prompt begins with. */
  request: string
}

/** Reads a topic out of the first sentence of `prompt`. Only letters, digits and spaces come through into headings. */
export function describeChange(prompt: string): Change {
  const firstLine =
    prompt
      .split(/\r?\n/)
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  const request = [...(firstLine.split(/(?<=[.!?])\s/)[0] ?? '')].slice(0, 200).join('')
  const plain = request
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const asked = plain.split(' ').slice(0, 10).join(' ').replace(polite, '').replace(order, '').trim()
  const topic = lowerFirst(asked || plain || 'this feature')
  const words = topic
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !emptyWords.has(word))
  return {
    topic,
    heading: upperFirst(topic),
    slug: words.slice(0, 5).join('-') || 'update',
    commitMessage: `Document ${topic}`,
    words,
    request,
  }
}

/** The text of a file with the section at its end, in place of one that an earlier job wrote under this heading. */
export function writeSection(text: string, change: Change): string {
  const isTitle = text.startsWith(`# ${change.heading}\n`)
  const heading = `## ${isTitle ? `Working with ${change.topic}` : change.heading}\n`
  return `${removeSection(text, heading).trimEnd()}\n\n${heading}\n${writeBody(change)}`.trimStart()
}

/** A new page, if there is none to add to. */
export function writePage(change: Change): string {
  return `# ${change.heading}\n\n${writeBody(change)}`
}

const polite = /^(?:please |can you |could you |we need to |we should )+/i
const order =
  /^(?:add|write|document|explain|describe|create|update|extend|improve|mention|cover)\b(?: (?:a|an|the|some|our|new|short|page|pages|section|sections|paragraph|guide|docs|documentation))*(?: (?:about|on|for|of|to|that|how|explaining|describing))*(?: the)?(?= )/i
const emptyWords = new Set(['the', 'and', 'for', 'how', 'with', 'that', 'this', 'from', 'into', 'are', 'our'])

function writeBody({ topic, heading, words }: Change): string {
  const name = words[0] ?? 'feature'
  return `This section covers ${topic}: what it is for, when you need it, and how to set it up.

1. Open the settings of your project and choose **${heading}**.
2. Set the values that fit your plan. Changes take effect at once.
3. Check the result with one request:

\`\`\`bash
curl https://api.example.com/v1/${name} \\
  --header "Authorization: Bearer $API_KEY"
\`\`\`

If something goes wrong, the reply names the setting that is missing.
`
}

function removeSection(text: string, heading: string): string {
  const start = `\n${text}`.indexOf(`\n${heading}`)
  if (start < 0) return text
  const rest = text.slice(start + heading.length)
  const next = rest.search(/^#{1,2} /m)
  return text.slice(0, start) + (next < 0 ? '' : rest.slice(next))
}

function lowerFirst(text: string): string {
  // `API keys` keeps its capitals, `Rate limits` does not.
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function upperFirst(text: string): string {
  // Some letters have no capital of one character, and then none is better.
  const first = text.charAt(0).toUpperCase()
  return first.length === 1 ? first + text.slice(1) : text
}
