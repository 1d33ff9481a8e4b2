import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { Button } from '../../ui/button.tsx'
import { ProductCover } from '../../ui/data/product-cover.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { PRODUCTS_PATH, removeImage, takeProduct } from './products-queries.ts'
import { refuseImage } from './upload-checks.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

type Preview = { file: File; address: string }

/** The product's current image, and a preview of the next one before it is uploaded. */
export function ImageUploadCard({ product }: { product: AdminProductDetail }) {
  const { id, slug, name, imageUrl, hasImage } = product
  const { share, send, cancel } = useUpload({ done: 'Image Uploaded', failed: 'Error Uploading Image' })
  const [preview, setPreview] = useState<Preview | null>(null)

  async function choose(file: File) {
    const refusal = await refuseImage(file)
    setPreview(refusal ? null : { file, address: await dataAddressOf(file) })
    if (refusal) toast({ title: refusal.title, description: refusal.message, tone: 'destructive' })
  }

  async function upload({ file }: Preview) {
    if (await send({ path: `${PRODUCTS_PATH}/${id}/image`, field: 'image', file })) setPreview(null)
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Image</CardTitle>
        <CardDescription>PNG, JPEG, WebP, GIF or AVIF, at most 5 MB. Best at 16:10.</CardDescription>
      </CardHeader>
      <CardBody className="grid gap-4">
        <ProductCover
          slug={slug}
          name={name}
          imageUrl={preview?.address ?? imageUrl}
          alt={preview ? `Preview of ${preview.file.name}` : `Image of ${name}`}
          priority
        />
        {preview === null ? (
          <>
            <FileDrop
              label="Choose an image"
              accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
              onFile={choose}
            />
            {hasImage ? <RemoveImage id={id} /> : null}
          </>
        ) : share === null ? (
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" onClick={() => upload(preview)}>
              Upload image
            </Button>
            <Button onClick={() => setPreview(null)}>Choose another</Button>
          </div>
        ) : (
          <UploadProgress name={preview.file.name} share={share} onCancel={cancel} />
        )}
      </CardBody>
    </Card>
  )
}

function RemoveImage({ id }: { id: number }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeImage(id),
    onSuccess: async (changed) => {
      toast({ title: 'Image Removed', tone: 'success' })
      await takeProduct(client, changed)
    },
    onError: failureToast('Failed to remove image'),
  })
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={isPending}
      onClick={() => mutate()}
      className="justify-self-start"
    >
      Remove image
    </Button>
  )
}

/** The Content-Security-Policy of the pages allows images from `data:`, not from `blob:`. */
const dataAddressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
