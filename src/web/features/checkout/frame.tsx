import type { ReactNode } from 'react'
import { Container } from '../../ui/layout/container.tsx'
import { Stepper } from '../../ui/layout/stepper.tsx'

export const STEPS = ['Review', 'Payment', 'Access'] as const

export type CheckoutFrameProps = { step: number; summary: ReactNode; children: ReactNode }

/** The order on the left, the form on the right. On phones, the order comes first. */
export function CheckoutFrame({ step, summary, children }: CheckoutFrameProps) {
  return (
    <Container className="pt-8 pb-12 sm:pt-12 lg:pb-section">
      <h1 className="sr-only">Checkout</h1>
      <Stepper steps={STEPS} current={step} label="Checkout steps" className="max-w-lg" />
      <div className="mt-8 grid gap-x-16 gap-y-10 sm:mt-10 lg:grid-cols-2">
        <div className="min-w-0">{summary}</div>
        <div className="min-w-0">{children}</div>
      </div>
    </Container>
  )
}
