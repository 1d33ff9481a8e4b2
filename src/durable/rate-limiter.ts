import { DurableObject } from 'cloudflare:workers'
import { giveBack, type Kept, memoryMs, type RateLimit, take } from './rate-limiter-rules.ts'

/** One object per key. It deletes its state once there is nothing left to count. */
export class RateLimiter extends DurableObject {
  async take(limit: RateLimit): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
    const now = Date.now()
    const taken = take(await this.ctx.storage.get<Kept>('bucket'), limit, now)
    await this.ctx.storage.put('bucket', taken.kept)
    await this.ctx.storage.setAlarm(now + memoryMs(limit))
    return { allowed: taken.allowed, retryAfterSeconds: taken.retryAfterSeconds }
  }

  /** Takes the newest call of a window back. */
  async giveBack(): Promise<void> {
    const kept = await this.ctx.storage.get<Kept>('bucket')
    if (kept) await this.ctx.storage.put('bucket', giveBack(kept))
  }

  async forgive(): Promise<void> {
    await this.ctx.storage.delete('bucket')
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
