import { useEffect, useState } from 'react'

/**
 * Whether the link to the management access is shown. Ctrl+Shift+A shows and hides it for visitors. For signed-in
 * users, the browser keeps these keys, and the link is still hidden after their logout.
 */
export function useManagementLink(isSignedIn: boolean): boolean {
  const [shown, setShown] = useState(false)

  useEffect(() => {
    if (isSignedIn) return setShown(false)
    function onKeyDown(event: KeyboardEvent) {
      if (!event.ctrlKey || !event.shiftKey || event.altKey || event.code !== 'KeyA' || event.repeat) return
      event.preventDefault()
      setShown((before) => !before)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isSignedIn])

  return shown
}
