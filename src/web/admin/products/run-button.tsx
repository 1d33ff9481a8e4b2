import { useState } from 'react'
import type { RecordedRun } from '#shared/catalogue/contract.ts'
import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { runTable } from '#shared/catalogue/run-table.ts'
import { recordRunSchema } from '#shared/releases/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { recordRun, removeRun } from './products-queries.ts'
import { useReleaseMutation } from './use-release-mutation.ts'

/** Records what a run of the release printed and wrote. The product's page shows it with the release. */
export function RunButton({ release }: { release: AdminRelease }) {
  const [isOpen, setOpen] = useState(false)
  const { version, hasRun } = release
  const label = hasRun ? 'Replace run' : 'Add run'
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} aria-label={`${label} of v${version}`}>
        {label}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent
          title={`A run of v${version}`}
          description="Buyers see on the product’s page what it printed and the table it wrote. Record a real run with the example settings of the file."
        >
          <RunForm release={release} onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  )
}

function RunForm({ release, onDone }: { release: AdminRelease; onDone: () => void }) {
  const [command, setCommand] = useState('')
  const [output, setOutput] = useState('')
  const [table, setTable] = useState<RecordedRun['table']>(null)
  const [noTable, setNoTable] = useState(false)
  const [wasSent, setSent] = useState(false)
  const record = useReleaseMutation(recordRun, {
    done: 'Run Recorded',
    failed: 'Failed to record the run',
    after: onDone,
  })
  const removal = useReleaseMutation(removeRun, {
    done: 'Run Removed',
    failed: 'Failed to remove the run',
    after: onDone,
  })
  const read = recordRunSchema.safeParse({ command, output, table })
  const wrong = (field: string) =>
    wasSent ? read.error?.issues.find(({ path }) => path[0] === field)?.message : undefined

  async function choose(file: File | undefined) {
    const found = file ? runTable(file.name, await file.text()) : null
    setTable(found)
    setNoTable(file !== undefined && found === null)
  }

  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (read.success && !noTable) record.mutate({ id: release.id, ...read.data })
      }}
    >
      <Field label="Command" required error={wrong('command')}>
        <Input
          value={command}
          maxLength={300}
          placeholder="python3 script.py --config config.example.json"
          onChange={(event) => setCommand(event.target.value)}
          className="font-mono"
        />
      </Field>
      <Field label="What it printed" required error={wrong('output')}>
        <Textarea
          rows={8}
          value={output}
          onChange={(event) => setOutput(event.target.value)}
          className="font-mono text-xs"
        />
      </Field>
      <Field
        label="Table"
        optional
        error={noTable ? 'This CSV file has no rows below its header' : wrong('table')}
        hint={
          table
            ? `${table.rowCount} rows, of which the first ${table.rows.length - 1} are shown.`
            : 'A CSV file that the run wrote.'
        }
      >
        <Input
          type="file"
          className="pt-2"
          accept=".csv,text/csv"
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={record.isPending}>
          Save run
        </Button>
        {release.hasRun ? (
          <Button busy={removal.isPending} onClick={() => removal.mutate(release.id)}>
            Remove the recorded run
          </Button>
        ) : null}
      </div>
    </form>
  )
}
