import { message } from '#kernel/kernel.messages.ts'
import type { Message } from '#shared/messages.ts'
import { columnLetter } from '#shared/reading/column-letter.ts'
import { damagedSheet, MAX_TEXT_CHARACTERS, openParts, type Parts, UnreadableSheet } from './xlsx-parts.ts'

export const MAX_SHEET_ROWS = 200_000
const MAX_CELL_CHARACTERS = 100_000
const MAX_COLUMNS = 16_384

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  row: number
  cells: string[]
}

interface Sheet {
  name: string
  part: string
}

/** Microsoft writes characters that XML cannot hold as _x000D_. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Reads one sheet of an .xlsx as text, as a CSV of it would be; but numbers are not shortened, days are 2026-11-05, times 2026-11-05 19:14.
 * Throws UnreadableSheet; SeveralSheets where `sheet` does not choose one.
 */
export async function readXlsx(bytes: Buffer, sheet: string | undefined, onRow: (row: SheetRow) => void) {
  const parts = await openParts(bytes)
  const { sheets, starts1904 } = await readWorkbook(parts)
  const { part } = sheet === undefined ? await onlySheet(parts, sheets) : namedSheet(sheets, sheet)
  const texts = parts.has('xl/sharedStrings.xml') ? await readTexts(parts) : []
  const isDate = parts.has('xl/styles.xml') ? await readDateStyles(parts) : () => false
  await readSheet(parts, part, { texts, isDate, starts1904 }, onRow)
}

export class SeveralSheets extends Error {
  readonly says: Message
  constructor(names: readonly string[]) {
    super('a workbook has several sheets')
    this.says = message('SEVERAL_SHEETS', { names })
  }
}

async function readWorkbook(parts: Parts) {
  const targets = new Map<string, string>()
  const found: { name: string; id: string; isHidden: boolean }[] = []
  let starts1904 = false
  await parts.read('xl/_rels/workbook.xml.rels', {
    open(name, { Id, Target = '', TargetMode }) {
      if (name !== 'Relationship' || !Id || TargetMode === 'External') return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  await parts.read('xl/workbook.xml', {
    open(tag, { name = '', id = '', state, date1904 }) {
      if (tag === 'sheet') found.push({ name, id, isHidden: state === 'hidden' || state === 'veryHidden' })
      if (tag === 'workbookPr') starts1904 = date1904 === '1' || date1904 === 'true'
    },
  })
  const sheets = found.flatMap(({ name, id, isHidden }): Sheet[] => {
    const part = targets.get(id)
    return isHidden || !part || !parts.has(part) ? [] : [{ name, part }]
  })
  if (sheets.length === 0) throw damagedSheet()
  return { sheets, starts1904 }
}

function namedSheet(sheets: readonly Sheet[], name: string) {
  const found = sheets.find((sheet) => sheet.name === name)
  if (!found) throw new SeveralSheets(sheets.map((sheet) => sheet.name))
  return found
}

/** The one sheet with content, or the first of empty ones. */
async function onlySheet(parts: Parts, sheets: readonly Sheet[]) {
  const full: Sheet[] = []
  if (sheets.length > 1)
    for (const sheet of sheets) {
      let hasCell = false
      await parts.read(sheet.part, {
        open() {},
        close(name) {
          if (name !== 'v' && name !== 't') return undefined
          hasCell = true
          return false
        },
      })
      if (hasCell) full.push(sheet)
    }
  if (full.length > 1) throw new SeveralSheets(full.map(({ name }) => name))
  const [only] = full.length > 0 ? full : sheets
  if (!only) throw damagedSheet()
  return only
}

/** Texts that cells share, in their order, without pronunciation. */
async function readTexts(parts: Parts) {
  const texts: string[] = []
  let [text, characters, isText, isSpoken] = ['', 0, false, false]
  await parts.read('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isSpoken = true
      isText = name === 't' && !isSpoken
    },
    text(part) {
      if (!isText) return
      text += part
      characters += part.length
      if (characters > MAX_TEXT_CHARACTERS) throw new UnreadableSheet(message('SHEET_TEXTS_TOO_LONG'))
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isSpoken = false
      if (name === 'si') texts.push(unescaped(text))
      return undefined
    },
  })
  return texts
}

/** Numbers of built-in formats of days and times. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])
/** Letters of days and times, outside quoted texts, colours and languages. */
const isDateFormat = (code: string) =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '').replace(/general|standard/gi, ''))

async function readDateStyles(parts: Parts) {
  const own = new Set<number>()
  const styles: boolean[] = []
  let isInCells = false
  await parts.read('xl/styles.xml', {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'cellXfs') isInCells = true
      if (name === 'numFmt' && isDateFormat(formatCode)) own.add(Number(numFmtId))
      if (name === 'xf' && isInCells) styles.push(dateFormats.has(Number(numFmtId)) || own.has(Number(numFmtId)))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
      return undefined
    },
  })
  return (style: number) => styles[style] ?? false
}

const DAYS_1900_TO_1970 = 25_569
const DAYS_1900_TO_1904 = 1462
const DAY_MS = 86_400_000

function dateOf(days: number, starts1904: boolean) {
  const ms = Math.round((days + (starts1904 ? DAYS_1900_TO_1904 : 0) - DAYS_1900_TO_1970) * DAY_MS)
  const date = new Date(ms)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return String(days)
  const [day = '', time = ''] = date.toISOString().split('T')
  if (days >= 0 && days < 1) return time.slice(0, 5)
  return ms % DAY_MS === 0 ? day : `${day} ${time.slice(0, 5)}`
}

/** A stored number without the digits that binary fractions add. */
function numberOf(stored: string) {
  if (/^-?\d{1,21}$/.test(stored)) return stored
  const value = Number(stored)
  if (!Number.isFinite(value)) return stored
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(15)))
}

/** "B7" is in column 1, the first being 0. */
function columnOf(reference: string) {
  let at = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') at = at * 26 + letter.charCodeAt(0) - 64
  return at - 1
}

interface Reading {
  texts: readonly string[]
  isDate: (style: number) => boolean
  starts1904: boolean
}

async function readSheet(
  parts: Parts,
  part: string,
  { texts, isDate, starts1904 }: Reading,
  onRow: (row: SheetRow) => void,
) {
  let [rows, row, at] = [0, 0, -1]
  let cells: string[] = []
  let cell: { type: string; style: number; reference: string } | undefined
  let [value, collects] = ['', false]

  function cellText() {
    if (!cell || value === '') return ''
    if (cell.type === 's') return texts[Number(value)] ?? ''
    if (cell.type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (cell.type === 'n') return isDate(cell.style) ? dateOf(Number(value), starts1904) : numberOf(value)
    if (cell.type === 'd') return value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, '')
    return unescaped(value)
  }

  await parts.read(part, {
    open(name, { r, t, s }) {
      if (name === 'row') {
        rows += 1
        row = r === undefined ? row + 1 : Number(r)
        if (rows > MAX_SHEET_ROWS || !Number.isInteger(row))
          throw new UnreadableSheet(message('SHEET_HAS_TOO_MANY_ROWS', { most: MAX_SHEET_ROWS }))
        cells = []
        at = -1
      }
      if (name === 'c') {
        at = r === undefined ? at + 1 : columnOf(r)
        if (at < 0 || at >= MAX_COLUMNS) throw damagedSheet()
        cell = { type: t ?? 'n', style: Number(s ?? 0), reference: r ?? `${columnLetter(at)}${row}` }
        value = ''
      }
      if (name === 'f') throw new UnreadableSheet(message('CELL_HOLDS_FORMULA', { cell: cell?.reference ?? '' }))
      collects = name === 'v' || (name === 't' && cell?.type === 'inlineStr')
    },
    text(part) {
      if (!collects) return
      value += part
      if (value.length > MAX_CELL_CHARACTERS)
        throw new UnreadableSheet(message('CELL_TOO_LONG', { cell: cell?.reference ?? '' }))
    },
    close(name) {
      if (name === 'v' || name === 't') collects = false
      if (name === 'c') {
        const text = cellText()
        if (text !== '') {
          while (cells.length < at) cells.push('')
          cells[at] = text
        }
        cell = undefined
      }
      if (name === 'row' && cells.length > 0) {
        if (row > MAX_SHEET_ROWS) throw new UnreadableSheet(message('SHEET_FILLED_FAR_BELOW', { last: MAX_SHEET_ROWS }))
        onRow({ row, cells })
      }
      return name !== 'sheetData' && undefined
    },
  })
}
