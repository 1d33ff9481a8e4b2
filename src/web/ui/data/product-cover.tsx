import { type CSSProperties, useMemo, useState } from 'react'
import {
  COVER_HEIGHT,
  COVER_WIDTH,
  type CoverShape,
  type CoverTone,
  coverArt,
} from '#shared/catalogue/cover-art.ts'
import { cn } from '../cn.ts'

export type ProductCoverProps = {
  slug: string
  name: string
  imageUrl?: string | null | undefined
  /** The alternative text. Omit it if the product's name is beside the picture. */
  alt?: string
  /** Above the fold: load the image at once. */
  priority?: boolean
  /** Must set the width. The height follows at 16:10. */
  className?: string
}

/** The product's image, or a generated cover when there is none or it fails to load. */
export function ProductCover({ slug, name, imageUrl, alt = '', priority, className }: ProductCoverProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const showImage = imageUrl && imageUrl !== failedUrl

  // On a server-rendered page, an image may have failed before React listens for the error.
  function checkAlreadyFailed(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0 && imageUrl) setFailedUrl(imageUrl)
  }

  return (
    <div className={cn('relative aspect-8/5 w-full overflow-hidden rounded-lg bg-surface-2', className)}>
      {showImage ? (
        <img
          ref={checkAlreadyFailed}
          src={imageUrl}
          alt={alt}
          width={COVER_WIDTH * 2}
          height={COVER_HEIGHT * 2}
          loading={priority ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailedUrl(imageUrl)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <GeneratedCover slug={slug} name={name} alt={alt} />
      )}
    </div>
  )
}

function GeneratedCover({ slug, name, alt }: { slug: string; name: string; alt: string }) {
  const { hue, shapes } = useMemo(() => coverArt(slug), [slug])
  const naming = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decorative
    <svg
      {...naming}
      viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`}
      // A wider frame cuts the top: the letters stay.
      preserveAspectRatio="xMidYMax slice"
      className="product-cover absolute inset-0 size-full"
      style={{ '--cover-h': hue } as CSSProperties}
    >
      <rect width={COVER_WIDTH} height={COVER_HEIGHT} fill="var(--cover-ground)" />
      {shapes.map((shape, index) => (
        <Shape key={index} shape={shape} />
      ))}
      <text
        x="20"
        y="178"
        fill="var(--cover-ink)"
        stroke="var(--cover-ground)"
        strokeWidth="10"
        strokeLinejoin="round"
        paintOrder="stroke"
        fontSize="60"
        fontWeight="650"
        letterSpacing="-3"
      >
        {name.trim().slice(0, 2)}
      </text>
    </svg>
  )
}

const tones: Record<CoverTone, string> = {
  faint: 'var(--cover-faint)',
  mid: 'var(--cover-mid)',
  strong: 'var(--cover-strong)',
}

function Shape({ shape }: { shape: CoverShape }) {
  const ink = tones[shape.tone]
  switch (shape.kind) {
    case 'rect':
      return (
        <rect
          x={shape.x}
          y={shape.y}
          width={shape.width}
          height={shape.height}
          rx={shape.radius}
          fill={ink}
        />
      )
    case 'circle':
      return shape.stroke ? (
        <circle
          cx={shape.x}
          cy={shape.y}
          r={shape.radius}
          fill="none"
          stroke={ink}
          strokeWidth={shape.stroke}
        />
      ) : (
        <circle cx={shape.x} cy={shape.y} r={shape.radius} fill={ink} />
      )
    case 'path':
      return <path d={shape.d} fill="none" stroke={ink} strokeWidth={shape.stroke} strokeLinecap="round" />
  }
}
