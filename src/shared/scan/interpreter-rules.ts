import { type CallExpression, type Language, lastName, type MemberExpression } from './expressions.ts'

/** Members that lead from any object to the interpreter or to the names of other functions. */
export const INTERPRETER_MEMBERS: Record<Language, RegExp> = {
  python:
    /^(?:__globals__|__builtins__|__code__|__closure__|__subclasses__|__loader__|__spec__|__import__|f_globals|f_builtins|f_locals|exec_module|load_module|source_to_code|pythonapi)$/,
  javascript: /^(?:mainModule|_extensions)$/,
}

/** Whether a member of such a member only states a fact: `f_globals['__name__']`, `__code__.co_name`. */
const isFact = (name: string, next: string): boolean =>
  (name === 'f_globals' && /^__(?:name|file|package|doc)__$/.test(next)) ||
  (name === '__code__' && /^co_[a-z]+$/.test(next)) ||
  (name === '__spec__' && /^(?:name|parent|origin|has_location)$/.test(next))

/** Names whose unknown members can be the names of other functions. */
export const FRAMES = /^(?:sys\._getframe|inspect\.\w+|\w*\.?__spec__)\b/

/** Modules that another module keeps under a private name. */
export const PRIVATE_MODULES =
  /^_(os|sys|io|socket|ssl|subprocess|shutil|urllib|builtins|importlib|ctypes|pickle|posix|nt|winapi|posixsubprocess|imp|thread|tempfile)$/

/** Members within a longer name that lead from any object to the interpreter: `f.__globals__['x']`. */
export function innerMembers(
  outer: MemberExpression,
  call: CallExpression | null,
  language: Language,
): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = []
  for (let around = outer; around.of.type === 'member'; around = around.of) {
    const inner = around.of
    const name = lastName(inner)
    if (inner.isIndexed || !INTERPRETER_MEMBERS[language].test(name)) continue
    const next = lastName(around)
    const key = around.isIndexed
      ? next
      : next === 'get' && call?.args[0]?.type === 'text'
        ? call.args[0].text
        : ''
    if (!isFact(name, key === '' ? next : key)) found.push({ name, at: inner.at })
  }
  return found
}
