import { expect, test } from 'vitest'
import { lossBy } from './withdrawal-labels.ts'

type Release = Parameters<typeof lossBy>[0]
const stable: Release = { id: 1, state: 'published', isBeta: false, sha256: 'a' }
const beta: Release = { id: 2, state: 'published', isBeta: true, sha256: 'b' }
const other: Release = { ...stable, id: 3, sha256: 'c' }
const yanked: Release = { ...other, state: 'yanked' }
const draft: Release = { ...other, id: 4, state: 'draft' }

test('the loss of the only stable release ends purchases, and leaves a file to testers where there is a beta version', () => {
  expect(lossBy(stable, [stable, yanked, draft], false)).toMatch(
    /only stable release.*cannot be bought, and customers have nothing to download\.$/,
  )
  expect(lossBy(stable, [stable, beta, draft], false)).toMatch(
    /cannot be bought, and only owners who chose beta versions have a file\.$/,
  )
  expect(lossBy(stable, [stable, beta, other], false)).toBeNull()
})

test('the loss of a beta version matters only where nothing else is published', () => {
  expect(lossBy(beta, [beta, stable], false)).toBeNull()
  expect(lossBy(beta, [beta, { ...beta, id: 5 }], false)).toBeNull()
  expect(lossBy(beta, [beta, yanked], false)).toContain('nobody has a file')
})

test('a recall takes the other releases with the same file too, and one of a withdrawn release takes none', () => {
  const same: Release = { ...other, sha256: stable.sha256 }
  expect(lossBy(stable, [stable, same], false)).toBeNull()
  expect(lossBy(stable, [stable, same], true)).toContain('customers have nothing')
  expect(lossBy(yanked, [yanked], true)).toBeNull()
})
