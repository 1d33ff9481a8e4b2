// A module around the built Worker, for measurements. Only the local workerd of a measurement gets it.
import { basename, join } from 'node:path'

type Modules = {
  modulesRoot: string
  modules: { type: string; path: string; contents?: string }[]
}

/** The Worker with another entry: `entryModule` gets the import path of the real one. */
export function withEntry<Worker extends Modules>(
  worker: Worker,
  entryModule: (real: string) => string,
): Worker {
  const [entry] = worker.modules
  if (!entry) throw new Error('The Worker has no modules')
  const path = join(worker.modulesRoot, 'bench-entry.js')
  const contents = entryModule(`./${basename(entry.path)}`)
  return { ...worker, modules: [{ type: 'ESModule', path, contents }, ...worker.modules] }
}
