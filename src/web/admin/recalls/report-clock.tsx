import { useState } from 'react'
import { formatMoment } from '#shared/core/format-day.ts'
import { clockState } from '#shared/recalls/clock-rules.ts'
import { type IncidentClock, MAX_INCIDENT_NOTE } from '#shared/recalls/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { markDone, undoDone } from './recall-queries.ts'
import { useMinute } from './use-minute.ts'
import { useReportMutation } from './use-report-mutation.ts'

/** One report: when it is due, the time left, and who made it. */
export function ReportClock({ releaseId, clock }: { releaseId: number; clock: IncidentClock }) {
  const { name, dueAt, step } = clock
  return (
    <li aria-label={name} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3.5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1 text-sm">
        <p className="flex flex-wrap items-center gap-2 break-words font-medium text-fg">
          {name}
          {dueAt === null ? (
            <Badge>No longer configured</Badge>
          ) : (
            <TimeLeft dueAt={Date.parse(dueAt)} doneAt={step ? Date.parse(step.doneAt) : null} />
          )}
        </p>
        {dueAt === null ? null : <p className="text-muted text-xs">Due {formatMoment(dueAt)}</p>}
        {step ? (
          <>
            <p className="text-muted text-xs">
              Done {formatMoment(step.doneAt)} by {step.doneBy ?? 'a former admin'}
            </p>
            {step.note ? <p className="whitespace-pre-line break-words text-fg">{step.note}</p> : null}
          </>
        ) : null}
      </div>
      {step ? <Undo releaseId={releaseId} name={name} /> : <MarkDone releaseId={releaseId} name={name} />}
    </li>
  )
}

function TimeLeft({ dueAt, doneAt }: { dueAt: number; doneAt: number | null }) {
  const { isOverdue, text } = clockState(dueAt, doneAt, useMinute())
  const tone = isOverdue ? 'danger' : doneAt === null ? 'warning' : 'success'
  return <Badge tone={tone}>{text}</Badge>
}

type ButtonProps = { releaseId: number; name: string }

function MarkDone({ releaseId, name }: ButtonProps) {
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const { mutate, isPending } = useReportMutation(markDone, {
    failed: 'Not marked as done',
    onDone: () => setAsking(false),
  })
  return (
    <div data-print="never">
      <Button size="sm" onClick={() => setAsking(true)} aria-label={`Mark as done: ${name}`}>
        Mark as done
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`${name}: done?`}
        description="The shop sends nothing to an authority: mark it once you have made the report."
        confirmLabel="Mark as done"
        busy={isPending}
        onConfirm={() => mutate({ id: releaseId, clock: name, note })}
      >
        <Field
          label="Note"
          optional
          hint="For example, where you reported it, and the number you were given."
        >
          <Textarea
            rows={3}
            value={note}
            maxLength={MAX_INCIDENT_NOTE}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </ConfirmDialog>
    </div>
  )
}

function Undo({ releaseId, name }: ButtonProps) {
  const { mutate, isPending } = useReportMutation(undoDone, { failed: 'Still marked as done' })
  return (
    <div data-print="never">
      <Button
        size="sm"
        variant="ghost"
        busy={isPending}
        onClick={() => mutate({ id: releaseId, clock: name })}
        aria-label={`Undo: ${name}`}
      >
        Undo
      </Button>
    </div>
  )
}
