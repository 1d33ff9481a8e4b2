import { MonitorSmartphone } from 'lucide-react'
import type { Licence } from '#shared/licences/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { DeviceRow } from './device-row.tsx'
import { LicenceKey } from './licence-key.tsx'
import { licenceState } from './licence-state.ts'

/** One licence: its key, and the devices that use it. */
export function LicenceSection({ licence }: { licence: Licence }) {
  const { product, devices, deviceLimit, sameNetwork } = licence
  const { badge, note, isUsable } = licenceState(licence)
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 break-words font-medium text-fg text-sm">{product.name}</h3>
        <Badge tone={badge.tone} dot>
          {badge.label}
        </Badge>
      </div>
      {note ? <p className="mt-2 text-muted text-sm">{note}</p> : null}
      {isUsable ? <LicenceKey licence={licence} /> : null}
      <div className="mt-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="font-medium text-fg text-sm">Devices</h4>
        <p className="text-muted text-sm tabular-nums">
          {devices.length} of {deviceLimit} used
        </p>
      </div>
      {devices.length === 0 ? (
        <div className="mt-2 flex gap-3 rounded-lg border border-line-strong border-dashed px-4 py-3.5 text-muted text-sm">
          <MonitorSmartphone aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
          <p>
            No devices yet. A device appears here when a script on it first checks this licence. Our scripts
            do that only if licence.json is in the same folder.
          </p>
        </div>
      ) : (
        <ul className="mt-2 divide-y divide-line rounded-lg border border-line">
          {devices.map((device) => (
            <DeviceRow key={device.id} licenceId={licence.id} device={device} />
          ))}
        </ul>
      )}
      <p className="mt-3 text-subtle text-xs">
        {sameNetwork ? 'All devices must use the same IP address. ' : 'The devices may be anywhere. '}
        You can release a device to make room for another, three times a day.
      </p>
    </li>
  )
}
