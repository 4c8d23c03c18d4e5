import type { CategorySlug } from '#features/catalog/catalog.categories.ts'
import { type FactName, fieldOf } from '#features/catalog/facts/facts.fields.ts'

type Usual = Readonly<Partial<Record<FactName, readonly string[]>>>

const painting: Usual = {
  material: ['handmade-paper', 'canvas', 'paper', 'cotton', 'natural-colours', 'acrylic', 'oil-colours', 'ink'],
  technique: ['madhubani', 'warli', 'pattachitra', 'gond', 'kalamkari', 'miniature', 'tanjore', 'brush'],
}

/** What makers of a category choose most: these stand first, the others below them. */
const usual: Readonly<Record<CategorySlug, Usual>> = {
  'Textiles-and-clothing': {
    material: ['cotton', 'khadi', 'silk', 'wool', 'linen', 'jute'],
    technique: ['handloom', 'block-print', 'embroidery', 'bandhani', 'ikat', 'chikankari', 'kantha', 'phulkari'],
    care: ['hand-wash-cold', 'machine-wash-cold', 'dry-clean', 'dry-in-shade', 'iron-inside-out', 'do-not-bleach'],
  },
  'Pottery-Ceramics': {
    material: ['terracotta', 'stoneware', 'porcelain', 'blue-pottery', 'clay'],
    technique: ['wheel-thrown', 'hand-built', 'moulded', 'glazed', 'painted'],
    care: ['wipe-clean', 'hand-wash', 'dishwasher-safe', 'microwave-safe', 'food-safe', 'keep-dry'],
  },
  'Wood-Furniture': {
    material: ['sheesham', 'mango-wood', 'teak', 'neem', 'bamboo', 'cane', 'wood'],
    technique: ['carved', 'turned', 'joined', 'inlay', 'painted'],
    care: ['wipe-with-dry-cloth', 'oil-now-and-then', 'keep-dry', 'keep-out-of-sun', 'do-not-soak'],
  },
  'Traditional-Paintings': painting,
  'Carpets-Rugs': {
    material: ['wool', 'cotton', 'jute', 'silk', 'coir', 'grass'],
    technique: ['knotted', 'flat-weave', 'handloom', 'braided', 'embroidery'],
    care: ['vacuum', 'spot-clean', 'dry-clean', 'keep-dry', 'keep-out-of-sun'],
  },
  'Statues-Sculptures': {
    material: ['brass', 'bronze', 'bell-metal', 'marble', 'stone', 'terracotta', 'wood'],
    technique: ['lost-wax-casting', 'dokra', 'carved', 'hammered', 'hand-built', 'engraved'],
    care: ['wipe-with-dry-cloth', 'wipe-clean', 'keep-dry', 'oil-now-and-then'],
  },
  'Food-Spices': {},
  'Modern-Paintings': { ...painting, technique: ['brush', 'palette-knife', 'wash', 'painted', 'block-print'] },
}

const colours = [
  'white',
  'black',
  'red',
  'yellow',
  'green',
  'blue',
  'indigo',
  'pink',
  'orange',
  'brown',
  'natural',
  'many-colours',
]

const FEW = 8
/** So few more do not hide behind a word. */
const MAY_BE_MORE = 5

/** The choices of a fact as they are offered: at once, and behind "more". */
export function offered(category: CategorySlug, name: FactName) {
  const field = fieldOf(name)
  const all = 'choices' in field ? field.choices : []
  const first =
    name === 'colour' ? colours : (usual[category][name] ?? (all.length <= FEW + MAY_BE_MORE ? all : all.slice(0, FEW)))
  return { first, more: all.filter((code) => !first.includes(code)) }
}
