import { Container } from '../../ui/container.tsx'

export default function AboutPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">About</h1>
    </Container>
  )
}
