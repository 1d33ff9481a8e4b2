const units = ['KB', 'MB', 'GB'] as const

/** Formats bytes in steps of 1024: 18637 → "18.2 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length)
  return `${(bytes / 1024 ** step).toFixed(1)} ${units[step - 1]}`
}
