/** A link within a text. */
export const TEXT_LINK =
  'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'
