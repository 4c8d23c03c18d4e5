import { lineHeight, lookWithin } from '#kernel/pdf/block.ts'
import { ink, inkSoft, kora, line } from '#kernel/pdf/colours.ts'
import { A4, type Pdf, type PdfPage } from '#kernel/pdf/document.ts'
import { isolated } from '#kernel/pdf/fonts.ts'
import { createPages } from '#kernel/pdf/pages.ts'
import { momentInWords } from '#shared/day.ts'
import { heightOf, type Paragraph, writeColumn } from './layout.ts'
import { type PickRow, pickingOf } from './picking-list.ts'
import type { PrintJob } from './print-job.ts'

const LEFT = 50
const RIGHT = A4.width - LEFT
const TOP = 50
const BOTTOM = A4.height - 60
const FOOT = A4.height - 36
const COLUMN = { number: 100, piece: 114, orders: 360 }
const PIECE_WIDTH = COLUMN.orders - COLUMN.piece - 12
const ORDERS_WIDTH = RIGHT - COLUMN.orders
const TICK = 12
const CELL = 6
const SENDER_HEIGHT = 32
/** A heading needs this room, so that a row can follow it on the page. */
const ROOM_BELOW = 100

const small = { size: 9 }
const body = { size: 11 }
const figure = { size: 15, weight: 'semibold' } as const
const maker = { size: 11, weight: 'semibold' } as const
const sender = { size: 15, weight: 'display' } as const
const heading = { size: 24, weight: 'display' } as const

/** Writes the picking list on A4 pages. */
export function writePicking(pdf: Pdf, job: PrintJob) {
  const { storeName, parcels, printedAt } = job
  const pages = createPages(pdf)
  const list = pickingOf(job)
  const first = pages.add()
  const right = { ...body, x: RIGHT, colour: inkSoft, align: 'right' } as const
  first.text('Picking list', { ...heading, x: LEFT, y: TOP + 20, colour: ink })
  first.text(momentInWords(printedAt), { ...right, y: TOP + 4 })
  first.text(`${countOf(list.pieces, 'piece')} for ${countOf(parcels.length, 'parcel')}`, { ...right, y: TOP + 20 })

  let at: At = { page: first, y: TOP + 40 }
  const nextPage = (): At => ({ page: pages.add(), y: TOP })
  for (const { name, makers } of list.senders) {
    if (list.senders.length > 1) at = writeSender(pdf, roomFor(at, SENDER_HEIGHT + ROOM_BELOW, nextPage), name)
    for (const { name: producer, picks } of makers) {
      at = writeMaker(pdf, roomFor(at, ROOM_BELOW, nextPage), producer)
      for (const pick of picks) at = writePick(pdf, at, pick, () => writeMaker(pdf, nextPage(), producer))
    }
  }
  pages.writeFeet({ ...small, text: `Picking list, ${storeName}`, left: LEFT, right: RIGHT, y: FOOT, colour: inkSoft })
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

interface At {
  page: PdfPage
  y: number
}

const roomFor = (at: At, height: number, nextPage: () => At) => (at.y + height <= BOTTOM ? at : nextPage())

function writeSender(pdf: Pdf, { page, y }: At, name: string): At {
  const text = `Sent by ${isolated(name)}`
  page.text(text, { ...lookWithin(pdf, text, sender, RIGHT - LEFT), x: LEFT, y: y + 22, colour: ink })
  return { page, y: y + SENDER_HEIGHT }
}

function writeMaker(pdf: Pdf, { page, y }: At, name: string): At {
  page.box({ x: LEFT, y, width: RIGHT - LEFT, height: 22, colour: kora })
  const look = lookWithin(pdf, name, maker, RIGHT - LEFT - 2 * CELL)
  page.text(name, { ...look, x: LEFT + CELL, y: y + 15, colour: ink })
  return { page, y: y + 22 }
}

/** Keeps a row together, except that its orders may go on over the page. */
function writePick(pdf: Pdf, from: At, { name, weight, quantity, batches, orders }: PickRow, nextPage: () => At): At {
  const words: Paragraph[] = [
    { text: name, look: body },
    ...(weight === null ? [] : [{ text: weight, look: small }]),
    ...(batches === undefined ? [] : [{ text: batches, look: small }]),
  ]
  const height = heightOf(pdf, words, PIECE_WIDTH) + 2 * CELL
  let at = roomFor(from, height, nextPage)
  const { page, y } = at
  page.frame({ x: LEFT + CELL, y: y + CELL, width: TICK, height: TICK, colour: ink, pen: 0.8 })
  page.text(String(quantity), { ...figure, x: COLUMN.number, y: y + CELL + 11.5, colour: ink, align: 'right' })
  writeColumn(pdf, page, words, { x: COLUMN.piece, top: y + CELL, width: PIECE_WIDTH, colour: ink })

  let below = y + CELL + body.size - small.size
  for (const text of pdf.lines(orders, small, ORDERS_WIDTH)) {
    if (below + lineHeight(small) > BOTTOM) {
      at = nextPage()
      below = at.y + CELL
    }
    const column = { x: COLUMN.orders, top: below, width: ORDERS_WIDTH, colour: inkSoft }
    below = writeColumn(pdf, at.page, [{ text, look: small }], column)
  }
  const end = at.page === page ? Math.max(y + height, below + CELL) : below + CELL
  at.page.box({ x: LEFT, y: end, width: RIGHT - LEFT, height: 0.5, colour: line })
  return { page: at.page, y: end }
}
