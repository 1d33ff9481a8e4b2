/** The image of a product, in our own store: uploaded, or copied from another site (docs/decisions/052). */
export const imageUrlOf = (script: { id: number; imagePath: string | null }): string | null =>
  script.imagePath === null
    ? null
    : `/api/products/${script.id}/image/${script.imagePath.slice(script.imagePath.lastIndexOf('/') + 1)}`
