import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatUsd } from '#shared/core/money.ts'
import { couponCode, couponOfferSchema } from '#shared/coupons/contract.ts'
import { productsQuery } from '../../features/catalogue/queries.ts'
import { validateCoupon } from '../../features/coupons/queries.ts'
import { reasonOf } from '../../lib/api.ts'
import { useSearchParams } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { DISCOUNT_LABELS, SCOPE_LABELS } from '../coupons/coupon-labels.ts'
import { DiagnosticFrame } from '../ui/diagnostic-frame.tsx'
import { ProductSelect } from '../ui/product-select.tsx'

const schema = z.object({ code: couponCode })

/** The page on which an admin tests a coupon code against a product. */
export default function TestCouponPage() {
  const [query] = useSearchParams()
  const { data: products } = useQuery(productsQuery())
  const [productId, setProductId] = useState<number>()
  const product = products?.find(({ id }) => id === productId)
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: async (input: { code: string; scriptId: number; amount: number }) =>
      z.object({ data: couponOfferSchema }).parse(await validateCoupon(input)).data,
  })
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { code: query.get('code') ?? '' },
  })
  return (
    <DiagnosticFrame
      title="Test coupon"
      lead="Checks a code as the checkout does, for your own account. No use is counted."
    >
      <Card>
        <CardBody>
          <form
            noValidate
            className="flex flex-col gap-5"
            onSubmit={handleSubmit(({ code }) => {
              if (product) mutate({ code, scriptId: product.id, amount: product.price })
            })}
          >
            <ProductSelect
              value={productId}
              onChange={(id) => {
                setProductId(id)
                reset()
              }}
            />
            <Field label="Coupon code" required error={formState.errors.code?.message}>
              <Input
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className="font-mono uppercase"
                {...register('code')}
              />
            </Field>
            <Button
              type="submit"
              variant="primary"
              className="self-start"
              busy={isPending}
              disabled={product === undefined}
            >
              Validate
            </Button>
          </form>
        </CardBody>
      </Card>
      <div role="status">
        {data ? (
          <Card>
            <CardHeader>
              <CardTitle as="h2">{data.coupon.code} applies</CardTitle>
            </CardHeader>
            <CardBody>
              <DataList
                rows={[
                  { term: 'Discount type', value: DISCOUNT_LABELS[data.coupon.discountType] },
                  { term: 'Applies to', value: SCOPE_LABELS[data.coupon.appliesTo] },
                  { term: 'Discount', value: formatUsd(data.discountAmount) },
                  { term: 'To pay', value: formatUsd(data.finalAmount), strong: true },
                ]}
              />
            </CardBody>
          </Card>
        ) : null}
        {error ? (
          <Card>
            <CardHeader>
              <CardTitle as="h2">Refused</CardTitle>
            </CardHeader>
            <CardBody className="text-fg text-sm">{reasonOf(error, 'Failed to validate coupon')}</CardBody>
          </Card>
        ) : null}
      </div>
    </DiagnosticFrame>
  )
}
