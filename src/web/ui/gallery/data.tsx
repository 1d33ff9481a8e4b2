import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { CopyButton } from '../data/copy-button.tsx'
import { Copyable } from '../data/copyable.tsx'
import { DataList } from '../data/data-list.tsx'
import { Price } from '../data/price.tsx'
import { ProductCover } from '../data/product-cover.tsx'
import { RelativeTime } from '../data/relative-time.tsx'
import { Stat } from '../data/stat.tsx'
import { Card, CardBody, CardDescription, CardFooter, CardHeader, CardTitle } from '../layout/card.tsx'
import { Group, Row } from './group.tsx'

export function Figures() {
  const [now] = useState(Date.now)
  return (
    <Group title="Figures">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Card className="p-5">
          <Stat label="Revenue" value="$12,480.50" change={0.124} hint="30 days before: $11,103.65" />
        </Card>
        <Card className="p-5">
          <Stat label="Purchases" value="418" change={-0.031} hint="30 days before: 431" />
        </Card>
        <Card className="p-5">
          <Stat label="Active subscriptions" value="96" change={0} />
        </Card>
        <Card className="p-5">
          <Stat label="Notifications" value="9+" icon={<Bell />} hint="Unread" />
        </Card>
      </div>
      <div className="grid gap-8 md:grid-cols-2">
        <DataList
          rows={[
            { term: 'Premium Subscription', value: <Price usd={29.99} per="month" /> },
            { term: 'Coupon WELCOME20', value: <span className="font-mono">−$6.00</span> },
            { term: 'Total today', value: <Price usd={23.99} wasUsd={29.99} />, strong: true },
          ]}
        />
        <DataList
          align="start"
          rows={[
            {
              term: 'Order',
              value: <Copyable label="order id" value="cs_test_a1B2c3D4e5F6g7H8i9" ends={8} />,
            },
            {
              term: 'Wallet',
              value: <Copyable label="address" value="0x71C7656EC7ab88b098defB751B7401B5f6d8976F" ends={6} />,
            },
            { term: 'Paid', value: <RelativeTime value={now - 5 * 60_000} /> },
            { term: 'Renews', value: <RelativeTime value={now + 26 * 86_400_000} dense /> },
          ]}
        />
      </div>
      <div className="flex flex-wrap items-baseline gap-6">
        <Price usd={29.99} size="sm" />
        <Price usd={29.99} />
        <Price usd={29.99} per="month" size="lg" />
        <Price usd={299.99} size="xl" />
      </div>
      <Row>
        <CopyButton value="https://example.com/?ref=ADA12345" label="Copy link" />
        <CopyButton value="key" variant="ghost" size="sm" />
      </Row>
    </Group>
  )
}

export function Cards() {
  return (
    <Group title="Cards">
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <CardHeader>
            <CardTitle>Order summary</CardTitle>
            <CardDescription>What you are about to pay for.</CardDescription>
          </CardHeader>
          <CardBody className="text-muted text-sm">
            Unlimited script downloads, ongoing updates, priority email support.
          </CardBody>
          <CardFooter className="justify-between">
            <Price usd={29.99} per="month" size="lg" />
            <Button variant="primary">Continue</Button>
          </CardFooter>
        </Card>
        <Card>
          <CardBody className="flex gap-4">
            <ProductCover slug="wallet-guard" name="Wallet Guard" className="w-32 shrink-0 self-start" />
            <div className="min-w-0">
              <h3 className="font-semibold">Wallet Guard</h3>
              <p className="mt-1 text-muted text-sm">
                Watches balances and stops a run before it drains one.
              </p>
              <p className="mt-3 font-mono text-subtle text-xs">v1.4.0 · 18.2 KB</p>
            </div>
          </CardBody>
        </Card>
      </div>
    </Group>
  )
}

const products = [
  'Monad Farmer',
  'Soneium Runner',
  'Unichain Pilot',
  'Wallet Guard',
  'Gas Watch',
  'Multi-Wallet Sweep',
  'Claim Scheduler',
  'Chain Analytics',
  'Bridge Rotator',
  'Quest Helper',
  'Premium Subscription',
  'Lifetime',
]

export function Covers() {
  return (
    <Group title="Generated covers">
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4">
        {products.map((name) => (
          <figure key={name}>
            <ProductCover slug={name.toLowerCase().replaceAll(' ', '-')} name={name} />
            <figcaption className="mt-2 truncate text-muted text-sm">{name}</figcaption>
          </figure>
        ))}
      </div>
      <Row>
        <ProductCover
          slug="broken"
          name="Broken image"
          imageUrl="data:image/png;base64,AAAA"
          alt="Cover of Broken image"
          priority
          className="w-48"
        />
        <p className="text-muted text-sm">An image that fails to load falls back to its cover.</p>
      </Row>
    </Group>
  )
}
