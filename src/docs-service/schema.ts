import type { OutsideText } from '../outside-text.ts'

export type KnownStatus = 'active' | 'completed' | 'archived' | 'failed'

/** An agent job (interface section 2.1). Any field may be missing. */
export interface AgentJob {
  id?: string
  status?: KnownStatus
  /** Set instead of `status` when the service named a state that is not in its documentation. */
  unknownStatus?: OutsideText
  prLink?: OutsideText
  model?: OutsideText
  source?: { repository?: OutsideText; ref?: OutsideText }
  createdAt?: OutsideText
  archivedAt?: OutsideText
}

export interface ViewCounts {
  human: number
  ai: number
  total: number
}

export interface ViewRow extends ViewCounts {
  path: OutsideText
}

/** One page of page views (interface section 2.3). */
export interface ViewsPage {
  totals: ViewCounts
  views: ViewRow[]
  hasMore: boolean
}
