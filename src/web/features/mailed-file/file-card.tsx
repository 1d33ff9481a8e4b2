import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/layout/card.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { FormNotice } from '../accounts/form-notice.tsx'
import { SupportLink } from '../contact/support-link.tsx'

export type FileCardProps = {
  title: string
  text: string
  file: { fileName: string; version: string; fileSize: number; sha256: string; expiresAt: string }
  /** Shown between the checksum and the end of the link. */
  more?: { term: string; value: ReactNode }[]
  busy: boolean
  /** A failed press of the button; null: none. */
  problem: string | null
  /** Shown once the browser has started the download; null: not yet. */
  started: string | null
  subject: string
  onDownload: () => void
}

/** The file that a link opens, and its download button. */
export function FileCard(props: FileCardProps) {
  const { title, text, file, more = [], busy, problem, started, subject, onDownload } = props
  return (
    <Container className="max-w-[39rem] py-10 sm:py-16">
      <Card>
        <CardHeader>
          <h1 className="font-semibold text-2xl text-fg">{title}</h1>
          <p className="text-muted">{text}</p>
        </CardHeader>
        <CardBody>
          <DataList
            align="start"
            rows={[
              { term: 'File', value: <span className="break-all font-mono">{file.fileName}</span> },
              { term: 'Version', value: <span className="font-mono">{file.version}</span> },
              { term: 'Size', value: <span className="font-mono">{formatBytes(file.fileSize)}</span> },
              { term: 'SHA-256', value: <Copyable label="SHA-256" value={file.sha256} ends={10} /> },
              ...more,
              { term: 'Link ends', value: <RelativeTime value={file.expiresAt} /> },
            ]}
          />
          <div role="status" className="mt-5 empty:hidden">
            {problem ? (
              <FormNotice tone="danger" text={problem} />
            ) : started ? (
              <FormNotice tone="info" text={started} />
            ) : null}
          </div>
          <Button
            variant="primary"
            size="lg"
            block
            className="mt-6"
            busy={busy}
            busyText="Preparing your download..."
            onClick={onDownload}
          >
            <Download aria-hidden="true" />
            Download
          </Button>
        </CardBody>
        <CardFooter className="text-muted text-sm">
          <p>
            Compare the SHA-256 before you run the file. Questions: <SupportLink subject={subject} />
          </p>
        </CardFooter>
      </Card>
    </Container>
  )
}

/** The place of the card while the link is checked. */
export function FilePending({ label }: { label: string }) {
  return (
    <Container className="max-w-[39rem] py-10 sm:py-16">
      <h1 className="sr-only">{label}</h1>
      <p role="status" className="sr-only">
        Checking your link
      </p>
      <Card>
        <CardHeader>
          <Skeleton className="my-1 h-6 w-44" />
          <SkeletonText lines={2} className="py-1" />
        </CardHeader>
        <CardBody>
          <div className="divide-y divide-line">
            {['w-40', 'w-16', 'w-16', 'w-44', 'w-24'].map((width, row) => (
              <div key={row} className="flex h-12 items-center justify-between gap-4">
                <Skeleton className="h-3 w-20" />
                <Skeleton className={`h-3 ${width}`} />
              </div>
            ))}
          </div>
          <Skeleton className="mt-6 h-12 w-full rounded-md" />
        </CardBody>
      </Card>
    </Container>
  )
}
