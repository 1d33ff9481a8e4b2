import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

export type Cause = { count: number; ms: number }

/** The kind of work of a step, for `npm run test:profile`. */
function causeOf({ title, category }: TestStep): string | undefined {
  if (category === 'fixture') return 'fixtures'
  if (category === 'hook' || category === 'test.step') return undefined
  if (category === 'expect') return /poll|toPass/.test(title) ? 'polling' : 'waiting for the page to show'
  if (/^(Navigate|Reload|Go back|Go forward)/i.test(title)) return 'page loads'
  if (/^Wait for timeout/i.test(title)) return 'fixed waits'
  if (/^(GET|POST|PUT|PATCH|DELETE|Fetch) /i.test(title)) return 'API calls'
  if (/^Evaluate/i.test(title)) return 'scripts in the page (axe, settling)'
  return 'actions'
}

/** Sums the time of the outermost steps by cause, for the run and each file. Writes .cache/browser-profile.json. */
export default class ProfileReporter implements Reporter {
  readonly #causes: Record<string, Cause> = {}
  readonly #files: Record<string, Record<string, number>> = {}

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = test.location.file.replace(/.*\/e2e\//, 'e2e/')
    const visit = (steps: TestStep[]) => {
      for (const step of steps) {
        const cause = causeOf(step)
        if (cause === undefined) {
          visit(step.steps)
          continue
        }
        const { count, ms } = this.#causes[cause] ?? { count: 0, ms: 0 }
        this.#causes[cause] = { count: count + 1, ms: ms + step.duration }
        const ofFile = this.#files[file] ?? {}
        this.#files[file] = { ...ofFile, [cause]: (ofFile[cause] ?? 0) + step.duration }
      }
    }
    visit(result.steps)
  }

  onEnd(): void {
    writeFileSync('.cache/browser-profile.json', JSON.stringify({ causes: this.#causes, files: this.#files }))
  }
}
