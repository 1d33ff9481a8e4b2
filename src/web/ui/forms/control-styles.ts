/** The styles that input, textarea and select share. 16 px on phones, so that iOS does not zoom. */
export const controlStyles = [
  'w-full min-w-0 rounded-md border border-control bg-bg px-3 text-base text-fg sm:text-sm',
  'transition-[border-color,background-color] hover:border-subtle',
  'focus-visible:outline-offset-0',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface-2 disabled:text-subtle',
].join(' ')
