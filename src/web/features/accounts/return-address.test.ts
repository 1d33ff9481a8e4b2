import { describe, expect, it } from 'vitest'
import { chooseReturn } from './return-address.ts'

describe('where a login leads', () => {
  it('goes back to the checkout it came from, with its query', () => {
    const address = '/checkout?productId=2&purchaseType=subscription'
    expect(chooseReturn(address, true)).toBe(address)
    expect(chooseReturn(address, false)).toBe(address)
  })

  it('goes to the dashboard without a stored address, and keeps the part of the dashboard that was asked for', () => {
    expect(chooseReturn(null, true)).toBe('/dashboard')
    expect(chooseReturn('/dashboard?tab=referrals', false)).toBe('/dashboard?tab=referrals')
    expect(chooseReturn('/somewhere', false)).toBe('/dashboard')
    expect(chooseReturn('/dashboardish', false)).toBe('/dashboard')
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'checkout', ''])(
    'never leaves the site: %j',
    (address) => expect(chooseReturn(address, true)).toBe('/dashboard'),
  )
})
