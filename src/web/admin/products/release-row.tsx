import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { WithdrawalLink } from '../recalls/withdrawal-link.tsx'
import { DamagedFile } from './damaged-file.tsx'
import { DraftActions } from './draft-actions.tsx'
import { PromoteButton } from './promote-button.tsx'
import { PublishButton } from './publish-button.tsx'
import { RunButton } from './run-button.tsx'
import { ScanState } from './scan-state.tsx'
import { SignButton } from './sign-button.tsx'
import { WithdrawButton } from './withdraw-button.tsx'

const BADGES: Record<AdminRelease['state'], { tone: BadgeTone; label: string }> = {
  draft: { tone: 'info', label: 'Draft' },
  published: { tone: 'success', label: 'Published' },
  yanked: { tone: 'danger', label: 'Withdrawn' },
}

const RECALLED = { tone: 'danger', label: 'Recalled' } as const

export type ReleaseRowProps = {
  release: AdminRelease
  /** All releases of the product. */
  releases: readonly AdminRelease[]
}

/** A release is signed, then published. Nothing else can be changed while the public log takes its entry. */
function RowActions({ release, releases }: ReleaseRowProps) {
  const { state, signedBy, isBeingPublished } = release
  if (release.recallAdvice !== null) return null
  const recall = <WithdrawButton release={release} releases={releases} isRecall />
  if (isBeingPublished) return recall
  if (state === 'published')
    return (
      <>
        {release.isBeta ? <PromoteButton release={release} /> : null}
        <WithdrawButton release={release} releases={releases} />
        {recall}
      </>
    )
  return (
    <>
      {state === 'yanked' ? recall : null}
      {state === 'draft' ? <DraftActions release={release} /> : null}
      <SignButton release={release} />
      {signedBy === null ? null : <PublishButton release={release} />}
    </>
  )
}

function SignedBy({ release: { signedBy, logIndex, state } }: { release: AdminRelease }) {
  if (signedBy === null) {
    return state === 'published' ? null : (
      <p className="text-muted text-xs">Not signed. A publisher must sign it before it can be published.</p>
    )
  }
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2 text-muted text-xs">
      Signed by <Copyable value={signedBy} label="fingerprint" ends={10} />
      {logIndex === null ? null : (
        <AppLink
          className="rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
          to={`/log/entry/${logIndex}`}
        >
          entry {logIndex} of the public log
        </AppLink>
      )}
    </p>
  )
}

export function ReleaseRow({ release, releases }: ReleaseRowProps) {
  const { version, state, isCurrent, fileName, fileSize, fileCount, sha256, changelog, yankReason } = release
  const isRecalled = release.recallAdvice !== null
  const { tone, label } = isRecalled ? RECALLED : BADGES[state]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <h4 className="font-medium font-mono text-fg">v{version}</h4>
          <Badge tone={tone}>{label}</Badge>
          {isCurrent ? <Badge>Current</Badge> : null}
          {release.isBeta ? <Badge tone="accent">Beta</Badge> : null}
          {release.isSecurityUpdate ? <Badge>Security update</Badge> : null}
          {state === 'published' && !release.announced ? <Badge tone="info">Being announced</Badge> : null}
          {release.isBeingPublished ? <Badge tone="info">Being published</Badge> : null}
          {state === 'yanked' && !release.notified ? <Badge tone="info">Notifying customers</Badge> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          {state === 'yanked' ? <WithdrawalLink release={release} /> : <RunButton release={release} />}
          <RowActions release={release} releases={releases} />
        </div>
      </div>
      <p className="break-words text-muted text-xs">
        <span className="break-all font-mono">{fileName}</span> · {formatBytes(fileSize)} · {fileCount}{' '}
        {fileCount === 1 ? 'file' : 'files'} ·{' '}
        <RelativeTime dense value={release.yankedAt ?? release.publishedAt ?? release.createdAt} />
      </p>
      <p className="flex min-w-0 items-center gap-2 text-muted text-xs">
        SHA-256 <Copyable value={sha256} label="SHA-256" ends={10} />
      </p>
      <SignedBy release={release} />
      <ScanState release={release} releases={releases} />
      {release.isDamaged ? <DamagedFile release={release} /> : null}
      {changelog ? (
        <p className="wrap-anywhere max-w-copy whitespace-pre-line text-fg text-sm">{changelog}</p>
      ) : null}
      {state === 'yanked' && yankReason ? (
        <p className="wrap-anywhere whitespace-pre-line text-danger text-sm">
          {label}: {yankReason}
          {isRecalled ? `\nWhat to do: ${release.recallAdvice}` : null}
        </p>
      ) : null}
    </li>
  )
}
