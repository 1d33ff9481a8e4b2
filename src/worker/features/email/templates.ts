import { formatCents } from '../../core/money.ts'
import type { Mail } from '../../providers/mailer.ts'
import type { AccountDeletedData, AlertData, ReceiptData } from './contract.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

const day = (instant: number) =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export type ReceiptLinks = { downloadUrl: string; expiresAt: number; dashboardUrl: string }

export function receiptMail(to: string, data: ReceiptData, links: ReceiptLinks): Mail {
  const price = formatCents(data.amountCents) + (data.purchaseType === 'subscription' ? ' / month' : '')
  const rows: [string, string][] = [
    ['Product', data.productName],
    ['Amount', price],
    ['Paid', `${day(data.paidAt)} (UTC)`],
    ['Order', `#${data.paymentId}`],
  ]
  if (data.renewsAt !== null) rows.push(['Renews', `${day(data.renewsAt)}, until you cancel`])
  const intro = 'Thank you for your purchase. Your file is ready.'
  const expiry = `This link works until ${day(links.expiresAt)}. After that, your dashboard always has the file.`
  return {
    to,
    subject: `Your receipt for ${data.productName}`,
    text: [
      intro,
      '',
      ...rows.map(([term, value]) => `${term}: ${value}`),
      '',
      `Download: ${links.downloadUrl}`,
      expiry,
      '',
      `Dashboard: ${links.dashboardUrl}`,
      '',
      'We never ask for a private key or a seed phrase. If a message in our name does, it is not from us.',
    ].join('\n'),
    html: layout(
      `<h1 style="font-size:20px;margin:0 0 12px">${escapeHtml(intro)}</h1>
<table role="presentation" style="border-collapse:collapse;width:100%;margin:16px 0">${rows
        .map(
          ([term, value]) =>
            `<tr><td style="padding:6px 16px 6px 0;color:#55635f">${term}</td><td style="padding:6px 0;text-align:right">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>
<p><a href="${escapeHtml(links.downloadUrl)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b7a4b;color:#ffffff;text-decoration:none;font-weight:600">Download ${escapeHtml(data.productName)}</a></p>
<p style="color:#55635f">${escapeHtml(expiry)}</p>
<p><a href="${escapeHtml(links.dashboardUrl)}" style="color:#0b7a4b">Open your dashboard</a></p>`,
    ),
  }
}

export function alertMail(to: string, data: AlertData): Mail {
  const lines = [
    `Payment #${data.paymentId} for ${data.productName} needs a person: ${data.reason}.`,
    `Asked: ${formatCents(data.amountCents)}. Buyer: ${data.email ?? 'unknown'}.`,
    'Nothing was granted. Check the payment at the provider, then refund it or complete it by hand.',
    'The buyer was told that support will write to them.',
  ]
  return {
    to,
    subject: `Payment #${data.paymentId} needs attention`,
    text: lines.join('\n'),
    html: layout(lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')),
    ...(data.email !== null && { replyTo: data.email }),
  }
}

export function accountDeletedMail(to: string, data: AccountDeletedData): Mail {
  const lines = [
    `Your account was deleted on ${day(data.deletedAt)} (UTC), as you asked.`,
    data.subscriptionsEnded > 0
      ? 'Your subscription has ended and will not be charged again.'
      : 'Nothing will be charged.',
    'Your name, address, sessions, notifications and messages are gone, and your download links no longer work. We keep what the law asks us to keep of a sale: product, amount, date and the payment provider’s number, without your name or address.',
    'If it was not you who did this, answer this mail at once.',
  ]
  return {
    to,
    subject: 'Your account was deleted',
    text: lines.join('\n\n'),
    html: layout(lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')),
  }
}

const layout = (body: string) =>
  `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#f4f7f6;color:#101816;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dde5e2;border-radius:12px">${body}<p style="margin:24px 0 0;color:#55635f;font-size:14px">We never ask for a private key or a seed phrase. If a message in our name does, it is not from us.</p></div></body></html>`
