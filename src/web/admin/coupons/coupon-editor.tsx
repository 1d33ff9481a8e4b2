import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import type { CouponView } from '#shared/coupons/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { useNavigate } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { BackLink } from '../ui/back-link.tsx'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { CopyCouponLink } from './copy-coupon-link.tsx'
import { CouponBadge } from './coupon-badge.tsx'
import { CouponDelete } from './coupon-delete.tsx'
import { changeOf, couponDraftSchema, draftOf, newDraft } from './coupon-draft.ts'
import { CouponForm } from './coupon-form.tsx'
import { couponQuery } from './coupon-queries.ts'
import { CouponUsages } from './coupon-usages.tsx'
import { useChangeCoupon, useCreateCoupon } from './use-change-coupon.ts'

const LIST = adminPath('coupons')

export function CouponCreator() {
  const navigate = useNavigate()
  const [draft] = useState(() => newDraft(Date.now()))
  const { mutateAsync, isPending } = useCreateCoupon()
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={LIST}>All coupons</BackLink>
      <Card className="max-w-3xl">
        <CardHeader>
          <CardTitle as="h2">New coupon</CardTitle>
        </CardHeader>
        <CardBody>
          <CouponForm
            schema={couponDraftSchema}
            draft={draft}
            submitLabel="Add coupon"
            busy={isPending}
            onSubmit={(form) => mutateAsync(form).then(() => navigate(LIST))}
            onCancel={() => navigate(LIST)}
          />
        </CardBody>
      </Card>
    </div>
  )
}

export function CouponEditor({ couponId }: { couponId: number }) {
  const query = useQuery(couponQuery(couponId))
  const { data } = query
  return (
    <DetailFrame noun="coupon" back={{ to: LIST, label: 'All coupons' }} query={query}>
      {data ? (
        <>
          <Loaded key={data.updatedAt} coupon={data} />
          <CouponUsages couponId={couponId} />
        </>
      ) : null}
    </DetailFrame>
  )
}

function Loaded({ coupon }: { coupon: CouponView }) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useChangeCoupon()
  return (
    <Card className="max-w-3xl">
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <CardTitle as="h2" className="flex flex-wrap items-center gap-2.5">
            <span className="font-mono">{coupon.code}</span>
            <CouponBadge coupon={coupon} />
          </CardTitle>
          <CardDescription>Checkouts that are already open keep their price.</CardDescription>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyCouponLink code={coupon.code} />
          <Button asChild size="sm">
            <AppLink to={`/test-coupon?code=${encodeURIComponent(coupon.code)}`}>
              <FlaskConical aria-hidden="true" />
              Test it
            </AppLink>
          </Button>
          <CouponDelete coupon={coupon} onDone={() => navigate(LIST)} />
        </div>
      </CardHeader>
      <CardBody>
        <CouponForm
          schema={couponDraftSchema}
          draft={draftOf(coupon)}
          submitLabel="Save changes"
          busy={isPending}
          onSubmit={(form) =>
            mutateAsync({ id: coupon.id, change: changeOf(coupon, form) }).then(() => navigate(LIST))
          }
          onCancel={() => navigate(LIST)}
        />
      </CardBody>
    </Card>
  )
}
