import type { BaseSyntheticEvent } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { LazyCode } from '../../lib/lazy-code.ts'
import { fetchCheck, useLateCheck } from './late-check.ts'
import { useOneSubmit } from './use-one-submit.ts'

type LateForm<Form extends FieldValues, Output> = Omit<
  UseFormReturn<Form, unknown, Output>,
  'handleSubmit'
> & {
  handleSubmit: (send: (output: Output) => void) => (event: BaseSyntheticEvent) => Promise<void>
  submitting: boolean
}

/**
 * react-hook-form's `useForm` for a form whose schema loads after the page. A submit waits for the schema. `submitting` is
 * true meanwhile, and another submit is ignored.
 */
export function useLateForm<Module, Form extends FieldValues, Output extends FieldValues>(
  check: LazyCode<Module>,
  pick: (module: Module) => Resolver<Form, unknown, Output>,
  defaultValues: DefaultValues<Form>,
): LateForm<Form, Output> {
  useLateCheck(check)
  const form = useForm<Form, unknown, Output>({
    // Loaded by then: nothing is validated before a submit has fetched it.
    resolver: async (...args) => pick(await check.fetch())(...args),
    defaultValues,
  })
  const { submit, running } = useOneSubmit(
    async (send: (output: Output) => void, event: BaseSyntheticEvent) => {
      if (await fetchCheck(check)) await form.handleSubmit(send)(event)
    },
  )
  const handleSubmit = (send: (output: Output) => void) => (event: BaseSyntheticEvent) => {
    event.preventDefault()
    return submit(send, event)
  }
  return { ...form, handleSubmit, submitting: running !== null }
}
