import type { Config } from '#server/config.ts'
import { createPdf, PAGE, type Pdf, type PdfPage, type TextLook } from '#server/pdf/document.ts'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { Invoice } from '../invoices.contract.ts'
import {
  buyerLines,
  invoiceNumber,
  invoiceSums,
  paymentInWords,
  piecesPaidBack,
  sellerLines,
} from '../invoices.words.ts'

// Points from the left and the top.
const LEFT = 50
const RIGHT = PAGE.width - LEFT
const TOP = 60
const BOTTOM = PAGE.height - 70
const FOOT = PAGE.height - 40
const HALF = 340
const COLUMN = { item: 240, quantity: 338, unitPrice: 428 }
const SUMS = 345

/** The shop's tokens (src/web/app.css). */
const ink = '#16151b'
const inkSoft = '#494751'
const inkMute = '#66636e'
const line = '#dcdad2'
const kora = '#f4f4f0'
const madder = '#a11b2e'

const small = { size: 9 }
const body = { size: 10 }
const strong = { size: 10, weight: 'semibold' } as const
const name = { size: 15, weight: 'semibold' } as const
const heading = { size: 24, weight: 'semibold' } as const

const lineHeight = ({ size }: TextLook) => size * 1.4

/** The invoice as a PDF of A4 pages, in parts. */
export async function invoicePdf(invoice: Invoice, shop: Pick<Config, 'storeName' | 'supportEmail' | 'legal'>) {
  const title = `Invoice ${invoiceNumber(invoice.number)}`
  const seller = sellerLines(shop)
  const pdf = await createPdf({ title, author: seller[0], language: 'en-IN', createdAt: invoice.issuedAt })
  const pages: PdfPage[] = []
  const newPage = () => {
    const page = pdf.addPage()
    pages.push(page)
    return page
  }

  const first = newPage()
  const belowHead = writeHead(pdf, first, invoice, seller)
  const belowParties = writeParties(pdf, first, invoice, belowHead)
  const { page, y } = writeLines(pdf, first, invoice, belowParties, newPage)
  writeSums(page, invoice, y, newPage)

  pages.forEach((each, index) => {
    each.box({ x: LEFT, y: FOOT - 14, width: RIGHT - LEFT, height: 0.5, colour: line })
    each.text(`${title}, ${shop.storeName}`, { ...small, x: LEFT, y: FOOT, colour: inkMute })
    each.text(`Page ${index + 1} of ${pages.length}`, { ...small, x: RIGHT, y: FOOT, colour: inkMute, align: 'right' })
  })
  return pdf.finish()
}

interface Block extends TextLook {
  x: number
  y: number
  width: number
  colour: string
}

/** Writes a text in as many lines as it needs; gives where the next one goes. */
function writeBlock(pdf: Pdf, page: PdfPage, text: string, { y, width, ...look }: Block) {
  const lines = pdf.lines(text, look, width)
  lines.forEach((each, index) => {
    page.text(each, { ...look, y: y + index * lineHeight(look) })
  })
  return y + lines.length * lineHeight(look)
}

/** Seller on the left; what this is, which and when, on the right. */
function writeHead(pdf: Pdf, page: PdfPage, { number, issuedAt, order }: Invoice, seller: readonly string[]) {
  let left = TOP
  seller.forEach((text, index) => {
    const look = index === 0 ? { ...name, colour: ink } : { ...small, colour: inkSoft }
    left = writeBlock(pdf, page, text, { ...look, x: LEFT, y: left, width: HALF - LEFT - 40 })
  })
  page.text('Invoice', { ...heading, x: RIGHT, y: TOP + 4, colour: ink, align: 'right' })
  const facts = [`Number ${invoiceNumber(number)}`, `Date ${formatDay(issuedAt)}`, `Order #${order.number}`]
  let right = TOP + 24
  for (const fact of facts) {
    page.text(fact, { ...body, x: RIGHT, y: right, colour: inkSoft, align: 'right' })
    right += lineHeight(body)
  }
  if (order.status === 'Cancelled') {
    page.text('Cancelled', { ...strong, x: RIGHT, y: right, colour: madder, align: 'right' })
    right += lineHeight(strong)
  }
  return Math.max(left, right) + 20
}

function writeParties(pdf: Pdf, page: PdfPage, { order }: Invoice, top: number) {
  const y = top + lineHeight(small) + 2
  page.text('Bill to', { ...small, x: LEFT, y: top, colour: inkMute })
  let left = y
  buyerLines(order).forEach((text, index) => {
    const look = index === 0 ? strong : body
    left = writeBlock(pdf, page, text, { ...look, x: LEFT, y: left, width: HALF - LEFT - 20, colour: ink })
  })
  page.text('Payment', { ...small, x: HALF, y: top, colour: inkMute })
  const right = writeBlock(pdf, page, paymentInWords(order), { ...body, x: HALF, y, width: RIGHT - HALF, colour: ink })
  return Math.max(left, right) + 16
}

function writeTableHead(page: PdfPage, y: number) {
  page.box({ x: LEFT, y, width: RIGHT - LEFT, height: 20, colour: kora })
  const look = { ...small, weight: 'semibold', y: y + 13, colour: inkSoft } as const
  page.text('Item', { ...look, x: LEFT + 6 })
  page.text('Quantity', { ...look, x: COLUMN.quantity, align: 'right' })
  page.text('Unit price', { ...look, x: COLUMN.unitPrice, align: 'right' })
  page.text('Amount', { ...look, x: RIGHT - 6, align: 'right' })
  return y + 20
}

/** What was bought. The head of the table stands on every page. */
function writeLines(pdf: Pdf, firstPage: PdfPage, { order }: Invoice, top: number, newPage: () => PdfPage) {
  let page = firstPage
  let y = writeTableHead(page, top)
  for (const item of order.items) {
    const { product, quantity } = item
    const names = pdf.lines(product.name, body, COLUMN.item)
    const notes = [product.weight, piecesPaidBack(item)].flatMap((note) =>
      note ? pdf.lines(note, small, COLUMN.item) : [],
    )
    const height = names.length * lineHeight(body) + notes.length * lineHeight(small) + 10
    if (y + height > BOTTOM) {
      page = newPage()
      y = writeTableHead(page, TOP - 20)
    }
    let baseline = y + 15
    const figures = { ...body, y: baseline, colour: ink, align: 'right' } as const
    for (const each of names) {
      page.text(each, { ...body, x: LEFT + 6, y: baseline, colour: ink })
      baseline += lineHeight(body)
    }
    for (const note of notes) {
      page.text(note, { ...small, x: LEFT + 6, y: baseline, colour: inkMute })
      baseline += lineHeight(small)
    }
    page.text(String(quantity), { ...figures, x: COLUMN.quantity })
    page.text(formatRupees(product.offerPrice), { ...figures, x: COLUMN.unitPrice })
    page.text(formatRupees(product.offerPrice * quantity), { ...figures, x: RIGHT - 6 })
    y += height
    page.box({ x: LEFT, y, width: RIGHT - LEFT, height: 0.5, colour: line })
  }
  return { page, y }
}

/** On one page, all of them. */
function writeSums(lastPage: PdfPage, { order }: Invoice, y: number, newPage: () => PdfPage) {
  const sums = invoiceSums(order)
  const step = lineHeight(body) + 3
  const fits = y + 10 + sums.length * step <= BOTTOM
  const page = fits ? lastPage : newPage()
  let baseline = (fits ? y : TOP - 20) + 22
  for (const { name: of, text, isTotal } of sums) {
    const look = { ...(isTotal ? strong : body), y: baseline, colour: ink }
    page.text(of, { ...look, x: SUMS })
    page.text(text, { ...look, x: RIGHT - 6, align: 'right' })
    baseline += step
  }
}
