import { Input } from '../../ui/forms/input.tsx'
import { useAddressFilter } from './use-address-filter.ts'

/** A date filter that is kept in the address. */
export function DayField({ label, name }: { label: string; name: string }) {
  const { get, set } = useAddressFilter()
  return (
    <div className="max-sm:flex-1">
      <Input
        type="date"
        aria-label={label}
        start={
          <span aria-hidden="true" className="absolute left-3 whitespace-nowrap">
            {label}
          </span>
        }
        value={get(name)}
        max="2100-01-01"
        onChange={({ target }) => {
          // While the year is being typed, it has too few digits. Such a date is not requested.
          if (target.value === '' || /^2\d{3}-/.test(target.value)) set({ [name]: target.value })
        }}
        className="w-48 pl-14 max-sm:w-full"
      />
    </div>
  )
}
