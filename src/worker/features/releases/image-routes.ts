import { Hono } from 'hono'
import { z } from 'zod'
import { SHOWN_ELSEWHERE } from '#shared/core/security-headers.ts'
import { IMAGE_KINDS } from '#shared/releases/image-rules.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { validate } from '../../http/validate.ts'
import { fileVault } from '../../providers/file-vault.ts'
import { imageKey } from './upload-image.ts'

const imageParam = idParam.extend({
  key: z.string().regex(/^[0-9a-f]{32}\.[a-z]{3,4}$/, 'This is not an image.'),
})

/** The bytes at a picture's URL never change: another picture has another URL. */
const FOR_GOOD = 'public, max-age=31536000, immutable'
/** Opened directly, a file can only be shown as a picture: nothing in its bytes can run. */
const ONLY_A_PICTURE = "default-src 'none'; sandbox; frame-ancestors 'none'"

export const imageRoutes = new Hono<AppEnv>().get(
  '/:id/image/:key',
  validate('param', imageParam),
  async (c) => {
    const { id, key } = c.req.valid('param')
    const kind = IMAGE_KINDS.find(({ extension }) => key.endsWith(`.${extension}`))
    const object = kind && (await fileVault(c.env.FILES).read(imageKey(id, key), null))
    if (!object) throw new Problem(404, 'There is no such image.')
    c.header('Content-Type', kind.type)
    c.header('Content-Length', String(object.size))
    c.header('Cache-Control', FOR_GOOD)
    c.header('Content-Security-Policy', ONLY_A_PICTURE)
    c.header('Content-Disposition', 'inline')
    c.header('Cross-Origin-Resource-Policy', SHOWN_ELSEWHERE)
    return c.body(object.body)
  },
)
