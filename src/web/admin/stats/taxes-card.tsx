import { countryName } from '#shared/core/countries.ts'
import type { CountrySum } from '#shared/stats/contract.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { count, usd } from './stats-format.ts'
import { statsCell, statsHead } from './table-styles.ts'

const sum = (taxes: readonly CountrySum[], name: 'amount' | 'tax') =>
  Math.round(taxes.reduce((total, one) => total + one[name] * 100, 0)) / 100

/** The tax that the prices of the period included, by the buyer's country. */
export function TaxesCard({ taxes }: { taxes: readonly CountrySum[] }) {
  const unknown = taxes.reduce((total, { unknownSales }) => total + unknownSales, 0)
  return (
    <Card>
      <CardHeader className="pb-4">
        <CardTitle as="h2">Included tax</CardTitle>
        <CardDescription>
          By the buyer’s country: what was invoiced, less credit notes. Orders from while no tax was stated
          are not counted.
          {unknown > 0
            ? ` The tax of ${count(unknown)} ${unknown === 1 ? 'sale' : 'sales'} is not known.`
            : ''}
        </CardDescription>
      </CardHeader>
      <table aria-label="Included tax" className="w-full border-line border-t text-sm">
        <thead className="text-muted text-xs">
          <tr>
            <th scope="col" className={`${statsHead} text-left`}>
              Country
            </th>
            <th scope="col" className={`${statsHead} text-right`}>
              Sold
            </th>
            <th scope="col" className={`${statsHead} text-right`}>
              Tax in it
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {taxes.map(({ country, amount, tax, unknownSales }) => (
            <tr key={country}>
              <th scope="row" className={`${statsCell} min-w-0 break-words text-left font-medium text-fg`}>
                {country === null ? 'Any country' : countryName(country)}
                {unknownSales > 0 ? (
                  <div className="font-normal text-subtle text-xs">Tax not known: {count(unknownSales)}</div>
                ) : null}
              </th>
              <td className={`${statsCell} text-right tabular-nums text-fg`}>{usd(amount)}</td>
              <td className={`${statsCell} text-right tabular-nums text-fg`}>{usd(tax)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line-strong border-t font-medium text-fg">
            <th scope="row" className={`${statsCell} text-left`}>
              All countries
            </th>
            <td className={`${statsCell} text-right tabular-nums`}>{usd(sum(taxes, 'amount'))}</td>
            <td className={`${statsCell} text-right tabular-nums`}>{usd(sum(taxes, 'tax'))}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}
