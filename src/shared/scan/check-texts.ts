import { BUILTINS, TELLING } from './abilities-rules.ts'
import { type CallExpression, type Expression, lastName, type SumExpression, walk } from './expressions.ts'
import type { Add, Scope, SourceFile } from './source-file.ts'
import type { Values } from './texts-of.ts'
import { isSecretWord, sensitivePath, suspiciousHost } from './words-rules.ts'

/** Texts of at least this length that code decodes from another form count as hidden. */
const HIDDEN_LENGTH = 5
const DECODERS =
  /^(b64decode|urlsafe_b64decode|standard_b64decode|b32decode|b16decode|b85decode|a85decode|atob|fromhex|unhexlify|fromCharCode|fromCodePoint|decompress|decodeURIComponent|unescape|inflateSync|gunzipSync|brotliDecompressSync)$/
/** Functions that change a text, whose result is looked at too. */
const CHANGERS = /^(join|reverse|replace|replaceAll|decode)$/

/** Looks at the texts of one code file: what they name, and whether a reader can see what they say. */
export class TextChecks {
  readonly #file: SourceFile
  readonly #values: Values
  readonly #add: Add

  constructor(file: SourceFile, values: Values, add: Add) {
    this.#file = file
    this.#values = values
    this.#add = add
  }

  get #language() {
    return this.#file.program.language
  }

  /** A text as it is written in the code. */
  checkText(text: string, isEscaped: boolean, at: number, parent: Expression | null): void {
    if (isEscaped) this.#add('hidden-text', shorten(text), at)
    const path = sensitivePath(text)
    if (path) this.#add('sensitive-file', path, at)
    // The name of a member is an identifier, which is checked as such.
    if (
      !(
        parent?.type === 'member' &&
        parent.name.type === 'text' &&
        parent.name.text === text &&
        !parent.isIndexed
      ) &&
      isSecretWord(text)
    )
      this.#add('keys', shorten(text), at)
    for (const host of text.matchAll(/\b(?:https?|wss?|ftp):\/\/([^\s/?#"'<>`\\)]+)/gi)) {
      const reason = suspiciousHost(host[1] ?? '')
      if (reason) this.#add('suspicious-host', reason, at)
    }
    for (const address of text.matchAll(
      /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-f])|\bbc1[02-9ac-hj-np-z]{25,87}\b/gi,
    ))
      this.#add('addresses', address[0], at)
    if (
      /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(text) &&
      /\d/.test(text) &&
      /[A-Z]/.test(text) &&
      /[a-z]/.test(text)
    )
      this.#add('addresses', text, at)
    if (isEncoded(text)) this.#add('hidden-text', shorten(text), at)
    if (/^data:(?:text\/(?:html|javascript)|application\/(?:javascript|x-python))/i.test(text))
      this.#add('evaluates-code', shorten(text), at)
    if (
      /\b(?:curl|wget)\s+(?:-\S+\s+)*["']?(?:https?:|\$|%)|\bpowershell(?:\.exe)?\s+-|\bInvoke-(?:WebRequest|Expression)\b|\/bin\/(?:ba)?sh\b|\bbase64\s+(?:-d|--decode)\b/i.test(
        text,
      )
    )
      this.#add('subprocesses', shorten(text), at)
  }

  /** Texts that are put together from parts count like texts, where the whole is known. */
  checkSum(sum: SumExpression, scope: Scope): void {
    if (sum.parts.length < 2) return
    for (const { text, isWhole } of this.#values.textsOf(this.#file, sum, scope)) {
      if (!isWhole || sum.parts.some((one) => one.type === 'text' && one.text === text)) continue
      const telling = Object.hasOwn(TELLING[this.#language], text) || (BUILTINS.has(text) && text !== 'self')
      if (telling && sum.parts.every((one) => one.type === 'text')) this.#add('hidden-text', text, sum.at)
      const path = sensitivePath(text)
      if (path) this.#add('sensitive-file', path, sum.at)
      if (isSecretWord(text)) this.#add('keys', shorten(text), sum.at)
      const host = /^(?:https?|wss?|ftp):\/\/([^\s/?#]+)/i.exec(text)?.[1]
      const reason = host ? suspiciousHost(host) : null
      if (reason) this.#add('suspicious-host', reason, sum.at)
    }
  }

  /** Text that code keeps in another form than it is read in. */
  checkDecoded(call: CallExpression, name: string, scope: Scope): void {
    const isDecoder = DECODERS.test(name)
    if (!isDecoder && !CHANGERS.test(name)) return
    const of = call.callee.type === 'member' ? call.callee.of : null
    const source = isDecoder ? call.args[0] : of
    for (const { text, isWhole } of this.#values.textsOf(this.#file, call, scope)) {
      if (
        !isWhole ||
        text.length < HIDDEN_LENGTH ||
        !/^[\t\n\r\p{ASCII}]+$/u.test(text) ||
        /(?![\t\n\r])\p{Cc}/u.test(text)
      )
        continue
      const before = source ? this.#values.textsOf(this.#file, source, scope).map((one) => one.text) : []
      if (
        isDecoder ||
        (name === 'reverse' &&
          of?.type === 'call' &&
          lastName(of.callee) === 'split' &&
          before.every((one) => one !== text))
      )
        this.#add('hidden-text', shorten(text), call.at)
      else if (name === 'join' && call.callee.type === 'member' && looksAssembled(call))
        this.#add('hidden-text', shorten(text), call.at)
    }
    // ''.join(chr(code ^ 7) for code in codes), String.fromCharCode(...codes.map(…)): nobody can read the codes.
    const [first] = call.args
    if (
      name === 'join' &&
      this.#language === 'python' &&
      first &&
      contains(first, (one) => one.type === 'call' && lastName(one.callee) === 'chr') &&
      !isOfRange({ type: 'list', items: call.args, at: call.at })
    )
      this.#add('hidden-text', 'Text made from numbers', call.at)
    if (
      /^fromCharCode|fromCodePoint$/.test(name) &&
      first &&
      (contains(first, (one) => one.type === 'other' && one.what === 'Binary ^') ||
        (first.type === 'other' && /Spread/.test(first.what)) ||
        (call.args.length >= 5 && call.args.every((one) => one.type === 'number')))
    )
      this.#add('hidden-text', 'Text made from numbers', call.at)
    if (
      /^(decompress|inflateSync|gunzipSync|brotliDecompressSync)$/.test(name) &&
      first &&
      contains(first, (one) => one.type === 'text' && one.text.length > 20)
    )
      this.#add('hidden-text', 'A packed text', call.at)
  }
}

/** A list of short texts that are only pieces: ['s', 'ys', 'tem'].join(''). */
const looksAssembled = (call: CallExpression): boolean => {
  const of = call.callee.type === 'member' ? call.callee.of : null
  const [list, between] =
    of?.type === 'text'
      ? [call.args[0], of.text]
      : [of, call.args[0]?.type === 'text' ? call.args[0].text : ',']
  return (
    list?.type === 'list' &&
    between === '' &&
    list.items.length > 1 &&
    list.items.every((one) => one.type === 'text' && one.text.length < 12)
  )
}

/** `chr(c) for c in range(first, last)`: one character after the other says nothing. */
function isOfRange(made: Expression): boolean {
  const isIndexed = (one: Expression) => one.type === 'member' && one.isIndexed
  const ranges = allOf(made, (one) => one.type === 'call' && lastName(one.callee) === 'range')
  const inRanges = ranges.flatMap((one) => allOf(one, isIndexed))
  return (
    ranges.length === 1 &&
    allOf(made, isIndexed).length === inRanges.length &&
    allOf(made, (one) => one.type === 'call' && lastName(one.callee) === 'chr').every(
      (one) => one.type === 'call' && one.args[0]?.type === 'name',
    )
  )
}

function allOf(expression: Expression, is: (one: Expression) => boolean): Expression[] {
  const found: Expression[] = []
  walk(expression, (one) => {
    if (is(one)) found.push(one)
  })
  return found
}

const contains = (expression: Expression, is: (one: Expression) => boolean): boolean => {
  let found = false
  walk(expression, (one) => {
    found ||= is(one)
  })
  return found
}

/** A long run of letters and digits that no reader understands. */
function isEncoded(text: string): boolean {
  const run = /[A-Za-z0-9+/_-]{120,}={0,2}/.exec(text)?.[0]
  if (!run) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(run)).length
  return kinds === 3
    ? new Set(run).size > 25
    : /^[0-9a-f]{128,}$/i.test(run) && new Set(run.toLowerCase()).size > 8
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
