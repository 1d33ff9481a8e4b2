import { readBundle } from '#shared/log/bundle-rules.ts'
import { readCheckpoint, readVerifierKey } from '#shared/log/checkpoint-rules.ts'
import { rootOf } from '#shared/log/merkle-rules.ts'
import { TILE_WIDTH, tilePath } from '#shared/log/tile-path-rules.ts'
import { LogRefused } from '#shared/publishers/key-periods-rules.ts'

/** The entries of the log, in their order, whose tree has the root that the log's key signed. */
export type CheckedLog = { entries: readonly string[] }

/** Bundles that are fetched at a time. */
const AT_ONCE = 6

/**
 * Reads the whole public log and compares it with its newest checkpoint.
 * @throws LogRefused where it does not match, Error where it could not be read
 */
export async function readLog(): Promise<CheckedLog> {
  const [keyText, note] = await Promise.all([textOf('/log/vkey'), textOf('/log/checkpoint', 'no-cache')])
  const key = await readVerifierKey(keyText)
  if (!key) throw new LogRefused('The key of the log is malformed')
  const checkpoint = await readCheckpoint(note, key)
  if (checkpoint?.origin !== key.name)
    throw new LogRefused('The newest checkpoint is not signed by the log’s key')
  const entries = await readEntries(checkpoint.size)
  if (entries.length === 0 || (await rootOf(entries)) !== checkpoint.root)
    throw new LogRefused('The entries do not have the root that the checkpoint signs')
  return { entries }
}

async function readEntries(size: number): Promise<string[]> {
  const count = Math.ceil(size / TILE_WIDTH)
  const bundles: string[][] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at)
    bundles.push(...(await Promise.all(indexes.map((index) => readOne(index, size)))))
  }
  return bundles.flat()
}

async function readOne(index: number, size: number): Promise<string[]> {
  const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH)
  const answer = await fetchOk(`/log/${tilePath({ level: null, index, width })}`)
  const bundle = new Uint8Array(await answer.arrayBuffer())
  try {
    return readBundle(bundle)
  } catch (cause) {
    throw new LogRefused(cause instanceof Error ? cause.message : String(cause))
  }
}

const textOf = async (path: string, cache?: RequestCache) => (await fetchOk(path, cache)).text()

/** Not `apiFetch`, which bypasses the cache: bundles never change. */
async function fetchOk(path: string, cache: RequestCache = 'default'): Promise<Response> {
  const answer = await fetch(path, { cache })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}
