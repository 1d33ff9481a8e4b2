import { Container } from '../../ui/container.tsx'

export default function RefundPolicyPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Refund policy</h1>
    </Container>
  )
}
