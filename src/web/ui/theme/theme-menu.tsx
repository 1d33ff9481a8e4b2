import { IconButton } from '../icon-button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../overlays/dropdown-menu.tsx'
import { choiceFor, THEME_CHOICES } from './choices.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'

/** The switch with its menu. The menu is open at first, because a click loaded this code. */
export function ThemeMenu({ className }: { className?: string }) {
  const theme = useTheme()
  const { Icon, label } = choiceFor(theme)
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <IconButton
          label={`Theme: ${label}`}
          tooltip={false}
          icon={<Icon aria-hidden="true" />}
          className={className}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
          {THEME_CHOICES.map((choice) => (
            <DropdownMenuRadioItem
              key={choice.value}
              value={choice.value}
              icon={<choice.Icon aria-hidden="true" />}
            >
              {choice.label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
