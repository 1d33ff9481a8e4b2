import type { z } from 'zod'
import { runSteps } from '#shared/run-steps/rules.ts'
import type { fileSchema } from '../order-mail-rules.ts'
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
