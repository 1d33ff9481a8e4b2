/** The link of a coupon. `?coupon=` also works on every product, on the homepage and on the checkout. */
export const couponLink = (origin: string, code: string): string =>
  `${origin}/pricing?coupon=${encodeURIComponent(code)}`

/** One line for each code, with its link, for a spreadsheet. Codes have letters, digits and hyphens only. */
export const codesCsv = (origin: string, codes: readonly string[]): string =>
  ['code,link', ...codes.map((code) => `${code},${couponLink(origin, code)}`), ''].join('\r\n')
