import { cn } from '../../ui/cn.ts'
import { RECORDED_OUTPUT } from './recorded-plan.ts'

const lines = RECORDED_OUTPUT.split('\n')

/** Without its tables of actions. Lines on wide screens only: its seed, empty lines. */
const output = [...lines.slice(0, 6), lines.at(-1) ?? ''].map((text, place) => ({
  text,
  wide: place === 1 || text === '',
}))

const commands = [
  { text: 'sha256sum windfall-monad-1.2.0.zip', note: 'compare with the dashboard' },
  { text: 'unzip windfall-monad-1.2.0.zip' },
  { text: 'cd windfall-monad-1.2.0' },
  { text: 'cp config.example.json config.json' },
  { text: 'python3 monad_farmer.py --export' },
]

/** A session in a terminal, as the buyer will see it. On phones its last command and the result. */
export function DryRun() {
  return (
    <figure className="min-w-0 overflow-hidden rounded-xl border border-line-strong bg-bg shadow-raised">
      <figcaption className="flex items-center justify-between gap-4 border-line border-b px-4 py-2.5 text-subtle text-xs max-sm:py-1.5">
        <span>Terminal</span>
        <span>a real dry run</span>
      </figcaption>
      <pre className="whitespace-pre-wrap break-words p-4 text-xs leading-6 max-sm:py-3 max-sm:text-2xs max-sm:leading-4.5 sm:p-5">
        {commands.map(({ text, note }, place) => (
          <span key={text} className={cn('block text-fg', place < commands.length - 1 && 'max-sm:hidden')}>
            <span className="select-none text-subtle">$ </span>
            {text}
            {note ? <span className="text-subtle"> # {note}</span> : null}
          </span>
        ))}
        <span className="mt-3 block border-line border-t pt-3 text-muted max-sm:mt-2 max-sm:pt-2">
          {output.map(({ text, wide }, place) => (
            <span key={place} className={cn('block min-h-6 max-sm:min-h-0', wide && 'max-sm:hidden')}>
              {text}
            </span>
          ))}
        </span>
      </pre>
    </figure>
  )
}
