export { BRAND } from '../../worker/core/brand.ts'

/** Where people write to a person. */
export const SUPPORT_EMAIL = import.meta.env.VITE_SUPPORT_EMAIL
