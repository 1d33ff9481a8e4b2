import type { FactorMethod } from '#shared/factors/contract.ts'

type Factors = {
  passkeys: readonly unknown[]
  app: { confirmedAt: number | null } | undefined
  codes: readonly unknown[]
}

export const hasApp = ({ app }: Pick<Factors, 'app'>): boolean =>
  app !== undefined && app.confirmedAt !== null

/** How many factors the account has, without its recovery codes. */
export const countFactors = (factors: Factors): number => factors.passkeys.length + (hasApp(factors) ? 1 : 0)

/** The choices at login; none without a factor. */
export function methodsOf(factors: Factors): FactorMethod[] {
  if (countFactors(factors) === 0) return []
  return [
    ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(hasApp(factors) ? (['app'] as const) : []),
    ...(factors.codes.length > 0 ? (['recovery_code'] as const) : []),
  ]
}
