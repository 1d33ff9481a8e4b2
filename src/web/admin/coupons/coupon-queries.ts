import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CouponBatch, CouponForm } from '#shared/coupons/contract.ts'
import type { couponManagement } from '../../../worker/features/coupons/manage-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const coupons = hc<typeof couponManagement>('/api/coupons', { fetch: apiFetch })

/** The query key of everything about coupons. Refetched at every visit, because buyers and other admins change it. */
export const COUPONS_KEY = ['/api/coupons']

/** All coupons, newest first; with `q`, those whose code begins with it, by code. */
export const couponsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...COUPONS_KEY, { q }],
    staleTime: 0,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await coupons.index.$get({ query: { limit: '25', cursor, q: q || undefined } })),
  })

export const couponQuery = (id: number) =>
  queryOptions({
    queryKey: [...COUPONS_KEY, id],
    staleTime: 0,
    queryFn: async () => (await bodyOf(await coupons[':id'].$get({ param: { id: String(id) } }))).data,
  })

/** The uses of a coupon, newest first. */
export const couponUsagesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...COUPONS_KEY, id, 'usages'],
    staleTime: 0,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await coupons[':id'].usages.$get({ param: { id: String(id) }, query: { limit: '25', cursor } })),
  })

export const createCoupon = async (json: CouponForm) => bodyOf(await coupons.index.$post({ json }))

/** Creates many one-use coupons. Returns their codes. */
export const createCoupons = async (json: CouponBatch) => bodyOf(await coupons.bulk.$post({ json }))

export const changeCoupon = async ({ id, change }: { id: number; change: Partial<CouponForm> }) =>
  bodyOf(await coupons[':id'].$patch({ param: { id: String(id) }, json: change }))

export const deleteCoupon = async (id: number) =>
  bodyOf(await coupons[':id'].$delete({ param: { id: String(id) } }))
