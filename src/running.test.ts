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

/** A process that looks like a workerd, as a run on this directory would start it. */
async function aWorkerd(stateDir: string) {
  markRun(stateDir)
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000) // workerd'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.once('spawn', resolve))
  return { ended: new Promise((resolve) => child.once('exit', resolve)), child }
}

test.runIf(existsSync('/proc'))(
  'a workerd that took the place of a crashed one is ended by the next start on its directory, and no other',
  async () => {
    const [dir, other] = [aStateDir(), aStateDir()]
    const [ours, theirs] = [await aWorkerd(dir), await aWorkerd(other)]
    // A killed run: neither it nor the workerd that it noted is there any more.
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
