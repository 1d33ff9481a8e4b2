import { expect, test } from 'vitest'
import { readmeParts } from './readme-parts.ts'

test('a README without its title is divided into what the script does not do and the rest', () => {
  const { limits, rest } = readmeParts(
    '# Planner\n\nPlans.\n\n## What it does not do\n\n- It does not sign.\n- It does not send.\n\n## Safety\n\nNo keys.',
  )
  expect(limits).toEqual(['It does not sign.', 'It does not send.'])
  expect(rest).toEqual([
    { kind: 'paragraph', text: 'Plans.' },
    { kind: 'heading', level: 2, text: 'Safety' },
    { kind: 'paragraph', text: 'No keys.' },
  ])
})

test('a README may say nothing about limits, and a release may have none', () => {
  expect(readmeParts('Plans.')).toEqual({ limits: [], rest: [{ kind: 'paragraph', text: 'Plans.' }] })
  expect(readmeParts(null)).toEqual({ limits: [], rest: [] })
})
