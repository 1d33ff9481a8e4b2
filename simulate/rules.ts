import type { Books, Taking } from './books.ts'

/**
 * lost: money or an obligation is missing in the books. doubled: a grant, charge, refund or message happened twice.
 * stuck: an object waits, and no job will process it. unexplained: a wrong result without a fault that explains it.
 */
export type Verdict = 'lost' | 'doubled' | 'stuck' | 'unexplained'
export type Finding = { rule: string; verdict: Verdict; subject: string; details: unknown }

type Payment = Books['payments'][number]
/** A rule returns all its violations, each with its subject. */
type Rule = {
  name: string
  verdict: Verdict
  find: (books: Books) => { subject: string; details: unknown }[]
}

/** The ids of the plans, which also open other products. */
const [PREMIUM, LIFETIME] = [2, 12]

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const wasMade = ({ paidAt }: Payment) => paidAt !== null
const isReversed = ({ status }: Payment) => status === 'refunded' || status === 'disputed'
const isCrypto = ({ provider }: Payment) => provider === 'coinbase' || provider === 'btcpay'
const about = (payment: Payment) => `payment:${payment.id}`

/** The amount that the provider still has for the shop, in cents. */
const netOf = ({ receivedCents, refundedCents, disputed }: Taking) =>
  disputed ? 0 : receivedCents - refundedCents

const isOf = (books: Books, payment: Payment) => {
  const pages = books.checkouts
    .filter(({ paymentId }) => paymentId === payment.id)
    .map((one) => one.checkoutId)
  const names = new Set([payment.intentId, payment.checkoutId, payment.transactionId, ...pages])
  return (taking: Taking) =>
    taking.provider === payment.provider && taking.names.some((name) => names.has(name))
}
const takingsOf = (books: Books, payment: Payment) => books.takings.filter(isOf(books, payment))
const ledgerOf = (books: Books, { id }: Payment) =>
  sum(books.ledger.filter(({ paymentId }) => paymentId === id).map((entry) => entry.amountCents))

/** A second payment whose refund the bank rejected: support was notified, and decides. */
const isRefundedByPerson = (books: Books, payment: Payment) =>
  isSecond(books, payment) &&
  books.refunds.some(({ paymentId, status }) => paymentId === payment.id && status === 'failed')

/** A payment for a product that the buyer had already: it grants nothing, and the buyer gets its own mail. */
const isSecond = ({ deliveries }: Books, { id }: Payment) =>
  deliveries.some(({ template, paymentId }) => template === 'second-payment' && paymentId === id)

const repeated = <Item>(items: Item[], key: (item: Item) => string | null) => {
  const seen = new Map<string, Item[]>()
  for (const item of items) {
    const name = key(item)
    if (name !== null) seen.set(name, [...(seen.get(name) ?? []), item])
  }
  return [...seen].filter(([, copies]) => copies.length > 1)
}

const groupBy = <Item>(items: Item[], key: (item: Item) => number | null) => {
  const groups = new Map<number, Item[]>()
  for (const item of items) {
    const name = key(item)
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return groups
}

export const RULES: readonly Rule[] = [
  {
    name: 'money at a provider belongs to a payment, or went back',
    verdict: 'lost',
    find: (books) =>
      books.takings
        .filter((taking) => netOf(taking) !== 0)
        .filter((taking) => !books.payments.some((payment) => isOf(books, payment)(taking)))
        .map((taking) => ({ subject: `${taking.provider}:${taking.id}`, details: taking })),
  },
  {
    name: 'the ledger is what the provider holds, to the cent',
    verdict: 'lost',
    find: (books) =>
      books.payments.flatMap((payment) => {
        if (payment.flaggedReason !== null && payment.twiceReports === 0) return []
        // The rest of the price of an order that a person completed came another way.
        const { countedByHandCents: counted } = payment
        if (counted !== null && counted < payment.amountCents) return []
        const heldCents = sum(takingsOf(books, payment).map(netOf))
        const ledgerCents = ledgerOf(books, payment)
        // A crypto payment can have unapplied funds, which are not in the ledger.
        const asideCents = isCrypto(payment)
          ? Math.max(0, payment.receivedCents - (wasMade(payment) ? payment.amountCents : 0))
          : 0
        if (heldCents === ledgerCents + asideCents) return []
        const { status, amountCents, refundedCents, receivedCents, provider } = payment
        const details = {
          heldCents,
          ledgerCents,
          asideCents,
          provider,
          status,
          amountCents,
          refundedCents,
          receivedCents,
        }
        return [{ subject: about(payment), details }]
      }),
  },
  {
    name: 'money that arrived after a completion by hand was reported',
    verdict: 'lost',
    find: (books) =>
      books.payments.flatMap((payment) => {
        const { countedByHandCents: counted, lateReportedCents } = payment
        if (counted === null) return []
        const takings = takingsOf(books, payment)
        // What was refunded before the completion is in no report.
        const arrived =
          sum(takings.map(({ receivedCents }) => receivedCents)) - payment.refundedBeforeHandCents
        const isLate = sum(takings.map(netOf)) > counted && arrived > lateReportedCents
        return isLate ? [{ subject: about(payment), details: { arrived, lateReportedCents, takings } }] : []
      }),
  },
  {
    name: 'a product that one buyer paid for twice was reported',
    verdict: 'doubled',
    find: (books) =>
      repeated(
        books.payments.filter(
          (payment) =>
            payment.purchaseType === 'one-time' &&
            payment.amountCents > 0 &&
            books.grants.some(({ paymentId, isActive }) => paymentId === payment.id && isActive === 1),
        ),
        ({ userId, productId }) => (userId === null ? null : `user:${userId} product:${productId}`),
      )
        .filter(([, same]) => same.filter(({ twiceReports }) => twiceReports > 0).length < same.length - 1)
        .map(([subject, details]) => ({ subject, details })),
  },
  {
    name: 'a payment was captured once',
    verdict: 'doubled',
    find: ({ ledger }) =>
      repeated(
        ledger.filter(({ kind }) => kind === 'capture'),
        ({ paymentId }) => `payment:${paymentId}`,
      ).map(([subject, details]) => ({ subject, details })),
  },
  {
    name: 'each movement of the ledger has one invoice or credit note of its amount',
    verdict: 'lost',
    find: ({ payments, ledger, invoices }) =>
      payments.flatMap((payment) => {
        const listed = (rows: { kind: string | null; amountCents: number }[]) =>
          rows.map(({ kind, amountCents }) => `${kind} ${amountCents}`).toSorted()
        const own = invoices.filter(({ paymentId }) => paymentId === payment.id)
        const moved = listed(
          ledger.filter(({ paymentId, amountCents }) => paymentId === payment.id && amountCents !== 0),
        )
        const documents = listed(own.filter(({ kind }) => kind !== null))
        const corrected = sum(own.filter(({ kind }) => kind === null).map(({ amountCents }) => amountCents))
        if (JSON.stringify(moved) === JSON.stringify(documents) && corrected === 0) return []
        return [{ subject: about(payment), details: { moved, documents, corrected } }]
      }),
  },
  {
    name: 'invoices and credit notes are numbered without gaps',
    verdict: 'lost',
    find: ({ invoices }) =>
      [...new Set(invoices.map(({ series }) => series))].flatMap((series) => {
        const numbers = invoices.filter((one) => one.series === series).map(({ number }) => number)
        const gap = numbers.toSorted((a, b) => a - b).findIndex((number, index) => number !== index + 1)
        return gap === -1 ? [] : [{ subject: `${series}:${gap + 1}`, details: { count: numbers.length } }]
      }),
  },
  {
    name: 'the price of a purchase was taken once',
    verdict: 'doubled',
    find: (books) =>
      books.payments
        .filter((payment) => !isCrypto(payment))
        .map((payment) => ({ payment, takings: takingsOf(books, payment) }))
        .filter(({ takings }) => takings.length > 1)
        .map(({ payment, takings }) => ({ subject: about(payment), details: takings })),
  },
  {
    name: 'no more went back than had come',
    verdict: 'doubled',
    find: (books) =>
      books.payments
        .map((payment) => ({ payment, takings: takingsOf(books, payment) }))
        .filter(({ takings }) => sum(takings.map((one) => one.refundedCents - one.receivedCents)) > 0)
        .map(({ payment, takings }) => ({ subject: about(payment), details: takings })),
  },
  {
    name: 'what was paid for was granted',
    verdict: 'lost',
    find: (books) =>
      books.payments
        .filter((payment) => wasMade(payment) && !isReversed(payment))
        // A second payment for an owned product grants nothing, and its refund is in progress.
        .filter(
          ({ id }) =>
            !books.refunds.some(
              ({ paymentId, status }) => paymentId === id && (status === 'approved' || status === 'pending'),
            ),
        )
        .filter((payment) => !isRefundedByPerson(books, payment))
        .filter(
          (payment) =>
            !books.grants.some((grant) => isGrantOf(grant, payment) && opens(books, grant, payment)),
        )
        .map((payment) => ({ subject: about(payment), details: payment })),
  },
  {
    name: 'what is granted was paid for',
    verdict: 'doubled',
    find: (books) =>
      books.grants
        .filter(
          ({ isActive, accessType }) => isActive === 1 && ['purchase', 'subscription'].includes(accessType),
        )
        .filter(
          (grant) =>
            !books.payments.some(
              (payment) => wasMade(payment) && !isReversed(payment) && isGrantOf(grant, payment),
            ),
        )
        .map((grant) => ({ subject: `grant:${grant.id}`, details: grant })),
  },
  {
    name: 'a grant has one licence, which runs as long as the grant',
    verdict: 'doubled',
    find: ({ grants: all }) =>
      all
        .filter(
          ({ licences, liveLicences, isActive }) =>
            licences > 1 || liveLicences !== (isActive === 1 ? licences : 0),
        )
        .map((grant) => ({ subject: `grant:${grant.id}`, details: grant })),
  },
  {
    name: 'a payment was granted once',
    verdict: 'doubled',
    find: ({ grants: all }) =>
      repeated(all, ({ paymentId }) => (paymentId === null ? null : `payment:${paymentId}`)).map(
        ([subject, details]) => ({
          subject,
          details,
        }),
      ),
  },
  {
    name: 'commissions are a tenth of what was kept',
    verdict: 'doubled',
    find: (books) =>
      [...groupBy(books.commissions, ({ paymentId }) => paymentId)].flatMap(([paymentId, entries]) => {
        const payment = books.payments.find(({ id }) => id === paymentId)
        // The commissions of a deleted referrer are not updated any more.
        if (!payment || entries.some(({ referrerGone }) => referrerGone === 1)) return []
        const earned = sum(entries.filter(({ status }) => status !== 'cancelled').map((entry) => entry.cents))
        const kept =
          isReversed(payment) || !wasMade(payment) || isSecond(books, payment)
            ? 0
            : payment.amountCents - payment.refundedCents
        const due = Math.floor((kept + 5) / 10)
        return earned === due ? [] : [{ subject: about(payment), details: { earned, due, entries } }]
      }),
  },
  {
    name: 'a payout is the sum of its commissions',
    verdict: 'doubled',
    find: ({ payouts, commissions }) =>
      payouts.flatMap(({ id, referrerId, totalCents }) => {
        const entries = commissions.filter(({ payoutId }) => payoutId === id)
        const own = entries.every((entry) => entry.referrerId === referrerId)
        const entered = sum(entries.map(({ cents }) => cents))
        return own && entered === totalCents
          ? []
          : [{ subject: `payout:${id}`, details: { totalCents, entered, entries } }]
      }),
  },
  {
    name: 'a coupon counts its uses, and keeps to its limit',
    verdict: 'doubled',
    find: ({ coupons, couponUses }) =>
      coupons.flatMap(({ id, code, currentUses, maxUses }) => {
        const live = couponUses.filter(
          ({ couponId, state }) => couponId === id && state !== 'released',
        ).length
        const fits = live === currentUses && (maxUses === null || live <= maxUses)
        return fits ? [] : [{ subject: `coupon:${code}`, details: { live, currentUses, maxUses } }]
      }),
  },
  {
    name: 'a discount that was paid with is a redeemed use, and no other is',
    verdict: 'lost',
    find: (books) =>
      books.payments
        .filter(({ couponId }) => couponId !== null)
        // A full refund releases the use. If the refund fails later, another buyer may have taken the use.
        .filter((payment) => !takingsOf(books, payment).some((one) => one.hasFailedRefund))
        .flatMap((payment) => {
          const states = books.couponUses
            .filter(({ paymentId }) => paymentId === payment.id)
            .map(({ state }) => state)
          // A full refund releases the use, also if a dispute follows.
          const isGone = payment.amountCents > 0 && payment.refundedCents === payment.amountCents
          const isUsed = wasMade(payment) && !isGone && payment.discountCents > 0
          // A person completed it at its reduced price, after another buyer had taken its released use.
          const isTaken = payment.countedByHandCents !== null && !states.includes('held')
          const isRedeemed = states.length === 1 && states[0] === 'redeemed'
          const fits = isUsed ? isRedeemed || isTaken : !states.includes('redeemed')
          return fits ? [] : [{ subject: about(payment), details: { states, payment } }]
        }),
  },
  {
    name: 'the provider sent a mail once',
    verdict: 'doubled',
    find: ({ mails }) =>
      repeated(withoutLateCopies(mails), ({ key }) => key).map(([key, copies]) => ({
        subject: key,
        details: copies.map(({ subject }) => subject),
      })),
  },
  {
    name: 'nobody read the same mail twice',
    verdict: 'doubled',
    find: ({ mails, deliveries }) =>
      repeated(
        withoutLateCopies(mails),
        // Two subscriptions of one product may have the same news, and so may two accounts of one address.
        ({ to, subject, text, key }) => `${to} ${subjectOf(deliveries, key)} ${subject}\n${text}`,
      )
        // Several failed refunds of one order send mails with the same text to support.
        .filter(
          ([, copies]) => !/^The refund of order #\d+ did not go through$/.test(copies[0]?.subject ?? ''),
        )
        .filter(([, copies]) => !hasTurns(mails, deliveries, copies))
        .map(([, copies]) => ({
          subject: `mail to ${copies[0]?.to}: ${copies[0]?.subject}`,
          details: copies.map(({ key }) => key),
        })),
  },
  {
    name: 'a paid order has one receipt',
    verdict: 'lost',
    find: ({ payments, deliveries }) =>
      payments
        // The mails of a deleted account are erased.
        .filter((payment) => wasMade(payment) && payment.email !== null)
        .flatMap((payment) => {
          const receipts = deliveries.filter(
            ({ template, paymentId }) =>
              (template === 'receipt' || template === 'second-payment') && paymentId === payment.id,
          )
          return receipts.length === 1
            ? []
            : [{ subject: about(payment), details: { receipts: receipts.length } }]
        }),
  },
  {
    name: 'a mail that is noted as sent is with the provider',
    verdict: 'lost',
    find: ({ deliveries, mails }) => {
      const keys = new Set(mails.map(({ key }) => key))
      return deliveries
        .filter(({ reference, run, status }) => status === 'sent' && !keys.has(`${reference}:${run}`))
        .map((delivery) => ({ subject: `mail:${delivery.key}`, details: delivery }))
    },
  },
  {
    name: 'no mail waits or was given up',
    verdict: 'stuck',
    find: ({ deliveries }) =>
      deliveries
        .filter(({ status }) => status !== 'sent')
        // The account, with its email address, was deleted while the mail waited.
        .filter(({ toAddress }) => !toAddress.endsWith('@deleted.invalid'))
        .map((delivery) => ({ subject: `mail:${delivery.key}`, details: delivery })),
  },
  {
    name: 'nothing waits in the outbox',
    verdict: 'stuck',
    find: ({ outbox }) =>
      outbox
        .filter(({ dispatchedAt }) => dispatchedAt === null)
        .map((message) => ({ subject: `outbox:${message.key}`, details: message })),
  },
  {
    name: 'every event was handled',
    verdict: 'stuck',
    find: ({ events }) =>
      events
        .filter(({ handledAt }) => handledAt === null)
        .map((event) => ({ subject: `event:${event.provider}:${event.eventId}`, details: event })),
  },
  {
    name: 'every webhook was answered',
    verdict: 'stuck',
    find: ({ undelivered }) =>
      undelivered.map((event) => ({ subject: `event:${event.provider}:${event.id}`, details: event })),
  },
  {
    // The endpoint calls no provider, so a provider's fault cannot explain a 5xx.
    name: 'no webhook of a payment provider was answered with a 5xx',
    verdict: 'unexplained',
    find: ({ failedWebhooks }) =>
      failedWebhooks.map((event) => ({ subject: `event:${event.provider}:${event.id}`, details: event })),
  },
  {
    name: 'every refund that was decided is done or failed',
    verdict: 'stuck',
    find: ({ refunds }) =>
      refunds
        .filter(({ status }) => status === 'approved' || status === 'pending')
        .map((refund) => ({ subject: `refund:${refund.id}`, details: refund })),
  },
  {
    name: 'a refund has failed here where its bank rejected it, and nowhere else',
    verdict: 'lost',
    find: ({ refunds, stripeRefunds }) =>
      refunds.flatMap((refund) => {
        const theirs = stripeRefunds.find(({ id }) => id === refund.providerRefundId)
        const isSame = !theirs || (theirs.status === 'failed') === (refund.status === 'failed')
        return isSame ? [] : [{ subject: `refund:${refund.id}`, details: { refund, theirs } }]
      }),
  },
  {
    name: 'an open payment will be looked at again',
    verdict: 'stuck',
    find: ({ payments }) =>
      payments
        .filter(
          ({ status, nextCheckAt, flaggedReason }) =>
            status === 'pending' && nextCheckAt === null && flaggedReason === null,
        )
        .map((payment) => ({ subject: about(payment), details: payment })),
  },
  {
    name: 'a subscription is what its provider says',
    verdict: 'stuck',
    find: ({ subscriptions, stripeSubscriptions, now }) =>
      stripeSubscriptions.flatMap(({ id, status }) => {
        const ours = subscriptions.find(({ stripeId }) => stripeId === id)
        if (ours?.status === status) return []
        // The sandbox can fail a renewal at any time. Without an event the shop checks it only after the period.
        if (ours?.status === 'active' && status === 'past_due' && ours.periodEnd > now) return []
        // The shop may not know a subscription that was never paid.
        if (!ours && (status === 'canceled' || status.startsWith('incomplete'))) return []
        return [{ subject: `subscription:${id}`, details: { provider: status, shop: ours?.status ?? null } }]
      }),
  },
  {
    name: 'the counters are what counting gives',
    verdict: 'lost',
    find: ({ counters }) =>
      counters
        .filter(({ counted, actual }) => counted !== actual)
        .map((counter) => ({ subject: `counter:${counter.name}`, details: counter })),
  },
  {
    name: 'the admins’ screen shows the counters',
    verdict: 'lost',
    find: ({ adminTotals, counters }) => {
      if (adminTotals === null) return [{ subject: 'admin screen', details: 'It was not read.' }]
      const { users, purchases, subscriptions, revenueCents: revenue } = adminTotals
      return Object.entries({ users, purchases, subscriptions, revenue }).flatMap(([name, shown]) => {
        const actual = counters.find((counter) => counter.name === name)?.actual
        return shown === actual ? [] : [{ subject: `admin screen:${name}`, details: { shown, actual } }]
      })
    },
  },
  {
    name: 'a person’s screen shows each notification once',
    verdict: 'lost',
    find: ({ screens, outbox }) =>
      screens.flatMap(({ userId, notificationIds }) => {
        const due = outbox
          .filter((message) => message.userId === userId)
          .flatMap((message) => message.notificationIds)
        // The hub keeps only 20 notifications.
        const missing = due.length > 20 ? [] : due.filter((id) => !notificationIds.includes(id))
        const doubled = repeated(notificationIds, (id) => id).map(([id]) => id)
        return missing.length + doubled.length === 0
          ? []
          : [{ subject: `screen:${userId}`, details: { missing, doubled } }]
      }),
  },
  {
    name: 'a buyer can download what they paid for',
    verdict: 'lost',
    find: ({ shelves, payments }) =>
      shelves.flatMap(({ userId, products }) =>
        payments
          .filter((payment) => payment.userId === userId && payment.purchaseType === 'one-time')
          .filter((payment) => wasMade(payment) && !isReversed(payment))
          .filter(({ productId }) => products.find(({ id }) => id === productId)?.status !== 200)
          .map((payment) => ({ subject: about(payment), details: { payment, products } })),
      ),
  },
  {
    name: 'nobody downloads what they did not pay for',
    verdict: 'doubled',
    find: ({ shelves, payments }) =>
      shelves.flatMap(({ userId, products }) => {
        const paid = payments.filter(
          (payment) => payment.userId === userId && wasMade(payment) && !isReversed(payment),
        )
        const opens = (id: number) =>
          paid.some(
            ({ productId }) =>
              productId === id || productId === LIFETIME || (productId === PREMIUM && id !== LIFETIME),
          )
        return products
          .filter(({ id, status }) => status === 200 && !opens(id))
          .map(({ id }) => ({ subject: `user:${userId} product:${id}`, details: { paid } }))
      }),
  },
  {
    name: 'the shop’s own comparison found nothing but what waits for a person',
    verdict: 'unexplained',
    find: (books) =>
      books.findings
        .filter(
          ({ kind, subject }) =>
            !books.payments.some(
              (payment) =>
                about(payment) === subject &&
                ((kind === 'needs-attention' && payment.flaggedReason !== null) ||
                  (kind === 'needs-attention' && isRefundedByPerson(books, payment))),
            ),
        )
        .map((finding) => ({ subject: finding.subject, details: finding })),
  },
  {
    name: 'no call failed without a fault',
    verdict: 'unexplained',
    find: ({ answers }) =>
      answers
        .filter(({ status, explained }) => (status === 0 || status >= 500) && !explained)
        .map((answer) => ({ subject: `${answer.method} ${answer.path}`, details: answer })),
  },
  {
    name: 'something happened',
    verdict: 'unexplained',
    find: ({ takings, ledger, mails, answers }) =>
      Object.entries({ takings, ledger, mails, answers }).flatMap(([name, list]) =>
        list.length > 0 ? [] : [{ subject: name, details: 'There are none, so nothing was compared.' }],
      ),
  },
]

/** The delivery behind a mail, which has this key at its provider. */
const deliveryOf = (deliveries: Books['deliveries'], key: string | null) =>
  deliveries.find(({ reference, run }) => `${reference}:${run}` === key)

/**
 * `subscription:ID`, `account-deleted:ID` or `prepaid-ended:ID:END` where the mail with this key at its provider is about
 * one of these: a month can be bought, refunded, bought again and refunded again on one day.
 */
const subjectOf = (deliveries: Books['deliveries'], key: string | null): string =>
  /^(?:(?:subscription|account-deleted):\d+|prepaid-ended:\d+:\d+)/.exec(
    deliveryOf(deliveries, key)?.key ?? '',
  )?.[0] ?? ''

/**
 * The provider keeps an idempotency key for a day. Where its response was lost, and the next attempt comes later than
 * that, nothing can prevent a second copy: a mail is rather sent twice than never.
 */
const withoutLateCopies = (mails: Books['mails']): Books['mails'] =>
  mails.filter(
    (mail, place) =>
      mail.key === null ||
      !mails
        .slice(0, place)
        .some(({ key, at }) => key === mail.key && Math.abs(mail.at - at) >= 24 * 3_600_000),
  )

/**
 * Whether each copy of a mail reports a new event: between two refunds of an order, one failed or the order was paid
 * again; between two partial payments, the first was refunded. The mail about that may be sent after both copies, if it
 * was queued while the clock was ahead. During a dispute only support has a mail about a failed refund.
 */
function hasTurns(
  mails: Books['mails'],
  deliveries: Books['deliveries'],
  copies: { to: string; key: string | null }[],
): boolean {
  const turns = mails.filter(
    ({ to, subject }) =>
      to === copies[0]?.to && /^A refund for .* did not go through$|^Your .* is paid again$/.test(subject),
  )
  const paymentId = deliveryOf(deliveries, copies[0]?.key ?? null)?.paymentId ?? null
  const turnsOfOrder = deliveries.filter(
    (delivery) =>
      paymentId !== null && delivery.paymentId === paymentId && /^(back|refund-fell):/.test(delivery.key),
  )
  return Math.max(turns.length, turnsOfOrder.length) >= copies.length - 1
}

/** A subscription's grant belongs to all payments of the subscription; a one-time grant only to its own payment. */
function isGrantOf(grant: Books['grants'][number], payment: Payment): boolean {
  if (payment.purchaseType === 'one-time') return grant.paymentId === payment.id
  return payment.subscriptionId !== null && grant.subscriptionId === payment.subscriptionId
}

/**
 * Whether the payment's grant is correct. A grant that an admin or an account deletion revoked is correct. For a
 * subscription only the latest payment decides.
 */
function opens({ payments }: Books, grant: Books['grants'][number], payment: Payment): boolean {
  const isOpen = grant.isActive === 1 || grant.status === 'revoked'
  if (payment.purchaseType === 'one-time') return isOpen
  const paid = payments.filter((one) => one.subscriptionId === payment.subscriptionId && wasMade(one))
  // The shop may process a renewal after the renewal of a later period.
  const latest = paid.toSorted((a, b) => (a.periodEnd ?? 0) - (b.periodEnd ?? 0) || a.id - b.id).at(-1)
  return isOpen || latest?.id !== payment.id
}

/** All findings in these books. */
export const check = (books: Books): Finding[] =>
  RULES.flatMap(({ name, verdict, find }) =>
    find(books).map(({ subject, details }) => ({ rule: name, verdict, subject, details })),
  )
