import { Container } from '../../ui/container.tsx'

export default function NewsletterPage() {
  return (
    <Container className="py-section">
      <h1 className="font-semibold text-3xl text-fg">Newsletter</h1>
    </Container>
  )
}
