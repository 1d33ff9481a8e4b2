const [WIDTH, HEIGHT] = [120, 28]

/** A small line of a series, without its numbers. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low || 1
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(HEIGHT - ((value - low) / span) * HEIGHT).toFixed(1)}`,
  )
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      className="mt-2 h-8 w-full text-accent"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
