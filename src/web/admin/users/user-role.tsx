import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ChangeRole, roleSchema, type UserAccount } from '#shared/users/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ActionRow } from './action-row.tsx'
import { useUserMutation } from './use-user-mutation.ts'
import { demote, promote } from './users-queries.ts'

const CHANGES = {
  promote: {
    act: promote,
    verb: 'Promote to admin',
    text: 'Gives them this whole panel: customers, money, files and roles.',
    asks: 'They can do everything you can do here: see every user, refund, publish files, and promote others. Their open pages update at once.',
    failed: 'The account was not promoted',
  },
  demote: {
    act: demote,
    verb: 'Demote to customer',
    text: 'Removes their access to this panel at once, open pages included.',
    asks: 'They keep their account and what they bought, and lose this panel at once, open pages included.',
    failed: 'The account was not demoted',
  },
}

export function RoleAction({ user }: { user: UserAccount }) {
  const [asking, setAsking] = useState(false)
  const { verb, text } = CHANGES[user.isAdmin ? 'demote' : 'promote']
  return (
    <ActionRow title={verb} text={text}>
      <Button size="sm" onClick={() => setAsking(true)}>
        {user.isAdmin ? 'Demote' : 'Promote'}
      </Button>
      {asking ? <RoleDialog user={user} onClose={() => setAsking(false)} /> : null}
    </ActionRow>
  )
}

function RoleDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { act, verb, asks, failed } = CHANGES[user.isAdmin ? 'demote' : 'promote']
  const { register, handleSubmit, formState, setError } = useForm<ChangeRole>({
    resolver: zodResolver(roleSchema),
    defaultValues: { currentPassword: '' },
  })
  const { mutate, isPending } = useUserMutation((form: ChangeRole) => act(user.id, form), {
    failed,
    onDone: onClose,
    onFailed: (error) => showFieldErrors(error, ['currentPassword'], setError),
  })
  const submit = handleSubmit((form) => mutate(form))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${user.isAdmin ? 'Demote' : 'Promote'} ${user.username}?`}
      description={asks}
      confirmLabel={verb}
      tone={user.isAdmin ? 'danger' : 'primary'}
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
