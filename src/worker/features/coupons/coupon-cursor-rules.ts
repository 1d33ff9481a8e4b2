/** Where a page of coupons ended: the next one begins below it. Ids are drawn at random, so they say no order. */
export type CouponCursor = { createdAt: number; id: number }

export const writeCursor = ({ createdAt, id }: CouponCursor): string => `${createdAt}-${id}`

/** Null where the text is no cursor of ours. */
export function readCursor(text: string): CouponCursor | null {
  const [, createdAt, id] = /^(\d{1,15})-([1-9]\d{0,14})$/.exec(text) ?? []
  return createdAt && id ? { createdAt: Number(createdAt), id: Number(id) } : null
}
