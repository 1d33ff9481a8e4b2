import { evictDurableObject, runInDurableObject } from 'cloudflare:test'

/** The objects that tests of this process have evicted. */
const evicted = new Map<string, DurableObjectStub>()

/** Takes an object out of memory, as workerd does with one that nobody calls for a while. */
export async function evict(
  stub: DurableObjectStub,
  options?: { webSockets: 'hibernate' | 'close' },
): Promise<void> {
  evicted.set(stub.id.toString(), stub)
  await evictDurableObject(stub, options)
}

/** Brings them back into memory. */
export async function wakeEvicted(): Promise<void> {
  const stubs = [...evicted.values()]
  evicted.clear()
  await Promise.all(stubs.map((stub) => runInDurableObject(stub, () => undefined)))
}
