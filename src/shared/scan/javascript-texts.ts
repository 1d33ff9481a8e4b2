import type { SyntaxNode } from '@lezer/common'
import { type Expression, textOf } from './expressions.ts'
import { readEscapes } from './read-escapes.ts'
import { childrenOf } from './tree-nodes.ts'

/** Words and marks between the parts of the code. */
const WORDS =
  /^(?:const|let|var|for|of|in|if|else|async|await|return|function|class|extends|static|get|set|new|typeof|delete|void|instanceof|throw|try|catch|finally|while|do|switch|case|default|import|export|from|as|yield|with|debugger|break|continue|Arrow|Equals|Spread|Star|LogicOp|ArithOp|CompareOp|BitOp|UpdateOp|Label|LineComment|BlockComment|RegExp|InterpolationStart|InterpolationEnd|Hashbang)$/
/** Whether a node of the grammar is a part of the code, not a word or mark between parts. */
export const isMeaningful = ({ name }: SyntaxNode) => /^[\p{L}⚠]/u.test(name) && !WORDS.test(name)

/** The parts of a template: its own texts, and the values between them, which `read` reads. */
export function readTemplate(
  node: SyntaxNode,
  source: string,
  read: (node: SyntaxNode) => Expression,
): Expression[] {
  const parts: Expression[] = []
  let from = node.from + 1
  const plain = (end: number) => {
    if (end <= from) return
    const { text: shown, isEscaped } = readEscapes(source.slice(from, end))
    parts.push(textOf(from, shown, isEscaped))
  }
  for (const part of childrenOf(node)) {
    if (part.name !== 'Interpolation') continue
    plain(part.from)
    const inside = childrenOf(part).filter(isMeaningful)
    parts.push(inside[0] ? read(inside[0]) : { type: 'other', what: part.name, parts: [], at: part.from })
    from = part.to
  }
  plain(node.to - 1)
  return parts.length > 0 ? parts : [textOf(node.from, '')]
}
