import { z } from 'zod'

/** An email address as a form sends it. */
export const emailField = z.string().trim().max(254).pipe(z.email('Invalid email address'))
