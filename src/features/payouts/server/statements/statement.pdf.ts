import { lineHeight, lookWithin, writeBlock } from '#kernel/pdf/block.ts'
import { line as hairline, ink, inkMute, inkSoft, kora, madder } from '#kernel/pdf/colours.ts'
import { createPdf, type Pdf, type PdfPage } from '#kernel/pdf/document.ts'
import { isolated } from '#kernel/pdf/fonts.ts'
import { createPages, sheet } from '#kernel/pdf/pages.ts'
import { langOf } from '#shared/languages.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import { hasParts, piecesOf } from '../../statement.words.ts'
import type { Statement, StatementLine } from '../../statements.contract.ts'
import type { StatementJob } from './statement-job.ts'
import { type StatementWords, statementWords } from './statement-words.ts'

// Points from left and top.
const { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM } = sheet
const HALF = 320
const CELL = 6
/** Left edges of words, right edges of figures. */
const COLUMN = { piece: 104, maker: 391, profit: 465, together: RIGHT - CELL }
const PIECE_WIDTH = 206
const FIGURE_WIDTH = 70
const HEAD_HEIGHT = 20

const small = { size: 8.5 }
const body = { size: 10 }
const strong = { size: 10, weight: 'semibold' } as const
const name = { size: 15, weight: 'semibold' } as const
const heading = { size: 22, weight: 'semibold' } as const
const figure = { size: 22, weight: 'semibold' } as const

/** A4 pages; depends on the job alone. */
export async function statementPdf(job: StatementJob) {
  const { statement, storeName, payer, language } = job
  const say = statementWords[language]
  const title = say.title(statement)
  const about = { title, author: payer[0] ?? storeName, language: langOf[language], createdAt: statement.run.madeAt }
  const pdf = await createPdf(about)
  const pages = createPages(pdf)
  const first = pages.add()
  const table = writeLines(pdf, first, job, writeHead(pdf, first, job), pages.add)
  writeCheck(pdf, table.page, job, table.y, pages.add)
  const text = say.foot(statement.run.number, isolated(statement.producer.name))
  pages.writeFeet({
    ...small,
    text,
    language,
    left: LEFT,
    right: RIGHT,
    y: sheet.foot,
    colour: inkMute,
    line: hairline,
  })
  return pdf.finish()
}

/** Gives where the table begins. */
function writeHead(pdf: Pdf, page: PdfPage, { statement, payer, language }: StatementJob) {
  const say = statementWords[language]
  let left = TOP
  payer.forEach((text, index) => {
    const look = index === 0 ? { ...name, colour: ink } : { ...small, colour: inkSoft }
    left = writeBlock(pdf, page, text, { ...look, x: LEFT, y: left, width: HALF - LEFT - 20 })
  })
  page.text(say.statement, { ...heading, x: RIGHT, y: TOP + 4, colour: ink, align: 'right' })
  const right = { ...small, x: HALF, width: RIGHT - HALF, colour: inkSoft }
  const belowRun = writeBlock(pdf, page, say.run(statement), { ...right, y: TOP + 22 })

  const top = Math.max(left, belowRun) + 16
  const column = { x: LEFT, width: HALF - LEFT - 20 }
  page.text(say.paidTo, { ...small, x: LEFT, y: top, colour: inkMute })
  const belowName = writeBlock(pdf, page, statement.producer.name, { ...strong, ...column, y: top + 15, colour: ink })
  page.text(say.amount[statement.state], {
    ...small,
    x: LEFT,
    y: belowName + 8,
    colour: inkMute,
  })
  page.text(formatRupees(statement.amount), { ...figure, x: LEFT, y: belowName + 32, colour: ink })

  let y = top
  for (const [label, text] of facts(statement, say)) {
    page.text(label, { ...small, x: HALF, y, colour: inkMute })
    y = writeBlock(pdf, page, text, { ...body, x: HALF + 60, y, width: RIGHT - HALF - 60, colour: ink }) + 3
  }
  return Math.max(belowName + 46, y) + 10
}

function facts(
  { account, reference, state, endedAt, reason, demo }: Statement,
  say: StatementWords,
): [string, string][] {
  return [
    ...(demo ? [[say.demo, say.demoWords] satisfies [string, string]] : []),
    ...(account === null ? [] : [[say.account, account] satisfies [string, string]]),
    ...(reference === undefined ? [] : [[say.reference, reference] satisfies [string, string]]),
    [say.stateOf, endedAt ? `${say.state[state]}, ${say.day(endedAt)}` : say.state[state]],
    ...(reason === undefined ? [] : [[say.reason, reason] satisfies [string, string]]),
  ]
}

function writeTableHead(page: PdfPage, { language }: StatementJob, y: number) {
  const say = statementWords[language]
  page.box({ x: LEFT, y, width: RIGHT - LEFT, height: HEAD_HEIGHT, colour: kora })
  const look = { ...small, weight: 'semibold', y: y + 13, colour: inkSoft } as const
  page.text(say.delivered, { ...look, x: LEFT + CELL })
  page.text(say.piece, { ...look, x: COLUMN.piece })
  page.text(say.maker, { ...look, x: COLUMN.maker, align: 'right' })
  page.text(say.profit, { ...look, x: COLUMN.profit, align: 'right' })
  page.text(say.together, { ...look, x: COLUMN.together, align: 'right' })
  return y + HEAD_HEIGHT
}

type Column = 'maker' | 'profit' | 'together'

function writeFigure(pdf: Pdf, page: PdfPage, amount: Paise, column: Column, y: number, isStrong = false) {
  const text = formatRupees(amount)
  const look = lookWithin(pdf, text, isStrong ? strong : body, FIGURE_WIDTH)
  page.text(text, { ...look, x: COLUMN[column], y, colour: amount < 0 ? madder : ink, align: 'right' })
}

/** Each page begins with the table's head. */
function writeLines(pdf: Pdf, firstPage: PdfPage, job: StatementJob, top: number, newPage: () => PdfPage) {
  let page = firstPage
  const say = statementWords[job.language]
  let y = writeTableHead(page, job, top)
  const makeRoom = (height: number) => {
    if (y + height <= BOTTOM) return
    page = newPage()
    y = writeTableHead(page, job, TOP - 20)
  }
  for (const line of job.lines) {
    const { words, notes } = wordsOf(pdf, line, say)
    const height = words.length * lineHeight(body) + notes.length * lineHeight(small) + 9
    makeRoom(height)
    writeLine(pdf, page, line, { words, notes }, { baseline: y + 14, say })
    y += height
    page.box({ x: LEFT, y, width: RIGHT - LEFT, height: 0.5, colour: hairline })
  }

  const { maker, profit, together } = job.statement.sums
  makeRoom(26)
  const baseline = y + 17
  page.text(say.counts(job.statement), { ...strong, x: LEFT + CELL, y: baseline, colour: ink })
  writeFigure(pdf, page, maker, 'maker', baseline, true)
  writeFigure(pdf, page, profit, 'profit', baseline, true)
  writeFigure(pdf, page, together, 'together', baseline, true)
  return { page, y: y + 26 }
}

interface Words {
  words: string[]
  /** Below them, in small letters. */
  notes: string[]
}

function wordsOf(pdf: Pdf, line: StatementLine, say: StatementWords): Words {
  const pieces = piecesOf(line)
  // The count stays whole at the end of the last line.
  const count = pieces > 0 ? ` × ${pieces}` : ''
  const words = pdf.lines(say.line(line), body, PIECE_WIDTH - pdf.measure(count, body))
  words.push(`${words.pop() ?? ''}${count}`)
  const reason = line.reason === undefined ? [] : pdf.lines(line.reason, small, PIECE_WIDTH)
  return { words, notes: [...reason, say.where(line)] }
}

function writeLine(
  pdf: Pdf,
  page: PdfPage,
  line: StatementLine,
  { words, notes }: Words,
  { baseline, say }: { baseline: number; say: StatementWords },
) {
  page.text(say.shortDay(line.deliveredAt ?? line.at), { ...body, x: LEFT + CELL, y: baseline, colour: ink })
  let y = baseline
  for (const text of words) {
    page.text(text, { ...body, x: COLUMN.piece, y, colour: ink })
    y += lineHeight(body)
  }
  for (const text of notes) {
    page.text(text, { ...small, x: COLUMN.piece, y, colour: inkMute })
    y += lineHeight(small)
  }
  if (hasParts(line)) {
    writeFigure(pdf, page, line.maker, 'maker', baseline)
    writeFigure(pdf, page, line.profit, 'profit', baseline)
  }
  writeFigure(pdf, page, line.together, 'together', baseline, true)
}

/** How to find the lines in the ledger, and see that nobody changed it. */
function writeCheck(
  pdf: Pdf,
  lastPage: PdfPage,
  { statement, ledger, language }: StatementJob,
  y: number,
  newPage: () => PdfPage,
) {
  const { number, hash } = statement.lastEntry
  const say = statementWords[language]
  const texts = [...say.check(ledger, number), hash, say.hash]
  const width = RIGHT - LEFT
  const height = texts.reduce((sum, text) => sum + pdf.lines(text, small, width).length * lineHeight(small), 24)
  const fits = y + height <= BOTTOM
  const page = fits ? lastPage : newPage()
  let below = (fits ? y : TOP - 20) + 20
  for (const text of texts) below = writeBlock(pdf, page, text, { ...small, x: LEFT, y: below, width, colour: inkSoft })
}
