import { useState } from 'react'
import type { Login } from '#shared/accounts/contract.ts'
import type { TurnstileOffer } from '#shared/core/turnstile-offer.ts'
import type { FACTOR_PROBLEMS, FactorMethod, SecondFactor } from '#shared/factors/contract.ts'
import { logIn } from '../accounts/queries.ts'
import { type SignedIn, type SignInAnswer, useSignIn } from '../accounts/use-sign-in.ts'
import { codeOf, completeLogin, completeWithPasskey, logInWithPasskey } from './login-queries.ts'
import { factorReason } from './passkey-error.ts'

type Step = { by: 'password' | 'passkey' | 'code'; send: () => Promise<SignInAnswer> }
type Options = { onError?: () => void }

/** As a type only: the contract brings zod. */
const LOGIN_EXPIRED: typeof FACTOR_PROBLEMS.loginExpired = 'login_expired'

const titles = { done: 'Login successful', failed: 'Login failed' }

export type LoginSteps = {
  logIn: (form: Login) => void
  /** The name of the last login by password, for a return to that form. */
  username: string
  /** With a passkey alone. */
  logInWithPasskey: () => void
  /** The choices of the second step. Null: the password has not been accepted yet. */
  methods: FactorMethod[] | null
  complete: (proof: Omit<SecondFactor, 'token' | 'passkey'>, options: Options) => void
  completeWithPasskey: () => void
  /** Back to the password. */
  leave: () => void
  /** Forgets the last failure. */
  clear: () => void
  /** The call that is under way. */
  busy: Step['by'] | undefined
  /** Why the second step was refused, or the reason for the challenge. A refused password is in a toast. */
  notice: string | null
  /** Solving it passes the limit that refused the last call. */
  challenge: TurnstileOffer | null
}

/** A login by password, with a second step where the account asks for it, or by a passkey alone. */
export function useLogin(greet?: (answer: SignedIn) => void): LoginSteps {
  const [asked, setAsked] = useState<{ token: string; methods: FactorMethod[] } | null>(null)
  const [username, setUsername] = useState('')
  const { submit, reset, sent, notice, error, challenge } = useSignIn<Step>(({ send }) => send(), {
    titles,
    ...(greet && {
      greet: (answer) => {
        setAsked(null)
        greet(answer)
      },
    }),
    onAsked: setAsked,
    onFailed: (error) => {
      const isExpired = codeOf(error) === LOGIN_EXPIRED
      if (isExpired) setAsked(null)
      return asked !== null && !isExpired
    },
  })
  const token = asked?.token ?? ''
  return {
    logIn: (form) => {
      setUsername(form.username)
      submit({ by: 'password', send: () => logIn(form) })
    },
    username,
    logInWithPasskey: () => submit({ by: 'passkey', send: logInWithPasskey }),
    methods: asked?.methods ?? null,
    complete: (proof, options) =>
      submit({ by: 'code', send: () => completeLogin({ token, ...proof }) }, options),
    completeWithPasskey: () => submit({ by: 'passkey', send: () => completeWithPasskey(token) }),
    leave: () => {
      reset()
      setAsked(null)
    },
    clear: reset,
    busy: sent?.by,
    notice: asked && error ? factorReason(error, titles.failed) : notice,
    challenge,
  }
}
