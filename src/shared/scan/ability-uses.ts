import type { Ability } from './ability-rules.ts'
import type { CallExpression, Expression } from './expressions.ts'
import type { Known } from './known-text.ts'
import type { Add, Scope, SourceFile } from './source-file.ts'
import { ANY, type FindingKind } from './terms.ts'
import type { Values } from './texts-of.ts'

/** Abilities that are found where they are used, because the call says what for. */
export const USED_WITH_TARGET = new Set(['network', 'subprocesses', 'open', 'reads', 'writes', 'environment'])

/** Finds out what the abilities of one code file are used for: which host, which file, which variable. */
export class AbilityUses {
  readonly #file: SourceFile
  readonly #values: Values
  readonly #add: Add

  constructor(file: SourceFile, values: Values, add: Add) {
    this.#file = file
    this.#values = values
    this.#add = add
  }

  /** Notes an ability with what exactly it is used for. */
  apply(
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
    const { kind, named } = ability
    // A function that does it only where an argument with this name says so.
    if (named !== undefined && use?.call) {
      const { args, named: given } = use.call
      const isUnknown = args.some((one) => one.type === 'other' && one.what === 'Spread')
      if (!given[named] && !isUnknown) return
      this.apply(name, { kind }, at, { ...use, target: given[named] })
      return
    }
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
        this.#addTexts(kind, use ? use.target : undefined, use?.scope ?? [], at, pathOf)
        return
      }
      default:
        this.#add(kind, name, at)
    }
  }

  /** `url.host = value` leads a known address elsewhere. */
  checkUrl([target, value]: readonly Expression[], scope: Scope): void {
    if (target?.type !== 'member' || !value) return
    const names = this.#values.textsOf(this.#file, target.name, scope)
    if (!names.some(({ text }) => /^(?:host|hostname|href)$/.test(text))) return
    const { at } = target
    const call: CallExpression = { type: 'call', callee: target, args: [value], named: {}, isNew: false, at }
    this.apply('URL', { kind: 'network' }, at, { call, scope, target: value })
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
      // Libraries read a table from a file or from a server.
      const host = kind === 'reads' ? hostOf(one) : null
      if (host !== null && /^\w+:\/\//.test(one.text)) {
        this.#add('network', host, at)
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

export const isWriting = (mode: string): boolean => /[wax+]/.test(mode)

function pathOf(text: string): string {
  return text.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
}

function commandOf(text: string): string | null {
  const word = /^\s*["']?([^\s"'|&;<>]+)/.exec(text)?.[1]
  return word ? (word.split(/[/\\]/).at(-1) ?? word) : null
}

/** The host that a text names for sure; null: it does not, or what is not known may change it. */
function hostOf({ text, isWhole }: Known): string | null {
  const url = /^(?:https?|wss?|ftp|tcp|udp):\/\/([^/?#]+)([/?#])?/i.exec(text)
  if (url) {
    const [, authority = '', end] = url
    if (!isWhole && !end) return null
    const host = (authority.split('@').at(-1) ?? '').replace(/:\d+$/, '').toLowerCase()
    // Programs differ in what they make of other characters: a backslash ends a host, or does not.
    return /^[\w.-]+$|^\[[\da-f:.]+\]$/.test(host) && !/[\\\s]/.test(authority) ? host : null
  }
  return isWhole && /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$|^\d{1,3}(\.\d{1,3}){3}$|^localhost$/i.test(text)
    ? text.toLowerCase()
    : null
}
