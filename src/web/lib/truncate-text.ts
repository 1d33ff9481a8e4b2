/** The first `limit` characters and an ellipsis; shorter text stays as it is. Never splits an emoji. */
export function truncateText(text: string, limit: number): string {
  const characters = Array.from(text)
  return characters.length > limit ? `${characters.slice(0, limit).join('').trimEnd()}…` : text
}
