import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

test('each line of a diff has the kind that its sign names', () => {
  const diff = '@@ -1,2 +1,2 @@\n import os\n-old\n+new\n\\ No newline at end of file\n'
  expect(diffLines(diff).map(({ kind }) => kind)).toEqual(['place', 'same', 'removed', 'added', 'same'])
})

test('lines that look like file names are removed and added lines', () => {
  expect(diffLines('--- a\n+++ b').map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

test('an empty diff has no lines', () => {
  expect(diffLines('')).toEqual([])
})
