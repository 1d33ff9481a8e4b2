import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { withStepUp } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { takeProduct } from './products-queries.ts'
import { sendUpload, titleOf, type UploadCall } from './send-upload.ts'

type Upload = Omit<UploadCall, 'onProgress' | 'signal'>
type Messages = { done: string; failed: string }

/** One upload at a time, with its progress. Leaving the view cancels the upload. */
export function useUpload({ done, failed }: Messages) {
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** True if the upload succeeded. */
  async function send(upload: Upload): Promise<boolean> {
    const control = new AbortController()
    running.current = control
    setShare(0)
    try {
      const call = { ...upload, onProgress: setShare, signal: control.signal }
      const product = await withStepUp(() => sendUpload(call))
      toast({ title: done, description: upload.file.name, tone: 'success' })
      await takeProduct(client, product)
      return true
    } catch (error) {
      if (!control.signal.aborted) failureToast(titleOf(error) ?? failed)(error)
      return false
    } finally {
      setShare(null)
    }
  }

  return { share, send, cancel: () => running.current?.abort() }
}
