import { useEffect } from 'react'
import { LazyCode, whenCalm } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import type { ConfirmDialogProps } from './confirm-panel.tsx'

// The code that traps the focus and locks the page. Loaded after that of the page.
const panel = new LazyCode(() => import('./confirm-panel.tsx'))

/** Asks for confirmation, for example before an irreversible action. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { module, fetch } = useLazyCode(panel)
  const { open } = props
  useEffect(() => {
    if (open) fetch()
    else whenCalm().then(panel.preload)
  }, [open, fetch])
  return module ? <module.ConfirmPanel {...props} /> : null
}
