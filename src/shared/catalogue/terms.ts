/** A recorded run has at most this many rows of its table, without the header. */
export const RUN_ROWS = 12

/** A bundle names at least and at most this many products. */
export const BUNDLED_MIN = 2
export const BUNDLED_MAX = 20
