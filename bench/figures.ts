// What the sections of `npm run bench` have in common: a figure, its budget, and how both are written.

/** One measured figure. */
export type Figure = {
  what: string
  value: number
  unit: '×' | 'ms' | 'kB' | 'points' | 's' | ''
  /** The budget. A figure without one only informs. */
  goal?: { least: number } | { most: number }
  /** Said behind the figure, such as the absolute speed. */
  note?: string
}

export type Section = {
  title: string
  /** One or two sentences: what was measured, beside what. Printed above the figures. */
  how: string
  figures: Figure[]
}

/** A section of the bench: `measure` of its module. `port` is free, and so are the nine after it. */
export type Measure = (port: number) => Promise<Section>

/** Whether the figure misses its budget. One that could not be measured, NaN, misses every budget. */
export function misses({ value, goal }: Figure): boolean {
  if (!goal) return false
  return 'least' in goal ? !(value >= goal.least) : !(value <= goal.most)
}

/** The figure as it is printed, such as "0.78 ×". */
export const shownValue = ({ value, unit }: Figure): string =>
  `${unit === '×' ? value.toFixed(2) : Math.round(value * 10) / 10} ${unit}`.trim()

/** The budget as it is printed, such as "≥ 0.7". */
export const shownGoal = ({ goal }: Figure): string =>
  goal ? ('least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`) : ''

/** The middle of these values; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
