import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoment } from '#shared/core/format-day.ts'
import {
  DOWNLOAD_DAYS,
  DOWNLOADS_SHOWN,
  LEASE_NOTE,
  type LockdownCounts,
  type RecentDownload,
  type LockdownReport as Report,
} from '#shared/lockdown/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { NextSteps } from './next-steps.tsx'

export type LockdownReportProps = { report: Report; onChangePassword: () => void }

/** What was done, what to do next, and the downloads that the owner should recognize. */
export function LockdownReport({ report, onChangePassword }: LockdownReportProps) {
  const { done, downloads, hasMoreDownloads } = report
  return (
    <div className="flex flex-col gap-7 text-sm">
      <Section title="Done" startsHere>
        <ul className="flex flex-col gap-2">
          {doneLines(done).map((line) => (
            <li key={line} className="flex gap-2.5 text-fg">
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
              {line}
            </li>
          ))}
        </ul>
        <p className="mt-3 max-w-copy text-muted">{LEASE_NOTE}</p>
      </Section>
      <Section title="What to do next">
        <NextSteps onChangePassword={onChangePassword} />
      </Section>
      <Section title={`Downloads of the last ${DOWNLOAD_DAYS} days`}>
        {downloads.length === 0 ? (
          <p className="text-muted">Nothing was downloaded.</p>
        ) : (
          <>
            <p className="max-w-copy text-muted">
              Is each of these yours? If not, somebody had your login or one of your links: tell us.
              {hasMoreDownloads
                ? ` These are the newest ${DOWNLOADS_SHOWN}. Your dashboard lists all of them under Products.`
                : ''}
            </p>
            <ul className="mt-3 divide-y divide-line border-line border-y">
              {downloads.map((download) => (
                <DownloadRow key={download.id} download={download} />
              ))}
            </ul>
          </>
        )}
      </Section>
    </div>
  )
}

type SectionProps = { title: string; startsHere?: boolean; children: ReactNode }

/** `startsHere`: gets the focus, because the report replaces the form that had it. */
const Section = ({ title, startsHere = false, children }: SectionProps) => (
  <section>
    <h3
      ref={startsHere ? focus : undefined}
      tabIndex={startsHere ? -1 : undefined}
      className="mb-3 font-semibold text-base text-fg outline-none"
    >
      {title}
    </h3>
    {children}
  </section>
)

const focus = (heading: HTMLElement | null) => heading?.focus()

const doneLines = ({ licences, devices, sessions, mailedLinks }: LockdownCounts): string[] => [
  numbered(licences, {
    none: 'You had no licence whose key had to be replaced.',
    one: '1 licence has a new key. The old key is refused.',
    many: 'licences have new keys. The old keys are refused.',
  }),
  numbered(devices, {
    none: 'No device was registered.',
    one: '1 device was released.',
    many: 'devices were released.',
  }),
  numbered(sessions, {
    none: 'No other device was logged in. This browser has a new session.',
    one: '1 other device was logged out. This browser has a new session.',
    many: 'other devices were logged out. This browser has a new session.',
  }),
  numbered(mailedLinks, {
    none: 'No mailed link for your password or email address was open.',
    one: '1 mailed link for your password or email address ended.',
    many: 'mailed links for your password or email address ended.',
  }),
  'All download links that we mailed until then ended.',
]

const numbered = (count: number, { none, one, many }: { none: string; one: string; many: string }) =>
  count === 0 ? none : count === 1 ? one : `${count} ${many}`

function DownloadRow({ download }: { download: RecentDownload }) {
  const { productName, version, downloadedAt, device, network, sha256 } = download
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-medium text-fg">
          {productName} {version}
        </p>
        <p className="mt-0.5 text-muted text-xs">
          {formatMoment(downloadedAt)} · {device}
          {network ? <span className="break-all font-mono"> · {network}</span> : null}
        </p>
      </div>
      <AppLink
        to={`/log?hash=${sha256}`}
        aria-label={`SHA-256 ${sha256.slice(0, 12)} of ${productName} ${version} in the public log`}
        className="rounded-sm font-mono text-fg text-xs underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        {sha256.slice(0, 12)}…
      </AppLink>
    </li>
  )
}
