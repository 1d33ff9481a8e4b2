import { COUNTRIES, countryName } from '#shared/core/countries.ts'
import { NativeSelect, type NativeSelectProps } from '../../ui/forms/native-select.tsx'

/** Every country by its English name. The empty value: none is chosen. */
export function CountrySelect(props: Omit<NativeSelectProps, 'children'>) {
  return (
    <NativeSelect autoComplete="country" {...props}>
      <option value="">Choose a country</option>
      {byName().map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

let sorted: { code: string; name: string }[] | undefined

function byName() {
  sorted ??= COUNTRIES.map((code) => ({ code, name: countryName(code) })).sort((a, b) =>
    a.name.localeCompare(b.name, 'en'),
  )
  return sorted
}
