import { readSignedText, type SigningKeys, signText } from '../../core/signed-text.ts'

const PURPOSE = 'emergency-link.v1'

/** `link.product.signature`. Everything else is in the link's row, where it can change. */
export const signEmergencyKey = (link: { id: number; productId: number }, secret: string): Promise<string> =>
  signText(`${link.id}.${link.productId}`, PURPOSE, secret)

/** The id of the link; null where the key was not made by us, was altered, or is for another product. */
export async function readEmergencyKey(
  key: string,
  productId: number,
  keys: SigningKeys,
): Promise<number | null> {
  const body = await readSignedText(key, PURPOSE, keys)
  const [, id, product] = /^(\d{1,15})\.(\d{1,15})$/.exec(body ?? '') ?? []
  return id !== undefined && Number(product) === productId ? Number(id) : null
}
