import { expect, test } from 'vitest'
import { type Files, manifestOf, undeclaredIn } from '../testing/archives.ts'

const found = (files: Files, dependencies: string[]) =>
  undeclaredIn({
    'main.py': 'print(1)\n',
    ...files,
    'windfall.json': manifestOf('python', 'main.py', { dependencies }),
  }).map(({ kind, value }) => `${kind} ${value}`)

test.each<[string, Files]>([
  ['requirements.txt', { 'requirements.txt': '# for the tables\nextra-tables==1.0\n' }],
  [
    'pyproject.toml',
    { 'pyproject.toml': '[project]\nname = "a"\ndependencies = [\n  "extra-tables>=1",\n]\n' },
  ],
  [
    'a table of pyproject.toml',
    { 'pyproject.toml': '[tool.poetry.dependencies]\npython = "^3.9"\nextra-tables = "1"\n' },
  ],
  ['package.json', { 'package.json': '{ "optionalDependencies": { "extra-tables": "^1.0.0" } }' }],
])('a package that %s installs must be declared', (_, files) => {
  expect(found(files, [])).toEqual(['dependencies extra-tables'])
  expect(found(files, ['extra_tables'])).toEqual([])
})

test.each<[string, Files, string]>([
  [
    'another index',
    { 'requirements.txt': '--index-url https://mirror.example/simple' },
    '--index-url https://mirror.example/simple',
  ],
  [
    'a file of another server',
    { 'requirements.txt': 'tables @ https://mirror.example/t.whl' },
    'tables @ https://mirror.example/t.whl',
  ],
  [
    'a file of another server',
    { 'package.json': '{"dependencies":{"tables":"https://mirror.example/t.tgz"}}' },
    'https://mirror.example/t.tgz',
  ],
  ['a repository', { 'package.json': '{"dependencies":{"tables":"somebody/tables"}}' }, 'somebody/tables'],
  [
    'another server than the registry',
    {
      'package-lock.json': '{"packages":{"node_modules/tables":{"resolved":"https://mirror.example/t.tgz"}}}',
    },
    'https://mirror.example/t.tgz',
  ],
])('a package from %s is code that is not in the archive', (_, files, value) => {
  expect(found(files, ['tables'])).toEqual([`loads-code ${value}`])
})

test('a lock with packages of the registry and links for donations is no alarm', () => {
  const tables = {
    version: '1.0.0',
    resolved: 'https://registry.npmjs.org/tables/-/tables-1.0.0.tgz',
    funding: { type: 'patreon', url: 'https://patreon.example/tables' },
  }
  const lock = JSON.stringify({ packages: { 'node_modules/tables': tables } }, null, 2)
  expect(found({ 'package-lock.json': lock }, ['tables'])).toEqual([])
})

test.each([
  ['utf-8', []],
  ['latin-1', []],
  ['utf-7', ['not-scanned Code that Python reads in another encoding']],
  ['rot13', ['not-scanned Code that Python reads in another encoding']],
])('code that names the encoding %s', (coding, findings) => {
  expect(found({ 'part.py': `#!/usr/bin/env python3\n# -*- coding: ${coding} -*-\nprint(1)\n` }, [])).toEqual(
    findings,
  )
})

test('a table with negative numbers, addresses and dates has no formula', () => {
  expect(found({ 'plan.csv': 'a,b\n-12.5,+3\n"-1",-\n2026-01-01,a@b.example\n' }, [])).toEqual([])
})
