import { createContext, use } from 'react'

export type FieldWiring = {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  disabled: boolean
}

export const FieldContext = createContext<FieldWiring | null>(null)

type Own = {
  id?: string | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** The attributes that a control takes from its Field. The control's own attributes override them. */
export function useFieldWiring(own: Own) {
  const field = use(FieldContext)
  return {
    id: own.id ?? field?.id,
    disabled: own.disabled ?? (field?.disabled || undefined),
    'aria-required': (own.required ?? field?.required) || undefined,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  }
}
