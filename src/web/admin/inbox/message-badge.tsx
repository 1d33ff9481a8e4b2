import type { MessageRow } from '../../../worker/features/contact/contract.ts'
import { Badge } from '../../ui/badge.tsx'

export function MessageBadge({ ended }: Pick<MessageRow, 'ended'>) {
  if (ended === null)
    return (
      <Badge tone="info" dot>
        Open
      </Badge>
    )
  return ended === 'mail' ? <Badge tone="success">Answered</Badge> : <Badge>Closed</Badge>
}
