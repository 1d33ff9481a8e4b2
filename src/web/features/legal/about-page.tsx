import { AppLink } from '../../lib/app-link.tsx'
import { BRAND } from '../../lib/brand.ts'
import { SellerSection } from '../seller/seller-section.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { SupportMail } from './support-mail.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'shop',
    title: 'What the shop is',
    body: (
      <>
        <p>
          {BRAND} sells scripts for people who take part in airdrop programmes with more than one wallet. The
          work is repetitive and easy to get wrong: what to do on which day, with which wallet, within which
          budget. The scripts plan and pace that work and keep the books. You sign in your own wallet.
        </p>
        <p>
          You can buy a <AppLink to="/products">single script</AppLink>, subscribe, or take one of the{' '}
          <AppLink to="/pricing">plans</AppLink> that include all of them.
        </p>
      </>
    ),
  },
  {
    id: 'seller',
    title: 'Who sells here',
    body: (
      <SellerSection
        missing={
          <p>
            The operator of this shop answers at <SupportMail />.
          </p>
        }
      />
    ),
  },
  {
    id: 'principles',
    title: 'Our principles',
    body: (
      <ul>
        <li>
          <strong>Your keys stay yours.</strong> Nothing here asks for a private key or a seed phrase.
        </li>
        <li>
          <strong>You can look before you pay.</strong> The page of every script lists the files in its
          archive with their sizes, what it needs, and its versions.
        </li>
        <li>
          <strong>You can look before you run.</strong> Scripts come as source text in Python or JavaScript,
          and not as programs you have to trust.
        </li>
        <li>
          <strong>No promises that we cannot keep.</strong> A schedule does not guarantee an airdrop. The{' '}
          <AppLink to="/licence#risk">risks</AppLink> are easy to find.
        </li>
        <li>
          <strong>You are not watched.</strong> There are no trackers. What we store is in the{' '}
          <AppLink to="/privacy">privacy notice</AppLink>.
        </li>
      </ul>
    ),
  },
  {
    id: 'releases',
    title: 'How releases are checked',
    body: (
      <>
        <p>
          The scripts that were here when the shop opened are checked automatically at every change of the
          shop. For each release, the check:
        </p>
        <ul>
          <li>
            refuses code that opens a network connection, except the licence check that you can switch on, or
            that starts another program,
          </li>
          <li>refuses text that asks for a private key, a mnemonic or a seed phrase,</li>
          <li>refuses code with the address of a contract or a wallet in it,</li>
          <li>
            runs the script twice with its example and compares: the same input must give the same output,
          </li>
          <li>gives it broken configurations and expects it to refuse them.</li>
        </ul>
        <p>
          A publisher signs a release on a computer that the shop cannot reach, and the release is in a public
          log. It gets a SHA-256 fingerprint, and a published file is never replaced: a change is a new
          version. A faulty version is withdrawn, and nobody can download it any more. What changed is in the{' '}
          <AppLink to="/changelog">changelog</AppLink>.
        </p>
        <p>
          You do not have to believe any of this: compute the fingerprint of your download, check its
          signature and the log <AppLink to="/verify">in your browser</AppLink> or with{' '}
          <a href="/verify.py" download>
            verify.py
          </a>
          , and read the script. Its page shows how.
        </p>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'How your purchase is handled',
    body: (
      <p>
        At our checkout, we record the order before any money moves. A payment counts when the payment
        provider confirms it, even if the confirmation comes late or more than once. We deliver your purchase
        once, to your dashboard and by email.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Talking to a person',
    body: (
      <p>
        Write to <SupportMail />, or use the <AppLink to="/#contact">contact form</AppLink>.
      </p>
    ),
  },
]

export default function AboutPage() {
  return (
    <LegalPage
      title={`About ${BRAND}`}
      lead="A shop for scripts that you download, read and run yourself."
      changed="2026-11-25"
      sections={sections}
    />
  )
}
