import { abilityOf, POWERFUL } from './abilities-rules.ts'
import { type AbilityUses, USED_WITH_TARGET } from './ability-uses.ts'
import type { CallExpression } from './expressions.ts'
import { bare } from './javascript-imports.ts'
import type { Known } from './known-text.ts'
import { isStandard, packageOf, SAFE_NODE, SAFE_PYTHON } from './modules-rules.ts'
import type { Add, Scope, SourceFile } from './source-file.ts'
import { ANY, type FindingKind } from './terms.ts'
import { isShadowed, type Values } from './texts-of.ts'

/** Packages of the standard libraries whose every module only computes. */
const HARMLESS_PACKAGES = /^(?:distutils|lib2to3|encodings|email|xml|json|html|curses)\./

/** Looks at the modules that one code file imports. */
export class ImportChecks {
  readonly #file: SourceFile
  readonly #values: Values
  readonly #uses: AbilityUses
  readonly #add: Add

  constructor(file: SourceFile, values: Values, uses: AbilityUses, add: Add) {
    this.#file = file
    this.#values = values
    this.#uses = uses
    this.#add = add
  }

  get #language() {
    return this.#file.program.language
  }

  /** Packages, and what is imported without being named. */
  checkImports(): void {
    const { program } = this.#file
    const safe = program.language === 'python' ? SAFE_PYTHON : SAFE_NODE
    for (const { at, local, what, module, isEverything } of program.imports) {
      const name = bare(module)
      if (this.#isLocal(module)) continue
      // `#name` is what package.json says, a path what lies beside the archive.
      if (
        program.language === 'javascript' &&
        /^(?:(?:data|https?|file|blob|npm|jsr|bun):|#|\.{0,2}\/|\.{1,2}$)/.test(name)
      ) {
        this.#add('loads-code', name, at)
        continue
      }
      const full = bare(what)
      const language = program.language
      const ability = abilityOf(language, full) ?? abilityOf(language, name)
      // The names of a star are not written anywhere, and what is exported again is used in another file.
      if (isEverything && (POWERFUL[language].test(name) || abilityOf(language, `${name}.x`)))
        this.#add('indirect-access', `Everything of ${name}`, at)
      if (local === '' && full !== name && ability) this.#uses.apply(full, ability, at, null)
      if (safe.has(name) || safe.has(full) || HARMLESS_PACKAGES.test(name)) continue
      if (!isStandard(language, name)) this.#add('dependencies', packageOf(language, name), at)
      else if (ability === undefined && abilityOf(language, `${name}.x`) === undefined)
        this.#add('indirect-access', name, at)
    }
  }

  #isLocal(module: string): boolean {
    if (isShadowed(this.#file, module)) return false
    if (this.#values.localFile(this.#file, module) || this.#values.isOwnPackage(this.#file, module))
      return true
    // `from . import x`, `import './data.json'`
    return this.#language === 'python' ? /^\.+$/.test(module) : /^\.{1,2}\/.*\.json$/.test(module)
  }

  /**
   * A call that does what an import statement does, with modules that are known and of no danger as values:
   * `__import__('json')`. They are looked at as such. False for every other call.
   */
  checkKnownImport(call: CallExpression, names: readonly string[], scope: Scope): boolean {
    const [module] = call.args
    if (this.#language !== 'python' || !module || names.length !== 1) return false
    if (!/^(__import__|importlib\.import_module)$/.test(names[0] ?? '')) return false
    const known = this.#values.textsOf(this.#file, module, scope)
    const isHarmless = ({ text, isWhole }: Known) =>
      isWhole
        ? this.#isLocal(text) ||
          (!text.startsWith('.') && !POWERFUL.python.test(text) && !abilityOf('python', text))
        : this.#values.isOwnPackage(this.#file, /^[\w.]+(?=\.)/.exec(text)?.[0] ?? '.')
    if (!known.every(isHarmless)) return false
    for (const { text, isWhole } of known) {
      if (isWhole && !this.#isLocal(text) && !isStandard('python', text))
        this.#add('dependencies', packageOf('python', text), call.at)
    }
    return true
  }

  /** A module whose name is an argument: `require(name)`, `import(name)`. */
  checkLoad(call: CallExpression, scope: Scope): void {
    const known = call.args[0] ? this.#values.textsOf(this.#file, call.args[0], scope) : []
    for (const { text, isWhole } of known) {
      if (!isWhole) this.#add('loads-code', ANY, call.at)
      else if (this.#language === 'javascript' && call.args[0]?.type !== 'text' && !/^\.{0,2}\//.test(text))
        this.#add('loads-code', text, call.at)
      else if (this.#language === 'javascript') this.#checkRequired(text, call.at)
    }
  }

  #checkRequired(module: string, at: number): void {
    const name = bare(module)
    if (this.#isLocal(module)) return
    if (/^\.{0,2}\//.test(module)) {
      this.#add('loads-code', module, at)
      return
    }
    const ability = abilityOf('javascript', name)
    if (ability && !USED_WITH_TARGET.has(ability.kind)) this.#add(ability.kind as FindingKind, name, at)
    if (!SAFE_NODE.has(name) && !isStandard('javascript', name))
      this.#add('dependencies', packageOf('javascript', name), at)
  }
}
