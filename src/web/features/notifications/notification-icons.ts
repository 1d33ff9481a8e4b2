import {
  CircleAlert,
  CircleCheck,
  Info,
  type LucideIcon,
  Repeat,
  ShieldCheck,
  ShoppingBag,
  TriangleAlert,
} from 'lucide-react'
import type { Notification } from '#shared/notifications/contract.ts'

/** The icon and colour of each type. */
export const ICONS: Record<Notification['type'], { Icon: LucideIcon; ink: string }> = {
  info: { Icon: Info, ink: 'text-info' },
  success: { Icon: CircleCheck, ink: 'text-success' },
  warning: { Icon: TriangleAlert, ink: 'text-warning' },
  error: { Icon: CircleAlert, ink: 'text-danger' },
  purchase: { Icon: ShoppingBag, ink: 'text-success' },
  purchase_completed: { Icon: ShoppingBag, ink: 'text-success' },
  subscription_created: { Icon: Repeat, ink: 'text-success' },
  admin_update: { Icon: ShieldCheck, ink: 'text-info' },
}
