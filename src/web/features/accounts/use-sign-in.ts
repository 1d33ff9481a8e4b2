import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { offerIn } from '#shared/core/turnstile-offer.ts'
import type { SecondFactorAsked } from '#shared/factors/contract.ts'
import { ApiError } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { factorReason } from '../factors/passkey-error.ts'
import { becomeUser } from './become-user.ts'

export type SignedIn = { message?: string; data: CurrentUser }
export type SignInAnswer = { message?: string; data: CurrentUser | SecondFactorAsked }

type SignIn = {
  titles: { done: string; failed: string }
  /** Replaces the toast after the login. */
  greet?: (answer: SignedIn) => void
  /** Called instead of a login where the account also asks for a second factor. */
  onAsked?: (asked: SecondFactorAsked['secondFactor']) => void
  /** Returns true where it shows the refusal at the form's fields. */
  onFailed?: (error: unknown) => boolean
}

/** For login and registration: the user in the response becomes the current one, and a toast shows the result. */
export function useSignIn<Form>(
  send: (form: Form) => Promise<SignInAnswer>,
  { titles, greet, onAsked, onFailed }: SignIn,
) {
  const client = useQueryClient()
  const welcome =
    greet ??
    (({ message, data }: SignedIn) =>
      toast({ title: titles.done, description: message ?? data.username, tone: 'success' }))
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: send,
    onSuccess: async ({ data, ...answer }) => {
      if ('secondFactor' in data) return onAsked?.(data.secondFactor)
      welcome({ ...answer, data })
      await becomeUser(client, data)
    },
    onError: (cause) => {
      if (onFailed?.(cause) || challengeOf(cause)) return
      toast({ title: titles.failed, description: factorReason(cause, titles.failed), tone: 'destructive' })
    },
  })
  const challenge = challengeOf(error)
  return {
    submit: mutate,
    reset,
    busy: isPending,
    /** The form that is being sent. */
    sent: isPending ? variables : undefined,
    /** The reason for the challenge. Any other failure is in a toast, or at its field. */
    notice: error && challenge ? factorReason(error, titles.failed) : null,
    /** The last call's failure, also where `onFailed` shows it. */
    error,
    /** A challenge that passes the limit which refused the last call. */
    challenge,
  }
}

const challengeOf = (error: unknown) => (error instanceof ApiError ? offerIn(error.data) : null)
