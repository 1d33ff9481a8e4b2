// One shop per state directory. A killed run can leave its workerd process behind, which would continue to use the same
// database. The next start on that directory ends such a process first.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Run = { node: number; workerd: number[]; launchers: number[] }

const fileIn = (stateDir: string) => join(stateDir, '.running')

/** Ends the processes that a killed run left on this directory. Exits this process if a live run uses the directory. */
export async function takeOver(stateDir: string): Promise<void> {
  const file = fileIn(stateDir)
  if (!existsSync(file)) return
  const last = JSON.parse(readFileSync(file, 'utf8')) as Run
  if (isOurs(last.node) && last.launchers.every(isAlive)) {
    console.error(
      `A shop is already running on ${stateDir} (process ${last.node}). Stop it, or set STATE_DIR.`,
    )
    process.exit(1)
  }
  const leftover = [...new Set([last.node, ...last.workerd, ...workerdOf(stateDir)])].filter(isOurs)
  for (const pid of leftover) process.kill(pid, 'SIGKILL')
  while (leftover.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 50))
  rmSync(file, { force: true })
}

const MARK = 'WINDFALL_STATE'

/** Call before the first workerd starts: each workerd inherits the mark, also a replacement after a crash. */
export function markRun(stateDir: string): void {
  process.env[MARK] = resolve(stateDir)
}

/** Every workerd with the mark of this directory, found in /proc. */
function workerdOf(stateDir: string): number[] {
  if (!existsSync('/proc')) return []
  const mark = `${MARK}=${resolve(stateDir)}`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(
      (pid) => /workerd/.test(commandOf(pid)) && read(`/proc/${pid}/environ`).split('\0').includes(mark),
    )
}

/** Stores the process ids of this run and its workerd, for the next start. */
export function noteRun(stateDir: string, launcher: number): void {
  // npm starts a shell, which starts this process. If either is gone, no terminal can stop this run.
  const launchers = [launcher, parentOf(launcher)].filter((pid) => pid > 1)
  const run: Run = { node: process.pid, workerd: childrenOf(process.pid), launchers }
  writeFileSync(fileIn(stateDir), JSON.stringify(run))
}

export const forgetRun = (stateDir: string) => rmSync(fileIn(stateDir), { force: true })

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(statOf(pid))
  } catch {
    return false
  }
}

/** The id can belong to another process by now. Only a workerd or a run of serve.ts may be ended. */
const isOurs = (pid: number) => isAlive(pid) && /workerd|serve\.ts/.test(commandOf(pid))

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const statOf = (pid: number) => read(`/proc/${pid}/stat`)
const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')

const parentOf = (pid: number) => Number(/^\d+ \(.*\) \S (\d+) /.exec(statOf(pid))?.[1] ?? 0)

/** Found in /proc. On systems without /proc the list is empty, and leftover processes must be ended by hand. */
function childrenOf(parent: number): number[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter(
      (name) =>
        /^\d+$/.test(name) &&
        statOf(Number(name))
          .replace(/^.*\) \S /, '')
          .startsWith(`${parent} `),
    )
    .map(Number)
}
