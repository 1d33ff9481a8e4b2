import { Container } from '../../ui/container.tsx'

export default function TestEmailPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Test email</h1>
    </Container>
  )
}
