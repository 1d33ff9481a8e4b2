import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'

export const coinbaseRoutes = new Hono<AppEnv>()
