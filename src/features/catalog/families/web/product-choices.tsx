import { Link } from 'react-router'
import { formatRupeesShort } from '#shared/money.ts'
import { productUrl } from '../../catalog.categories.ts'
import type { Product } from '../../catalog.contract.ts'
import { dyeOf, isColourAxis } from '../families.colours.ts'
import { type Choice, choicesOf } from '../families.rules.ts'

/** The sizes and colours of a family, as links to its products: choosing needs no script. */
export function ProductChoices({ product }: { product: Pick<Product, 'category' | 'family'> }) {
  const { family, category } = product
  if (!family || family.siblings.length < 2) return null
  return choicesOf(family).map(({ name, choices }) => {
    const chosen = choices.find(({ isChosen }) => isChosen)?.value
    const hasDots = isColourAxis(name)
    return (
      <nav key={name} aria-label={name} className="grid gap-2">
        <h2 className="heading-plain wrap-anywhere font-sans text-sm">
          {chosen === undefined ? (
            name
          ) : (
            <>
              {`${name}: `}
              <span className="font-normal text-ink-soft">{chosen}</span>
            </>
          )}
        </h2>
        <ul className={hasDots ? 'flex flex-wrap gap-x-3 gap-y-1' : 'grid grid-cols-2 gap-2 sm:grid-cols-3'}>
          {choices.map((choice) => (
            <li key={choice.value}>
              <Link
                to={productUrl({ _id: choice.member._id, category })}
                prefetch="intent"
                preventScrollReset
                aria-current={choice.isChosen ? 'true' : undefined}
                className={`${hasDots ? 'choice-dot' : 'choice-tile'} ${choice.member.inStock ? '' : 'choice-gone'}`}
              >
                {hasDots && (
                  <span aria-hidden="true" className={`choice-colour ${dyeOf(choice.value) ?? 'bg-paper'}`} />
                )}
                <span className="wrap-anywhere">{choice.value}</span>
                <ChoiceNote choice={choice} hasPrice={!hasDots} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    )
  })
}

/** What leads elsewhere than to the same in another value, what it costs, and what is sold out. */
function ChoiceNote({ choice: { member, otherwise }, hasPrice }: { choice: Choice; hasPrice: boolean }) {
  const price = hasPrice ? formatRupeesShort(member.offerPrice) : undefined
  const notes = [otherwise && `in ${otherwise}`, member.inStock ? price : 'Sold out'].filter(Boolean)
  return notes.length > 0 ? <small className="wrap-anywhere text-xs">{notes.join(', ')}</small> : null
}
