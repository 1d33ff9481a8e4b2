import { Fragment } from 'react'
import { type Block, piecesOf } from '../../lib/read-markdown.ts'

/** Text with `code` and **strong** parts. */
export const InlineText = ({ text }: { text: string }) =>
  piecesOf(text).map(({ kind, text: part }, place) => {
    if (kind === 'code') {
      return (
        <code key={place} className="rounded-xs bg-surface-2 px-1 py-px text-[0.875em]">
          {part}
        </code>
      )
    }
    return kind === 'strong' ? (
      <strong key={place} className="font-medium text-fg">
        {part}
      </strong>
    ) : (
      <Fragment key={place}>{part}</Fragment>
    )
  })

/** A README below a heading of level 3. */
export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid max-w-copy grid-cols-[minmax(0,1fr)] gap-3 text-muted">
      {blocks.map((block, place) => (
        <ProseBlock key={place} block={block} />
      ))}
    </div>
  )
}

function ProseBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h4 className="mt-3 font-medium text-fg">
          <InlineText text={block.text} />
        </h4>
      )
    case 'paragraph':
      return (
        <p>
          <InlineText text={block.text} />
        </p>
      )
    case 'list':
      return (
        <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-1.5 ps-5">
          {block.items.map((item, place) => (
            <li key={place}>
              <InlineText text={item} />
            </li>
          ))}
        </ul>
      )
    case 'code':
      return (
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-bg p-4 text-fg text-xs leading-5">
          {block.text}
        </pre>
      )
    case 'table':
      return <ProseTable header={block.header} rows={block.rows} />
  }
}

/** A list of definitions on phones would lose the header, so the table keeps its columns and breaks long words. */
const ProseTable = ({ header, rows }: { header: readonly string[]; rows: readonly string[][] }) => (
  <table className="wrap-anywhere w-full text-left text-sm">
    <thead className="text-subtle text-xs">
      <tr>
        {header.map((cell, column) => (
          <th key={column} scope="col" className="border-line border-b py-2 pe-4 font-medium">
            <InlineText text={cell} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {rows.map((row, place) => (
        <tr key={place} className="align-top">
          {row.map((cell, column) => (
            <td key={column} className="py-2 pe-4 first:min-w-28 first:text-fg">
              <InlineText text={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
