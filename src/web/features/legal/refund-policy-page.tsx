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
          If what you bought is not what you need, ask for it within 7 days of paying (7 times 24 hours) and
          you get your money back. You do not have to prove anything; a word on why helps to mend what was
          wrong.
        </p>
        <p>
          It covers every script and both plans, and each payment of a subscription: for a renewal the 7 days
          count from that renewal.
        </p>
        <p>
          The first refund of a product is granted at once. If you buy the same product again and ask again, a
          person looks at it first.
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
          Open <AppLink to="/dashboard?tab=products#purchases">Purchases in your dashboard</AppLink> and
          choose “Ask for a refund” beside the payment. It says what will end and until when you can ask,
          before anything happens.
        </p>
        <p>
          If you bought without an account, write to <SupportMail /> from the address of the receipt and give
          its order number.
        </p>
        <p>If you ask within the 7 days you are in time, also when the answer comes later.</p>
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
          it is often 5 to 10 days. If your bank does not take it, what you bought opens again and support
          writes to you.
        </p>
        <p>
          A payment in cryptocurrency comes back in cryptocurrency, worth the amount in US dollars that you
          paid. Where the provider cannot send it by itself, your dashboard and a mail lead you to its page,
          where you say which wallet it goes to. Fees of the network are not part of it.
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
          <li>the subscription, where the running month is refunded: it is not charged again,</li>
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
        Ask for a refund first, or write to <SupportMail />: it is faster than a dispute with your bank. While
        a payment is disputed, what it paid for is closed. If the dispute is decided for us, it opens again.
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
      lead="A 7-day money-back guarantee: how to use it, and what ends with it."
      changed="2026-11-21"
      sections={sections}
    />
  )
}
