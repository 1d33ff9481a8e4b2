import { cn } from '../../ui/cn.ts'

/** Drawn marks by the first word of a network's name, each in a box of 24. Other networks get their initial. */
const DRAWN: Record<string, string> = {
  ethereum: 'M12 2.5 5.5 12.2 12 16l6.5-3.8L12 2.5Zm-6.5 11L12 21.5l6.5-8L12 17.3l-6.5-3.8Z',
  base: 'M12 3a9 9 0 1 1-8.95 10H15v-2H3.05A9 9 0 0 1 12 3Z',
  unichain: 'M6 4h3.5v9a2.5 2.5 0 0 0 5 0V4H18v9a6 6 0 0 1-12 0V4Z',
  monad:
    'M12 2.5c3 2.7 6.8 6.5 9.5 9.5-2.7 3-6.5 6.8-9.5 9.5-3-2.7-6.8-6.5-9.5-9.5 2.7-3 6.5-6.8 9.5-9.5Zm0 5-4.5 4.5 4.5 4.5 4.5-4.5L12 7.5Z',
  any: 'M5 3.5a3 3 0 1 1-1.5 5.6v5.8a3 3 0 1 1-1 0V9.1A3 3 0 0 1 5 3.5Zm14 0a3 3 0 1 1 0 6 3 3 0 0 1 0-6Zm0 11a3 3 0 1 1-2.9 3.8H7.9v-1.6h8.2A3 3 0 0 1 19 14.5Z',
}

/** A small mark beside a network's name. Decorative: the name is in the text. */
export function NetworkMark({ name, className }: { name: string; className?: string }) {
  const [first = ''] = name.toLowerCase().split(' ')
  const drawn = DRAWN[first]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="currentColor"
      className={cn('size-4.5 shrink-0 text-muted', className)}
    >
      {drawn ? (
        <path d={drawn} />
      ) : (
        <>
          <circle cx="12" cy="12" r="9.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
          <text x="12" y="16.2" textAnchor="middle" fontSize="11.5" fontWeight="650">
            {[...name.trim()][0]?.toUpperCase()}
          </text>
        </>
      )}
    </svg>
  )
}
