import { useSyncExternalStore } from 'react'
import { currentTheme, type Theme } from './theme.ts'

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme, () => 'system')
