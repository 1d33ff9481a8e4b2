import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'

/** Says that an action failed, and why where the shop gave a reason: for a mutation's `onError`. */
export const failureToast = (title: string) => (cause: unknown) =>
  toast({ title, description: reasonOf(cause, 'An unexpected error occurred'), tone: 'destructive' })
