import { useState } from 'react'
import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { draftChangeSchema } from '#shared/releases/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { changedFields } from '../ui/changed-fields.ts'
import { changeDraft, deleteDraft } from './products-queries.ts'
import { type ReleaseTerms, ReleaseTermsFields } from './release-terms.tsx'
import { useReleaseMutation } from './use-release-mutation.ts'

/** The actions on a draft release, which no customer has yet. */
export function DraftActions({ release }: { release: AdminRelease }) {
  const { id, version } = release
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const removal = useReleaseMutation(deleteDraft, {
    done: 'Draft Deleted',
    failed: 'Failed to delete draft',
    after: () => setOpen(null),
  })
  return (
    <>
      <Button size="sm" onClick={() => setOpen('edit')} aria-label={`Edit draft v${version}`}>
        Edit
      </Button>
      <Button size="sm" onClick={() => setOpen('delete')} aria-label={`Delete draft v${version}`}>
        Delete
      </Button>
      <Dialog open={open === 'edit'} onOpenChange={(next) => setOpen(next ? 'edit' : null)}>
        <DialogContent title={`Draft v${version}`}>
          <DraftForm key={version} release={release} onDone={() => setOpen(null)} />
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(next) => setOpen(next ? 'delete' : null)}
        title={`Delete draft v${version}?`}
        description="Its file is deleted too. This cannot be undone."
        confirmLabel="Delete draft"
        busy={removal.isPending}
        onConfirm={() => removal.mutate(id)}
      />
    </>
  )
}

function DraftForm({ release, onDone }: { release: AdminRelease; onDone: () => void }) {
  const [before] = useState({
    version: release.version,
    changelog: release.changelog,
    isBeta: release.isBeta,
    isSecurityUpdate: release.isSecurityUpdate,
  })
  const [version, setVersion] = useState(before.version)
  const [changelog, setChangelog] = useState(before.changelog)
  const [terms, setTerms] = useState<ReleaseTerms>({
    isBeta: before.isBeta,
    isSecurityUpdate: before.isSecurityUpdate,
  })
  const issues = draftChangeSchema.safeParse({ version, changelog }).error?.issues ?? []
  const wrong = (field: string) => issues.find(({ path }) => path[0] === field)?.message
  const { mutate, isPending } = useReleaseMutation(changeDraft, {
    done: 'Draft Updated',
    failed: 'Failed to update draft',
    after: onDone,
  })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (issues.length > 0) return
        mutate({ id: release.id, ...changedFields({ version, changelog, ...terms }, before) })
      }}
    >
      <Field label="Version" required error={wrong('version')}>
        <Input
          value={version}
          maxLength={30}
          onChange={(event) => setVersion(event.target.value)}
          className="font-mono"
        />
      </Field>
      <Field label="Changelog" error={wrong('changelog')} optional>
        <Textarea value={changelog} onChange={(event) => setChangelog(event.target.value)} />
      </Field>
      <ReleaseTermsFields terms={terms} onChange={setTerms} disabled={isPending} />
      <Button type="submit" variant="primary" busy={isPending} className="justify-self-start">
        Save draft
      </Button>
    </form>
  )
}
