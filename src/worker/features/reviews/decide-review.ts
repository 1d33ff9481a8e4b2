import type { AuditAction } from '#shared/audit/contract.ts'
import type { ReviewState } from '#shared/reviews/contract.ts'
import { Problem } from '../../core/problem.ts'
import { refusedBy, type Statement } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification } from '../notifications/message-rules.ts'
import { enqueueUserMessages } from '../notifications/writes.ts'
import { findManaged, type ReviewManaged } from './store.ts'
import { answerReview, noteReview, publishReview, rejectReview } from './writes.ts'

type Notice = { title: string; message: string; type: 'success' | 'warning' | 'info' }
type Decision = {
  action: AuditAction & `review.${string}`
  from: readonly ReviewState[]
  /** The version that was read; null: the present one. */
  revision: number | null
  after: object
  write: Statement
  notify: (review: ReviewManaged) => Notice
}

/** Publishes a review. @throws Problem 404; 409 where it was changed, withdrawn or decided meanwhile */
export const approve = (deps: CoreDeps, id: number, actor: Actor, revision: number, now: number) =>
  decide(deps, id, actor, now, {
    action: 'review.approve',
    from: ['pending', 'rejected'],
    revision,
    after: { state: 'published' },
    write: publishReview(deps.db, id, now),
    notify: ({ productName }) => ({
      title: 'Your review is published',
      message: `Everybody can read your review of ${productName} on its page.`,
      type: 'success',
    }),
  })

/** Refuses a review, or takes a published one down. The author reads the reason. @throws as `approve` */
export const reject = (
  deps: CoreDeps,
  id: number,
  actor: Actor,
  { revision, reason }: { revision: number; reason: string },
  now: number,
) =>
  decide(deps, id, actor, now, {
    action: 'review.reject',
    from: ['pending', 'published'],
    revision,
    after: { state: 'rejected', reason },
    write: rejectReview(deps.db, id, reason),
    notify: ({ productName }) => ({
      title: 'Your review is not published',
      message: `We did not publish your review of ${productName}: “${reason}” You can change it and send it again.`,
      type: 'warning',
    }),
  })

/** The shop's answer, below the review. A later one replaces it. @throws as `approve` */
export const answer = (deps: CoreDeps, id: number, actor: Actor, text: string, now: number) =>
  decide(deps, id, actor, now, {
    action: 'review.answer',
    from: ['published'],
    revision: null,
    after: { answered: true },
    write: answerReview(deps.db, id, text, now),
    notify: ({ productName }) => ({
      title: 'We answered your review',
      message: `Our answer is below your review of ${productName}.`,
      type: 'info',
    }),
  })

async function decide(
  deps: CoreDeps,
  id: number,
  actor: Actor,
  now: number,
  decision: Decision,
): Promise<void> {
  const { db } = deps
  const review = await findManaged(db, id)
  if (!review) throw new Problem(404, 'There is no such review. Its author may have withdrawn it.')
  const { action, from, after, write } = decision
  const revision = decision.revision ?? review.revision
  const key = `${action}:${id}:${revision}:${now}`
  const notice = notification({ id: key, ...decision.notify(review) }, now)
  try {
    await commitAndDispatch(
      deps,
      [
        noteReview(db, { id, revision, from }, { action, after, actorId: actor.id, ip: actor.ip, now }),
        write,
        enqueueUserMessages(db, { key, userId: review.userId, messages: [notice], now }),
      ],
      now,
    )
  } catch (error) {
    throw refusedBy(error, 'audit_log', 'action') ? changed() : error
  }
}

const changed = () => new Problem(409, 'The review was changed or decided meanwhile. Please load it again.')
