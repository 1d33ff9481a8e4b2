import {
  type CallExpression,
  type Expression,
  type FunctionExpression,
  lastName,
  type Parameter,
} from './expressions.ts'
import type { Scope, SourceFile } from './source-file.ts'

/** A value with the file and the functions around it. */
export type Given = { value: Expression; file: SourceFile; scope: Scope }
type Call = { call: CallExpression; file: SourceFile; scope: Scope }

const HARMLESS_DECORATORS =
  /^(?:(?:functools\.)?(?:lru_cache|cache|wraps|cached_property)|(?:contextlib\.)?(?:async)?contextmanager|(?:abc\.)?abstractmethod|staticmethod|classmethod|property)$/

/** The calls of the functions of an archive, and so what their parameters can be. */
export class Calls {
  /** All calls by the last name of what is called. */
  readonly #calls = new Map<string, Call[]>()
  /** Functions that are called where they are written. */
  readonly #direct = new Map<FunctionExpression, Call>()
  /** Names of functions that are also passed on, or called by another name: not all of their arguments are known. */
  readonly #passedOn = new Set<string>()
  readonly #takesAnything = new Set<FunctionExpression>()
  readonly #decorators = new Map<FunctionExpression, string[]>()
  /** The class around a method. */
  readonly #classOf = new Map<FunctionExpression, string>()
  readonly #classes = new Set<string>()
  readonly #defined = new Set<string>()
  readonly #changed = new Map<FunctionExpression, Map<string, boolean>>()

  noteFile({ program }: SourceFile): void {
    for (const { local, what, module } of program.imports) {
      const name = what.slice(module.length + 1)
      if (name !== '' && name !== local) this.#passedOn.add(name)
    }
  }

  note(file: SourceFile, one: Expression, scope: Scope, parent: Expression | null): void {
    switch (one.type) {
      case 'call':
        this.#noteCall({ call: one, file, scope })
        break
      case 'name':
        if (one.name === 'arguments') for (const around of scope) this.#takesAnything.add(around)
        if (!(parent?.type === 'call' && parent.callee === one)) this.#passedOn.add(one.name)
        break
      case 'member':
        if (!(parent?.type === 'call' && parent.callee === one)) this.#passedOn.add(lastName(one))
        break
      case 'text':
        // getattr(object, 'name')
        if (!(parent?.type === 'member' && !parent.isIndexed)) this.#passedOn.add(one.text)
        break
      case 'function':
        this.#defined.add(one.name)
        if (
          parent?.type === 'other' &&
          parent.what === 'ExportDeclaration' &&
          file.source.startsWith('export default', parent.at)
        )
          this.#passedOn.add(one.name)
        break
      case 'other':
        if (one.what === 'DecoratedStatement') this.#noteDecorators(one.parts)
        if (/^Class(?:Definition|Declaration|Expression)$/.test(one.what)) this.#noteClass(file, one.parts)
        break
    }
  }

  #noteCall(call: Call): void {
    const { callee } = call.call
    // Also `(0, function () {…})()`.
    for (const one of callee.type === 'list' ? callee.items : [callee])
      if (one.type === 'function') this.#direct.set(one, call)
    const name = lastName(callee)
    if (name === '') return
    const known = this.#calls.get(name)
    if (known) known.push(call)
    else this.#calls.set(name, [call])
  }

  #noteDecorators(parts: readonly Expression[]): void {
    const made = parts.find((one) => one.type === 'function')
    if (made?.type !== 'function') return
    const names = parts.flatMap((one) =>
      one.type === 'call' ? [dotted(one.callee.type === 'call' ? one.callee.callee : one.callee)] : [],
    )
    this.#decorators.set(made, names)
  }

  #noteClass({ source }: SourceFile, parts: readonly Expression[]): void {
    const at = parts[0]?.at ?? 0
    const name = /^[\w$]+/.exec(source.slice(at, at + 200))?.[0] ?? ''
    this.#classes.add(name)
    for (const body of parts) {
      if (body.type !== 'other') continue
      for (const one of body.parts) {
        const isDecorated = one.type === 'other' && one.what === 'DecoratedStatement'
        const inner = isDecorated ? one.parts.find((part) => part.type === 'function') : one
        if (inner?.type === 'function') this.#classOf.set(inner, name)
      }
    }
  }

  /** The parameter that a name means. */
  parameterOf(scope: Scope, name: string): Parameter | undefined {
    for (const { params } of scope.toReversed()) {
      const found = params.find((one) => one.name === name)
      if (found) return found
    }
    return undefined
  }

  isParameter(scope: Scope, name: string): boolean {
    return scope.some(({ params }) => params.some((one) => one.name === name))
  }

  /** Whether `this` is the global object: in a function of a script that is called by its name alone. */
  isGlobalThis({ path, source, program }: SourceFile, scope: Scope): boolean {
    if (program.language !== 'javascript' || /\.m[jt]s$/i.test(path)) return false
    const isArrow = ({ at }: FunctionExpression) =>
      /^(?:async\s*)?(?:\(|[\w$]+\s*=>)/.test(source.slice(at, at + 80))
    const around = scope.findLast((one) => !isArrow(one))
    if (!around || !/^(?:async\s+)?function\b/.test(source.slice(around.at, around.at + 80))) return false
    if (this.#direct.has(around)) return true
    return (this.#calls.get(around.name) ?? []).some(({ call }) => call.callee.type === 'name' && !call.isNew)
  }

  /** Whether a function gives one of its parameters another value: by an assignment, an import or `global`. */
  isChanged(file: SourceFile, scope: Scope, name: string): boolean {
    return scope.some((around) => {
      if (!around.params.some((one) => one.name === name)) return false
      const known = this.#changed.get(around) ?? new Map<string, boolean>()
      this.#changed.set(around, known)
      const before = known.get(name)
      if (before !== undefined) return before
      const isInside = ({ at }: { at: number }) => at > around.at && at < around.to
      const changed =
        (file.program.assigned.get(name) ?? []).some(isInside) ||
        file.program.imports.some((one) => one.local === name && isInside(one))
      known.set(name, changed)
      return changed
    })
  }

  /** The arguments that a parameter gets; null: not all calls are known. */
  argumentsOf(file: SourceFile, scope: Scope, name: string): Given[] | null {
    const around = scope.findLast(({ params }) => params.some((one) => one.name === name))
    if (!around || this.#takesAnything.has(around)) return null
    const param = around.params.find((one) => one.name === name)
    if (!param || param.isRest) return null
    const direct = this.#direct.get(around)
    if (around.name === '' && !direct) return null
    if (around.name !== '') {
      if (/^(?:__\w+__|constructor)$/.test(around.name) || this.#passedOn.has(around.name)) return null
      if (this.#decorators.get(around)?.some((one) => this.#changesCalls(one))) return null
    }
    const given = this.#allGiven(file, around, param)
    return given.length > 0 ? given : null
  }

  /** The arguments that are known, also where others are not. */
  someArgumentsOf(file: SourceFile, scope: Scope, name: string): Given[] {
    const around = scope.findLast(({ params }) => params.some((one) => one.name === name))
    const param = around?.params.find((one) => one.name === name)
    if (!around || !param) return []
    return this.#allGiven(file, around, param)
  }

  #changesCalls = (decorator: string): boolean =>
    !HARMLESS_DECORATORS.test(decorator) || this.#defined.has(decorator)

  #allGiven(file: SourceFile, around: FunctionExpression, param: Parameter): Given[] {
    const isNew = /^(?:__init__|constructor)$/.test(around.name)
    const name = isNew ? this.#classOf.get(around) : around.name
    const direct = this.#direct.get(around)
    const calls = [...((name && this.#calls.get(name)) || []), ...(direct ? [direct] : [])]
    const inFile = (value: Expression | null): Given[] => (value ? [{ value, file, scope: [] }] : [])
    const given = calls.flatMap(({ call, file: at, scope }) => {
      const values = this.#valuesIn(file, call, around, param)
      return values.length > 0
        ? values.map((value) => ({ value, file: at, scope }))
        : inFile(param.preset).map((one) => ({ ...one, scope }))
    })
    return calls.length > 0 ? given : inFile(param.preset)
  }

  #valuesIn(
    file: SourceFile,
    call: CallExpression,
    around: FunctionExpression,
    param: Parameter,
  ): Expression[] {
    const named = call.named[param.name]
    if (named) return [named]
    const index = around.params.indexOf(param)
    if (around.params.slice(0, index).some(({ isRest }) => isRest)) return []
    const isMethod =
      file.program.language === 'python' &&
      this.#classOf.has(around) &&
      !this.#decorators.get(around)?.includes('staticmethod')
    const places = !isMethod
      ? [index]
      : call.callee.type === 'member' &&
          call.callee.of.type === 'name' &&
          this.#classes.has(call.callee.of.name)
        ? // Class.method(object, value), or a method of the class itself.
          [index - 1, index]
        : [index - 1]
    return places.flatMap((place) => {
      const spread = call.args.findIndex((one) => one.type === 'other' && one.what === 'Spread')
      if (spread >= 0 && spread <= place) return [call.args[spread] as Expression]
      const value = place >= 0 ? call.args[place] : undefined
      return value ? [value] : []
    })
  }
}

/** `a.b.c`; other expressions have no such name. */
const dotted = (expression: Expression): string =>
  expression.type === 'name'
    ? expression.name
    : expression.type === 'member'
      ? `${dotted(expression.of)}.${lastName(expression)}`
      : ''
