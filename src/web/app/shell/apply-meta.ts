export type DocumentMeta = { title: string; description?: string; canonicalPath: string }

/** Updates the document's head to the one that the server would send. Only public pages have a description. */
export function applyMeta({ title, description, canonicalPath }: DocumentMeta): void {
  document.title = title
  setTag('meta[name="description"]', description && ['meta', { name: 'description', content: description }])
  const href = new URL(canonicalPath, window.location.origin).href
  setTag('link[rel="canonical"]', description && ['link', { rel: 'canonical', href }])
}

function setTag(selector: string, wanted: readonly [string, Record<string, string>] | undefined | ''): void {
  const found = document.head.querySelector(selector)
  if (!wanted) {
    found?.remove()
    return
  }
  const [name, attributes] = wanted
  const tag = found ?? document.head.appendChild(document.createElement(name))
  for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value)
}
