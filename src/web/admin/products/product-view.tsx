import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { adminPath } from '../shell/admin-path.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { failureToast } from '../ui/failure-toast.ts'
import { FileUploadCard } from './file-upload-card.tsx'
import { ImageUploadCard } from './image-upload-card.tsx'
import { PriceEditor } from './price-editor.tsx'
import { changeOf, ProductFormFields } from './product-form.tsx'
import { ProductRemoval } from './product-removal.tsx'
import { adminProductQuery, changeProduct, takeProduct } from './products-queries.ts'
import { ReleasesCard } from './releases-card.tsx'

const FAILED = 'Failed to update product'

export function ProductView({ id }: { id: number }) {
  const query = useQuery(adminProductQuery(id))
  return (
    <DetailFrame noun="product" back={{ to: adminPath('products'), label: 'All products' }} query={query}>
      {query.data ? <Product product={query.data} /> : null}
    </DetailFrame>
  )
}

function Product({ product }: { product: AdminProductDetail }) {
  const { id, name, slug, isDeleted, tier } = product
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 break-words font-semibold text-fg text-xl">{name}</h2>
          <span className="font-mono text-subtle text-sm">#{id}</span>
          {isDeleted ? <Badge tone="danger">Deleted</Badge> : null}
          <SaleBadge product={product} />
          {tier === 'script' ? null : <Badge>Plan</Badge>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <PriceEditor product={product} />
          {isDeleted ? null : (
            <Button size="sm" asChild>
              <AppLink to={`/products/${slug}`}>
                <ExternalLink aria-hidden="true" />
                In the shop
              </AppLink>
            </Button>
          )}
          <ProductRemoval product={product} />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {product.bundle ? (
            <Details product={product} />
          ) : (
            <>
              <FileUploadCard product={product} />
              <ReleasesCard product={product} />
            </>
          )}
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <ImageUploadCard product={product} />
          {product.bundle ? null : <Details product={product} />}
        </div>
      </div>
    </>
  )
}

function SaleBadge({ product }: { product: AdminProductDetail }) {
  const { bundle, fileVersion } = product
  if (bundle)
    return isForSale(product) ? (
      <Badge tone="success">Bundle of {bundle.products.length}</Badge>
    ) : (
      <Badge tone="warning">Not on sale: one of its scripts is not</Badge>
    )
  return fileVersion ? (
    <Badge tone="success">v{fileVersion}</Badge>
  ) : (
    <Badge tone="warning">Not on sale: no published file</Badge>
  )
}

function Details({ product }: { product: AdminProductDetail }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: changeProduct,
    onSuccess: async (changed) => {
      toast({ title: 'Product Updated', description: changed.name, tone: 'success' })
      await takeProduct(client, changed)
    },
    onError: failureToast(FAILED),
  })
  return (
    <Card>
      <CardHeader>
        <CardTitle>Details</CardTitle>
      </CardHeader>
      <CardBody>
        <ProductFormFields
          product={product}
          submit="Save changes"
          busy={isPending}
          error={error}
          onSubmit={(form) => mutate({ id: product.id, ...changeOf(product, form) })}
        />
      </CardBody>
    </Card>
  )
}
