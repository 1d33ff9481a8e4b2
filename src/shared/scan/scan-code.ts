import { ANY, type FindingKind } from '#shared/scan/contract.ts'
import { type Ability, abilityOf, BUILTINS, POWERFUL, TELLING } from './abilities-rules.ts'
import { TextChecks } from './check-texts.ts'
import {
  type CallExpression,
  type Expression,
  type Language,
  type MemberExpression,
  walk,
} from './expressions.ts'
import { isStandard, packageOf, SAFE_NODE, SAFE_PYTHON } from './modules-rules.ts'
import { Names, TOO_MANY } from './names-of.ts'
import { bare } from './read-javascript.ts'
import { type Known, lastName, type Scope, type SourceFile, Values } from './texts-of.ts'
import { isSecretWord } from './words-rules.ts'

/** `at`: a position in the file's source. */
export type Found = { kind: FindingKind; value: string; path: string; at: number }

/** Abilities that are found where they are used, because the call says what for. */
const USED_WITH_TARGET = new Set(['network', 'subprocesses', 'open', 'reads', 'writes', 'environment'])

/** Packages of the standard libraries whose every module only computes. */
const HARMLESS_PACKAGES = /^(?:distutils|lib2to3|encodings|email|xml|json|html|curses)\./

/** Formats a number with the 40 digits of an address: the address is then not written in the code. */
const ADDRESS_FORMAT = /:#?0?4[02]x\b|padStart\(\s*4[02]\b|zfill\(\s*4[02]\b/gi

/** Finds what the code files of one archive can do. Nothing is executed. */
export function scanCode(files: readonly SourceFile[]): Found[] {
  const values = new Values(files)
  const names = new Names(values)
  return files.flatMap((file) => {
    try {
      return new FileScan(file, values, names).run()
    } catch (error) {
      return tooDeep(file.path, error)
    }
  })
}

/** The finding about code that is nested so deeply that its reading ends. Other errors are thrown again. */
export function tooDeep(path: string, error: unknown): Found[] {
  if (!(error instanceof RangeError)) throw error
  return [{ kind: 'not-scanned', value: 'Code that is nested too deeply', path, at: 0 }]
}

class FileScan {
  readonly #file: SourceFile
  readonly #values: Values
  readonly #found: Found[] = []
  readonly #names: Names
  readonly #texts: TextChecks

  constructor(file: SourceFile, values: Values, names: Names) {
    this.#file = file
    this.#values = values
    this.#names = names
    this.#texts = new TextChecks(file, values, (kind, value, at) => this.#add(kind, value, at))
  }

  run(): Found[] {
    const { program } = this.#file
    for (const at of program.errors.slice(0, 3)) this.#add('not-scanned', 'A line that is not valid code', at)
    this.#checkImports()
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

  get #language() {
    return this.#file.program.language
  }

  #checkImports(): void {
    const { program } = this.#file
    const safe = program.language === 'python' ? SAFE_PYTHON : SAFE_NODE
    for (const { at, local, what, module, isEverything } of program.imports) {
      const name = bare(module)
      if (this.#isLocal(module)) continue
      if (program.language === 'javascript' && /^(data|https?|file|blob):/.test(name)) {
        this.#add('loads-code', name, at)
        continue
      }
      const full = bare(what)
      const language = program.language
      const ability = abilityOf(language, full) ?? abilityOf(language, name)
      // The names of a star are not written anywhere, and what is exported again is used in another file.
      if (isEverything && (POWERFUL[language].test(name) || abilityOf(language, `${name}.x`)))
        this.#add('indirect-access', `Everything of ${name}`, at)
      if (local === '' && full !== name && ability) this.#apply(full, ability, at, null)
      if (safe.has(name) || safe.has(full) || HARMLESS_PACKAGES.test(name)) continue
      if (!isStandard(language, name)) this.#add('dependencies', packageOf(language, name), at)
      else if (ability === undefined && abilityOf(language, `${name}.x`) === undefined)
        this.#add('indirect-access', name, at)
    }
  }

  #isLocal(module: string): boolean {
    if (this.#values.localFile(this.#file, module)) return true
    // `from . import x`, `import './data.json'`
    return this.#language === 'python' ? /^\.+$/.test(module) : /^\.{1,2}\/.*\.json$/.test(module)
  }

  #visit(one: Expression, scope: Scope, parent: Expression | null): void {
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
      return
    }
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

  /** A name with everything that it can stand for; `call`: its arguments, where it is called. */
  #visitName(
    expression: Expression,
    scope: Scope,
    call: CallExpression | null,
    parent: Expression | null,
  ): void {
    const names = this.#names.namesOf(this.#file, expression, scope)
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
      if (!names.some((name) => name.startsWith('Reflect'))) this.#checkLoad(call, scope)
    }
  }

  #checkLoad(call: CallExpression, scope: Scope): void {
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

  #checkAttribute(call: CallExpression, scope: Scope): void {
    const isGetter = /^(attrgetter|methodcaller)$/.test(lastName(call.callee))
    const key = call.args[isGetter ? 0 : 1]
    const known = key ? this.#values.textsOf(this.#file, key, scope) : []
    const of = isGetter || !call.args[0] ? [] : this.#names.namesOf(this.#file, call.args[0], scope)
    const isOfModule = of.some((name) => POWERFUL.python.test(name))
    for (const { text, isWhole } of known) {
      if (!isWhole && isOfModule) this.#add('indirect-access', `A member of ${of[0]}`, call.at)
      if (isWhole && text in TELLING.python && key?.type !== 'text')
        this.#add('indirect-access', text, call.at)
      if (isWhole && BUILTINS.has(text) && text !== 'open' && text !== 'compile')
        this.#add('indirect-access', text, call.at)
    }
    if (
      key &&
      (key.type === 'sum' || (key.type === 'other' && key.what === 'Backwards')) &&
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
    for (const { text, isWhole } of known) {
      if (!isWhole) continue
      const telling = Object.hasOwn(TELLING[this.#language], text) ? TELLING[this.#language][text] : undefined
      const isJudged = names.some((name) => name !== '?' && abilityOf(this.#language, name) !== undefined)
      const isOwn =
        telling?.kind === 'indirect-access' &&
        !text.startsWith('_') &&
        member.of.type === 'name' &&
        /^(self|cls|this)$/.test(member.of.name)
      if (telling && !isJudged && !isOwn && !(member.isIndexed && this.#language === 'python')) {
        // A path is what the method is called on: Path('plan.csv').write_text(…).
        const target =
          telling.target === undefined && this.#language === 'python' && /^(reads|writes)$/.test(telling.kind)
            ? member.of
            : call?.args[telling.target ?? 0]
        this.#apply(text, telling, member.at, { call, scope, target })
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
    // open() of any object: what it opens depends on the mode.
    if (
      call &&
      lastName(member) === 'open' &&
      this.#language === 'python' &&
      names.every((name) => name === '?')
    ) {
      const [mode] = call.args[0] ? this.#values.textsOf(this.#file, call.args[0], scope) : []
      if (mode?.isWhole && /^[rwaxbt+]{1,3}$/.test(mode.text))
        this.#apply('open', { kind: isWriting(mode.text) ? 'writes' : 'reads' }, member.at, {
          call,
          scope,
          target: member.of,
        })
      else if (call.args.length === 0 && Object.keys(call.named).length === 0)
        this.#apply('open', { kind: 'reads' }, member.at, { call, scope, target: member.of })
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
    if (name === '?') return
    const { at } = expression
    if (name === TOO_MANY) {
      this.#add('indirect-access', 'One of many values', at)
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
    if (POWERFUL[language].test(name) && !call && parent && !isTracked(parent, language)) {
      this.#add('indirect-access', name, at)
      return
    }
    if (language === 'javascript' && /^(globalThis|global|window|self)\./.test(name)) {
      this.#judge(name.replace(/^\w+\./, ''), expression, scope, call, parent)
      return
    }
    if (language === 'python' && /^(globals|locals)$/.test(name) && call) return
    const ability = abilityOf(language, name)
    if (ability === undefined) {
      // A private member of a module, or a module that is reached through another one.
      const parts = name.replaceAll('()', '').split('.')
      const last = parts.at(-1) ?? ''
      if (language === 'python' && parts.length > 1 && PRIVATE_MODULES.test(last))
        this.#add('indirect-access', name, at)
      return
    }
    this.#apply(name, ability ?? undefined, at, { call, scope, target: call?.args[ability?.target ?? 0] })
  }

  /** Notes an ability with what exactly it is used for. */
  #apply(
    name: string,
    ability: Ability | undefined,
    at: number,
    use: {
      call: CallExpression | null
      scope: Scope
      target: Expression | undefined
    } | null,
  ): void {
    if (!ability) return
    const { kind } = ability
    switch (kind) {
      case 'environment': {
        const direct = /^(?:process\.env|os\.environb?|(?:Deno|Bun|import\.meta)\.env)\.(\w+)$/.exec(
          name,
        )?.[1]
        const isMethod =
          direct !== undefined && /^(get|pop|setdefault|copy|keys|values|items|toObject|update)$/.test(direct)
        if (direct !== undefined && !isMethod) {
          this.#add('environment', direct, at)
          return
        }
        if (isMethod && !/^(get|pop|setdefault)$/.test(direct)) {
          this.#add('environment', ANY, at)
          return
        }
        this.#addTexts(
          'environment',
          use?.call ? use.target : undefined,
          use?.scope ?? [],
          at,
          (text) => text,
        )
        return
      }
      case 'network':
        this.#addTexts(
          'network',
          use?.call ? (use.target ?? use.call.named.url ?? use.call.named.host) : undefined,
          use?.scope ?? [],
          at,
          null,
          use?.call ?? undefined,
        )
        return
      case 'subprocesses':
        this.#addTexts(
          'subprocesses',
          use?.call ? (use.target ?? use.call.named.args) : undefined,
          use?.scope ?? [],
          at,
          commandOf,
        )
        return
      case 'open': {
        const mode = use?.call ? (use.call.named.mode ?? use.call.args[1]) : undefined
        const modes = mode
          ? this.#values.textsOf(this.#file, mode, use?.scope ?? [])
          : [{ text: /sqlite|level/.test(name) ? 'r+' : 'r', isWhole: true }]
        const target = use?.call ? (use.target ?? use.call.named.file) : undefined
        for (const { text, isWhole } of modes) {
          if (!isWhole || isWriting(text)) this.#addTexts('writes', target, use?.scope ?? [], at, pathOf)
          if (!isWhole || !isWriting(text) || text.includes('+'))
            this.#addTexts('reads', target, use?.scope ?? [], at, pathOf)
        }
        return
      }
      case 'reads':
      case 'writes': {
        if (name === 'open') return
        this.#addTexts(kind, use ? use.target : undefined, use?.scope ?? [], at, pathOf)
        return
      }
      default:
        this.#add(kind, name, at)
    }
  }

  /** Adds one finding for each text of the target; `*` where only the run decides. */
  #addTexts(
    kind: FindingKind,
    target: Expression | undefined,
    scope: Scope,
    at: number,
    read: ((text: string) => string | null) | null,
    call?: CallExpression,
  ): void {
    const first =
      target?.type === 'list' && kind !== 'environment' && target.items[0] ? target.items[0] : target
    const known: Known[] = first
      ? this.#values.textsOf(this.#file, first, scope)
      : [{ text: '', isWhole: false }]
    for (const one of known) {
      if (kind === 'network') {
        const host = hostOf(one)
        // A host can also be a member of an options object: { host: 'example.org' }.
        const named = host === null && call ? this.#hostsIn(call, scope) : []
        if (named.length > 0) for (const value of named) this.#add(kind, value, at)
        else this.#add(kind, host ?? ANY, at)
        continue
      }
      const value = one.isWhole && read ? read(one.text) : null
      this.#add(kind, value === null || value === '' ? ANY : value, at)
    }
  }

  #hostsIn(call: CallExpression, scope: Scope): string[] {
    return call.args.flatMap((arg) =>
      arg.type === 'list'
        ? arg.items.flatMap((item) =>
            this.#values.textsOf(this.#file, item, scope).flatMap((one) => hostOf(one) ?? []),
          )
        : [],
    )
  }
}

/** Modules that another module keeps under a private name. */
const PRIVATE_MODULES =
  /^_(os|sys|io|socket|ssl|subprocess|shutil|urllib|builtins|importlib|ctypes|pickle|posix|nt|winapi|posixsubprocess|imp|thread|tempfile)$/

const isOfFunction = (of: Expression): boolean =>
  of.type === 'function' ||
  (of.type === 'call' && lastName(of.callee) === 'getPrototypeOf' && of.args[0]?.type === 'function') ||
  (of.type === 'list' && of.items.length === 0) ||
  (of.type === 'text' && of.text === '')

/** Assignments are followed, so the value is seen again where its name is used. */
const isTracked = (parent: Expression, language: Language): boolean =>
  parent.type === 'list' ||
  (parent.type === 'call' && language === 'python' && /^(hasattr|getattr)$/.test(lastName(parent.callee))) ||
  (parent.type === 'other' &&
    /^(AssignStatement|VariableDeclaration|AssignmentExpression|Target|ImportStatement|TypeDef|UnaryExpression|DeleteStatement|ExportDeclaration|ExportGroup|Binary (===?|!==?|is|in))$/.test(
      parent.what,
    ))

const isWriting = (mode: string): boolean => /[wax+]/.test(mode)

export function pathOf(text: string): string {
  return text.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
}

function commandOf(text: string): string | null {
  const word = /^\s*["']?([^\s"'|&;<>]+)/.exec(text)?.[1]
  return word ? (word.split(/[/\\]/).at(-1) ?? word) : null
}

/** The host that a text names for sure; null: it does not, or what is not known may change it. */
function hostOf({ text, isWhole }: Known): string | null {
  const url = /^(?:https?|wss?|ftp|tcp|udp):\/\/([^/?#\s]+)([/?#])?/i.exec(text)
  if (url) {
    const [, authority = '', end] = url
    if (!isWhole && !end) return null
    return (authority.split('@').at(-1) ?? '').replace(/:\d+$/, '').toLowerCase()
  }
  return isWhole && /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$|^\d{1,3}(\.\d{1,3}){3}$|^localhost$/i.test(text)
    ? text.toLowerCase()
    : null
}
