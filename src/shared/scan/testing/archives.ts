import type { ArchiveFile } from '../archive-files.ts'
import { scanFiles } from '../scan-files.ts'

/** The files of an archive, by path. Only read in tests, never run. */
export type Files = Record<string, string | { base64: string }>

export const archiveOf = (files: Files): ArchiveFile[] =>
  Object.entries(files).map(([path, content]) => {
    const bytes =
      typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.fromBase64(content.base64)
    return { path, size: bytes.length, bytes }
  })

/** What the scan finds and the archive’s manifest does not declare. */
export const undeclaredIn = (files: Files) =>
  scanFiles(archiveOf(files)).findings.filter(({ isDeclared }) => !isDeclared)

/** A manifest with one host and one file to read, as most scripts have them. */
export const manifestOf = (
  language: 'python' | 'javascript' | 'data',
  entry: string | null,
  more: Record<string, unknown> = {},
) =>
  JSON.stringify({
    format: 1,
    language,
    runtime: 'Any',
    entry,
    network: ['rpc.example.org'],
    chains: [],
    environment: [],
    reads: ['config.json'],
    writes: ['plan.csv'],
    subprocesses: [],
    keys: 'addresses',
    dependencies: ['requests', 'pandas'],
    ...more,
  })
