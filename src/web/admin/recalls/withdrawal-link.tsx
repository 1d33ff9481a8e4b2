import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { adminPath } from '../shell/admin-path.ts'

/** Leads from a withdrawn release to the people who have its file, and of a recalled one to its report sheet. */
export function WithdrawalLink({ release: { id, version, recallAdvice } }: { release: AdminRelease }) {
  const label = recallAdvice === null ? 'People' : 'People and report'
  return (
    <Button size="sm" asChild>
      <AppLink to={adminPath('products', { withdrawal: id })} aria-label={`${label} of v${version}`}>
        {label}
      </AppLink>
    </Button>
  )
}
