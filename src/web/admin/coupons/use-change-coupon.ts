import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { COUPONS_KEY, changeCoupon, createCoupon, createCoupons, deleteCoupon } from './coupon-queries.ts'

const TRY_LOGIN = 'If you may be logged out, check your authentication status.'

export function couponFailed(title: string, cause: unknown): void {
  const reason = reasonOf(cause, 'An unexpected error occurred')
  toast({ title, description: `${reason} ${TRY_LOGIN}`, tone: 'destructive' })
}

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: COUPONS_KEY })
}

export function useCreateCoupon() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: createCoupon,
    onSuccess: ({ message, data }) => {
      toast({ title: message, description: data.code, tone: 'success' })
      return refresh()
    },
    onError: (cause) => couponFailed('Failed to add coupon', cause),
  })
}

export function useCreateCoupons() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: createCoupons,
    onSuccess: ({ message }) => {
      toast({ title: message, tone: 'success' })
      return refresh()
    },
    onError: (cause) => couponFailed('Failed to add coupons', cause),
  })
}

export function useChangeCoupon() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: changeCoupon,
    onSuccess: ({ message, data }) => {
      toast({ title: message, description: data.code, tone: 'success' })
      return refresh()
    },
    onError: (cause) => couponFailed('Failed to update coupon', cause),
  })
}

/** Deletes a coupon. If it was ever used, the server switches it off instead and reports that. */
export function useDeleteCoupon() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: deleteCoupon,
    onSuccess: ({ message, data }) => {
      const title = data.outcome === 'deleted' ? 'Coupon Deleted' : 'Coupon switched off'
      toast({ title, description: message, tone: 'success' })
      return refresh()
    },
    onError: (cause) => couponFailed('Failed to delete coupon', cause),
  })
}
