import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { emergencyFilePath, emergencyFileQuery } from './queries.ts'

/** So long after the browser began, the use is counted. */
const COUNTED_MS = 2000

/** Asks once more whether the link works, so that a refusal is said here and not on a page of its own; then downloads. */
export function useEmergencyDownload(productId: number, key: string) {
  const client = useQueryClient()
  const [begun, setBegun] = useState(0)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => client.fetchQuery({ ...emergencyFileQuery(key), staleTime: 0 }),
    onSuccess: (file) => {
      window.location.assign(emergencyFilePath(productId, key))
      setBegun(Date.now())
      toast({ title: 'Download Ready', description: `${file.fileName} is on its way.`, tone: 'success' })
    },
  })

  useEffect(() => {
    if (begun === 0) return
    const timer = setTimeout(() => {
      // A link that is used up by now is said at the next press.
      client.fetchQuery({ ...emergencyFileQuery(key), staleTime: 0 }).catch(() => undefined)
    }, COUNTED_MS)
    return () => clearTimeout(timer)
  }, [begun, client, key])

  return {
    download: () => mutate(),
    busy: isPending,
    ready: isSuccess,
    problem: error ? reasonOf(error, 'Please try again.') : null,
  }
}
