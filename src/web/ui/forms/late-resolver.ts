import type { FieldValues, Resolver } from 'react-hook-form'
import { type LazyCode, whenCalm } from '../../lib/lazy-code.ts'
import { toast } from '../overlays/toast.ts'

/**
 * The check of a form whose schema, and zod with it, loads after the page. It is needed at the first submit. Where its
 * code does not load, nothing is sent and a toast says so.
 */
export function lateResolver<Input extends FieldValues, Context, Output>(
  code: LazyCode<{ resolver: Resolver<Input, Context, Output> }>,
): Resolver<Input, Context, Output> {
  whenCalm().then(code.preload)
  return async (...args) => {
    try {
      return await (await code.fetch()).resolver(...args)
    } catch {
      toast({
        title: 'Nothing was sent',
        description: 'The form could not be checked. Check your connection and try again.',
        tone: 'destructive',
      })
      return { values: {}, errors: { root: { type: 'code' } } } as never
    }
  }
}
