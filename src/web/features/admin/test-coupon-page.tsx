import { Container } from '../../ui/container.tsx'

export default function TestCouponPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Test coupon</h1>
    </Container>
  )
}
