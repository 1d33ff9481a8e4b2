import type { SyntaxNode } from '@lezer/common'
import { type Expression, memberOf, nameOf } from './expressions.ts'
import { isMeaningful } from './python-texts.ts'
import { childrenOf } from './tree-nodes.ts'

type Reader = {
  text: (node: SyntaxNode) => string
  read: (node: SyntaxNode) => Expression
  bindLoop: (node: SyntaxNode) => void
  assign: (name: string, value: Expression) => void
}

/** A function that reads a call, with its named and its unpacked arguments. */
export const callReader =
  ({ text, read, bindLoop, assign }: Reader) =>
  (node: SyntaxNode): Expression => {
    const [callee, list] = childrenOf(node)
    const args: Expression[] = []
    // Without a prototype: `__proto__` is a name like others.
    const named: Record<string, Expression> = Object.create(null)
    const parts = list ? childrenOf(list) : []
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] as SyntaxNode
      const value = parts[index + 2]
      const before = parts[index - 1]?.name
      if (part.name === 'VariableName' && parts[index + 1]?.name === 'AssignOp' && value) {
        named[text(part)] = read(value)
        index += 2
      } else if (part.name === 'for') {
        bindLoop(list as SyntaxNode)
        args.push({
          type: 'other',
          what: 'Comprehension',
          parts: parts.slice(index).filter(isMeaningful).map(read),
          at: part.from,
        })
        break
      } else if (isMeaningful(part)) {
        const one = read(part)
        args.push(
          before === '*' || before === '**'
            ? { type: 'other', what: 'Spread', parts: [one], at: part.from }
            : one,
        )
      }
    }
    // `setattr(object, 'name', value)` is like object.name = value.
    const [, name, value] = args
    if (callee && text(callee) === 'setattr' && name?.type === 'text' && value) assign(`.${name.text}`, value)
    const target = callee ? read(callee) : nameOf(node.from, '')
    return { type: 'call', callee: target, args, named, isNew: false, at: node.from }
  }

/** `@module.name(value)` calls what it names, with what it decorates. */
export function readDecorator(node: SyntaxNode, { text, read }: Pick<Reader, 'text' | 'read'>): Expression {
  const at = node.from
  const decorated: Expression = { type: 'other', what: 'Decorated', parts: [], at }
  const call = (callee: Expression, args: Expression[]): Expression => ({
    ...{ type: 'call', callee, args, named: {}, isNew: false, at },
  })
  const parts = childrenOf(node).filter(isMeaningful)
  const names = parts.filter(({ name }) => name === 'VariableName' || name === 'PropertyName')
  const [first, ...members] = names
  const rest = parts.filter((one) => !names.includes(one) && one.name !== 'At').map(read)
  if (!first) return call({ type: 'list', items: rest, at }, [decorated])
  const named = members.reduce((of, one) => memberOf(of, text(one), one.from), read(first))
  return call(rest.length > 0 ? call(named, rest) : named, [decorated])
}
