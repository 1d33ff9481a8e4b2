// Set-up file of `npm run test:profile`: counts and times what the tests of a file spend their time in.

import { env } from 'cloudflare:workers'
import Argon2 from '@phi-ag/argon2'
import { afterAll, expect } from 'vitest'

type Cause = { count: number; ms: number }

declare global {
  /** The counts of the current file. Set-up files run again for each file, but each method is wrapped only once. */
  var profileCauses: Record<string, Cause> | undefined
}

const isWatching = globalThis.profileCauses !== undefined
globalThis.profileCauses ??= {}
const causes = globalThis.profileCauses

function add(name: string, ms: number): void {
  causes[name] ??= { count: 0, ms: 0 }
  causes[name].count += 1
  causes[name].ms += ms
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Times every call of a method. Calls that overlap are each counted with their whole time. */
function watch(target: object, names: readonly string[], cause: string): void {
  for (const name of names) {
    const original = Reflect.get(target, name) as Method
    Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
      const began = performance.now()
      const result = original.apply(this, args)
      if (result instanceof Promise) return result.finally(() => add(cause, performance.now() - began))
      add(cause, performance.now() - began)
      return result
    })
  }
}

if (!isWatching) {
  const statement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  watch(statement, ['run', 'all', 'first', 'raw'], 'D1 calls')
  watch(Object.getPrototypeOf(env.DB), ['batch', 'exec'], 'D1 batches')
  // workerd's clock does not advance while code runs, so hashing has a count but no time.
  watch(Argon2.prototype, ['hash', 'tryVerify'], 'password hashes')
  const wait = globalThis.setTimeout
  globalThis.setTimeout = ((run: () => void, ms = 0, ...rest: unknown[]) => {
    const began = performance.now()
    return wait(
      (...args: unknown[]) => {
        if (ms > 0) add('timers that were waited for', performance.now() - began)
        ;(run as Method)(...args)
      },
      ms,
      ...rest,
    )
  }) as typeof setTimeout
}

afterAll(() => {
  // biome-ignore lint/suspicious/noConsole: the way out of workerd
  console.log(`PROFILE ${JSON.stringify({ file: expect.getState().testPath, causes })}`)
  for (const name of Object.keys(causes)) delete causes[name]
})
