import type { z } from 'zod'
import { runSteps } from '#shared/run-steps/rules.ts'
import type { BundledFile, fileSchema } from '../order-mail-rules.ts'
import type { Part } from './compose.ts'

/** "Run it in three steps" for the file of a mail; empty where its archive has nothing to start. */
export function runParts(file: z.infer<typeof fileSchema>, publicUrl: string): Part[] {
  if (!file.run) return []
  const { name, sha256, run } = file
  const steps = runSteps({ name, sha256, run, isLogged: file.logIndex != null }, publicUrl)
  if (steps === null) return []
  return [
    { text: 'Run it in three steps, on macOS or Linux:' },
    ...steps.map(({ title, text, commands }, index) => ({
      label: `${index + 1}. ${title}. ${text}`,
      code: commands.macOS,
    })),
    { quiet: ON_WINDOWS },
  ]
}

const ON_WINDOWS =
  'On Windows, use PowerShell: write “py” instead of “python3”, “curl.exe” instead of “curl”, and “Expand-Archive” instead of “unzip”.'

/** A product of a bundle, and its link: an empty address where it has no file. */
export type LinkedFile = BundledFile & { downloadUrl: string }

/** The products of a bundle, each with its download, its file and its licence key. */
export const bundleParts = (bundle: readonly LinkedFile[], publicUrl: string): Part[] =>
  bundle.flatMap(({ productName, slug, file, licenceKey, downloadUrl }): Part[] =>
    file === null
      ? [
          {
            text: `${productName} has no file at the moment. We will email you its link as soon as it has one.`,
          },
        ]
      : [
          { button: `Download ${productName}`, url: downloadUrl },
          { facts: [['File', `${file.name}, version ${file.version}`]] },
          { label: `SHA-256 of ${file.name}`, code: file.sha256 },
          ...(licenceKey
            ? [{ label: `Licence key of ${productName}. Keep it to yourself`, code: licenceKey }]
            : []),
          { link: `How to run ${productName}`, url: `${publicUrl}/products/${slug}` },
        ],
  )
