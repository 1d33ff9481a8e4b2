import { env } from 'cloudflare:workers'

/** A row of the download log. */
export type Log = { userId?: number; paymentId?: number; productId?: number; releaseId?: number; at?: number }

export const logDownload = ({ userId, paymentId, productId, releaseId, at = Date.now() }: Log) =>
  env.DB.prepare(
    'INSERT INTO downloads (user_id, payment_id, script_id, release_id, via, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(userId ?? null, paymentId ?? null, productId, releaseId, paymentId ? 'link' : 'session', at)
    .run()

/** Marks a release as recalled; only its row. */
export const recalled = (releaseId: number, at = Date.now()) =>
  env.DB.prepare(
    `UPDATE script_releases SET yanked_at = ?2, yank_reason = 'It signs twice', recall_advice = 'Revoke its approvals',
      notified_at = ?2 WHERE id = ?1`,
  )
    .bind(releaseId, at)
    .run()
