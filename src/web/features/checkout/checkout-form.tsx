import { zodResolver } from '@hookform/resolvers/zod'
import { CreditCard } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { Product } from '../../../worker/features/catalogue/contract.ts'
import { createPaymentSchema } from '../../../worker/features/payments/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { Input } from '../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../ui/radio-card.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'
import { NextSteps } from './next-steps.tsx'
import { SupportLink } from './support-link.tsx'
import type { usePay } from './use-pay.ts'

const formSchema = createPaymentSchema.pick({ email: true })

export type CheckoutFormProps = { product: Product; email: string; payment: ReturnType<typeof usePay> }

export function CheckoutForm({ product, email, payment }: CheckoutFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { email },
  })
  const amount = formatUsd(payment.price)
  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => payment.pay(form.email))}
      className="flex flex-col gap-8"
    >
      <Field label="Email" required error={formState.errors.email?.message} hint="Your receipt goes here.">
        <Input
          type="email"
          autoComplete="email"
          inputMode="email"
          className="scroll-mb-40"
          {...register('email')}
        />
      </Field>
      {/* The bar that sticks on phones sticks within this part: it never lies over the email. */}
      <div className="flex flex-col gap-8">
        <fieldset className="min-w-0">
          <legend className="mb-2 font-medium text-fg text-sm">Payment method</legend>
          <RadioCardGroup label="Payment method" defaultValue="card">
            <RadioCard
              value="card"
              title="Credit or debit card"
              description="You enter the card on Stripe's page. We never see the number."
              icon={<CreditCard />}
              badge={<Badge>Recommended</Badge>}
              className="scroll-mb-40"
            />
          </RadioCardGroup>
        </fieldset>
        <NextSteps />
        <div className="sticky bottom-(--offline-bar,0px) -mx-gutter flex flex-col gap-3 border-line border-t bg-bg px-gutter pt-4 pb-4 lg:static lg:mx-0 lg:border-0 lg:p-0">
          <CheckoutNotice
            owned={payment.owned}
            failed={payment.busy ? null : payment.failed}
            price={payment.priceChanged ? payment.price : null}
          />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            busy={payment.busy}
            busyText="Processing..."
            className="tabular-nums"
          >
            {product.isSubscription ? `Subscribe with Card - ${amount}/month` : `Pay with Card - ${amount}`}
          </Button>
          <p className="text-center text-muted text-xs">
            {product.isSubscription ? (
              <>
                Your subscription renews monthly until cancelled. To cancel, write to{' '}
                <SupportLink subject="Cancel my subscription" />.
              </>
            ) : (
              'One payment, nothing renews.'
            )}
          </p>
        </div>
      </div>
    </form>
  )
}
