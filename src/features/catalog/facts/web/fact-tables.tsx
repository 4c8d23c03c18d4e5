import type { FactTable } from '../facts.rows.ts'
import { CareIcon } from './care-icon.tsx'

/** What a product states: a table for each of the parts that it has. */
export const FactTables = ({ tables }: { tables: readonly FactTable[] }) =>
  tables.map(({ title, rows }) => (
    <section key={title}>
      <h2 className="mb-2 text-xl">{title}</h2>
      <dl className="border-line border-t">
        {rows.map(({ label, text, cares = [] }) => (
          <div key={label} className="grid grid-cols-[7rem_1fr] gap-x-4 border-line border-b py-2">
            <dt className="text-ink-mute">{label}</dt>
            <dd className="wrap-anywhere">
              {cares.length === 0 ? (
                text
              ) : (
                <ul className="grid gap-1.5">
                  {cares.map((care) => (
                    <li key={care.code} className="flex items-center gap-2">
                      <CareIcon code={care.code} />
                      {care.text}
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
