/** The configuration values that the build passes to the pages. */
interface ImportMetaEnv {
  readonly VITE_SUPPORT_EMAIL: string
  /** seed/files/_shared/lease.mjs and lease.py. */
  readonly VITE_LEASE_NODE: string
  readonly VITE_LEASE_PYTHON: string
}
