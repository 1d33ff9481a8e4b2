import { type Block, readMarkdown } from '../../../lib/read-markdown.ts'

export type ReadmeParts = {
  /** The items of its section "What it does not do". */
  limits: string[]
  /** The rest, without its first title, which is the product's name. */
  rest: Block[]
}

const LIMITS = /^(?:what it does not do|limits|limitations)$/i

/** A README in two parts: the page shows what the script does not do beside what it does. */
export function readmeParts(text: string | null): ReadmeParts {
  const blocks = readMarkdown(text ?? '')
  const isTitle = (block: Block | undefined) => block?.kind === 'heading' && block.level === 1
  const all = isTitle(blocks[0]) ? blocks.slice(1) : blocks
  const start = all.findIndex((block) => block.kind === 'heading' && LIMITS.test(block.text))
  if (start < 0) return { limits: [], rest: all }
  const end = all.findIndex((block, place) => place > start && block.kind === 'heading')
  const section = all.slice(start + 1, end < 0 ? undefined : end)
  const limits = section.flatMap((block) =>
    block.kind === 'list' ? block.items : block.kind === 'paragraph' ? [block.text] : [],
  )
  return { limits, rest: [...all.slice(0, start), ...(end < 0 ? [] : all.slice(end))] }
}
