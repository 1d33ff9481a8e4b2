import type { ReactNode } from 'react'

export type FactorRowProps = { title: string; text: string; children: ReactNode; below?: ReactNode }

/** One kind of factor with its action, and below it a list. */
export function FactorRow({ title, text, children, below }: FactorRowProps) {
  return (
    <div className="px-5 py-5 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 max-w-copy flex-1 basis-64">
          <h3 className="font-medium text-fg text-sm">{title}</h3>
          <p className="mt-0.5 text-muted text-sm">{text}</p>
        </div>
        {children}
      </div>
      {below}
    </div>
  )
}
