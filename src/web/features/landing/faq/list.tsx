import { Accordion, AccordionItem } from '../../../ui/layout/accordion.tsx'
import type { FaqItem } from './items.ts'

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
