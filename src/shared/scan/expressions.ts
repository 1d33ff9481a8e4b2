/** The code of one source file, reduced to what the scan asks: names, members, calls, texts and assignments. */
export type Expression = { at: number } & (
  | { type: 'name'; name: string }
  /** `isIndexed`: `of[name]`, else `of.name`. */
  | { type: 'member'; of: Expression; name: Expression; isIndexed: boolean }
  /** Named arguments come after the others. `isTagged`: a JavaScript template with a tag. */
  | {
      type: 'call'
      callee: Expression
      args: Expression[]
      named: Record<string, Expression>
      isNew: boolean
    }
  /** `isEscaped`: written with numbers of printable characters. */
  | { type: 'text'; text: string; isEscaped: boolean }
  | { type: 'number'; value: number }
  /** Texts joined by `+` or in a template. */
  | { type: 'sum'; parts: Expression[] }
  /** A list, tuple or set; a choice between values; a dictionary or object, with the `keys` of its items. */
  | { type: 'list'; items: Expression[]; keys?: readonly (string | null)[] }
  /** `to`: the position after it. */
  | { type: 'function'; name: string; params: Parameter[]; body: Expression[]; to: number }
  /** Anything else, with its parts. `what`: the name of the grammar. */
  | { type: 'other'; what: string; parts: Expression[] }
)

/** `isRest`: it takes all further arguments. */
export type Parameter = { name: string; preset: Expression | null; isRest?: boolean }

/** A name that an import gives to a module or to a member of one: `local` is `what`. */
export type Import = { at: number; local: string; what: string; module: string; isEverything: boolean }

export type Language = 'python' | 'javascript'

export type Program = {
  language: Language
  roots: Expression[]
  imports: Import[]
  /** The values that are assigned to a name or, with a dot before it, to a member of that name. */
  assigned: Map<string, Expression[]>
  /** Positions where the text is not valid in its language. */
  errors: number[]
  /** Names that the file uses, with the first position of each. */
  identifiers: Map<string, number>
}

export const nameOf = (at: number, name: string): Expression => ({ type: 'name', name, at })
export const textOf = (at: number, text: string, isEscaped = false): Expression => ({
  type: 'text',
  text,
  isEscaped,
  at,
})
export const memberOf = (of: Expression, name: string, at: number): Expression => ({
  type: 'member',
  of,
  name: textOf(at, name),
  isIndexed: false,
  at,
})

/** The direct parts of an expression. */
export function partsOf(expression: Expression): Expression[] {
  switch (expression.type) {
    case 'member':
      return [expression.of, expression.name]
    case 'call':
      return [expression.callee, ...expression.args, ...Object.values(expression.named)]
    case 'sum':
    case 'other':
      return expression.parts
    case 'list':
      return expression.items
    case 'function':
      return [...expression.params.flatMap(({ preset }) => preset ?? []), ...expression.body]
    default:
      return []
  }
}

/** Calls `visit` for the expression and everything in it, outer ones first, with the functions around it. */
export function walk(
  expression: Expression,
  visit: (
    expression: Expression,
    functions: readonly FunctionExpression[],
    parent: Expression | null,
  ) => void,
): void {
  const pending: { one: Expression; around: readonly FunctionExpression[]; parent: Expression | null }[] = [
    { one: expression, around: [], parent: null },
  ]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { one, around, parent } = next
    visit(one, around, parent)
    const inside = one.type === 'function' ? [...around, one] : around
    for (const part of partsOf(one).toReversed()) pending.push({ one: part, around: inside, parent: one })
  }
}

export type FunctionExpression = Extract<Expression, { type: 'function' }>
export type CallExpression = Extract<Expression, { type: 'call' }>
export type MemberExpression = Extract<Expression, { type: 'member' }>
export type ListExpression = Extract<Expression, { type: 'list' }>
export type SumExpression = Extract<Expression, { type: 'sum' }>

/** Items of one list that are followed where any can be meant. */
const MOST_ITEMS = 200
/** Stands for the other items of a long list. */
const ONE_OF_MANY: Expression = { type: 'other', what: 'OneOfMany', parts: [], at: 0 }

/** The items of a list that a key can mean: all of them, where the key or the list's keys are not known. */
export function itemsAt({ items, keys }: ListExpression, key: string | null): Expression[] {
  const found = key === null || !keys ? [] : items.filter((_, index) => keys[index] === key)
  if (found.length > 0) return found
  return items.length > MOST_ITEMS ? [...items.slice(0, MOST_ITEMS), ONE_OF_MANY] : items
}

/** `a.b.c(…)`: c. */
export function lastName(expression: Expression): string {
  if (expression.type === 'name') return expression.name
  if (expression.type === 'member' && expression.name.type === 'text') return expression.name.text
  return ''
}
