import { DAY } from '#shared/core/time.ts'

/** The mail that asks for a review is sent this long after the first download: the money-back time is over then. */
export const ASK_AFTER_MS = 7 * DAY
/** Older purchases are not asked: after an outage, or once this rule is new, nobody gets a mail out of the blue. */
export const ASK_UNTIL_MS = 60 * DAY

const REQUEST = 'review-request:'

/** One key per purchase: the mail is queued once. */
export const requestKey = (grantId: number) => `${REQUEST}${grantId}`
export const REQUEST_KEY_BEGINS = REQUEST
