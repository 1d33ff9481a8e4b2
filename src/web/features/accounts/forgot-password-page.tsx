import { Container } from '../../ui/container.tsx'

export default function ForgotPasswordPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Forgot password</h1>
    </Container>
  )
}
