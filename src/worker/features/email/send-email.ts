import { describeError } from '../../core/describe-error.ts'
import type { Db } from '../../db/client.ts'
import type { Config } from '../../providers/config.ts'
import type { Mail, Mailer } from '../../providers/mailer.ts'
import { signAccountLink } from './account-link.ts'
import {
  confirmEmailMail,
  emailChangeMail,
  passwordChangedMail,
  resetPasswordMail,
  welcomeMail,
} from './account-mails.ts'
import {
  accountDeletedDataSchema,
  accountLinkDataSchema,
  alertDataSchema,
  emailChangeDataSchema,
  passwordChangedDataSchema,
  receiptDataSchema,
} from './contract.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from './download-link.ts'
import { MAX_ATTEMPTS, retryDelaySeconds } from './retry-rules.ts'
import type { Delivery } from './store.ts'
import { accountDeletedMail, alertMail, receiptMail } from './templates.ts'
import { claimDelivery, markDead, markRetrying, markSent } from './writes.ts'

export type SendOutcome = { done: true } | { done: false; retryInSeconds: number }

/**
 * One try at one mail. The row is claimed first, so of two consumers one sends, and none before it is due; the provider
 * gets the same idempotency key at every try of a run, so a crash after sending is not a second mail.
 */
export async function sendEmail(
  deps: { db: Db; config: Config; mailer: Mailer },
  deliveryKey: string,
  now: number,
): Promise<SendOutcome> {
  const [delivery] = await claimDelivery(deps.db, deliveryKey, now)
  if (!delivery) return { done: true }
  const mail = await render(delivery, deps.config).catch(describeError)
  if (typeof mail === 'string') return bury(deps.db, delivery, mail, now)
  const outcome = await deps.mailer.send(mail, `${delivery.key}:${delivery.run}`)
  if (outcome.sent) {
    await markSent(deps.db, delivery.id, outcome.messageId, now)
    return { done: true }
  }
  if (outcome.permanent || delivery.attempts >= MAX_ATTEMPTS)
    return bury(deps.db, delivery, outcome.error, now)
  const retryInSeconds = retryDelaySeconds(delivery.attempts, deps.config.mailRetryBaseSeconds)
  await markRetrying(deps.db, delivery.id, outcome.error, now + retryInSeconds * 1000, now)
  return { done: false, retryInSeconds }
}

async function bury(db: Db, delivery: Delivery, error: string, now: number): Promise<SendOutcome> {
  await markDead(db, delivery.id, error, now)
  console.error(JSON.stringify({ at: 'send-email', dead: delivery.key, error }))
  return { done: true }
}

async function render(delivery: Delivery, config: Config): Promise<Mail> {
  switch (delivery.template) {
    case 'receipt': {
      const data = receiptDataSchema.parse(delivery.data)
      const expiresAt = delivery.queuedAt + LINK_LIFETIME_MS
      const claim = { paymentId: data.paymentId, productId: data.productId, expiresAt }
      const token = await signDownloadLink(claim, config.linkSigningKey)
      return receiptMail(delivery.toAddress, data, {
        downloadUrl: `${config.publicUrl}/api/download/file/${data.productId}?token=${token}`,
        expiresAt,
        dashboardUrl: `${config.publicUrl}/dashboard`,
      })
    }
    case 'alert':
      return alertMail(delivery.toAddress, alertDataSchema.parse(delivery.data))
    case 'account-deleted':
      return accountDeletedMail(delivery.toAddress, accountDeletedDataSchema.parse(delivery.data))
    case 'welcome':
    case 'confirm-email': {
      const data = accountLinkDataSchema.parse(delivery.data)
      const token = await signAccountLink('verify_email', data.nonce, config.linkSigningKey)
      const mail = delivery.template === 'welcome' ? welcomeMail : confirmEmailMail
      return mail(delivery.toAddress, data, `${config.publicUrl}/verify-email#token=${token}`)
    }
    case 'reset-password': {
      const data = accountLinkDataSchema.parse(delivery.data)
      const token = await signAccountLink('reset_password', data.nonce, config.linkSigningKey)
      return resetPasswordMail(delivery.toAddress, data, `${config.publicUrl}/reset-password#token=${token}`)
    }
    case 'email-change': {
      const data = emailChangeDataSchema.parse(delivery.data)
      return emailChangeMail(delivery.toAddress, data, `${config.publicUrl}/dashboard?tab=profile`)
    }
    case 'password-changed': {
      const data = passwordChangedDataSchema.parse(delivery.data)
      return passwordChangedMail(delivery.toAddress, data, `${config.publicUrl}/forgot-password`)
    }
    default:
      throw new Error(`There is no mail template "${delivery.template}"`)
  }
}
