/** One workflow command, as it appears in one line of a log. */
export interface WorkflowCommand {
  /** Lower case: the runner compares names without case. */
  name: string
  properties: Record<string, string>
  data: string
  syntax: 'colons' | 'brackets'
}

/**
 * Find the workflow command in one line of output, by the rules of actions/runner (`ActionCommand.cs`).
 * `isRegistered` tells whether a name (in lower case) is a command; any other name leaves the line plain text.
 */
export function parseWorkflowCommand(
  line: string,
  isRegistered: (name: string) => boolean,
): WorkflowCommand | undefined {
  return parseColons(line, isRegistered) ?? parseBrackets(line, isRegistered)
}

// `::name key=value,key=value::data`, with nothing but white space before it.
function parseColons(line: string, isRegistered: (name: string) => boolean): WorkflowCommand | undefined {
  const text = line.replace(leadingWhiteSpace, '')
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1
  if (end < 0) return undefined
  const { name, rest } = splitName(text.slice(2, end))
  if (!isRegistered(name)) return undefined
  const properties = parseProperties(trimWhiteSpace(rest), ',', propertyEscapes)
  return { name, properties, data: removeEscapes(text.slice(end + 2), dataEscapes), syntax: 'colons' }
}

// `##[name key=value;key=value]data`, anywhere in the line. Only the first `##[` is looked at.
function parseBrackets(line: string, isRegistered: (name: string) => boolean): WorkflowCommand | undefined {
  const start = line.indexOf('##[')
  const end = start < 0 ? -1 : line.indexOf(']', start)
  if (end < 0) return undefined
  const { name, rest } = splitName(line.slice(start + 3, end))
  if (!isRegistered(name)) return undefined
  const properties = parseProperties(rest, ';', bracketEscapes)
  return { name, properties, data: removeEscapes(line.slice(end + 1), bracketEscapes), syntax: 'brackets' }
}

function splitName(info: string): { name: string; rest: string } {
  const space = info.indexOf(' ')
  const name = space < 0 ? info : info.slice(0, space)
  return { name: name.toLowerCase(), rest: space < 0 ? '' : info.slice(space + 1) }
}

function parseProperties(text: string, separator: string, escapes: Escapes): Record<string, string> {
  const properties = new Map<string, string>()
  for (const part of text.split(separator)) {
    // A property without a name or without a value does not exist for the runner.
    const [, name, value] = /^=*([^=]+)=+([^=].*)$/s.exec(part) ?? []
    if (name !== undefined && value !== undefined) properties.set(name, removeEscapes(value, escapes))
  }
  return Object.fromEntries(properties)
}

type Escapes = readonly (readonly [escaped: string, plain: string])[]

// The order matters: `%25` comes last, so that `%250A` is read as the text `%0A`.
const dataEscapes: Escapes = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
]
const propertyEscapes: Escapes = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
]
const bracketEscapes: Escapes = [
  ['%3B', ';'],
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%5D', ']'],
  ['%25', '%'],
]

function removeEscapes(text: string, escapes: Escapes): string {
  return escapes.reduce((result, [escaped, plain]) => result.replaceAll(escaped, plain), text)
}

// .NET's idea of white space, which has U+0085 and lacks U+FEFF: the other way round in JavaScript.
const whiteSpace = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+'
const leadingWhiteSpace = new RegExp(`^${whiteSpace}`)
const trailingWhiteSpace = new RegExp(`${whiteSpace}$`)

function trimWhiteSpace(text: string): string {
  return text.replace(leadingWhiteSpace, '').replace(trailingWhiteSpace, '')
}
