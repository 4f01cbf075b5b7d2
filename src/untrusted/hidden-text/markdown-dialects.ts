/** In what the versions of GitHub's renderer, and the specifications that they follow, are known to differ. */
export interface Dialect {
  html: '0.29' | '0.31'
  /** Whether a paragraph may turn into a table after a line that looked like the start of one, but was none. */
  retriesTables: boolean
}

/** The dialects that may see different blocks in `source`: nearly always, that is one. */
export function listDialects(source: string): Dialect[] {
  const differsInHtml = /<\/?(?:textarea|search|source)|<![a-z]/i.test(source)
  const rows = source.match(/^[ \t\v\f>|:-]+$/gm) ?? []
  const editions = differsInHtml ? (['0.31', '0.29'] as const) : (['0.31'] as const)
  const retries = rows.filter((row) => row.includes('-')).length > 1 ? [false, true] : [false]
  return editions.flatMap((html) => retries.map((retriesTables) => ({ html, retriesTables })))
}
