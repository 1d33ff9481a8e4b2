import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const foundUsers = z.object({
  data: z.array(z.object({ id: z.number(), username: z.string(), email: z.string() })),
})

/** Accounts whose name or address begins with this text. Only suggestions for typing, so errors are not shown. */
export const userLookupQuery = (text: string) =>
  queryOptions({
    queryKey: ['/api/secure-management/users', 'lookup', text],
    enabled: text.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = new URLSearchParams({ q: text, limit: '8' })
      const answer = await apiFetch(`/api/secure-management/users?${query}`)
      return foundUsers.parse(await bodyOf(answer)).data
    },
  })
