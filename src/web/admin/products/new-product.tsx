import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '../../lib/router/router-context.ts'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { adminPath } from '../shell/admin-path.ts'
import { BackLink } from '../ui/back-link.tsx'
import { failureToast } from '../ui/failure-toast.ts'
import { ProductFormFields } from './product-form.tsx'
import { addProduct, takeProduct } from './products-queries.ts'

const FAILED = 'Failed to add product'

/** The form for a new product. Its file and picture are uploaded later, in the product's view. */
export function NewProduct() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: addProduct,
    onSuccess: async (product) => {
      toast({
        title: 'Product Added',
        description: product.bundle ? 'It is on sale.' : 'Upload its file next.',
        tone: 'success',
      })
      await takeProduct(client, product)
      navigate(adminPath('products', { product: product.id }), { replace: true })
    },
    onError: failureToast(FAILED),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BackLink to={adminPath('products')}>All products</BackLink>
      <Card className="max-w-3xl">
        <CardHeader>
          <CardTitle as="h2">Add a product</CardTitle>
          <CardDescription>
            It is listed at once, and can be bought once its first file is published; a bundle at once.
          </CardDescription>
        </CardHeader>
        <CardBody>
          <ProductFormFields
            submit="Add Product"
            busy={isPending}
            error={error}
            onSubmit={(form) => mutate(form)}
          />
        </CardBody>
      </Card>
    </div>
  )
}
