/** Kills, backups, a large upload, the layout of the back office: `npm test` leaves these tests out, `npm run test:deep` and CI run them. */
export const DEEP = '@deep'

/** `expectSound` checks one width in one theme in `npm test`, and all of them in `npm run test:deep` and in CI. */
export const SOUND = '@sound'
