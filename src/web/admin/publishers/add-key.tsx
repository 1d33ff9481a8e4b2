import { zodResolver } from '@hookform/resolvers/zod'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AddKey, addKeySchema, KEY_DELAY_HOURS } from '#shared/publishers/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { addKey } from './publishers-queries.ts'
import { useKeyMutation } from './use-key-mutation.ts'

/** The button that opens the form for a new publisher key. */
export function AddKeyButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        Add key
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent title="Add a publisher key">
          <AddKeyForm onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  )
}

function AddKeyForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm<AddKey>({
    resolver: zodResolver(addKeySchema),
    defaultValues: { name: '', publicKey: '', currentPassword: '' },
  })
  const { errors } = formState
  const { mutate, isPending } = useKeyMutation(addKey, {
    failed: 'The key was not added',
    onDone,
    onFailed: (error) => showFieldErrors(error, ['name', 'publicKey', 'currentPassword'], setError),
  })
  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit((form) => mutate(form))}>
      <p className="text-muted text-sm">
        Create the key on the publisher’s own computer, best on a security key. Paste only its public half.
        Owners, managers and support get an email now. Releases that are signed with it can be published{' '}
        {KEY_DELAY_HOURS} hours from now, or as soon as another owner confirms the key.
      </p>
      <p className="break-all rounded-lg border border-line bg-surface p-3 font-mono text-fg text-xs">
        ssh-keygen -t ed25519-sk -f publisher_key
      </p>
      <Field label="Whose key is it?" required error={errors.name?.message}>
        <Input maxLength={60} {...register('name')} />
      </Field>
      <Field
        label="Public key"
        required
        error={errors.publicKey?.message}
        hint="The line in publisher_key.pub. It begins with ssh-ed25519 or sk-ssh-ed25519@openssh.com."
      >
        <Textarea rows={3} className="font-mono text-xs" spellCheck={false} {...register('publicKey')} />
      </Field>
      <Field label="Your password" required error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
      </Field>
      <Button type="submit" variant="primary" busy={isPending} className="justify-self-start">
        Add key
      </Button>
    </form>
  )
}
