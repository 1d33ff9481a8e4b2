import { type Expression, type Language, lastName } from './expressions.ts'

/** A function, or what leads to the constructor of functions. */
export const isOfFunction = (of: Expression): boolean =>
  of.type === 'function' ||
  (of.type === 'call' && lastName(of.callee) === 'getPrototypeOf' && of.args[0]?.type === 'function') ||
  (of.type === 'list' && of.items.length === 0) ||
  (of.type === 'text' && of.text === '')

const IN_LIST = /^(?:ForStatement|ForOfSpec|ForInSpec|ExpressionStatement|\w*Comprehension\w*)$/

/**
 * Whether the scan sees a value again where it is used. Assignments are followed, and the items of a list by its name.
 * `parentOf`: what is around an expression.
 */
export function isTracked(
  parent: Expression,
  value: Expression,
  { language, source }: { language: Language; source: string },
  parentOf: ReadonlyMap<Expression, Expression | null>,
): boolean {
  if (parent.type === 'list') {
    let [list, around]: [Expression, Expression | null | undefined] = [parent, parentOf.get(parent)]
    const isArray = language === 'python' || source[parent.at] === '['
    while (around?.type === 'list' || (around?.type === 'other' && /^(?:Property|Key)$/.test(around.what)))
      [list, around] = [around, parentOf.get(around)]
    return (
      !around ||
      !isArray ||
      around.type === 'member' ||
      (around.type === 'call' && around.callee.type === 'function') ||
      (around.type === 'other' && IN_LIST.test(around.what)) ||
      isTracked(around, list, { language, source }, parentOf)
    )
  }
  return (
    (parent.type === 'call' &&
      language === 'python' &&
      parent.args[0] === value &&
      /^(hasattr|getattr|setattr)$/.test(lastName(parent.callee))) ||
    (parent.type === 'other' &&
      /^(AssignStatement|VariableDeclaration|AssignmentExpression|Target|ImportStatement|TypeDef|UnaryExpression|DeleteStatement|ExportDeclaration|ExportGroup|Binary (===?|!==?|is|in))$/.test(
        parent.what,
      ))
  )
}
