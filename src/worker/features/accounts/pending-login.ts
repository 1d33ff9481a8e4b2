import type { FactorMethod, SecondFactorAsked } from '#shared/factors/contract.ts'
import { sha256Hex } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import { issueValue } from '../../db/one-time-values.ts'

/** A login with a right password that waits for its factor. `password`: the stored hash, so that a new password ends the login. */
export type PendingLogin = { password: string }

/** Keeps a login for five minutes, until its second factor is given. */
export async function askSecondFactor(
  db: Db,
  { id, password }: { id: number; password: string },
  methods: FactorMethod[],
  now: number,
): Promise<SecondFactorAsked> {
  const data: PendingLogin = { password: await sha256Hex(password) }
  const { value, write } = await issueValue(db, { purpose: 'second_factor', userId: id, data, now })
  await write
  return { secondFactor: { token: value, methods } }
}
