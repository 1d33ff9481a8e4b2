import { BUILTINS, isOfInterest } from './abilities-rules.ts'
import { type Expression, itemsAt, lastName, nameOf, type Parameter } from './expressions.ts'
import { bare } from './javascript-imports.ts'
import type { Scope, SourceFile } from './source-file.ts'
import { MOST_VALUES, type Values } from './texts-of.ts'

/** More names than this for one expression: nobody can say what it is. */
const MOST_NAMES = 100
export const TOO_MANY = '!'
/** The constructor of an object that is not known: it can be that of functions. */
export const CONSTRUCTOR = '~constructor'
/** Before the name of a module that is a file of the archive. */
export const LOCAL = '@'

/** The dotted names of modules and functions that expressions can stand for: `os.environ`, `fs.readFileSync`. */
export class Names {
  readonly #values: Values
  /** Null while an expression is being followed. */
  readonly #known = new Map<Expression, string[] | null>()

  /** The names behind parameters and members; null while they are collected. */
  readonly #collected = new Map<Parameter | string, string[] | null>()
  /** The names in files that others ask for. */
  readonly #members = new Map<string, Expression>()

  constructor(values: Values) {
    this.#values = values
  }

  /** Never empty for an expression that can be called. `?`: anything. `a[?]`: an unknown member of a. `a()`: a result. */
  namesOf(file: SourceFile, expression: Expression, scope: Scope): string[] {
    const known = this.#known.get(expression)
    if (known !== undefined) return known ?? []
    this.#known.set(expression, null)
    const names = [
      ...new Set(
        this.#follow(file, expression, scope).map((name) =>
          name.startsWith(LOCAL) || name === CONSTRUCTOR || isOfInterest(file.program.language, name)
            ? name
            : '?',
        ),
      ),
    ]
    const few = names.length > MOST_NAMES ? [TOO_MANY, ...names.slice(0, MOST_NAMES)] : names
    this.#known.set(expression, few)
    return few
  }

  /** The names of all that a parameter gets. */
  #namesPassed(file: SourceFile, scope: Scope, name: string): string[] {
    const parameter = this.#values.calls.parameterOf(scope, name)
    if (!parameter) return []
    const given = () =>
      this.#values.calls
        .someArgumentsOf(file, scope, name)
        .flatMap((one) => this.namesOf(one.file, one.value, one.scope))
    return this.#once(parameter, given)
  }

  /** The names of all that is assigned to members with a name, in any file. */
  #namesAssigned(file: SourceFile, name: string, scope: Scope): string[] {
    return this.#once(name, () =>
      ['.', '#'].flatMap((sign) => {
        const values = this.#values.assigned(file, `${sign}${name}`)
        const names = values.flatMap(({ value, file: at }) => this.namesOf(at, value, scope))
        return values.length > MOST_VALUES ? [TOO_MANY, ...names] : names
      }),
    )
  }

  /** Collects names once, however many expressions ask for them. */
  #once(key: Parameter | string, collect: () => string[]): string[] {
    const known = this.#collected.get(key)
    if (known !== undefined) return known ?? []
    this.#collected.set(key, null)
    const names = [...new Set(collect())]
    this.#collected.set(key, names)
    return names
  }

  /** What a file of the archive knows under a name: the member of a module. */
  #memberOf(file: SourceFile, module: string, name: string): string[] {
    const other = this.#values.localFile(file, module)
    return other ? this.#inFile(other, name) : []
  }

  #inFile(file: SourceFile, name: string): string[] {
    const { assigned, imports } = file.program
    if (!assigned.has(name) && !imports.some(({ local }) => local === name || local === '*')) return []
    const key = `${name} ${file.path}`
    const member = this.#members.get(key) ?? nameOf(0, name)
    this.#members.set(key, member)
    // Not the function of the language with this name: that is no member of a file.
    return this.namesOf(file, member, []).filter((one) => one !== name)
  }

  /** What a name can be by `from module import *`, where the module is a file of the archive. */
  #throughStars(file: SourceFile, name: string): string[] {
    return file.program.imports.flatMap(({ isEverything, local, module }) =>
      isEverything && local === '*' ? this.#memberOf(file, module, name) : [],
    )
  }

  #follow(file: SourceFile, expression: Expression, scope: Scope): string[] {
    const next = (one: Expression, at = file) => this.namesOf(at, one, scope)
    switch (expression.type) {
      case 'name': {
        const { name } = expression
        const calls = this.#values.calls
        if (name === 'this' && calls.isGlobalThis(file, scope)) return ['globalThis']
        const passed = this.#namesPassed(file, scope, name)
        if (calls.isParameter(scope, name) && !calls.isChanged(file, scope, name)) return passed
        const imports = file.program.imports.filter(({ local }) => local === name)
        const foreign = imports.flatMap((one) => this.#values.importsBehind(file, one))
        const local = [
          ...imports.flatMap((one) => this.#values.localModuleOf(file, one).map((module) => LOCAL + module)),
          ...this.#throughStars(file, name),
        ]
        const assigned = this.#once(`= ${file.path} ${name}`, () =>
          this.#values
            .assigned(file, name)
            .flatMap(({ value, file: at }) => (value === expression ? [] : next(value, at))),
        )
        if (assigned.length > 0 || imports.length > 0 || local.length > 0)
          return [...passed, ...local, ...foreign.map(({ what }) => bare(what)), ...assigned]
        return BUILTINS.has(name) ? [name] : ['?']
      }
      case 'member': {
        const known = this.#values.textsOf(file, expression.name, scope)
        const of = next(expression.of)
        const isLong =
          expression.isIndexed &&
          expression.of.type === 'name' &&
          (file.program.assigned.get(expression.of.name)?.length ?? 0) > MOST_VALUES
        const items = expression.isIndexed
          ? this.#values
              .listsOf(file, expression.of, scope)
              .flatMap(({ list, file: at }) =>
                itemsAt(list, known[0]?.isWhole ? known[0].text : null).flatMap((one) => next(one, at)),
              )
          : []
        const names = known.flatMap(({ text, isWhole }) => {
          const own = isWhole && !expression.isIndexed ? this.#namesAssigned(file, text, scope) : []
          const from = (of.length > 0 ? of : ['?']).map((name) =>
            name === '?' || name === CONSTRUCTOR ? '?' : isWhole ? `${name}.${text}` : `${name}[?]`,
          )
          const inFiles = isWhole
            ? of.flatMap((name) => (name.startsWith(LOCAL) ? this.#memberOf(file, name.slice(1), text) : []))
            : []
          const made =
            isWhole && text === 'constructor' && file.program.language === 'javascript' ? [CONSTRUCTOR] : []
          return [...own, ...inFiles, ...made, ...from]
        })
        return [...(isLong ? [TOO_MANY] : []), ...items, ...names]
      }
      case 'call': {
        const [first, second] = expression.args
        const name = lastName(expression.callee)
        if (/^(require|import\(\)|__import__|import_module|getBuiltinModule)$/.test(name) && first) {
          const modules = this.#values
            .textsOf(file, first, scope)
            .flatMap((one) =>
              !one.isWhole
                ? []
                : this.#values.localFile(file, one.text)
                  ? [bare(one.text), LOCAL + one.text]
                  : [bare(one.text)],
            )
          if (modules.length > 0) return modules
        }
        if (name === 'getattr' && first && second)
          return next({ type: 'member', of: first, name: second, isIndexed: false, at: expression.at })
        if (
          name === 'get' &&
          expression.callee.type === 'member' &&
          lastName(expression.callee.of) === 'Reflect' &&
          first &&
          second
        )
          return next({ type: 'member', of: first, name: second, isIndexed: true, at: expression.at })
        if (name === 'vars' && first) return ['?']
        if (name === 'bind' && expression.callee.type === 'member') return next(expression.callee.of)
        if (/^(?:promisify|_*importStar|_*importDefault|_*toESM|_*interopRequire\w*)$/.test(name) && first)
          return next(first)
        if (name === 'createRequire') return ['require']
        return next(expression.callee).map((one) => (one === '?' || one === CONSTRUCTOR ? '?' : `${one}()`))
      }
      case 'list':
        return expression.items.flatMap((one) => next(one))
      case 'other':
        if (expression.what === 'OneOfMany') return [TOO_MANY]
        if (
          expression.what === 'Property' ||
          (expression.what === 'Item' && expression.parts[0]?.type !== 'call')
        )
          return expression.parts.flatMap((one) => next(one))
        return ['?']
      default:
        return ['?']
    }
  }
}
