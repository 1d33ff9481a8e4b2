import { abilityOf, BUILTINS, POWERFUL, TELLING } from './abilities-rules.ts'
import { AbilityUses, isWriting } from './ability-uses.ts'
import { TextChecks } from './check-texts.ts'
import {
  type CallExpression,
  type Expression,
  type Language,
  lastName,
  type MemberExpression,
  walk,
} from './expressions.ts'
import { ImportChecks } from './import-checks.ts'
import { FRAMES, INTERPRETER_MEMBERS, innerMembers, PRIVATE_MODULES } from './interpreter-rules.ts'
import { isStandard } from './modules-rules.ts'
import { CONSTRUCTOR, LOCAL, Names, TOO_MANY } from './names-of.ts'
import { type Scope, type SourceFile, tooDeep } from './source-file.ts'
import { ANY, type FindingKind } from './terms.ts'
import { folderOf, Values } from './texts-of.ts'
import { isOfFunction, isTracked } from './tracking-rules.ts'
import { isSecretWord } from './words-rules.ts'

/** `at`: a position in the file's source. */
export type Found = { kind: FindingKind; value: string; path: string; at: number }

/** What compilers write around the import of a module: it gives the module itself. */
const PASSING = /^_*(?:importStar|importDefault|toESM|interopRequire\w*)$/
/** Formats a number with the 40 digits of an address: the address is then not written in the code. */
const ADDRESS_FORMAT = /:#?0?4[02]x\b|padStart\(\s*4[02]\b|zfill\(\s*4[02]\b/gi

/**
 * Finds what the code files of one archive can do. Nothing is executed. `entry`: the path of the file that is started;
 * null: not known.
 */
export function scanCode(files: readonly SourceFile[], entry: string | null): Found[] {
  const values = new Values(files, entry === null ? null : folderOf(entry))
  const names = new Names(values)
  return files.flatMap((file) => {
    try {
      return new FileScan(file, values, names).run()
    } catch (error) {
      return tooDeep(file.path, error)
    }
  })
}

class FileScan {
  readonly #file: SourceFile
  readonly #language: Language
  readonly #values: Values
  readonly #found: Found[] = []
  readonly #names: Names
  readonly #texts: TextChecks
  readonly #uses: AbilityUses
  readonly #imports: ImportChecks
  readonly #parents = new Map<Expression, Expression | null>()

  constructor(file: SourceFile, values: Values, names: Names) {
    this.#file = file
    this.#language = file.program.language
    this.#values = values
    this.#names = names
    const add = (kind: FindingKind, value: string, at: number) => this.#add(kind, value, at)
    this.#texts = new TextChecks(file, values, add)
    this.#uses = new AbilityUses(file, values, add)
    this.#imports = new ImportChecks(file, values, this.#uses, add)
  }

  run(): Found[] {
    const { program } = this.#file
    for (const at of program.errors.slice(0, 3)) this.#add('not-scanned', 'A line that is not valid code', at)
    this.#imports.checkImports()
    for (const [name, at] of program.identifiers) {
      if (/[^\p{ASCII}]/u.test(name)) this.#add('hidden-text', `The name ${name}`, at)
      else if (/^_0x[0-9a-f]{3,}$/i.test(name)) this.#add('hidden-text', `The name ${name}`, at)
      else if (isSecretWord(name)) this.#add('keys', name, at)
    }
    for (const spec of this.#file.source.matchAll(ADDRESS_FORMAT))
      this.#add('addresses', 'A number that is written like an address', spec.index)
    for (const root of program.roots) walk(root, (one, scope, parent) => this.#visit(one, scope, parent))
    return this.#found
  }

  #add(kind: FindingKind, value: string, at: number): void {
    this.#found.push({ kind, value, path: this.#file.path, at })
  }

  #isTracked(parent: Expression, value: Expression): boolean {
    return isTracked(parent, value, { language: this.#language, source: this.#file.source }, this.#parents)
  }

  #visit(one: Expression, scope: Scope, parent: Expression | null): void {
    this.#parents.set(one, parent)
    if (one.type === 'text') {
      this.#texts.checkText(one.text, one.isEscaped, one.at, parent)
      return
    }
    if (one.type === 'number') {
      if (one.value > 2 ** 80) this.#add('addresses', `A number of the size of an address`, one.at)
      return
    }
    if (one.type === 'sum') {
      this.#texts.checkSum(one, scope)
      return
    }
    if (one.type === 'call') {
      this.#visitCall(one, scope)
      if (parent) this.#checkLoaded(one, scope, parent)
      return
    }
    if (one.type === 'other' && one.what === 'AssignmentExpression') this.#uses.checkUrl(one.parts, scope)
    if (one.type === 'other' && one.what === 'WithStatement' && this.#language === 'javascript')
      this.#add('indirect-access', 'with', one.at)
    if (one.type !== 'name' && one.type !== 'member') return
    // A part of a longer name, and what is called, are seen with the whole.
    if (parent?.type === 'member' && parent.of === one) return
    if (parent?.type === 'call' && parent.callee === one) return
    this.#visitName(one, scope, null, parent)
  }

  #visitCall(call: CallExpression, scope: Scope): void {
    this.#texts.checkDecoded(call, lastName(call.callee), scope)
    this.#visitName(call.callee, scope, call, null)
  }

  /** `Object.values(require('fs'))`: a module that is passed on as it is loaded. */
  #checkLoaded(call: CallExpression, scope: Scope, parent: Expression): void {
    if (!/^(?:require|import\(\)|getBuiltinModule|__import__|import_module)$/.test(lastName(call.callee)))
      return
    if (parent.type === 'call' && PASSING.test(lastName(parent.callee))) return
    const module = this.#names
      .namesOf(this.#file, call, scope)
      .find((name) => POWERFUL[this.#language].test(name))
    if (module && parent.type !== 'member' && !this.#isTracked(parent, call))
      this.#add('indirect-access', module, call.at)
  }

  /** A name with everything that it can stand for; `call`: its arguments, where it is called. */
  #visitName(
    expression: Expression,
    scope: Scope,
    call: CallExpression | null,
    parent: Expression | null,
  ): void {
    const names = this.#names.namesOf(this.#file, expression, scope)
    if (call && this.#imports.checkKnownImport(call, names, scope)) return
    for (const name of names) this.#judge(name, expression, scope, call, parent)
    if (expression.type === 'member') this.#checkMember(expression, scope, call, names)
    // getattr(object, name) and its like, with a name that is not written down.
    if (
      call &&
      /^(getattr|setattr|attrgetter|methodcaller)$/.test(lastName(expression)) &&
      this.#language === 'python'
    )
      this.#checkAttribute(call, scope)
    if (
      call &&
      names.some((name) =>
        /^(Reflect\.(get|apply|construct)|import\(\)|require|__import__|(importlib\.)?import_module|process\.getBuiltinModule)$/.test(
          name,
        ),
      )
    ) {
      if (!names.some((name) => name.startsWith('Reflect'))) this.#imports.checkLoad(call, scope)
    }
  }

  #checkAttribute(call: CallExpression, scope: Scope): void {
    const isGetter = /^(attrgetter|methodcaller)$/.test(lastName(call.callee))
    const key = call.args[isGetter ? 0 : 1]
    const known = key ? this.#values.textsOf(this.#file, key, scope) : []
    const of = isGetter || !call.args[0] ? [] : this.#names.namesOf(this.#file, call.args[0], scope)
    const isOfModule = of.some((name) => POWERFUL.python.test(name) || FRAMES.test(name))
    for (const { text, isWhole } of known) {
      // attrgetter('connection.Client') follows a path, through modules too.
      if (isGetter && text.includes('.') && text.split('.').some((one) => isStandard('python', one)))
        this.#add('indirect-access', text, call.at)
      if (!isWhole && isOfModule) this.#add('indirect-access', `A member of ${of[0]}`, call.at)
      if (isWhole && text in TELLING.python && key?.type !== 'text')
        this.#add('indirect-access', text, call.at)
      if (isWhole && BUILTINS.has(text) && text !== 'open' && text !== 'compile')
        this.#add('indirect-access', text, call.at)
    }
    if (
      key &&
      ((key.type === 'sum' && key.parts.every((one) => one.type === 'text')) ||
        (key.type === 'other' && key.what === 'Backwards')) &&
      known.some(({ isWhole }) => isWhole)
    )
      this.#add('hidden-text', known[0]?.text ?? '', call.at)
  }

  #checkMember(
    member: MemberExpression,
    scope: Scope,
    call: CallExpression | null,
    names: readonly string[],
  ): void {
    const known = this.#values.textsOf(this.#file, member.name, scope)
    if (member.of.type === 'function' && member.isIndexed && known.some(({ isWhole }) => !isWhole))
      this.#add('evaluates-code', 'constructor', member.at)
    for (const { text, isWhole } of known) {
      if (!isWhole) continue
      const telling = Object.hasOwn(TELLING[this.#language], text) ? TELLING[this.#language][text] : undefined
      const isJudged = names.some((name) => name !== '?' && abilityOf(this.#language, name) !== undefined)
      const isOwn =
        telling?.kind === 'indirect-access' &&
        !text.startsWith('_') &&
        member.of.type === 'name' &&
        /^(self|cls|this)$/.test(member.of.name)
      const isInterpreter = INTERPRETER_MEMBERS[this.#language].test(text)
      if (
        telling &&
        (!isJudged || isInterpreter) &&
        !isOwn &&
        !(member.isIndexed && this.#language === 'python')
      ) {
        // A path is what the method is called on: Path('plan.csv').write_text(…).
        const target =
          telling.target === undefined && this.#language === 'python' && /^(reads|writes)$/.test(telling.kind)
            ? member.of
            : call?.args[telling.target ?? 0]
        this.#uses.apply(text, telling, member.at, { call, scope, target })
      }
      // A key that is put together at run time hides what is called.
      if (
        member.isIndexed &&
        member.name.type !== 'text' &&
        member.name.type !== 'number' &&
        (telling || BUILTINS.has(text) || text === 'constructor')
      )
        this.#add('indirect-access', text, member.at)
      if (
        text === 'constructor' &&
        this.#language === 'javascript' &&
        ((call && !call.isNew && call.callee === member) ||
          member.of.type === 'function' ||
          (member.of.type === 'member' && lastName(member.of) === 'constructor'))
      )
        this.#add('evaluates-code', 'constructor', member.at)
      if (text === 'constructor' && isOfFunction(member.of))
        this.#add('evaluates-code', 'constructor', member.at)
    }
    for (const { name, at } of innerMembers(member, call, this.#language))
      this.#add('indirect-access', name, at)
    // open() of any object: what it opens depends on the mode.
    if (
      call &&
      lastName(member) === 'open' &&
      this.#language === 'python' &&
      names.every((name) => name === '?' || abilityOf('python', name) === undefined)
    ) {
      const [mode] = call.args[0] ? this.#values.textsOf(this.#file, call.args[0], scope) : []
      if (mode?.isWhole && /^[rwaxbt+]{1,3}$/.test(mode.text))
        this.#uses.apply('open', { kind: isWriting(mode.text) ? 'writes' : 'reads' }, member.at, {
          call,
          scope,
          target: member.of,
        })
      else if (call.args.length === 0 && Object.keys(call.named).length === 0)
        this.#uses.apply('open', { kind: 'reads' }, member.at, { call, scope, target: member.of })
    }
  }

  /** A dotted name: looks up what it is able to do. */
  #judge(
    name: string,
    expression: Expression,
    scope: Scope,
    call: CallExpression | null,
    parent: Expression | null,
  ): void {
    if (name === '?' || name.startsWith(LOCAL)) return
    const { at } = expression
    if (name === CONSTRUCTOR) {
      // `const Make = console.log.constructor`. Objects make others like themselves with `new`.
      const isOfText = call?.args.some((one) => one.type === 'text' || one.type === 'sum')
      if (call && lastName(expression) !== 'constructor' && (!call.isNew || isOfText))
        this.#add('evaluates-code', 'constructor', at)
      return
    }
    if (name === TOO_MANY) {
      if (call) this.#add('indirect-access', 'One of many values', at)
      return
    }
    const language = this.#language
    if (name.endsWith('[?]')) {
      const of = name.slice(0, -3)
      if (/^(process\.env|os\.environb?|Deno\.env|Bun\.env|import\.meta\.env)$/.test(of)) {
        this.#add('environment', ANY, at)
        return
      }
      if (POWERFUL[language].test(of) || /^(globals|locals|vars)\(\)$/.test(of))
        this.#add('indirect-access', `A member of ${of}`, at)
      return
    }
    if (POWERFUL[language].test(name) && !call && parent && !this.#isTracked(parent, expression)) {
      this.#add('indirect-access', name, at)
      return
    }
    if (language === 'javascript' && /^(globalThis|global|window|self)\./.test(name)) {
      this.#judge(name.replace(/^\w+\./, ''), expression, scope, call, parent)
      return
    }
    if (language === 'python' && /^(globals|locals)$/.test(name) && call) return
    if (name === 'sys.modules' && parent?.type === 'other' && /^Binary (not )?in$/.test(parent.what)) return
    const ability = abilityOf(language, name)
    if (ability === undefined) {
      // A private member of a module, or a module that is reached through another one.
      const parts = name.replaceAll('()', '').split('.')
      const last = parts.at(-1) ?? ''
      if (language === 'python' && parts.length > 1 && PRIVATE_MODULES.test(last))
        this.#add('indirect-access', name, at)
      // `json.codecs.open` is codecs.open: modules are members of those that import them.
      const inner = parts.findLastIndex((part, index) => index > 0 && isStandard('python', part))
      if (language === 'python' && inner > 0 && isStandard('python', parts[0] ?? ''))
        this.#judge(name.split('.').slice(inner).join('.'), expression, scope, call, parent)
      return
    }
    this.#uses.apply(name, ability ?? undefined, at, {
      call,
      scope,
      target: call?.args[ability?.target ?? 0],
    })
  }
}
