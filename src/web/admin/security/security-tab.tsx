import { RefusalCounts } from './refusal-counts.tsx'
import { RefusalList } from './refusal-list.tsx'
import { SensitiveActs } from './sensitive-acts.tsx'
import { StaffFactors } from './staff-factors.tsx'
import { StaffSessions } from './staff-sessions.tsx'

/** Who is in, who tried to get in, and what was done that matters. */
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
