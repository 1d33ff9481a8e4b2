import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, TicketPercent } from 'lucide-react'
import { formatDay, formatMoment } from '#shared/core/format-day.ts'
import type { CouponView } from '#shared/coupons/contract.ts'
import { discountLabel } from '../../features/coupons/discount-label.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { CopyCouponLink } from './copy-coupon-link.tsx'
import { CouponBadge } from './coupon-badge.tsx'
import { CouponDelete } from './coupon-delete.tsx'
import { couponsQuery } from './coupon-queries.ts'
import { useChangeCoupon } from './use-change-coupon.ts'

const MANY = adminPath('coupons', { coupon: 'many' })
const NEW = adminPath('coupons', { coupon: 'new' })

const COLUMNS: Column<CouponView>[] = [
  {
    head: 'Code',
    main: true,
    cell: (coupon) => (
      <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-2.5 gap-y-1">
        <Copyable value={coupon.code} label="code" />
        <CouponBadge coupon={coupon} />
      </span>
    ),
  },
  {
    head: 'Discount',
    cell: (coupon) => <span className="whitespace-nowrap text-fg tabular-nums">{discountLabel(coupon)}</span>,
  },
  {
    head: 'Used',
    cell: (coupon) => (
      <span className="whitespace-nowrap tabular-nums md:max-lg:whitespace-normal">{usedText(coupon)}</span>
    ),
  },
  { head: 'Valid', cell: (coupon) => <Validity coupon={coupon} /> },
  {
    head: 'Applies to',
    cell: (coupon) => (
      <span>
        {scopeText(coupon)}
        {AUDIENCE_NOTES[coupon.audience]}
      </span>
    ),
  },
  { head: 'Active', cell: (coupon) => <ActiveSwitch coupon={coupon} /> },
  {
    head: 'Actions',
    actions: true,
    cell: (coupon) => (
      <span className="inline-flex gap-1">
        <Button asChild size="sm">
          <AppLink to={adminPath('coupons', { coupon: coupon.id })} aria-label={`Edit ${coupon.code}`}>
            Edit
          </AppLink>
        </Button>
        <CopyCouponLink code={coupon.code} variant="icon" />
        <CouponDelete coupon={coupon} variant="icon" />
      </span>
    ),
  },
]

const AUDIENCE_NOTES = {
  everyone: null,
  new_customers: ', new customers',
  owners: ', owners only',
} as const satisfies Record<CouponView['audience'], string | null>

const usedText = ({ usageCount, maxUses }: CouponView) =>
  maxUses === null ? `${usageCount}, no limit` : `${usageCount} of ${maxUses}`

function scopeText({ appliesTo, specificScriptIds }: CouponView): string {
  switch (appliesTo) {
    case 'all':
      return 'All products'
    case 'subscriptions':
      return 'Subscriptions'
    case 'one_time':
      return 'One-time purchases'
    case 'specific_scripts':
      return specificScriptIds.length === 1 ? '1 product' : `${specificScriptIds.length} products`
  }
}

function Validity({ coupon: { startDate, endDate } }: { coupon: CouponView }) {
  return (
    <span className="whitespace-nowrap text-right md:text-left md:max-lg:whitespace-normal">
      <Day word="from" at={startDate} />
      {endDate === null ? null : <Day word="until" at={endDate} />}
    </span>
  )
}

function Day({ word, at }: { word: string; at: string }) {
  return (
    <span className="block">
      {word}{' '}
      <time dateTime={at} title={formatMoment(at)}>
        {formatDay(at)}
      </time>
    </span>
  )
}

function ActiveSwitch({ coupon: { id, code, isActive } }: { coupon: CouponView }) {
  const { mutate, isPending, variables } = useChangeCoupon()
  const wanted = isPending ? (variables.change.isActive ?? isActive) : isActive
  return (
    <Switch
      aria-label={`${code} is active`}
      checked={wanted}
      onCheckedChange={(next) => {
        if (!isPending) mutate({ id, change: { isActive: next } })
      }}
    />
  )
}

export function CouponList() {
  const q = useAddressFilter().get('q')
  return (
    <ListCard
      title="Coupons"
      description="Discount codes for the checkout."
      actions={
        <>
          <ExportButton of="coupons" narrowed={q !== ''} />
          <Button asChild size="sm">
            <AppLink to={MANY}>Many codes</AppLink>
          </Button>
          <Button asChild variant="primary" size="sm">
            <AppLink to={NEW}>
              <Plus aria-hidden="true" />
              New coupon
            </AppLink>
          </Button>
        </>
      }
      filters={<SearchField label="Code begins with" />}
      query={useInfiniteQuery(couponsQuery(q))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="coupons"
      empty={{
        title: 'No coupons found',
        icon: <TicketPercent />,
        text: q
          ? `No code begins with “${q.toUpperCase()}”.`
          : 'Create one and give its code to your customers.',
        action: q ? undefined : (
          <Button asChild>
            <AppLink to={NEW}>New coupon</AppLink>
          </Button>
        ),
      }}
    />
  )
}
