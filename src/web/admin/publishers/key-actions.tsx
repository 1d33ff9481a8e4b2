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

const ASK_FIRST = 'Confirm only if the admin who requested this told you so in person or on the phone.'

const CONFIRM: Action = {
  verb: 'confirm',
  label: 'Confirm',
  title: 'Confirm this new key?',
  text: `Releases that are signed with it can be published at once. ${ASK_FIRST}`,
  tone: 'primary',
}

const CONFIRM_REMOVAL: Action = {
  ...CONFIRM,
  title: 'Confirm the removal of this key?',
  text: `It is removed at once: no more releases can be published with it. ${ASK_FIRST}`,
}
const REMOVE: Action = {
  verb: 'remove',
  label: 'Remove',
  title: 'Remove this key?',
  text: `In ${KEY_DELAY_HOURS} hours, or as soon as another owner confirms, no more releases can be published with it. Published releases stay published.`,
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
  text: 'Its removal is cancelled. Releases that are signed with it can still be published.',
  tone: 'primary',
}

function actionsOn({ state, mayConfirm }: PublisherKey): Action[] {
  switch (state) {
    case 'pending':
      return mayConfirm ? [CONFIRM, WITHDRAW] : [WITHDRAW]
    case 'active':
      return [REMOVE]
    case 'ending':
      return mayConfirm ? [CONFIRM_REMOVAL, KEEP] : [KEEP]
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
          variant={action.verb === 'confirm' ? 'primary' : 'secondary'}
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
