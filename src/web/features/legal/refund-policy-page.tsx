import { AppLink } from '../../lib/app-link.tsx'
import { WithCrypto } from '../payments/with-crypto.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { SupportMail } from './support-mail.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'guarantee',
    title: 'The guarantee',
    body: (
      <>
        <p>
          If what you bought is not what you need, ask for your money back within 7 days of paying (7 times 24
          hours), and we refund it. You do not have to prove anything; a short reason helps us to fix what was
          wrong.
        </p>
        <p>
          It covers every script and both plans, and each payment of a subscription: for a renewal the 7 days
          count from that renewal, and after free days from the first payment.
        </p>
        <p>
          The first refund of a product is granted at once. If you buy the same product again and ask again,
          we review the request first.
        </p>
      </>
    ),
  },
  {
    id: 'withdrawal',
    title: 'Your right of withdrawal',
    body: (
      <>
        <p>
          As a consumer in the EU you can also withdraw from a purchase or a subscription within 14 days of
          paying, without giving a reason. We refund all that you paid for it, and its access ends.{' '}
          <AppLink to="/withdraw">Withdraw from contract here</AppLink>.
        </p>
        <p>
          If you ticked at the checkout that you want the file right away, this right ends once its download
          begins. The guarantee above stays. The month of Premium that is credited to an upgrade is refunded
          only after the upgrade was.
        </p>
        <p>
          Withdrawing on the free days of a subscription ends it at once; nothing was paid, so there is
          nothing to refund. With the first payment after them the 14 days begin again.
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
          choose “Ask for a refund” beside the payment. Before anything happens, you see what will end and
          until when you can ask.
        </p>
        <p>
          If you bought without an account, write to <SupportMail /> from the address of the receipt and give
          its order reference.
        </p>
        <p>The time of your request counts, even if we answer later.</p>
      </>
    ),
  },
  {
    id: 'money',
    title: 'How you get your money back',
    body: (
      <>
        <p>
          Card payments are refunded in full to the same card. How long that takes is up to your bank; it is
          often 5 to 10 days. If your bank rejects the refund, support emails you, and you get your access
          back. A subscription that ended with the refund stays ended.
        </p>
        <WithCrypto>
          {() => (
            <p>
              A payment in cryptocurrency comes back in cryptocurrency, worth the amount in US dollars that
              you paid. If the provider cannot send it automatically, your dashboard and an email lead you to
              its page, where you enter the address of your wallet. Network fees are not refunded.
            </p>
          )}
        </WithCrypto>
      </>
    ),
  },
  {
    id: 'ends',
    title: 'What ends with a refund',
    body: (
      <>
        <p>A refund ends all of this at once:</p>
        <ul>
          <li>
            the product in your dashboard and its downloads, unless a plan or another payment of yours also
            includes it,
          </li>
          <li>download links that were sent by email,</li>
          <li>your licence to use the files: please delete your copies,</li>
          <li>the subscription, where the current month is refunded: it is not charged again,</li>
          <li>a commission that the payment earned for the person who referred you.</li>
        </ul>
        <p>Your account and everything else you bought stay as they are.</p>
      </>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling is not a refund',
    body: (
      <p>
        You can cancel a subscription at any time in your{' '}
        <AppLink to="/dashboard?tab=subscriptions">dashboard</AppLink>. It then does not renew, and you keep
        access until the end of the month you have paid for. After the 7 days, that month is not refunded.
      </p>
    ),
  },
  {
    id: 'disputes',
    title: 'Before you dispute a payment',
    body: (
      <p>
        Ask for a refund first, or write to <SupportMail />: it is faster than a dispute with your bank. While
        a payment is disputed, your access to what it paid for is paused. If the bank decides in our favour,
        your access is restored.
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
      document="refund-policy"
      changed="2026-11-28"
      sections={sections}
    />
  )
}
