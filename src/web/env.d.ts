/** The configuration values that the build passes to the pages. */
interface ImportMetaEnv {
  readonly VITE_SUPPORT_EMAIL: string
}
