import { Download, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { ExportDataDialog } from './export-data-dialog.tsx'

export function DangerZone() {
  const [asking, setAsking] = useState(false)
  const [exporting, setExporting] = useState(false)
  return (
    <Card className="overflow-hidden">
      <CardHeader className="pb-4">
        <CardTitle as="h2">Danger Zone</CardTitle>
      </CardHeader>
      <div className="divide-y divide-line border-line border-t">
        <Row
          title="Download your data"
          text="One JSON file with your account, sessions, passkeys and apps for two-step login, purchases, refunds, subscriptions, licences and devices, downloads, choices of beta versions, confirmed recalls, coupons, referrals and a list of the emails we sent; with a confirmed address also your messages to support and your newsletter subscription."
        >
          <Button aria-haspopup="dialog" onClick={() => setExporting(true)}>
            <Download aria-hidden="true" />
            Download your data
          </Button>
        </Row>
        <Row
          title="Delete your account"
          text="Ends your subscriptions and your access at once. This cannot be undone."
        >
          <Button className="text-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            <Trash2 aria-hidden="true" />
            Delete Account
          </Button>
        </Row>
      </div>
      <ExportDataDialog open={exporting} onOpenChange={setExporting} />
      <DeleteAccountDialog open={asking} onOpenChange={setAsking} />
    </Card>
  )
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-5 py-5 sm:px-6">
      <div className="min-w-0 max-w-copy flex-1 basis-64">
        <h3 className="font-medium text-fg text-sm">{title}</h3>
        <p className="mt-0.5 text-muted text-sm">{text}</p>
      </div>
      {children}
    </div>
  )
}
