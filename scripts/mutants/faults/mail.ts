// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source text
import type { Mutant } from '../mutant.ts'

export const mail: readonly Mutant[] = [
  {
    id: 'mail-one-try-too-many',
    area: 'mail',
    file: 'src/worker/features/email/send-email.ts',
    find: 'delivery.attempts >= MAX_ATTEMPTS',
    replace: 'delivery.attempts > MAX_ATTEMPTS',
    test: 'src/worker/features/email/send-email.test.ts',
  },
  {
    id: 'mail-new-key-at-every-try',
    area: 'mail',
    file: 'src/worker/features/email/send-email.ts',
    find: '`${delivery.reference}:${delivery.run}`',
    replace: '`${delivery.reference}:${delivery.attempts}`',
    test: 'src/worker/features/email/send-email.test.ts',
  },
  {
    id: 'mail-refusal-retried',
    area: 'mail',
    file: 'src/worker/features/email/send-email.ts',
    find: 'if (outcome.permanent || ',
    replace: 'if (!outcome.permanent || ',
    test: 'src/worker/features/email/send-email.test.ts',
  },
  {
    id: 'mail-waits-too-long',
    area: 'mail',
    file: 'src/worker/features/email/retry-rules.ts',
    find: 'baseSeconds * 4 ** (attempts - 1)',
    replace: 'baseSeconds * 4 ** attempts',
    test: 'src/worker/features/email/send-email.test.ts',
  },
  {
    id: 'mail-dead-sender-taken-over',
    area: 'mail',
    file: 'src/worker/features/email/delivery-writes.ts',
    find: 'lt(emailDeliveries.updatedAt, now - CLAIM_MS)',
    replace: 'lt(emailDeliveries.updatedAt, now)',
    test: 'src/worker/features/email/send-email.test.ts',
  },
  {
    id: 'mail-sent-before-due',
    area: 'mail',
    file: 'src/worker/features/email/delivery-writes.ts',
    find: 'lte(emailDeliveries.dueAt, now + EARLY_MS),',
    replace: 'lte(emailDeliveries.queuedAt, now + EARLY_MS),',
    test: 'src/worker/features/email/send-email.test.ts',
  },
  {
    id: 'mail-second-run-same-key',
    area: 'mail',
    file: 'src/worker/features/email/delivery-writes.ts',
    find: 'run: dead.run + 1,',
    replace: 'run: dead.run,',
    test: 'src/worker/features/email/send-email.test.ts',
  },
]
