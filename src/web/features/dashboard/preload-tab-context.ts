import { createContext } from 'react'
import type { TabName } from './tab-names.ts'

/** Loads a tab's code and lists ahead. The dashboard provides it to the links between its tabs. */
export const PreloadTabContext = createContext<(tab: TabName) => void>(() => undefined)
