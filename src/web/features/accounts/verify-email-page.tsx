import { Container } from '../../ui/container.tsx'

export default function VerifyEmailPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Confirm your email</h1>
    </Container>
  )
}
