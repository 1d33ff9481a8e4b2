/** Utilities whose name is the part before their value: `gap-x-4` is of the group `gap-x`. Longer names come first. */
const NAMED =
  /^-?((?:(?:min|max)-[wh]|gap-[xy]|grid-(?:cols|rows)|(?:col|row)-(?:span|start|end)|inset-[xy]|(?:overflow|overscroll|space|translate)-[xy]|rounded-(?:[trbl]|[tb][lr])|scroll-[mp][xytrbl]?|justify-(?:items|self)|place-items|line-clamp|(?:underline|outline)-offset|pointer-events|break-(?:after|before))(?=-)|(?:size|gap|inset|top|right|bottom|left|overflow|overscroll|rounded|transition|whitespace|animate|cursor|opacity|aspect|basis|shrink|grow|fill|list|tracking|leading|order|justify|items|self|scale|rotate|origin|shadow|object|align|select|[mp][xytrblse]?|[whz])(?=-|$))/

/** Utilities of the same name, but for another property. */
const GROUPS: [group: string, utilities: RegExp][] = [
  ['display', /^(block|contents|flex|grid|hidden|inline|inline-(block|flex|grid)|table(-cell)?)$/],
  ['position', /^(absolute|fixed|relative|static|sticky)$/],
  ['visibility', /^(in)?visible$/],
  ['case', /^(upper|lower|normal-)case$/],
  ['line', /^(underline|line-through|no-underline)$/],
  ['sr-only', /^(not-)?sr-only$/],
  ['text-align', /^text-(left|center|right)$/],
  ['text-size', /^text-(\d?xs|sm|base|\d?xl|lg|\[\d.*)$/],
  ['text-color', /^text-/],
  ['font-weight', /^font-(normal|medium|semibold|bold)$/],
  ['font-family', /^font-/],
  ['flex-direction', /^flex-(row|col)/],
  ['flex-wrap', /^flex-(no)?wrap/],
  ['flex', /^flex-/],
  ['break', /^break-(all|words|normal)$/],
  ['bg', /^bg-/],
  ['decoration', /^decoration-/],
  ['divide-color', /^divide-(?![xy]$)/],
  ['ring', /^ring(-\d)?$/],
  ['ring-color', /^ring-(?!inset$)/],
  ['outline-color', /^outline-(?!none$|offset-|\d)/],
  ['border-style', /^border-(solid|dashed|none)$/],
  ['border-collapse', /^border-collapse$/],
  ['border', /^border(-\d+|-\[\d.*)?$/],
  ['border-color', /^border-(?![xytrbl](-|$))/],
]

/** The groups that a later utility of this group overrides too: `p-4` removes an earlier `px-2`. */
const COVERED: Record<string, RegExp> = {
  p: /^p[xytrblse]$/,
  px: /^p[rlse]$/,
  py: /^p[tb]$/,
  m: /^m[xytrblse]$/,
  mx: /^m[rlse]$/,
  my: /^m[tb]$/,
  inset: /^(inset-[xy]|top|right|bottom|left)$/,
  'inset-x': /^(right|left)$/,
  'inset-y': /^(top|bottom)$/,
  gap: /^gap-[xy]$/,
  size: /^[wh]$/,
  overflow: /^overflow-[xy]$/,
  overscroll: /^overscroll-[xy]$/,
  rounded: /^rounded-/,
  flex: /^(basis|grow|shrink)$/,
  border: /^border-[xytrbl]$/,
  'border-y': /^border-[tb]$/,
  'border-x': /^border-[lr]$/,
  'text-size': /^leading$/,
  'line-clamp': /^(display|overflow)$/,
}

const groups = new Map<string, string | undefined>()

/** The group of a utility without variants. Undefined: it conflicts with none. */
function groupOf(utility: string): string | undefined {
  if (!groups.has(utility))
    groups.set(
      utility,
      GROUPS.find(([, test]) => test.test(utility))?.[0] ??
        (NAMED.exec(utility) ?? /^(border-[xytrbl])/.exec(utility))?.[1],
    )
  return groups.get(utility)
}

/** The length of the variants: of `hover:[&:first-child]:` in `hover:[&:first-child]:p-2`. */
function lengthOfVariants(name: string): number {
  let depth = 0
  let length = 0
  for (let at = 0; at < name.length; at += 1) {
    if (name[at] === '[' || name[at] === '(') depth += 1
    else if (name[at] === ']' || name[at] === ')') depth -= 1
    else if (name[at] === ':' && depth === 0) length = at + 1
  }
  return length
}

/** A class overrides only those with the same variants. */
function merge(classes: string): string {
  const later = new Map<string, string[]>()
  const isApplied = (name: string) => {
    const length = lengthOfVariants(name)
    const group = groupOf(name.slice(length).replace(/!$/, ''))
    if (!group) return true
    const variants = name.slice(0, length) + (name.endsWith('!') ? '!' : '')
    const overriding = later.get(variants) ?? []
    if (overriding.some((one) => one === group || COVERED[one]?.test(group))) return false
    later.set(variants, [...overriding, group])
    return true
  }
  return classes.split(' ').reverse().filter(isApplied).reverse().join(' ')
}

const merged = new Map<string, string>()

/**
 * The class names without those that a later one overrides: `px-2 p-4` → `p-4`. A tenth of the size of tailwind-merge, because it knows only the
 * utilities of src/web: src/merge-classes.test.ts compares the two.
 */
export function mergeClasses(classes: string): string {
  const known = merged.get(classes) ?? merge(classes)
  merged.set(classes, known)
  return known
}
