import { FileArchive } from 'lucide-react'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { ReleaseRow } from './release-row.tsx'

export function ReleasesCard({ product: { releases, name } }: { product: AdminProductDetail }) {
  return (
    <Card>
      <CardHeader className="pb-4">
        <CardTitle>Releases</CardTitle>
        <CardDescription>Every file of {name}, the newest upload first.</CardDescription>
      </CardHeader>
      {releases.length === 0 ? (
        <EmptyState
          bare
          icon={<FileArchive />}
          title="No files yet"
          text="Upload a ZIP archive above. Then sign it and publish it."
          className="border-line border-t"
        />
      ) : (
        <ul aria-label="Releases" className="divide-y divide-line border-line border-t">
          {releases.map((release) => (
            <ReleaseRow key={release.id} release={release} releases={releases} />
          ))}
        </ul>
      )}
    </Card>
  )
}
