import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { STAFF_ROLES, type StaffRole } from '#shared/core/staff-roles.ts'
import { type ChangeRole, roleSchema, type UserAccount } from '#shared/users/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { RadioCard, RadioCardGroup } from '../../ui/forms/radio-card.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ROLE_LABELS } from '../ui/role-labels.ts'
import { ActionRow } from './action-row.tsx'
import { useUserMutation } from './use-user-mutation.ts'
import { demote, promote } from './users-queries.ts'

export function RoleAction({ user }: { user: UserAccount }) {
  const [asked, setAsked] = useState<'role' | 'demote' | null>(null)
  const close = () => setAsked(null)
  const { staffRole } = user
  return (
    <>
      <ActionRow
        title={staffRole ? `Role: ${ROLE_LABELS[staffRole].name}` : 'Promote to admin'}
        text={
          staffRole
            ? ROLE_LABELS[staffRole].text
            : 'Gives them this panel, or the parts of it that their role needs.'
        }
      >
        <Button size="sm" onClick={() => setAsked('role')}>
          {staffRole ? 'Change role' : 'Promote'}
        </Button>
      </ActionRow>
      {staffRole ? (
        <ActionRow
          title="Demote to customer"
          text="Removes their access to this panel at once, open pages included."
        >
          <Button size="sm" onClick={() => setAsked('demote')}>
            Demote
          </Button>
        </ActionRow>
      ) : null}
      {asked === 'role' ? <RoleDialog user={user} onClose={close} /> : null}
      {asked === 'demote' ? <DemoteDialog user={user} onClose={close} /> : null}
    </>
  )
}

type DialogProps = { user: UserAccount; onClose: () => void }

/** Asks for a role and for the own password. */
function RoleDialog({ user, onClose }: DialogProps) {
  const { username, staffRole } = user
  const [role, setRole] = useState<StaffRole>(staffRole ?? 'support')
  const { field, submit, isPending } = useRoleForm(onClose, (form) => promote(user.id, { ...form, role }))
  const isSame = role === staffRole
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={staffRole ? `Change the role of ${username}?` : `Promote ${username}?`}
      description="Choose the least that their work needs. The new role works at once, also in their open pages. All owners and managers get an email."
      confirmLabel={staffRole ? 'Change role' : 'Promote to admin'}
      tone="primary"
      busy={isPending}
      onConfirm={() => (isSame ? onClose() : submit())}
    >
      <RadioCardGroup
        label="Role"
        value={role}
        onValueChange={(next) => setRole(STAFF_ROLES.find((one) => one === next) ?? role)}
      >
        {STAFF_ROLES.map((one) => (
          <RadioCard
            key={one}
            value={one}
            title={one === staffRole ? `${ROLE_LABELS[one].name} (now)` : ROLE_LABELS[one].name}
            description={ROLE_LABELS[one].text}
          />
        ))}
      </RadioCardGroup>
      <PasswordForm onSubmit={submit} field={field} />
    </ConfirmDialog>
  )
}

function DemoteDialog({ user, onClose }: DialogProps) {
  const { field, submit, isPending } = useRoleForm(onClose, (form) => demote(user.id, form))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Demote ${user.username}?`}
      description="They keep their account and what they bought, and lose this panel at once, open pages included."
      confirmLabel="Demote to customer"
      busy={isPending}
      onConfirm={submit}
    >
      <PasswordForm onSubmit={submit} field={field} />
    </ConfirmDialog>
  )
}

function useRoleForm(onDone: () => void, act: (form: ChangeRole) => Promise<{ message: string }>) {
  const { register, handleSubmit, formState, setError } = useForm<ChangeRole>({
    resolver: zodResolver(roleSchema),
    defaultValues: { currentPassword: '' },
  })
  const { mutate, isPending } = useUserMutation(act, {
    failed: 'The role was not changed',
    onDone,
    onFailed: (error) => showFieldErrors(error, ['currentPassword'], setError),
  })
  const field = { ...register('currentPassword'), error: formState.errors.currentPassword?.message }
  return { field, submit: handleSubmit((form) => mutate(form)), isPending }
}

type PasswordFormProps = { onSubmit: () => void; field: ReturnType<typeof useRoleForm>['field'] }

function PasswordForm({ onSubmit, field: { error, ...field } }: PasswordFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      noValidate
    >
      <Field label="Your password" required error={error}>
        <PasswordInput autoComplete="current-password" {...field} />
      </Field>
    </form>
  )
}
