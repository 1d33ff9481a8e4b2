const VIEWS = ['lockdown', 'lockdown-report'] as const

/** What of the lockdown is open: its form, or the report of the last one. */
export type LockdownView = (typeof VIEWS)[number]

/** The address's `show`; null for anything else. */
export const readView = (show: string | null): LockdownView | null =>
  VIEWS.find((view) => view === show) ?? null
