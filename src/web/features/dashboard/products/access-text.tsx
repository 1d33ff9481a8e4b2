import type { MyProduct } from '#shared/access/contract.ts'
import { cn } from '../../../ui/cn.ts'
import { accessLine } from './access-line.ts'

/**
 * The access line. It wraps only at its separators, so that a date stays whole. In narrow rows, it always wraps there.
 */
export function AccessText({ product, inRow = false }: { product: MyProduct; inRow?: boolean }) {
  const [source, term] = accessLine(product, Date.now()).split(' · ')
  return (
    <>
      <span className={cn('whitespace-nowrap', inRow && 'max-sm:block')}>
        {source}
        <span className={cn(inRow && 'max-sm:hidden')}> ·</span>
      </span>{' '}
      <span className="whitespace-nowrap">{term}</span>
    </>
  )
}
