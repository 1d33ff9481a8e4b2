/** The part of what a referred customer really pays that goes to whoever referred them. */
export const COMMISSION_PERCENT = 10
/** How long a visitor's first referral link is remembered. */
export const REMEMBERED_DAYS = 30
/** The money-back guarantee: a commission is certain once it has passed. */
export const REFUND_WINDOW_DAYS = 7
