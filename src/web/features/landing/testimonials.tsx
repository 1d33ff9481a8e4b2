import { Rating } from '../../ui/data/rating.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageSection } from '../../ui/layout/page-section.tsx'
import { QUOTES } from './testimonial-quotes.ts'
import { TextLink } from './text-link.tsx'

export function Testimonials() {
  return (
    <PageSection
      id="testimonials"
      tinted
      eyebrow="Testimonials"
      title="The reviews we want to earn"
      lead="We are new and have no reviews yet. We wrote these as examples of what we aim for, and will replace them with real ones."
    >
      {/* On phones a row to swipe. */}
      <ul className="grid gap-4 max-sm:-mx-gutter max-sm:flex max-sm:snap-x max-sm:gap-3 max-sm:overflow-x-auto max-sm:scroll-px-gutter max-sm:px-gutter md:grid-cols-3 lg:gap-5">
        {QUOTES.map(({ text, rating, from, proof }) => (
          <li key={from} className="flex min-w-0 max-sm:w-[85%] max-sm:shrink-0 max-sm:snap-start">
            <Card className="w-full bg-bg p-4 sm:p-6">
              <Rating value={rating} label={`The rating we aim for: ${rating} out of 5`} />
              <blockquote className="mt-2 flex-1 text-sm sm:mt-4 sm:text-base text-fg">{text}</blockquote>
              <p className="mt-3 text-muted text-sm sm:mt-5">{from} · written by us</p>
              <div className="mt-2">
                <TextLink to={proof.to}>{proof.label}</TextLink>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
