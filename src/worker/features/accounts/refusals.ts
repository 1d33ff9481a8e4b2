import { Problem } from '../../core/problem.ts'

/** A mailed link that was used, replaced, made up or has expired. The response does not reveal which. */
export const deadLink = () =>
  new Problem(410, 'This link no longer works. Ask for a new one.', {
    data: { code: 'link-dead' },
    event: { kind: 'key_wrong', detail: 'account link' },
  })

export function wrongPassword(): Problem {
  const message = 'The current password is incorrect.'
  return new Problem(422, message, {
    data: { code: 'wrong-password', fields: { currentPassword: message } },
    event: { kind: 'password_check_failed' },
  })
}

/** A wrong name, a wrong password, a closed account, or a password that was changed a moment ago. */
export const invalidLogin = (about: { userId: number | null; name?: string }) =>
  new Problem(401, 'Invalid username or password', { event: { kind: 'login_failed', ...about } })

/** The message that registration shows for a taken address, so that other routes reveal nothing more. */
export const emailTaken = (whatNow = '') =>
  new Problem(409, `There is already an account with this email address.${whatNow}`)

export const usernameTaken = () => {
  const message = 'This username is already taken'
  return new Problem(409, message, { data: { fields: { username: message } } })
}

/** The password is right, but was chosen before the account was an admin's, or before admins needed 12 characters. */
export const shortForAdmin = () =>
  new Problem(
    403,
    'Your account needs a password of at least 12 characters, because it is an admin’s. Press “Forgot password?”, choose a new one, then log in.',
    { data: { code: 'password-too-short' } },
  )
