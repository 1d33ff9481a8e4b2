import { z } from 'zod'

type Path = readonly PropertyKey[]
type RawIssue = z.core.$ZodRawIssue

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/**
 * Parses input of a request. An absent field gets the words that the contract has for an empty one ('Username is
 * required'); where it has none, "… is required".
 */
export async function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Promise<z.ZodSafeParseResult<z.output<Schema>>> {
  const first = await schema.safeParseAsync(input, { error: messageFor })
  if (first.success) return first
  const filled = structuredClone(input)
  const absent = first.error.issues.filter((issue) => fill(filled, issue))
  if (absent.length === 0) return first
  const second = await schema.safeParseAsync(filled, { error: messageFor })
  const ofEmpty = new Map<string, string>()
  for (const { path, message } of second.error?.issues ?? [])
    if (!ofEmpty.has(keyOf(path))) ofEmpty.set(keyOf(path), message)
  const issues = first.error.issues.map((issue) =>
    absent.includes(issue) ? { ...issue, message: ofEmpty.get(keyOf(issue.path)) ?? issue.message } : issue,
  )
  return { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<Schema>> }
}

/** Only for issues without words in the contract. Undefined: zod's own words. */
function messageFor(issue: RawIssue): string | undefined {
  const label = labelOf(issue.path ?? [])
  if (label === null) return issue.code === 'invalid_type' ? 'The request is not valid.' : undefined
  const isEmpty = issue.code === 'too_small' && issue.input === ''
  if (isEmpty || issue.input === undefined || issue.input === null) return `${label} is required`
  const kind = issue.code === 'invalid_type' && KINDS[issue.expected as string]
  return kind ? `${label} must be ${kind}` : undefined
}

/** `userId` and `user_id` become "User ID". Null: the issue is about the whole input. */
function labelOf(path: Path): string | null {
  const name = path.findLast((step) => typeof step === 'string')
  if (name === undefined) return null
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bid\b/g, 'ID')
    .replace(/\burl\b/g, 'address')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Puts an empty value at the place of an absent field. False where the issue is not about such a field. */
function fill(input: unknown, { code, path, ...issue }: z.core.$ZodIssue): boolean {
  const empty = code === 'invalid_type' && 'expected' in issue ? emptyOf(issue.expected as string) : undefined
  const name = path.at(-1)
  const holder = path.slice(0, -1).reduce<unknown>(at, input)
  if (empty === undefined || name === undefined || !isHolder(holder) || (at(holder, name) ?? null) !== null)
    return false
  holder[name] = empty
  return true
}

const emptyOf = (expected: string) => (expected === 'string' ? '' : expected === 'array' ? [] : undefined)
const isHolder = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null
const at = (value: unknown, name: PropertyKey): unknown =>
  isHolder(value) && Object.hasOwn(value, name) ? value[name] : undefined
const keyOf = (path: Path) => path.map(String).join('.')
