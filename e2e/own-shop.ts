import { type ChildProcess, spawn } from 'node:child_process'

/** A shop beside the one the other tests use, in a process group of its own. Resolves when it says it runs. */
export async function startShop(
  port: number,
  stateDir: string,
  vars: Record<string, string> = {},
): Promise<{ process: ChildProcess; readyAfterMs: number }> {
  const began = Date.now()
  const env = { ...process.env, ...vars, PORT: String(port), STATE_DIR: stateDir }
  const shop = spawn('npm', ['start', '--silent'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let log = ''
  await new Promise<void>((ready, failed) => {
    shop.on('exit', () => failed(new Error(`The shop ended:\n${log}`)))
    shop.stdout?.on('data', (chunk) => {
      log += chunk
      if (log.includes(`running at http://localhost:${port}`) && log.includes('admin / ')) ready()
    })
  })
  return { process: shop, readyAfterMs: Date.now() - began }
}

export async function endShop(shop: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  const ended = new Promise((resolve) => shop.on('exit', resolve))
  if (shop.pid) process.kill(-shop.pid, signal)
  await ended
}
