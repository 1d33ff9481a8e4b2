import { ArrowRight, Bell, Download, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { Logo, LogoMark } from '../layout/logo.tsx'
import { Group, Row } from './group.tsx'

const swatches = [
  ['bg', 'bg-bg'],
  ['surface', 'bg-surface'],
  ['surface-2', 'bg-surface-2'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['control', 'bg-control'],
  ['fg', 'bg-fg'],
  ['muted', 'bg-muted'],
  ['subtle', 'bg-subtle'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['success', 'bg-success'],
  ['success-soft', 'bg-success-soft'],
  ['warning', 'bg-warning'],
  ['warning-soft', 'bg-warning-soft'],
  ['danger', 'bg-danger'],
  ['danger-soft', 'bg-danger-soft'],
  ['info', 'bg-info'],
  ['info-soft', 'bg-info-soft'],
]

export function Colours() {
  return (
    <Group title="Colour">
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-7">
        {swatches.map(([name, fill]) => (
          <div key={name}>
            <div className={`h-12 rounded-md border border-line ${fill}`} />
            <div className="mt-1.5 font-mono text-muted text-xs">{name}</div>
          </div>
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {['bg-bg', 'bg-surface', 'bg-surface-2'].map((ground) => (
          <div key={ground} className={`rounded-lg border border-line p-4 text-sm ${ground}`}>
            <p className="text-fg">Foreground on {ground}</p>
            <p className="text-muted">Muted on {ground}</p>
            <p className="text-subtle">Subtle on {ground}</p>
          </div>
        ))}
      </div>
      <div className="grid h-40 place-items-center rounded-2xl border border-line bg-ruled font-mono text-muted text-sm">
        bg-ruled
      </div>
    </Group>
  )
}

export function Type() {
  return (
    <Group title="Type">
      <div className="flex flex-col gap-3">
        <p className="font-semibold text-3xl sm:text-5xl">Run it next to your wallet</p>
        <p className="font-semibold text-2xl sm:text-4xl">Flexible pricing plans</p>
        <p className="font-semibold text-2xl">Order details</p>
        <p className="text-lg text-muted">A lead paragraph says in one breath what the section is for.</p>
        <p className="max-w-copy">
          Body text. Every script is a file you can read before you run it. It asks for no seed phrase and
          holds no key of yours.
        </p>
        <p className="text-muted text-sm">Secondary text at 14 px. Small print at 12 px follows.</p>
        <p className="text-subtle text-xs">Renews monthly until cancelled.</p>
        <p className="font-mono text-sm">1,234.00 · 0x71C7656EC7ab88b098defB751B7401B5f6d8976F · v2.10.3</p>
      </div>
      <Row>
        <Logo />
        <LogoMark className="size-10" />
        <LogoMark className="size-4" />
      </Row>
    </Group>
  )
}

export function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Group title="Buttons">
      <Row>
        <Button variant="primary">Primary</Button>
        <Button>Secondary</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="link">Link</Button>
        <Button asChild>
          <a href="#band">
            To the accordion <ArrowRight />
          </a>
        </Button>
      </Row>
      <Row>
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button variant="primary">Medium</Button>
        <Button variant="primary" size="lg">
          Large
        </Button>
        <Button size="lg">
          <Download /> Download
        </Button>
      </Row>
      <Row>
        <Button variant="primary" busy>
          Pay with Card
        </Button>
        <Button busy>Secondary</Button>
        <Button variant="danger" busy busyText="Deleting...">
          Delete product
        </Button>
        <Button variant="primary" busy={busy} busyText="Processing..." onClick={() => setBusy(true)}>
          Pay with Card - $29.99
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setBusy(false)}>
          Reset
        </Button>
      </Row>
      <Row>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="ghost" disabled>
          Disabled
        </Button>
      </Row>
      <Row>
        <IconButton label="Notifications" icon={<Bell />} />
        <IconButton label="Search" icon={<Search />} variant="secondary" />
        <IconButton label="Delete" icon={<Trash2 />} size="sm" />
        <IconButton label="Download" icon={<Download />} variant="primary" size="lg" />
        <IconButton label="Loading" icon={<Bell />} variant="secondary" busy />
      </Row>
    </Group>
  )
}
