import type { Database } from './client.ts'

/** A statement as it is sent to the database. */
export type SentStatement = { sql: string; params: unknown[] }

/** Called for each round trip with its statements. It runs the trip, once, and returns its answer. */
type Around = <Answer>(sent: SentStatement[], run: () => Promise<Answer>) => Promise<Answer>

/** The real statements behind the wrapped ones, for batches. */
const behind = new WeakMap<object, { statement: D1PreparedStatement; sent: SentStatement }>()

function wrap(statement: D1PreparedStatement, sent: SentStatement, around: Around): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'bind')
        return (...params: unknown[]) => wrap(target.bind(...params), { ...sent, params }, around)
      return (...args: unknown[]) => around([sent], () => value.apply(target, args))
    },
  })
  behind.set(proxy, { statement, sent })
  return proxy
}

/** The database, and every session of it, with `around` called for each round trip. */
export function intercepted<Bound extends Database>(database: Bound, around: Around): Bound {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => wrap(target.prepare(sql), { sql, params: [] }, around)
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          const sent = statements.flatMap((one) => behind.get(one)?.sent ?? [])
          const real = statements.map((one) => behind.get(one)?.statement ?? one)
          return around(sent, () => target.batch(real))
        }
      }
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'withSession')
        return (...args: unknown[]) => intercepted(value.apply(target, args), around)
      return value.bind(target)
    },
  })
}
