/** What uniqueness and login compare of a username or email address: case and look-alike encodings are folded. */
export const loginKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase()
