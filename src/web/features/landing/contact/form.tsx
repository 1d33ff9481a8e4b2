import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { BRAND } from '../../../lib/brand.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { NativeCheckbox } from '../../../ui/forms/native-checkbox.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { sendContact } from '../../contact/queries.ts'
import { CONTACT_FIELDS } from './fields.ts'
import { Honeypot } from './honeypot.tsx'
import { useContactCheck } from './use-contact-check.ts'

const sent = {
  title: 'Message sent!',
  description: "We'll get back to you as soon as possible.",
  tone: 'success',
} as const
const failed = {
  title: 'Something went wrong',
  description: 'Please try again later.',
  tone: 'destructive',
} as const

/** The fields are uncontrolled: text typed before the code has loaded is kept, and so is the text after a failure. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const { errorOf, prepare, noteChange, checkAll, clear } = useContactCheck(form)
  const { mutate, isPending } = useMutation({
    // With the check, which may still load: the form is busy meanwhile.
    mutationFn: async () => {
      const result = await checkAll()
      if (result.ok) await sendContact(result.contact)
      return result
    },
    onSuccess: (result) => {
      if (!result.ok) return focusFirst(CONTACT_FIELDS.find((field) => result.errors[field]))
      form.current?.reset()
      clear()
      toast(sent)
    },
    onError: () => toast(failed),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) mutate()
  }

  function focusFirst(name: string | undefined) {
    const control = name && form.current?.elements.namedItem(name)
    if (control instanceof HTMLElement) control.focus()
  }

  return (
    <form
      ref={form}
      // Never by GET: the address would contain the message.
      method="post"
      noValidate
      onSubmit={submit}
      onFocus={prepare}
      onPointerEnter={prepare}
      onChange={({ target }) => 'name' in target && noteChange(String(target.name))}
      className="grid grid-cols-2 gap-4 sm:gap-5"
    >
      <Field label="First name" required error={errorOf('firstName')}>
        <Input name="firstName" autoComplete="given-name" required />
      </Field>
      <Field label="Last name" required error={errorOf('lastName')}>
        <Input name="lastName" autoComplete="family-name" required />
      </Field>
      <Field label="Email" required error={errorOf('email')} className="col-span-2">
        <Input name="email" type="email" inputMode="email" autoComplete="email" required />
      </Field>
      <Field label="Subject" required error={errorOf('subject')} className="col-span-2">
        <Input name="subject" autoComplete="off" required />
      </Field>
      <Field label="Message" required error={errorOf('message')} className="col-span-2">
        <Textarea name="message" rows={3} minLength={10} required />
      </Field>
      <div className="col-span-2">
        <NativeCheckbox
          name="newsletter"
          label={`Send me the ${BRAND} newsletter`}
          hint="One email for each new script. We first ask you to confirm your address by email."
        />
      </div>
      <Honeypot />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={isPending}
        busyText="Sending..."
        className="col-span-2 sm:justify-self-start"
      >
        Send message
      </Button>
    </form>
  )
}
