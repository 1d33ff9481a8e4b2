/** Normalizes text for a search: without case, accents and ligatures. "Élan ﬁx" → "elan fix". */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
