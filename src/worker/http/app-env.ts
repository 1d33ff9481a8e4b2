import type { Db } from '../db/client.ts'
import type { Config } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'

/** Who asks, as their session says. */
export type Viewer = {
  id: number
  username: string
  email: string
  isAdmin: boolean
  /** The session's stored id (a hash), not the cookie's token. */
  sessionId: string
  /** Epoch milliseconds. */
  sessionExpiresAt: number
}

export type AppEnv = {
  Bindings: Env
  Variables: {
    db: Db
    config: Config
    /** Undefined until asked for: public routes do not look the session up. */
    viewer: Viewer | null | undefined
  }
}
