// `npm run audit`: fails on a known vulnerability, high or critical, in a production dependency. Without an answer of the
// registry it prints that it was skipped, and ends with 0: a network failure must not stop a change.
import { spawnSync } from 'node:child_process'
import { auditResult } from './audit-rules.ts'

const { stdout } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=15000'],
  {
    encoding: 'utf8',
    timeout: 60_000,
  },
)
const { message, failed } = auditResult(stdout)
console.log(message)
process.exitCode = failed ? 1 : 0
