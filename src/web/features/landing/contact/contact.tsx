import { SUPPORT_EMAIL } from '../../../lib/brand.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { SplitSection } from '../split-section.tsx'
import { ContactForm } from './form.tsx'

export function Contact() {
  return (
    <SplitSection
      id="contact"
      tinted
      title="Get In Touch"
      lead="A question before you buy, trouble with a script, an idea for a new one: a person reads it."
      aside={
        <p className="text-muted text-sm">
          By email:{' '}
          <a
            href={`mailto:${SUPPORT_EMAIL}`}
            className="break-words rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {SUPPORT_EMAIL}
          </a>
        </p>
      }
    >
      <Card className="bg-bg p-4 sm:p-8">
        <noscript>
          <p className="mb-5 text-muted text-sm">
            This form needs JavaScript. Without it, write to {SUPPORT_EMAIL}.
          </p>
        </noscript>
        <ContactForm />
      </Card>
    </SplitSection>
  )
}
