import { DurableObject } from 'cloudflare:workers'
import { type Bucket, type BucketLimit, takeToken } from './rate-limiter-rules.ts'

/** One object per key. It deletes its state once its bucket would be full again. */
export class RateLimiter extends DurableObject {
  async take(limit: BucketLimit): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
    const now = Date.now()
    const taken = takeToken(await this.ctx.storage.get<Bucket>('bucket'), limit, now)
    await this.ctx.storage.put('bucket', taken.bucket)
    await this.ctx.storage.setAlarm(now + limit.burst * limit.refillSeconds * 1000)
    return { allowed: taken.allowed, retryAfterSeconds: taken.retryAfterSeconds }
  }

  async forgive(): Promise<void> {
    await this.ctx.storage.delete('bucket')
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
