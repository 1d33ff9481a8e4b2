import type { SyntaxNode } from '@lezer/common'
import { type Expression, nameOf } from './expressions.ts'
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
