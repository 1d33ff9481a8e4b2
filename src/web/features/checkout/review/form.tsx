import { Bitcoin, CreditCard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { CouponOffer } from '#shared/coupons/contract.ts'
import { PRESENT_CONSENT } from '#shared/payments/consent-rules.ts'
import type { Trial } from '#shared/payments/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { NativeCheckbox } from '../../../ui/forms/native-checkbox.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/forms/radio-card.tsx'
import { TurnstileCheck } from '../../../ui/forms/turnstile-check.tsx'
import { useOneSubmit } from '../../../ui/forms/use-one-submit.ts'
import { CountrySelect } from '../../seller/country-select.tsx'
import { REMIND_ME } from '../remind-me.ts'
import { CONSENT_ID, DeliveryConsent } from './delivery-consent.tsx'
import { emailDraft, keepEmailDraft } from './email-draft.ts'
import { NextSteps } from './next-steps.tsx'
import { CheckoutNotice } from './notice.tsx'
import { PayBar } from './pay-bar.tsx'
import { freeLabel, type PayMethod, payLabel, readMethod, trialLabel } from './pay-method.ts'
import { TermsOfPayment } from './terms-of-payment.tsx'
import { useEmailField } from './use-email-field.ts'
import type { usePay } from './use-pay.ts'

export type CheckoutFormProps = {
  product: Product
  userId: number
  /** The account's address. */
  email: string
  payment: ReturnType<typeof usePay>
  method: PayMethod
  onMethod: (method: PayMethod) => void
  /** The name of the crypto provider; null: the shop takes no crypto. */
  crypto: string | null
  /** The buyer's country, where the tax of an order in crypto depends on it; null: it is not asked for. */
  country: { code: string | null; onChange: (code: string | null) => void } | null
  /** Continues to the crypto charge with this email address. */
  onCrypto: (email: string, deliveryConsent: string | null, remind: boolean) => void
  offer: CouponOffer | null
  /** The free days with which the order begins. */
  trial: Trial | null
  /** Why it does not begin with the product's free days. */
  trialNote: ReactNode
  /** True while the price is being checked. The payment is disabled meanwhile. */
  unsettled: boolean
}

export function CheckoutForm(props: CheckoutFormProps) {
  const { product, payment, method, trial } = props
  // A discount is for the first month only. A price with "/month" is the price of every month.
  const monthly = product.isSubscription
  const free = payment.price === 0 && !trial
  const [draft] = useState(() => emailDraft(props.userId, product.id))
  const email = useEmailField(draft ?? props.email, (typed) =>
    keepEmailDraft(props.userId, product.id, typed),
  )
  const [remind, setRemind] = useState(false)
  const [consented, setConsented] = useState(false)
  const [missing, setMissing] = useState(false)
  const country = free ? null : props.country
  // A subscription keeps its right of withdrawal, and a free order has none to lose.
  const asksConsent = !monthly && !free
  const deliveryConsent = asksConsent ? PRESENT_CONSENT : null
  const order = { email: email.value, remind, deliveryConsent }

  function miss(id: string) {
    setMissing(true)
    document.getElementById(id)?.focus()
  }

  const { submit, running } = useOneSubmit(async () => {
    if (!(await email.isValid())) return
    if (country?.code === null) return miss(COUNTRY_ID)
    if (asksConsent && !consented) return miss(CONSENT_ID)
    if (free || method === 'card') payment.pay(order)
    else props.onCrypto(order.email, deliveryConsent, remind)
  })
  const busy = running !== null || payment.busy

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-8"
    >
      <Field label="Email" required error={email.error} hint="Your receipt goes here.">
        <Input
          type="email"
          autoComplete="email"
          inputMode="email"
          className="scroll-mb-40"
          name="email"
          {...email.input}
        />
      </Field>
      {/* On phones, the sticky bar stays within this element, so that it never covers the email field. */}
      <div className="flex flex-col gap-8">
        {free ? null : <Methods method={method} onMethod={props.onMethod} crypto={props.crypto} />}
        {country ? <BillingCountry {...country} missing={missing} /> : null}
        {asksConsent ? (
          <DeliveryConsent checked={consented} missing={missing && !consented} onChange={setConsented} />
        ) : null}
        {props.trialNote}
        {free ? null : (
          <NativeCheckbox
            label={REMIND_ME}
            name="remind"
            checked={remind}
            onChange={(event) => setRemind(event.target.checked)}
          />
        )}
        <NextSteps way={free ? 'free' : trial ? 'trial' : method} />
        <TermsOfPayment product={product} method={method} offer={props.offer} trial={trial} />
        <PayBar>
          <CheckoutNotice
            owned={payment.owned}
            failed={busy ? null : payment.failed}
            price={payment.changedPrice}
          />
          {payment.challenge ? (
            <TurnstileCheck
              offer={payment.challenge}
              onSolved={(turnstileToken) => payment.pay({ ...order, turnstileToken })}
            />
          ) : null}
          <div className="flex flex-col gap-2 sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:gap-6">
            <p className="flex shrink-0 items-baseline justify-between gap-4 text-sm">
              <span className="text-muted">You pay now</span>
              <Price usd={payment.price} size="sm" />
            </p>
            <Button
              type="submit"
              variant="primary"
              size="lg"
              block
              busy={busy}
              busyText="Processing..."
              disabled={props.unsettled}
              className="tabular-nums sm:max-lg:shrink"
            >
              {trial
                ? trialLabel(trial.days)
                : free
                  ? freeLabel(monthly)
                  : payLabel(method, monthly, formatUsd(monthly ? payment.fullPrice : payment.price))}
            </Button>
          </div>
        </PayBar>
      </div>
    </form>
  )
}

const COUNTRY_ID = 'billing-country'

function BillingCountry({
  code,
  onChange,
  missing,
}: NonNullable<CheckoutFormProps['country']> & { missing: boolean }) {
  return (
    <Field
      id={COUNTRY_ID}
      label="Billing country"
      required
      error={missing && code === null ? 'Choose your country' : undefined}
      hint="The tax in the price depends on it. The total stays the same."
    >
      <CountrySelect
        value={code ?? ''}
        className="scroll-mb-72"
        onChange={(event) => onChange(event.target.value || null)}
      />
    </Field>
  )
}

function Methods({ method, onMethod, crypto }: Pick<CheckoutFormProps, 'method' | 'onMethod' | 'crypto'>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-fg text-sm">Payment method</legend>
      <RadioCardGroup
        label="Payment method"
        value={method}
        onValueChange={(chosen) => onMethod(readMethod(chosen, crypto !== null))}
      >
        <RadioCard
          value="card"
          title="Credit or debit card"
          description="You pay on Stripe's page, which also offers Apple Pay, Google Pay or Link where your device has them. We never see the number."
          icon={<CreditCard />}
          badge={<Badge>Recommended</Badge>}
          className="scroll-mb-40"
        />
        {crypto === null ? null : (
          <RadioCard
            value="crypto"
            title="Cryptocurrency"
            description={`You send it from your own wallet, on the page of ${crypto}.`}
            icon={<Bitcoin />}
            className="scroll-mb-40"
          />
        )}
      </RadioCardGroup>
    </fieldset>
  )
}
