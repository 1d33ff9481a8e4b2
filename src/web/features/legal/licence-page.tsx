import { Container } from '../../ui/container.tsx'

export default function LicencePage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Licence terms</h1>
    </Container>
  )
}
