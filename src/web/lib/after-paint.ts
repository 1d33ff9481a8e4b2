/** Calls `run` after the next paint: what a person touched or typed is shown before the work that follows it. */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => setTimeout(run))
}
