import { useEffect } from 'react'
import { LazyCode } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import { CodeError } from '../../ui/feedback/code-error.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Container } from '../../ui/layout/container.tsx'

const setUp = new LazyCode(() => import('../../features/factors/factor-set-up.tsx'))

/** In place of a page for admins, while the admin lacks the second factor that this shop requires. */
export function FactorRequired({ onDone }: { onDone: () => Promise<void> }) {
  const { module, error, fetch } = useLazyCode(setUp)
  useEffect(() => {
    fetch()
  }, [fetch])
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-12">
      <div className="mx-auto flex max-w-3xl flex-col gap-6">
        <div>
          <h1 className="font-semibold text-3xl text-fg">Set up two-step login</h1>
          <p className="mt-2 max-w-copy text-muted">
            This shop asks every admin for a second proof beside the password. Set up a passkey or an
            authenticator app here. Then the admin area opens.
          </p>
        </div>
        {module ? <module.FactorSetUp onDone={onDone} /> : null}
        {!module && error ? <CodeError error={error} onRetry={fetch} /> : null}
        {!module && !error ? <Skeleton className="h-72 w-full rounded-xl" /> : null}
      </div>
    </Container>
  )
}
