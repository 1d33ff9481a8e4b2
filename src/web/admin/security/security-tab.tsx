import { RefusalCounts } from './refusal-counts.tsx'
import { RefusalList } from './refusal-list.tsx'
import { SensitiveActs } from './sensitive-acts.tsx'
import { StaffFactors } from './staff-factors.tsx'
import { StaffSessions } from './staff-sessions.tsx'

/** Refused calls, sessions and second factors of the staff, and sensitive actions. */
export default function SecurityTab() {
  return (
    <div className="grid gap-6">
      <RefusalCounts />
      <RefusalList />
      <StaffSessions />
      <StaffFactors />
      <SensitiveActs />
    </div>
  )
}
