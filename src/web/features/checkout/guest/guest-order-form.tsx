import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { consentText, PRESENT_CONSENT } from '#shared/payments/consent-rules.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { NativeCheckbox } from '../../../ui/forms/native-checkbox.tsx'
import { TurnstileCheck } from '../../../ui/forms/turnstile-check.tsx'
import { useOneSubmit } from '../../../ui/forms/use-one-submit.ts'
import { FormNotice } from '../../accounts/form-notice.tsx'
import { useCurrentUser } from '../../accounts/queries.ts'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import { CountrySelect } from '../../seller/country-select.tsx'
import { IncludedTax } from '../../seller/included-tax.tsx'
import { useCountryTaxes } from '../../seller/use-country-taxes.ts'
import { REMIND_ME } from '../remind-me.ts'
import { emailDraft } from '../review/email-draft.ts'
import { GuaranteeStays } from '../review/guarantee-stays.tsx'
import { useEmailField } from '../review/use-email-field.ts'
import { useGuestOrder } from './use-guest-order.ts'

const link = 'rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** Buys the product with an email address only. Signed-in users pay in the checkout, which knows their products. */
export function GuestOrderForm({ product }: { product: ProductDetail }) {
  const user = useCurrentUser()
  return user ? null : <Form product={product} />
}

function Form({ product }: { product: ProductDetail }) {
  const { order, method, busy, failed, challenge } = useGuestOrder(product)
  const failureId = useId()
  const { value: email, setValue: setEmail, ...emailField } = useEmailField('', () => undefined)
  const [country, setCountry] = useState('')
  const [missesCountry, setMissesCountry] = useState(false)
  const countryField = useRef<HTMLSelectElement>(null)
  // The browser keeps the ticks: they may be older than the app.
  const consents = useRef<HTMLInputElement>(null)
  const remind = useRef<HTMLInputElement>(null)
  const crypto = useCryptoName()
  const taxes = useCountryTaxes()
  const asksCountry = taxes !== null && crypto !== null
  const toOrder = () => ({
    email,
    remind: remind.current?.checked ?? false,
    // The tick about the right of withdrawal is free: an order without it keeps that right (064).
    deliveryConsent: consents.current?.checked ? PRESENT_CONSENT : null,
    billingCountry: country || null,
  })

  const { submit: pay, running } = useOneSubmit(async (by: 'card' | 'crypto') => {
    if (busy !== null || !(await emailField.isValid())) return
    if (by === 'crypto' && asksCountry && !country) {
      setMissesCountry(true)
      countryField.current?.focus()
    } else order({ ...toOrder(), method: by })
  })
  const busyWith = running?.[0] ?? busy

  function submit(event: FormEvent) {
    event.preventDefault()
    pay('card')
  }

  const { ref: emailInput } = emailField.input
  // After hydration: the server's page is the same for all visitors, and the browser may have filled in the field.
  useEffect(() => {
    setEmail((typed) => typed || emailInput.current?.value || (emailDraft('guest', product.id) ?? ''))
  }, [setEmail, emailInput, product.id])
  return (
    // Hidden before the first paint where the visitor is probably signed in.
    <form
      method="post"
      noValidate
      onSubmit={submit}
      aria-label="Buy without an account"
      aria-describedby={failed ? failureId : undefined}
      className="mt-5 flex flex-col gap-3 border-line border-t pt-5 max-lg:mt-4 [html[data-signed-in]_&]:hidden"
    >
      <p aria-hidden="true" className="font-medium text-fg">
        Without an account
      </p>
      <noscript className="text-muted text-sm">This form needs JavaScript.</noscript>
      <Field
        label="Email"
        required
        error={emailField.error}
        hint="The file and your receipt go to this address."
      >
        <Input
          type="email"
          autoComplete="email"
          inputMode="email"
          className="scroll-mb-40"
          name="email"
          {...emailField.input}
        />
      </Field>
      {asksCountry ? (
        <Field
          label="Billing country"
          error={missesCountry && !country ? 'Choose your country' : undefined}
          hint="For crypto: the tax in the price depends on it. For a card, Stripe asks."
        >
          <CountrySelect
            ref={countryField}
            className="scroll-mb-40"
            name="country"
            value={country}
            onChange={(event) => setCountry(event.target.value)}
          />
        </Field>
      ) : null}
      {product.isSubscription ? null : (
        <div className="flex flex-col gap-1.5">
          <NativeCheckbox label={consentText(PRESENT_CONSENT)} name="consents" ref={consents} />
          <GuaranteeStays />
        </div>
      )}
      <NativeCheckbox label={REMIND_ME} name="remind" ref={remind} />
      {failed && busyWith === null ? <FormNotice id={failureId} tone="danger" text={failed} /> : null}
      {challenge ? (
        <TurnstileCheck
          offer={challenge}
          onSolved={(turnstileToken) => order({ ...toOrder(), method, turnstileToken })}
        />
      ) : null}
      <Button type="submit" block busy={busyWith === 'card'} busyText="Processing...">
        {product.isSubscription ? 'Subscribe without an account' : 'Buy without an account'}
      </Button>
      {crypto === null ? null : (
        <Button
          variant="ghost"
          block
          busy={busyWith === 'crypto'}
          busyText="Processing..."
          onClick={() => pay('crypto')}
        >
          Or pay with crypto
        </Button>
      )}
      {/* The table is that of crypto: for another country Stripe may know a rate. */}
      <IncludedTax
        country={taxes?.find((row) => row.country === country)?.country ?? null}
        className="mt-0"
      />
      <p className="text-muted text-xs">
        {product.trialDays > 0
          ? 'The free days are for accounts. Without one, you pay the first month now. '
          : null}
        {product.isSubscription ? 'By card it renews monthly until cancelled. ' : null}
        {crypto !== null && product.isSubscription
          ? 'Crypto pays for one month in advance, and does not renew automatically. '
          : null}
        You pay on the page of Stripe{crypto === null ? null : ` or ${crypto}`}. By paying you accept the{' '}
        <AppLink to="/terms" className={link}>
          terms of service
        </AppLink>
        .
      </p>
    </form>
  )
}
