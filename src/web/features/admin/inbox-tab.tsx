import { useSearchParams } from 'react-router'
import { MessageDetail } from './message-detail.tsx'
import { MessageList } from './message-list.tsx'

/** The list, or the message that the address names. */
export default function InboxTab() {
  const [query] = useSearchParams()
  const id = Number(query.get('message'))
  return Number.isSafeInteger(id) && id > 0 ? <MessageDetail key={id} messageId={id} /> : <MessageList />
}
