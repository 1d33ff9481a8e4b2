import { X } from 'lucide-react'
import { AUDIT_ACTIONS } from '#shared/audit/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { sayAction } from './audit-labels.ts'

const ALL = 'all'
const ACTIONS = [
  { value: ALL, label: 'Every action' },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: sayAction(action) })),
]

/** The filters of the audit log. A new filter replaces the last one. `who`: the name of the actor in the filter. */
export function AuditFilters({ who }: { who: string }) {
  const { get, set } = useAddressFilter()
  const action = get('action')
  return (
    <>
      <SearchField label="Subject, for example payment:41" name="subject" instead={OTHERS} />
      <Select
        aria-label="Action"
        className="w-auto min-w-52"
        // An unknown action in the address is an option as well.
        options={
          action && !ACTIONS.some(({ value }) => value === action)
            ? [...ACTIONS, { value: action, label: sayAction(action) }]
            : ACTIONS
        }
        value={action || ALL}
        onValueChange={(next) => set({ action: next === ALL ? '' : next, actor: '', subject: '' })}
      />
      {get('actor') ? (
        <Button size="sm" onClick={() => set({ actor: '' })} aria-label={`By ${who}: show everybody’s`}>
          By {who}
          <X aria-hidden="true" />
        </Button>
      ) : null}
      <p className="w-full text-muted text-xs">One filter at a time: a new filter replaces the last one.</p>
    </>
  )
}

const OTHERS = ['actor', 'action'] as const
