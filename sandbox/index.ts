import type { Env } from './env.ts'

export { SandboxState } from './state.ts'

/** Everything lives in one Durable Object, so that state is consistent and survives a restart. */
export default {
  fetch: (request, env) => env.STATE.getByName('main').fetch(request),
} satisfies ExportedHandler<Env>
