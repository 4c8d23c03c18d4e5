import { type ChangeEvent, useId } from 'react'
import { categories } from '#features/catalog/catalog.categories.ts'
import { daysText } from '#features/catalog/catalog.delivery.ts'
import { RAISED_DAYS, whenOfferIsShown } from '#features/catalog/catalog.offers.ts'
import { notReturnableText } from '#features/catalog/catalog.returns.ts'
import { MAX_SKU } from '#features/catalog/catalog.sku.ts'
import { ProducerField } from '#features/producers/web/seller-producer-field.tsx'
import type { Problems } from '#shared/form-fields.ts'
import { formatRupeesShort } from '#shared/money.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { percentOff } from '#web/ui/price.tsx'
import { BatchesPart } from '../../batches/web/seller-batch-fields.tsx'
import { FamilyFields } from '../../families/web/family-fields.tsx'
import {
  fieldLabels,
  isOfferAbovePrice,
  type ProductDraft,
  type ProductField,
  paiseSoFar,
  type raisedPrice,
  withCategory,
} from '../../product-form.rules.ts'
import { FactsPart } from './seller-fact-fields.tsx'
import { Part } from './seller-product-part.tsx'

interface ProductFieldsProps {
  draft: ProductDraft
  problems: Problems<ProductField>
  /** From `raisedPrice`: why shoppers see no offer. */
  raised: ReturnType<typeof raisedPrice>
  onChange: (change: Partial<ProductDraft>) => void
  submit: string
}

/** All fields but the pictures. */
export function ProductFields({ draft, problems, raised, onChange, submit }: ProductFieldsProps) {
  const { deliveryDays } = useSettings()
  const field = (name: ProductField) => ({
    name,
    label: fieldLabels[name],
    value: draft[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <Part>
        <TextField autoComplete="off" required {...field('name')} />
        <SelectField
          required
          {...field('category')}
          onChange={({ target }) => onChange(withCategory(draft, target.value))}
        >
          <option value="">Choose a category</option>
          {categories.map(({ text, path }) => (
            <option key={path} value={path}>
              {text}
            </option>
          ))}
        </SelectField>
      </Part>
      <FactsPart draft={draft} problems={problems} onChange={onChange} />
      <Part>
        <TextAreaField
          optional
          rows={6}
          hint="One point on each line: what facts do not say, such as how it came to be."
          {...field('description')}
        />
      </Part>
      <Part title="Prices and shares" hint="Shoppers see what follows from these four figures as one bar.">
        <div className="mt-5 grid gap-4.5">
          <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-2">
            <TextField prefix="₹" inputMode="decimal" autoComplete="off" required {...field('price')} />
            <TextField prefix="₹" inputMode="decimal" autoComplete="off" required {...field('offerPrice')} />
          </div>
          <OfferHint draft={draft} raised={raised} submit={submit} />
          <ProducerField
            chosen={{ id: draft.producer, name: draft.producerName }}
            onChoose={({ id, name }) => onChange({ producer: id, producerName: name })}
            error={problems.producer}
            hint="Type a name or a place to search all approved producers."
          />
          <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-2">
            <TextField
              optional
              prefix="₹"
              inputMode="decimal"
              autoComplete="off"
              hint={draft.producerName ? `Agreed with ${draft.producerName}` : 'What the producer asks for a piece'}
              {...field('makerPrice')}
            />
            <TextField
              optional
              prefix="₹"
              inputMode="decimal"
              autoComplete="off"
              hint="Packing, courier, payment"
              {...field('costs')}
            />
          </div>
        </div>
      </Part>
      <Part>
        <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-2">
          <TextField optional maxLength={40} autoComplete="off" {...field('weight')} />
          {draft.batches === '' && <TextField optional inputMode="numeric" autoComplete="off" {...field('stock')} />}
          <TextField
            optional
            maxLength={10}
            autoComplete="off"
            hint={`From the order to the door, such as 4-8. Empty: ${daysText(deliveryDays)}, as the shop.`}
            {...field('deliveryDays')}
          />
          <TextField
            optional
            maxLength={MAX_SKU}
            autoComplete="off"
            hint="Your own number for it. Shoppers do not see it; a CSV file finds the product by it."
            {...field('sku')}
          />
        </div>
        <Returnable draft={draft} onChange={onChange} />
      </Part>
      <BatchesPart draft={draft} problems={problems} onChange={onChange} />
      <Part>
        <FamilyFields value={draft.family} error={problems.family} onChange={(family) => onChange({ family })} />
      </Part>
    </>
  )
}

function Returnable({ draft, onChange }: Pick<ProductFieldsProps, 'draft' | 'onChange'>) {
  const hint = useId()
  return (
    <div>
      <label className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-sm">
        <input
          type="checkbox"
          name="returnable"
          checked={draft.returnable === 'Yes'}
          aria-describedby={hint}
          onChange={({ target }) => onChange({ returnable: target.checked ? 'Yes' : 'No' })}
          className="size-5 accent-neel-700"
        />
        {fieldLabels.returnable}
      </label>
      <p id={hint} className="text-ink-mute text-sm leading-hint">
        Switch it off for what is made to measure, and for food. Shoppers then read before they order: “
        {notReturnableText}”.
      </p>
    </div>
  )
}

const afterRise = (off: number) => `${off}% off is shown ${RAISED_DAYS} days after you save, since you raise the price`

function OfferHint({ draft, raised, submit }: Pick<ProductFieldsProps, 'draft' | 'raised' | 'submit'>) {
  const [price, offerPrice] = [paiseSoFar(draft.price), paiseSoFar(draft.offerPrice)]
  const off = percentOff(price, offerPrice)
  return (
    <p role="status" className="-mt-2 min-h-5 text-ink-mute text-sm leading-hint">
      {isOfferAbovePrice(draft) ? (
        <b className="text-madder-700">
          Offer price is higher than the price. Lower it to{' '}
          {submit.toLowerCase().replace('add product', 'add the product')}.
        </b>
      ) : price > 0 && offerPrice > 0 ? (
        <>
          Shoppers pay <b className="text-ink">{formatRupeesShort(offerPrice)}</b>
          {off >= 1 && !raised && (
            <span>
              {' '}
              and see <b className="text-madder-700">{`${off}% off`}</b>
            </span>
          )}
          <span>
            {`.${off >= 1 && raised ? ` ${raised === 'now' ? afterRise(off) : whenOfferIsShown(off, raised)}.` : ''}`}
          </span>
        </>
      ) : null}
    </p>
  )
}
