import { type FormEvent, useState } from 'react'
import { type IncidentReport, MAX_INCIDENT_NOTE } from '#shared/recalls/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { localMinute } from '../ui/local-minute.ts'
import { saveReport } from './recall-queries.ts'
import { useReportMutation } from './use-report-mutation.ts'

/** Since when the shop knows of the incident, in the admin's time zone, and a note. */
export function AwareForm({ releaseId, report }: { releaseId: number; report: IncidentReport }) {
  const known = localMinute(Date.parse(report.awareAt))
  const [awareAt, setAwareAt] = useState(known)
  const [note, setNote] = useState(report.note)
  const { mutate, isPending } = useReportMutation(saveReport, { failed: 'The sheet was not saved' })
  const isValid = !Number.isNaN(new Date(awareAt).getTime())
  const isChanged = awareAt !== known || note !== report.note

  function save(event: FormEvent) {
    event.preventDefault()
    if (!isValid) return
    // The field has minutes only: where it was not changed, the seconds stay.
    const at = awareAt === known ? report.awareAt : new Date(awareAt).toISOString()
    mutate({ id: releaseId, awareAt: at, note })
  }

  return (
    <form noValidate onSubmit={save} className="grid max-w-copy gap-4">
      <Field
        label="Aware since"
        hint="Your local time. All clocks run from here. At first it is the time of the recall."
        error={isValid ? undefined : 'Enter a date and a time'}
      >
        <Input
          type="datetime-local"
          value={awareAt}
          onChange={({ target }) => setAwareAt(target.value)}
          className="max-w-64"
        />
      </Field>
      <Field label="Note" hint="For the admins. Customers do not see it." optional>
        <Textarea
          rows={3}
          value={note}
          maxLength={MAX_INCIDENT_NOTE}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <Button
        type="submit"
        data-print="never"
        className="justify-self-start"
        disabled={!isChanged}
        busy={isPending}
      >
        Save sheet
      </Button>
    </form>
  )
}
