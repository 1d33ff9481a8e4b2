import { Contact } from './contact/contact.tsx'
import { Faq } from './faq/faq.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Pricing } from './pricing/pricing.tsx'
import { FeaturedScripts } from './scripts/featured-scripts.tsx'
import { Subscribe } from './subscribe.tsx'
import { Testimonials } from './testimonials.tsx'

export default function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <HowItWorks />
      <FeaturedScripts />
      <Subscribe />
      <Pricing />
      <Testimonials />
      <Faq />
      <Contact />
    </>
  )
}
