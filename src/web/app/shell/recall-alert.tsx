import { useCurrentUser } from '../../features/accounts/queries.ts'
import { LazyCode } from '../../lib/lazy-code.ts'
import { LazyPart } from '../../ui/feedback/lazy-part.tsx'

// Only signed-in users are asked to confirm a recall, so its code is loaded only for them.
const recalls = new LazyCode(() => import('../../features/recalls/unconfirmed-recalls.tsx'))

/** The recalls that the signed-in user has not confirmed, at the top of every page. */
export function RecallAlert() {
  const user = useCurrentUser()
  // The key: after another login, the recalls of that account are shown.
  return user ? (
    <LazyPart late key={user.id} code={recalls} fallback={null} onError={<span hidden />} />
  ) : null
}
