import type { UserAccount } from '#shared/users/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { useMay } from '../ui/for-role.tsx'
import { ActionRow } from './action-row.tsx'
import { useUserMutation } from './use-user-mutation.ts'
import { ActivateAction, DeactivateAction } from './user-closing.tsx'
import { DeleteAction } from './user-delete.tsx'
import { FactorsAction } from './user-factors.tsx'
import { RoleAction } from './user-role.tsx'
import { resendVerification } from './users-queries.ts'

/** The actions on the account itself, each with its effect. */
export function UserActions({ user }: { user: UserAccount }) {
  const owns = useMay()('owner')
  const { isAdmin, isYou, emailVerified, state } = user
  return (
    <Card>
      <CardHeader className="pb-4">
        <CardTitle as="h3">Actions</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line border-line border-t">
        {emailVerified || state !== 'active' ? null : <VerificationAction id={user.id} />}
        {!owns ? (
          <ActionRow
            title="Role, second factors, deactivating and deleting"
            text="Only an owner of the shop may do this. Ask one if it is needed."
          />
        ) : null}
        {!owns || isYou || state !== 'active' ? null : <RoleAction user={user} />}
        {!owns || isYou || state === 'deleted' ? null : <FactorsAction user={user} />}
        {!owns || isAdmin ? null : state === 'active' ? (
          <DeactivateAction user={user} />
        ) : (
          <ActivateAction user={user} />
        )}
        {!owns ? null : isAdmin ? (
          <ActionRow
            title="Deactivate or delete"
            text={
              isYou
                ? 'You cannot do this to your own account while you are an admin. Another admin must demote you first.'
                : 'This account is an admin. Demote it first.'
            }
          />
        ) : (
          <DeleteAction user={user} />
        )}
      </ul>
    </Card>
  )
}

function VerificationAction({ id }: { id: number }) {
  const { mutate, isPending } = useUserMutation(() => resendVerification(id), {
    failed: 'The mail was not sent',
  })
  return (
    <ActionRow
      title="Confirmation mail"
      text="A new link to confirm the address. The old link stops working."
    >
      <Button size="sm" busy={isPending} onClick={() => mutate()}>
        Send again
      </Button>
    </ActionRow>
  )
}
