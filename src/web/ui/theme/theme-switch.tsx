import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { Button } from '../button.tsx'
import { cn } from '../cn.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { THEME_FIELD } from './theme.ts'

// The document's theme decides which of the three is shown, also before the app runs.
const CHOICES = [
  { value: 'system', label: 'System', Icon: Monitor, shown: '[html:not([data-theme])_&]:contents' },
  { value: 'light', label: 'Light', Icon: Sun, shown: '[html[data-theme=light]_&]:contents' },
  { value: 'dark', label: 'Dark', Icon: Moon, shown: '[html[data-theme=dark]_&]:contents' },
] as const

const POPOVER = 'theme-choices'

/** Shows the theme, and opens the choices. All of it is the browser's own: `listenToThemeSwitch` applies a choice. */
export function ThemeSwitch({ className }: { className?: string }) {
  return (
    <>
      <Button variant="ghost" popoverTarget={POPOVER} className={cn('size-10 px-0', className)}>
        {CHOICES.map(({ value, label, Icon, shown }) => (
          <span key={value} className={cn('hidden', shown)}>
            <Icon aria-hidden="true" />
            <VisuallyHidden>Theme: {label}</VisuallyHidden>
          </span>
        ))}
      </Button>
      <div
        id={POPOVER}
        popover="auto"
        role="radiogroup"
        aria-label="Theme"
        className="below-opener min-w-44 rounded-lg border border-line-strong bg-surface p-1 text-fg shadow-overlay open:animate-pop-in"
      >
        {CHOICES.map(({ value, label, Icon }) => (
          <label
            key={value}
            className="relative flex min-h-9 select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-ring [&_svg]:size-4 [&_svg]:shrink-0"
          >
            <input
              type="radio"
              name={THEME_FIELD}
              value={value}
              defaultChecked={value === 'system'}
              className="peer absolute inset-0 cursor-pointer appearance-none"
            />
            <Icon aria-hidden="true" className="text-subtle" />
            <span className="flex-1">{label}</span>
            <Check aria-hidden="true" className="invisible peer-checked:visible" />
          </label>
        ))}
      </div>
    </>
  )
}
