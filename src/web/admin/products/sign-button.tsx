import { useState } from 'react'
import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { NAMESPACE, signatureSchema } from '#shared/publishers/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/data/copy-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { signRelease } from './products-queries.ts'
import { useReleaseMutation } from './use-release-mutation.ts'

const COMMAND = `ssh-keygen -Y sign -n ${NAMESPACE} -f publisher_key statement.txt`

/** Takes a publisher's signature of a release. The statement is signed on the publisher's own computer. */
export function SignButton({ release }: { release: AdminRelease }) {
  const [open, setOpen] = useState(false)
  const { version, signedBy } = release
  const verb = signedBy === null ? 'Sign' : 'Sign again'
  return (
    <>
      <Button
        size="sm"
        variant={signedBy === null ? 'primary' : 'secondary'}
        onClick={() => setOpen(true)}
        aria-label={`${verb} v${version}`}
      >
        {verb}
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent title={`Sign v${version}`}>
          <SignForm release={release} onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  )
}

function SignForm({ release: { id, statement }, onDone }: { release: AdminRelease; onDone: () => void }) {
  const [signature, setSignature] = useState('')
  const { mutate, isPending } = useReleaseMutation(signRelease, {
    done: 'Release Signed',
    failed: 'Failed to sign release',
    after: onDone,
  })
  const isReady = signatureSchema.safeParse({ signature }).success
  return (
    <form
      noValidate
      className="grid min-w-0 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) mutate({ id, signature })
      }}
    >
      <p className="text-muted text-sm">
        Save the statement as statement.txt on the computer that has the{' '}
        <AppLink
          className="rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
          to={adminPath('publishers')}
        >
          publisher key
        </AppLink>
        . First compare the SHA-256 in the statement with that of your own file. Then run the command, and
        paste the text of statement.txt.sig.
      </p>
      <Copied label="Statement" text={statement} />
      <Copied label="Command" text={COMMAND} />
      <Field label="Signature" required>
        <Textarea
          rows={5}
          className="font-mono text-xs"
          spellCheck={false}
          value={signature}
          onChange={(event) => setSignature(event.target.value)}
          placeholder="-----BEGIN SSH SIGNATURE-----"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={isPending}
        disabled={!isReady}
        className="justify-self-start"
      >
        Sign release
      </Button>
    </form>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface p-3">
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium text-fg text-sm">{label}</span>
        <CopyButton size="sm" value={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <pre className="mt-2 whitespace-pre-wrap break-all font-mono text-fg text-xs">{text}</pre>
    </div>
  )
}
