/** A copy in random order (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  const left = [...items]
  const out: T[] = []
  while (left.length > 0) out.push(...left.splice(Math.floor(random() * left.length), 1))
  return out
}
