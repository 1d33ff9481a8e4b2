/**
 * Parses a typed price, in USD: `12.50` and `12,50` are both twelve dollars and fifty cents. Ambiguous text (`1,250`)
 * gives NaN.
 */
export const readPrice = (text: string): number =>
  /^\d+(?:[.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
