import { LazyCode } from '../../lib/lazy-code.ts'

/** For `useLateResolver`. */
export const accountChecks = new LazyCode(() => import('./account-checks.ts'))
