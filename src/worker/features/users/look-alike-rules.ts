import { isOneScript } from '../accounts/username-rules.ts'

/** Why an address may not be what it looks like; null: no sign of that. Each label of a domain has one script of its own. */
export function emailDomainMark(email: string): 'punycode' | 'mixed' | null {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  if (labels.some((label) => /^xn--/i.test(label))) return 'punycode'
  return labels.every(isOneScript) ? null : 'mixed'
}
