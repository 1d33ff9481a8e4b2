import { Download } from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { useNavigate } from '../../lib/router/router-context.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { BackLink } from '../ui/back-link.tsx'
import { couponBatchDraftSchema, newDraft } from './coupon-draft.ts'
import { CouponForm } from './coupon-form.tsx'
import { codesCsv } from './coupon-link.ts'
import { useCreateCoupons } from './use-change-coupon.ts'

const LIST = adminPath('coupons')

/** Creates many one-use codes, then offers them as a file. */
export function CouponBatchCreator() {
  const navigate = useNavigate()
  const [draft] = useState(() => newDraft(Date.now()))
  const { mutateAsync, isPending } = useCreateCoupons()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={LIST}>All coupons</BackLink>
      <Card className="max-w-3xl">
        <CardHeader>
          <CardTitle as="h2">
            {codes === null ? 'Many one-use codes' : `${codes.length} codes added`}
          </CardTitle>
          <CardDescription>
            {codes === null
              ? 'Each code is a coupon of its own, for one use. All are created, or none.'
              : 'Each works once. You also find them in the list, by their prefix.'}
          </CardDescription>
        </CardHeader>
        <CardBody>
          {codes === null ? (
            <CouponForm
              schema={couponBatchDraftSchema}
              isMany
              draft={draft}
              submitLabel="Add codes"
              busy={isPending}
              onSubmit={(form) => mutateAsync(form).then(({ data }) => setCodes(data.codes))}
              onCancel={() => navigate(LIST)}
            />
          ) : (
            <Created codes={codes} />
          )}
        </CardBody>
      </Card>
    </div>
  )
}

function Created({ codes }: { codes: readonly string[] }) {
  const prefix = codes[0]?.split('-')[0] ?? ''
  return (
    <>
      <ul
        aria-label="Codes"
        className="grid max-h-72 gap-x-6 gap-y-1 overflow-y-auto rounded-md border border-line p-4 font-mono text-fg text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="primary"
          onClick={() =>
            saveFile(
              new Blob([codesCsv(location.origin, codes)], { type: 'text/csv' }),
              `coupons-${prefix}.csv`,
            )
          }
        >
          <Download aria-hidden="true" />
          Download as CSV
        </Button>
        <Button asChild>
          <AppLink to={adminPath('coupons', { q: prefix })}>Show in the list</AppLink>
        </Button>
      </div>
    </>
  )
}
