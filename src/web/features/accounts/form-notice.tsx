import { Info, TriangleAlert } from 'lucide-react'
import { cn } from '../../ui/cn.ts'

const tones = {
  info: { Icon: Info, colors: 'bg-info-soft text-info' },
  danger: { Icon: TriangleAlert, colors: 'bg-danger-soft text-danger' },
}

export type FormNoticeProps = { tone: keyof typeof tones; text: string; id?: string; className?: string }

/** A sentence above or below a form: the reason for the form, or the server's message. */
export function FormNotice({ tone, text, id, className }: FormNoticeProps) {
  const { Icon, colors } = tones[tone]
  return (
    <p id={id} className={cn('flex items-start gap-2.5 rounded-md px-3 py-2.5 text-sm', colors, className)}>
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      {text}
    </p>
  )
}
