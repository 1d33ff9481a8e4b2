import { formatNumber } from '#shared/core/format-number.ts'

const units = ['KB', 'MB', 'GB'] as const

const oneDecimal = (value: number) =>
  formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })

/** Formats bytes in steps of 1024: 18637 → "18.2 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length)
  return `${oneDecimal(bytes / 1024 ** step)} ${units[step - 1]}`
}
