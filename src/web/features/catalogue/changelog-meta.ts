import type { PageMeta } from './page-meta.ts'

export const changelogMeta = (): PageMeta => ({
  title: 'Changelog',
  description: 'Every release of every script, newest first, with what changed. Also as an Atom feed.',
})
