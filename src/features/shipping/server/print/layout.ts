import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { lineHeight, lookWithin, writeBlock } from '#kernel/pdf/block.ts'
import type { Pdf, PdfPage, TextLook } from '#kernel/pdf/document.ts'
import { isolated } from '#kernel/pdf/fonts.ts'
import type { Sender } from './print-job.ts'

// Shared by slips, labels and the picking list. Lengths are points from left and top.

/** Texts in the order they are read, one below the other. */
export interface Paragraph {
  text: string
  look: TextLook
}

interface Column {
  x: number
  top: number
  width: number
  colour: string
}

const scaled = (look: TextLook, scale: number) => ({ ...look, size: look.size * scale })

/** The height of paragraphs in a column, at this scale. */
export const heightOf = (pdf: Pdf, paragraphs: readonly Paragraph[], width: number, scale = 1) =>
  paragraphs.reduce((sum, { text, look }) => {
    const smaller = scaled(look, scale)
    return sum + pdf.lines(text, smaller, width).length * lineHeight(smaller)
  }, 0)

/** Writes paragraphs one below the other; gives where the next thing begins. */
export function writeColumn(
  pdf: Pdf,
  page: PdfPage,
  paragraphs: readonly Paragraph[],
  { top, ...column }: Column,
  scale = 1,
) {
  let below = top
  for (const { text, look } of paragraphs) {
    const smaller = scaled(look, scale)
    // Letters stand on a line, their own height below the top.
    below = writeBlock(pdf, page, text, { ...column, ...smaller, y: below + smaller.size }) - smaller.size
  }
  return below
}

/** Writes paragraphs in letters small enough to fit a height. */
export function fitColumn(
  pdf: Pdf,
  page: PdfPage,
  paragraphs: readonly Paragraph[],
  { height, ...column }: Column & { height: number },
) {
  let scale = 1
  while (heightOf(pdf, paragraphs, column.width, scale) > height) scale *= 0.95
  return writeColumn(pdf, page, paragraphs, column, scale)
}

interface MarkPlace {
  x: number
  y: number
  width: number
  size: number
  colour: string
  /** Colour of the Devanagari name. */
  accent: string
}

/** Writes the shop's name; only Haat itself has it in Devanagari too. */
export function writeMark(pdf: Pdf, page: PdfPage, storeName: string, place: MarkPlace) {
  const { x, y, width, colour, accent } = place
  const look = lookWithin(pdf, storeName, { size: place.size, weight: 'display' } as const, width)
  page.text(storeName, { ...look, x, y, colour })
  if (storeName !== 'Haat') return
  const beside = x + pdf.measure(storeName, look) + look.size * 0.24
  page.text('हाट', { ...look, size: look.size * 0.86, x: beside, y, colour: accent })
}

/** Town and state, each in its own writing direction. */
export const townOf = ({ city, state }: { city: string; state: string }) => `${isolated(city)}, ${isolated(state)}`

/** A sender's address, a line each; without one `otherwise`. */
export function senderLines({ address, phone }: Sender, otherwise: string): string[] {
  const place = address ? `${isolated(address.street)}, ${townOf(address)} ${address.zipcode}` : otherwise
  // Senders are in India.
  return phone ? [place, formatPhone(phone, 'India')] : [place]
}
