export const SYSTEMS = ['macOS', 'Linux', 'Windows'] as const
export type System = (typeof SYSTEMS)[number]

/** The one command that prints the SHA-256 of a downloaded file. On Windows it is for PowerShell. */
export function hashCommand(system: System, fileName: string): string {
  switch (system) {
    case 'macOS':
      return `shasum -a 256 ${quote(fileName, "'\\''")}`
    case 'Linux':
      return `sha256sum ${quote(fileName, "'\\''")}`
    case 'Windows':
      return `Get-FileHash ${quote(fileName, "''")}`
  }
}

/** A name that a shell could read as anything else is quoted. */
const quote = (fileName: string, innerQuote: string) =>
  /^\w[\w.-]*$/.test(fileName) ? fileName : `'./${fileName.replaceAll("'", innerQuote)}'`
