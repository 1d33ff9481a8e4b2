import { TextLink } from '../text-link.tsx'

/** The link to the catalogue: below the cards, or in two columns the fourth cell beside three cards. */
export function MoreScripts() {
  return (
    <div className="sm:max-lg:flex sm:max-lg:flex-col sm:max-lg:items-center sm:max-lg:justify-center sm:max-lg:rounded-xl sm:max-lg:border sm:max-lg:border-line-strong sm:max-lg:border-dashed sm:max-lg:p-6 sm:max-lg:text-center lg:col-span-full">
      <p className="mb-4 hidden text-muted text-sm sm:max-lg:block">
        Every script, with its requirements, its changelog and its checksum.
      </p>
      <TextLink to="/products">Browse the catalogue</TextLink>
    </div>
  )
}
