import { html } from 'hono/html'
import { formatInstant } from '../pages/format.ts'
import { layout, type Markup } from '../pages/layout.ts'
import { linksOf } from './links.ts'
import type { StoredMail } from './mail.ts'

/** Mails as list items, each with a link to its page. */
export function mailList(mails: StoredMail[]): Markup {
  if (mails.length === 0) return html`<p class="soft">No mail yet.</p>`
  return html`<ul class="list">${mails.map(
    (mail) => html`<li><span class="grow"><a href="/sandbox/mail/${mail.id}">${mail.subject}</a><br>
      <span class="soft small">to ${mail.to.join(', ')}</span></span>
      <span class="soft small">${formatInstant(mail.at)}</span></li>`,
  )}</ul>`
}

/** The inbox. */
export function inboxPage(mails: StoredMail[]): Markup {
  return layout({
    title: 'Mail',
    body: html`<h1>Mail</h1>
      <p class="soft">What the shop has sent, newest first. Nothing leaves this machine.</p>
      ${mailList(mails)}
      <form method="post" action="/sandbox/mail/empty"><button>Empty the inbox</button></form>`,
  })
}

/** One mail: headers, HTML in a frame without scripts, text and links. */
export function mailPage(mail: StoredMail): Markup {
  const links = linksOf(mail)
  const headers: [string, string][] = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ...(mail.reply_to ? [['Reply-To', mail.reply_to.join(', ')] satisfies [string, string]] : []),
    ['Date', formatInstant(mail.at)],
    ['Message id', mail.id],
    [
      'Idempotency key',
      mail.idempotencyKey ? `${mail.idempotencyKey} (repeated ${mail.repeats} times)` : 'none',
    ],
    ...Object.entries(mail.headers ?? {}),
  ]
  return layout({
    title: mail.subject,
    body: html`<p><a href="/sandbox/mail">← All mail</a></p><h1>${mail.subject}</h1>
      <dl class="card">${headers.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      ${mail.html ? html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${mail.html}"></iframe>` : ''}
      <h2>Links</h2>
      ${links.length === 0 ? html`<p class="soft">None.</p>` : ''}
      <ul>${links.map((link) => html`<li>${/^(https?|mailto):/i.test(link) ? html`<a href="${link}"><code>${link}</code></a>` : html`<code>${link}</code>`}</li>`)}</ul>
      <h2>Text</h2>
      ${mail.text ? html`<pre class="card">${mail.text}</pre>` : html`<p class="soft">No text part.</p>`}`,
  })
}
