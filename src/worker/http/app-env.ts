import type { StaffRole } from '#shared/core/staff-roles.ts'
import type { Db, Write } from '../db/client.ts'
import type { Config } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'
import type { FetchedPicture } from '../providers/fetch-picture.ts'

/** The account of the request's session. */
export type Viewer = {
  id: number
  /** The name of the account's hub. */
  reference: string
  username: string
  email: string
  /** False for an admin whose session lacks the second factor that this shop requires: see `needsFactor`. */
  isAdmin: boolean
  /** What an admin may do; null: the account is none, or `needsFactor`. */
  staffRole: StaffRole | null
  /** True for an admin who has to set up a second factor before the admin panel opens. */
  needsFactor: boolean
  /** The role that such an admin will have then. */
  lockedRole: StaffRole | null
  /** The session's last proof of identity, in epoch milliseconds. */
  authenticatedAt: number
  /** The second factor of this session. */
  factor: 'passkey' | 'app' | 'recovery_code' | null
  /** The account has a passkey or a confirmed app. */
  hasFactor: boolean
  authenticatedFrom: { ip: string | null; userAgent: string | null }
  /** The session's stored id (a hash), not the cookie's token. */
  sessionId: string
  /** Epoch milliseconds. */
  sessionExpiresAt: number
}

/** An account that has just confirmed its address. */
export type AddressOwner = { userId: number; emailKey: string }

/** The account and the address behind an action, for the audit log. */
export type Actor = { id: number; ip: string | null }

/** A picture with the address that it was copied from. `mark` begins the name of the copy. */
export type PictureCopy = FetchedPicture & { address: string; mark: string }

export type PictureStore = {
  /** @throws Problem 404, 409; 503 the store is down */
  save: (actor: Actor, id: number, copy: PictureCopy, now: number) => Promise<void>
  /** Deletes the product's picture if it is still this one. @throws Problem 409 */
  drop: (actor: Actor, id: number, imagePath: string, now: number) => Promise<void>
}

/** A login, or a proof of identity in a session, and how. */
export type Authenticated = {
  userId: number
  what: 'login' | 'registration' | 'reauthentication' | 'logout'
  by: 'password' | 'passkey' | 'app' | 'recovery_code' | null
}

export type AppEnv = {
  Bindings: Env
  Variables: {
    /** As new as the route needs it: see `read-rules.ts`. */
    db: Db
    config: Config
    /**
     * The writes that attach guest purchases to an account, for the batch that confirms its address. Set by the app,
     * because the accounts feature may not import the payments feature.
     */
    claimPurchases: (owner: AddressOwner, now: number) => Promise<Write[]>
    /** Set by the app, because the catalogue feature may not import the releases feature, which stores pictures. */
    pictures: PictureStore
    /** Undefined until first read: public routes do not load the session. */
    viewer: Viewer | null | undefined
    /** Set where a request proved who its user is: a line of the log, written after the answer. */
    authenticated: Authenticated | undefined
  }
}
