import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../../lib/save-file.ts'
import { Dialog, DialogContent } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { ConfirmWithPassword } from '../../accounts/confirm-with-password.tsx'
import { exportData } from '../../privacy/queries.ts'

export type ExportDataDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The file has everything that the shop knows about its user, so it needs the password. */
export function ExportDataDialog({ open, onOpenChange }: ExportDataDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Download your data" description="Enter your password to get the file.">
        <ExportDataForm onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

function ExportDataForm({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: exportData,
    onSuccess: ({ file, name }) => {
      saveFile(file, name)
      toast({ title: 'Your data was downloaded', description: name, tone: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmWithPassword
      label="Download your data"
      consequences={CONTENT}
      submitLabel="Download"
      submitTone="primary"
      busyText="Preparing..."
      unknown="Your data could not be downloaded"
      busy={isPending}
      error={error}
      onSubmit={mutate}
      onCancel={onClose}
    />
  )
}

const CONTENT = [
  { term: 'Keep the file safe', text: 'It contains your address, your purchases and the networks you used.' },
]
