import { existsSync } from 'node:fs'
import { endShop, removeStates, SEEDED_STATE, startShop, workerPort } from './own-shop.ts'

/** Runs `npm start` once on an empty state. Every shop of the run starts from a copy of the resulting state. */
export async function seedState(): Promise<void> {
  removeStates()
  const { process: shop } = await startShop(workerPort(9), SEEDED_STATE)
  await endShop(shop, 'SIGTERM')
}

/** `npm test` sets SEEDED: it has seeded already, while it checked the types. */
export default async function setUp(): Promise<() => void> {
  if (!process.env.SEEDED || !existsSync(SEEDED_STATE)) await seedState()
  return removeStates
}
