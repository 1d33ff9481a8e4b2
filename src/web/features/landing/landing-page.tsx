import { FeaturedScripts } from './featured-scripts.tsx'
import { Hero } from './hero.tsx'
import { Pricing } from './pricing.tsx'

export default function LandingPage() {
  return (
    <>
      <Hero />
      <FeaturedScripts />
      <Pricing />
    </>
  )
}
