import { Accordion, AccordionItem } from '../../ui/accordion.tsx'
import type { FaqItem } from './faq-items.ts'

export function FaqList({ items }: { items: readonly FaqItem[] }) {
  return (
    <Accordion>
      {items.map(({ id, question, answer }) => (
        <AccordionItem key={id} value={id} title={question}>
          {answer}
        </AccordionItem>
      ))}
    </Accordion>
  )
}
