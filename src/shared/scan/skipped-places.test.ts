import { expect, test } from 'vitest'
import { manifestOf, undeclaredIn } from './testing/archives.ts'

/** `EVIL` is the call that must be found, in each place of the language where one can stand. */
const PYTHON: [place: string, code: string][] = [
  ['the format of an f-string', 'x = 1\nprint(f"{x:{EVIL}}")'],
  ['a second value of an f-string', 'x = 1\nprint(f"{x, EVIL}")'],
  ['the annotation of a parameter', 'def f(a: EVIL, *b: int): pass'],
  ['an argument with the name of a prototype', 'dict(__proto__=EVIL)'],
  ['an unpacked argument', 'print(*[EVIL], **{"a": 1})'],
  ['a second value that is added', 'x = ()\nx += 1, EVIL'],
  ['a second key', 'x = {}\nx[1, EVIL] = 1'],
  ['a statement that begins with a text', '"x", EVIL'],
  ['a subject of two values', 'match 1, EVIL:\n  case _:\n    pass'],
]
const JAVASCRIPT: [place: string, code: string][] = [
  ['the default of an item', 'const [a = EVIL] = []'],
  ['the default of an item of an item', 'const [[a = EVIL] = []] = []'],
  ['the default of a member of a parameter', 'const f = ({ a = EVIL }) => a'],
  ['the default of an item of a parameter', 'const f = ([a = EVIL]) => a'],
  ['a target in parentheses', 'const o = {};\n[(o[EVIL])] = [1]'],
  ['a second key', 'console.log([1][0, EVIL])'],
  ['a statement that begins with a text', '"x", EVIL'],
]
const TYPESCRIPT: [place: string, code: string][] = [
  ['the default of a parameter with a type', 'class A { constructor(private x: number = EVIL as any) {} }'],
  ['an enumeration', 'enum A { x = EVIL as any }'],
  ['a namespace', 'namespace N { export const a = EVIL }'],
  ['a decorator', 'class A { @(EVIL as any) x = 1 }'],
]

const kindsIn = (path: string, code: string) =>
  undeclaredIn({
    [path]: `${code}\n`,
    'windfall.json': manifestOf(path.endsWith('.py') ? 'python' : 'javascript', path),
  }).map(({ kind }) => kind)

test.each(PYTHON)('a call in Python is found in %s', (_, code) => {
  expect(kindsIn('main.py', `import os\n${code.replace('EVIL', 'os.system("id")')}`)).toContain(
    'subprocesses',
  )
})
test.each(JAVASCRIPT)('a call in JavaScript is found in %s', (_, code) => {
  expect(kindsIn('main.mjs', code.replace('EVIL', 'fetch("https://collect.example/")'))).toContain('network')
})
test.each(TYPESCRIPT)('a call in TypeScript is found in %s', (_, code) => {
  expect(kindsIn('main.ts', code.replace('EVIL', 'fetch("https://collect.example/")'))).toContain('network')
})

test('a template string of Python, which the grammar does not know, is not passed over', () => {
  expect(kindsIn('main.py', `import os\nx = t"{os.system('id')}"`)).toEqual(['not-scanned'])
})

test.each([
  ['begins', 'let y = 2\nlet x = 1 <!-- /*\nfetch("https://collect.example/")\n// */ y'],
  ['ends', 'let x = 1, y = 2\nx/*\n*/-->/*\nfetch("https://collect.example/")\n// */ y'],
])('a comment of a page that %s in a script is not taken for operators', (_, code) => {
  expect(kindsIn('main.cjs', code)).toEqual(['not-scanned'])
})

test('counting down to zero, and a text with a comment of a page, are no alarm', () => {
  expect(kindsIn('main.cjs', 'let i = 3\nwhile (i --> 0) console.log("<!-- -->")')).toEqual([])
})
