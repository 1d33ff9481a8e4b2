import { AppLink } from '../../app/app-link.tsx'
import { BRAND } from '../../ui/brand.ts'
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
          <AppLink to="/pricing">plans</AppLink> that open all of them.
        </p>
      </>
    ),
  },
  {
    id: 'principles',
    title: 'What it stands on',
    body: (
      <ul>
        <li>
          <strong>Your keys stay yours.</strong> Nothing here asks for a private key or a seed phrase.
        </li>
        <li>
          <strong>You can look before you pay.</strong> The page of every script lists the files in its
          archive with their sizes, what it needs, and all its versions.
        </li>
        <li>
          <strong>You can look before you run.</strong> Scripts come as source text in Python or JavaScript,
          and not as programs you have to trust.
        </li>
        <li>
          <strong>No promises that nobody can keep.</strong> A plan is no airdrop. The{' '}
          <AppLink to="/licence#risk">risks</AppLink> stand where you find them.
        </li>
        <li>
          <strong>You are not watched.</strong> There are no trackers; what is stored is told in the{' '}
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
          The scripts this shop opened with come with a check that runs with every change of the shop. For
          each release it:
        </p>
        <ul>
          <li>refuses code that opens a network connection or starts another program,</li>
          <li>refuses text that asks for a private key, a mnemonic or a seed phrase,</li>
          <li>refuses code with the address of a contract or a wallet in it,</li>
          <li>
            runs the script twice with its example and compares: the same input must give the same output,
          </li>
          <li>gives it broken configurations and expects it to refuse them.</li>
        </ul>
        <p>
          A release gets a SHA-256 fingerprint, and a published file is never replaced: a change is a new
          version. A version that turns out to be wrong is taken back, and nobody can download it any more.
          What changed stands in the <AppLink to="/changelog">changelog</AppLink>.
        </p>
        <p>
          You do not have to believe any of this: compute the fingerprint of your download, and read the
          script. Its page shows how.
        </p>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'How your purchase is kept',
    body: (
      <p>
        An order is written down before any money moves, and a payment counts when the payment provider
        confirms it, however often or late the message comes. What is paid is delivered once, into your
        dashboard and by mail, and stays there.
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
      changed="2026-11-21"
      sections={sections}
    />
  )
}
