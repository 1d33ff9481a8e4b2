import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { aUser } from '../../testing/clients.ts'
import { aProduct } from '../../testing/products.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(sandbox.calm)

test('a crypto charge is refused by name while nobody takes crypto, after what is wrong with the order', async () => {
  const user = await aUser()
  const [product, draft] = [await aProduct(), await aProduct({ release: { publishedAt: null } })]
  const ask = async (wish: Record<string, unknown>) => {
    const answer = await user.post('/api/coinbase/create-charge', { email: user.email, ...wish })
    return [answer.status, answer.message]
  }
  expect(await ask({ productId: product.id, amount: 19.5, referralCode: null })).toEqual([
    503,
    'Crypto payments are not available in this shop right now. Please pay by card.',
  ])
  expect(await ask({ productId: 987_654 })).toEqual([404, 'There is no such product.'])
  expect(await ask({ productId: draft.id })).toEqual([
    422,
    `${draft.name} has no file yet, so it cannot be bought.`,
  ])
  expect(await ask({ productId: product.id, email: 'nobody' })).toEqual([
    400,
    'Please enter a valid email address',
  ])
  const made = await env.DB.prepare('SELECT count(*) AS n FROM payments WHERE user_id = ?')
    .bind(user.id)
    .first()
  expect(made).toEqual({ n: 0 })
})
