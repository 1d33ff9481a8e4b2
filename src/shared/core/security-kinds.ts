/** The kinds of security events. Each is a kind of refused call. */
export const SECURITY_KINDS = [
  'login_failed',
  'second_factor_failed',
  'password_check_failed',
  'step_up_refused',
  'admin_refused',
  'access_refused',
  'admin_key_wrong',
  'key_wrong',
  'webhook_refused',
  'origin_refused',
  'input_refused',
  'limit_reached',
  'budget_reached',
] as const

export type SecurityKind = (typeof SECURITY_KINDS)[number]

/** The kinds in the plural, for the back office and mails. */
export const SECURITY_LABELS: Record<SecurityKind, string> = {
  login_failed: 'Failed logins',
  second_factor_failed: 'Wrong second factors',
  password_check_failed: 'Wrong passwords in a session',
  step_up_refused: 'Calls without a recent confirmation',
  admin_refused: 'Refused admin calls',
  access_refused: 'Other refused access',
  admin_key_wrong: 'Wrong admin keys',
  key_wrong: 'Wrong links and licence keys',
  webhook_refused: 'Refused webhooks',
  origin_refused: 'Calls from other websites',
  input_refused: 'Bodies that no page sends',
  limit_reached: 'Calls beyond a limit',
  budget_reached: 'Calls beyond a budget',
}
