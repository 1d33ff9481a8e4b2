import { formatDay } from '#shared/core/format-day.ts'
import { LEGAL_VERSIONS, type LegalDocument } from '#shared/legal/versions-rules.ts'
import { AppLink } from '../../lib/app-link.tsx'

/** The version of a document, and links to all of them. An earlier version says so. */
export function LegalVersions({ document, version }: { document: LegalDocument; version: string }) {
  const versions: readonly string[] = LEGAL_VERSIONS[document]
  const isCurrent = version === versions[0]
  const others = versions.filter((other) => other !== version)
  return (
    <div className="mt-4 grid gap-1 text-sm text-subtle">
      <p>
        Version of <time dateTime={version}>{formatDay(version)}</time>.{' '}
        {isCurrent ? null : (
          <strong className="font-medium text-fg">
            It is an earlier version. <VersionLink to={`/${document}`}>Read the current one</VersionLink>.
          </strong>
        )}
      </p>
      <p className="print:hidden">
        {isCurrent ? 'Earlier versions: ' : 'Other versions: '}
        {others.map((other, index) => (
          <span key={other}>
            {index > 0 ? ', ' : ''}
            <VersionLink to={`/${document}/${other}`}>{formatDay(other)}</VersionLink>
          </span>
        ))}
      </p>
    </div>
  )
}

const VersionLink = ({ to, children }: { to: string; children: string }) => (
  <AppLink
    to={to}
    className="inline-block min-h-6 rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
  >
    {children}
  </AppLink>
)
