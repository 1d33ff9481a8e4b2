// npm start: from a fresh clone to a working shop. Runs on Node 20; all commands after the install use the pinned Node.
import { spawn } from 'node:child_process'
import { build, createDevVars, install, root, toolEnv } from './prepare.mjs'

await install()
createDevVars()
await build()
const shop = spawn('node', ['scripts/serve.ts'], {
  cwd: root,
  env: toolEnv({ WINDFALL_LAUNCHER: String(process.ppid) }),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => shop.kill(signal))
shop.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
