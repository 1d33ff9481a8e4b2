import { Button } from '../../ui/button.tsx'
import { FormNotice } from '../accounts/form-notice.tsx'
import { renewCodes } from './factor-queries.ts'
import { useFactorChange } from './use-factor-change.ts'

export type RenewCodesProps = { onClose: () => void; onCodes: (codes: string[]) => void }

export function RenewCodes({ onClose, onCodes }: RenewCodesProps) {
  const { submit, busy, failure } = useFactorChange(renewCodes, {
    onDone: ({ data }) => onCodes(data.recoveryCodes),
  })
  return (
    <div className="flex flex-col gap-5">
      {failure ? <FormNotice tone="danger" text={failure} /> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={busy} onClick={() => submit()}>
          Make new codes
        </Button>
      </div>
    </div>
  )
}
