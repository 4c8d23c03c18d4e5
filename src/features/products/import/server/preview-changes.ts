import type { Selectable } from 'kysely'
import { typedTexts } from '#features/catalog/catalog.picture-texts.ts'
import type { FactName } from '#features/catalog/facts/facts.fields.ts'
import { typedFact } from '#features/catalog/facts/facts.texts.ts'
import { familyText } from '#features/catalog/families/families.rules.ts'
import { parseFamily } from '#features/catalog/families/server/siblings.ts'
import { parseDescription, parseFacts, parsePictures } from '#features/catalog/server/catalog.service.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Word } from '#shared/messages.ts'
import { type Paise, writeRupeesShort } from '#shared/money.ts'
import { readDayRange, typedDayRange } from '#shared/reading/day-range.ts'
import { type ConfirmedKind, confirmedKinds } from '../../product-imports.contract.ts'
import { message } from '../../products.messages.ts'
import { type Column, isFactColumn } from './import-columns.ts'
import type { CheckedLine } from './import-lines.ts'

/** Examples of each change. */
const MOST_EXAMPLES = 3
const MOST_CHARACTERS = 60

type Row = Pick<Selectable<Tables['products']>, (typeof read)[number]>
const read = [
  ...([
    'id',
    'name',
    'category',
    'price_paise',
    'offer_price_paise',
    'description',
    'facts',
    'weight',
    'stock',
  ] as const),
  ...([
    'in_stock',
    'producer_id',
    'delivery_days',
    'sku',
    'returnable',
    'maker_price_paise',
    'costs_paise',
    'images',
    'family',
    'batches',
  ] as const),
]

/** How the shop shows what a cell holds. */
type Cells = ReturnType<typeof cellsIn>
const cellsIn = (word: Word) => ({
  amount: (paise: Paise | null) => (paise === null ? word(message('CELL_NONE')) : writeRupeesShort(paise)),
  text: (value: string | null) => value || word(message('CELL_EMPTY')),
  yesOrNo: (flag: number) => word(message(flag === 1 ? 'CELL_YES' : 'CELL_NO')),
  count: (stock: number | null) => (stock === null ? word(message('CELL_NOT_COUNTED')) : String(stock)),
  days(stored: string | null) {
    const range = readDayRange(stored ?? '')
    return range ? typedDayRange(range) : word(message('CELL_DAYS_OF_SHOP'))
  },
})

type Shown = Pick<Row, Exclude<keyof Row, 'id'>>
/** A column's text; undefined: unsaid. */
const shown: { readonly [name in Column]?: (row: Shown, cells: Cells) => string } = {
  name: ({ name }) => name,
  category: ({ category }) => category,
  price: ({ price_paise }, { amount }) => amount(price_paise),
  offerPrice: ({ offer_price_paise }, { amount }) => amount(offer_price_paise),
  description: ({ description }, { text }) => text(parseDescription(description).join(' / ')),
  weight: ({ weight }, { text }) => text(weight),
  stock: ({ stock }, { count }) => count(stock),
  inStock: ({ in_stock }, { yesOrNo }) => yesOrNo(in_stock),
  producer: ({ producer_id }, { text }) => text(producer_id),
  deliveryDays: ({ delivery_days }, { days }) => days(delivery_days),
  sku: ({ sku }, { text }) => text(sku),
  returnable: ({ returnable }, { yesOrNo }) => yesOrNo(returnable),
  makerPrice: ({ maker_price_paise }, { amount }) => amount(maker_price_paise),
  costs: ({ costs_paise }, { amount }) => amount(costs_paise),
  family: ({ family }, { text }) => text(familyText(parseFamily(family))),
  // The family's text has them.
  ...{ axis1: () => '', value1: () => '', axis2: () => '', value2: () => '' },
  pictureTexts: ({ images, name }, { text }) => text(typedTexts(parsePictures(images), name)),
}

const factShown =
  (name: FactName) =>
  ({ facts }: Shown, { text }: Cells) =>
    text(typedFact(name, parseFacts(facts)[name]))

const keysOf = ({ images }: Shown) =>
  parsePictures(images)
    .map(({ key }) => key)
    .join()

/** The row after a line; empty cells that say nothing keep it. */
function rowAfter(row: Row, line: CheckedLine, columns: readonly Column[]): Row {
  const has = (column: Column) => columns.includes(column)
  return {
    id: row.id,
    name: line.name ?? row.name,
    category: line.category ?? row.category,
    price_paise: line.price_paise ?? row.price_paise,
    offer_price_paise: line.offer_price_paise ?? row.offer_price_paise,
    description: line.description ?? row.description,
    facts: line.facts ?? row.facts,
    weight: has('weight') ? line.weight : row.weight,
    stock: has('stock') && row.batches === null ? line.stock : row.stock,
    batches: row.batches,
    in_stock: line.in_stock ?? row.in_stock,
    producer_id: has('producer') ? line.producer_id : row.producer_id,
    delivery_days: has('deliveryDays') ? line.delivery_days : row.delivery_days,
    sku: has('sku') ? line.sku : row.sku,
    returnable: line.returnable ?? row.returnable,
    maker_price_paise: has('makerPrice') ? line.maker_price_paise : row.maker_price_paise,
    costs_paise: has('costs') ? line.costs_paise : row.costs_paise,
    images: line.images ?? row.images,
    family: has('family') ? line.family : row.family,
  }
}

const cut = (value: string) => (value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS - 1)}…` : value)

interface Changed {
  count: number
  examples: { product: string; before: string; after: string }[]
}

/** Usually a thousands separator was read as the decimal sign. */
const isTenth = (before: Paise | null, after: Paise | null) =>
  before !== null && after !== null && before > 0 && after * 10 <= before

/** Counts changes by column with examples, and apart the usual accidents of spreadsheets. */
export function changeCounter(columns: readonly Column[], word: Word) {
  const cells = cellsIn(word)
  const byColumn = new Map<Column, Changed>()
  const apart = new Map<ConfirmedKind, Changed>()

  function add<Key>(to: Map<Key, Changed>, key: Key, product: string, before: string, after: string) {
    const changed = to.get(key) ?? { count: 0, examples: [] }
    changed.count += 1
    if (changed.examples.length < MOST_EXAMPLES)
      changed.examples.push({ product: cut(product), before: cut(before), after: cut(after) })
    to.set(key, changed)
  }

  /** Pictures are not shown. */
  const pictures = (isSame: boolean) => word(message(isSame ? 'CELL_PICTURES_SAME' : 'CELL_PICTURES_OTHER'))

  function compare(row: Row, line: CheckedLine) {
    const after = rowAfter(row, line, columns)
    for (const column of columns) {
      const show = isFactColumn(column) ? factShown(column) : shown[column]
      const [old, fresh] = show
        ? [show(row, cells), show(after, cells)]
        : [pictures(true), pictures(keysOf(row) === keysOf(after))]
      if (column === 'id' || old === fresh) continue
      add(byColumn, column, row.name, old, fresh)
      if (column === 'sku' || (column === 'name' && columns.includes('id'))) add(apart, column, row.name, old, fresh)
    }
    const prices = [
      [row.price_paise, after.price_paise],
      [row.offer_price_paise, after.offer_price_paise],
      [row.maker_price_paise, after.maker_price_paise],
      [row.costs_paise, after.costs_paise],
    ] as const
    const fallen = prices.find(([before, now]) => isTenth(before, now))
    if (fallen) add(apart, 'price', row.name, cells.amount(fallen[0]), cells.amount(fallen[1]))
    if (row.stock !== null && after.stock === null)
      add(apart, 'stock', row.name, cells.count(row.stock), cells.count(null))
  }

  return {
    async add(db: Db, lines: readonly CheckedLine[]) {
      if (lines.length === 0) return
      const ids = lines.map(({ id }) => id)
      const rows = await db.selectFrom('products').select(read).where('id', 'in', ids).execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const line of lines) {
        const row = byId.get(line.id)
        if (row) compare(row, line)
      }
    },
    counted: () => ({
      columns: [...byColumn].map(([column, changed]) => ({ column, ...changed })),
      confirm: confirmedKinds.flatMap((kind) => {
        const changed = apart.get(kind)
        return changed ? [{ kind, ...changed }] : []
      }),
    }),
  }
}
