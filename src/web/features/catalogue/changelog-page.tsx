import { Container } from '../../ui/container.tsx'

export default function ChangelogPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Changelog</h1>
    </Container>
  )
}
