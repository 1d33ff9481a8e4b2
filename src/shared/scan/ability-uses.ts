import type { Ability } from './ability-rules.ts'
import { ANY, type FindingKind } from './contract.ts'
import type { CallExpression, Expression } from './expressions.ts'
import type { Known } from './known-text.ts'
import type { Add, Scope, SourceFile } from './source-file.ts'
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
