import type { SyntaxNode } from '@lezer/common'
import { parser } from '@lezer/python'
import {
  type Expression,
  type Import,
  memberOf,
  nameOf,
  type Parameter,
  type Program,
  textOf,
} from './expressions.ts'
import { readEscapes } from './read-escapes.ts'

const NAMES = new Set(['VariableName', 'PropertyName'])
/** Marks and words between the parts of an expression. */
const MARKS =
  /^[^\p{L}⚠]+$|^(?:for|in|if|else|elif|async|await|lambda|and|or|not|is|as|with|return|yield|from|while|try|except|finally|raise|assert|del|global|nonlocal|import|class|def|match|case|pass|break|continue|print|exec)$/u

/** Reads a file in Python. Never throws: what is not valid is in `errors`. */
export function readPython(source: string): Program {
  const program: Program = {
    language: 'python',
    roots: [],
    imports: [],
    assigned: new Map(),
    errors: [],
    identifiers: new Map(),
  }
  const text = (node: SyntaxNode) => source.slice(node.from, node.to)
  const partsOf = (node: SyntaxNode): SyntaxNode[] => {
    const found: SyntaxNode[] = []
    for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
    return found
  }
  const meaningful = (node: SyntaxNode) => !MARKS.test(node.name) && node.name !== 'Comment'

  const assign = (name: string, value: Expression) => {
    const known = program.assigned.get(name)
    if (known) known.push(value)
    else program.assigned.set(name, [value])
  }
  /** Assigns to every name in the target: `a, self.b = value`. */
  const assignTo = (target: SyntaxNode, value: Expression) => {
    if (target.name === 'VariableName') assign(text(target), value)
    else if (target.name === 'MemberExpression') {
      const last = target.lastChild
      if (last?.name === 'PropertyName') assign(`.${text(last)}`, value)
    } else if (/^(Tuple|Array|Parenthesized)Expression$/.test(target.name)) {
      const targets = partsOf(target).filter(meaningful)
      assignEach(targets, value)
    }
  }
  const assignEach = (targets: SyntaxNode[], value: Expression) => {
    for (const [index, one] of targets.entries()) {
      const item = value.type === 'list' && value.items.length === targets.length ? value.items[index] : value
      if (item) assignTo(one, item)
    }
  }

  const read = (node: SyntaxNode): Expression => {
    const at = node.from
    switch (node.name) {
      case 'VariableName': {
        const name = text(node)
        if (!program.identifiers.has(name)) program.identifiers.set(name, at)
        return nameOf(at, name)
      }
      case 'String':
        return readString(text(node), at)
      case 'FormatString':
        return { type: 'sum', at, parts: readFormat(node) }
      case 'ContinuedString':
        return { type: 'sum', at, parts: partsOf(node).map(read) }
      case 'Number':
        return { type: 'number', value: Number(text(node).replaceAll('_', '')), at }
      case 'MemberExpression':
        return readMember(node)
      case 'CallExpression':
        return readCall(node)
      case 'BinaryExpression': {
        const parts = partsOf(node)
        const isSum = parts.length === 3 && parts[1] && text(parts[1]) === '+'
        const values = parts.filter(meaningful).map(read)
        return isSum
          ? { type: 'sum', parts: values, at }
          : { type: 'other', what: `Binary ${parts[1] ? text(parts[1]) : ''}`, parts: values, at }
      }
      case 'ParenthesizedExpression': {
        const inside = partsOf(node).filter(meaningful)
        return inside.length === 1 && inside[0] ? read(inside[0]) : others(node)
      }
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
      case 'ConditionalExpression':
        return { type: 'list', items: partsOf(node).filter(meaningful).map(read), at }
      case 'DictionaryExpression':
        return readDictionary(node)
      case 'ArrayComprehensionExpression':
      case 'ComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'DictionaryComprehensionExpression':
        bindLoop(node)
        return others(node)
      case 'AssignStatement':
        return readAssignment(node)
      case 'NamedExpression': {
        const [target, , value] = partsOf(node)
        const read1 = value ? read(value) : others(node)
        if (target) assignTo(target, read1)
        return read1
      }
      case 'UpdateStatement': {
        const [target, , value] = partsOf(node)
        const added = value ? read(value) : others(node)
        const name = target ? read(target) : added
        if (target) assignTo(target, { type: 'sum', parts: [name, added], at })
        return { type: 'other', what: node.name, parts: [name, added], at }
      }
      case 'ForStatement':
        bindLoop(node)
        return others(node)
      case 'WithStatement':
        bindAs(node)
        return others(node)
      case 'FunctionDefinition':
      case 'LambdaExpression':
        return readFunction(node)
      case 'ImportStatement':
        program.imports.push(...readImport(node))
        return { type: 'other', what: node.name, parts: [], at }
      case 'ExpressionStatement': {
        const [only] = partsOf(node)
        // A documentation text is not part of what the code does.
        if (only && /^(String|ContinuedString)$/.test(only.name)) {
          return { type: 'other', what: 'Documentation', parts: [], at }
        }
        return others(node)
      }
      default:
        return others(node)
    }
  }

  const others = (node: SyntaxNode): Expression => ({
    type: 'other',
    what: node.name,
    parts: partsOf(node).filter(meaningful).map(read),
    at: node.from,
  })

  /** `for x in values`: x is one of the values. */
  const bindLoop = (node: SyntaxNode) => {
    const parts = partsOf(node)
    for (const [index, part] of parts.entries()) {
      if (part.name !== 'for') continue
      const end = parts.findIndex((one, place) => place > index && one.name === 'in')
      const values = parts[end + 1]
      if (end < 0 || !values) continue
      const value: Expression = { type: 'other', what: 'Item', parts: [read(values)], at: node.from }
      for (const target of parts.slice(index + 1, end).filter(meaningful)) assignTo(target, itemOf(value))
    }
  }
  const itemOf = (value: Expression): Expression => {
    const inner = value.type === 'other' ? value.parts[0] : undefined
    return inner?.type === 'list' ? { type: 'list', items: inner.items, at: value.at } : value
  }
  const bindAs = (node: SyntaxNode) => {
    const parts = partsOf(node)
    for (const [index, part] of parts.entries()) {
      const [value, target] = [parts[index - 1], parts[index + 1]]
      if (part.name === 'as' && value && target) assignTo(target, read(value))
    }
  }

  const readMember = (node: SyntaxNode): Expression => {
    const parts = partsOf(node)
    const [first, mark] = parts
    if (!first || !mark) return others(node)
    const of = read(first)
    if (mark.name === '.') {
      const last = parts[2]
      return memberOf(of, last ? text(last) : '', last?.from ?? node.from)
    }
    const inside = parts.slice(2, -1)
    // A slice: [::-1] reads a text backwards.
    if (inside.some(({ name }) => name === ':')) {
      const isBackwards = /\[\s*:\s*:\s*-\s*1\s*\]$/.test(text(node))
      const slice = { type: 'other' as const, what: isBackwards ? 'Backwards' : 'Slice', at: node.from }
      return { ...slice, parts: [of, ...inside.filter(meaningful).map(read)] }
    }
    const key = inside[0] ? read(inside[0]) : textOf(node.from, '')
    return { type: 'member', of, name: key, isIndexed: true, at: node.from }
  }

  const readCall = (node: SyntaxNode): Expression => {
    const [callee, list] = partsOf(node)
    const args: Expression[] = []
    const named: Record<string, Expression> = {}
    const parts = list ? partsOf(list) : []
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] as SyntaxNode
      const value = parts[index + 2]
      if (part.name === 'VariableName' && parts[index + 1]?.name === 'AssignOp' && value) {
        named[text(part)] = read(value)
        index += 2
      } else if (part.name === 'for') {
        bindLoop(list as SyntaxNode)
        args.push({
          type: 'other',
          what: 'Comprehension',
          parts: parts.slice(index).filter(meaningful).map(read),
          at: part.from,
        })
        break
      } else if (meaningful(part)) args.push(read(part))
    }
    const target = callee ? read(callee) : nameOf(node.from, '')
    return { type: 'call', callee: target, args, named, isNew: false, at: node.from }
  }

  const readDictionary = (node: SyntaxNode): Expression => {
    const items: Expression[] = []
    const keys: (string | null)[] = []
    let key: string | null = null
    for (const part of partsOf(node)) {
      if (!meaningful(part)) continue
      const isKey = part.nextSibling?.name === ':'
      const value = read(part)
      // A key is a part of the code, but none of the values.
      items.push(isKey ? { type: 'other', what: 'Key', parts: [value], at: part.from } : value)
      keys.push(isKey ? null : key)
      key = isKey && value.type === 'text' ? value.text : null
    }
    return { type: 'list', items, keys, at: node.from }
  }

  const readAssignment = (node: SyntaxNode): Expression => {
    const parts = partsOf(node)
    const last = parts.findLastIndex(({ name }) => name === 'AssignOp')
    const values = parts
      .slice(last + 1)
      .filter(meaningful)
      .map(read)
    const value: Expression =
      values.length === 1 && values[0] ? values[0] : { type: 'list', items: values, at: node.from }
    const shown: Expression[] = [value]
    let targets: SyntaxNode[] = []
    for (const part of parts.slice(0, last + 1)) {
      if (part.name === 'AssignOp') {
        if (targets.length === 1 && targets[0]) assignTo(targets[0], value)
        else assignEach(targets, value)
        targets = []
      } else if (part.name === 'TypeDef') shown.push(others(part))
      else if (meaningful(part)) {
        targets.push(part)
        shown.push(
          part.name === 'VariableName'
            ? { type: 'other', what: 'Target', parts: [], at: part.from }
            : read(part),
        )
        if (part.name === 'VariableName' && !program.identifiers.has(text(part)))
          program.identifiers.set(text(part), part.from)
      }
    }
    return { type: 'other', what: node.name, parts: shown, at: node.from }
  }

  const readFunction = (node: SyntaxNode): Expression => {
    const parts = partsOf(node)
    const list = parts.find(({ name }) => name === 'ParamList')
    const body = parts.filter((one) => one !== list && meaningful(one) && one.name !== 'VariableName')
    const named =
      node.name === 'FunctionDefinition' ? parts.find(({ name }) => name === 'VariableName') : undefined
    const name = named ? text(named) : ''
    if (node.name === 'LambdaExpression') {
      const colon = parts.findIndex(({ name }) => name === ':')
      const value = parts[colon + 1]
      return {
        type: 'function',
        name,
        params: list ? readParams(list) : [],
        body: value ? [read(value)] : [],
        at: node.from,
      }
    }
    return {
      type: 'function',
      name,
      params: list ? readParams(list) : [],
      body: body.map(read),
      at: node.from,
    }
  }
  const readParams = (list: SyntaxNode): Parameter[] => {
    const parts = partsOf(list)
    return parts.flatMap((part, index) => {
      if (part.name !== 'VariableName' || parts[index - 1]?.name === 'AssignOp') return []
      const equals = parts.slice(index + 1, index + 3).find(({ name }) => name === 'AssignOp')
      const value = equals ? equals.nextSibling : null
      return [{ name: text(part), preset: value ? read(value) : null }]
    })
  }

  const readImport = (node: SyntaxNode): Import[] => {
    const parts = partsOf(node)
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

  const readFormat = (node: SyntaxNode): Expression[] => {
    const written = text(node)
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
    for (const part of partsOf(node)) {
      if (part.name !== 'FormatReplacement') continue
      plain(part.from)
      const inside = partsOf(part).filter(
        (one) => meaningful(one) && !/^Format(Conversion|Spec)$/.test(one.name),
      )
      parts.push(inside[0] ? read(inside[0]) : { type: 'other', what: part.name, parts: [], at: part.from })
      from = part.to
    }
    plain(node.to - quote)
    return parts
  }

  // A form feed is white space, but the grammar does not know it.
  const tree = parser.parse(source.replaceAll('\f', ' '))
  tree.iterate({
    enter: (node) => {
      // An empty error marks what is missing. One with text marks what was left out.
      if (node.type.isError && node.to > node.from && !isKnownGap(source, node.from, node.to))
        program.errors.push(node.from)
    },
  })
  program.roots = partsOf(tree.topNode).filter(meaningful).map(read)
  return program
}

/** Valid Python that the grammar does not know: the star of `from x import *`, and `yield` alone. */
const isKnownGap = (source: string, from: number, to: number): boolean =>
  /^\s*\*\s*$/.test(source.slice(from, to)) ||
  (from === to && /\byield\s*$/.test(source.slice(Math.max(0, from - 20), from)))

function readString(written: string, at: number): Expression {
  const [prefix = ''] = /^[a-z]*/i.exec(written) ?? []
  const quote = /^("""|''')/.test(written.slice(prefix.length)) ? 3 : 1
  const inside = written.slice(prefix.length + quote, written.length - quote)
  if (/r/i.test(prefix)) return textOf(at, inside)
  const { text, isEscaped } = readEscapes(inside)
  return textOf(at, text, isEscaped)
}
