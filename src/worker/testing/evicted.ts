import { evictDurableObject, runInDurableObject } from 'cloudflare:test'

/** The objects that tests of this process have evicted. */
const evicted = new Map<string, DurableObjectStub>()

/** Evicts an object from memory, as workerd does with an idle one. */
export async function evict(
  stub: DurableObjectStub,
  options?: { webSockets: 'hibernate' | 'close' },
): Promise<void> {
  evicted.set(stub.id.toString(), stub)
  await evictDurableObject(stub, options)
}

/** Loads the evicted objects into memory again. */
export async function wakeEvicted(): Promise<void> {
  const stubs = [...evicted.values()]
  evicted.clear()
  await Promise.all(stubs.map((stub) => runInDurableObject(stub, () => undefined)))
}
