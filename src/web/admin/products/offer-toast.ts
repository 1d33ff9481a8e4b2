import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'

/** The title and text of a toast: of an offer that is in the public log, and of one that waits for its place there. */
export type OfferMessages = { done: Message; waiting: Message }
type Message = { title: string; description: string }

/** The message about an offer of the release with this id. `product`: as it is after the offer. */
export const offerToast = (
  { releases }: Pick<AdminProductDetail, 'releases'>,
  id: number,
  { done, waiting }: OfferMessages,
): Message => (releases.some((one) => one.id === id && one.isBeingPublished) ? waiting : done)
