import { Container } from '../../ui/container.tsx'

export default function ProductsPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Scripts</h1>
    </Container>
  )
}
