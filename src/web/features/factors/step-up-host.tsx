import { stepUpCode, useStepUp } from './step-up.ts'

/** Rendered once in the app. Shows the dialog of `confirmIdentity`, also above another open dialog. */
export function StepUpHost() {
  const stepUp = useStepUp()
  // A question is published only after the code has been loaded.
  const Dialog = stepUpCode.module?.StepUpDialog
  return stepUp && Dialog ? <Dialog stepUp={stepUp} /> : null
}
