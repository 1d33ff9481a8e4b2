import type { ReactNode } from 'react'

/** One action on an account: its name, its effect and its button. */
export function ActionRow(props: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium text-fg text-sm">{props.title}</p>
        <p className="mt-0.5 text-muted text-sm">{props.text}</p>
      </div>
      {props.children}
    </li>
  )
}
