import { useState } from 'react'
import { LazyCode } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import { IconButton } from '../icon-button.tsx'
import { choiceFor } from './choices.ts'
import { useTheme } from './theme.ts'

const menu = new LazyCode(() => import('./theme-menu.tsx'))

/** Shows the theme. The first click loads the menu. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { Icon, label } = choiceFor(useTheme())
  const { module, fetch } = useLazyCode(menu)
  const [asked, setAsked] = useState(false)
  if (module && asked) return <module.ThemeMenu className={className} />
  return (
    <IconButton
      label={`Theme: ${label}`}
      tooltip={false}
      icon={<Icon aria-hidden="true" />}
      className={className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={menu.preload}
      onFocus={menu.preload}
      onClick={() => {
        setAsked(true)
        fetch()
      }}
    />
  )
}
