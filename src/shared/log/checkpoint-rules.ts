import { concatBytes, fromBase64, fromHex, hashOf, toBase64, toHex } from '#shared/core/bytes.ts'

/** Checkpoints of the public log: signed notes (c2sp.org/signed-note, c2sp.org/tlog-checkpoint) with Ed25519. */

export type Checkpoint = { origin: string; size: number; root: string }

/** A key that checks notes: its name, and the 32 bytes of an Ed25519 public key. */
export type NoteKey = { name: string; publicKey: Uint8Array }

const ED25519 = new Uint8Array([1])
const encoder = new TextEncoder()

/** The signed text of a checkpoint. `root`: hex. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(fromHex(root))}\n`

async function keyIdOf({ name, publicKey }: NoteKey): Promise<Uint8Array> {
  const bytes = concatBytes(encoder.encode(`${name}\n`), ED25519, publicKey)
  return (await hashOf(bytes)).slice(0, 4)
}

/** The verifier key as text: name, key id and key, joined by plus signs. */
export async function verifierKey(key: NoteKey): Promise<string> {
  return `${key.name}+${toHex(await keyIdOf(key))}+${toBase64(concatBytes(ED25519, key.publicKey))}`
}

/** The key of this text; null where it is malformed, or its id is not that of the key. */
export async function readVerifierKey(text: string): Promise<NoteKey | null> {
  const [, name = '', id = '', encoded = ''] = /^([^+\s]+)\+([\da-f]{8})\+(\S+)\s*$/.exec(text) ?? []
  const bytes = fromBase64(encoded)
  if (bytes?.length !== 33 || bytes[0] !== ED25519[0]) return null
  const key = { name, publicKey: bytes.slice(1) }
  return toHex(await keyIdOf(key)) === id ? key : null
}

/** The note: the text, an empty line, and one signature line. */
export async function signNote(text: string, key: NoteKey, privateKey: CryptoKey): Promise<string> {
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, encoder.encode(text)))
  return `${text}\n— ${key.name} ${toBase64(concatBytes(await keyIdOf(key), signature))}\n`
}

/** The signed text of a note and the checkpoint in it, whose signature is not checked; null where it is malformed. */
export function parseNote(note: string): { text: string; checkpoint: Checkpoint } | null {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [, origin = '', size = '', rootText = ''] = /^(.+)\n(0|[1-9]\d{0,15})\n(.+)\n$/.exec(text) ?? []
  const root = fromBase64(rootText)
  if (end < 0 || root?.length !== 32) return null
  return { text, checkpoint: { origin, size: Number(size), root: toHex(root) } }
}

/** The checkpoint in a note; null where it is malformed, or no signature of this key is valid. */
export async function readCheckpoint(note: string, key: NoteKey): Promise<Checkpoint | null> {
  const parsed = parseNote(note)
  if (!parsed) return null
  const { text, checkpoint } = parsed
  const id = toHex(await keyIdOf(key))
  const publicKey = await crypto.subtle.importKey(
    'raw',
    key.publicKey as Uint8Array<ArrayBuffer>,
    'Ed25519',
    false,
    ['verify'],
  )
  for (const line of note.slice(text.length + 1).split('\n')) {
    const [, name, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const signature = fromBase64(encoded)
    if (name !== key.name || !signature || toHex(signature.subarray(0, 4)) !== id) continue
    const isValid = await crypto.subtle.verify(
      'Ed25519',
      publicKey,
      signature.subarray(4) as Uint8Array<ArrayBuffer>,
      encoder.encode(text),
    )
    return isValid ? checkpoint : null
  }
  return null
}
