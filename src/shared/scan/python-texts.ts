import type { SyntaxNode } from '@lezer/common'
import { type Expression, textOf } from './expressions.ts'
import { readEscapes } from './read-escapes.ts'
import { childrenOf } from './tree-nodes.ts'

/** Marks and words between the parts of an expression. */
const MARKS =
  /^[^\p{L}⚠]+$|^(?:for|in|if|else|elif|async|await|lambda|and|or|not|is|as|with|return|yield|from|while|try|except|finally|raise|assert|del|global|nonlocal|import|class|def|match|case|pass|break|continue|print|exec)$/u

/** Whether a node of the grammar is a part of the code, not a mark between parts. */
export const isMeaningful = (node: SyntaxNode): boolean => !MARKS.test(node.name) && node.name !== 'Comment'

/** The parts of an f-string: its own texts, and the values between them, which `read` reads. */
export function readFormat(
  node: SyntaxNode,
  source: string,
  read: (node: SyntaxNode) => Expression,
): Expression[] {
  const written = source.slice(node.from, node.to)
  const head = /^[a-z]*("""|'''|"|')/i.exec(written)
  const prefix = head?.[0].length ?? 1
  const quote = head?.[1]?.length ?? 1
  const isRaw = /^[a-z]*r/i.test(written.slice(0, prefix))
  const parts: Expression[] = []
  let from = node.from + prefix
  const plain = (end: number) => {
    if (end <= from) return
    const piece = source.slice(from, end).replaceAll('{{', '{').replaceAll('}}', '}')
    const { text: shown, isEscaped } = isRaw ? { text: piece, isEscaped: false } : readEscapes(piece)
    parts.push(textOf(from, shown, isEscaped))
  }
  for (const part of childrenOf(node)) {
    if (part.name !== 'FormatReplacement') continue
    plain(part.from)
    parts.push(readReplacement(part, read))
    from = part.to
  }
  plain(node.to - quote)
  return parts
}

/** `{value!r:{width}}`: the value. With others beside it, or in its format, all of them. */
function readReplacement(node: SyntaxNode, read: (node: SyntaxNode) => Expression): Expression {
  const valuesOf = (part: SyntaxNode): Expression[] =>
    childrenOf(part).flatMap((one) =>
      /^Format(?:Spec|Replacement)$/.test(one.name)
        ? valuesOf(one)
        : isMeaningful(one) && !/^(?:FormatConversion|AssignOp)$/.test(one.name)
          ? [read(one)]
          : [],
    )
  const values = valuesOf(node)
  return values.length === 1 && values[0]
    ? values[0]
    : { type: 'other', what: node.name, parts: values, at: node.from }
}

/** A string literal, with or without a prefix. */
export function readString(written: string, at: number): Expression {
  const [prefix = ''] = /^[a-z]*/i.exec(written) ?? []
  const quote = /^("""|''')/.test(written.slice(prefix.length)) ? 3 : 1
  const inside = written.slice(prefix.length + quote, written.length - quote)
  if (/r/i.test(prefix)) return textOf(at, inside)
  const { text, isEscaped } = readEscapes(inside)
  return textOf(at, text, isEscaped)
}
