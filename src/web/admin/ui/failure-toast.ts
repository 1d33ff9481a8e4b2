import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'

/** Shows that an action failed, with the shop's reason if there is one. For a mutation's `onError`. */
export const failureToast = (title: string) => (cause: unknown) =>
  toast({ title, description: reasonOf(cause, 'An unexpected error occurred'), tone: 'destructive' })
