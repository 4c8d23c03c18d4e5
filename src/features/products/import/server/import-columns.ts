import { type FactName, factNames } from '#features/catalog/facts/facts.fields.ts'
import type { XlsxColumn } from '#kernel/spreadsheet/write-xlsx.ts'

/** Columns in any order and case. An export has all but the pictures. */
export const importHeading = [
  'id',
  'name',
  'category',
  'price',
  'offerPrice',
  'description',
  'weight',
  'stock',
  'inStock',
  'producer',
  'deliveryDays',
  'sku',
  'returnable',
  'makerPrice',
  'costs',
  'family',
  'axis1',
  'value1',
  'axis2',
  'value2',
  'pictures',
  'pictureTexts',
  ...factNames,
] as const
export type Column = (typeof importHeading)[number]

/** In a spreadsheet; all other columns are text. */
export const productKinds = {
  price: 'amount',
  offerPrice: 'amount',
  stock: 'count',
  makerPrice: 'amount',
  costs: 'amount',
} as const satisfies { readonly [name in Column]?: XlsxColumn }

/** Required to add a product. */
export const neededToAdd: readonly Column[] = ['name', 'category', 'price', 'offerPrice']

/** File column -> columns of `products`. */
const writtenTo = {
  id: [],
  name: ['name', 'name_folded', 'name_words'],
  category: ['category'],
  price: ['price_paise'],
  offerPrice: ['offer_price_paise'],
  description: ['description', 'description_words'],
  weight: ['weight'],
  stock: ['stock'],
  inStock: [],
  producer: ['producer_id'],
  deliveryDays: ['delivery_days'],
  sku: ['sku', 'sku_key'],
  returnable: ['returnable'],
  makerPrice: ['maker_price_paise'],
  costs: ['costs_paise'],
  family: ['family', 'description_words'],
  axis1: [],
  value1: [],
  axis2: [],
  value2: [],
  pictures: [],
  pictureTexts: [],
} as const satisfies Record<Exclude<Column, FactName>, readonly string[]>

const factColumns = ['facts', 'fact_choices', 'description_words'] as const

/** Facts are columns of a file by their names. */
export const isFactColumn = (column: Column): column is FactName => factNames.some((name) => name === column)

/** A product is found by these words, so they are made anew where one of them changes. */
export const changesWords = (columns: readonly Column[]) =>
  columns.some((column) => column === 'description' || column === 'family' || isFactColumn(column))

export const columnsWritten = (columns: readonly Column[]) => [
  ...new Set(columns.flatMap((column) => [...(isFactColumn(column) ? factColumns : writtenTo[column])])),
]

const template = [
  {
    sku: 'BPB-01',
    name: 'Blue Pottery Bowl',
    category: 'Pottery-Ceramics',
    price: '1599',
    offerPrice: '1249.50',
    description: 'Turned and painted by hand in Jaipur\nGlazed, safe for food\n18 cm wide',
    weight: '800 g',
    stock: '12',
    inStock: 'yes',
    // With a hyphen a spreadsheet makes a date of it.
    deliveryDays: '4–8',
    costs: '120',
    pictures: 'bowl-front.jpg|bowl-side.jpg',
    pictureTexts: 'A blue bowl with white fish, from above|The bowl from the side',
    material: 'Blue pottery',
    technique: 'Wheel thrown, painted',
    height: '8',
    across: '18',
    colour: 'Blue, white',
    care: 'Food safe, hand wash',
    handmade: 'By hand',
    place: 'Jaipur, Rajasthan',
  },
  {
    sku: 'KST-07',
    name: 'Kantha Stitch Throw',
    category: 'Textiles-and-clothing',
    price: '3200',
    offerPrice: '3200',
    description: 'Cotton, stitched by hand\nWash cold',
    weight: '1.2 kg',
    stock: '3',
    inStock: 'yes',
    deliveryDays: '',
    costs: '180.50',
    pictures: 'throw.jpg',
    pictureTexts: '',
    material: 'Cotton 100%',
    technique: 'Kantha',
    length: '220',
    width: '150',
    colour: 'Indigo, natural',
    care: 'Machine wash cold',
    handmade: 'By hand',
    place: 'Shantiniketan, West Bengal',
  },
]
/** Columns for a new product: no id, no producer (an id too), so no maker's price. */
export const templateHeading = [
  'sku',
  ...importHeading.filter((name) => !['id', 'sku', 'producer', 'makerPrice'].includes(name)),
]

export async function* templateRows() {
  yield template.map((product) => templateHeading.map((name) => new Map(Object.entries(product)).get(name) ?? ''))
}
