import type { MyProduct } from '../../../worker/features/access/contract.ts'
import { accessLine } from './access-line.ts'

/** The access line, broken only between its parts so that a date stays whole. */
export function AccessText({ product }: { product: MyProduct }) {
  const [source, term] = accessLine(product, Date.now()).split(' · ')
  return (
    <>
      <span className="whitespace-nowrap">{source} ·</span> <span className="whitespace-nowrap">{term}</span>
    </>
  )
}
