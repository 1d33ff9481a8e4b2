import { Code, Mail, MessageCircle, Newspaper } from 'lucide-react'
import type { SocialLink } from '../../ui/brand.ts'
import { Button } from '../../ui/button.tsx'
import { AppLink } from '../app-link.tsx'

const icons: Record<SocialLink['icon'], typeof Mail> = {
  mail: Mail,
  news: Newspaper,
  chat: MessageCircle,
  code: Code,
}

export function SocialIcon({ name, href, icon }: SocialLink) {
  const Icon = icons[icon]
  const content = <Icon aria-hidden="true" />
  return (
    <Button asChild variant="ghost" aria-label={name} className="w-10 px-0">
      {href.startsWith('/') ? (
        <AppLink to={href}>{content}</AppLink>
      ) : (
        <a href={href} rel="noopener">
          {content}
        </a>
      )}
    </Button>
  )
}
