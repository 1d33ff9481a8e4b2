import type { z } from 'zod'
import type { productFormSchema } from '#shared/catalogue/manage-contract.ts'

/** The product form as it is typed. */
export type TypedProduct = z.input<typeof productFormSchema>
