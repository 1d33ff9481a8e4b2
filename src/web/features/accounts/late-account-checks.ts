import { LazyCode } from '../../lib/lazy-code.ts'

/** For `useLateForm`. */
export const accountChecks = new LazyCode(() => import('./account-checks.ts'))
