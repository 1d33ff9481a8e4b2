import { env } from 'cloudflare:workers'
import type { Env } from '../providers/env.ts'

/** The real database, which runs `doing` directly after the response to the first statement that matches `like`. */
export function interrupted(like: RegExp, doing: () => Promise<unknown>, base: Env = env): Env {
  let isFirst = true
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'bind') return (...params: unknown[]) => wrap(target.bind(...params))
        return async (...args: unknown[]) => {
          const answer = await value.apply(target, args)
          if (isFirst) {
            isFirst = false
            await doing()
          }
          return answer
        }
      },
    })
  const DB = new Proxy(base.DB, {
    get(target, name) {
      if (name === 'prepare')
        return (sql: string) => (like.test(sql) ? wrap(target.prepare(sql)) : target.prepare(sql))
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...base, DB }
}

/** The real database, which runs `doing` directly after the response to the first batch. */
export function afterFirstBatch(base: Env, doing: () => Promise<unknown>): Env {
  let isFirst = true
  const DB = new Proxy(base.DB, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'batch') return typeof value === 'function' ? value.bind(target) : value
      return async (statements: D1PreparedStatement[]) => {
        const answer = await target.batch(statements)
        if (isFirst) await doing()
        isFirst = false
        return answer
      }
    },
  })
  return { ...base, DB }
}
