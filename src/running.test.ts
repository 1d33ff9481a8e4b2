import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { markRun, takeOver } from '../scripts/running.ts'

function aStateDir() {
  const dir = mkdtempSync(join(tmpdir(), 'windfall-running-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** A process that looks like the workerd of a run on this state directory. */
async function aWorkerd(stateDir: string) {
  markRun(stateDir)
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000) // workerd'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.once('spawn', resolve))
  return { ended: new Promise((resolve) => child.once('exit', resolve)), child }
}

test.runIf(existsSync('/proc'))(
  'the next start on a state directory ends the workerd that replaced a crashed one there, and no other',
  async () => {
    const [dir, other] = [aStateDir(), aStateDir()]
    const [ours, theirs] = [await aWorkerd(dir), await aWorkerd(other)]
    // The note of a killed run: its process and the workerd that it names no longer exist.
    writeFileSync(
      join(dir, '.running'),
      JSON.stringify({ node: 2 ** 30, workerd: [2 ** 30 + 1], launchers: [] }),
    )
    await takeOver(dir)
    expect(await Promise.race([ours.ended.then(() => 'ended'), theirs.ended.then(() => 'wrong one')])).toBe(
      'ended',
    )
    expect(theirs.child.exitCode ?? theirs.child.signalCode).toBeNull()
    expect(existsSync(join(dir, '.running'))).toBe(false)
  },
)
