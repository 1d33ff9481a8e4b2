import { useState } from 'react'
import type { Licence } from '#shared/licences/contract.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/data/copy-button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { maskKey } from './licences-for.ts'
import { changeKey } from './queries.ts'
import { useChangeLicence } from './use-change-licence.ts'

/** The file by which a script finds the shop and its key. The panel is opened in a browser only. */
const licenceFile = (licenceKey: string) =>
  `${JSON.stringify({ shop: location.origin, licenceKey }, null, 2)}\n`

export function LicenceKey({ licence }: { licence: Licence }) {
  const { id, licenceKey, product } = licence
  const [isAsking, ask] = useState(false)
  const { change, busy } = useChangeLicence(changeKey, {
    done: 'New licence key',
    onDone: () => ask(false),
  })
  return (
    <div className="mt-3 rounded-lg bg-surface-2 p-4 ring-1 ring-line ring-inset">
      <p className="text-muted text-xs">Licence key</p>
      <p className="mt-1 break-all font-mono text-[0.8125rem] text-fg">{maskKey(licenceKey)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton size="sm" value={licenceKey} label="Copy key" />
        <CopyButton size="sm" variant="ghost" value={licenceFile(licenceKey)} label="Copy licence.json" />
        <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => ask(true)}>
          Replace key
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        title="Replace this licence key?"
        description={`Replace the key if somebody else has seen it. The old key of ${product.name} stops working at once, and all its devices are released. Scripts that hold a lease may run for up to 7 more days. It can be replaced once a day.`}
        confirmLabel="Replace key"
        cancelLabel="Keep key"
        busy={busy}
        onConfirm={() => change(id)}
      />
    </div>
  )
}
