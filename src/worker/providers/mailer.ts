import type { Config } from './config.ts'

export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string
  /** Additional headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
  /** Sent back in every webhook about the mail: letters, digits, `_` and `-` only. */
  tags?: Record<string, string>
}

export type MailOutcome =
  | { sent: true; messageId: string }
  /** `permanent`: the provider understood and refused; the same mail will never go out. */
  | { sent: false; permanent: boolean; error: string }

export interface Mailer {
  /** `idempotencyKey` (up to 256 characters, remembered 24 h): the same key twice is one mail. Never throws. */
  send(mail: Mail, idempotencyKey: string): Promise<MailOutcome>
}

/** A header's value without line ends and control characters, so that it cannot start another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const headersOf = ({ headers = {} }: Mail) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)]))

/** Resend's HTTP API (https://resend.com/docs/api-reference/emails/send-email). */
export function resendMailer(config: Config, outside: typeof fetch): Mailer {
  return {
    async send(mail, idempotencyKey) {
      try {
        const response = await outside('https://api.resend.com/emails', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${config.resendApiKey}`,
            'content-type': 'application/json',
            'idempotency-key': idempotencyKey,
          },
          body: JSON.stringify({
            from: config.mailFrom,
            to: [mail.to],
            reply_to: oneLine(mail.replyTo ?? config.supportEmail),
            subject: oneLine(mail.subject),
            html: mail.html,
            text: mail.text,
            ...(mail.headers && { headers: headersOf(mail) }),
            ...(mail.tags && { tags: Object.entries(mail.tags).map(([name, value]) => ({ name, value })) }),
          }),
          signal: AbortSignal.timeout(15_000),
        })
        if (response.ok) {
          const { id } = (await response.json()) as { id: string }
          return { sent: true, messageId: id }
        }
        const permanent = response.status === 400 || response.status === 422
        return {
          sent: false,
          permanent,
          error: `${response.status}: ${(await response.text()).slice(0, 300)}`,
        }
      } catch (error) {
        return { sent: false, permanent: false, error: String(error).slice(0, 300) }
      }
    },
  }
}
