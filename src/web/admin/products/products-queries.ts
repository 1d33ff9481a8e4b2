import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { AdminProductDetail, ProductChange, ProductForm } from '#shared/catalogue/manage-contract.ts'
import type { DraftChange, RecordRun } from '#shared/releases/contract.ts'
import type { productManagement } from '../../../worker/features/catalogue/manage-routes.ts'
import type { releaseManagement } from '../../../worker/features/releases/manage-routes.ts'
import type { repairRoutes, uploadRoutes } from '../../../worker/features/releases/upload-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

export const PRODUCTS_PATH = '/api/secure-management/products'
export const RELEASES_PATH = '/api/secure-management/releases'

const products = hc<typeof productManagement>(PRODUCTS_PATH, { fetch: apiFetch })
const pictures = hc<typeof uploadRoutes>(PRODUCTS_PATH, { fetch: apiFetch })
const releases = hc<typeof releaseManagement>(RELEASES_PATH, { fetch: apiFetch })
const repairs = hc<typeof repairRoutes>(RELEASES_PATH, { fetch: apiFetch })

export type ProductState = 'listed' | 'deleted'

export const adminProductsQuery = (filter: { q: string; state: ProductState | undefined }) =>
  infiniteQueryOptions({
    queryKey: [PRODUCTS_PATH, 'list', filter],
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await products.index.$get({ query: { q: filter.q || undefined, state: filter.state, cursor } })),
  })

export const adminProductQuery = (id: number) =>
  queryOptions({
    queryKey: [PRODUCTS_PATH, id],
    queryFn: async () => (await bodyOf(await products[':id'].$get({ param: param(id) }))).data,
    // Until the public log has its entry.
    refetchInterval: ({ state }) =>
      state.data?.releases.some(({ isBeingPublished }) => isBeingPublished) ? 2000 : false,
  })

export const addProduct = async (json: ProductForm) =>
  (await bodyOf(await products.index.$post({ json }))).data

export const changeProduct = async ({ id, ...json }: ProductChange & { id: number }) =>
  (await bodyOf(await products[':id'].$patch({ param: param(id), json }))).data

export const changePrice = async ({ id, price }: { id: number; price: number }) =>
  (await bodyOf(await products[':id'].price.$patch({ param: param(id), json: { price } }))).data

export const deleteProduct = async (id: number) =>
  (await bodyOf(await products[':id'].$delete({ param: param(id) }))).data

export const restoreProduct = async (id: number) =>
  (await bodyOf(await products[':id'].restore.$post({ param: param(id) }))).data

export const removeImage = async (id: number) =>
  (await bodyOf(await pictures[':id'].image.$delete({ param: param(id) }))).data

export const publishRelease = async ({ id, silent }: { id: number; silent: boolean }) =>
  (await bodyOf(await releases[':id'].publish.$post({ param: param(id), json: { silent } }))).data

export const promoteRelease = async ({ id, silent }: { id: number; silent: boolean }) =>
  (await bodyOf(await releases[':id'].promote.$post({ param: param(id), json: { silent } }))).data

export const signRelease = async ({ id, signature }: { id: number; signature: string }) =>
  (await bodyOf(await releases[':id'].signature.$put({ param: param(id), json: { signature } }))).data

export const recordRun = async ({ id, ...json }: RecordRun & { id: number }) =>
  (await bodyOf(await releases[':id'].run.$put({ param: param(id), json }))).data

export const removeRun = async (id: number) =>
  (await bodyOf(await releases[':id'].run.$delete({ param: param(id) }))).data

export const scanRelease = async (id: number) =>
  (await bodyOf(await releases[':id'].scan.$post({ param: param(id) }))).data

export const confirmScan = async ({ id, reason }: { id: number; reason: string }) =>
  (await bodyOf(await releases[':id'].confirmation.$post({ param: param(id), json: { reason } }))).data

export const yankRelease = async ({ id, reason }: { id: number; reason: string }) =>
  (await bodyOf(await releases[':id'].yank.$post({ param: param(id), json: { reason } }))).data

export const recallRelease = async ({ id, ...notice }: { id: number; reason: string; advice: string }) =>
  (await bodyOf(await releases[':id'].recall.$post({ param: param(id), json: notice }))).data

export const checkDamaged = async (id: number) =>
  (await bodyOf(await repairs[':id'].check.$post({ param: param(id) }))).data

export const withdrawalPreviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['/api/secure-management/releases', id, 'downloaders'],
    // Never cached: customers may download the release at any moment.
    staleTime: 0,
    queryFn: async () => (await bodyOf(await releases[':id'].downloaders.$get({ param: param(id) }))).data,
  })

export const changeDraft = async ({ id, ...json }: DraftChange & { id: number }) =>
  (await bodyOf(await releases[':id'].$patch({ param: param(id), json }))).data

export const deleteDraft = async (id: number) =>
  (await bodyOf(await releases[':id'].$delete({ param: param(id) }))).data

const param = (id: number) => ({ id: String(id) })

/** Every action returns the changed product. All lists that show it are refetched. */
export async function takeProduct(client: QueryClient, product: AdminProductDetail): Promise<void> {
  client.setQueryData(adminProductQuery(product.id).queryKey, product)
  await Promise.all([
    client.invalidateQueries({ queryKey: [PRODUCTS_PATH, 'list'] }),
    client.invalidateQueries({ queryKey: ['/api/products'] }),
  ])
}
