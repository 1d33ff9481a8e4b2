import { useMutation } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { testNotificationRoutes } from '../../../worker/features/notifications/test-routes.ts'
import { apiFetch, reasonOf } from '../../lib/api.ts'
import { useNotifications } from '../../lib/live/use-notifications.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/overlays/toast.ts'

const client = hc<typeof testNotificationRoutes>('/api/test-notification', { fetch: apiFetch })

/** Requests a real notification from the server, which tests the whole path from the server to this screen. */
export function SendTest() {
  const { status } = useNotifications()
  const send = useMutation({
    mutationFn: () => client.index.$get(),
    onSuccess: () => {
      // While connected, the notification itself shows the success.
      if (status === 'connected') return
      toast({ title: 'Test notification sent', description: 'It appears once the connection is back.' })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: reasonOf(error, 'Failed to send test notification'),
        tone: 'destructive',
      }),
  })
  return (
    <Button variant="ghost" size="sm" busy={send.isPending} onClick={() => send.mutate()}>
      Send a test notification
    </Button>
  )
}
