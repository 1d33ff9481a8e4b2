import { RECORDED_STEPS } from './recorded-plan.ts'

export type PlanStep = {
  /** From 0, the first day of the plan. */
  day: number
  /** "09:44", UTC. */
  at: string
  wallet: string
  action: string
  /** In MON; 0 for an action that only costs its fee. */
  amount: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const rows = RECORDED_STEPS.split('\n').map((row) => row.split(' '))
const start = Date.parse(rows[0]?.[0]?.slice(0, 10) ?? '')

export const PLAN_STEPS: readonly PlanStep[] = rows.map(([at = '', wallet = '', action = '', amount]) => ({
  day: Math.floor((Date.parse(at.slice(0, 10)) - start) / DAY_MS),
  at: at.slice(11),
  wallet,
  action,
  amount: Number(amount),
}))

export const PLAN_DAYS = 1 + Math.max(...PLAN_STEPS.map(({ day }) => day))
export const PLAN_WALLETS = [...new Set(PLAN_STEPS.map(({ wallet }) => wallet))]
