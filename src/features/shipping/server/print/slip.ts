import { isIndia } from '#features/addresses/addresses.rules.ts'
import { batchesText } from '#features/catalog/batches/batches.texts.ts'
import { notReturnableText } from '#features/catalog/catalog.returns.ts'
import { lineHeight } from '#kernel/pdf/block.ts'
import { ink, inkSoft, kora, line, madder, neel } from '#kernel/pdf/colours.ts'
import { A5, mm, type Pdf, type PdfPage } from '#kernel/pdf/document.ts'
import { isolated } from '#kernel/pdf/fonts.ts'
import { createPages } from '#kernel/pdf/pages.ts'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { countDays } from '#shared/reading/day-range.ts'
import { fitColumn, heightOf, type Paragraph, townOf, writeColumn, writeMark } from './layout.ts'
import type { Piece, PrintedParcel, PrintJob } from './print-job.ts'

// The slip is for the shopper: no price but the courier's cash.

const EDGE = mm(9)
const RIGHT = A5.width - EDGE
const WIDTH = RIGHT - EDGE
const BOTTOM = A5.height - EDGE - 14
const GAP = mm(5)
const PICTURE = 42
const CELL = 9
/** Left and right edge of a row's words. */
const WORDS = EDGE + CELL + PICTURE + CELL
const WORDS_WIDTH = RIGHT - CELL - 60 - WORDS

const small = { size: 10.5 }
const smallStrong = { size: 10.5, weight: 'semibold' } as const
const body = { size: 12 }
const strong = { size: 12, weight: 'semibold' } as const
const heading = { size: 20, weight: 'display' } as const
const figure = { size: 17, weight: 'semibold' } as const

/** Writes the slip of a parcel: one A5 page, or as many as its pieces need. */
export function writeSlip(pdf: Pdf, parcel: PrintedParcel, job: PrintJob) {
  const pages = createPages(pdf, A5)
  const first = pages.add()
  const top = writeHead(pdf, first, parcel, job)
  const { page, y } = writePieces(pdf, first, parcel, job, top, pages.add)
  writeEnd(pdf, page, parcel, job, y, pages.add)
  const foot = { size: 9, y: A5.height - EDGE, colour: inkSoft }
  pages.writeFeet({ ...foot, text: `Parcel ${parcel.code}`, left: EDGE, right: RIGHT }, { alone: false })
}

const MOST_NAMES = 3
const listed = new Intl.ListFormat('en-IN')

/** "Parcel 1 of 2; the other comes from Ganga Loom." */
function whichParcel({ number, count, others }: PrintedParcel) {
  const names = others.slice(0, MOST_NAMES).map(({ name }) => isolated(name))
  const more = others.length > MOST_NAMES ? [`${others.length - MOST_NAMES} more`] : []
  const which = `Parcel ${number} of ${count}`
  if (others.length === 0) return `${which}.`
  return `${which}; ${others.length === 1 ? 'the other comes' : 'the others come'} from ${listed.format([...names, ...more])}.`
}

/** Writes from whom and to whom; gives where the pieces begin. */
function writeHead(pdf: Pdf, page: PdfPage, parcel: PrintedParcel, { storeName }: PrintJob) {
  const { sender, to } = parcel
  const half = WIDTH / 2
  writeMark(pdf, page, storeName, { x: EDGE, y: EDGE + 22, width: half, size: 25, colour: ink, accent: madder })
  const right = { ...small, x: RIGHT, colour: ink, align: 'right' } as const
  page.text(`${parcel.isDemo ? 'Demo order' : 'Order'} #${parcel.orderNumber}`, { ...right, y: EDGE + 10 })
  page.text(formatDay(parcel.orderedAt), { ...right, y: EDGE + 25 })
  const stitches = EDGE + 25 + GAP
  for (let x = EDGE; x < RIGHT; x += 12)
    page.box({ x, y: stitches, width: Math.min(7.5, RIGHT - x), height: 1.1, colour: neel })

  const column = { x: EDGE, width: WIDTH, colour: ink }
  const from = [{ text: `From ${isolated(sender.name)}`, look: heading }]
  const belowFrom = fitColumn(pdf, page, from, { ...column, top: stitches + GAP * 0.7, height: mm(32) })
  const place = sender.address ? `${townOf(sender.address)}. ` : ''
  const which = [{ text: `${place}${whichParcel(parcel)}`, look: body }]
  const belowWhich = fitColumn(pdf, page, which, { ...column, colour: inkSoft, top: belowFrom, height: mm(26) })

  const country = isIndia(to.country) ? [] : [to.country]
  const lines = [isolated(to.street), `${townOf(to)} ${to.zipcode}`, ...country]
  const person: Paragraph[] = [
    { text: `For ${isolated(`${to.firstName} ${to.lastName}`)}`, look: smallStrong },
    ...lines.filter((text) => text !== '').map((text) => ({ text, look: small })),
  ]
  return fitColumn(pdf, page, person, { ...column, top: belowWhich + GAP * 0.8, height: mm(45) }) + GAP
}

function writePiecesHead(page: PdfPage, y: number) {
  page.box({ x: EDGE, y, width: WIDTH, height: 27, colour: kora })
  const look = { ...smallStrong, y: y + 17.5, colour: inkSoft } as const
  page.text('Piece', { ...look, x: EDGE + CELL })
  page.text('Number', { ...look, x: RIGHT - CELL, align: 'right' })
  return y + 27
}

const wordsOf = ({ name, weight, category, producer, batches = [], returnable }: Piece): Paragraph[] => [
  { text: name, look: body },
  ...(weight === null ? [] : [{ text: weight, look: small }]),
  { text: producer === null ? category : `${category}, by ${isolated(producer)}`, look: small },
  ...(batches.length === 0 ? [] : [{ text: batchesText(batches), look: small }]),
  ...(returnable ? [] : [{ text: notReturnableText, look: small }]),
]

/** Writes the pieces; gives where they end. */
function writePieces(
  pdf: Pdf,
  firstPage: PdfPage,
  { pieces }: PrintedParcel,
  { pictures }: PrintJob,
  top: number,
  newPage: () => PdfPage,
) {
  let page = firstPage
  let y = writePiecesHead(page, top)
  for (const piece of pieces) {
    const words = wordsOf(piece)
    const wordsHeight = heightOf(pdf, words, WORDS_WIDTH)
    const height = Math.max(wordsHeight, PICTURE) + 2 * CELL
    if (y + height > BOTTOM) {
      page = newPage()
      y = writePiecesHead(page, EDGE)
    }
    const picture = piece.picture === undefined ? undefined : pictures.get(piece.picture)
    if (picture) page.picture(picture, { x: EDGE + CELL, y: y + CELL, width: PICTURE, height: PICTURE })
    const [name, ...notes] = words
    const column = { x: WORDS, width: WORDS_WIDTH }
    const begin = y + (height - wordsHeight) / 2
    const below = writeColumn(pdf, page, name ? [name] : [], { ...column, top: begin, colour: ink })
    writeColumn(pdf, page, notes, { ...column, top: below, colour: inkSoft })
    const count = { ...figure, x: RIGHT - CELL, y: y + height / 2 + figure.size * 0.35, colour: ink } as const
    page.text(String(piece.quantity), { ...count, align: 'right' })
    y += height
    page.box({ x: EDGE, y, width: WIDTH, height: 0.6, colour: line })
  }
  return { page, y }
}

/** Writes what is to be paid in cash, and where help is. */
function writeEnd(
  pdf: Pdf,
  lastPage: PdfPage,
  { cash, pieces }: PrintedParcel,
  { returnDays, supportEmail }: PrintJob,
  y: number,
  newPage: () => PdfPage,
) {
  const paragraphs = [
    {
      text: cash > 0 ? `Pay the courier ${formatRupees(cash)}.` : 'Paid already: the courier collects nothing.',
      look: strong,
    },
    {
      text:
        returnDays === 0 || pieces.every(({ returnable }) => !returnable)
          ? `Did something come damaged? Write to ${supportEmail}.`
          : `Not what you hoped for? Ask for a return in My Orders within ${countDays(returnDays)} of delivery.`,
      look: body,
    },
  ]
  const fits = y + GAP + heightOf(pdf, paragraphs, WIDTH) <= BOTTOM + lineHeight(body) / 2
  const column = { x: EDGE, width: WIDTH, colour: ink, top: fits ? y + GAP * 0.8 : EDGE }
  writeColumn(pdf, fits ? lastPage : newPage(), paragraphs, column)
}
