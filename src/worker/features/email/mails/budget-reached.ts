import type { BudgetReachedData } from '../staff-mail-rules.ts'
import { compose } from './compose.ts'

/** To support: more was asked of the shop without paying than a budget allows. */
export const budgetReachedMail = ({ kind, scope }: BudgetReachedData) =>
  compose({
    subject: `Too many requests: ${kind}`,
    preview: `The budget of ${scope} is used up.`,
    heading: `The budget “${kind}” is used up`,
    parts: [
      {
        facts: [
          ['Budget', kind],
          ['Counted for', scope],
        ],
      },
      {
        text: 'Further requests get “try again later” until the budget has refilled. Paid orders and their mails go on. This is an attack, or a campaign that sells better than planned: docs/operations.md, “Budgets”. The next mail about this budget comes in an hour at the earliest.',
      },
    ],
    footer: [],
  })
