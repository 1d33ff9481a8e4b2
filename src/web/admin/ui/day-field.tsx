import { Input } from '../../ui/forms/input.tsx'
import { useAddressFilter } from './use-address-filter.ts'

/** A day of the address's filter. */
export function DayField({ label, name }: { label: string; name: string }) {
  const { get, set } = useAddressFilter()
  return (
    <div className="max-sm:flex-1">
      <Input
        type="date"
        aria-label={label}
        start={
          <span aria-hidden="true" className="absolute left-3">
            {label}
          </span>
        }
        value={get(name)}
        max="2100-01-01"
        onChange={({ target }) => {
          // While a year is typed it has too few digits: no such day is asked for.
          if (target.value === '' || /^2\d{3}-/.test(target.value)) set({ [name]: target.value })
        }}
        className="w-44 pl-14 max-sm:w-full"
      />
    </div>
  )
}
