import type { SyntaxNode, Tree } from '@lezer/common'

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

/** One number for the place of a node: files have less than 2 ** 24 characters. */
export const spanOf = ({ from, to }: { from: number; to: number }): number => from * 2 ** 24 + to

/** The outermost calls of a tree whose places are not among those that are read. */
export function callsBeside(tree: Tree, isRead: ReadonlySet<number>): SyntaxNode[] {
  const found: SyntaxNode[] = []
  tree.iterate({
    enter: (node) => {
      if (!/^(?:CallExpression|NewExpression|DynamicImport|TaggedTemplateExpression)$/.test(node.name))
        return true
      if (isRead.has(spanOf(node))) return true
      found.push(node.node)
      return false
    },
  })
  return found
}
