import { AppLink } from '../../app/app-link.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { SupportMail } from './support-mail.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'guarantee',
    title: 'The guarantee',
    body: (
      <>
        <p>
          If what you bought is not what you need, write to support within 7 days of paying and you get your
          money back. You do not have to prove anything; a word on why helps to mend what was wrong.
        </p>
        <p>
          It covers every script and both plans. For a subscription the 7 days count from its first payment.
        </p>
      </>
    ),
  },
  {
    id: 'how',
    title: 'How to ask for it',
    body: (
      <>
        <p>
          Write to <SupportMail /> from the address of your account, or that of the receipt, and say:
        </p>
        <ul>
          <li>what you bought and on which day,</li>
          <li>the transaction id from the receipt, if you have it at hand.</li>
        </ul>
        <p>If you are within the 7 days when you write, you are in time, also when the answer comes later.</p>
      </>
    ),
  },
  {
    id: 'money',
    title: 'How the money comes back',
    body: (
      <>
        <p>
          What was paid by card goes back to the same card, all of it. How long that takes is up to your bank;
          it is often 5 to 10 days.
        </p>
        <p>
          A payment in cryptocurrency cannot be turned back by itself. Support agrees with you on where to
          send the amount in US dollars that you paid. Fees of the network are not part of it.
        </p>
      </>
    ),
  },
  {
    id: 'ends',
    title: 'What ends with a refund',
    body: (
      <>
        <p>Everything that was paid for, at once:</p>
        <ul>
          <li>the product in your dashboard and its downloads,</li>
          <li>download links that were sent by mail,</li>
          <li>your licence to use the files: please delete your copies,</li>
          <li>the subscription, which does not renew any more,</li>
          <li>a commission that the payment earned for whoever referred you.</li>
        </ul>
        <p>Your account and everything else you bought stay as they are.</p>
      </>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling is something else',
    body: (
      <p>
        You can cancel a subscription at any time in your{' '}
        <AppLink to="/dashboard?tab=subscriptions">dashboard</AppLink>. It then does not renew, and stays open
        until the end of the month you have paid for. Nothing is paid back for that month after the 7 days are
        over.
      </p>
    ),
  },
  {
    id: 'disputes',
    title: 'Before you dispute a payment',
    body: (
      <p>
        Write to <SupportMail /> first: a refund is faster than a dispute with your bank. While a payment is
        disputed, what it paid for is closed.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Your rights by law',
    body: (
      <p>
        This guarantee comes on top of what the law of your country gives you, for example when a file does
        not work as its page says. It takes none of it away. See also the{' '}
        <AppLink to="/terms">terms of service</AppLink>.
      </p>
    ),
  },
]

export default function RefundPolicyPage() {
  return (
    <LegalPage
      title="Refund policy"
      lead="A 7-day money-back guarantee through support: how to use it, and what ends with it."
      changed="2026-11-21"
      sections={sections}
    />
  )
}
