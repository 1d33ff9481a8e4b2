import { globSync, readFileSync } from 'node:fs'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { mergeClasses } from './web/ui/merge-classes.ts'

// The tokens of app.css that tailwind-merge cannot recognize by their names.
const reference = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      text: ['2xs'],
      shadow: ['raised', 'overlay'],
      spacing: ['gutter', 'section'],
      container: ['page', 'copy'],
      radius: ['xs'],
    },
  },
})

/** Every word in the source of the pages that tailwind-merge knows as a class. */
const classes = [
  ...new Set(
    globSync('src/web/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] }).flatMap(
      (file) => readFileSync(file, 'utf8').match(/[^\s"'`]+/g) ?? [],
    ),
  ),
].filter((word) => reference(`${word} ${word}`) === word)

const utilities = [
  ...new Set(classes.map((name) => /(?:^|:)([^:[\](]+(?:\[.*\]|\(.*\))?[^:]*)$/.exec(name)?.[1] ?? name)),
]

test('two classes of the pages conflict where tailwind-merge says so', () => {
  expect(utilities.length).toBeGreaterThan(600)
  const differing = utilities.flatMap((first) =>
    utilities
      .map((second) => `${first} ${second}`)
      .filter((pair) => pair !== `${first} ${first}` && mergeClasses(pair) !== reference(pair)),
  )
  expect(differing).toEqual([])
})

test('a class with variants overrides only those with the same variants', () => {
  const all = [...classes, ...classes.toReversed()].join(' ')
  const known = new Set(classes.filter((name) => !mergeClasses(`${name} ${name}`).includes(' ')))
  const ofGroups = (text: string) => text.split(' ').filter((name) => known.has(name))
  expect(ofGroups(mergeClasses(all)).sort()).toEqual(ofGroups(reference(all)).sort())
  expect(mergeClasses('hover:[&:first-child]:p-2 p-2! hover:[&:first-child]:p-4 p-4! p-1')).toBe(
    'hover:[&:first-child]:p-4 p-4! p-1',
  )
})
