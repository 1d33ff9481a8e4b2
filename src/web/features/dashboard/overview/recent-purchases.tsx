import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardFooter, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { purchasesQuery } from '../../payments/queries.ts'
import { PurchaseList } from '../purchases/list.tsx'
import { PurchaseRow } from '../purchases/row.tsx'
import { TabLink } from '../tab-link.tsx'

const SHOWN = 5

export function RecentPurchases() {
  const { data } = useQuery(purchasesQuery())
  const [all, setAll] = useState(false)
  const hidden = (data?.length ?? 0) - SHOWN
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-4 pb-4">
        <CardTitle as="h2">Recent purchases</CardTitle>
        {data && data.length > 0 ? (
          <Button asChild variant="ghost" size="sm" className="-my-1 -mr-2">
            <TabLink tab="products" hash="#purchases">
              All purchases
              <ArrowRight aria-hidden="true" />
            </TabLink>
          </Button>
        ) : null}
      </CardHeader>
      <PurchaseList
        empty="Every purchase is listed here with its amount."
        rows={(purchases) =>
          (all ? purchases : purchases.slice(0, SHOWN)).map((purchase) => (
            <PurchaseRow key={purchase.id} purchase={purchase} />
          ))
        }
      />
      {hidden > 0 ? (
        <CardFooter className="py-2">
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="-ml-3"
          >
            {all ? 'Show fewer' : `Show ${hidden} more`}
          </Button>
        </CardFooter>
      ) : null}
    </Card>
  )
}
