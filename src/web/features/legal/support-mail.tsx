import { SUPPORT_EMAIL } from '../../lib/brand.ts'

/** The support address, for every request that a person answers. */
export const SupportMail = () => <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
