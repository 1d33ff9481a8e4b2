import { Container } from '../../ui/container.tsx'

export default function CoinbaseCheckoutPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Crypto checkout</h1>
    </Container>
  )
}
