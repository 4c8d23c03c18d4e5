import { paperNumber } from '#features/orders/paper-number.ts'
import { lineHeight, writeBlock } from '#kernel/pdf/block.ts'
import { ink, inkMute, inkSoft, kora, line } from '#kernel/pdf/colours.ts'
import { createPdf, type Pdf, type PdfPage } from '#kernel/pdf/document.ts'
import { createPages, sheet } from '#kernel/pdf/pages.ts'
import { formatRupees, times } from '#shared/money.ts'
import {
  buyerLines,
  type Paper,
  paperFacts,
  paperSums,
  paperTitle,
  paymentHeading,
  paymentInWords,
  sharesHeading,
  sharesInWords,
} from '../invoices.words.ts'

// Points from left and top.
const { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM } = sheet
const HALF = 340
const COLUMN = { item: 240, quantity: 338, unitPrice: 428 }
const SUMS = 345

const small = { size: 9 }
const body = { size: 10 }
const strong = { size: 10, weight: 'semibold' } as const
const name = { size: 15, weight: 'semibold' } as const
const heading = { size: 24, weight: 'semibold' } as const
const STEP = lineHeight(body) + 3

/** A4 pages; depends on the paper alone. */
export async function paperPdf(paper: Paper) {
  const title = paperTitle(paper)
  const { seller, storeName } = paper
  const about = { title, author: seller[0] ?? storeName, language: 'en-IN', createdAt: paper.issuedAt }
  const pdf = await createPdf(about)
  const pages = createPages(pdf)
  const first = pages.add()
  const belowHead = writeHead(pdf, first, paper)
  const belowParties = writeParties(pdf, first, paper, belowHead)
  const { page, y } = writeLines(pdf, first, paper, belowParties, pages.add)
  const sums = writeSums(page, paper, y, pages.add)
  writeShares(sums.page, paper, sums.y, pages.add)
  pages.writeFeet({
    ...small,
    text: `${title}, ${storeName}`,
    left: LEFT,
    right: RIGHT,
    y: sheet.foot,
    colour: inkMute,
    line,
  })
  return pdf.finish()
}

function writeHead(pdf: Pdf, page: PdfPage, paper: Paper) {
  let left = TOP
  paper.seller.forEach((text, index) => {
    const look = index === 0 ? { ...name, colour: ink } : { ...small, colour: inkSoft }
    left = writeBlock(pdf, page, text, { ...look, x: LEFT, y: left, width: HALF - LEFT - 40 })
  })
  page.text(paperTitle(paper).replace(/ \d+$/, ''), { ...heading, x: RIGHT, y: TOP + 4, colour: ink, align: 'right' })
  let right = TOP + 24
  for (const fact of [`Number ${paperNumber(paper.number)}`, ...paperFacts(paper)]) {
    page.text(fact, { ...body, x: RIGHT, y: right, colour: inkSoft, align: 'right' })
    right += lineHeight(body)
  }
  return Math.max(left, right) + 20
}

function writeParties(pdf: Pdf, page: PdfPage, paper: Paper, top: number) {
  const y = top + lineHeight(small) + 2
  page.text('Bill to', { ...small, x: LEFT, y: top, colour: inkMute })
  let left = y
  buyerLines(paper.order).forEach((text, index) => {
    const look = index === 0 ? strong : body
    left = writeBlock(pdf, page, text, { ...look, x: LEFT, y: left, width: HALF - LEFT - 20, colour: ink })
  })
  page.text(paymentHeading(paper), { ...small, x: HALF, y: top, colour: inkMute })
  const right = writeBlock(pdf, page, paymentInWords(paper), { ...body, x: HALF, y, width: RIGHT - HALF, colour: ink })
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

/** Each page begins with the table's head. */
function writeLines(pdf: Pdf, firstPage: PdfPage, { order }: Paper, top: number, newPage: () => PdfPage) {
  let page = firstPage
  let y = writeTableHead(page, top)
  for (const { product, quantity } of order.items) {
    const names = pdf.lines(product.name, body, COLUMN.item)
    const notes = product.weight ? pdf.lines(product.weight, small, COLUMN.item) : []
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
    page.text(formatRupees(times(product.offerPrice, quantity)), { ...figures, x: RIGHT - 6 })
    y += height
    page.box({ x: LEFT, y, width: RIGHT - LEFT, height: 0.5, colour: line })
  }
  return { page, y }
}

/** All sums are on one page. */
function writeSums(lastPage: PdfPage, paper: Paper, y: number, newPage: () => PdfPage) {
  const sums = paperSums(paper)
  const fits = y + 10 + sums.length * STEP <= BOTTOM
  const page = fits ? lastPage : newPage()
  let baseline = (fits ? y : TOP - 20) + 22
  for (const { name: of, text, isTotal } of sums) {
    const look = { ...(isTotal ? strong : body), y: baseline, colour: ink }
    page.text(of, { ...look, x: SUMS })
    page.text(text, { ...look, x: RIGHT - 6, align: 'right' })
    baseline += STEP
  }
  return { page, y: baseline }
}

/** On one page; nothing without shares. */
function writeShares(lastPage: PdfPage, paper: Paper, y: number, newPage: () => PdfPage) {
  const shares = sharesInWords(paper)
  if (shares.length === 0) return
  const fits = y + (shares.length + 2) * STEP <= BOTTOM
  const page = fits ? lastPage : newPage()
  let baseline = fits ? y + STEP : TOP
  page.box({ x: SUMS, y: baseline - STEP, width: RIGHT - SUMS, height: 0.5, colour: line })
  page.text(sharesHeading, { ...small, x: SUMS, y: baseline, colour: inkMute })
  for (const { name: of, text } of shares) {
    baseline += STEP
    page.text(of, { ...small, x: SUMS, y: baseline, colour: inkSoft })
    page.text(text, { ...small, x: RIGHT - 6, y: baseline, colour: inkSoft, align: 'right' })
  }
}
