import { ResultCard } from './card.tsx'

/** What the result pages show until the payment has been read. */
export const ResultPreview = () => <ResultCard kind="busy" title="Verifying Payment..." />
