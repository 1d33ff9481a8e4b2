import { AppLink } from '../../lib/app-link.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'

/** The link to the admin panel. For signed-in admins only. */
export function AdminLink({
  label,
  block,
  ...buttonProps
}: Pick<ButtonProps, 'size' | 'block'> & { label: string }) {
  return (
    <Button asChild variant={block ? 'secondary' : 'ghost'} block={block} {...buttonProps}>
      <AppLink to="/secure-management/admin-dashboard">{label}</AppLink>
    </Button>
  )
}
