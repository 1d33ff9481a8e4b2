import { endShop, removeStates, SEEDED_STATE, startShop, workerPort } from './own-shop.ts'

/** One real `npm start` on an empty state. Every shop of the run starts from what it leaves. */
export default async function seedState(): Promise<() => void> {
  removeStates()
  const { process: shop } = await startShop(workerPort(9), SEEDED_STATE)
  await endShop(shop, 'SIGTERM')
  return removeStates
}
