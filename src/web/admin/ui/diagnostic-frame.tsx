import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Container } from '../../ui/layout/container.tsx'

export type DiagnosticFrameProps = { title: string; lead: string; children: ReactNode }

/** The frame of the pages on which an admin tests something. */
export function DiagnosticFrame({ title, lead, children }: DiagnosticFrameProps) {
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-6 pb-section sm:pt-10">
      <Button asChild variant="ghost" size="sm" className="-ml-3">
        <AppLink to="/secure-management/admin-dashboard">
          <ArrowLeft aria-hidden="true" />
          Admin
        </AppLink>
      </Button>
      <h1 className="mt-3 font-semibold text-3xl text-fg">{title}</h1>
      <p className="mt-1 max-w-prose text-muted">{lead}</p>
      <div className="mt-8 flex max-w-xl flex-col gap-6">{children}</div>
    </Container>
  )
}
