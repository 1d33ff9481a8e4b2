import { Package } from 'lucide-react'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function NoProducts({ bare = false }: { bare?: boolean }) {
  return (
    <EmptyState
      bare={bare}
      icon={<Package />}
      title="No products available."
      text="What you buy appears here, ready to download."
      action={
        <Button asChild>
          <AppLink to="/#scripts">Browse scripts</AppLink>
        </Button>
      }
    />
  )
}
