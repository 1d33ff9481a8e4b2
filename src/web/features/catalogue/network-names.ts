import { ANY } from '#shared/scan/terms.ts'

/** How a page says which networks a product is for. Null where it declares none. */
export function networkNames(chains: readonly string[]): string[] {
  return chains.includes(ANY) ? ['Any network'] : [...chains]
}
