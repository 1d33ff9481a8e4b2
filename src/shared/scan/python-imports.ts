import type { SyntaxNode } from '@lezer/common'
import type { Import } from './expressions.ts'
import { childrenOf } from './tree-nodes.ts'

const NAMES = new Set(['VariableName', 'PropertyName'])

/** The names that an import statement gives. */
export function readPythonImport(node: SyntaxNode, source: string): Import[] {
  const text = (part: SyntaxNode) => source.slice(part.from, part.to)
  const parts = childrenOf(node)
  const at = node.from
  const importAt = parts.findIndex(({ name }) => name === 'import')
  const written = source.slice(node.from, node.to).replace(/\\\r?\n/g, ' ')
  const isFrom = parts[0]?.name === 'from'
  const module = isFrom ? parts.slice(1, importAt).map(text).join('') : ''
  if (isFrom && /import\s*\(?\s*\*/.test(written)) {
    return [{ at, local: '*', what: module, module, isEverything: true }]
  }
  const found: Import[] = []
  let path: string[] = []
  let alias: string | null = null
  let isAlias = false
  const finish = () => {
    if (path.length === 0) return
    const what = isFrom ? `${module}.${path.join('')}` : path.join('')
    const top = path.join('').split('.')[0] ?? ''
    const local = alias ?? (isFrom ? path.join('') : top)
    // `import a.b` names a; the members follow in the code.
    found.push({
      at,
      local,
      what: alias || isFrom ? what : top,
      module: isFrom ? module : path.join(''),
      isEverything: false,
    })
    path = []
    alias = null
    isAlias = false
  }
  for (const part of parts.slice(importAt + 1)) {
    if (part.name === ',') finish()
    else if (part.name === 'as') isAlias = true
    else if (part.name === 'VariableName' && isAlias) alias = text(part)
    else if (NAMES.has(part.name) || part.name === '.') path.push(text(part))
  }
  finish()
  return found
}

/** The names that the body of a class gives to its members, by assignments and imports. */
export function namesInClass(node: SyntaxNode, source: string): string[] {
  return childrenOf(node).flatMap((part) => {
    if (part.name === 'ImportStatement') return readPythonImport(part, source).map(({ local }) => local)
    if (part.name === 'AssignStatement')
      return childrenOf(part)
        .filter(({ name, nextSibling }) => name === 'VariableName' && nextSibling !== null)
        .map(({ from, to }) => source.slice(from, to))
    return /^(?:Body|\w+Statement)$/.test(part.name) ? namesInClass(part, source) : []
  })
}
