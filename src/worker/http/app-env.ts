import type { Db, Write } from '../db/client.ts'
import type { Config } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'

/** Who asks, as their session says. */
export type Viewer = {
  id: number
  /** What the account's hub is named by. */
  reference: string
  username: string
  email: string
  isAdmin: boolean
  /** The session's stored id (a hash), not the cookie's token. */
  sessionId: string
  /** Epoch milliseconds. */
  sessionExpiresAt: number
}

/** An account that has just shown that an address is its own. */
export type AddressOwner = { userId: number; emailKey: string }

export type AppEnv = {
  Bindings: Env
  Variables: {
    db: Db
    config: Config
    /** Gives the account what was bought without one, in the batch that confirms its address: accounts know nothing of purchases. */
    claimPurchases: (owner: AddressOwner, now: number) => Promise<Write[]>
    /** Undefined until asked for: public routes do not look the session up. */
    viewer: Viewer | null | undefined
  }
}
