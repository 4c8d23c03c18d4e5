import { useState } from 'react'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import {
  isOfferAbovePrice,
  noFacts,
  type ProductField,
  paiseSoFar,
  productProblem,
} from '#features/products/product-form.rules.ts'
import { splitOf } from '#features/products/product-split.rules.ts'
import type { Judge, Typed } from '#shared/form-fields.ts'
import { formatRupees, minus, type Paise, plus, typedRupees } from '#shared/money.ts'
import type { useForm } from '#web/hooks/use-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Name } from '#web/ui/name.tsx'
import { RupeeBar } from '#web/ui/rupee-bar.tsx'

export const newPieceFields = ['name', 'price', 'offerPrice', 'costs'] as const
export type NewPieceField = (typeof newPieceFields)[number]

const blank: Typed<ProductField> = {
  ...noFacts,
  ...{ name: '', category: '', description: '', price: '', offerPrice: '', makerPrice: '', costs: '', weight: '' },
  ...{ stock: '', batches: '', deliveryDays: '', sku: '', family: '', marks: '', returnable: 'Yes', producer: '' },
}

export const judgeNewPiece: Judge<NewPieceField> = (field, typed) => productProblem(field, { ...blank, ...typed })

interface NewPieceFieldsProps {
  form: Pick<ReturnType<typeof useForm<NewPieceField>>, 'field' | 'typed'>
  makerPrice: Paise | null
  producer: string
  percentages: Percentages
}

/** What the office adds to a new piece, and where the rupee goes while it is typed. */
export function NewPieceFields({ form, makerPrice, producer, percentages }: NewPieceFieldsProps) {
  const [typed, setTyped] = useState<Typed<NewPieceField>>({ name: '', price: '', offerPrice: '', costs: '' })
  const split =
    makerPrice === null ? undefined : splitOf({ ...typed, makerPrice: typedRupees(makerPrice), producer }, percentages)
  const amount = (name: NewPieceField) => {
    const { onChange, ...field } = form.field(name)
    return {
      ...field,
      prefix: '₹',
      inputMode: 'decimal' as const,
      autoComplete: 'off',
      onChange: () => {
        onChange()
        setTyped(form.typed())
      },
    }
  }
  return (
    <>
      <TextField
        {...form.field('name')}
        label="Name, as shoppers read it"
        hint="As the maker wrote it, until you change it."
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...amount('price')} label="Price" />
        <TextField {...amount('offerPrice')} label="Offer price" hint={offText(typed)} />
        <TextField {...amount('costs')} required={false} optional label="Costs" hint="Packing, courier, payment" />
      </div>
      {split && (
        <RupeeBar shares={split.shares} total="Price">
          <b>{formatRupees(plus(split.shares.maker, split.shares.producer))}</b> of these{' '}
          {formatRupees(split.offerPrice)} go to <Name>{producer}</Name>.{' '}
          {makerPrice !== null && <span>{`They asked for ${formatRupees(makerPrice)}.`}</span>}
        </RupeeBar>
      )}
    </>
  )
}

const ALL_PERCENT = 100

/** What shoppers see as saved. */
function offText(typed: Typed<NewPieceField>) {
  const [price, offerPrice] = [paiseSoFar(typed.price), paiseSoFar(typed.offerPrice)]
  if (price === 0 || offerPrice === 0 || isOfferAbovePrice(typed)) return 'What shoppers pay'
  const percent = Math.round((minus(price, offerPrice) / price) * ALL_PERCENT)
  return percent < 1 ? 'Shoppers see one price.' : `Shoppers see ${percent}% off.`
}
