import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { KEY_DELAY_HOURS, keyActionSchema, type PublisherKey } from '#shared/publishers/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { actOnKey, type KeyVerb } from './publishers-queries.ts'
import { useKeyMutation } from './use-key-mutation.ts'

type Action = { verb: KeyVerb; label: string; title: string; text: string; tone: 'danger' | 'primary' }

const CONFIRM: Action = {
  verb: 'confirm',
  label: 'Confirm',
  title: 'Confirm this change now?',
  text: 'Confirm only if the admin who made the change told you so in person or on the phone.',
  tone: 'primary',
}
const REMOVE: Action = {
  verb: 'remove',
  label: 'Remove',
  title: 'Remove this key?',
  text: `It stops publishing ${KEY_DELAY_HOURS} hours from now, or when another admin confirms. Releases that it signed stay published.`,
  tone: 'danger',
}
const WITHDRAW: Action = {
  ...REMOVE,
  text: 'It is not active yet, so it is removed at once.',
}
const KEEP: Action = {
  verb: 'keep',
  label: 'Keep key',
  title: 'Keep this key?',
  text: 'Its removal is cancelled, and it goes on publishing.',
  tone: 'primary',
}

function actionsOn({ state, mayConfirm }: PublisherKey): Action[] {
  const confirm = mayConfirm ? [CONFIRM] : []
  switch (state) {
    case 'pending':
      return [...confirm, WITHDRAW]
    case 'active':
      return [REMOVE]
    case 'ending':
      return [...confirm, KEEP]
    case 'removed':
      return []
  }
}

/** The actions that this admin may take on a publisher key. Each asks for the admin's password. */
export function KeyActions({ publisherKey }: { publisherKey: PublisherKey }) {
  const [asking, setAsking] = useState<Action | null>(null)
  return (
    <span className="inline-flex flex-wrap gap-2">
      {actionsOn(publisherKey).map((action) => (
        <Button
          key={action.verb}
          size="sm"
          variant={action === CONFIRM ? 'primary' : 'secondary'}
          onClick={() => setAsking(action)}
          aria-label={`${action.label}: ${publisherKey.name}`}
        >
          {action.label}
        </Button>
      ))}
      {asking ? <KeyDialog id={publisherKey.id} action={asking} onClose={() => setAsking(null)} /> : null}
    </span>
  )
}

function KeyDialog({ id, action, onClose }: { id: number; action: Action; onClose: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm<{ currentPassword: string }>({
    resolver: zodResolver(keyActionSchema),
    defaultValues: { currentPassword: '' },
  })
  const { mutate, isPending } = useKeyMutation(
    (form: { currentPassword: string }) => actOnKey(id, action.verb, form),
    {
      failed: 'The key was not changed',
      onDone: onClose,
      onFailed: (error) => showFieldErrors(error, ['currentPassword'], setError),
    },
  )
  const submit = handleSubmit((form) => mutate(form))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={action.title}
      description={action.text}
      confirmLabel={action.label}
      tone={action.tone}
      busy={isPending}
      onConfirm={submit}
    >
      <form onSubmit={submit} noValidate>
        <Field label="Your password" required error={formState.errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
        </Field>
      </form>
    </ConfirmDialog>
  )
}
