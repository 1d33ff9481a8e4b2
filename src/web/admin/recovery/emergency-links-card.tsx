import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { EmergencyLink, LINK_STATES } from '#shared/emergency/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog, DialogTrigger } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { IssueLinkDialog } from './issue-link-dialog.tsx'
import { EMERGENCY_LINKS, emergencyLinksQuery, revokeEmergencyLink } from './recovery-queries.ts'

const BADGES: Record<(typeof LINK_STATES)[number], { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'success' },
  'used-up': { label: 'Used up', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'danger' },
}

/** Links for downloading Premium without an account: issues, lists and revokes them. */
export function EmergencyLinksCard() {
  const client = useQueryClient()
  const query = useInfiniteQuery(emergencyLinksQuery())
  const [asked, setAsked] = useState<EmergencyLink | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: revokeEmergencyLink,
    onSuccess: ({ message }) => toast({ title: message, tone: 'success' }),
    onError: failureToast('The link was not revoked'),
    onSettled: () => {
      setAsked(null)
      return client.invalidateQueries({ queryKey: [EMERGENCY_LINKS] })
    },
  })
  const columns: Column<EmergencyLink>[] = [
    { head: 'Reason', main: true, className: 'md:max-w-96', cell: ({ reason }) => reason },
    {
      head: 'Status',
      cell: ({ state }) => (
        <Badge tone={BADGES[state].tone} dot={state === 'active'}>
          {BADGES[state].label}
        </Badge>
      ),
    },
    {
      head: 'Uses',
      cell: ({ uses, maxUses }) => (
        <span className="font-mono">
          {uses} of {maxUses}
        </span>
      ),
    },
    { head: 'Issued', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
    { head: 'Expires', cell: ({ expiresAt }) => <RelativeTime dense value={expiresAt} /> },
    { head: 'By', cell: ({ issuedBy }) => <span className="font-mono">#{issuedBy}</span> },
    {
      head: 'Actions',
      actions: true,
      cell: (link) =>
        link.state === 'active' || link.state === 'used-up' ? (
          <Button size="sm" onClick={() => setAsked(link)} aria-label={`Revoke: ${link.reason}`}>
            Revoke
          </Button>
        ) : null,
    },
  ]
  return (
    <>
      <ListCard
        title="Emergency links"
        description="For Premium customers who cannot log in: a link to the file that needs no account."
        actions={
          <Dialog>
            <DialogTrigger asChild>
              <Button>New link</Button>
            </DialogTrigger>
            <IssueLinkDialog />
          </Dialog>
        }
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        noun="emergency links"
        empty={{
          icon: <LifeBuoy />,
          title: 'No emergency link was issued',
          text: 'Issue one when a customer has no other way to get their file.',
        }}
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title="Revoke this emergency link?"
        description={`The link “${asked?.reason}” stops working at once. An interrupted download cannot be resumed. This cannot be undone.`}
        confirmLabel="Revoke link"
        busy={isPending}
        onConfirm={() => (asked ? mutate(asked.id) : undefined)}
      />
    </>
  )
}
