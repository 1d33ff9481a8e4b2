import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { FactorsView } from '#shared/factors/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { AUTHENTICATED_FOR_MS, isRecentlyAuthenticated } from '../../http/step-up-rules.ts'
import { hasApp } from './factor-rules.ts'
import { findOwner, type Owner } from './store.ts'

type Device = { ip: string | null; userAgent: string | null }

/** True where this account's last factor cannot be removed. */
export const isFactorRequired = ({ config }: Pick<CoreDeps, 'config'>, { account }: Owner): boolean =>
  account.isAdmin && config.requiresAdminFactor

/** The account with its factors. @throws Problem 401 where it was closed meanwhile */
export async function ownFactors({ db }: Pick<CoreDeps, 'db'>, userId: number): Promise<Owner> {
  const owner = await findOwner(db, userId)
  if (!owner) throw new Problem(401, 'Please log in to continue.')
  return owner
}

/** The factors of the viewer, without secrets. */
export async function listFactors(
  deps: CoreDeps,
  viewer: Viewer,
  here: Device,
  now: number,
): Promise<FactorsView> {
  const owner = await ownFactors(deps, viewer.id)
  const { passkeys, app, codes } = owner
  const isRecent = isRecentlyAuthenticated(viewer, here, now)
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({
      id,
      name,
      createdAt: toIso(createdAt),
      lastUsedAt: toIsoOrNull(lastUsedAt),
      backedUp,
    })),
    app: app?.confirmedAt && hasApp(owner) ? { confirmedAt: toIso(app.confirmedAt) } : null,
    recoveryCodes: { left: codes.length, createdAt: toIsoOrNull(codes[0]?.createdAt ?? null) },
    required: isFactorRequired(deps, owner),
    authenticatedUntil: isRecent ? toIso(viewer.authenticatedAt + AUTHENTICATED_FOR_MS) : null,
  }
}
