import { describe, expect, it } from 'vitest'
import { chooseReturn, chooseTab, productOf } from './return-address.ts'

describe('after a login, the page', () => {
  // spec: checkout-signed-out
  it('returns to the checkout that led to it, with its query', () => {
    const address = '/checkout?productId=2&purchaseType=subscription'
    expect(chooseReturn(address, true)).toBe(address)
    expect(chooseReturn(address, false)).toBe(address)
  })

  // spec: auth-return-address
  it('goes to the dashboard without a stored address, and to the requested tab of the dashboard', () => {
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

describe('the login page', () => {
  it('knows the product of a stored checkout', () => {
    expect(productOf('/checkout?productId=2&purchaseType=subscription')).toBe('2')
    expect(productOf('/dashboard?productId=2')).toBeNull()
    expect(productOf('/checkout')).toBeNull()
    expect(productOf('//evil.example/checkout?productId=2')).toBeNull()
    expect(productOf(null)).toBeNull()
  })

  it('opens the requested tab, else Login', () => {
    expect(chooseTab('register')).toBe('register')
    expect(chooseTab(null)).toBe('login')
    expect(chooseTab('nonsense')).toBe('login')
  })
})
