import { useState } from 'react'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { changelogSchema, versionSchema } from '#shared/releases/contract.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { PRODUCTS_PATH } from './products-queries.ts'
import { NO_TERMS, ReleaseTermsFields } from './release-terms.tsx'
import { refuseFile } from './upload-checks.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

/** The next release: a file, its version and its changelog. It stays a draft until it is published. */
export function FileUploadCard({ product: { id, nextVersion } }: { product: AdminProductDetail }) {
  const { share, send, cancel } = useUpload({ done: 'File Uploaded', failed: 'Error Uploading File' })
  const [file, setFile] = useState<File | null>(null)
  const [version, setVersion] = useState('')
  const [changelog, setChangelog] = useState('')
  const [terms, setTerms] = useState(NO_TERMS)
  const wrongVersion = version ? versionSchema.safeParse(version).error?.issues[0]?.message : undefined
  const wrongChangelog = changelogSchema.safeParse(changelog).error?.issues[0]?.message

  async function choose(chosen: File) {
    const refusal = await refuseFile(chosen)
    setFile(refusal ? null : chosen)
    if (refusal) toast({ title: refusal.title, description: refusal.message, tone: 'destructive' })
  }

  async function upload(chosen: File) {
    const fields = {
      version,
      changelog,
      isBeta: String(terms.isBeta),
      isSecurityUpdate: String(terms.isSecurityUpdate),
    }
    if (!(await send({ path: `${PRODUCTS_PATH}/${id}/file`, field: 'file', file: chosen, fields }))) return
    setFile(null)
    setVersion('')
    setChangelog('')
    setTerms(NO_TERMS)
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Upload a file</CardTitle>
        <CardDescription>
          A ZIP archive of at most 25 MB. It becomes a draft that only admins see.
        </CardDescription>
      </CardHeader>
      <CardBody className="grid gap-4">
        {file === null ? (
          <FileDrop label="Choose a ZIP file" accept=".zip,application/zip" onFile={choose} />
        ) : (
          <>
            <p className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface-2 px-4 py-3 text-sm">
              <span className="min-w-0 break-all font-medium text-fg">{file.name}</span>
              <span className="font-mono text-muted text-xs">{formatBytes(file.size)}</span>
            </p>
            <Field label="Version" error={wrongVersion} hint={`Leave empty for ${nextVersion}.`} optional>
              <Input
                value={version}
                onChange={(event) => setVersion(event.target.value)}
                placeholder={nextVersion}
                maxLength={30}
                autoComplete="off"
                spellCheck={false}
                disabled={share !== null}
                className="max-w-40 font-mono"
              />
            </Field>
            <Field
              label="Changelog"
              error={wrongChangelog}
              hint="Customers read this with the new version."
              optional
            >
              <Textarea
                value={changelog}
                onChange={(event) => setChangelog(event.target.value)}
                rows={3}
                disabled={share !== null}
              />
            </Field>
            <ReleaseTermsFields terms={terms} onChange={setTerms} disabled={share !== null} />
            {share === null ? (
              <div className="flex flex-wrap gap-3">
                <Button
                  variant="primary"
                  disabled={Boolean(wrongVersion || wrongChangelog)}
                  onClick={() => upload(file)}
                >
                  Upload as draft
                </Button>
                <Button onClick={() => setFile(null)}>Choose another</Button>
              </div>
            ) : (
              <UploadProgress name={file.name} share={share} onCancel={cancel} />
            )}
          </>
        )}
      </CardBody>
    </Card>
  )
}
