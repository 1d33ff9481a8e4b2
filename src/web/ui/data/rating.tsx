import { Star, StarHalf } from 'lucide-react'

const OUT_OF = 5

/** Stars, with halves. `label` is for screen readers. */
export function Rating({ value, label }: { value: number; label: string }) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-0.5">
      {Array.from({ length: OUT_OF }, (_, index) => (
        <span key={index} className="relative size-4">
          <Star aria-hidden="true" strokeWidth={0} className="absolute size-4 fill-line-strong" />
          {value > index ? <FilledStar half={value < index + 1} /> : null}
        </span>
      ))}
    </span>
  )
}

function FilledStar({ half }: { half: boolean }) {
  const Icon = half ? StarHalf : Star
  return <Icon aria-hidden="true" strokeWidth={0} className="absolute size-4 fill-warning" />
}
