import { FACTOR_PROBLEMS, type FactorMethod } from '#shared/factors/contract.ts'
import { Problem, type SecurityEvent } from '../../core/problem.ts'

/** A code that is wrong, was used, or is of a factor that the account does not have. */
export const wrongCode = (field: 'code' | 'recoveryCode' = 'code', userId?: number) => {
  const message =
    field === 'code'
      ? 'This code is not right. Wait for the next code of your app, then try again.'
      : 'This recovery code is not right, or was used before. Try another one.'
  return new Problem(422, message, {
    data: { code: FACTOR_PROBLEMS.wrongCode, fields: { [field]: message } },
    event: failed(field === 'code' ? 'app' : 'recovery code', userId),
  })
}

export const passkeyRefused = (status: 401 | 422 = 422, userId?: number) =>
  new Problem(status, 'This passkey was not accepted. Please try again.', {
    data: { code: FACTOR_PROBLEMS.passkeyRefused },
    event: failed('passkey', userId),
  })

/** Without `userId` the account is that of the session. */
const failed = (detail: string, userId?: number): SecurityEvent => ({
  kind: 'second_factor_failed',
  detail,
  ...(userId !== undefined && { userId }),
})

/** No configured key fits the app's secret: `FACTOR_KEY` was lost, or replaced too often. */
export const unreadableApp = () =>
  new Problem(
    422,
    'We cannot check the codes of your app. Use a passkey or a recovery code, or write to us.',
    {
      data: { code: FACTOR_PROBLEMS.wrongCode },
    },
  )

/** The factor was removed, or the recovery codes were replaced, between the check and its use. */
export const factorRemoved = () =>
  new Problem(422, 'This second factor was removed a moment ago. Use another one.', {
    data: { code: FACTOR_PROBLEMS.wrongCode },
  })

/** Another change of the account's factors or sessions came first. */
export const factorsChanged = () =>
  new Problem(409, 'Your two-step login was changed a moment ago. Reload the page and try again.')

/** The login took too long or was completed already, or the password was changed meanwhile. */
export const loginExpired = () =>
  new Problem(401, 'This login has expired. Please log in again.', {
    data: { code: FACTOR_PROBLEMS.loginExpired },
  })

export const codeRequired = (methods: FactorMethod[]) =>
  new Problem(422, 'Enter a code as well.', { data: { code: FACTOR_PROBLEMS.codeRequired, methods } })

export const noFactor = () => new Problem(409, 'Your account has no second factor yet.')
