import { createContext, use } from 'react'

/** Loads the code of the page at an address ahead. The app provides it: only the app knows all pages. */
export const PreloadContext = createContext<(to: string) => void>(() => undefined)

export const usePreload = () => use(PreloadContext)
