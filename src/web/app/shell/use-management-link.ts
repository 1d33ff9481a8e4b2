import { useEffect, useState } from 'react'

/** Whether the link to the management access is shown: Ctrl+Shift+A shows and hides it. */
export function useManagementLink(): boolean {
  const [shown, setShown] = useState(false)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!event.ctrlKey || !event.shiftKey || event.altKey || event.code !== 'KeyA' || event.repeat) return
      event.preventDefault()
      setShown((before) => !before)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return shown
}
