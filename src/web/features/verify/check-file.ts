import { hashOf, toHex } from '#shared/core/bytes.ts'
import { type FileReport, reportFile } from '#shared/publishers/file-report-rules.ts'
import { LogRefused } from '#shared/publishers/key-periods-rules.ts'
import type { CheckedLog } from './read-log.ts'

export type CheckedFile = {
  name: string
  /** Bytes. */
  size: number
  sha256: string
  /** `refused`: the log breaks its own rules about this file. */
  report: FileReport | { verdict: 'refused'; reason: string }
  /** The number of entries of the log. */
  entryCount: number
}

/** Hosts whose shop makes its own keys at its first start. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1']

/** Compares a file with the log. The file is read on this computer only. @throws Error where it cannot be read */
export async function checkFile(file: File, { entries }: CheckedLog): Promise<CheckedFile> {
  const { name, size } = file
  const sha256 = toHex(await hashOf(new Uint8Array(await file.arrayBuffer())))
  const circumstances = { now: Date.now(), isLocal: LOCAL_HOSTS.includes(location.hostname) }
  const report = await reportFile(entries, { sha256, size }, circumstances).catch((cause: unknown) => {
    if (cause instanceof LogRefused) return { verdict: 'refused' as const, reason: cause.message }
    throw cause
  })
  return { name, size, sha256, report, entryCount: entries.length }
}
