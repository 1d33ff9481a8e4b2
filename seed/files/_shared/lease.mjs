// Lets a script run for days while the shop does not answer: keeps a signed lease beside it. Built-in modules only.
// Without a file licence.json nothing here runs, and no connection is opened.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

export class LeaseError extends Error {}

/** The claims of a lease that is valid now, for this product and device. `keys` are those of the shop's jwks.json. */
export function readLease(lease, keys, product, device, now) {
  const claims = readSigned(lease, keys)
  if (claims.product !== product || claims.device !== device) {
    throw new LeaseError('The lease is for another product or device.')
  }
  if (!(now < claims.exp)) throw new LeaseError(`The lease ended on ${day(claims.exp)}.`)
  return claims
}

function readSigned(lease, keys) {
  try {
    const [head, body, signature, ...more] = lease.split('.')
    const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url'))
    const { n, e } = keys.find((key) => key.kid === kid)
    const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
    const signed = Buffer.from(signature, 'base64url')
    if (alg === 'RS256' && more.length === 0 && verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, signed)) {
      return JSON.parse(Buffer.from(body, 'base64url'))
    }
  } catch {
    throw new LeaseError('The lease cannot be read, or its key is unknown.')
  }
  throw new LeaseError('The lease was not signed by the shop.')
}

const day = (seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A hash: the shop learns neither the name of this computer nor that of its user. A container needs a fixed name. */
export const deviceId = () => createHash('sha256').update(`${hostname()}\n${homedir()}`).digest('hex')

async function fetchJson(url, body) {
  const call = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(url, { ...call, signal: AbortSignal.timeout(10_000) })
  const json = await answer.json()
  if (answer.status === 403) throw new LeaseError(json.message)
  if (!answer.ok) throw new Error(`The shop answered ${answer.status}`)
  return json
}

/** A new lease with the shop's keys. Throws LeaseError with the shop's reason, any other error without an answer. */
async function renew({ shop, licenceKey }, product, device, verb) {
  const { data } = await fetchJson(`${shop}/api/licences/${verb}`, { licenceKey, deviceId: device, product })
  const { keys } = await fetchJson(`${shop}/.well-known/jwks.json`)
  return { device, lease: data.lease, keys }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw new LeaseError(`${basename(path)} cannot be read.`)
  }
}

function keep(fresh, file, until) {
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, JSON.stringify(fresh))
    renameSync(temporary, file)
  } catch {
    return 'Its lease cannot be saved in this folder, so the script needs the shop at every start.'
  }
  return `This script can run without the shop until ${until}.`
}

/** Says until when the script may run. Throws LeaseError where it may not; null without licence.json. */
export async function useLease(product, folder) {
  const settings = readJson(join(folder, 'licence.json'))
  if (settings === null) return null
  if (!settings.shop || !settings.licenceKey) throw new LeaseError('licence.json needs "shop" and "licenceKey".')
  const name = `lease-${product}.json`
  const file = join(folder, name)
  const device = deviceId()
  const now = Date.now() / 1000
  let kept = null
  try {
    kept = readJson(file)
  } catch {
    // A damaged file is like none.
  }
  // Only the first call registers this device. One that you released in the dashboard is not registered again.
  const isKnown = kept?.device === device
  let problem = 'The shop does not answer.'
  try {
    const fresh = await renew(settings, product, device, isKnown ? 'check' : 'activate')
    const until = day(readLease(fresh.lease, fresh.keys, product, device, now).exp)
    return `Licence checked. ${keep(fresh, file, until)}`
  } catch (error) {
    if (error instanceof LeaseError) {
      problem = `The lease was not renewed: ${error.message}`
      if (isKnown) problem += ` To register this device again, delete ${name}.`
    }
  }
  if (kept === null || typeof kept !== 'object') throw new LeaseError(problem)
  try {
    const until = day(readLease(kept.lease, kept.keys, product, device, now).exp)
    return `${problem} This script goes on with its lease until ${until}.`
  } catch (error) {
    throw new LeaseError(`${problem} ${error.message}`)
  }
}

/** For the start of a script: prints until when it may run, or ends it with status 3. */
export async function requireLease(product) {
  try {
    const said = await useLease(product, dirname(process.argv[1]))
    if (said) console.log(said)
  } catch (error) {
    if (!(error instanceof LeaseError)) throw error
    console.error(error.message)
    process.exit(3)
  }
}
