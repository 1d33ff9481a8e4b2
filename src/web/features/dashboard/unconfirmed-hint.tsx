import { useQuery } from '@tanstack/react-query'
import { cn } from '../../ui/cn.ts'
import { profileQuery } from '../accounts/queries.ts'
import { TabLink } from './tab-link.tsx'

/** Below an empty list: guest purchases appear only after the email address is confirmed. */
export function UnconfirmedHint({ className }: { className?: string }) {
  // Always refetched, because the address may have been confirmed in another tab.
  const { data } = useQuery({ ...profileQuery(), refetchOnMount: 'always' })
  if (!data || data.emailVerified) return null
  return (
    <p className={cn('max-w-copy text-muted text-sm', className)}>
      Bought without an account? It appears here once you have{' '}
      <TabLink
        tab="profile"
        className="rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        confirmed your email address
      </TabLink>
      .
    </p>
  )
}
