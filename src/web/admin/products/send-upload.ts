import { z } from 'zod'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { ApiError, NO_ANSWER } from '../../lib/api.ts'

export type UploadCall = {
  path: string
  field: 'file' | 'image'
  file: File
  fields?: Record<string, string>
  /** 0 to 1; 1 while the shop checks the upload. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

const saidSchema = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  data: z.unknown(),
})

/** The number of characters shown of a response that is not JSON, such as a proxy's error page. */
const SHOWN = 100

/**
 * Sends one file as a form. By XMLHttpRequest, because `fetch` does not report progress. When aborted, it rejects with
 * the signal's reason.
 */
export function sendUpload({
  path,
  field,
  file,
  fields = {},
  onProgress,
  signal,
}: UploadCall): Promise<AdminProductDetail> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(field, file)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', path)
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onload = () => {
      const answer = readAnswer(call.status, call.responseText)
      if (answer instanceof ApiError) reject(answer)
      else resolve(answer)
    }
    call.onerror = () => {
      reject(new ApiError(NO_ANSWER, 'The shop could not be reached. Check your connection and try again.'))
    }
    call.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => call.abort())
    if (signal.aborted) reject(signal.reason)
    else call.send(form)
  })
}

export function readAnswer(status: number, text: string): AdminProductDetail | ApiError {
  const said = saidSchema.safeParse(parsed(text))
  if (!said.success) return new ApiError(status, `Server error: ${text.slice(0, SHOWN)}`)
  const { message, error, data } = said.data
  return status < 400
    ? (data as AdminProductDetail)
    : new ApiError(status, message ?? error ?? 'Server error', data)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The title of a refusal, if the shop sends one: 'File Too Large'. */
export function titleOf(error: unknown): string | undefined {
  const title = error instanceof ApiError ? (error.data as { title?: unknown } | undefined)?.title : undefined
  return typeof title === 'string' ? title : undefined
}
