/** Columns that an import understands, in any order and case. An export has all of them but the pictures. */
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
  'pictures',
] as const
export type Column = (typeof importHeading)[number]

/** What a row that adds a product has to say. */
export const neededToAdd: readonly Column[] = ['name', 'category', 'price', 'offerPrice']

/** The columns of `products` that each column of a file is written to. */
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
  pictures: [],
} as const satisfies Record<Column, readonly string[]>

export const columnsWritten = (columns: readonly Column[]) => columns.flatMap((column) => [...writtenTo[column]])

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
    deliveryDays: '4-8',
    costs: '120',
    pictures: 'bowl-front.jpg|bowl-side.jpg',
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
  },
]
/** The template has what is filled in for a new product: no id, and no producer, which is an id as well, so no maker's price either. */
export const templateHeading = [
  'sku',
  ...importHeading.filter((name) => !['id', 'sku', 'producer', 'makerPrice'].includes(name)),
]

/** Two example rows. */
export async function* templateRows() {
  yield template.map((product) => templateHeading.map((name) => new Map(Object.entries(product)).get(name) ?? ''))
}
