import { SUPPORT_EMAIL } from '../../lib/brand.ts'

/** The one address for everything that a person has to answer. */
export const SupportMail = () => <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
