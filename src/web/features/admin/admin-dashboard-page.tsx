import { Container } from '../../ui/container.tsx'

export default function AdminDashboardPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Admin</h1>
    </Container>
  )
}
