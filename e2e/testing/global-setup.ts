import { existsSync } from 'node:fs'
import { endShop, removeStates, SEEDED_STATE, startShop, workerPort } from './own-shop.ts'

/** One real `npm start` on an empty state. Every shop of the run starts from what it leaves. */
export async function seedState(): Promise<void> {
  removeStates()
  const { process: shop } = await startShop(workerPort(9), SEEDED_STATE)
  await endShop(shop, 'SIGTERM')
}

/** `npm test` seeds while the types are checked, and says so by SEEDED. */
export default async function setUp(): Promise<() => void> {
  if (!process.env.SEEDED || !existsSync(SEEDED_STATE)) await seedState()
  return removeStates
}
