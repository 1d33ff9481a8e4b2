import { Calls } from './calls-of.ts'
import {
  type Expression,
  type Import,
  itemsAt,
  type ListExpression,
  lastName,
  type MemberExpression,
  type Parameter,
  walk,
} from './expressions.ts'
import { resolvePath } from './javascript-imports.ts'
import { distinct, joinAll, type Known, UNKNOWN } from './known-text.ts'
import { isStandard } from './modules-rules.ts'
import type { Scope, SourceFile } from './source-file.ts'
import { textsOfCall } from './texts-of-call.ts'

/** Values of one name that are followed. */
export const MOST_VALUES = 200
/** Imports that are followed in one archive. Honest ones take some thousands. */
const MOST_STEPS = 300_000

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Whether an absolute import in Python has the name of a module of the language. */
export const isShadowed = ({ program }: SourceFile, module: string): boolean =>
  program.language === 'python' && !module.startsWith('.') && isStandard('python', module.split('.')[0] ?? '')

/**
 * Follows names, parameters and imports through all files of an archive. The order of execution is ignored: a name has
 * every value that is ever given to it.
 */
export class Values {
  readonly #files: readonly SourceFile[]
  readonly #entryFolder: string | null
  /** The file behind each import; null: none. */
  readonly #locals = new Map<string, SourceFile | null>()
  readonly #folders = new Map<string, boolean>()
  #steps = 0
  readonly calls = new Calls()
  readonly #names = new Map<Parameter | string, Known[] | null>()
  /** The values that are assigned to members, in any file. */
  readonly #members = new Map<string, { value: Expression; file: SourceFile }[]>()
  /** The files that import each file. */
  readonly #importers = new Map<SourceFile, Set<SourceFile>>()
  /** Null while an expression is being followed: a value that depends on itself is not known. */
  readonly #texts = new Map<Expression, Known[] | null>()

  /** `entryFolder`: where Python looks for an archive's own modules; null: not known. */
  constructor(files: readonly SourceFile[], entryFolder: string | null) {
    this.#files = files
    this.#entryFolder = entryFolder
    for (const file of files) {
      this.calls.noteFile(file)
      for (const root of file.program.roots)
        walk(root, (one, scope, parent) => this.calls.note(file, one, scope, parent))
      for (const [name, values] of file.program.assigned) {
        if (!/^[.#]/.test(name)) continue
        const known = this.#members.get(name) ?? []
        this.#members.set(name, known)
        for (const value of values) if (known.length <= MOST_VALUES) known.push({ value, file })
      }
    }
    for (const file of files) this.#noteImporter(file)
  }

  #noteImporter(file: SourceFile): void {
    for (const { module, what } of file.program.imports) {
      for (const other of [
        this.localFile(file, module),
        this.localFile(file, what.replace(/^(\.+)\./, '$1')),
      ]) {
        if (!other) continue
        const known = this.#importers.get(other) ?? new Set()
        this.#importers.set(other, known.add(file))
      }
    }
  }

  /** The file of the archive that an import names, if it is one. */
  localFile(from: SourceFile, module: string): SourceFile | undefined {
    const { language } = from.program
    if (language === 'javascript' && !/^\.{1,2}\//.test(module)) return undefined
    const key = `${language} ${folderOf(from.path)} ${module}`
    const known = this.#locals.get(key)
    if (known !== undefined) return known ?? undefined
    const found = this.#find(from, module)
    this.#locals.set(key, found ?? null)
    return found
  }

  #find(from: SourceFile, module: string): SourceFile | undefined {
    if (from.program.language === 'javascript') {
      const path = resolvePath(folderOf(from.path), module)
      return this.#files.find((one) =>
        [path, `${path}.js`, `${path}.mjs`, `${path}.cjs`, `${path}.ts`, `${path}/index.js`].includes(
          one.path,
        ),
      )
    }
    if (/^\.+/.test(module)) {
      const name = module.replace(/^\.+/, '')
      return this.#python((one) => one.module === name || one.module.endsWith(`.${name}`))
    }
    const folders = this.#foldersOf(from)
    return this.#python((one) => folders.some((folder) => one.module === `${folder}${module}`))
  }

  /** The module of the archive that an import gives to a name, if it gives a whole one. */
  localModuleOf(from: SourceFile, { module, what }: Import): string[] {
    if (from.program.language !== 'python') return []
    const whole = what.replace(/^(\.+)\./, '$1')
    // `import a.b` gives a. `a` may have no file of its own.
    if (what === module || module.startsWith(`${what}.`)) return this.#isInArchive(from, what) ? [what] : []
    return this.localFile(from, whole) ? [whole] : []
  }

  /** Whether the archive has a file for a module, or a folder with its name. */
  #isInArchive(from: SourceFile, module: string): boolean {
    const key = `${folderOf(from.path)} ${module}`
    const known = this.#folders.get(key)
    if (known !== undefined) return known
    const starts = this.#foldersOf(from).map((folder) => `${folder}${module}.`)
    const isIn =
      this.localFile(from, module) !== undefined ||
      this.#python((one) => starts.some((start) => one.module.startsWith(start))) !== undefined
    this.#folders.set(key, isIn)
    return isIn
  }

  /** Whether a module belongs to a package of the archive, also where it has no file of its own. */
  isOwnPackage(from: SourceFile, module: string): boolean {
    if (from.program.language !== 'python' || module.startsWith('.')) return false
    const [top = ''] = module.split('.')
    return !isStandard('python', top) && this.localFile(from, top)?.path.endsWith('/__init__.py') === true
  }

  #python(isWanted: (file: SourceFile) => boolean): SourceFile | undefined {
    return this.#files.find((one) => one.program.language === 'python' && isWanted(one))
  }

  /** Where an absolute import of Python looks first, each as the beginning of a module's name. */
  #foldersOf({ path }: SourceFile): string[] {
    const folders = this.#entryFolder === null ? ['', folderOf(path)] : [this.#entryFolder]
    return folders.map((folder) => (folder === '' ? '' : `${folder.replaceAll('/', '.')}.`))
  }

  /**
   * What an import names in the end: itself, or what another file of the archive imported under this name.
   * @throws RangeError where all imports together take too many steps
   */
  importsBehind(file: SourceFile, one: Import, seen = new Set<Import>()): Import[] {
    this.#steps += 1
    if (this.#steps > MOST_STEPS) throw new RangeError('The imports of the archive are too entangled')
    const other = this.localFile(file, one.module)
    if (!other) return this.isOwnPackage(file, one.module) ? [] : [one]
    if (seen.has(one)) return []
    seen.add(one)
    const member = one.what.slice(one.module.length + 1)
    // A module of the archive with the name of one of Python's: Python may have loaded its own before.
    const standard = isShadowed(file, one.module) ? [one] : []
    const behind = other.program.imports
      .filter(({ local, isEverything }) => local === member || (isEverything && local === '*'))
      .flatMap((next) =>
        this.importsBehind(
          other,
          next.isEverything ? { ...next, what: `${next.module}.${member}` } : next,
          seen,
        ),
      )
    return [...standard, ...behind]
  }

  /** The values that a name can have in a file. */
  assigned(file: SourceFile, name: string): { value: Expression; file: SourceFile }[] {
    if (/^[.#]/.test(name)) return this.#members.get(name) ?? []
    const here = (file.program.assigned.get(name) ?? []).map((value) => ({ value, file }))
    // `settings.URL = value` in a file that imports this one.
    for (const other of this.#importers.get(file) ?? [])
      for (const value of other.program.assigned.get(`.${name}`) ?? [])
        if (here.length <= MOST_VALUES) here.push({ value, file: other })
    const imported = file.program.imports.flatMap((one) => this.#imported(file, one, name))
    return [...here, ...imported]
  }

  #imported(file: SourceFile, one: Import, name: string): { value: Expression; file: SourceFile }[] {
    if (one.local !== name || one.what === one.module) return []
    const other = this.localFile(file, one.module)
    const member = one.what.slice(one.module.length + 1)
    if (!other || other === file) return []
    return (other.program.assigned.get(member) ?? []).map((value) => ({ value, file: other }))
  }

  isParameter(scope: Scope, name: string): boolean {
    return this.calls.isParameter(scope, name)
  }

  /** The texts that an expression can have. Never empty: an unknown one has the beginning ''. */
  textsOf(file: SourceFile, expression: Expression, scope: Scope): Known[] {
    const known = this.#texts.get(expression)
    if (known !== undefined) return known ?? [UNKNOWN]
    this.#texts.set(expression, null)
    const texts = this.#follow(file, expression, scope)
    this.#texts.set(expression, texts)
    return texts
  }

  #follow(file: SourceFile, expression: Expression, scope: Scope): Known[] {
    const next = (one: Expression, inside = scope, at = file) => this.textsOf(at, one, inside)
    switch (expression.type) {
      case 'text':
        return [{ text: expression.text, isWhole: true }]
      case 'number':
        return [{ text: String(expression.value), isWhole: true }]
      case 'sum':
        return joinAll(expression.parts.map((one) => next(one)))
      case 'list':
        // An object is no text.
        if (expression.keys) return [UNKNOWN]
        return expression.items.length > 0
          ? distinct(expression.items.flatMap((one) => next(one)))
          : [UNKNOWN]
      case 'name': {
        // The script's own folder.
        if (/^(__file__|__dirname|__filename)$/.test(expression.name)) return [{ text: '.', isWhole: true }]
        const { name } = expression
        const parameter = this.calls.parameterOf(scope, name)
        const assigned = () => {
          const values = this.assigned(file, name)
          if (values.length > MOST_VALUES) return [UNKNOWN]
          return values.length > 0
            ? distinct(values.flatMap(({ value, file: at }) => next(value, scope, at)))
            : [UNKNOWN]
        }
        if (!parameter) return this.#once(`${file.path} ${name}`, assigned)
        return this.#once(parameter, () => {
          const given = this.calls.argumentsOf(file, scope, name)
          const passed =
            given && given.length <= MOST_VALUES
              ? given.flatMap((one) => next(one.value, one.scope, one.file))
              : [UNKNOWN]
          return distinct(this.calls.isChanged(file, scope, name) ? [...passed, ...assigned()] : passed)
        })
      }
      case 'member':
        return this.#textsOfMember(file, expression, scope)
      case 'call':
        return textsOfCall(this, file, expression, scope)
      case 'other':
        if (expression.what === 'Backwards') {
          const [of] = expression.parts
          return of
            ? next(of).map((one) =>
                one.isWhole ? { text: [...one.text].reverse().join(''), isWhole: true } : UNKNOWN,
              )
            : [UNKNOWN]
        }
        // A path: Path('a') / 'b'.
        if (expression.what === 'Binary /')
          return joinAll(
            expression.parts.flatMap((one, index) =>
              index > 0 ? [[{ text: '/', isWhole: true }], next(one)] : [next(one)],
            ),
          )
        if (expression.what === 'Key' || expression.what === 'AwaitExpression') return [UNKNOWN]
        if (expression.what === 'Property') return next(expression.parts.at(-1) as Expression)
        return [UNKNOWN]
      default:
        return [UNKNOWN]
    }
  }

  /** Follows a name once, however many expressions ask for it. Within itself it is not known. */
  #once(key: Parameter | string, follow: () => Known[]): Known[] {
    const known = this.#names.get(key)
    if (known !== undefined) return known ?? [UNKNOWN]
    this.#names.set(key, null)
    const texts = follow()
    this.#names.set(key, texts)
    return texts
  }

  #textsOfMember(file: SourceFile, member: MemberExpression, scope: Scope): Known[] {
    const [key] = this.textsOf(file, member.name, scope)
    // The folder of the script: Path(__file__).parent, import.meta.dirname, sys.argv[0]
    if (isOwnPlace(member, key?.text ?? '')) return [{ text: '.', isWhole: true }]
    if (/^(parent|name|stem)$/.test(key?.text ?? '') && !member.isIndexed) {
      const of = this.textsOf(file, member.of, scope)
      if (of.every(({ text, isWhole }) => isWhole && text === '.')) return of
    }
    // An item of a list or dictionary with known values is one of these.
    const lists = this.listsOf(file, member.of, scope)
    const named = !member.isIndexed && key?.isWhole ? this.assigned(file, `.${key.text}`) : []
    const found = [
      ...lists.flatMap(({ list, file: at }) =>
        itemsAt(list, key?.isWhole ? key.text : null).flatMap((one) => this.textsOf(at, one, scope)),
      ),
      ...named.flatMap(({ value, file: at }) => this.textsOf(at, value, scope)),
    ].filter((one) => one.text !== '' || one.isWhole)
    return found.length > 0 ? distinct(found) : [UNKNOWN]
  }

  /** The lists and dictionaries that an expression names. */
  listsOf(
    file: SourceFile,
    expression: Expression,
    scope: Scope,
    seen = new Set<Expression>(),
  ): { list: ListExpression; file: SourceFile }[] {
    if (seen.has(expression)) return []
    seen.add(expression)
    if (expression.type === 'list') return [{ list: expression, file }]
    if (expression.type === 'name' && !this.isParameter(scope, expression.name)) {
      // A list with this many parts: its items are not known.
      if ((file.program.assigned.get(expression.name)?.length ?? 0) > MOST_VALUES) return []
      const values = this.assigned(file, expression.name)
      return values.flatMap(({ value, file: at }) => this.listsOf(at, value, scope, seen))
    }
    return []
  }
}

const isOwnPlace = ({ of, isIndexed }: MemberExpression, key: string): boolean =>
  (of.type === 'name' && of.name === 'import.meta' && /^(url|dirname|filename)$/.test(key)) ||
  (isIndexed &&
    key === '0' &&
    of.type === 'member' &&
    lastName(of) === 'argv' &&
    of.of.type === 'name' &&
    of.of.name === 'sys')
