import { expect, test, vi } from 'vitest'
import { Names } from './names-of.ts'
import { manifestOf, undeclaredIn } from './testing/archives.ts'
import { Values } from './texts-of.ts'

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

/** How often the scan asks for the texts and names of an expression. */
function stepsOf(code: string): number {
  const texts = vi.spyOn(Values.prototype, 'textsOf')
  const names = vi.spyOn(Names.prototype, 'namesOf')
  undeclaredIn({ 'main.py': `${code}\n`, 'windfall.json': manifestOf('python', 'main.py') })
  const steps = texts.mock.calls.length + names.mock.calls.length
  texts.mockRestore()
  names.mockRestore()
  return steps
}

// Every use of a name asked for every value of it again.
test.each<[string, (count: number) => string]>([
  [
    'uses and calls',
    (count) => `def f(u):\n${lines(count, () => '  open(u)')}\n${lines(count, (at) => `f("a${at}")`)}`,
  ],
  [
    'uses and unknown calls',
    (count) =>
      `import os\ndef f(u):\n${lines(count, () => '  u.get(1)')}\n${lines(count, (at) => `f(m${at})`)}`,
  ],
  [
    'assignments to members',
    (count) => `${lines(count, (at) => `a.x = b${at}`)}\n${lines(count, () => 'c.x(1)')}`,
  ],
  [
    'assignments to items',
    (count) =>
      `${lines(3 * count, (at) => `x["a${at}"] = b${at}`)}\n${lines(3 * count, (at) => `open(x["a${at}"])`)}`,
  ],
  [
    'items and their uses',
    (count) =>
      `x = [${lines(3 * count, (at) => `"b${at}",`)}]\n${lines(3 * count, (at) => `open(x[${at}])`)}`,
  ],
  [
    'assignments to a name',
    (count) => `${lines(count, (at) => `x = "a${at}"`)}\n${lines(count, () => 'open(x)')}`,
  ],
])('the steps of reading many %s grow with their number, not with its square', (_, code) => {
  expect(stepsOf(code(160)) / stepsOf(code(80))).toBeLessThan(2.5)
})
