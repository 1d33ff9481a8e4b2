import { Container } from '../../ui/container.tsx'

export default function PricingPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Pricing</h1>
    </Container>
  )
}
