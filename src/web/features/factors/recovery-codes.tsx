import { Download } from 'lucide-react'
import { formatDay } from '#shared/core/format-day.ts'
import { BRAND } from '../../lib/brand.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/data/copy-button.tsx'
import { useCurrentUser } from '../accounts/queries.ts'

/** New recovery codes. The shop cannot show them again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const username = useCurrentUser()?.username ?? ''
  function download() {
    const text = [
      `${BRAND}: recovery codes of ${username}, made on ${formatDay(Date.now())}`,
      'Each works once, together with your password.',
      '',
      ...codes,
      '',
    ].join('\n')
    saveFile(new Blob([text], { type: 'text/plain' }), `${BRAND.toLowerCase()}-recovery-codes.txt`)
  }
  return (
    <div className="flex flex-col gap-5">
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-2 rounded-md border border-line bg-surface-2 p-4 font-mono text-fg text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="text-muted text-sm">
        Keep them on paper or in a password manager, away from the device that you log in with. Anyone who has
        one of them and your password can open your account.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton value={codes.join('\n')} />
        <Button onClick={download}>
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
