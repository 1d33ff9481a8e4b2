import { Problem } from '../../core/problem.ts'

export const noSuchUser = () => new Problem(404, 'There is no such user.')
export const isDeleted = () => new Problem(409, 'This account was deleted.')
export const isDeactivated = () => new Problem(409, 'This account is deactivated. Activate it first.')
export const changedMeanwhile = () =>
  new Problem(409, 'This account was changed a moment ago. Please load it again.')
/** What the server says of every role that is missing: the screens know it. */
export const notAdminAnyMore = () => new Problem(403, 'Access denied')
