/** Maximum recalls that a page shows at once. The next ones follow when these are confirmed. */
export const MAX_SHOWN_RECALLS = 10
