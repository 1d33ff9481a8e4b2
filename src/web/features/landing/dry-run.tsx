import { RECORDED_OUTPUT } from './recorded-plan.ts'

const lines = RECORDED_OUTPUT.split('\n')

/** Without its tables of actions. */
const output = [...lines.slice(0, 6), lines.at(-1)].join('\n')

const commands = [
  { text: 'sha256sum windfall-monad-1.2.0.zip', note: 'compare with the dashboard' },
  { text: 'unzip windfall-monad-1.2.0.zip' },
  { text: 'cd windfall-monad-1.2.0' },
  { text: 'cp config.example.json config.json' },
  { text: 'python3 monad_farmer.py --export' },
]

/** A session in a terminal, as the buyer will see it. */
export function DryRun() {
  return (
    <figure className="min-w-0 overflow-hidden rounded-xl border border-line-strong bg-bg shadow-raised">
      <figcaption className="flex items-center justify-between gap-4 border-line border-b px-4 py-2.5 text-subtle text-xs">
        <span>Terminal</span>
        <span>a real dry run</span>
      </figcaption>
      <pre className="whitespace-pre-wrap break-words p-4 text-xs leading-6 sm:p-5">
        {commands.map(({ text, note }) => (
          <span key={text} className="block text-fg">
            <span className="select-none text-subtle">$ </span>
            {text}
            {note ? <span className="text-subtle"> # {note}</span> : null}
          </span>
        ))}
        <span className="mt-3 block border-line border-t pt-3 text-muted">{output}</span>
      </pre>
    </figure>
  )
}
