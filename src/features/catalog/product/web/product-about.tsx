import { findCategory } from '../../catalog.categories.ts'
import type { Product } from '../../catalog.contract.ts'
import type { FactTable } from '../../facts/facts.rows.ts'
import type { Scale } from '../../facts/facts.scale.ts'
import { FactTables } from '../../facts/web/fact-tables.tsx'
import { InScale } from '../../facts/web/in-scale.tsx'
import type { Mark } from '../../marks/marks.contract.ts'
import { ProductMarks } from '../../marks/web/product-marks.tsx'

interface AboutProps {
  product: Product
  tables: readonly FactTable[]
  scale: Scale | undefined
  marks: readonly Mark[]
}

/** What it is, as its maker says it, with its marks, as facts and in scale. */
export function About({ product, tables, scale, marks }: AboutProps) {
  return (
    <div className="grid min-w-0 content-start gap-5 lg:grow-7 lg:basis-0">
      {product.description.length > 0 ? (
        <section aria-labelledby="about">
          <h2 id="about" className="mb-3 text-xl">
            About this piece
          </h2>
          <ul className="grid list-disc gap-1.75 pl-4.5 marker:text-madder-700">
            {product.description.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ProductMarks marks={marks} />
      <FactTables tables={tables} />
      {scale && <InScale scale={scale} />}
      <dl className="grid grid-cols-[7rem_1fr] content-start gap-x-4 gap-y-1.5">
        <dt className="text-ink-mute">Weight</dt>
        <dd>{keepUnit(product.weight) ?? 'N/A'}</dd>
        <dt className="text-ink-mute">Category</dt>
        <dd>{findCategory(product.category)?.text}</dd>
      </dl>
    </div>
  )
}

const keepUnit = (weight: string | undefined) => weight?.replaceAll(' ', '\u00a0')
