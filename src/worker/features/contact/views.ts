import type { Message, MessageRow } from '#shared/contact/contract.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import { visibleLine, visibleText } from '../../core/visible-text.ts'
import type { MessageFound, MessageListed } from './store.ts'

export const toMessageRow = (row: MessageListed): MessageRow => ({
  ...toEnvelope(row),
  excerpt: visibleLine(row.excerpt),
})

const toEnvelope = (row: MessageListed) => ({
  id: row.id,
  name: visibleLine(`${row.firstName} ${row.lastName}`),
  email: visibleLine(row.email),
  subject: visibleLine(row.subject),
  createdAt: toIso(row.createdAt),
  answeredAt: toIsoOrNull(row.answeredAt),
  ended: row.answeredAt === null ? null : row.wasMailed ? ('mail' as const) : ('closed' as const),
})

export const toMessage = ({ message, others, account, delivery }: MessageFound): Message => ({
  ...toEnvelope(message),
  message: visibleText(message.message),
  newsletter: message.newsletter,
  ip: message.ip,
  answer: message.answer,
  answeredBy:
    message.answeredBy === null ? null : { id: message.answeredBy, username: message.answeredByName ?? '' },
  delivery,
  account,
  others: others.map(toMessageRow),
})
