import { expect, test } from 'vitest'
import { manifestOf, undeclaredIn } from './testing/archives.ts'

const hostsOf = (code: string) =>
  undeclaredIn({ 'main.mjs': `${code}\n`, 'windfall.json': manifestOf('javascript', 'main.mjs') })
    .filter(({ kind }) => kind === 'network')
    .map(({ value }) => value)

// Programs differ in where the host of these addresses ends: which one is called, only the run decides.
test.each([
  ['a backslash', String.raw`https://collect.example\\@rpc.example.org/`],
  ['a tab', String.raw`https://rpc.example.org\t.collect.example/`],
  ['a wide full stop', 'https://collect\uff0eexample.rpc.example.org/'],
])('an address with %s in its host is no known host', (_, url) => {
  expect(hostsOf(`await fetch("${url}")`)).toEqual(['*'])
})

test('a host that is given to an address later counts', () => {
  expect(
    hostsOf('const u = new URL("https://rpc.example.org/x")\nu.host = "collect.example"\nfetch(u)'),
  ).toEqual(['collect.example'])
})

test('declared hosts, with a port, a path or capital letters, are no finding', () => {
  expect(hostsOf('fetch("https://RPC.example.org:8443/a?b")\nfetch("https://rpc.example.org/1")')).toEqual([])
})
