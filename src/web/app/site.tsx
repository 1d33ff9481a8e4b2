import { useView } from '../lib/router/router-context.ts'
import { PageBoundary } from './page-boundary.tsx'
import { PageError } from './page-error.tsx'
import { Shell } from './shell/shell.tsx'

/** The current page in the shell. An error in the page leaves the shell intact. */
export function Site() {
  const { location, page, error } = useView()
  return (
    <PageBoundary location={location}>
      <Shell>
        <PageBoundary location={location}>
          {error === undefined ? page.render() : <PageError error={error} />}
        </PageBoundary>
      </Shell>
    </PageBoundary>
  )
}
