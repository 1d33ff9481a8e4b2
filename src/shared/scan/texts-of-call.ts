import {
  type CallExpression,
  type Expression,
  itemsAt,
  type ListExpression,
  lastName,
} from './expressions.ts'
import { distinct, joinAll, type Known, UNKNOWN } from './known-text.ts'
import type { Scope, SourceFile } from './source-file.ts'

/** What follows names and lists through the files of an archive. */
type Follower = {
  textsOf: (file: SourceFile, expression: Expression, scope: Scope) => Known[]
  listsOf: (
    file: SourceFile,
    expression: Expression,
    scope: Scope,
  ) => { list: ListExpression; file: SourceFile }[]
}

/** The texts that a call can give: of functions that decode, join, cut or replace texts, and of those that make paths. */
export function textsOfCall(values: Follower, file: SourceFile, call: CallExpression, scope: Scope): Known[] {
  const { callee, args } = call
  const next = (one: Expression | undefined) => (one ? values.textsOf(file, one, scope) : [UNKNOWN])
  const name = lastName(callee)
  const of = callee.type === 'member' ? callee.of : undefined
  const each = (known: Known[], change: (text: string) => string | null) =>
    known.map((one) => {
      const text = one.isWhole ? change(one.text) : null
      return text === null ? UNKNOWN : { text, isWhole: true }
    })
  switch (name) {
    case 'b64decode':
    case 'urlsafe_b64decode':
    case 'standard_b64decode':
    case 'atob':
      return each(next(args[0]), decode64)
    case 'fromhex':
    case 'unhexlify':
      return each(next(args[0]), decodeHex)
    case 'from': {
      const [kind] = next(args[1])
      return each(next(args[0]), (text) =>
        kind?.text === 'hex' ? decodeHex(text) : /^base64/.test(kind?.text ?? '') ? decode64(text) : text,
      )
    }
    case 'fromCharCode':
    case 'fromCodePoint':
    case 'chr':
      return args.every((one) => one.type === 'number')
        ? [
            {
              text: args
                .map((one) =>
                  one.type === 'number'
                    ? String.fromCodePoint(Math.min(Math.max(0, one.value | 0), 0x10ffff))
                    : '',
                )
                .join(''),
              isWhole: true,
            },
          ]
        : [UNKNOWN]
    case 'join': {
      const isText = of?.type === 'text'
      const list = isText ? args[0] : of
      const between = isText ? of.text : (next(args[0])[0]?.text ?? ',')
      if (list?.type !== 'list') {
        // path.join(a, b)
        return of?.type === 'name' || of?.type === 'member'
          ? joinAll(
              args.flatMap((one, index) =>
                index > 0 ? [[{ text: '/', isWhole: true }], next(one)] : [next(one)],
              ),
            )
          : [UNKNOWN]
      }
      return joinAll(
        list.items.flatMap((one, index) =>
          index > 0 ? [[{ text: between, isWhole: true }], next(one)] : [next(one)],
        ),
      )
    }
    case 'reverse':
      if (of?.type !== 'call' || lastName(of.callee) !== 'split') return [UNKNOWN]
      return next(of).map((one) => (one.isWhole ? { ...one, text: [...one.text].reverse().join('') } : one))
    case 'split':
    case 'decode':
    case 'encode':
    case 'toString':
    case 'strip':
    case 'trim':
    case 'rstrip':
    case 'lower':
    case 'toLowerCase':
    case 'expanduser':
    case 'resolve':
    case 'absolute':
    case 'concat':
    case 'with_name':
      if (of && name !== 'expanduser' && !/^(path|os)$/.test(lastName(of))) return next(of)
      return next(args[0] ?? of)
    case 'replace':
    case 'replaceAll': {
      const [[from], [to]] = [next(args[0]), next(args[1])]
      return from?.isWhole && to?.isWhole
        ? each(next(of), (text) => text.replaceAll(from.text, to.text))
        : [UNKNOWN]
    }
    case 'format':
      return each(next(of), (text) => text).map((one) => {
        const end = one.text.indexOf('{')
        return end < 0 ? one : { text: one.text.slice(0, end), isWhole: false }
      })
    case 'Path':
    case 'PurePath':
    case 'PosixPath':
    case 'str':
    case 'String':
    case 'URL':
    case 'Request':
    case 'bytes':
      return args.length > 1 && /Path$/.test(name)
        ? joinAll(
            args.flatMap((one, index) =>
              index > 0 ? [[{ text: '/', isWhole: true }], next(one)] : [next(one)],
            ),
          )
        : next(args[0])
    case 'fileURLToPath':
    case 'dirname':
      return next(args[0]).map((one) => (one.text === '.' ? one : name === 'dirname' ? UNKNOWN : one))
    case 'home':
    case 'homedir':
      return [{ text: '~', isWhole: true }]
    case 'get': {
      const lists = of ? values.listsOf(file, of, scope) : []
      const [key] = next(args[0])
      const found = lists.flatMap(({ list, file: at }) =>
        itemsAt(list, key?.isWhole ? key.text : null).flatMap((one) => values.textsOf(at, one, scope)),
      )
      return found.length > 0 ? distinct(found) : [UNKNOWN]
    }
    default:
      return [UNKNOWN]
  }
}

function decode64(text: string): string | null {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}

function decodeHex(text: string): string | null {
  const digits = text.replace(/\s/g, '')
  if (!/^([0-9a-f]{2})+$/i.test(digits)) return null
  return digits.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
}
