import { LIMITS_IN_WORDS } from '#shared/core/download-limits.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { SupportMail } from './support-mail.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'scope',
    title: 'What this covers',
    body: (
      <p>
        All files you download from this shop: scripts, examples and guides. Buying gives you the right to use
        them as described here. It does not transfer the rights of the author to you.
      </p>
    ),
  },
  {
    id: 'one-time',
    title: 'One-time purchase',
    body: (
      <ul>
        <li>A personal licence, for you alone.</li>
        <li>On up to 2 devices on the same IP address.</li>
        <li>Every version that comes out within 3 calendar months of your purchase.</li>
        <li>Every security update, also after that.</li>
        <li>
          You may use those versions permanently, also when the 3 months are over or the script is no longer
          sold.
        </li>
        <li>For other versions that came later you may buy the script again.</li>
      </ul>
    ),
  },
  {
    id: 'subscription',
    title: 'Subscription and Premium',
    body: (
      <ul>
        <li>A personal licence, on up to 5 devices at once, while the subscription is active.</li>
        <li>
          All versions that come out in that time. Premium covers every script, but not the Lifetime plan.
        </li>
        <li>
          When the subscription ends, you may no longer use the files that you had only through it. What you
          bought separately stays yours.
        </li>
      </ul>
    ),
  },
  {
    id: 'lifetime',
    title: 'Lifetime',
    body: (
      <ul>
        <li>
          A personal licence to every script in the catalogue and all their later versions, for one payment.
        </li>
        <li>On up to 2 devices on the same IP address, as with every one-time purchase.</li>
        <li>
          “Lifetime” means as long as the shop exists. What you have downloaded you may use after that, too.
        </li>
      </ul>
    ),
  },
  {
    id: 'devices',
    title: 'Licence keys and devices',
    body: (
      <ul>
        <li>
          Each purchase has a licence key. It is in your{' '}
          <AppLink to="/dashboard?tab=products">dashboard</AppLink>, with the devices that use it.
        </li>
        <li>
          A script that checks its licence asks for the key and registers the device it runs on. It can then
          run for seven days while our shop does not answer. A script that works offline checks nothing, but
          the same limits apply to it.
        </li>
        <li>
          The same IP address means one IPv4 address, or one IPv6 network as a home has it. When your home
          gets a new address your devices stay registered. A device is refused there if another one was used
          at a different address in the last hour, and a new device must use the address of the others.
        </li>
        <li>
          You can release a device up to 3 times a day and register another in its place. A key that others
          have seen can be replaced once a day.
        </li>
        <li>
          If your machine or wallet may be compromised,{' '}
          <AppLink to="/dashboard?tab=profile&show=lockdown">lock down your account</AppLink>: that replaces
          all keys and releases all devices at once. A device that ran a script before may run it for up to
          seven more days.
        </li>
      </ul>
    ),
  },
  {
    id: 'downloads',
    title: 'Downloads and their limits',
    body: (
      <ul>
        <li>
          There is a limit, so that shared links and accounts are noticed: {LIMITS_IN_WORDS}. It counts for
          each product of an account, and for each purchase without an account.
        </li>
        <li>
          A network is the first three numbers of an IPv4 address, or the /48 network of an IPv6 address. All
          requests for one version from one network within an hour count as one download, so a download that
          broke off and goes on is not counted again.
        </li>
        <li>
          Beyond the limit a download is refused with the time from which it works again, and we email you, at
          most once in 30 days. Nobody loses access. If all the downloads were yours, write to <SupportMail />{' '}
          and explain them: then we lift the limit. It is lifted for an account, so a guest registers first,
          with the address of the receipt.
        </li>
        <li>
          A download link in an email is for one version and works for 7 days. When you change your password,
          every link that was sent before ends.
        </li>
      </ul>
    ),
  },
  {
    id: 'allowed',
    title: 'What you may do',
    body: (
      <ul>
        <li>Read the files, and have somebody you trust read them.</li>
        <li>Change them for your own use.</li>
        <li>Keep backup copies.</li>
        <li>Use the plans and tables they write for whatever you like.</li>
      </ul>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What you may not do',
    body: (
      <ul>
        <li>
          Sell, rent, lend or give the files to others, changed or not, or put them where others can get them.
        </li>
        <li>
          Share your account, your licence keys or your download links. See{' '}
          <a href="#downloads">the limits of downloads</a>.
        </li>
        <li>Offer what a script does as a service to others.</li>
        <li>Use them for anything the law forbids, or to get around the rules of a programme.</li>
      </ul>
    ),
  },
  {
    id: 'keys',
    title: 'Keys and signatures',
    body: (
      <>
        <p>
          <strong>No script of this shop asks for a private key, a mnemonic or a seed phrase.</strong> Public
          addresses are enough. You sign every transaction yourself, in your own wallet.
        </p>
        <p>
          If a file or a message asks for a key in the name of this shop, it is not from here. Do not run it,
          and tell <SupportMail />. Before you run a download, compare its SHA-256 with the one on the page of
          the script.
        </p>
      </>
    ),
  },
  {
    id: 'risk',
    title: 'Risk',
    body: (
      <>
        <ul>
          <li>
            <strong>No airdrop is promised.</strong> Projects set their own rules, change them, and may
            exclude anyone, also after you have spent fees.
          </li>
          <li>
            <strong>You can lose money.</strong> You do not get fees back, whatever the outcome. Tokens lose
            value. Protocols have faults and are attacked.
          </li>
          <li>
            <strong>Several wallets can be against the rules.</strong> Some programmes allow one per person.
            The scripts do not hide that wallets belong together. Read the rules first.
          </li>
          <li>
            <strong>You are responsible for the numbers.</strong> A script computes with the balances, fees
            and prices you entered. It cannot know the real ones.
          </li>
          <li>
            <strong>You are responsible for your taxes.</strong> Find out which taxes apply where you live.
          </li>
        </ul>
        <p>Do not put in what you cannot afford to lose.</p>
      </>
    ),
  },
  {
    id: 'warranty',
    title: 'If a file does not work',
    body: (
      <p>
        Each script does what its page says, on the systems its page names. If it does not, write to{' '}
        <SupportMail /> and we fix it, or you get your money back under the{' '}
        <AppLink to="/refund-policy">refund policy</AppLink> or the law. Beyond that the files come as they
        are.
      </p>
    ),
  },
  {
    id: 'end',
    title: 'When it ends',
    body: (
      <p>
        Your licence ends with a refund, with a dispute that your bank decides in your favour, when the
        subscription behind it ends, or when you seriously break these terms. The licence key then stops
        working at once. Delete your copies then. While a payment is disputed, its licence is paused.
      </p>
    ),
  },
]

export default function LicencePage() {
  return (
    <LegalPage
      title="Licence terms"
      lead="What you may do with a script you bought, on how many devices, and what nobody can promise you."
      changed="2026-11-25"
      sections={sections}
    />
  )
}
