import type { QueryClient } from '@tanstack/react-query'
import { LOG_OUT } from '../../features/accounts/become-user.ts'
import { toast } from '../../ui/toast.ts'
import type { Effect } from './live-rules.ts'
import { playChime } from './play-chime.ts'

export function runEffects(effects: readonly Effect[], client: QueryClient): void {
  for (const effect of effects) {
    switch (effect.type) {
      case 'refresh':
        // Of an account that is being left nothing is asked for any more: it would only be refused.
        if (client.isMutating({ mutationKey: LOG_OUT })) break
        for (const key of effect.keys) client.invalidateQueries({ queryKey: [key] })
        break
      case 'sound':
        playChime(effect.id)
        break
      case 'toast': {
        const { type: _, ...options } = effect
        toast(options)
        break
      }
    }
  }
}
