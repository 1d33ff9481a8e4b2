import { type Change, changesOf } from './audit-changes.ts'

/** The number of fields and of characters of a value that are shown at once. The others are collapsed. */
const FIELDS = 4
const LENGTH = 80

/** The values before → after an action, changed fields only. */
export function AuditChange({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return <span className="text-subtle">–</span>
  const [shown, more] = [changes.slice(0, FIELDS), changes.slice(FIELDS)]
  const gone = after === null || after === undefined
  return (
    <div className="min-w-0 max-w-prose text-left text-xs">
      <Fields changes={shown} gone={gone} />
      {more.length > 0 ? (
        <details>
          <summary className="mt-1 min-h-6 cursor-pointer rounded-xs text-muted hover:text-fg">
            {more.length} more {more.length === 1 ? 'field' : 'fields'}
          </summary>
          <Fields changes={more} gone={gone} />
        </details>
      ) : null}
    </div>
  )
}

/** `gone`: the action deleted the subject. Otherwise, a field without an after value was not removed. */
function Fields({ changes, gone }: { changes: readonly Change[]; gone: boolean }) {
  return (
    <ul className="space-y-0.5">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="[overflow-wrap:anywhere]">
          <span className="text-muted">{field}: </span>
          {before === undefined ? null : gone ? (
            <del className="text-muted">
              <Value text={before} />
            </del>
          ) : (
            <span className="text-muted">
              {after === undefined ? 'was ' : null}
              <Value text={before} />
            </span>
          )}
          {before !== undefined && after !== undefined ? <span className="text-subtle"> → </span> : null}
          {after === undefined ? null : (
            <span className="font-medium text-fg">
              <Value text={after} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Value({ text }: { text: string }) {
  if (text.length <= LENGTH) return text
  return (
    <details className="inline-block max-w-full align-top">
      <summary className="cursor-pointer rounded-xs">{text.slice(0, LENGTH)}…</summary>
      {text}
    </details>
  )
}
