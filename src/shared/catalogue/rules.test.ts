import { describe, expect, test } from 'vitest'
import { categoryOf } from './rules.ts'

// spec: category-badge
describe('the category badge', () => {
  test.each([
    [['Rotates through every WALLET'], 'Wallet'],
    [['Never asks for a private key'], 'Wallet'],
    [['Farms season targets'], 'Farming'],
    [['Analytics per address'], 'Analytics'],
    [['Exports its data as CSV'], 'Analytics'],
    [['Works across chains'], 'Multi-chain'],
    [['Six networks'], 'Multi-chain'],
    [['Same seed, same plan'], 'Automation'],
    [[], 'Automation'],
  ] as const)('%j is %s', (features, category) => {
    expect(categoryOf(features)).toBe(category)
  })

  // spec: category-badge
  test('follows the order of the rules, not the order of the features', () => {
    expect(categoryOf(['Runs on six networks', 'Farm plan', 'One wallet or many'])).toBe('Wallet')
    expect(categoryOf(['Chain data', 'Farm plan'])).toBe('Farming')
  })
})
