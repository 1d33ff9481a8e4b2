import { useEffect } from 'react'
import type { FieldValues, Resolver, ResolverError } from 'react-hook-form'
import { type LazyCode, whenCalm } from '../../lib/lazy-code.ts'
import { toast } from '../overlays/toast.ts'

/** Loads a form's check once the page is calm: a check is a contract's schema, which brings zod (056). */
export function useLateCheck(check: LazyCode<unknown>): void {
  useEffect(() => {
    whenCalm().then(check.preload)
  }, [check])
}

/** For a submit. Null: the check did not load, and a toast says so. */
export async function fetchCheck<Check>(check: LazyCode<Check>): Promise<Check | null> {
  try {
    return await check.fetch()
  } catch {
    toast({
      title: 'Nothing was sent',
      description: 'The form could not be checked. Check your connection and try again.',
      tone: 'destructive',
    })
    return null
  }
}

// Not an error of `root`, which does not stop a submit.
const UNCHECKED: ResolverError = { values: {}, errors: { unchecked: { type: 'unchecked' } } }

/** The resolver of a form whose schema loads after the page. */
export function useLateResolver<Module, Form extends FieldValues, Output>(
  check: LazyCode<Module>,
  pick: (module: Module) => Resolver<Form, unknown, Output>,
): Resolver<Form, unknown, Output> {
  useLateCheck(check)
  return async (values, context, options) => {
    const module = await fetchCheck(check)
    if (!module) return UNCHECKED as ResolverError<Form>
    return pick(module)(values, context, options)
  }
}
