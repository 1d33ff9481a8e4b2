import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MyProduct } from '#shared/access/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { chooseChannel, myProductsQuery } from '../../access/queries.ts'

/** Whether the owner gets the beta versions of a product. It takes effect at once. */
export function BetaSwitch({ product: { id, name, channel } }: { product: MyProduct }) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (chosen: MyProduct['channel']) => {
      try {
        return await chooseChannel({ id, channel: chosen })
      } finally {
        await client.invalidateQueries({ queryKey: myProductsQuery().queryKey })
      }
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: reasonOf(error, 'The shop did not answer. Nothing was changed.'),
        tone: 'destructive',
      }),
  })
  return (
    <Switch
      checked={(isPending ? variables : channel) === 'beta'}
      disabled={isPending}
      onCheckedChange={(on) => mutate(on ? 'beta' : 'stable')}
      aria-label={`Beta versions of ${name}`}
      label="Beta versions"
      hint="Get new versions early, while we are still testing them."
    />
  )
}
