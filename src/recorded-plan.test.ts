import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RECORDED_FILE, recordPlan } from '../seed/record-plan.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the landing page shows what the sample script really prints and plans', () => {
  expect(readFileSync(RECORDED_FILE, 'utf8')).toBe(recordPlan())
})
