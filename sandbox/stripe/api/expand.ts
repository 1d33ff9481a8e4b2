import type { Box } from '../../box.ts'
import { invalidRequest } from '../errors.ts'
import type { SessionPlan } from '../objects/session.ts'
import { backstageOf, findAny, listKind } from '../objects/store.ts'
import { breakdownOf } from '../objects/tax.ts'

type Json = Record<string, unknown>

/** Replaces ids by objects along paths such as `payment_intent.latest_charge` or `data.customer`. */
export function expand(box: Box, answer: object, paths: readonly string[]): object {
  return paths.reduce<object>((at, path) => expandPath(box, at as Json, path.split('.'), path), answer)
}

function expandPath(box: Box, at: Json, [head = '', ...rest]: string[], whole: string): Json {
  const value = includable(box, at, head, rest) ?? at[head]
  if (value === undefined && at.object !== 'list') {
    throw invalidRequest(`This property cannot be expanded (${whole}).`, 'expand')
  }
  const inner = typeof value === 'string' ? (findAny(box, value) ?? value) : value
  return { ...at, [head]: rest.length > 0 ? expandInner(box, inner, rest, whole) : inner }
}

function expandInner(box: Box, inner: unknown, rest: string[], whole: string): unknown {
  if (Array.isArray(inner)) return inner.map((one) => expandInner(box, one, rest, whole))
  if (inner === null || typeof inner !== 'object') return inner
  return expandPath(box, inner as Json, rest, whole)
}

/** Lists that a response contains only if `expand` names them. */
function includable(box: Box, at: Json, head: string, rest: string[]): object | undefined {
  const id = String(at.id)
  if (at.object === 'checkout.session' && head === 'total_details' && rest[0] === 'breakdown') {
    const breakdown = breakdownOf(backstageOf<SessionPlan>(box, id).tax)
    return { ...(at.total_details as Json), breakdown }
  }
  if (at.object === 'checkout.session' && head === 'line_items') {
    return wholeList(backstageOf<SessionPlan>(box, id).lineItems, `/v1/checkout/sessions/${id}/line_items`)
  }
  if (at.object === 'invoice' && head === 'payments') {
    const links = listKind(box, 'invoice_payment', -1, { invoice: id })
    return wholeList(links, `/v1/invoice_payments?invoice=${id}`)
  }
  if (at.object === 'charge' && head === 'refunds') {
    const refunds = listKind(box, 'refund', -1, { charge: id })
    return wholeList(refunds, `/v1/charges/${id}/refunds`)
  }
  return undefined
}

/** A list that fits on one page. */
export function wholeList<T>(data: T[], url: string) {
  return { object: 'list', data, has_more: false, url } as const
}
