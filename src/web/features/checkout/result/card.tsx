import { Check, Clock, Receipt, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { Stepper } from '../../../ui/layout/stepper.tsx'
import { STEPS } from '../frame.tsx'

const KINDS = {
  busy: { tone: 'bg-surface-2 text-muted', Icon: null, step: 1 },
  done: { tone: 'bg-success-soft text-success', Icon: Check, step: 3 },
  waiting: { tone: 'bg-info-soft text-info', Icon: Clock, step: 1 },
  warning: { tone: 'bg-warning-soft text-warning', Icon: TriangleAlert, step: 1 },
  stopped: { tone: 'bg-surface-2 text-muted', Icon: X, step: 1 },
  empty: { tone: 'bg-surface-2 text-muted', Icon: Receipt, step: 0 },
} as const

export type ResultCardProps = {
  kind: keyof typeof KINDS
  title: string
  text?: ReactNode
  /** The order's facts. */
  children?: ReactNode
  actions?: ReactNode
  /** Above the order's facts: on phones they are in view at once. */
  actionsFirst?: boolean
  /** A line of small text above the actions. */
  note?: ReactNode
  /** A second card below. */
  after?: ReactNode
  /** Hides the checkout's steps, for pages that no checkout led to. */
  plain?: boolean
}

/** The result of a payment: its state and the next action. */
export function ResultCard({ kind, title, text, children, actionsFirst, note, ...props }: ResultCardProps) {
  const { tone, Icon, step } = KINDS[kind]
  const actions = props.actions ? (
    <div className="mt-6 flex flex-wrap justify-center gap-3 max-xs:*:w-full">{props.actions}</div>
  ) : null
  return (
    <Container className="max-w-[39rem] py-10 sm:py-16">
      {props.plain ? null : <Stepper steps={STEPS} current={step} label="Checkout steps" className="mb-8" />}
      <Card className="px-6 py-10 text-center sm:px-10">
        <span aria-hidden="true" className={cn('mx-auto grid size-12 place-items-center rounded-full', tone)}>
          {Icon ? <Icon className="size-6" /> : <Spinner />}
        </span>
        <div role="status">
          <h1 className="mt-5 font-semibold text-2xl text-fg">{title}</h1>
          {text ? <p className="mx-auto mt-2 max-w-md text-muted">{text}</p> : null}
        </div>
        {actionsFirst ? actions : null}
        {children ? <div className="mt-6 text-left">{children}</div> : null}
        {note ? <div className="mt-6 text-muted text-sm">{note}</div> : null}
        {actionsFirst ? null : actions}
      </Card>
      {props.after ? <Card className="mt-4 px-6 py-8 sm:px-10">{props.after}</Card> : null}
    </Container>
  )
}
