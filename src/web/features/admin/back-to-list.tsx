import { ArrowLeft } from 'lucide-react'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { adminPath } from './admin-path.ts'

export const BackToList = () => (
  <Button variant="ghost" size="sm" asChild className="-ml-3 justify-self-start">
    <AppLink to={adminPath('products')}>
      <ArrowLeft aria-hidden="true" />
      All products
    </AppLink>
  </Button>
)
