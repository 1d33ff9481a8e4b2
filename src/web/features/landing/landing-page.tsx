import { Contact } from './contact.tsx'
import { Faq } from './faq.tsx'
import { FeaturedScripts } from './featured-scripts.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Pricing } from './pricing.tsx'
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
