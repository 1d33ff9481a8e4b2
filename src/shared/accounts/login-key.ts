/** The key by which uniqueness and login compare usernames and email addresses. Folds case and look-alike encodings. */
export const loginKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase()
