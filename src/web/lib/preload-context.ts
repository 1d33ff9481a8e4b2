import { createContext, use } from 'react'

/**
 * Preloads the code of the page at an address. The app provides this function, because only the app knows all pages.
 */
export const PreloadContext = createContext<(to: string) => void>(() => undefined)

export const usePreload = () => use(PreloadContext)
