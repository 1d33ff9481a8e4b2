import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { chooseReferrer } from '#shared/referrals/rules.ts'
import { commit, openDb } from '../../db/client.ts'
import { aReader, type Reader } from '../../testing/readers.ts'
import { findReferrer } from './find-referrer.ts'
import { rememberReferrer } from './writes.ts'

const db = () => openDb(env.DB)

/** An account with a valid referral code. */
async function anAffiliate(): Promise<Reader & { code: string }> {
  const reader = await aReader()
  const letters = crypto.getRandomValues(new Uint8Array(8))
  const code = Array.from(letters, (byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[byte % 32]).join('')
  await set(reader.id, `referral_code = '${code}'`)
  return { ...reader, code }
}

const set = (id: number, change: string) =>
  env.DB.prepare(`UPDATE users SET ${change} WHERE id = ?`).bind(id).run()

const who = (buyer: Reader, code: string | null, email = buyer.email) =>
  findReferrer(db(), { userId: buyer.id, email }, code)

describe('the referrer of a purchase', () => {
  test('is the owner of the given code, in any case and with spaces; an unknown code has none', async () => {
    const [affiliate, buyer] = [await anAffiliate(), await aReader()]
    expect(await who(buyer, affiliate.code)).toBe(affiliate.id)
    expect(await who(buyer, ` ${affiliate.code.toLowerCase()} `)).toBe(affiliate.id)
    for (const code of [null, '', 'NOSUCH22', 'way too long to be a code', "'; --"])
      expect(await who(buyer, code), String(code)).toBeNull()
  })

  test('is the buyer’s first referrer, whatever code is given later', async () => {
    const [first, second, buyer] = [await anAffiliate(), await anAffiliate(), await aReader()]
    await commit(db(), [rememberReferrer(db(), buyer.id, first.id)])
    expect(await who(buyer, second.code)).toBe(first.id)
    expect(await who(buyer, null)).toBe(first.id)
    await commit(db(), [rememberReferrer(db(), buyer.id, second.id)])
    expect(await who(buyer, second.code)).toBe(first.id)
  })

  test('is decided permanently by one of two purchases at once with different codes', async () => {
    const [first, second, buyer] = [await anAffiliate(), await anAffiliate(), await aReader()]
    await Promise.all([first, second].map(({ id }) => commit(db(), [rememberReferrer(db(), buyer.id, id)])))
    const chosen = await who(buyer, null)
    expect([first.id, second.id]).toContain(chosen)
    expect(await who(buyer, second.code)).toBe(chosen)
  })

  test('is never the buyer: own code, second account of one mailbox, or the referrer’s address typed', async () => {
    const affiliate = await anAffiliate()
    expect(await who(affiliate, affiliate.code)).toBeNull()
    const [mailbox, domain] = affiliate.email.split('@')
    const second = await aReader()
    await set(second.id, `email_identity = '${affiliate.email}'`)
    expect(await who(second, affiliate.code)).toBeNull()
    const buyer = await aReader()
    for (const typed of [affiliate.email, affiliate.email.toUpperCase(), `${mailbox}+shop@${domain}`])
      expect(await who(buyer, affiliate.code, typed), typed).toBeNull()
    await commit(db(), [rememberReferrer(db(), affiliate.id, affiliate.id)])
    expect(await who(affiliate, null)).toBeNull()
  })

  test('is never a closed account, and no other account replaces it', async () => {
    const [first, second, buyer] = [await anAffiliate(), await anAffiliate(), await aReader()]
    await commit(db(), [rememberReferrer(db(), buyer.id, first.id)])
    for (const closed of ['deactivated_at = 5', 'deleted_at = 5']) {
      await set(first.id, closed)
      expect(await who(buyer, first.code)).toBeNull()
      expect(await who(buyer, second.code)).toBeNull()
      await set(first.id, 'deactivated_at = NULL, deleted_at = NULL')
    }
    expect(await who(buyer, second.code)).toBe(first.id)
  })

  test('is null for a buyer who does not exist', async () => {
    const { code } = await anAffiliate()
    expect(await findReferrer(db(), { userId: 987_654, email: 'x@mail.test' }, code)).toBeNull()
  })
})

test('an affiliate whose mailbox is one of the buyer’s identities is not the referrer', async () => {
  const affiliate = { id: 1, emailIdentity: 'ab@gmail.com', isLive: true }
  const buyer = { userId: 2, identities: ['x@mail.test', 'ab@gmail.com'] }
  expect(chooseReferrer(buyer, undefined, affiliate)).toBeNull()
  expect(chooseReferrer({ ...buyer, identities: ['x@mail.test'] }, undefined, affiliate)).toBe(1)
})
