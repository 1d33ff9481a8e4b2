import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { rememberReferral } from './referral-memory.ts'

/** On every page: notes the `?ref=` that brought the visitor. */
export function useRememberReferral(): void {
  const { search } = useLocation()
  useEffect(() => rememberReferral(search), [search])
}
