import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Assertion, Registration } from '#shared/factors/contract.ts'
import { fromBase64Url, toBase64Url } from '../../core/tokens.ts'
import { ONE_TIME_MS } from '../../db/one-time-values.ts'
import type { Config } from '../../providers/config.ts'
import type { Passkey } from './store.ts'

// Loaded on first use: most requests need none of it.
const webauthn = () => import('@simplewebauthn/server')

type Shop = Pick<Config, 'publicUrl'>
const rpId = ({ publicUrl }: Shop) => new URL(publicUrl).hostname
const bytesOf = (text: string) => (fromBase64Url(text) ?? new Uint8Array()) as Uint8Array<ArrayBuffer>

const described = ({ credentialId, transports }: Passkey) => ({ id: credentialId, transports })

/** Options for a new passkey. `challenge` is base64url; `handle` names the account to the authenticator. */
export async function creationOptions(
  shop: Shop,
  account: { username: string; reference: string; passkeys: Passkey[] },
  challenge: string,
) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Windfall',
    rpID: rpId(shop),
    userName: account.username,
    userDisplayName: account.username,
    userID: new TextEncoder().encode(account.reference) as Uint8Array<ArrayBuffer>,
    challenge: bytesOf(challenge),
    timeout: ONE_TIME_MS,
    attestationType: 'none',
    excludeCredentials: account.passkeys.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Options to use a passkey: one of these, or with none given any that the authenticator finds for this shop. */
export async function requestOptions(shop: Shop, passkeys: Passkey[], challenge: string, isAlone: boolean) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: rpId(shop),
    allowCredentials: passkeys.map(described),
    challenge: bytesOf(challenge),
    timeout: ONE_TIME_MS,
    userVerification: isAlone ? 'required' : 'preferred',
  })
}

/** The challenge that an authenticator signed, not checked yet; null where the response has none. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string | null {
  try {
    const { challenge } = JSON.parse(new TextDecoder().decode(bytesOf(response.clientDataJSON)))
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** The new passkey; null where the response is not for this shop and challenge. */
export async function checkRegistration(shop: Shop, response: Registration, challenge: string) {
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: shop.publicUrl,
      expectedRPID: rpId(shop),
      requireUserVerification: false,
    })
    if (!registrationInfo) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: toBase64Url(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      backedUp: credentialBackedUp,
    }
  } catch {
    return null
  }
}

/**
 * The new state of the passkey; null where the signature, origin, shop or challenge is wrong, or the counter did not
 * grow, as with a copied authenticator. `isAlone`: nothing else was asked for, so the authenticator must have checked its user.
 */
export async function checkAssertion(
  shop: Shop,
  passkey: Passkey,
  response: Assertion,
  challenge: string,
  isAlone: boolean,
) {
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: shop.publicUrl,
      expectedRPID: rpId(shop),
      credential: {
        id: passkey.credentialId,
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: isAlone,
    })
    if (!verified) return null
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch {
    return null
  }
}
