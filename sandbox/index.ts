import type { Env } from './env.ts'

export { SandboxState } from './state.ts'

/** All state is in one Durable Object, so that it is consistent and survives a restart. */
export default {
  fetch: (request, env) => env.STATE.getByName('main').fetch(request),
} satisfies ExportedHandler<Env>
