/** What the build passes to the pages of the configuration. */
interface ImportMetaEnv {
  readonly VITE_SUPPORT_EMAIL: string
}
