import type { SyntaxNode } from '@lezer/common'
import { parser as grammar } from '@lezer/javascript'
import { type Expression, memberOf, nameOf, type Parameter, type Program, textOf } from './expressions.ts'
import { readJavaScriptImport } from './javascript-imports.ts'
import { nameFunction, patternReader } from './javascript-patterns.ts'
import { isMeaningful, readTemplate } from './javascript-texts.ts'
import { readEscapes } from './read-escapes.ts'
import { callsBeside, childrenOf, spanOf } from './tree-nodes.ts'

const scripts = grammar
const typed = grammar.configure({ dialect: 'ts' })

/** Reads a file in JavaScript or TypeScript. Never throws: what is not valid is in `errors`. */
export function readJavaScript(source: string, isTyped = false): Program {
  const program: Program = {
    language: 'javascript',
    roots: [],
    imports: [],
    assigned: new Map(),
    errors: [],
    identifiers: new Map(),
  }
  const text = (node: SyntaxNode) => source.slice(node.from, node.to)
  const note = (node: SyntaxNode): string => {
    const name = readEscapes(text(node)).text
    if (!program.identifiers.has(name)) program.identifiers.set(name, node.from)
    return name
  }
  const assign = (name: string, value: Expression) => {
    const known = program.assigned.get(name)
    if (known) known.push(value)
    else program.assigned.set(name, [value])
  }

  const assignTo = patternReader({ text, note, assign, read: (node) => read(node) })

  const isRead = new Set<number>()
  const read = (node: SyntaxNode): Expression => {
    const at = node.from
    if (/^(?:CallExpression|NewExpression|DynamicImport|TaggedTemplateExpression)$/.test(node.name))
      isRead.add(spanOf(node))
    switch (node.name) {
      case 'VariableName':
        return nameOf(at, note(node))
      case 'this':
      case 'super':
        return nameOf(at, node.name)
      case 'ImportMeta':
        return nameOf(at, 'import.meta')
      case 'String': {
        const { text: shown, isEscaped } = readEscapes(text(node).slice(1, -1))
        return textOf(at, shown, isEscaped)
      }
      case 'TemplateString':
        return { type: 'sum', parts: readTemplate(node, source, read), at }
      case 'TaggedTemplateExpression': {
        const [tag, template] = childrenOf(node)
        const parts = template ? readTemplate(template, source, read) : []
        const args = [{ type: 'sum' as const, parts, at }]
        return { type: 'call', callee: tag ? read(tag) : nameOf(at, ''), args, named: {}, isNew: false, at }
      }
      case 'Number':
        return { type: 'number', value: Number(text(node).replaceAll('_', '').replace(/n$/, '')), at }
      case 'MemberExpression':
        return readMember(node)
      case 'CallExpression':
      case 'NewExpression': {
        const parts = childrenOf(node)
        const list = parts.find(({ name }) => name === 'ArgList')
        const callee =
          parts.find((one) => one !== list && isMeaningful(one)) ??
          parts.find(({ name }) => /^(super|this)$/.test(name))
        const args = list ? childrenOf(list).filter(isMeaningful).map(readArgument) : []
        return {
          type: 'call',
          callee: callee ? read(callee) : nameOf(at, ''),
          args,
          named: {},
          isNew: node.name === 'NewExpression',
          at,
        }
      }
      case 'DynamicImport': {
        const args = childrenOf(node)
          .filter((one) => isMeaningful(one))
          .map(read)
        return { type: 'call', callee: nameOf(at, 'import()'), args, named: {}, isNew: false, at }
      }
      case 'BinaryExpression': {
        const parts = childrenOf(node)
        const sign = parts[1] ? text(parts[1]) : ''
        const values = parts.filter((one, index) => index !== 1 && isMeaningful(one)).map(read)
        if (sign === '+') return { type: 'sum', parts: values, at }
        return /^(\|\||&&|\?\?)$/.test(sign)
          ? { type: 'list', items: values, at }
          : { type: 'other', what: `Binary ${sign}`, parts: values, at }
      }
      case 'ParenthesizedExpression': {
        const inside = childrenOf(node).filter(isMeaningful)
        return inside.length === 1 && inside[0] ? read(inside[0]) : others(node)
      }
      case 'AwaitExpression': {
        const inside = childrenOf(node).filter(isMeaningful)[0]
        return inside ? read(inside) : others(node)
      }
      case 'ArrayExpression':
      case 'ConditionalExpression':
      case 'SequenceExpression':
        return { type: 'list', items: childrenOf(node).filter(isMeaningful).map(read), at }
      case 'ObjectExpression':
        return readObject(node)
      case 'VariableDeclaration':
        return readDeclaration(node)
      case 'AssignmentExpression': {
        const [target, sign, value] = childrenOf(node)
        const given = value ? read(value) : others(node)
        const whole: Expression =
          sign && text(sign) === '+=' && target ? { type: 'sum', parts: [read(target), given], at } : given
        const shown = target ? assignTo(target, whole) : []
        return { type: 'other', what: node.name, parts: [...shown, given], at }
      }
      case 'ForOfSpec':
      case 'ForInSpec': {
        const parts = childrenOf(node)
        const sign = parts.findIndex(({ name }) => name === 'of' || name === 'in')
        const values = parts[sign + 1] ? read(parts[sign + 1] as SyntaxNode) : others(node)
        const target = parts.slice(0, sign).findLast(isMeaningful)
        const item: Expression =
          values.type === 'list' ? values : { type: 'other', what: 'Item', parts: [values], at }
        const shown = target ? assignTo(target, item) : []
        return { type: 'other', what: node.name, parts: [values, ...shown], at }
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunction':
      case 'MethodDeclaration':
        return readFunction(node)
      case 'PropertyDeclaration': {
        const parts = childrenOf(node)
        const name = parts.find((one) => /PropertyDefinition$/.test(one.name))
        const equals = parts.findIndex((one) => one.name === 'Equals')
        const value = equals >= 0 && parts[equals + 1] ? read(parts[equals + 1] as SyntaxNode) : null
        if (name && value) assign(`.${text(name)}`, value)
        const keys = parts
          .slice(0, Math.max(equals, 0))
          .filter((one) => isMeaningful(one) && one !== name)
          .map(read)
        return { type: 'other', what: node.name, parts: [...keys, ...(value ? [value] : [])], at }
      }
      case 'ImportDeclaration':
        program.imports.push(...readJavaScriptImport(node, source))
        return { type: 'other', what: node.name, parts: [], at }
      case 'ExportDeclaration':
        if (childrenOf(node).some((one) => one.name === 'from')) {
          program.imports.push(...readJavaScriptImport(node, source))
          return { type: 'other', what: node.name, parts: [], at }
        }
        return others(node)
      case 'TypeAnnotation':
      case 'TypeAliasDeclaration':
      case 'InterfaceDeclaration':
      case 'TypeArgList':
      case 'TypeParamList':
        return { type: 'other', what: node.name, parts: [], at }
      case 'ExpressionStatement': {
        const only = childrenOf(node)[0]
        return only?.name === 'String' ? { type: 'other', what: 'Directive', parts: [], at } : others(node)
      }
      default:
        return others(node)
    }
  }

  const others = (node: SyntaxNode): Expression => ({
    type: 'other',
    what: node.name,
    parts: childrenOf(node)
      .filter((one) => isMeaningful(one) || /^(this|super)$/.test(one.name))
      .map(read),
    at: node.from,
  })

  const readArgument = (node: SyntaxNode): Expression =>
    node.prevSibling?.name === 'Spread'
      ? { type: 'other', what: 'Spread', parts: [read(node)], at: node.from }
      : read(node)

  const readMember = (node: SyntaxNode): Expression => {
    const parts = childrenOf(node)
    const of = parts[0] ? read(parts[0]) : nameOf(node.from, '')
    const bracket = parts.findIndex(({ name }) => name === '[')
    const inside = parts[bracket + 1]
    if (bracket > 0 && inside)
      return { type: 'member', of, name: read(inside), isIndexed: true, at: node.from }
    const last = parts.at(-1)
    return memberOf(of, last ? readEscapes(text(last)).text : '', last?.from ?? node.from)
  }

  const readObject = (node: SyntaxNode): Expression => {
    const properties = childrenOf(node).filter(({ name }) => name === 'Property')
    const keys = properties.map((property) => {
      const first = childrenOf(property).find(({ name }) => /^(PropertyDefinition|String)$/.test(name))
      return first ? text(first).replace(/^['"]|['"]$/g, '') : null
    })
    return { type: 'list', items: properties.map(readProperty), keys, at: node.from }
  }

  const readProperty = (node: SyntaxNode): Expression => {
    const parts = childrenOf(node)
    const colon = parts.findIndex(({ name }) => name === ':')
    const first = parts[0]
    const named = parts.find(({ name }) => name === 'PropertyDefinition')
    if (parts.some(({ name }) => name === 'ParamList')) return readFunction(node)
    if (colon < 0) {
      if (first?.name === 'Spread')
        return { type: 'other', what: 'Spread', parts: parts.filter(isMeaningful).map(read), at: node.from }
      // { name }: the value of that name.
      return named ? nameOf(node.from, note(named)) : others(node)
    }
    const value = parts[colon + 1] ? read(parts[colon + 1] as SyntaxNode) : others(node)
    if (named)
      assign(
        `.${text(named)}`,
        value.type === 'function' && value.name === '' ? nameFunction(value, text(named)) : value,
      )
    const keys = parts
      .slice(0, colon)
      .filter((one) => isMeaningful(one) && one !== named)
      .map(read)
    return keys.length === 0
      ? value
      : { type: 'other', what: 'Property', parts: [...keys, value], at: node.from }
  }

  const readDeclaration = (node: SyntaxNode): Expression => {
    const parts = childrenOf(node)
    const shown: Expression[] = []
    for (const [index, part] of parts.entries()) {
      if (!/^(VariableDefinition|ObjectPattern|ArrayPattern)$/.test(part.name)) continue
      const equals = parts.slice(index + 1, index + 3).find(({ name }) => name === 'Equals')
      const given = equals?.nextSibling
      if (!given) continue
      const value = read(given)
      if (part.name === 'VariableDefinition' && value.type === 'function' && value.name === '')
        value.name = text(part)
      shown.push(value, ...assignTo(part, value))
    }
    return { type: 'other', what: node.name, parts: shown, at: node.from }
  }

  const readFunction = (node: SyntaxNode): Expression => {
    const parts = childrenOf(node)
    const list = parts.find(({ name }) => name === 'ParamList')
    const before = list ? parts.indexOf(list) : 0
    const named = parts
      .slice(0, before)
      .find(({ name }) => /^(VariableDefinition|.*PropertyDefinition)$/.test(name))
    const keys = parts.slice(0, before).filter((one) => one !== named && isMeaningful(one))
    const body = parts.slice(before + 1).filter(isMeaningful)
    const { params, shown } = list ? readParams(list) : { params: [], shown: [] }
    return {
      type: 'function',
      name: named ? text(named) : '',
      params,
      body: [...shown, ...[...keys, ...body].map(read)],
      at: node.from,
      to: node.to,
    }
  }

  /** `shown`: what stands in the patterns of parameters. */
  const readParams = (list: SyntaxNode): { params: Parameter[]; shown: Expression[] } => {
    const params: Parameter[] = []
    const shown: Expression[] = []
    let part = list.firstChild
    while (part) {
      let next: SyntaxNode | null = part.nextSibling
      while (next && /^(?:TypeAnnotation|Optional)$/.test(next.name)) next = next.nextSibling
      const equals: SyntaxNode | null = next?.name === 'Equals' ? next : null
      const preset: Expression | null = equals?.nextSibling ? read(equals.nextSibling) : null
      if (part.name === 'VariableDefinition')
        params.push({ name: note(part), preset, isRest: part.prevSibling?.name === 'Spread' })
      else if (/Pattern$/.test(part.name)) {
        // A pattern takes its names from an argument with a name that no code can have.
        const name = `{${part.from}}`
        shown.push(...assignTo(part, nameOf(part.from, name)))
        params.push({ name, preset })
      }
      part = (equals?.nextSibling ?? part).nextSibling
    }
    return { params, shown }
  }

  const tree = (isTyped ? typed : scripts).parse(source)
  tree.iterate({
    enter: (node) => {
      // An empty error marks what is missing. One with text marks what was left out.
      if (node.type.isError && node.to > node.from) program.errors.push(node.from)
      // Scripts that are no modules read it as a comment, the grammar as operators.
      if (node.name === 'CompareOp' && isPageComment(source, node.from)) program.errors.push(node.from)
    },
  })
  program.roots = childrenOf(tree.topNode).filter(isMeaningful).map(read)
  // A call in a place that the functions above do not know.
  for (const node of callsBeside(tree, isRead)) program.roots.push(read(node))
  return program
}

/** `<!--` begins a comment, as `-->` does at the start of a line. `at`: the position of `<` or `>`. */
const isPageComment = (source: string, at: number): boolean =>
  source.startsWith('<!--', at) ||
  (source.startsWith('-->', at - 2) &&
    /^\s*$|\*\/\s*$/.test(source.slice(Math.max(source.lastIndexOf('\n', at - 1) + 1, at - 200), at - 2)))
