/** The image of a product: the uploaded one or, without one, that at an external address. */
export const imageUrlOf = (script: {
  id: number
  imageUrl: string | null
  imagePath: string | null
}): string | null =>
  script.imagePath === null
    ? script.imageUrl
    : `/api/products/${script.id}/image/${script.imagePath.slice(script.imagePath.lastIndexOf('/') + 1)}`
