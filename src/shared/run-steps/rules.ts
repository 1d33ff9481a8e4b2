import type { RunFacts } from '#shared/catalogue/contract.ts'
import { hashCommand, quoteName, type System } from '#shared/core/hash-command.ts'

/** One step, with its lines to copy for each system. On Windows, they are for PowerShell. */
export type RunStep = { title: string; text: string; commands: Record<System, string> }

export type RunnableFile = {
  name: string
  sha256: string
  /** Its publication is in the public log, so that verify.py can check it. */
  isLogged: boolean
  run: RunFacts
}

/**
 * The three steps from the downloaded archive to the first run: check, unpack, run. They are written from what the
 * archive declares, so each line works with this file. Null where the archive has nothing to start.
 */
export function runSteps(file: RunnableFile, shopUrl: string): RunStep[] | null {
  const { language, entry } = file.run
  if (entry === null || language === 'data') return null
  return [checkStep(file, shopUrl), unpackStep(file, entry), runStep(file.run, entry)]
}

const forEach = (line: (system: System) => string): Record<System, string> => ({
  macOS: line('macOS'),
  Linux: line('Linux'),
  Windows: line('Windows'),
})

const PYTHON: Record<System, string> = { macOS: 'python3', Linux: 'python3', Windows: 'py' }

function checkStep({ name, sha256, isLogged }: RunnableFile, shopUrl: string): RunStep {
  if (!isLogged) {
    return {
      title: 'Check the file',
      text: `In the folder with the download. The line must print ${sha256}`,
      commands: forEach((system) => hashCommand(system, name)),
    }
  }
  const get: Record<System, string> = { macOS: 'curl -O', Linux: 'curl -O', Windows: 'curl.exe -O' }
  return {
    title: 'Check the file',
    text: 'In the folder with the download. It compares the file with the public log and its signature.',
    commands: forEach(
      (system) =>
        `${get[system]} ${shopUrl}/verify.py\n${PYTHON[system]} verify.py ${quoteFor(system, name)}`,
    ),
  }
}

/** `entry`: a file of the archive. Where its top folder is not known, the lines look for that file. */
function unpackStep({ name, run: { folder } }: RunnableFile, entry: string): RunStep {
  const stem = name.replace(/\.zip$/i, '')
  // An archive with a top folder brings its own; else the files get a folder of their own.
  const into = folder ? '' : stem
  const file = entry.split('/').at(-1) ?? entry
  const commands = forEach((system) => {
    const quoted = (text: string) => quoteFor(system, text)
    const archive = quoted(name)
    if (system === 'Windows') {
      const go =
        folder === null
          ? `(Get-ChildItem ${quoted(stem)} -Recurse -Filter ${wordFor(system, file)})[0].DirectoryName`
          : quoted(folder || stem)
      return `Expand-Archive ${archive} ${into === '' ? '.' : quoted(into)}\ncd ${go}`
    }
    const go =
      folder === null
        ? `"$(dirname "$(find ${quoted(stem)} -name ${wordFor(system, file)} | head -n 1)")"`
        : quoted(folder || stem)
    return `unzip ${archive}${into === '' ? '' : ` -d ${quoted(into)}`}\ncd ${go}`
  })
  return { title: 'Unpack it', text: 'The archive becomes a folder of its own.', commands }
}

function runStep({ language, runtime, dependencies, hasExample }: RunFacts, entry: string): RunStep {
  const options = hasExample ? ' --config config.example.json' : ''
  const commands = forEach((system) => {
    const python = PYTHON[system]
    const packages = dependencies.map((name) => wordFor(system, name)).join(' ')
    const install = language === 'python' ? `${python} -m pip install ${packages}` : `npm install ${packages}`
    const start = `${language === 'python' ? python : 'node'} ${quoteFor(system, entry)}${options}`
    return dependencies.length === 0 ? start : `${install}\n${start}`
  })
  const text = hasExample
    ? `Needs ${runtime}. This first run uses the example settings; README.md says how to make your own.`
    : `Needs ${runtime}. README.md explains the settings.`
  return { title: 'Run it', text, commands }
}

const quoteFor = (system: System, text: string): string =>
  system === 'Windows' ? quoteName(text, "''") : quoteName(text)

/** A word that is no path: a package, or a name to look for. */
const wordFor = (system: System, text: string): string =>
  /^[@\w][\w./@-]*$/.test(text) ? text : `'${text.replaceAll("'", system === 'Windows' ? "''" : "'\\''")}'`
