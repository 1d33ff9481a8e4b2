export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'
/** The name of the radio buttons in the theme switch. */
export const THEME_FIELD = 'theme'

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Applies and stores the theme. 'system' deletes the stored choice. */
function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // The browser may refuse storage. The theme then lasts until the page is left.
  }
}

const isChoice = (field: unknown): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.name === THEME_FIELD

/** Makes the theme switch work, also before the app runs: the server renders it for the system's theme. */
export function listenToThemeSwitch(): void {
  addEventListener('change', ({ target }) => isChoice(target) && setTheme(target.value as Theme), true)
  addEventListener(
    'beforetoggle',
    ({ target }) => {
      if (!(target instanceof Element)) return
      for (const field of target.querySelectorAll('input'))
        if (isChoice(field)) field.checked = field.value === currentTheme()
    },
    true,
  )
}
