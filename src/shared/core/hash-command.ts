export const SYSTEMS = ['macOS', 'Linux', 'Windows'] as const
export type System = (typeof SYSTEMS)[number]

/** The command that prints the SHA-256 of a downloaded file. On Windows, it is for PowerShell. */
export function hashCommand(system: System, fileName: string): string {
  switch (system) {
    case 'macOS':
      return `shasum -a 256 ${quoteName(fileName)}`
    case 'Linux':
      return `sha256sum ${quoteName(fileName)}`
    case 'Windows':
      return `Get-FileHash ${quoteName(fileName, "''")}`
  }
}

/** Quotes a name that contains characters with a meaning in a shell. */
export const quoteName = (fileName: string, innerQuote = "'\\''") =>
  /^\w[\w.-]*$/.test(fileName) ? fileName : `'./${fileName.replaceAll("'", innerQuote)}'`
