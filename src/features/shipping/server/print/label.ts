import { isIndia } from '#features/addresses/addresses.rules.ts'
import { lookWithin } from '#kernel/pdf/block.ts'
import { A6, mm, type Pdf, type PdfPage } from '#kernel/pdf/document.ts'
import { isolated } from '#kernel/pdf/fonts.ts'
import { formatRupees } from '#shared/money.ts'
import { code128 } from './bar-code.ts'
import { fitColumn, heightOf, type Paragraph, senderLines, townOf, writeColumn, writeMark } from './layout.ts'
import type { PrintedParcel, PrintJob } from './print-job.ts'
import { printWords } from './print-words.ts'

// A label is 105 × 148 mm in black and white: label printers have no grey.

const black = '#000000'
const EDGE = mm(5)
const RIGHT = A6.width - EDGE
const WIDTH = RIGHT - EDGE
const GAP = mm(3)
const RULE = 1.1
const MOST_OF_FOOT = mm(22)
const FOOT_SIDE = 76

const small = { size: 8.25 }
const plain = { size: 9 }
const strong = { size: 9, weight: 'semibold' } as const
const name = { size: 17.25, weight: 'semibold' } as const
const street = { size: 12.4 }
const pin = { size: 28.5, weight: 'semibold' } as const
const cash = { size: 27, weight: 'semibold' } as const
const nothing = { size: 18, weight: 'semibold' } as const

/** Writes the label of one parcel on an A6 page. */
export function writeLabel(pdf: Pdf, parcel: PrintedParcel, job: PrintJob) {
  const page = pdf.addPage(A6)
  const top = writeHead(pdf, page, parcel, job)
  const foot = writeFoot(pdf, page, parcel, job)
  const bars = writeBarCode(page, parcel.code, foot)
  const box = writeCash(pdf, page, parcel, job, bars)
  writeAddress(pdf, page, parcel, job, { top, bottom: box - GAP })
}

/** Writes the head of the label; gives where the address may begin. */
function writeHead(pdf: Pdf, page: PdfPage, { courier, trackingNumber }: PrintedParcel, { storeName }: PrintJob) {
  const half = WIDTH / 2 - GAP
  writeMark(pdf, page, storeName, { x: EDGE, y: EDGE + 17, width: half, size: 16.5, colour: black, accent: black })
  const right = { x: RIGHT, colour: black, align: 'right' } as const
  if (courier) page.text(courier, { ...right, ...lookWithin(pdf, courier, plain, half), y: EDGE + 9 })
  if (trackingNumber)
    page.text(trackingNumber, { ...right, ...lookWithin(pdf, trackingNumber, strong, half), y: EDGE + 21 })
  const line = EDGE + 25 + mm(1)
  page.box({ x: EDGE, y: line, width: WIDTH, height: RULE, colour: black })
  return line + RULE + mm(2)
}

/** Writes the foot of the label; gives where it begins. */
function writeFoot(pdf: Pdf, page: PdfPage, parcel: PrintedParcel, { supportEmail, language }: PrintJob) {
  const say = printWords[language]
  const { sender } = parcel
  const width = WIDTH - FOOT_SIDE
  const paragraphs: Paragraph[] = [
    { text: say.fromAndBack, look: small },
    { text: isolated(sender.name), look: plain },
    ...senderLines(sender, supportEmail).map((text) => ({ text, look: plain })),
  ]
  const height = Math.min(heightOf(pdf, paragraphs, width), MOST_OF_FOOT)
  const top = A6.height - EDGE - height
  fitColumn(pdf, page, paragraphs, { x: EDGE, top, width, height, colour: black })
  const right = { ...plain, x: RIGHT, colour: black, align: 'right' } as const
  page.text(say.which(parcel.number, parcel.count), { ...right, y: top + 9 })
  page.text(say.number(parcel.orderNumber, parcel.isDemo), { ...right, y: top + 21.6 })
  const line = top - mm(1.5) - RULE
  page.box({ x: EDGE, y: line, width: WIDTH, height: RULE, colour: black })
  return line
}

const BARS_HEIGHT = mm(19)
const MOST_OF_BARS = mm(86)
/** Printers of 203 dots an inch set 8 a millimetre: whole dots keep bars sharp. */
const DOT = mm(1 / 8)

function writeBarCode(page: PdfPage, code: string, below: number) {
  const { bars, modules } = code128(code)
  const module = Math.floor(MOST_OF_BARS / modules / DOT) * DOT
  const left = (A6.width - modules * module) / 2
  const text = { size: 9.75, x: A6.width / 2, y: below - mm(2), colour: black, align: 'center' } as const
  page.text(code, text)
  const y = text.y - text.size - BARS_HEIGHT
  for (const bar of bars)
    page.box({ x: left + bar.at * module, y, width: bar.width * module, height: BARS_HEIGHT, colour: black })
  return y
}

function writeCash(pdf: Pdf, page: PdfPage, parcel: PrintedParcel, { language }: PrintJob, below: number) {
  const say = printWords[language]
  const isOwed = parcel.cash > 0
  const [note, amount] = isOwed ? [say.collect, formatRupees(parcel.cash)] : [say.paidAlready, say.collectNothing]
  const inside = mm(3)
  const look = lookWithin(pdf, amount, isOwed ? cash : nothing, WIDTH - 2 * inside - 90)
  const height = look.size * 1.15 + inside
  const top = below - GAP - height
  const pen = 1.5
  const frame = { x: EDGE + pen / 2, y: top + pen / 2, width: WIDTH - pen, height: height - pen }
  page.frame({ ...frame, colour: black, pen })
  const middle = top + height / 2
  page.text(note, { size: 10.5, x: EDGE + inside, y: middle + 3.6, colour: black })
  page.text(amount, { ...look, x: RIGHT - inside, y: middle + look.size * 0.33, colour: black, align: 'right' })
  return top
}

/** PIN and phone keep their size; long names and addresses get smaller. */
function writeAddress(
  pdf: Pdf,
  page: PdfPage,
  { to, call }: PrintedParcel,
  { language }: PrintJob,
  { top, bottom }: { top: number; bottom: number },
) {
  const india = isIndia(to.country)
  const [person, ...place] = [
    isolated(`${to.firstName} ${to.lastName}`),
    isolated(to.street),
    townOf(to),
    ...(india ? [] : [to.country]),
  ].filter((text) => text !== '')
  const code = india ? to.zipcode.replace(/^(\d{3})(\d{3})$/, '$1 $2') : to.zipcode

  page.text(printWords[language].to, { ...small, x: EDGE, y: top + small.size, colour: black })
  const begin = top + small.size * 1.5
  const column = { x: EDGE, top: begin, width: WIDTH, colour: black }
  const codeHeight = pin.size * 1.15
  const phoneHeight = call === '' ? 0 : street.size * 1.4
  const paragraphs = [{ text: person ?? '', look: name }, ...place.map((text): Paragraph => ({ text, look: street }))]
  const below = fitColumn(pdf, page, paragraphs, { ...column, height: bottom - begin - codeHeight - phoneHeight })
  page.text(code, { ...lookWithin(pdf, code, pin, WIDTH), x: EDGE, y: below + pin.size * 0.88, colour: black })
  writeColumn(pdf, page, [{ text: call, look: lookWithin(pdf, call, street, WIDTH) }], {
    ...column,
    top: below + codeHeight,
  })
}
