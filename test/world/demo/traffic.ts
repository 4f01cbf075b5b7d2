import { createPageViews, type PageViews } from '../docs-service/page-views.ts'

const generated = createPageViews({ pages: 4000, days: 120, seed: 2278 })

/** A site of 4000 pages in three versions of which the newest is read most. */
export const traffic: PageViews = {
  select(range) {
    const selection = generated.select(range)
    return {
      totals: selection.totals,
      count: selection.count,
      rows: (offset, limit) =>
        selection.rows(offset, limit).map((row) => ({ ...row, path: namePage(row.path) })),
    }
  },
}

/** Pages that the repository of the documentation has files for, by what the generator calls them. */
const pagesWithFile: Record<string, string> = {
  '/integrations/storage/limits': '/configuration',
  '/api-reference/teams/overview': '/quickstart',
}

/** The generator numbers paths that come again: `-2` and `-3` are the older versions here. */
function namePage(path: string): string {
  const [, rest = path, number] = /^(.*)-(\d)$/.exec(path) ?? []
  if (number === undefined) return pagesWithFile[path] ?? path
  return number === '2' ? `/v2${rest}` : `/v1${rest}`
}
