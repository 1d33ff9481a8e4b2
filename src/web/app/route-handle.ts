import type { MetaSource } from '../lib/page-meta.ts'

export type RouteHandle = { meta: MetaSource }
