import type { SyntaxNode } from '@lezer/common'
import { parser } from '@lezer/python'
import { type Expression, memberOf, nameOf, type Parameter, type Program, textOf } from './expressions.ts'
import { callReader, readDecorator } from './python-calls.ts'
import { namesInClass, readPythonImport } from './python-imports.ts'
import { matchReader } from './python-patterns.ts'
import { isMeaningful, readFormat, readString } from './python-texts.ts'
import { callsBeside, childrenOf, spanOf } from './tree-nodes.ts'

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
      // `x['a'] = value` is like x = {'a': value}.
      const [of, , key] = childrenOf(target)
      if (last?.name === ']' && of?.name === 'VariableName' && key) {
        const name = key.name === 'String' ? readString(text(key), key.from) : null
        const keys = name?.type === 'text' ? [name.text] : [null]
        assign(text(of), { type: 'list', items: [value], keys, at: target.from })
      }
    } else if (/^(Tuple|Array|Parenthesized)Expression$/.test(target.name)) {
      const targets = childrenOf(target).filter(isMeaningful)
      assignEach(targets, value)
    }
  }
  const assignEach = (targets: SyntaxNode[], value: Expression) => {
    for (const [index, one] of targets.entries()) {
      const item = value.type === 'list' && value.items.length === targets.length ? value.items[index] : value
      if (item) assignTo(one, item)
    }
  }

  const isRead = new Set<number>()
  const read = (node: SyntaxNode): Expression => {
    const at = node.from
    if (node.name === 'CallExpression') isRead.add(spanOf(node))
    switch (node.name) {
      case 'VariableName': {
        const name = text(node)
        if (!program.identifiers.has(name)) program.identifiers.set(name, at)
        return nameOf(at, name)
      }
      case 'String':
        return readString(text(node), at)
      case 'FormatString':
        return { type: 'sum', at, parts: readFormat(node, source, read) }
      case 'ContinuedString':
        return { type: 'sum', at, parts: childrenOf(node).map(read) }
      case 'Number':
        return { type: 'number', value: Number(text(node).replaceAll('_', '')), at }
      case 'MemberExpression':
        return readMember(node)
      case 'CallExpression':
        return readCall(node)
      case 'BinaryExpression': {
        const parts = childrenOf(node)
        const isSum = parts.length === 3 && parts[1] && text(parts[1]) === '+'
        const values = parts.filter(isMeaningful).map(read)
        return isSum
          ? { type: 'sum', parts: values, at }
          : { type: 'other', what: `Binary ${parts[1] ? text(parts[1]) : ''}`, parts: values, at }
      }
      case 'ParenthesizedExpression': {
        const inside = childrenOf(node).filter(isMeaningful)
        return inside.length === 1 && inside[0] ? read(inside[0]) : others(node)
      }
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
      case 'ConditionalExpression':
        return { type: 'list', items: childrenOf(node).filter(isMeaningful).map(read), at }
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
        const [target, , value] = childrenOf(node)
        const read1 = value ? read(value) : others(node)
        if (target) assignTo(target, read1)
        return read1
      }
      case 'UpdateStatement': {
        const [target, , ...rest] = childrenOf(node)
        const values = rest.filter(isMeaningful).map(read)
        const added: Expression =
          values.length === 1 && values[0] ? values[0] : { type: 'list', items: values, at }
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
      case 'MatchStatement':
        return readMatch(node)
      case 'ClassDefinition': {
        const whole = others(node)
        for (const name of namesInClass(node, source)) assign(`#${name}`, nameOf(at, name))
        return whole
      }
      case 'Decorator':
        return readDecorator(node, { text, read })
      case 'ScopeStatement':
        // `global name`: a parameter of this name around it is another thing.
        for (const part of childrenOf(node).filter(isMeaningful))
          assign(text(part), nameOf(part.from, text(part)))
        return others(node)
      case 'FunctionDefinition':
      case 'LambdaExpression':
        return readFunction(node)
      case 'ImportStatement':
        program.imports.push(...readPythonImport(node, source))
        return { type: 'other', what: node.name, parts: [], at }
      case 'ExpressionStatement': {
        const [only, ...more] = childrenOf(node)
        // A documentation text is not part of what the code does.
        if (only && more.length === 0 && /^(String|ContinuedString)$/.test(only.name)) {
          return { type: 'other', what: 'Documentation', parts: [], at }
        }
        return others(node)
      }
      default:
        return others(node)
    }
  }

  const readMatch = matchReader({ text, assign, read })

  const others = (node: SyntaxNode): Expression => ({
    type: 'other',
    what: node.name,
    parts: childrenOf(node).filter(isMeaningful).map(read),
    at: node.from,
  })

  /** `for x in values`: x is one of the values. */
  const bindLoop = (node: SyntaxNode) => {
    const parts = childrenOf(node)
    for (const [index, part] of parts.entries()) {
      if (part.name !== 'for') continue
      const end = parts.findIndex((one, place) => place > index && one.name === 'in')
      const values = parts[end + 1]
      if (end < 0 || !values) continue
      const value: Expression = { type: 'other', what: 'Item', parts: [read(values)], at: node.from }
      for (const target of parts.slice(index + 1, end).filter(isMeaningful)) assignTo(target, itemOf(value))
    }
  }
  const itemOf = (value: Expression): Expression => {
    const inner = value.type === 'other' ? value.parts[0] : undefined
    return inner?.type === 'list' ? { type: 'list', items: inner.items, at: value.at } : value
  }
  const bindAs = (node: SyntaxNode) => {
    const parts = childrenOf(node)
    for (const [index, part] of parts.entries()) {
      const [value, target] = [parts[index - 1], parts[index + 1]]
      if (part.name === 'as' && value && target) assignTo(target, read(value))
    }
  }

  const readMember = (node: SyntaxNode): Expression => {
    const parts = childrenOf(node)
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
      return { ...slice, parts: [of, ...inside.filter(isMeaningful).map(read)] }
    }
    const keys = inside.filter(isMeaningful).map(read)
    const key: Expression =
      keys.length > 1 ? { type: 'list', items: keys, at: node.from } : (keys[0] ?? textOf(node.from, ''))
    return { type: 'member', of, name: key, isIndexed: true, at: node.from }
  }

  const readCall = callReader({ text, read, assign, bindLoop: (node) => bindLoop(node) })

  const readDictionary = (node: SyntaxNode): Expression => {
    const items: Expression[] = []
    const keys: (string | null)[] = []
    let key: string | null = null
    for (const part of childrenOf(node)) {
      if (!isMeaningful(part)) continue
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
    const parts = childrenOf(node)
    const last = parts.findLastIndex(({ name }) => name === 'AssignOp')
    const values = parts
      .slice(last + 1)
      .filter(isMeaningful)
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
      else if (isMeaningful(part)) {
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
    const parts = childrenOf(node)
    const list = parts.find(({ name }) => name === 'ParamList')
    const body = parts.filter((one) => one !== list && isMeaningful(one) && one.name !== 'VariableName')
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
        to: node.to,
      }
    }
    return {
      type: 'function',
      name,
      params: list ? readParams(list) : [],
      body: body.map(read),
      at: node.from,
      to: node.to,
    }
  }
  const readParams = (list: SyntaxNode): Parameter[] => {
    const parts = childrenOf(list)
    return parts.flatMap((part, index) => {
      if (part.name !== 'VariableName' || parts[index - 1]?.name === 'AssignOp') return []
      const equals = parts.slice(index + 1, index + 3).find(({ name }) => name === 'AssignOp')
      const value = equals ? equals.nextSibling : null
      const isRest = /^\*\*?$/.test(parts[index - 1]?.name ?? '')
      return [{ name: text(part), preset: value ? read(value) : null, isRest }]
    })
  }

  // A form feed is white space, but the grammar does not know it.
  const tree = parser.parse(source.replaceAll('\f', ' '))
  tree.iterate({
    enter: (node) => {
      // An empty error marks what is missing. One with text marks what was left out.
      if (node.type.isError && node.to > node.from && !isKnownGap(source, node.from, node.to))
        program.errors.push(node.from)
      // The grammar reads the template string t"{…}" as a name and a text.
      if (
        node.name === 'String' &&
        /\b(?:t|rt|tr)$/i.test(source.slice(Math.max(0, node.from - 3), node.from))
      )
        program.errors.push(node.from)
    },
  })
  program.roots = childrenOf(tree.topNode).filter(isMeaningful).map(read)
  // A call in a place that the functions above do not know, such as the annotation of a parameter.
  for (const node of callsBeside(tree, isRead)) program.roots.push(read(node))
  return program
}

/** Valid Python that the grammar does not know: the star of `from x import *`, and `yield` alone. */
const isKnownGap = (source: string, from: number, to: number): boolean =>
  /^\s*\*\s*$/.test(source.slice(from, to)) ||
  (from === to && /\byield\s*$/.test(source.slice(Math.max(0, from - 20), from)))
