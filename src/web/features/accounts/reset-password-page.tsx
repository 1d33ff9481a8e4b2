import { Container } from '../../ui/container.tsx'

export default function ResetPasswordPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Reset password</h1>
    </Container>
  )
}
