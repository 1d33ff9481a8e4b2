import { BRAND } from '#shared/core/brand.ts'
import { formatMoment } from '#shared/core/format-day.ts'
import { safeFileName } from '#shared/releases/file-name-rules.ts'

export type ArchiveEntry = {
  /** The path in the archive, with `/`. */
  name: string
  productName: string
  version: string
  /** Lower-case hex. */
  sha256: string
}

/** A product whose file is not in the archive, with the reason. */
export type LeftOut = { productName: string; version: string; reason: 'limit' | 'unavailable' }

const REASONS: Record<LeftOut['reason'], string> = {
  limit:
    'its download limit is reached. Download this file alone in your dashboard to see when it works again.',
  unavailable: 'its file is temporarily unavailable. We know, and are repairing it. Please try again later.',
}

/** `slug-version/file.zip`: a folder of its own, because two products may have files of one name. */
export const entryName = (slug: string, version: string, fileName: string): string =>
  `${slug}-${version}/${safeFileName(fileName, slug)}`

/** The lines that `sha256sum -c` and `shasum -c` read. */
export const sumsText = (entries: readonly ArchiveEntry[]): string =>
  entries.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')

export function readmeText(
  entries: readonly ArchiveEntry[],
  left: readonly LeftOut[],
  { publicUrl, supportEmail, now }: { publicUrl: string; supportEmail: string; now: number },
): string {
  const lines = [
    `${BRAND}: your files, ${formatMoment(now)}`,
    '',
    'Each archive is unchanged, as it was published:',
    '',
    ...entries.map(({ productName, version, name }) => `- ${productName} ${version}: ${name}`),
    ...(left.length === 0
      ? []
      : [
          '',
          'NOT in this archive:',
          '',
          ...left.map(
            ({ productName, version, reason }) => `- ${productName} ${version}: ${REASONS[reason]}`,
          ),
        ]),
    '',
    'Check all files, in this folder, before you unpack one:',
    '',
    '  Linux:    sha256sum -c SHA256SUMS.txt',
    '  macOS:    shasum -a 256 -c SHA256SUMS.txt',
    '  Windows:  Get-ChildItem -Recurse *.zip | Get-FileHash (PowerShell), and compare with SHA256SUMS.txt',
    '',
    'Check one file against the public log and the publisher’s signature:',
    '',
    `  curl -O ${publicUrl}/verify.py`,
    `  python3 verify.py ${entries[0]?.name ?? 'FILE'}`,
    '',
    `Questions: ${supportEmail}`,
    '',
  ]
  return lines.join('\n')
}
