/** The contents of a legal page: before the text on phones, beside it on wide screens. */
export function LegalContents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  return (
    <nav
      aria-labelledby="contents"
      className="self-start rounded-xl border border-line bg-surface p-5 lg:sticky lg:top-24 lg:order-last lg:border-0 lg:bg-transparent lg:p-0 print:hidden"
    >
      <h2 id="contents" className="font-medium text-fg text-sm">
        On this page
      </h2>
      <ol className="mt-2 text-sm sm:max-lg:columns-2">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="inline-flex min-h-8 items-center rounded-sm text-muted transition-colors hover:text-fg"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
