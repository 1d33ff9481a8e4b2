import { useEffect } from 'react'
import { LazyCode } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'

const qr = new LazyCode(() => import('uqr'))

/** A QR code. It is dark on white in both themes: many scanners read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { module, error, fetch } = useLazyCode(qr)
  useEffect(() => {
    fetch()
  }, [fetch])
  if (error && !module) {
    return <p className="text-muted text-sm">The QR code could not be loaded. Type the key instead.</p>
  }
  const { size, data } = module?.encode(text, { border: 4 }) ?? { size: 1, data: [] }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 self-center rounded-md bg-white"
    >
      <path fill="#000" d={pathOf(data)} />
    </svg>
  )
}

/** One square for each dark module. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
