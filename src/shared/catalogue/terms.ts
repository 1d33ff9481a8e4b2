/** A recorded run has at most this many rows of its table, without the header. */
export const RUN_ROWS = 12
