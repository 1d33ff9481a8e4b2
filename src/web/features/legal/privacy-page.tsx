import { AppLink } from '../../lib/app-link.tsx'
import { WithCrypto } from '../payments/with-crypto.tsx'
import { SellerSection } from '../seller/seller-section.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { StoredInBrowser } from './stored-in-browser.tsx'
import { SupportMail } from './support-mail.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          The operator of this shop. For anything about your data, write to <SupportMail />.
        </p>
        <SellerSection missing={null} />
      </>
    ),
  },
  {
    id: 'no-tracking',
    title: 'What we do not do',
    body: (
      <ul>
        <li>
          No trackers, no advertising, no analytics service. Pages load no scripts and no fonts from
          elsewhere.
        </li>
        <li>Your data is not sold, rented or traded.</li>
        <li>
          You are never asked for a private key, a seed phrase or a wallet connection. The scripts run on your
          computer and send nothing of your wallets to this shop. Most send nothing at all; one that checks
          its licence sends the licence key, the name of the script and a code for the device.
        </li>
        <li>Card numbers never pass through this shop. You enter them on the payment provider’s page.</li>
      </ul>
    ),
  },
  {
    id: 'stored',
    title: 'What is stored, and why',
    body: (
      <>
        <ul>
          <li>
            <strong>Your account:</strong> username, email address, the choices you made about emails, your
            referral code and who referred you. The password is kept only as an Argon2id hash, which cannot be
            reversed.
          </li>
          <li>
            <strong>Your choices and confirmations:</strong> for which products you get beta versions, which
            recalls you confirmed and when, when you locked down your account and what that replaced or ended,
            and when its download links last ended.
          </li>
          <li>
            <strong>Logged-in devices:</strong> for every login the hash of its cookie, the IP address and the
            browser it came from, so that you can see and end your sessions. A session ends 7 days after its
            last use, and after 30 days at the latest; its record is then deleted.
          </li>
          <li>
            <strong>Refused calls:</strong> failed logins and other calls that we refuse, by the hour, with
            the account and the network (not the address) that they came from, to notice attacks. We delete
            them after 90 days.
          </li>
          <li>
            <strong>Two-step login,</strong> if you turn it on: the public key, name and last use of each
            passkey, the secret of your authenticator app in encrypted form, and hashes of your recovery
            codes. Your fingerprint or face never leaves your device. All of it is deleted when you remove it
            or delete your account.
          </li>
          <li>
            <strong>Purchases:</strong> what you bought, when, for how much, with which coupon, the email
            address of the receipt, and the payment provider’s reference. What the provider reports about a
            payment is kept in full for 90 days.
          </li>
          <li>
            <strong>Offers that are once per person:</strong> when you use one, a keyed hash of your confirmed
            mailbox and of your card’s fingerprint, which the payment provider computes. The hashes name
            nobody. We keep them for 24 months, also after you delete your account, and use them only to see
            that an offer was used.
          </li>
          <li>
            <strong>Invoices:</strong> every payment has an invoice, every refund a credit note. They have
            your billing name, address and VAT number only if you enter them.
          </li>
          <li>
            <strong>Tax:</strong> where it depends on your country, your country, and the tax ID that you
            enter on Stripe’s page. We keep the country for your next order.
          </li>
          <li>
            <strong>Unfinished orders:</strong> only if you tick the box at the checkout, we email you once,
            four hours after you left it. We delete that note after 30 days. Without an account, a cookie
            shows the order that you opened in this browser, for seven days.
          </li>
          <li>
            <strong>Downloads:</strong> which file was downloaded, when, and by a login or a link. We keep the
            IP address, its network and the browser of a download for 180 days, to notice links that were
            passed on and to answer a bank that disputes the payment, and then delete them. Your dashboard
            shows you the downloads of your account with their networks, also of people who used your links.
          </li>
          <li>
            <strong>Licence devices:</strong> for a script that checks its licence, the code its device sent,
            the IP address, and when it was first and last seen. You can release a device yourself; what is
            left is deleted 90 days after the licence was revoked or its subscription ended.
          </li>
          <li>
            <strong>Emails:</strong> which emails we sent you and whether they arrived. The one about a
            lockdown of your account also has the IP address and browser that it came from, until your account
            is deleted.
          </li>
          <li>
            <strong>Notifications:</strong> your last 20.
          </li>
          <li>
            <strong>Messages to support:</strong> what you wrote in the contact form, your name and address,
            and the IP address it came from, to answer you and to keep spam out. We delete the IP address
            after 90 days.
          </li>
          <li>
            <strong>Reviews:</strong> what you wrote about a script, with the rating and the name that you
            chose. Everybody can read a published review. You can withdraw it at any time; then we delete it.
          </li>
          <li>
            <strong>Newsletter:</strong> your address. If you do not confirm it, we delete it after 30 days.
            When you unsubscribe, we keep it on a list of addresses that get no news.
          </li>
          <li>
            <strong>Referrals:</strong> which payments earned a commission, and the payout address you gave.
            The network it is on is public.
          </li>
        </ul>
        <p>
          We limit how often a login, a download, a coupon, a licence check or a message may be tried. For
          that we count attempts by a hash of the IP address, login name, email address, account or licence
          key, and delete the count after a short time.
        </p>
      </>
    ),
  },
  { id: 'browser', title: 'What is kept in your browser', body: <StoredInBrowser /> },
  {
    id: 'others',
    title: 'Who else sees your data',
    body: (
      <ul>
        <li>
          <strong>Stripe</strong> handles card payments and subscriptions. It gets your email address and what
          you buy, and sees what you enter on its page.
        </li>
        <WithCrypto>
          {(name) => (
            <li>
              <strong>{name}</strong> handles payments in cryptocurrency. It gets your email address and what
              you buy, and sees what you enter on its page and from which wallet you pay.
            </li>
          )}
        </WithCrypto>
        <li>
          <strong>Resend</strong> delivers emails. It gets your address and the text of the email.
        </li>
        <li>
          <strong>Cloudflare</strong> runs the servers, the database and the file store of this shop.
        </li>
        <li>
          The person who referred you sees the date, amount and status of the commissions, but not who you
          are.
        </li>
      </ul>
    ),
  },
  {
    id: 'mails',
    title: 'Emails',
    body: (
      <p>
        We send receipts, download links and messages about your account and its security regardless of your
        preferences. We send news about releases and offers only while you want them: you choose in your{' '}
        <AppLink to="/dashboard?tab=profile">profile</AppLink>, and each of these emails has a link to
        unsubscribe.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Getting a copy, correcting, deleting',
    body: (
      <>
        <p>
          In your <AppLink to="/dashboard?tab=profile">profile</AppLink> you can correct your email address,
          download a copy of your data, and delete your account. The copy has your account, sessions, passkeys
          and apps for two-step login, purchases, invoices, refunds, subscriptions, licences and devices,
          downloads, choices of beta versions, confirmed recalls, reviews, coupons, referrals and a list of
          the emails we sent; with a confirmed address also your messages to support and your newsletter
          subscription.
        </p>
        <p>
          Deleting ends your subscriptions, sessions, download links and access at once, and removes your
          name, your addresses, your notifications, your reviews and what you wrote from your confirmed
          address. Copies of contact messages in our support mailbox are not deleted automatically: ask us to
          delete them. Commissions that are not paid out yet are lost. Our bookkeeping keeps the product, the
          amount, the tax with the country or tax ID that it depends on, the date and the payment provider’s
          reference of each payment, without your name or email address. An invoice that has your billing
          details keeps them, for as long as tax law requires us to keep invoices. Under the number of your
          account, also without them, we keep when it was created, locked down (with what that replaced or
          ended) and deleted, when its download links last ended, and which files were downloaded and when. We
          delete the payment provider’s reports after 90 days, and the history of the database, which is kept
          for repairs, after 30 days.
        </p>
        <p>
          For anything the profile cannot do, write to <SupportMail />. You may also complain to the data
          protection authority where you live.
        </p>
      </>
    ),
  },
]

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy"
      lead="What this shop knows about you, why, for how long, and how to delete it."
      document="privacy"
      changed="2026-11-28"
      sections={sections}
    />
  )
}
