import type { MessageRow } from '#shared/contact/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'

export function MessageBadge({ ended }: Pick<MessageRow, 'ended'>) {
  if (ended === null)
    return (
      <Badge tone="info" dot>
        Open
      </Badge>
    )
  return ended === 'mail' ? <Badge tone="success">Answered</Badge> : <Badge>Closed</Badge>
}
