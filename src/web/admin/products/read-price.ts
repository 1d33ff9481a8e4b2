/**
 * A price as it was typed, in USD: `12.50` and `12,50` are both twelve dollars and fifty cents. What could be read in two
 * ways (`1,250`) is no number.
 */
export const readPrice = (text: string): number =>
  /^\d+(?:[.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
