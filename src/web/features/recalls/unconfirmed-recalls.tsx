import { useQuery } from '@tanstack/react-query'
import { Container } from '../../ui/layout/container.tsx'
import { recallsQuery } from './queries.ts'
import { UnconfirmedRecall } from './unconfirmed-recall.tsx'

/** Stays below the header while the page is scrolled, until each recall is confirmed. */
export default function UnconfirmedRecalls() {
  const { data = [] } = useQuery(recallsQuery())
  return (
    <div
      role="alert"
      className="sticky top-16 z-30 max-h-[70dvh] overflow-y-auto bg-bg empty:hidden print:static"
    >
      {data.length > 0 ? (
        <div className="border-danger border-b bg-danger-soft">
          <Container className="grid divide-y divide-danger/40">
            {data.map((recall) => (
              <UnconfirmedRecall key={recall.releaseId} recall={recall} />
            ))}
          </Container>
        </div>
      ) : null}
    </div>
  )
}
