import type { SyntaxNode } from '@lezer/common'
import { type Expression, memberOf } from './expressions.ts'
import { childrenOf } from './tree-nodes.ts'

type Reader = {
  text: (node: SyntaxNode) => string
  assign: (name: string, value: Expression) => void
  read: (node: SyntaxNode) => Expression
}

/** A function that reads a `match` statement: its patterns give members of the subject to names. */
export function matchReader({ text, assign, read }: Reader) {
  /** Returns the values and the members that the pattern names. */
  const readPattern = (node: SyntaxNode, subject: Expression): Expression[] => {
    const parts = childrenOf(node)
    const at = node.from
    switch (node.name) {
      case 'CapturePattern':
        assign(text(node), subject)
        return [subject]
      case 'AsPattern': {
        const name = node.lastChild
        if (name?.name === 'VariableName') assign(text(name), subject)
        return parts.slice(0, -1).flatMap((part) => readPattern(part, subject))
      }
      case 'ClassPattern':
      case 'PatternArgList':
      case 'OrPattern':
        return parts.flatMap((part) => readPattern(part, subject))
      case 'KeywordPattern': {
        const [name, pattern] = parts
        if (!name || !pattern) return []
        const member = memberOf(subject, text(name), at)
        return [member, ...readPattern(pattern, member)]
      }
      case 'MappingPattern':
        return parts.flatMap((part, index) => {
          if (parts[index + 1]?.name === ':') return []
          const key = parts[index - 1]?.name === ':' ? parts[index - 2] : undefined
          const name = key?.firstChild
          if (!name) return readPattern(part, subject)
          const member: Expression = { type: 'member', of: subject, name: read(name), isIndexed: true, at }
          return [member, ...readPattern(part, member)]
        })
      case 'SequencePattern':
      case 'StarPattern': {
        const item: Expression = { type: 'other', what: 'Item', parts: [subject], at }
        return parts.flatMap((part) => readPattern(part, item))
      }
      default:
        return node.firstChild || node.name === 'VariableName' ? [read(node)] : []
    }
  }

  return (node: SyntaxNode): Expression => {
    const [, subjectNode, body] = childrenOf(node)
    const subject: Expression = subjectNode
      ? read(subjectNode)
      : { type: 'other', what: 'Subject', parts: [], at: node.from }
    const clauses = body ? childrenOf(body).filter(({ name }) => name === 'MatchClause') : []
    const parts = clauses.flatMap((clause) => {
      const [, pattern, ...rest] = childrenOf(clause)
      return [...(pattern ? readPattern(pattern, subject) : []), ...rest.map(read)]
    })
    return { type: 'other', what: node.name, parts: [subject, ...parts], at: node.from }
  }
}
