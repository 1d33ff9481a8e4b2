import { Problem } from '../../core/problem.ts'

export const noSuchUser = () => new Problem(404, 'There is no such user.')
export const isDeleted = () => new Problem(409, 'This account was deleted.')
export const isDeactivated = () => new Problem(409, 'This account is deactivated. Activate it first.')
export const isUnconfirmed = () =>
  new Problem(409, 'This account’s email address is not confirmed. Its owner must confirm it first.')
export const changedMeanwhile = () =>
  new Problem(409, 'This account was changed a moment ago. Please load it again.')
/** The server's message for every missing role. The screens recognize it by its text. */
export const notAdminAnyMore = () => new Problem(403, 'Access denied')
