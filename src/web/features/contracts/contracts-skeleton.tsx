import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'

/** A placeholder for the account's contracts. */
export const ContractsSkeleton = () => (
  <div className="flex flex-col gap-4">
    {[0, 1].map((contract) => (
      <Card key={contract}>
        <CardBody className="flex flex-col gap-3">
          <div>
            <Skeleton className="my-1 h-4 w-44" />
            <Skeleton className="mt-2.5 mb-1 h-3 w-64 max-w-full" />
          </div>
          <div className="flex h-9 items-center justify-between gap-3">
            <Skeleton className="h-3 w-52" />
            <Skeleton className="h-9 w-24 rounded-md" />
          </div>
        </CardBody>
      </Card>
    ))}
  </div>
)
