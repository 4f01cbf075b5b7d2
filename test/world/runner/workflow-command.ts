export interface WorkflowCommand {
  /** Lower case: the runner compares names without case. */
  name: string
  data: string
}

/** `::name key=value,key=value::data`, with nothing but white space before it. */
const COLONS = /^[\s\u0085]*::(?<name>[^\s:]*)(?: .*?)?::(?<data>.*)$/su
/** `##[name key=value;key=value]data`, anywhere in the line. */
const BRACKETS = /##\[(?<name>[^\s\]]*)(?: [^\]]*)?\](?<data>.*)$/su

/** All that the runner knows; any other name leaves the line plain text. */
const NAMES: ReadonlySet<string> = new Set([
  ...['add-mask', 'add-matcher', 'add-path', 'debug', 'echo', 'endgroup', 'error', 'group', 'notice'],
  ...['remove-matcher', 'save-state', 'set-env', 'set-output', 'stop-commands', 'warning'],
])

/** Finds the workflow command in one line of output, by the rules of actions/runner (`ActionCommand.cs`). */
export function parseWorkflowCommand(line: string): WorkflowCommand | undefined {
  for (const [pattern, escapes] of [
    [COLONS, /%(?:0D|0A|25)/g],
    [BRACKETS, /%(?:0D|0A|25|3B|5D)/g],
  ] as const) {
    const { name = '', data = '' } = pattern.exec(line)?.groups ?? {}
    if (NAMES.has(name.toLowerCase()))
      return { name: name.toLowerCase(), data: data.replace(escapes, (escaped) => decodeURIComponent(escaped)) }
  }
  return undefined
}
