import { useSearchParams } from '../../lib/router/router-context.ts'
import { readId } from '../ui/detail-address.ts'
import { MessageDetail } from './message-detail.tsx'
import { MessageList } from './message-list.tsx'

/** The list, or the message that the address names. */
export default function InboxTab() {
  const [query] = useSearchParams()
  const id = readId(query.get('message'))
  return id !== null ? <MessageDetail key={id} messageId={id} /> : <MessageList />
}
