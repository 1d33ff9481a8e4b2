import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The tokens of app.css that tailwind-merge cannot recognize by their names.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['2xs'],
      shadow: ['raised', 'overlay'],
      spacing: ['gutter', 'section'],
      container: ['page', 'copy'],
      radius: ['xs'],
    },
  },
})

/** Joins class names. If two conflict, the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
