import { Rating } from '../../ui/data/rating.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageSection } from '../../ui/layout/page-section.tsx'
import { QUOTES } from './testimonial-quotes.ts'

export function Testimonials() {
  return (
    <PageSection
      id="testimonials"
      tinted
      eyebrow="Testimonials"
      title="The reviews we want to earn"
      lead="We are new and have no reviews yet. We wrote these as examples of what we aim for, and will replace them with real ones."
    >
      <ul className="grid gap-4 md:grid-cols-3 lg:gap-5">
        {QUOTES.map(({ text, rating, from }) => (
          <li key={from} className="flex min-w-0">
            <Card className="w-full bg-bg p-6">
              <Rating value={rating} label={`The rating we aim for: ${rating} out of 5`} />
              <blockquote className="mt-4 flex-1 text-base text-fg">{text}</blockquote>
              <p className="mt-5 text-muted text-sm">{from}</p>
            </Card>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
