import { AppLink } from '../../lib/app-link.tsx'
import { BRAND } from '../../lib/brand.ts'
import { WithCrypto } from '../payments/with-crypto.tsx'
import { SellerSection } from '../seller/seller-section.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { SupportMail } from './support-mail.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who these terms are between',
    body: (
      <>
        <p>
          These terms are an agreement between you and the operator of this shop, called {BRAND} here. You
          accept them when you create an account or buy something. You can reach the operator at{' '}
          <SupportMail />.
        </p>
        <SellerSection missing={null} />
        <p>You must be old enough to make a contract where you live.</p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'What is sold',
    body: (
      <>
        <p>
          Scripts that you download and run on your own computer, one by one or through a plan. The page of
          each script shows what it does, what it needs and what is in its file. How you may use it is in the{' '}
          <AppLink to="/licence">licence terms</AppLink>, which are part of this agreement.
        </p>
        <ul>
          <li>
            <strong>A one-time purchase</strong> gives you the script and every version that comes out within
            3 calendar months. You can download each of these versions again later in your dashboard, unless
            it was withdrawn. A version that we publish as a security update is yours too, also later.
          </li>
          <li>
            <strong>Security updates.</strong> The page of each product names the day until which we publish
            them, or says that no day is promised. We may extend that day, but we never shorten it.
          </li>
          <li>
            <strong>Beta versions</strong> are still being tested. You get them only if you switch to them in
            your dashboard, and you can switch back.
          </li>
          <li>
            <strong>A subscription to a script</strong> gives you all its versions while it is active.
          </li>
          <li>
            <strong>Premium</strong> includes every script in the catalogue, but not the Lifetime plan, while
            it is active.
          </li>
          <li>
            <strong>Lifetime</strong> includes every script in the catalogue with all later updates, for one
            payment.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          An account belongs to one person. Keep its password to yourself and use an email address you can
          read: receipts and download links go there. You are responsible for all use of your account until
          you tell support that somebody else has access.
        </p>
        <p>
          An account that is used to resell files, to attack the shop or to pay with money or cards that are
          not yours may be closed.
        </p>
      </>
    ),
  },
  {
    id: 'paying',
    title: 'Prices and payment',
    body: (
      <>
        <p>
          Prices are in US dollars; those of subscriptions are per month. You pay on the page of a payment
          provider: cards with Stripe
          <WithCrypto>{(name) => <>, cryptocurrency with {name}</>}</WithCrypto>. The amount on that page is
          the one that counts, and it is the one the checkout showed you.
        </p>
        <p>
          A coupon lowers the price within its own limits: its dates, how often it may be used, and what it
          applies to. On a subscription it lowers the first period only.
        </p>
      </>
    ),
  },
  {
    id: 'delivery',
    title: 'Delivery',
    body: (
      <p>
        Files are available in your dashboard as soon as the payment is confirmed, and a receipt with a
        download link is sent to your email address. A card is usually confirmed at once
        <WithCrypto>{() => '; a payment in cryptocurrency when its network has confirmed it'}</WithCrypto>. If
        nothing has arrived after an hour, write to <SupportMail />.
      </p>
    ),
  },
  {
    id: 'subscriptions',
    title: 'Renewal and cancellation',
    body: (
      <>
        <p>
          A subscription paid by card renews every month until you cancel it, which you do in the dashboard
          under My Subscriptions. You then keep access until the end of the month you have paid for. If a
          renewal fails, access goes on for 5 days so that you can fix it.
        </p>
        <p>
          A subscription can begin with free days, where its page says so: for a card, with an account, and
          once per person. Nothing is charged on these days. After them the card is charged every month until
          you cancel; if you cancel before, nothing is charged, and you keep access until the free days end.
          Three days before the first charge we remind you by email. If that charge fails, access ends with
          the free days. Somebody who had free days before, by the account, its email address or the card,
          gets none.
        </p>
        <WithCrypto>{() => <p>A month paid in cryptocurrency does not renew automatically.</p>}</WithCrypto>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <p>
        There is a 7-day money-back guarantee, which you use in your dashboard or through support. How it
        works, and what ends with a refund, is in the <AppLink to="/refund-policy">refund policy</AppLink>.
        Rights that the law of your country gives you as a consumer stay as they are.
      </p>
    ),
  },
  {
    id: 'referrals',
    title: 'Referral programme',
    body: (
      <p>
        Anyone who registers or buys through your referral link within 30 days of following it counts as
        referred by you; the first link counts. You get 10 percent of what they really pay, renewals included.
        It becomes payable when the 7-day refund window has passed, and is paid out monthly in USDC on Base,
        to the address you name. A payment that is refunded or disputed earns nothing, even if that happens
        later. Your own payments earn nothing.
      </p>
    ),
  },
  {
    id: 'no-advice',
    title: 'No advice, no promise of earnings',
    body: (
      <p>
        Nothing here is financial, tax or legal advice. No script, page or message of this shop promises that
        you will get an airdrop or earn anything. Read the{' '}
        <AppLink to="/licence#risk">risk statement</AppLink> before you run anything.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          The operator is liable without limit for intent and gross negligence, for injury to life, body or
          health, and wherever the law does not allow otherwise. For anything else the operator is liable for
          foreseeable damage up to what you paid for the product it is about.
        </p>
        <p>
          You decide what to sign in your wallet. The operator is not liable for transactions you signed, for
          fees, for prices, or for what a network, a project or a wallet does.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        These terms may change for later purchases; the date at the top names their version, and earlier
        versions stay readable there. We store the version that you accepted with your order. What you have
        bought stays under the terms of the day you bought it. A subscription follows new terms from the first
        renewal after they were published; if you do not want them, cancel before it.
      </p>
    ),
  },
]

export default function TermsPage() {
  return (
    <LegalPage
      title="Terms of service"
      lead="The agreement between you and the operator of this shop, in plain words."
      document="terms"
      changed="2026-11-28"
      sections={sections}
    />
  )
}
