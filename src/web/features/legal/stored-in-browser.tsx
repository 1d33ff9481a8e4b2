/** Every cookie and storage key that the shop uses. A name that is added in the code must be added here. */
const kept = [
  ['Cookie', 'session', 'Keeps you logged in. No script can read it. Up to 30 days.'],
  [
    'Cookie',
    'signed_in',
    'Says that there is a session, without saying whose, so that pages know whether to ask for your account.',
  ],
  [
    'Cookie',
    'known_device',
    'Remembers that you logged in on this device, so that other people’s wrong passwords do not block your login. Kept for one year.',
  ],
  [
    'Cookie',
    'guest',
    'Shows the orders that you opened in this browser without an account, and their files. 7 days.',
  ],
  ['Local storage', 'theme', 'The light or dark theme you chose. Until then your system’s setting counts.'],
  ['Local storage', 'referral', 'The code of the first referral link you followed. 30 days.'],
  ['Local storage', 'notification-sound', 'That you turned the sound of notifications off.'],
  [
    'Session storage',
    'a few notes',
    'Where to return after login, the coupon you typed or followed, an email address that you typed at a checkout, that you dismissed an offer there, when a page last reloaded because of a new version of the shop and, for those who run the shop, answers not sent yet. Until the tab is closed; those answers also until you log out.',
  ],
] as const

export function StoredInBrowser() {
  return (
    <>
      <p>
        Only what the shop needs to work. That is why you see no banner about cookies. On https the name of
        every cookie begins with __Host-: your browser gives it only to this site.
      </p>
      <dl className="mt-4 divide-y divide-line border-line border-y text-sm">
        {kept.map(([where, name, why]) => (
          <div key={name} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt>
              <code className="break-words">{name}</code>
              <span className="block text-subtle text-xs">{where}</span>
            </dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
