import { Checkbox } from '../../ui/forms/checkbox.tsx'

export type ReleaseTerms = { isBeta: boolean; isSecurityUpdate: boolean }

export const NO_TERMS: ReleaseTerms = { isBeta: false, isSecurityUpdate: false }

type ReleaseTermsFieldsProps = {
  terms: ReleaseTerms
  onChange: (terms: ReleaseTerms) => void
  disabled?: boolean
}

/** Who gets a draft once it is published. */
export function ReleaseTermsFields({ terms, onChange, disabled }: ReleaseTermsFieldsProps) {
  return (
    <>
      <Checkbox
        checked={terms.isBeta}
        disabled={disabled}
        onCheckedChange={(checked) => onChange({ ...terms, isBeta: checked === true })}
        label="Beta version"
        hint="Only owners who chose beta versions get it. You can offer it to everyone later."
      />
      <Checkbox
        checked={terms.isSecurityUpdate}
        disabled={disabled}
        onCheckedChange={(checked) => onChange({ ...terms, isSecurityUpdate: checked === true })}
        label="Security update"
        hint="Included after the 3 months of updates, too. Of a beta version, only for owners who chose beta versions."
      />
    </>
  )
}
