import { html } from 'hono/html'
import { layout, type Markup } from '../pages/layout.ts'
import { type Faults, faultsSchema, mailFates, type Service } from './faults.ts'

function choice(name: 'webhooks' | 'tax' | Service, label: string, current: string): Markup {
  const options = faultsSchema.shape[name].options
  return html`<label>${label}
    <select name="${name}">
      ${options.map((o) => html`<option value="${o}" ${o === current ? 'selected' : ''}>${o}</option>`)}
    </select></label>`
}

function amount(name: string, label: string, current: number | null | undefined): Markup {
  return html`<label>${label}<input type="number" min="0" name="${name}" value="${current ?? ''}"></label>`
}

/** The faults as a form. */
export function faultsPage(faults: Faults, error?: string): Markup {
  return layout({
    title: 'Faults',
    body: html`
      <h1>Faults</h1>
      <p class="soft">Make the outside world misbehave, to see that nothing is lost.</p>
      ${error ? html`<p class="notice bad" role="alert">${error}</p>` : ''}
      <form method="post" action="/sandbox/faults" class="card grid">
        ${choice('webhooks', 'Webhooks', faults.webhooks)}
        ${amount('duplicate', 'Extra copies of each delivery', faults.duplicate)}
        ${amount('delayMs', 'Delay before delivery (ms)', faults.delayMs)}
        <label class="row"><input type="checkbox" name="reorder" ${faults.reorder ? 'checked' : ''}>
          Shuffle deliveries that are due together</label>
        ${choice('mail', 'Mail', faults.mail)}
        ${amount('mailFailures', 'Only the next n mails (empty: until reset)', faults.mailFailures)}
        <label>Mails to this address
          <input name="mailAddress" value="${Object.keys(faults.mailFates)[0] ?? ''}"></label>
        <label>… have this fate
          <select name="mailFate">
            ${mailFates.map((fate) => html`<option value="${fate}" ${fate === Object.values(faults.mailFates)[0] ? 'selected' : ''}>${fate}</option>`)}
          </select></label>
        ${choice('stripeApi', 'Stripe API', faults.stripeApi)}
        ${amount('stripeApiFailures', 'Only the next n calls (empty: until reset)', faults.stripeApiFailures)}
        ${choice('cryptoApi', 'Crypto APIs', faults.cryptoApi)}
        ${amount('cryptoApiFailures', 'Only the next n calls (empty: until reset)', faults.cryptoApiFailures)}
        ${choice('tax', 'Stripe Tax', faults.tax)}
        ${amount('tamperAmount', 'Next paid session shows this amount (cents)', faults.tamper?.amount)}
        <label>… and this currency
          <input name="tamperCurrency" maxlength="3" value="${faults.tamper?.currency ?? ''}"></label>
        <div class="actions wide"><button class="primary">Apply</button></div>
      </form>
      <form method="post" action="/sandbox/faults/reset"><button>Reset everything</button></form>`,
  })
}
