import { Download } from 'lucide-react'
import type { EmergencyFile } from '#shared/emergency/contract.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/layout/card.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { FormNotice } from '../accounts/form-notice.tsx'
import { SupportLink } from '../contact/support-link.tsx'
import { useEmergencyDownload } from './use-emergency-download.ts'

export type EmergencyDownloadProps = { file: EmergencyFile; specialKey: string }

/** The file of the emergency link and its download button. */
export function EmergencyDownload({ file, specialKey }: EmergencyDownloadProps) {
  const { download, busy, ready, problem } = useEmergencyDownload(file.productId, specialKey)
  return (
    <Container className="max-w-[39rem] py-10 sm:py-16">
      <Card>
        <CardHeader>
          <h1 className="font-semibold text-2xl text-fg">Emergency download</h1>
          <p className="text-muted">
            {file.productName}, without logging in. Support issued this link for you; please keep it to
            yourself.
          </p>
        </CardHeader>
        <CardBody>
          <DataList
            align="start"
            rows={[
              { term: 'File', value: <span className="break-all font-mono">{file.fileName}</span> },
              { term: 'Version', value: <span className="font-mono">{file.version}</span> },
              { term: 'Size', value: <span className="font-mono">{formatBytes(file.fileSize)}</span> },
              { term: 'SHA-256', value: <Copyable label="SHA-256" value={file.sha256} ends={10} /> },
              { term: 'Downloads left', value: usesOf(file) },
              { term: 'Link ends', value: <RelativeTime value={file.expiresAt} /> },
            ]}
          />
          <div role="status" className="mt-5 empty:hidden">
            {problem ? (
              <FormNotice
                tone="danger"
                text={`There was a problem preparing your download. ${problem} If this happens again, write to support.`}
              />
            ) : ready ? (
              <FormNotice
                tone="info"
                text="Download Ready. Your browser has started it. If it stops, press Download again within an hour, on the same internet connection: that does not use up a download."
              />
            ) : null}
          </div>
          <Button
            variant="primary"
            size="lg"
            block
            className="mt-6"
            busy={busy}
            busyText="Preparing your download..."
            onClick={download}
          >
            <Download aria-hidden="true" />
            Download
          </Button>
        </CardBody>
        <CardFooter className="text-muted text-sm">
          <p>
            Compare the SHA-256 before you run the file. Questions:{' '}
            <SupportLink subject="Emergency download" />
          </p>
        </CardFooter>
      </Card>
    </Container>
  )
}

function usesOf({ remainingUses, resumes }: EmergencyFile) {
  return (
    <span>
      <span className="font-mono">{remainingUses}</span>
      {resumes ? <span className="text-muted"> · you can restart your last download</span> : null}
    </span>
  )
}
