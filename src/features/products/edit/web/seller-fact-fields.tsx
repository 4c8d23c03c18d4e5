import { useId } from 'react'
import { findCategory } from '#features/catalog/catalog.categories.ts'
import type { MaterialShare } from '#features/catalog/facts/facts.contract.ts'
import {
  choiceText,
  type FactName,
  factsAskedBy,
  fieldOf,
  nutritionNames,
} from '#features/catalog/facts/facts.fields.ts'
import { factText, readFact, typedFact } from '#features/catalog/facts/facts.texts.ts'
import type { Problems } from '#shared/form-fields.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { factKey, fieldLabels, type ProductDraft, type ProductField } from '../../product-form.rules.ts'
import { Part } from './seller-product-part.tsx'

interface FactsProps {
  draft: ProductDraft
  problems: Problems<ProductField>
  onChange: (change: Partial<ProductDraft>) => void
}

/** What the product states: first what its category asks for; the rest is one press away. */
export function FactsPart(form: FactsProps) {
  const { must, may, others } = factsAskedBy(findCategory(form.draft.category)?.path)
  const isStated = (name: FactName) => form.draft[factKey(name)] !== '' || form.problems[factKey(name)] !== undefined
  const missing = must.filter((name) => form.draft[factKey(name)].trim() === '').length
  return (
    <Part
      title="Facts"
      hint={`Shoppers see them as a table, and find the product by them. ${told(form.draft.category, must.length, missing)}`}
    >
      <div className="mt-5 grid items-start gap-x-4 gap-y-4.5 sm:grid-cols-2">
        {[...must, ...may.filter((name) => !isNutrition(name))].map((name) => (
          <FactField key={name} name={name} {...form} />
        ))}
      </div>
      {may.some(isNutrition) && (
        <More title="In 100 g" names={may.filter(isNutrition)} isStated={isStated} form={form} />
      )}
      <More title="Other facts" names={others} isStated={isStated} form={form} />
    </Part>
  )
}

const isNutrition = (name: FactName) => nutritionNames.some((one) => one === name)

function told(category: string, asked: number, missing: number) {
  if (category === '') return 'Choose a category to see what it asks for.'
  if (asked === 0) return ''
  return missing === 0 ? 'All that its category asks for is stated.' : `Its category asks for ${missing} more.`
}

interface MoreProps {
  title: string
  names: readonly FactName[]
  isStated: (name: FactName) => boolean
  form: FactsProps
}

function More({ title, names, isStated, form }: MoreProps) {
  const stated = names.filter(isStated).length
  return (
    <details className="mt-4.5" open={stated > 0 || undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-neel-700 text-sm">
        {stated > 0 ? `${title} (${stated})` : title}
      </summary>
      <div className="mt-2 grid items-start gap-x-4 gap-y-4.5 sm:grid-cols-2">
        {names.map((name) => (
          <FactField key={name} name={name} {...form} />
        ))}
      </div>
    </details>
  )
}

const examples: { readonly [name in FactName]?: string } = {
  place: 'Such as Jaipur, Rajasthan',
  country: 'India, where nothing is written',
  netQuantity: 'Such as 400 g, 750 ml or 6 pieces',
  fssai: '14 digits',
  packed: 'Year and month, such as 2026-06',
  packer: 'Name and address',
  mrp: 'Every tax included, and no less than what is paid',
}

function FactField({ name, draft, problems, onChange }: FactsProps & { name: FactName }) {
  const key = factKey(name)
  const one = fieldOf(name)
  const field = { name: key, label: fieldLabels[key], value: draft[key], error: problems[key], hint: examples[name] }
  const change = (text: string) => onChange({ [key]: text })
  if (one.kind === 'choice')
    return (
      <SelectField {...field} onChange={({ target }) => change(target.value)}>
        <option value="">Not stated</option>
        {one.choices.map((code) => (
          <option key={code} value={choiceText(code)}>
            {choiceText(code)}
          </option>
        ))}
      </SelectField>
    )
  if (one.kind === 'choices' || one.kind === 'shares')
    return <Choices name={name} typed={draft[key]} error={problems[key]} onChange={change} />
  if (one.kind === 'text' && one.most > 200)
    return <TextAreaField rows={3} maxLength={one.most} {...field} onChange={({ target }) => change(target.value)} />
  return (
    <TextField
      autoComplete="off"
      {...field}
      {...(one.kind === 'price' && { prefix: '₹' })}
      {...(one.kind === 'number' && { prefix: one.unit, inputMode: 'decimal' as const })}
      onChange={({ target }) => change(target.value)}
    />
  )
}

interface ChoicesProps {
  name: FactName
  typed: string
  error: string | undefined
  onChange: (typed: string) => void
}

/** The shares of a field; choices are shares whose part is not told. */
function readShares(name: FactName, typed: string): MaterialShare[] {
  const read = readFact(name, typed)
  return Array.isArray(read) ? read.map((one) => (typeof one === 'string' ? { what: one } : one)) : []
}

/** Ticks under a heading that says what is chosen; materials have a field for their part. */
function Choices({ name, typed, error, onChange }: ChoicesProps) {
  const own = useId()
  const one = fieldOf(name)
  const chosen = readShares(name, typed)
  const write = (shares: readonly MaterialShare[]) =>
    onChange(typedFact(name, one.kind === 'shares' ? shares : shares.map(({ what }) => what)))
  const tick = (code: string, isOn: boolean) =>
    write(isOn ? [...chosen, { what: code }] : chosen.filter(({ what }) => what !== code))
  const choices = 'choices' in one ? one.choices : []
  return (
    <fieldset
      name={factKey(name)}
      tabIndex={-1}
      className="grid content-start gap-1.25"
      aria-describedby={error ? `${own}-error` : undefined}
    >
      <legend className="float-left w-full font-semibold text-sm leading-snug">{one.label}</legend>
      {error && (
        <p id={`${own}-error`} className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
          <Icon name="warn" size="sm" />
          <span>{error}</span>
        </p>
      )}
      <details className="rounded-xs border border-line-strong bg-white">
        <summary className="min-h-12 cursor-pointer px-3.5 py-3 leading-snug">
          {chosen.length === 0
            ? 'Choose'
            : factText(name, one.kind === 'shares' ? chosen : chosen.map(({ what }) => what))}
        </summary>
        <ul className="grid max-h-72 overflow-y-auto border-line border-t px-3.5 py-1">
          {choices.map((code) => {
            const share = chosen.find(({ what }) => what === code)
            return (
              <li key={code} className="flex items-center justify-between gap-2">
                <label className="flex min-h-11 grow items-center gap-2.5 text-sm">
                  <input
                    type="checkbox"
                    checked={share !== undefined}
                    onChange={({ target }) => tick(code, target.checked)}
                    className="size-5 accent-neel-700"
                  />
                  {choiceText(code)}
                </label>
                {one.kind === 'shares' && share && (
                  <label className="flex items-center gap-1 text-sm">
                    <span className="sr-only">{`Share of ${choiceText(code)} in per cent`}</span>
                    <input
                      inputMode="numeric"
                      autoComplete="off"
                      maxLength={3}
                      value={share.percent ?? ''}
                      onChange={({ target }) => {
                        const percent = Number(target.value.replace(/\D/g, ''))
                        write(chosen.map((each) => (each === share ? withPercent(code, percent) : each)))
                      }}
                      className="min-h-10 w-14 rounded-xs border border-line-strong bg-white px-2"
                    />
                    %
                  </label>
                )}
              </li>
            )
          })}
        </ul>
      </details>
    </fieldset>
  )
}

const withPercent = (what: string, percent: number): MaterialShare => (percent > 0 ? { what, percent } : { what })
