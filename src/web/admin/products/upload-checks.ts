import {
  FILE_TOO_LARGE,
  IMAGE_TOO_LARGE,
  MAX_FILE_BYTES,
  MAX_IMAGE_BYTES,
} from '#shared/releases/contract.ts'
import { refuseImageType } from '#shared/releases/image-rules.ts'
import { NOT_A_ZIP } from '#shared/releases/terms.ts'
import { beginsAsZip } from '#shared/releases/zip-rules.ts'

export type Refusal = { title: string; message: string }

/** The number of bytes that are read to detect a file's type. */
const HEAD_BYTES = 1024

const headOf = async (file: Blob) => new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())

/** The reason why the shop would refuse a product file, checked before the upload. Null if the file may be sent. */
export async function refuseFile(file: Blob): Promise<Refusal | null> {
  if (file.size > MAX_FILE_BYTES) return FILE_TOO_LARGE
  return beginsAsZip(await headOf(file)) ? null : NOT_A_ZIP
}

/** The same for a picture. */
export async function refuseImage(file: Blob): Promise<Refusal | null> {
  const refusal = refuseImageType(await headOf(file))
  if (refusal) return { title: refusal.title, message: refusal.reason }
  return file.size > MAX_IMAGE_BYTES ? IMAGE_TOO_LARGE : null
}
