import { Container } from '../../ui/container.tsx'

export default function PrivacyPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Privacy</h1>
    </Container>
  )
}
