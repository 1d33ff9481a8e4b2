import { expect, test } from 'vitest'
import { standardSignature } from './standard-signature.ts'

test('the example message of the Standard Webhooks documentation gets the signature given there', async () => {
  const payload = '{"test": 2432232314}'
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect(await standardSignature('msg_p5jXN8AQM9LWM0D4loKWxJek', payload, secret, 1_614_265_330)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
