import type { QueryClient } from '@tanstack/react-query'
import { LOG_OUT } from '../../features/accounts/become-user.ts'
import type { Effect } from '../../lib/live/message-effects.ts'
import { playChime } from '../../lib/live/play-chime.ts'
import { isToastOpen, toast } from '../../ui/overlays/toast.ts'

/** The toast of the newest notification. */
let announced: number | null = null

export function runEffects(effects: readonly Effect[], client: QueryClient): void {
  for (const effect of effects) {
    switch (effect.type) {
      case 'refresh':
        // During a logout nothing is refetched: the server would refuse the requests.
        if (client.isMutating({ mutationKey: LOG_OUT })) break
        for (const key of effect.keys) client.invalidateQueries({ queryKey: [key] })
        break
      case 'sound':
        playChime(effect.id)
        break
      case 'toast': {
        const { type: _, isMinor = false, ...options } = effect
        if (isMinor && announced !== null && isToastOpen(announced)) break
        const id = toast(options)
        if (!isMinor) announced = id
        break
      }
    }
  }
}
