import type { FACTOR_PROBLEMS } from '#shared/factors/contract.ts'

/** The status of a call without a response: no network, or the shop is down. */
export const NO_ANSWER = 0

type ApiLink = { label: string; url: string }

/**
 * A failed call. `message` is `STATUS: the server's message`, `reason` is the message without the status. Status 0:
 * there was no response, and both are a sentence that says so.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly reason: string
  readonly data: unknown
  /** Where the reader can go on, if the server names a place. */
  readonly link: ApiLink | undefined

  constructor(status: number, reason: string, data?: unknown, link?: ApiLink) {
    super(status === NO_ANSWER ? reason : `${status}: ${reason}`)
    this.status = status
    this.reason = reason
    this.data = data
    this.link = link
  }
}

/** `data.code` of a refusal after which the user may confirm their identity. Spelled out: the contract brings zod. */
const REAUTHENTICATE: typeof FACTOR_PROBLEMS.reauthenticate = 'reauthenticate'

/** Asks the user to confirm their identity. False: they cancelled. */
type ConfirmIdentity = () => Promise<boolean>

let confirmIdentity: ConfirmIdentity | null = null
/** How many times the user has confirmed their identity on this page. */
let confirmations = 0

/** Sets the dialog for calls that need a recent proof of identity. Without one, they fail as any other call. */
export function onReauthenticate(confirm: ConfirmIdentity | null): void {
  confirmIdentity = confirm
}

const needsProof = (error: unknown): boolean =>
  confirmIdentity !== null &&
  error instanceof ApiError &&
  (error.data as { code?: unknown } | undefined)?.code === REAUTHENTICATE

/**
 * Sends a call. Where the shop asks for a recent proof of identity, the user confirms it and the call is sent once
 * more. `isRepeatable` is false where the body can be sent only once: then the user is asked to send it again.
 */
export async function withStepUp<T>(send: () => Promise<T>, isRepeatable = true): Promise<T> {
  const before = confirmations
  try {
    return await send()
  } catch (error) {
    if (!needsProof(error)) throw error
    // Confirmed for another call, while this one was under way.
    if (confirmations === before) await confirm()
  }
  if (isRepeatable) return send()
  throw new ApiError(403, 'Thank you. You confirmed that it is you: now please send this again.')
}

/** True where a call was not made, because the user did not confirm their identity. What they typed can be sent again. */
export const isUnconfirmed = (error: unknown): boolean => error instanceof Unconfirmed

class Unconfirmed extends ApiError {}

/** @throws Unconfirmed where the user cancelled, or the dialog’s code could not be loaded */
async function confirm(): Promise<void> {
  const isConfirmed = await confirmIdentity?.().catch(() => {
    throw new Unconfirmed(
      NO_ANSWER,
      'Nothing was changed. The form to confirm that it is you could not be loaded. Please try again.',
    )
  })
  if (!isConfirmed)
    throw new Unconfirmed(403, 'Nothing was changed, because you did not confirm that it is you.')
  confirmations += 1
}

/**
 * The `fetch` under every typed client: same-origin cookies, no cache, and a failure becomes an ApiError whose reason
 * is the server's message field, else its error field, else the raw text, else the status text. Where the shop asks for
 * a recent proof of identity, the user confirms it and the call is repeated.
 */
export const apiFetch: typeof fetch = (input, init) =>
  withStepUp(() => send(input, init), !(input instanceof Request || init?.body instanceof ReadableStream))

const send: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, credentials: 'include', cache: 'no-store' }).catch(
    (cause) => {
      throw new ApiError(NO_ANSWER, 'The shop could not be reached. Check your connection and try again.', {
        cause,
      })
    },
  )
  if (response.ok) return response
  const text = await response.text()
  const error = toApiError(response, text)
  if (response.status !== 401 && !needsProof(error)) console.error(error.message)
  throw error
}

function toApiError(response: Response, text: string): ApiError {
  const body = parseObject(text)
  const reason = body?.message ?? body?.error ?? (text || response.statusText)
  return new ApiError(response.status, String(reason), body?.data, body?.link)
}

function parseObject(
  text: string,
): { message?: unknown; error?: unknown; data?: unknown; link?: ApiLink } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

/** The body of a successful response. @throws ApiError 'Invalid response format' if it is not JSON. */
export async function bodyOf<T>(response: { status: number; json: () => Promise<T> }): Promise<T> {
  try {
    return await response.json()
  } catch {
    throw new ApiError(response.status, 'Invalid response format')
  }
}

/** The text to show for a failure: the server's message, or `fallback` for any other error. */
export const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.reason ? error.reason : fallback
