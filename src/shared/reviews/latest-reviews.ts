/** Published reviews with a text that the landing page needs before it shows them. */
export const LATEST_REVIEWS = 3
