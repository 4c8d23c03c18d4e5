import type { CategorySlug } from '../catalog.categories.ts'

/** What a product can state besides its words. A choice is stored as its code; `word` makes the text of it. */
const materials = [
  ...['cotton', 'khadi', 'silk', 'wool', 'linen', 'jute', 'canvas', 'leather', 'bamboo', 'cane', 'coir', 'grass'],
  ...['stoneware', 'terracotta', 'porcelain', 'blue-pottery', 'clay', 'glass', 'lac'],
  ...['sheesham', 'mango-wood', 'teak', 'walnut', 'neem', 'haldu', 'oak', 'wood'],
  ...['brass', 'bronze', 'bell-metal', 'copper', 'iron', 'silver', 'steel'],
  ...['soapstone', 'sandstone', 'marble', 'granite', 'black-stone', 'stone'],
  ...['handmade-paper', 'cotton-paper', 'paper', 'natural-colours', 'pigment', 'acrylic', 'oil-colours', 'ink'],
] as const
const techniques = [
  ...['block-print', 'screen-print', 'shibori', 'bandhani', 'ikat', 'batik', 'handloom', 'flat-weave', 'knotted'],
  ...['braided', 'embroidery', 'kantha', 'chikankari', 'phulkari', 'patchwork', 'crochet', 'knitted'],
  ...['wheel-thrown', 'hand-built', 'moulded', 'glazed', 'painted', 'carved', 'turned', 'joined', 'inlay'],
  ...['lost-wax-casting', 'dokra', 'hammered', 'engraved', 'bidri', 'filigree'],
  ...[
    'warli',
    'madhubani',
    'pattachitra',
    'gond',
    'kalamkari',
    'miniature',
    'tanjore',
    'brush',
    'palette-knife',
    'wash',
  ],
] as const
const colours = [
  ...['white', 'cream', 'natural', 'beige', 'brown', 'black', 'grey', 'red', 'madder', 'rust', 'orange', 'ochre'],
  ...['yellow', 'green', 'sage', 'turquoise', 'blue', 'indigo', 'violet', 'pink', 'gold', 'silver', 'many-colours'],
] as const
const cares = [
  ...['machine-wash-cold', 'hand-wash-cold', 'hand-wash', 'dry-clean', 'dry-in-shade', 'dry-flat', 'iron-inside-out'],
  ...['do-not-bleach', 'wipe-clean', 'wipe-with-dry-cloth', 'oil-now-and-then', 'do-not-soak', 'dishwasher-safe'],
  ...['microwave-safe', 'food-safe', 'vacuum', 'spot-clean', 'keep-dry', 'keep-out-of-sun'],
] as const
const occasions = [
  ...['diwali', 'wedding', 'housewarming', 'birthday', 'anniversary', 'raksha-bandhan', 'holi', 'pongal', 'christmas'],
  ...['new-baby'],
] as const
const allergens = [
  ...['wheat', 'milk', 'egg', 'fish', 'crustaceans', 'groundnut', 'tree-nuts', 'soya', 'mustard', 'sesame', 'celery'],
  ...['sulphites', 'no-allergens'],
] as const

export type FactField =
  /** One of the choices, or several. */
  | { kind: 'choice' | 'choices'; label: string; choices: readonly string[] }
  /** Materials with their share in per cent, where it is known. */
  | { kind: 'shares'; label: string; choices: readonly string[] }
  | { kind: 'number'; label: string; unit: string; most: number }
  /** An amount with its unit, such as "400 g". */
  | { kind: 'quantity'; label: string }
  /** Rupees. */
  | { kind: 'price'; label: string }
  | { kind: 'text'; label: string; most: number }
  /** 14 digits of India's food authority. */
  | { kind: 'licence'; label: string }
  /** '2026-06'. */
  | { kind: 'month'; label: string }

const cm = (label: string) => ({ kind: 'number', label, unit: 'cm', most: 10_000 }) as const
const per100g = (label: string, unit: string) => ({ kind: 'number', label, unit, most: 100_000 }) as const
const text = (label: string, most = 200) => ({ kind: 'text', label, most }) as const

/** Each fact's kind and name, in the order in which they are shown. */
export const factFields = {
  material: { kind: 'shares', label: 'Material', choices: materials },
  technique: { kind: 'choices', label: 'Technique', choices: techniques },
  length: cm('Length'),
  width: cm('Width'),
  height: cm('Height'),
  across: cm('Across'),
  grams: { kind: 'number', label: 'Weighs', unit: 'g', most: 1_000_000 },
  colour: { kind: 'choices', label: 'Colour', choices: colours },
  care: { kind: 'choices', label: 'Care', choices: cares },
  handmade: {
    ...{ kind: 'choice', label: 'Made' },
    choices: ['by-hand', 'by-hand-with-tools', 'partly-by-machine'],
  },
  madeBy: { kind: 'choice', label: 'Made by', choices: ['one-person', 'a-group'] },
  place: text('Place made'),
  country: text('Country of origin', 60),
  occasion: { kind: 'choices', label: 'Good for', choices: occasions },
  ingredients: text('Ingredients', 1000),
  allergens: { kind: 'choices', label: 'Allergens', choices: allergens },
  diet: { kind: 'choice', label: 'Kind', choices: ['vegetarian', 'non-vegetarian'] },
  netQuantity: { kind: 'quantity', label: 'Net quantity' },
  mrp: { kind: 'price', label: 'MRP' },
  fssai: { kind: 'licence', label: 'FSSAI licence' },
  packer: text('Packed by', 300),
  packed: { kind: 'month', label: 'Packed' },
  shelfLife: { kind: 'number', label: 'Shelf life', unit: 'months', most: 120 },
  storage: text('Storage', 300),
  importer: text('Imported by', 300),
  energy: per100g('Energy', 'kcal'),
  fat: per100g('Fat', 'g'),
  saturated: per100g('Saturated fat', 'g'),
  carbohydrate: per100g('Carbohydrate', 'g'),
  sugars: per100g('Sugars', 'g'),
  protein: per100g('Protein', 'g'),
  sodium: per100g('Sodium', 'mg'),
} as const satisfies Record<string, FactField>

export type FactName = keyof typeof factFields
const isFactName = (name: string): name is FactName => Object.hasOwn(factFields, name)
export const factNames = Object.keys(factFields).filter(isFactName)
export const fieldOf = (name: FactName): FactField => factFields[name]
/** Lists are narrowed by these, in this order. */
export const filterNames: readonly FactName[] = [
  ...(['material', 'colour', 'technique', 'handmade', 'occasion', 'diet'] as const),
]

/** Stated for 100 g. */
export const nutritionNames = [
  ...(['energy', 'fat', 'saturated', 'carbohydrate', 'sugars', 'protein', 'sodium'] as const),
] as const satisfies readonly FactName[]

/** Of packaged goods. */
const packaged = ['netQuantity', 'mrp', 'packer', 'packed', 'importer'] as const satisfies readonly FactName[]
const ofAll = ['grams', 'madeBy', 'country', 'occasion'] as const satisfies readonly FactName[]

interface AskedFacts {
  /** What a product of the category has to state. */
  must: readonly FactName[]
  may: readonly FactName[]
}

const painting: AskedFacts = {
  must: ['material', 'technique', 'length', 'width', 'colour', 'handmade', 'place'],
  may: ['height', 'care', ...ofAll],
}

/** The facts that a category asks for, in the form and of what is on sale. All others can be stated, too. */
export const factsOfCategory: Record<CategorySlug, AskedFacts> = {
  'Textiles-and-clothing': {
    must: ['material', 'technique', 'length', 'width', 'colour', 'care', 'handmade', 'place'],
    may: [...ofAll, ...packaged],
  },
  'Pottery-Ceramics': {
    must: ['material', 'technique', 'height', 'colour', 'care', 'handmade', 'place'],
    may: ['across', 'length', 'width', ...ofAll, ...packaged],
  },
  'Wood-Furniture': {
    must: ['material', 'technique', 'height', 'care', 'handmade', 'place'],
    may: ['across', 'length', 'width', 'colour', ...ofAll, ...packaged],
  },
  'Traditional-Paintings': painting,
  'Carpets-Rugs': {
    must: ['material', 'technique', 'colour', 'care', 'handmade', 'place'],
    may: ['length', 'width', 'across', ...ofAll, ...packaged],
  },
  'Statues-Sculptures': {
    must: ['material', 'technique', 'height', 'care', 'handmade', 'place'],
    may: ['length', 'width', 'across', 'colour', ...ofAll, ...packaged],
  },
  'Food-Spices': {
    must: ['ingredients', 'allergens', 'diet', 'netQuantity', 'fssai', 'packer', 'shelfLife', 'storage'],
    may: ['mrp', 'packed', 'place', 'country', 'occasion', ...nutritionNames, 'importer'],
  },
  'Modern-Paintings': painting,
}

/** A category's facts first: what it must state, what it may, then all others. */
export function factsAskedBy(category: CategorySlug | undefined) {
  const { must, may } = category ? factsOfCategory[category] : { must: [], may: [] }
  return { must, may, others: factNames.filter((name) => !must.includes(name) && !may.includes(name)) }
}

/** Choices that are names. */
const words: Readonly<Record<string, string>> = {
  'raksha-bandhan': 'Raksha Bandhan',
  ...{ diwali: 'Diwali', holi: 'Holi', pongal: 'Pongal', christmas: 'Christmas' },
  ...{ warli: 'Warli', madhubani: 'Madhubani', gond: 'Gond', tanjore: 'Tanjore' },
}
export const isName = (code: string) => Object.hasOwn(words, code)

/** A choice as people read it: 'mango-wood' is "Mango wood". */
export const choiceText = (code: string) =>
  words[code] ?? code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
