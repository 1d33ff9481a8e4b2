import type { Product } from '#shared/catalogue/contract.ts'
import { besideProduct, offersOf, waitingProductOf } from '#shared/catalogue/shown-rules.ts'
import type { PageRead } from '#shared/pages/page-reads.ts'
import type { KnownData } from '#shared/pages/page-rendering.ts'
import { app } from '../app.ts'
import { within } from '../core/within.ts'
import { READ_TO_KEEP } from '../http/seen-revision.ts'
import type { Env } from '../providers/env.ts'

/** Longer than any normal read takes. After it the page is sent without the data, which the browser requests. */
const PATIENCE_MS = 1500

/** Pages read of one list, far more than a page should contain. The browser loads a longer list. */
const MOST_PAGES = 5

const PICKS = { offers: offersOf, beside: besideProduct }

export type PageData = {
  data: KnownData[]
  /** The object in the page's path does not exist. */
  missing: boolean
  /** No data is missing because of an error: the page may be cached for the next visitor. */
  complete: boolean
}

/** Reads a page's data from the shop's own API, in process and without a session. Never fails. */
export async function readPageData(
  reads: readonly PageRead[],
  env: Env,
  ctx: ExecutionContext,
): Promise<PageData> {
  const answers = await Promise.all(reads.map((read) => answerOf(read, env, ctx)))
  const data = reads.flatMap((read, index): KnownData[] => {
    const answer = answers[index]
    return answer?.status === 200 ? [[read.key, answer.data]] : []
  })
  const missing = reads.some((read, index) => read.essential && answers[index]?.status === 404)
  return { data, missing, complete: missing || answers.every(({ status }) => status === 200) }
}

type Answer = { status: number; data?: unknown }

async function answerOf(read: PageRead, env: Env, ctx: ExecutionContext): Promise<Answer> {
  try {
    const answer = read.growing ? readFirst(read, env, ctx) : readAll(read, env, ctx)
    return (await within(answer, PATIENCE_MS)) ?? { status: 504 }
  } catch {
    return { status: 500 }
  }
}

async function readAll({ path, pick, param }: PageRead, env: Env, ctx: ExecutionContext): Promise<Answer> {
  const items: unknown[] = []
  let cursor = ''
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const response = await app.request(path + cursor, { headers: READ_TO_KEEP }, env, ctx)
    if (!response.ok) return { status: response.status }
    const { data, nextCursor } = await response.json<{ data: unknown; nextCursor?: number | null }>()
    if (!Array.isArray(data))
      return { status: 200, data: pick === 'waiting' ? waitingProductOf(data as Product) : data }
    items.push(...data)
    if (!nextCursor)
      return {
        status: 200,
        data: pick && pick !== 'waiting' ? PICKS[pick](items as Product[], param ?? '') : items,
      }
    cursor = `&cursor=${nextCursor}`
  }
  return { status: 413 }
}

/** In the shape of the browser's infinite query. */
async function readFirst({ path }: PageRead, env: Env, ctx: ExecutionContext): Promise<Answer> {
  const response = await app.request(path, { headers: READ_TO_KEEP }, env, ctx)
  if (!response.ok) return { status: response.status }
  return { status: 200, data: { pages: [await response.json()], pageParams: [null] } }
}
