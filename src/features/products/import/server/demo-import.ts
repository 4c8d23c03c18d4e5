import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { DEMO_SKU } from '#features/catalog/catalog.sku.ts'
import { readDemoPicture } from '#features/pictures/server/read-demo-picture.ts'
import type { Db } from '#kernel/db/database.ts'
import { readDemoMonth } from '#kernel/db/demo-month.ts'
import { csvFile } from '#kernel/http/csv.ts'
import type { FileAnswer } from '#kernel/http/file-answer.ts'
import { noImportToTry } from '../../product-imports.contract.ts'

const heading = 'sku,name,category,price,offerPrice,description,weight,stock,pictures,pictureTexts'.split(',')

/** New to the demo, with pictures it has. */
const products = [
  {
    row: ['Mug for One', 'Pottery-Ceramics', '640', '540', 'Thrown by hand\nSafe for tea and for milk', '320 g', '12'],
    picture: 'pottery-speckled-mugs-1',
    shows: 'Speckled stoneware mugs',
  },
  {
    row: [
      'Board for Bread',
      'Wood-Furniture',
      '980',
      '980',
      'Mango wood, oiled\nWipe it, do not soak it',
      '900 g',
      '7',
    ],
    picture: 'wood-mango-cutting-board-1',
    shows: 'A wooden board',
  },
  {
    row: ['Throw for a Chair', 'Textiles-and-clothing', '1450', '1290', 'Cotton, printed by hand', '600 g', '5'],
    picture: 'textile-block-print-throws-1',
    shows: 'Folded printed throws',
  },
] as const

export const hasImportToTry = async (db: Db) => (await readDemoMonth(db)) !== undefined

async function checkMonth(db: Db) {
  if (!(await hasImportToTry(db))) throw noImportToTry()
}

const fileOf = (picture: string) => `${picture}.webp`

export async function demoCsv(db: Db) {
  await checkMonth(db)
  return csvFile(
    'demo-products.csv',
    heading,
    (async function* () {
      yield products.map(({ row, picture, shows }, at) => [`${DEMO_SKU}${at + 1}`, ...row, fileOf(picture), shows])
    })(),
  )
}

export async function demoZip(db: Db): Promise<FileAnswer> {
  await checkMonth(db)
  const zip = new ZipFile()
  for (const { picture } of products)
    zip.addBuffer(await readDemoPicture(picture), fileOf(picture), { compress: false })
  zip.end()
  return { name: 'demo-pictures.zip', content: await buffer(zip.outputStream) }
}
