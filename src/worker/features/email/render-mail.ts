import type { Seller, StatedTax } from '#shared/seller/contract.ts'
import { sellerLine } from '#shared/seller/seller-lines-rules.ts'
import { assertNever } from '../../core/assert-never.ts'
import type { Config } from '../../providers/config.ts'
import type { Mail } from '../../providers/mailer.ts'
import { LINK_LIFETIME_MS } from './download-link.ts'
import {
  accountLink,
  bundleLinks,
  downloadLink,
  invoiceLink,
  loginLinks,
  newsLinks,
  orderPage,
} from './mail-links.ts'
import { mailSchema } from './mail-rules.ts'
import {
  addressInUseMail,
  confirmEmailMail,
  emailChangeMail,
  passwordChangedMail,
  resetPasswordMail,
  welcomeMail,
} from './mails/account.ts'
import { accountDeletedMail } from './mails/account-deleted.ts'
import { accountLockdownMail } from './mails/account-lockdown.ts'
import { alertMail } from './mails/alert.ts'
import { budgetReachedMail } from './mails/budget-reached.ts'
import { contactMail } from './mails/contact.ts'
import { cryptoAmountMail } from './mails/crypto-amount.ts'
import { disputeMail } from './mails/dispute.ts'
import { downloadLimitMail } from './mails/download-limit.ts'
import { factorChangedMail } from './mails/factors.ts'
import { failedLoginsMail } from './mails/failed-logins.ts'
import { fileDamagedMail } from './mails/file-damaged.ts'
import { fileReadyMail } from './mails/file-ready.ts'
import { foundPurchasesMail, orderAddressCorrectedMail } from './mails/guest-orders.ts'
import { withSeller } from './mails/layout.ts'
import { logMismatchMail } from './mails/log-mismatch.ts'
import { mailUndeliveredMail } from './mails/mail-undelivered.ts'
import { moneyMovedMail } from './mails/money-moved.ts'
import { newReleaseMail } from './mails/new-release.ts'
import { newScriptMail } from './mails/new-script.ts'
import { newsletterMail } from './mails/newsletter.ts'
import { payoutAddressChangedMail, payoutPaidMail } from './mails/payout.ts'
import { productLinkMail } from './mails/product-link.ts'
import { publisherKeyMail } from './mails/publisher-key.ts'
import { receiptMail } from './mails/receipt.ts'
import { refundClaimMail, refundDeclinedMail, refundReviewMail, refundTroubleMail } from './mails/refunds.ts'
import { releaseWithdrawnMail } from './mails/release-withdrawn.ts'
import { checkoutReminderMail, reviewRequestMail } from './mails/reminders.ts'
import { secondPaymentMail } from './mails/second-payment.ts'
import { securityAlertMail } from './mails/security-alert.ts'
import { staffNoticeMail } from './mails/staff-notice.ts'
import {
  prepaidEndingMail,
  renewalFailedMail,
  renewalRecoveredMail,
  subscriptionCancelledMail,
  subscriptionEndedMail,
  subscriptionResumedMail,
  trialEndingMail,
  trialStoppedMail,
} from './mails/subscription.ts'
import { subscriptionLostMail } from './mails/subscription-lost.ts'
import { supportAnswerMail } from './mails/support-answer.ts'
import { unknownSubscriptionMail } from './mails/unknown-subscription.ts'
import { updatesEndMail } from './mails/updates-end.ts'
import { withdrawalNoticeMail, withdrawalPassedOnMail, withdrawalReceivedMail } from './mails/withdrawal.ts'
import { wrongPaymentRefundedMail } from './mails/wrong-payment-refunded.ts'
import { NEWSLETTER_LINK_MS, signNewsletter } from './newsletter-link.ts'
import type { Delivery } from './store.ts'

const TEMPLATES = new Set<string>(mailSchema.options.map(({ shape }) => shape.template.value))

/** The seller of the time when the mail was queued, and the reference of the mail's order; null: there is none. */
type MailContext = {
  seller: Seller | null
  orderReference: string | null
  /** The tax in the amount of the order; null: none is claimed. */
  tax: StatedTax | null
}

/**
 * Renders the mail of a delivery, with the seller at its end. The text is the same at every attempt of one run.
 * @throws where the template is unknown or its data do not match the schema
 */
export async function renderMail(
  delivery: Delivery,
  config: Config,
  context: MailContext = { seller: null, orderReference: null, tax: null },
): Promise<Mail> {
  if (!TEMPLATES.has(delivery.template)) throw new Error(`There is no mail template "${delivery.template}"`)
  const mail = withSeller(
    await write(delivery, config, context),
    context.seller && sellerLine(context.seller),
  )
  return { to: delivery.toAddress, ...mail }
}

async function write(
  delivery: Delivery,
  config: Config,
  { orderReference, tax }: MailContext,
): Promise<Omit<Mail, 'to'>> {
  const { publicUrl, supportEmail } = config
  const mail = mailSchema.parse({ template: delivery.template, data: delivery.data })
  const dashboardUrl = `${publicUrl}/dashboard`
  const subscriptionsUrl = `${dashboardUrl}?tab=subscriptions`
  const registerUrl = delivery.userId === null ? `${publicUrl}/auth?tab=register` : null
  const paymentId = 'paymentId' in mail.data ? mail.data.paymentId : delivery.paymentId
  const order = orderReference ?? `#${paymentId}`
  switch (mail.template) {
    case 'receipt': {
      // Without a file the mail shows no link: the next mail, `file-ready`, has it.
      const file = { productId: mail.data.productId, version: mail.data.file?.version ?? '' }
      const link = await downloadLink(mail.data, file, delivery.queuedAt, config)
      const logUrl = `${publicUrl}/log`
      const withdrawUrl = `${publicUrl}/withdraw`
      const invoiceUrl =
        mail.data.amountCents > 0 ? await invoiceLink(delivery, orderReference, config) : null
      return receiptMail(mail.data, {
        ...link,
        bundle: await bundleLinks(mail.data, delivery.queuedAt, config),
        dashboardUrl,
        publicUrl,
        logUrl,
        withdrawUrl,
        registerUrl,
        supportEmail,
        order,
        invoiceUrl,
        tax,
      })
    }
    case 'file-ready': {
      const file = { productId: mail.data.productId, version: mail.data.file?.version ?? '' }
      const link = await downloadLink(mail.data, file, delivery.queuedAt, config)
      const bundle = await bundleLinks(mail.data, delivery.queuedAt, config)
      return fileReadyMail(mail.data, { ...link, bundle, publicUrl, supportEmail, order })
    }
    case 'second-payment':
      return secondPaymentMail(mail.data, { supportEmail, order })
    case 'trial-ending':
      return trialEndingMail(mail.data, { subscriptionsUrl, supportEmail })
    case 'trial-stopped':
      return trialStoppedMail(mail.data, { publicUrl, supportEmail, order })
    case 'withdrawal-received':
      return withdrawalReceivedMail(mail.data, { supportEmail, order })
    case 'withdrawal-passed-on':
      return withdrawalPassedOnMail(mail.data, { supportEmail })
    case 'withdrawal-notice':
      return withdrawalNoticeMail(mail.data, {
        orderUrl: orderPage(publicUrl, mail.data.paymentId),
        order,
      })
    case 'product-link': {
      const file = { productId: mail.data.productId, version: mail.data.file.version }
      const link = await downloadLink(mail.data.holder, file, delivery.queuedAt, config)
      return productLinkMail(mail.data, { ...link, supportEmail, publicUrl })
    }
    case 'money-moved':
      return moneyMovedMail(mail.data, {
        dashboardUrl: delivery.userId === null ? null : dashboardUrl,
        supportEmail,
        order,
        invoiceUrl: await invoiceLink(delivery, orderReference, config),
      })
    case 'wrong-payment-refunded':
      return wrongPaymentRefundedMail(mail.data, { supportEmail, order })
    case 'file-damaged':
      return fileDamagedMail(mail.data, {
        productsUrl: `${config.publicUrl}/secure-management/admin-dashboard?tab=products`,
      })
    case 'budget-reached':
      return budgetReachedMail(mail.data)
    case 'security-alert':
      return securityAlertMail(mail.data, {
        securityUrl: `${publicUrl}/secure-management/admin-dashboard?tab=security`,
      })
    case 'log-mismatch':
      return logMismatchMail(mail.data)
    case 'publisher-key':
      return publisherKeyMail(mail.data, {
        keysUrl: `${publicUrl}/secure-management/admin-dashboard?tab=publishers`,
      })
    case 'staff-notice':
      return staffNoticeMail(mail.data, {
        auditUrl: `${publicUrl}/secure-management/admin-dashboard?tab=audit`,
      })
    case 'refund-review':
      return refundReviewMail(mail.data, { orderUrl: orderPage(publicUrl, mail.data.paymentId) })
    case 'refund-trouble':
      return refundTroubleMail(mail.data, { orderUrl: orderPage(publicUrl, mail.data.paymentId) })
    case 'dispute':
      return disputeMail(mail.data, orderPage(publicUrl, mail.data.paymentId))
    case 'refund-declined':
      return refundDeclinedMail(mail.data, { supportEmail, order })
    case 'refund-claim':
      return refundClaimMail(mail.data, { supportEmail, order })
    case 'crypto-amount': {
      const orderUrl = `${publicUrl}/success?session_id=${mail.data.paymentId}`
      return cryptoAmountMail(mail.data, { orderUrl, registerUrl, supportEmail, order })
    }
    case 'alert':
      return alertMail(mail.data, { orderUrl: orderPage(publicUrl, mail.data.paymentId) })
    case 'mail-undelivered': {
      const { paymentId, email } = mail.data
      const admin = `${publicUrl}/secure-management/admin-dashboard`
      const mailsUrl = `${admin}?tab=mails${email === null ? '' : `&to=${encodeURIComponent(email)}`}`
      const orderUrl = paymentId === null ? null : orderPage(publicUrl, paymentId)
      return mailUndeliveredMail(mail.data, { mailsUrl, orderUrl })
    }
    case 'renewal-failed':
      return renewalFailedMail(mail.data, { subscriptionsUrl, registerUrl, supportEmail })
    case 'renewal-recovered':
      return renewalRecoveredMail(mail.data, { subscriptionsUrl, registerUrl, supportEmail })
    case 'checkout-reminder': {
      const { paymentId, productId, purchaseType, slug, isGuest } = mail.data
      const links = await newsLinks(slug, { reminderOf: paymentId }, config)
      const checkoutUrl = isGuest
        ? links.productUrl
        : `${publicUrl}/checkout?productId=${productId}&purchaseType=${purchaseType}`
      return checkoutReminderMail(mail.data, { ...links, checkoutUrl })
    }
    case 'subscription-cancelled':
      return subscriptionCancelledMail(mail.data, { subscriptionsUrl, registerUrl, supportEmail })
    case 'subscription-resumed':
      return subscriptionResumedMail(mail.data, { subscriptionsUrl, registerUrl, supportEmail })
    case 'subscription-ended':
      return subscriptionEndedMail(mail.data, { subscriptionsUrl, registerUrl, publicUrl, supportEmail })
    case 'prepaid-ending':
      return prepaidEndingMail(mail.data, { subscriptionsUrl, registerUrl, supportEmail })
    case 'subscription-lost':
      return subscriptionLostMail(mail.data)
    case 'unknown-subscription':
      return unknownSubscriptionMail(mail.data, `${publicUrl}/secure-management/recovery#findings`)
    case 'welcome':
      return welcomeMail(mail.data, {
        confirmUrl: await accountLink('verify_email', mail.data, config),
        notMeUrl: await accountLink('verify_email', mail.data, config, '?not-me=1'),
      })
    case 'confirm-email':
      if (mail.data.inUse) return addressInUseMail({ ...mail.data, attempt: 'change' }, loginLinks(publicUrl))
      return confirmEmailMail(mail.data, await accountLink('verify_email', mail.data, config))
    case 'address-in-use':
      return addressInUseMail({ ...mail.data, attempt: 'register' }, loginLinks(publicUrl))
    case 'reset-password':
      return resetPasswordMail(mail.data, await accountLink('reset_password', mail.data, config))
    case 'email-change':
      return emailChangeMail(mail.data, `${dashboardUrl}?tab=profile`)
    case 'password-changed':
      return passwordChangedMail(mail.data, `${publicUrl}/forgot-password`)
    case 'failed-logins':
      return failedLoginsMail(mail.data, { forgotUrl: `${publicUrl}/forgot-password`, supportEmail })
    case 'factor-changed':
      return factorChangedMail(mail.data, { forgotUrl: `${publicUrl}/forgot-password`, supportEmail })
    case 'payout-address-changed':
      return payoutAddressChangedMail(mail.data, { forgotUrl: `${publicUrl}/forgot-password`, supportEmail })
    case 'payout-paid':
      return payoutPaidMail(mail.data, { referralsUrl: `${dashboardUrl}?tab=referrals`, supportEmail })
    case 'account-lockdown':
      return accountLockdownMail(mail.data, {
        reportUrl: `${dashboardUrl}?tab=profile&show=lockdown-report`,
        forgotUrl: `${publicUrl}/forgot-password`,
        supportEmail,
      })
    case 'account-deleted':
      return accountDeletedMail(mail.data, { supportEmail })
    case 'contact':
      return contactMail(mail.data)
    case 'support-answer':
      return supportAnswerMail(mail.data, { supportEmail })
    case 'newsletter': {
      const confirmUrl = `${publicUrl}/newsletter#token=${await signNewsletter(mail.data, config.linkSigningKey)}`
      const expiresAt = mail.data.askedAt + NEWSLETTER_LINK_MS
      return newsletterMail({ confirmUrl, expiresAt, supportEmail })
    }
    case 'order-address-corrected':
      return orderAddressCorrectedMail({ order, supportEmail })
    case 'found-purchases': {
      const purchases = await Promise.all(
        mail.data.purchases.map(async ({ paymentId, productId, version, ...bought }) => {
          const file = { productId, version: version ?? '' }
          const { downloadUrl } = await downloadLink({ paymentId }, file, delivery.queuedAt, config)
          return { ...bought, downloadUrl: version === null ? null : downloadUrl }
        }),
      )
      const expiresAt = delivery.queuedAt + LINK_LIFETIME_MS
      return foundPurchasesMail(
        { purchases, hasAccount: mail.data.hasAccount, expiresAt },
        { authUrl: `${publicUrl}/auth`, supportEmail },
      )
    }
    case 'new-script': {
      const { reader } = mail.data
      const claim = 'userId' in reader ? { ...reader, preference: 'newAirdrops' as const } : reader
      return newScriptMail(mail.data, await newsLinks(mail.data.slug, claim, config))
    }
    case 'new-release': {
      const { userId, paymentId, slug } = mail.data
      if (paymentId !== null) {
        const { downloadUrl } = await downloadLink({ paymentId }, mail.data, delivery.queuedAt, config)
        return newReleaseMail(mail.data, { ...(await newsLinks(slug, { paymentId }, config)), downloadUrl })
      }
      const claim = { userId: userId ?? 0, preference: 'emailNotifications' as const }
      const links = await newsLinks(slug, claim, config)
      return newReleaseMail(mail.data, { ...links, dashboardUrl })
    }
    case 'release-withdrawn': {
      const { slug, userId, paymentId, productId, goodVersion } = mail.data
      const productUrl = slug === null ? null : `${publicUrl}/products/${slug}`
      const links = { productUrl, supportEmail }
      if (userId !== null) return releaseWithdrawnMail(mail.data, { ...links, dashboardUrl })
      if (paymentId === null) return releaseWithdrawnMail(mail.data, links)
      // Without a good version the mail shows no link.
      const file = { productId, version: goodVersion ?? '' }
      const { downloadUrl } = await downloadLink({ paymentId }, file, delivery.queuedAt, config)
      return releaseWithdrawnMail(mail.data, { ...links, downloadUrl })
    }
    case 'updates-end': {
      const claim = { userId: mail.data.userId, preference: 'promotionalEmails' as const }
      const links = await newsLinks(mail.data.slug, claim, config)
      return updatesEndMail(mail.data, { ...links, pricingUrl: `${publicUrl}/pricing` })
    }
    case 'review-request': {
      const claim = { userId: mail.data.userId, preference: 'promotionalEmails' as const }
      return reviewRequestMail(mail.data, {
        ...(await newsLinks(mail.data.slug, claim, config)),
        supportEmail,
      })
    }
    case 'download-limit':
      return downloadLimitMail(mail.data, { profileUrl: `${dashboardUrl}?tab=profile`, supportEmail })
    default:
      return assertNever(mail)
  }
}
