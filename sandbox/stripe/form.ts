/** A decoded form: strings in nested lists and objects, from names such as `a[b][0]=c`. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type FormObject = { [key: string]: FormValue }

/** Decodes Stripe's bracket notation; `a[]=1`, `a[0]=1` are lists. Works for bodies and query strings. */
export function decodeForm(encoded: string): FormObject {
  const root: FormObject = Object.create(null)
  for (const [name, value] of new URLSearchParams(encoded)) place(root, pathOf(name), value)
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, withLists(value)]))
}

/** `a[b][0]` → `['a', 'b', '0']`. */
function pathOf(name: string): string[] {
  const head = name.split('[', 1)[0] ?? name
  return [head, ...Array.from(name.slice(head.length).matchAll(/\[([^\]]*)\]/g), (match) => match[1] ?? '')]
}

function place(root: FormObject, path: string[], value: string): void {
  let at = root
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part
    if (depth === path.length - 1) {
      at[key] = value
      return
    }
    const next = at[key]
    at = at[key] = typeof next === 'object' && !Array.isArray(next) ? next : Object.create(null)
  }
}

function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  return entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries)
}
