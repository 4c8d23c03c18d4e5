import { isIndia } from '#features/addresses/addresses.rules.ts'
import { lineHeight } from '#kernel/pdf/block.ts'
import { ink, inkSoft, kora, line, madder, neel } from '#kernel/pdf/colours.ts'
import { A5, mm, type Pdf, type PdfPage } from '#kernel/pdf/document.ts'
import { isolated } from '#kernel/pdf/fonts.ts'
import { createPages } from '#kernel/pdf/pages.ts'
import { fitColumn, heightOf, type Paragraph, townOf, writeColumn, writeMark } from './layout.ts'
import type { Piece, PrintedParcel, PrintJob } from './print-job.ts'
import { printWords } from './print-words.ts'

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
  const foot = { size: 9, y: A5.height - EDGE, colour: inkSoft, language: job.language }
  pages.writeFeet(
    { ...foot, text: printWords[job.language].parcel(parcel.code), left: EDGE, right: RIGHT },
    { alone: false },
  )
}

const MOST_NAMES = 3
/** "Parcel 1 of 2; the other comes from Ganga Loom." */
function whichParcel({ number, count, others }: PrintedParcel, { language }: PrintJob) {
  const names = others.slice(0, MOST_NAMES).map(({ name }) => isolated(name))
  return printWords[language].whichOf(number, count, names, others.length - names.length)
}

/** Writes from whom and to whom; gives where the pieces begin. */
function writeHead(pdf: Pdf, page: PdfPage, parcel: PrintedParcel, job: PrintJob) {
  const { sender, to } = parcel
  const say = printWords[job.language]
  const half = WIDTH / 2
  writeMark(pdf, page, job.storeName, { x: EDGE, y: EDGE + 22, width: half, size: 25, colour: ink, accent: madder })
  const right = { ...small, x: RIGHT, colour: ink, align: 'right' } as const
  page.text(say.order(parcel.orderNumber, parcel.isDemo), { ...right, y: EDGE + 10 })
  page.text(say.day(parcel.orderedAt), { ...right, y: EDGE + 25 })
  const stitches = EDGE + 25 + GAP
  for (let x = EDGE; x < RIGHT; x += 12)
    page.box({ x, y: stitches, width: Math.min(7.5, RIGHT - x), height: 1.1, colour: neel })

  const column = { x: EDGE, width: WIDTH, colour: ink }
  const from = [{ text: say.from(isolated(sender.name)), look: heading }]
  const belowFrom = fitColumn(pdf, page, from, { ...column, top: stitches + GAP * 0.7, height: mm(32) })
  const place = sender.address ? `${say.place(townOf(sender.address))} ` : ''
  const which = [{ text: `${place}${whichParcel(parcel, job)}`, look: body }]
  const belowWhich = fitColumn(pdf, page, which, { ...column, colour: inkSoft, top: belowFrom, height: mm(26) })

  const country = isIndia(to.country) ? [] : [to.country]
  const lines = [isolated(to.street), `${townOf(to)} ${to.zipcode}`, ...country]
  const person: Paragraph[] = [
    { text: say.forPerson(isolated(`${to.firstName} ${to.lastName}`)), look: smallStrong },
    ...lines.filter((text) => text !== '').map((text) => ({ text, look: small })),
  ]
  return fitColumn(pdf, page, person, { ...column, top: belowWhich + GAP * 0.8, height: mm(45) }) + GAP
}

function writePiecesHead(page: PdfPage, { language }: PrintJob, y: number) {
  const say = printWords[language]
  page.box({ x: EDGE, y, width: WIDTH, height: 27, colour: kora })
  const look = { ...smallStrong, y: y + 17.5, colour: inkSoft } as const
  page.text(say.piece, { ...look, x: EDGE + CELL })
  page.text(say.count, { ...look, x: RIGHT - CELL, align: 'right' })
  return y + 27
}

const wordsOf = (
  { name, weight, category, producer, batches = [], returnable }: Piece,
  say: (typeof printWords)['en'],
): Paragraph[] => [
  { text: name, look: body },
  ...(weight === null ? [] : [{ text: weight, look: small }]),
  {
    text: producer === null ? say.category(category) : say.by(say.category(category), isolated(producer)),
    look: small,
  },
  ...(batches.length === 0 ? [] : [{ text: say.batches(batches), look: small }]),
  ...(returnable ? [] : [{ text: say.notReturnable, look: small }]),
]

/** Writes the pieces; gives where they end. */
function writePieces(
  pdf: Pdf,
  firstPage: PdfPage,
  { pieces }: PrintedParcel,
  job: PrintJob,
  top: number,
  newPage: () => PdfPage,
) {
  let page = firstPage
  let y = writePiecesHead(page, job, top)
  for (const piece of pieces) {
    const words = wordsOf(piece, printWords[job.language])
    const wordsHeight = heightOf(pdf, words, WORDS_WIDTH)
    const height = Math.max(wordsHeight, PICTURE) + 2 * CELL
    if (y + height > BOTTOM) {
      page = newPage()
      y = writePiecesHead(page, job, EDGE)
    }
    const picture = piece.picture === undefined ? undefined : job.pictures.get(piece.picture)
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
  { returnDays, supportEmail, language }: PrintJob,
  y: number,
  newPage: () => PdfPage,
) {
  const say = printWords[language]
  const paragraphs = [
    {
      text: cash > 0 ? say.payCourier(cash) : say.paid,
      look: strong,
    },
    {
      text:
        returnDays === 0 || pieces.every(({ returnable }) => !returnable)
          ? say.damaged(supportEmail)
          : say.askForReturn(returnDays),
      look: body,
    },
  ]
  const fits = y + GAP + heightOf(pdf, paragraphs, WIDTH) <= BOTTOM + lineHeight(body) / 2
  const column = { x: EDGE, width: WIDTH, colour: ink, top: fits ? y + GAP * 0.8 : EDGE }
  writeColumn(pdf, fits ? lastPage : newPage(), paragraphs, column)
}
