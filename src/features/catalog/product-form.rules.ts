/** What the seller types about a product. */
export interface ProductDraft {
  name: string
  category: string
  description: string
  price: string
  offerPrice: string
  weight: string
  stock: string
  producer: string
}

export type ProductProblems = Partial<Record<keyof ProductDraft | 'images', string>>

const MAX_RUPEES = 1_00_00_000

/** "1,599.50" -> 159950 paise; undefined where it is no amount with at most 2 decimals. */
export function paiseOf(typed: string) {
  const plain = typed.replace(/[,\s₹]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}

/** What a price would be shown as while it is typed; 0 until it is an amount. */
export const paiseSoFar = (typed: string) => paiseOf(typed) ?? 0

export const isOfferAbovePrice = ({ price, offerPrice }: Pick<ProductDraft, 'price' | 'offerPrice'>) =>
  paiseSoFar(price) > 0 && paiseSoFar(offerPrice) > paiseSoFar(price)

function priceProblem(typed: string, name: string) {
  if (typed.trim() === '') return `Enter ${name}`
  const paise = paiseOf(typed)
  if (paise === undefined) return 'Use an amount like 1,249 or 1,249.50'
  if (paise === 0) return 'Enter more than ₹0'
  return paise > MAX_RUPEES * 100 ? 'Enter at most ₹1,00,00,000' : undefined
}

/** What is wrong as far as the browser can tell: field -> sentence, in the order of the form. */
export function productProblems(draft: ProductDraft): ProductProblems {
  const found: [keyof ProductDraft, string | undefined][] = [
    ['name', draft.name.trim() === '' ? 'Enter the product name' : undefined],
    ['category', draft.category === '' ? 'Choose a category' : undefined],
    ['price', priceProblem(draft.price, 'the price')],
    [
      'offerPrice',
      priceProblem(draft.offerPrice, 'the offer price') ??
        (isOfferAbovePrice(draft) ? 'Offer price is higher than the price. Lower it' : undefined),
    ],
    ['stock', /^\d{0,7}$/.test(draft.stock.trim()) ? undefined : 'Enter a whole number, or nothing'],
  ]
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined))
}

export const descriptionLines = (typed: string) =>
  typed
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The draft as the API takes it (spec §7, productData). */
export const toProductData = (draft: ProductDraft) => ({
  name: draft.name.trim(),
  category: draft.category,
  description: descriptionLines(draft.description),
  price: paiseSoFar(draft.price) / 100,
  offerPrice: paiseSoFar(draft.offerPrice) / 100,
  weight: draft.weight.trim(),
  stock: draft.stock.trim() === '' ? null : Number(draft.stock),
  producer: draft.producer === '' ? null : draft.producer,
})
