import type { SyntaxNode } from '@lezer/common'
import { type Expression, type FunctionExpression, memberOf, textOf } from './expressions.ts'
import { isMeaningful } from './javascript-texts.ts'
import { readEscapes } from './read-escapes.ts'
import { childrenOf } from './tree-nodes.ts'

type Reader = {
  text: (node: SyntaxNode) => string
  /** The name, which is noted as one that the file uses. */
  note: (node: SyntaxNode) => string
  assign: (name: string, value: Expression) => void
  read: (node: SyntaxNode) => Expression
}

/** A function that gives a value to the names of a pattern: `const { a, b: [c] = d } = value`. */
export function patternReader({ text, note, assign, read }: Reader) {
  /** Gives the value, or its members, to the names of a pattern. Returns the values that stand in the pattern. */
  const assignTo = (target: SyntaxNode, value: Expression): Expression[] => {
    switch (target.name) {
      case 'VariableDefinition':
      case 'VariableName':
        assign(
          note(target),
          value.type === 'function' && value.name === '' ? nameFunction(value, text(target)) : value,
        )
        return []
      case 'MemberExpression': {
        const last = target.lastChild
        if (last && /PropertyName$/.test(last.name)) {
          assign(
            `.${text(last)}`,
            value.type === 'function' && value.name === '' ? nameFunction(value, text(last)) : value,
          )
        }
        // `x['a'] = value` is like x = { a: value }.
        const [of, , key] = childrenOf(target)
        if (last?.name === ']' && of?.name === 'VariableName' && key) {
          const name = key.name === 'String' ? readEscapes(text(key).slice(1, -1)).text : null
          assign(text(of), { type: 'list', items: [value], keys: [name], at: target.from })
        }
        return [read(target)]
      }
      case 'ArrayPattern':
      case 'ArrayExpression':
        return assignItems(childrenOf(target), value)
      case 'ObjectPattern':
        return childrenOf(target).flatMap((part) =>
          part.name === 'PatternProperty' ? assignProperty(part, value) : [],
        )
      default:
        // `[a = 1] = values`, `[(a)] = values`
        return [read(target)]
    }
  }
  /** Gives the items of a value to the targets of an array's pattern: `[a, b = 1, ...c]`. */
  const assignItems = (parts: SyntaxNode[], value: Expression): Expression[] => {
    const isPreset = (part: SyntaxNode) => part.prevSibling?.name === 'Equals'
    const targets = parts.filter((part) => isMeaningful(part) && !isPreset(part))
    return parts.filter(isMeaningful).flatMap((part) => {
      if (isPreset(part)) {
        const preset = read(part)
        const target = part.prevSibling?.prevSibling
        return [preset, ...(target ? assignTo(target, preset) : [])]
      }
      const item =
        value.type === 'list' && value.items.length === targets.length
          ? value.items[targets.indexOf(part)]
          : undefined
      return assignTo(part, item ?? value)
    })
  }
  const assignProperty = (property: SyntaxNode, value: Expression): Expression[] => {
    const parts = childrenOf(property)
    const equals = parts.findIndex(({ name }) => name === 'Equals')
    const preset = equals >= 0 && parts[equals + 1] ? [read(parts[equals + 1] as SyntaxNode)] : []
    const colon = parts.findIndex(({ name }) => name === ':')
    const first = parts[0]
    if (!first) return preset
    if (first.name === 'Spread') return parts[1] ? [...preset, ...assignTo(parts[1], value)] : preset
    if (colon < 0) {
      const member = memberOf(value, text(first), first.from)
      assign(note(first), member)
      for (const one of preset) assign(text(first), one)
      return [...preset, member]
    }
    const key: Expression =
      first.name === '['
        ? {
            type: 'member',
            of: value,
            name: parts[1] ? read(parts[1]) : textOf(first.from, ''),
            isIndexed: true,
            at: first.from,
          }
        : memberOf(
            value,
            first.name === 'String' ? readEscapes(text(first).slice(1, -1)).text : text(first),
            first.from,
          )
    const target = parts[colon + 1]
    return [...preset, key, ...(target ? assignTo(target, key) : [])]
  }

  return assignTo
}

/** Gives a function that has none the name under which it is called. */
export const nameFunction = (value: FunctionExpression, name: string): Expression => {
  value.name = name
  return value
}
