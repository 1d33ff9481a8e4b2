import { Container } from '../../ui/container.tsx'

export default function TermsPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Terms of service</h1>
    </Container>
  )
}
