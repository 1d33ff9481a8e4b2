/** Long tests of rare cases and of most of the back office: `npm run test:deep` and CI run them, not `npm test`. */
export const DEEP = '@deep'

/** `expectSound` checks one width in one theme in `npm test`, and all of them in `npm run test:deep` and in CI. */
export const SOUND = '@sound'
