import type { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Assertion, Registration } from '#shared/factors/contract.ts'
import { LazyCode } from '../../lib/lazy-code.ts'
import { PasskeyError } from './passkey-error.ts'

/** Loaded when a passkey is used or is about to be used. */
export const webauthn = new LazyCode(() => import('@simplewebauthn/browser'))

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
/** As the typed client has it: the extensions that contain bytes have no JSON form. The server asks for none of them. */
type Sent<Options> = Omit<Options, 'extensions'> & { extensions?: unknown }

/** Lets the browser sign with a passkey. @throws PasskeyError */
export const assertPasskey = (options: Sent<RequestOptions>): Promise<Assertion> =>
  inBrowser(
    async ({ startAuthentication }) =>
      (await startAuthentication({ optionsJSON: options as RequestOptions })) as unknown as Assertion,
  )

/** Lets the browser create a passkey. @throws PasskeyError */
export const createPasskey = (options: Sent<CreationOptions>): Promise<Registration> =>
  inBrowser(
    async ({ startRegistration }) =>
      (await startRegistration({ optionsJSON: options as CreationOptions })) as unknown as Registration,
  )

async function inBrowser<Result>(
  act: (code: typeof import('@simplewebauthn/browser')) => Promise<Result>,
): Promise<Result> {
  const code = await webauthn.fetch().catch(() => {
    throw new PasskeyError('A part of this page could not be loaded. Check your connection and try again.')
  })
  if (!code.browserSupportsWebAuthn()) {
    throw new PasskeyError('This browser does not support passkeys. Use another browser or another way.')
  }
  return act(code).catch((error: unknown) => {
    throw new PasskeyError(sentenceFor(error))
  })
}

/** Browsers report a cancelled dialog, a time-out and a missing passkey all as NotAllowedError. */
const sentenceFor = (error: unknown): string =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? 'This device or security key already has a passkey of your account.'
    : 'No passkey was used. The request was cancelled, or took too long. Try again.'
