import { Check, X } from 'lucide-react'
import { cn } from '../../ui/cn.ts'

/** The statements of SAFETY.md, which is in the files of the first scripts. */
const lines = [
  { may: true, text: 'Reads your configuration and the files it names' },
  { may: true, text: 'Writes its results into its output folder' },
  { may: false, text: 'Opens a network connection while the licence check is off' },
  { may: false, text: 'Asks for or reads a private key' },
]

export function PermissionsPreview() {
  return (
    <figure className="border-line border-t bg-bg px-5 pt-3 pb-4 max-sm:hidden sm:px-7">
      <ul className="divide-y divide-line text-sm">
        {lines.map(({ may, text }) => {
          const Icon = may ? Check : X
          return (
            <li key={text} className="flex min-h-10 items-center gap-3 py-1">
              <Icon
                aria-hidden="true"
                className={cn('size-4 shrink-0', may ? 'text-success' : 'text-danger')}
              />
              <span className="min-w-0 flex-1 text-fg">{text}</span>
              <span className="text-muted text-xs">{may ? 'Yes' : 'Never'}</span>
            </li>
          )
        })}
      </ul>
      <figcaption className="mt-2 text-subtle text-xs">
        From the SAFETY.md of our first scripts. The page of each script shows what that script touches.
      </figcaption>
    </figure>
  )
}
