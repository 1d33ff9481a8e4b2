import { createContext } from 'react'

/** The product whose page shows the reader's own review. */
export const OwnReviewContext = createContext<{ id: number; name: string } | null>(null)
