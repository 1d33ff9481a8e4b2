import type { BaseSyntheticEvent } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormRegister,
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

  // Before the form sets its own value, which would move the caret, or drop what the browser filled in.
  function adoptTyped(name: Path<Form>, node: HTMLInputElement | null) {
    if (node?.value && !form.getValues(name)) form.setValue(name, node.value as PathValue<Form, Path<Form>>)
  }

  const register: UseFormRegister<Form> = (name, options) => {
    const { ref, ...props } = form.register(name, options)
    const takeOver = (node: HTMLInputElement | null) => {
      adoptTyped(name, node)
      ref(node)
    }
    return { ...props, ref: takeOver }
  }

  const { submit, running } = useOneSubmit(
    async (send: (output: Output) => void, event: BaseSyntheticEvent) => {
      if (await fetchCheck(check)) await form.handleSubmit(send)(event)
    },
  )
  const handleSubmit = (send: (output: Output) => void) => (event: BaseSyntheticEvent) => {
    event.preventDefault()
    return submit(send, event)
  }
  return { ...form, register, handleSubmit, submitting: running !== null }
}
