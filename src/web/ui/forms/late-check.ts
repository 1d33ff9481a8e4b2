import { useEffect } from 'react'
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
