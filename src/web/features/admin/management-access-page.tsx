import { Container } from '../../ui/container.tsx'

export default function ManagementAccessPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Management access</h1>
    </Container>
  )
}
