import { createContext } from 'react'
import type { TabName } from './tab-names.ts'

/** Preloads a tab's code and lists. The dashboard provides this function to the links between its tabs. */
export const PreloadTabContext = createContext<(tab: TabName) => void>(() => undefined)
