import { Container } from '../../ui/container.tsx'

export default function UnsubscribePage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Email preferences</h1>
    </Container>
  )
}
