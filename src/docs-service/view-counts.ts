import type { ViewCounts } from './schema.ts'

export const NO_VIEWS: ViewCounts = { human: 0, ai: 0, total: 0 }

export function addViews(one: ViewCounts, other: ViewCounts): ViewCounts {
  return { human: one.human + other.human, ai: one.ai + other.ai, total: one.total + other.total }
}

/** Figures without those that `exclude` leaves out; never below 0, since totals may leave out what rows have. */
export function subtractViews(all: ViewCounts, left: ViewCounts): ViewCounts {
  return {
    human: Math.max(0, all.human - left.human),
    ai: Math.max(0, all.ai - left.ai),
    total: Math.max(0, all.total - left.total),
  }
}
