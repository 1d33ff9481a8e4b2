import {
  BookOpen,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CloudDownload,
  Flag,
  Gavel,
  HandCoins,
  type LucideIcon,
  Mail,
  Puzzle,
  ScanSearch,
  Share2,
  ShieldUser,
  Undo2,
} from 'lucide-react'
import type { TimelineKind } from '#shared/orders/contract.ts'

/** The icon and colour of each kind of event. */
export const TIMELINE_ICONS: Record<TimelineKind, { Icon: LucideIcon; className: string }> = {
  checkout: { Icon: CircleDashed, className: 'text-muted' },
  paid: { Icon: CircleCheck, className: 'text-success' },
  part: { Icon: Puzzle, className: 'text-info' },
  closed: { Icon: CircleSlash, className: 'text-muted' },
  flagged: { Icon: Flag, className: 'text-danger' },
  'money-back': { Icon: Undo2, className: 'text-info' },
  dispute: { Icon: Gavel, className: 'text-warning' },
  refund: { Icon: HandCoins, className: 'text-info' },
  ledger: { Icon: BookOpen, className: 'text-subtle' },
  commission: { Icon: Share2, className: 'text-muted' },
  mail: { Icon: Mail, className: 'text-muted' },
  download: { Icon: CloudDownload, className: 'text-muted' },
  admin: { Icon: ShieldUser, className: 'text-fg' },
  finding: { Icon: ScanSearch, className: 'text-danger' },
}
