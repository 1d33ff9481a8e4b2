import { Container } from '../../ui/container.tsx'

export default function ProductPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Script</h1>
    </Container>
  )
}
