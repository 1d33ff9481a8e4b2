import type { LogMismatchData } from '../staff-mail-rules.ts'
import { compose } from './compose.ts'

/** To support: the public log is not what was signed. */
export const logMismatchMail = ({ problem }: LogMismatchData) =>
  compose({
    subject: 'The public log does not match its signed checkpoint',
    preview: problem,
    heading: 'The public log does not match',
    parts: [
      { facts: [['Found', problem]] },
      {
        text: 'Somebody changed the database, or a backup was restored and the log has not caught up. Buyers who check the log see this too. Publish nothing until it is explained: docs/operations.md, “The public log”.',
      },
    ],
    footer: [],
  })
