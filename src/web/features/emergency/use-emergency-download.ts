import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { emergencyFileQuery, openEmergencyFile } from './queries.ts'

/** The time after which the server has counted the download, in milliseconds. */
const COUNTED_MS = 2000

/** The press of the button asks for the address of the file, so that a refusal is shown on this page. */
export function useEmergencyDownload({ fileName }: { fileName: string }, key: string) {
  const client = useQueryClient()
  const [begun, setBegun] = useState(0)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => openEmergencyFile(key),
    onSuccess: (url) => {
      window.location.assign(url)
      setBegun(Date.now())
      toast({ title: 'Download Ready', description: `${fileName} is on its way.`, tone: 'success' })
    },
  })

  useEffect(() => {
    if (begun === 0) return
    const timer = setTimeout(() => {
      // If the link is now used up, the next press shows that.
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
