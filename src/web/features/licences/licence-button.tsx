import { KeyRound } from 'lucide-react'
import type { MyProduct } from '#shared/access/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/overlays/dialog.tsx'
import { LicencePanel } from './licence-panel.tsx'

/** Opens a dialog with the licence keys and devices of a product. They are fetched when the dialog opens. */
export function LicenceButton({ product }: { product: Pick<MyProduct, 'id' | 'name'> }) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button size="sm" variant="ghost" aria-label={`Licence & devices: ${product.name}`}>
          <KeyRound aria-hidden="true" />
          Licence &amp; devices
        </Button>
      </DialogTrigger>
      <DialogContent title="Licence & devices" description={product.name}>
        <LicencePanel productId={product.id} />
      </DialogContent>
    </Dialog>
  )
}
