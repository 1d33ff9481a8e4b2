import { access } from './faults/access.ts'
import { coupons } from './faults/coupons.ts'
import { cron } from './faults/cron.ts'
import { edges } from './faults/edges.ts'
import { focus } from './faults/focus.ts'
import { headers } from './faults/headers.ts'
import { mail } from './faults/mail.ts'
import { money } from './faults/money.ts'
import { publishing } from './faults/publishing.ts'
import { refunds } from './faults/refunds.ts'
import { sockets } from './faults/sockets.ts'
import { uploads } from './faults/uploads.ts'
import type { Mutant } from './mutant.ts'

/** Each fault is a mistake that an engineer could make, and changes the shop's behaviour. */
export const CATALOGUE: readonly Mutant[] = [
  ...money,
  ...access,
  ...refunds,
  ...coupons,
  ...sockets,
  ...headers,
  ...focus,
  ...cron,
  ...uploads,
  ...mail,
  ...publishing,
  ...edges,
]
