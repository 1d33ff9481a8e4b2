// A movable clock for simulated runs: modules around a built Worker. Only the local workerd gets these modules; a
// deployment by `wrangler deploy` does not contain them.
import { basename, join } from 'node:path'

/** `GET` returns the clock's offset, `PUT` sets it: milliseconds as text. The path is below the sandbox's pages. */
export const CLOCK_PATH = '/sandbox/clock'

type Modules = { modulesRoot: string; modules: { type: string; path: string; contents?: string }[] }
type Classes = Record<string, string | { className: string; scriptName?: string }>

/**
 * The Worker with a clock that is `movedMs` ahead of the machine's clock. Alarms are set in the moved time but fire by
 * the machine's clock, so a jump of the moved clock does not bring an alarm forward.
 */
export function withMovedClock<Worker extends Modules & { durableObjects?: Classes }>(
  worker: Worker,
  movedMs: number,
): Worker {
  const [entry] = worker.modules
  if (!entry) return worker
  const classes = Object.values(worker.durableObjects ?? {}).flatMap((object) => {
    if (typeof object === 'string') return [object]
    return object.scriptName === undefined ? [object.className] : []
  })
  const at = (name: string) => join(worker.modulesRoot, name)
  const modules = [
    {
      type: 'ESModule',
      path: at('moved-clock-entry.js'),
      contents: entryModule(basename(entry.path), [...new Set(classes)]),
    },
    { type: 'ESModule', path: at('moved-clock.js'), contents: clockModule(movedMs) },
    ...worker.modules,
  ]
  return { ...worker, modules }
}

/** Evaluated before the Worker's own modules. */
const clockModule = (movedMs: number) => `
const RealDate = Date
export const clock = { movedMs: ${movedMs} }
const now = () => RealDate.now() + clock.movedMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self === globalThis.Date ? target : self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
export function moveAlarms(storage) {
  const methods = Object.getPrototypeOf(storage)
  if (Object.hasOwn(methods, 'clockIsMoved')) return
  const { setAlarm, getAlarm } = methods
  Object.assign(methods, {
    clockIsMoved: true,
    setAlarm(at, options) { return setAlarm.call(this, Number(at) - clock.movedMs, options) },
    async getAlarm(options) {
      const at = await getAlarm.call(this, options)
      return at === null ? null : at + clock.movedMs
    },
  })
}
`

const entryModule = (entry: string, classes: string[]) => `
import { clock, moveAlarms } from './moved-clock.js'
import * as worker from './${entry}'
export * from './${entry}'
${classes
  .map(
    (name) => `export class ${name} extends worker.${name} {
  constructor(ctx, env) {
    moveAlarms(ctx.storage)
    super(ctx, env)
  }
}`,
  )
  .join('\n')}
export default {
  ...worker.default,
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== '${CLOCK_PATH}') return worker.default.fetch(request, env, ctx)
    if (request.method === 'PUT') {
      const text = await request.text()
      clock.movedMs = Number(text)
      if (env.SANDBOX) await env.SANDBOX.fetch(request.url, { method: 'PUT', body: text })
    }
    return Response.json({ movedMs: clock.movedMs })
  },
}
`
