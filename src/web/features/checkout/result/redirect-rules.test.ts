import { expect, test } from 'vitest'
import { resultVariant } from './redirect-rules.ts'

// spec: success-received, redirect-times
test.each([
  ['/success', null, 'Payment Successful!', 3, 0],
  ['/success', 'stripe', 'Payment Successful!', 3, 0],
  ['/success', 'crypto', 'Payment Successful!', 2, 1500],
  ['/payment/success', 'stripe', 'Payment Received', 2, 0],
  ['/payment/success', 'crypto', 'Payment Received', 2, 0],
] as const)(
  '%s from %s says "%s", leaves after %d s and verifies for %d ms',
  (path, source, title, seconds, verifyMs) => {
    const crypto = source === 'crypto'
    expect(resultVariant(path, source)).toMatchObject({ title, seconds, verifyMs, crypto })
  },
)
