import { Code, Mail, MessageCircle, Rss } from 'lucide-react'
import type { SocialLink } from '../../lib/brand.ts'
import { Button } from '../../ui/button.tsx'

const icons: Record<SocialLink['icon'], typeof Mail> = {
  mail: Mail,
  feed: Rss,
  chat: MessageCircle,
  code: Code,
}

export function SocialIcon({ name, href, icon }: SocialLink) {
  const Icon = icons[icon]
  return (
    <Button asChild variant="ghost" aria-label={name} className="w-10 px-0">
      <a href={href} rel="noopener">
        <Icon aria-hidden="true" />
      </a>
    </Button>
  )
}
