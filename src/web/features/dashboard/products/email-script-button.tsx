import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '../../../lib/router/router-context.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useCurrentUser } from '../../accounts/queries.ts'
import { EmailScriptDialog } from './email-script-dialog.tsx'

export type EmailScriptButtonProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'block' | 'disabled' | 'className'
> & {
  productId: number
  productName: string
  label?: string
}

/** Asks for an email address, by default the account's, and mails the file's link to it. */
export function EmailScriptButton({ productId, productName, label, ...buttonProps }: EmailScriptButtonProps) {
  const [open, setOpen] = useState(false)
  const user = useCurrentUser()
  const navigate = useNavigate()

  function change(next: boolean) {
    if (next && !user?.email) {
      toast({
        title: 'Email required',
        description: 'Please update your profile with an email address first.',
        tone: 'destructive',
        action: { label: 'Open Profile', onClick: () => navigate('/dashboard?tab=profile') },
      })
      return
    }
    setOpen(next)
  }

  return (
    <Dialog open={open} onOpenChange={change}>
      <Button
        {...buttonProps}
        aria-haspopup="dialog"
        aria-label={`${label ?? 'Email Script'}: ${productName}`}
        onClick={() => change(true)}
      >
        <Mail aria-hidden="true" />
        {label ?? 'Email Script'}
      </Button>
      <EmailScriptDialog
        productId={productId}
        productName={productName}
        address={user?.email ?? ''}
        onClose={() => setOpen(false)}
      />
    </Dialog>
  )
}
