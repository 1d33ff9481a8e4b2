import { expect, test } from 'vitest'
import { CATALOGUE } from '../scripts/mutants/catalogue.ts'
import { outOfDate } from '../scripts/mutants/tree-copy.ts'

test('every fault of test:mutants quotes an existing line and names an existing test', () => {
  const outdated = CATALOGUE.flatMap((mutant) => {
    const reason = outOfDate('.', mutant)
    return reason === null ? [] : [`${mutant.id}: ${reason}`]
  })
  expect(outdated).toEqual([])
  expect(CATALOGUE.length).toBeGreaterThan(50)
})
