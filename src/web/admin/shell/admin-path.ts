/** The open item and the filters of a tab. Empty values are left out of the address. */
export type AdminQuery = Record<string, string | number | null | undefined>

export const ADMIN_PATH = '/secure-management/admin-dashboard'
export const RECOVERY_PATH = '/secure-management/recovery'
export const FINDINGS_PATH = `${RECOVERY_PATH}#findings`

/** The address of a tab of the admin panel, for example of one order: `adminPath('orders', { order: 41 })`. */
export function adminPath(tab: string, query: AdminQuery = {}): string {
  const search = new URLSearchParams({ tab })
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value))
  }
  return `${ADMIN_PATH}?${search}`
}
