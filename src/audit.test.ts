import { expect, test } from 'vitest'
import { auditResult } from '../scripts/audit-rules.ts'

const report = (...severities: string[]) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      severities.map((severity, index) => [`package-${index}`, { severity }]),
    ),
    metadata: { vulnerabilities: { total: severities.length } },
  })

test.each([
  '',
  'npm error network',
  '[]',
  'null',
  '{"error":{"code":"ENOTFOUND"},"message":"request failed"}',
])('without a report (%j) the audit is skipped, says so, and does not fail', (stdout) => {
  expect(auditResult(stdout)).toEqual({ message: expect.stringContaining('SKIPPED'), failed: false })
})

test.each([[[]], [['moderate', 'low']]])('findings %j pass', (severities) => {
  expect(auditResult(report(...severities))).toEqual({
    message: expect.stringContaining('passed'),
    failed: false,
  })
})

test.each(['high', 'critical'])('a finding that is %s fails, and its package is named', (severity) => {
  const { message, failed } = auditResult(report('low', severity))
  expect([failed, message]).toEqual([true, expect.stringContaining(`package-1 (${severity})`)])
})
