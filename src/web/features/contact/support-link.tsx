import { SUPPORT_EMAIL } from '../../lib/brand.ts'

/** A mail link to the support address. `subject`: the subject of the new mail. */
export function SupportLink({ subject }: { subject?: string }) {
  return (
    <a
      href={`mailto:${SUPPORT_EMAIL}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}
      className="break-words rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {SUPPORT_EMAIL}
    </a>
  )
}
