import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#shared/audit/contract.ts'
import { sayAction, subjectPath } from './audit-labels.ts'

// spec: audit-every-action
test('every action has its own label, and an action of an earlier version gets a label from its name', () => {
  expect(sayAction('coupon.switch-off')).toBe('Coupon switched off')
  expect(sayAction('elevate-permissions')).toBe('Made an admin with the key')
  expect(sayAction('payout-address.change')).toBe('Payout address changed')
  expect(sayAction('coupon.paint')).toBe('Coupon: paint')
  expect(new Set(AUDIT_ACTIONS.map(sayAction)).size).toBe(AUDIT_ACTIONS.length)
})

test('the subject of an entry links to its own screen, to its list, or to nothing', () => {
  expect(subjectPath('payment:41')).toBe('/secure-management/admin-dashboard?tab=orders&order=41')
  expect(subjectPath('user:7')).toBe('/secure-management/admin-dashboard?tab=users&user=7')
  expect(subjectPath('payouts:2026-10')).toBe('/secure-management/admin-dashboard?tab=payouts')
  expect(subjectPath('finding:7')).toBe('/secure-management/recovery#findings')
  expect(subjectPath('checkout:stripe:cs_1')).toBe('/secure-management/admin-dashboard?tab=recovery')
  expect(subjectPath('payment:x')).toBeNull()
  expect(subjectPath('grant:7')).toBeNull()
})
