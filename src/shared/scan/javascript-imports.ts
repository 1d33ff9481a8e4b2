import type { SyntaxNode } from '@lezer/common'
import type { Import } from './expressions.ts'
import { readEscapes } from './read-escapes.ts'
import { childrenOf } from './tree-nodes.ts'

/** The names that an import or a repeated export gives. What is exported again has the name ''. */
export function readJavaScriptImport(node: SyntaxNode, source: string): Import[] {
  const text = (part: SyntaxNode) => source.slice(part.from, part.to)
  const found: Import[] = []
  const parts = childrenOf(node)
  const at = node.from
  const module = parts.findLast(({ name }) => name === 'String')
  if (!module) return found
  const name = bare(readEscapes(text(module).slice(1, -1)).text)
  const add = (local: string, what: string, isEverything = false) =>
    found.push({ at, local, what, module: name, isEverything })
  let isAny = false
  for (const part of parts) {
    const definition = part.name === 'VariableDefinition' ? part : null
    if (definition) {
      add(text(definition), name)
      isAny = true
    }
    if (part.name !== 'ImportGroup' && part.name !== 'ExportGroup') continue
    let imported = ''
    for (const one of childrenOf(part)) {
      if (one.name === 'VariableName' || one.name === 'String')
        imported = text(one).replace(/^['"]|['"]$/g, '')
      if (one.name === 'VariableDefinition') {
        const local = text(one)
        const isAlias = one.prevSibling?.name === 'as'
        add(local, `${name}.${isAlias ? imported : local}`)
      }
      if (part.name === 'ExportGroup' && one.name === 'VariableName' && one.prevSibling?.name !== 'as')
        add('', `${name}.${text(one)}`)
    }
    isAny = true
  }
  if (!isAny) add('', name, node.name === 'ExportDeclaration')
  return found
}

/** `node:fs` is the module `fs`. */
export const bare = (module: string): string => module.replace(/^node:/, '')

/** The path of a file in the archive that a relative import names. */
export function resolvePath(folder: string, relative: string): string {
  const steps = folder === '' ? [] : folder.split('/')
  for (const step of relative.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}
