import type { ViewRow } from '../../docs-service/schema.ts'
import type { ComparedRow } from '../file/formats.ts'
import { createPathList } from './path-list.ts'

/**
 * The rows of an export in their order, each with the views of the previous period. A million of them take about
 * 80 MB, since paths and counts are bytes instead of objects.
 */
export interface PageTable {
  /** Adds a row of the export. All of them come before the first one of the previous period. */
  add(row: ViewRow): void
  /** Adds the views of a page in the previous period. */
  addPrevious(row: ViewRow): void
  isFull(): boolean
  /** How many pages there is room for, as far as the paths were not too long. */
  pages(): number
  /** @param withOthers whether the pages that only the previous period has follow, without views */
  list(withOthers: boolean): Iterable<TableEntry>
}

export interface TableEntry {
  /** As it is written. Of rows with one path, the first has the views of the previous period, so that changes add up. */
  row: ComparedRow
  /** All rows with this path together; undefined for the second of them and the ones after it. */
  page: ComparedRow | undefined
}

/** Room for rows and for the UTF-8 bytes of their paths. */
const ROOM = { rows: 1_200_000, bytes: 64 * 1024 * 1024 }

/** A table without rows. When it is full, further rows are dropped. */
export function createPageTable({ rows: maximumRows, bytes: maximumBytes } = ROOM): PageTable {
  const paths = createPathList(maximumRows, maximumBytes)
  const counts = createCounts(COUNTS * maximumRows)
  /** Rows whose path came before, by the row that has it first. */
  const repeats = new Map<number, number>()
  let exported = 0

  const addCounts = (row: number, from: number, { human, ai, total }: ViewRow) => {
    const at = COUNTS * row + from
    counts.add(at, human)
    counts.add(at + 1, ai)
    counts.add(at + 2, total)
  }
  const read = (row: number): ComparedRow => {
    const at = COUNTS * row
    return {
      path: paths.read(row),
      human: counts.read(at),
      ai: counts.read(at + 1),
      total: counts.read(at + 2),
      previousHuman: counts.read(at + 3),
      previousAi: counts.read(at + 4),
      previous: counts.read(at + 5),
    }
  }
  /** The rows that repeat a path, by the row that has it first. */
  const groupRepeats = () => Map.groupBy(repeats.keys(), (row) => repeats.get(row) ?? row)

  return {
    add(viewRow) {
      const first = paths.findOrAdd(viewRow.path)
      const row = first === undefined || first === exported ? first : paths.addAgain(viewRow.path)
      if (first === undefined || row === undefined) return
      if (row !== first) repeats.set(row, first)
      addCounts(row, 0, viewRow)
      exported = row + 1
    },
    addPrevious(viewRow) {
      const row = paths.findOrAdd(viewRow.path)
      if (row !== undefined) addCounts(row, 3, viewRow)
    },
    isFull: paths.isFull,
    pages: paths.count,
    *list(withOthers) {
      const groups = groupRepeats()
      const end = withOthers ? paths.count() : exported
      for (let index = 0; index < end; index += 1) {
        const row = read(index)
        const others = groups.get(index)?.map(read)
        yield { row, page: repeats.has(index) ? undefined : (others?.reduce(addViews, row) ?? row) }
      }
    },
  }
}

/** `human`, `ai`, `total`, and the same of the previous period. */
const COUNTS = 6

function addViews(a: ComparedRow, { human, ai, total }: ComparedRow): ComparedRow {
  return { ...a, human: a.human + human, ai: a.ai + ai, total: a.total + total }
}

/** Numbers from 0, in four bytes each where they are whole and below this. */
const LARGE = 2 ** 32 - 1

function createCounts(length: number) {
  const small = new Uint32Array(length)
  /** All others: fractions, and what is larger. */
  const large = new Map<number, number>()
  const read = (at: number): number => (small[at] === LARGE ? large.get(at) : small[at]) ?? 0
  return {
    read,
    add(at: number, count: number) {
      const sum = read(at) + count
      const isSmall = Number.isInteger(sum) && sum < LARGE
      small[at] = isSmall ? sum : LARGE
      if (!isSmall) large.set(at, sum)
    },
  }
}
