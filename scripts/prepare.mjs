// The setup of every start and test run. It uses only Node 20 built-ins, because it runs before the first install.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

/** The environment for tools: the project's pinned Node comes first in PATH, then the machine's programs. */
export const toolEnv = (extra = {}) => ({
  ...process.env,
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  // Large tools start many times in a run: their code is compiled once.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  ...extra,
  PATH: `${bin}:${process.env.PATH}`,
})

/** Runs a command to its end. If the command fails, this process prints its output and exits. */
export function run(command, args, { quiet = false, env = {} } = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    env: toolEnv(env),
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    encoding: 'utf8',
  })
  if (done.status !== 0) {
    if (quiet) process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`)
    console.error(`${command} ${args.join(' ')} failed${done.error ? `: ${done.error.message}` : ''}`)
    process.exit(done.status || 1)
  }
}

/**
 * Runs lanes in parallel. The steps of a lane run one after the other, until the first failure. A step is a command
 * with its arguments and variables, or a function. Returns true if all steps succeed.
 */
export async function runAll(lanes) {
  const step = async (work) => {
    if (typeof work === 'function') {
      await work()
      return true
    }
    const [command, args, env = {}] = work
    const child = spawn(command, args, {
      cwd: root,
      env: toolEnv(env),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const code = await new Promise((done) => {
      child.on('error', (error) => {
        console.error(`${command}: ${error.message}`)
        done(1)
      })
      child.on('exit', (status, signal) => done(signal ? 1 : status))
    })
    if (code !== 0) console.error(`${command} ${args.join(' ')} failed`)
    return code === 0
  }
  const results = await Promise.all(
    lanes.map(async (lane) => {
      for (const work of lane) if (!(await step(work))) return false
      return true
    }),
  )
  return results.every(Boolean)
}

/** Tests and their helpers, which no build contains. */
const IS_TEST = /\.test\.tsx?$|\/src\/worker\/testing$/

/** One hash over the names and contents of these files and folders, without tests. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (!existsSync(path) || IS_TEST.test(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name))
    } else {
      hash.update(path.slice(root.length)).update(readFileSync(path))
    }
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}

/** Runs `work`, unless the marker file has this fingerprint from an earlier run. */
export async function onceFor(marker, print, work) {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === print) return false
  await work()
  mkdirSync(join(marker, '..'), { recursive: true })
  writeFileSync(marker, print)
  return true
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** A lock between processes: two parallel starts must not install or build at once. The second waits for the first. */
export async function withLock(name, work) {
  const lock = join(root, '.cache', `${name}.lock`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (let announced = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch {
      const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
      if (holder && !isRunning(holder)) rmSync(lock, { force: true })
      else {
        if (!announced) console.log(`Waiting for another start (process ${holder}) to finish its ${name} …`)
        announced = true
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

export const install = () =>
  withLock('install', () =>
    onceFor(join(root, 'node_modules', '.installed'), fingerprint(['package-lock.json']), () => {
      console.log('Installing packages …')
      // Not `npm ci`: it refuses a lock file without other platforms' optional packages, which some registries lack.
      run('npm', ['install', '--no-save', '--loglevel=error'])
    }),
  )

/** Creates `.dev.vars`, or adds new variables of the example. A variable that is commented out counts as present. */
export function createDevVars() {
  const file = join(root, '.dev.vars')
  const example = join(root, '.dev.vars.example')
  if (!existsSync(file)) {
    copyFileSync(example, file)
    console.log('Created .dev.vars with values for local runs.')
    return
  }
  const nameIn = (line) => /^#?\s*([A-Z][A-Z0-9_]*)=/.exec(line)?.[1]
  const linesOf = (path) => readFileSync(path, 'utf8').trimEnd().split('\n')
  const present = linesOf(file)
  const known = new Set(present.map(nameIn))
  const missing = linesOf(example).filter((line) => nameIn(line) && !known.has(nameIn(line)))
  if (missing.length === 0) return
  writeFileSync(file, `${[...present, ...missing].join('\n')}\n`)
  console.log(`Added to .dev.vars: ${missing.map(nameIn).join(', ')}.`)
}

const SOURCES = [
  'src',
  'sandbox',
  'public',
  'index.html',
  'vite.config.ts',
  'wrangler.toml',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/page-shell.ts',
  'scripts/page-renderer.ts',
  'scripts/build-constants.ts',
]

export const build = () =>
  withLock('build', () =>
    onceFor(join(root, 'dist', '.built-from'), fingerprint(SOURCES), () => {
      console.log('Building …')
      run('node', ['scripts/build.ts'], { quiet: true })
    }),
  )

export const stateDir = () => resolve(root, process.env.STATE_DIR ?? '.state')
