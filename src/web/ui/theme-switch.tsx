import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { lateCode, useLateCode } from './late-code.ts'
import { useTheme } from './theme.ts'
import { choiceFor } from './theme-choices.ts'

const menu = lateCode(() => import('./theme-menu.tsx'))

/** Shows the theme; its menu comes with the first click. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { Icon, label } = choiceFor(useTheme())
  const [code, fetch] = useLateCode(menu)
  const [asked, setAsked] = useState(false)
  if (code && asked) return <code.ThemeMenu className={className} />
  return (
    <IconButton
      label={`Theme: ${label}`}
      tooltip={false}
      icon={<Icon aria-hidden="true" />}
      className={className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={menu.fetch}
      onFocus={menu.fetch}
      onClick={() => {
        setAsked(true)
        fetch()
      }}
    />
  )
}
