/** The limits against sharing, per purchase: one product of one account, or of one guest payment. */
export const LIMIT_DAYS = 30
export const MOST_NETWORKS = 20
export const MOST_DOWNLOADS = 200
/** As many requests reach the limit of downloads too, however many downloads they are. More are not read. */
export const MOST_REQUESTS = 5_000

/** The limits in words, for every text that names them. */
export const LIMITS_IN_WORDS = `${MOST_DOWNLOADS} downloads and ${MOST_NETWORKS} networks per product within ${LIMIT_DAYS} days`
