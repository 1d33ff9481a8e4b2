import { Check, Link2Off, Mail, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '../../ui/cn.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Container } from '../../ui/layout/container.tsx'

const KINDS = {
  asking: { tone: 'bg-surface-2 text-muted', Icon: Mail },
  done: { tone: 'bg-success-soft text-success', Icon: Check },
  refused: { tone: 'bg-surface-2 text-muted', Icon: Link2Off },
  failed: { tone: 'bg-danger-soft text-danger', Icon: TriangleAlert },
} as const

export type AnswerCardProps = {
  kind: keyof typeof KINDS
  title: string
  text: ReactNode
  actions: ReactNode
}

/**
 * The card of a page opened by a mailed link. When its kind changes, the heading takes the focus of the removed button.
 */
export function AnswerCard({ kind, title, text, actions }: AnswerCardProps) {
  const { tone, Icon } = KINDS[kind]
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(kind)
  useEffect(() => {
    if (shown.current !== kind) heading.current?.focus()
    shown.current = kind
  }, [kind])
  return (
    <Container className="max-w-[36rem] py-10 sm:py-16">
      <Card className="px-6 py-10 text-center sm:px-10">
        <span aria-hidden="true" className={cn('mx-auto grid size-12 place-items-center rounded-full', tone)}>
          <Icon className="size-6" />
        </span>
        <div role="status">
          <h1 ref={heading} tabIndex={-1} className="mt-5 font-semibold text-2xl text-fg outline-none">
            {title}
          </h1>
          <p className="mx-auto mt-2 max-w-md text-muted">{text}</p>
        </div>
        <div className="mt-6 flex flex-wrap justify-center gap-3 max-xs:*:w-full">{actions}</div>
      </Card>
    </Container>
  )
}
