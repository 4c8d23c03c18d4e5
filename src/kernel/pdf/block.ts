import type { Pdf, PdfPage, TextLook } from './document.ts'

export const lineHeight = ({ size }: Pick<TextLook, 'size'>) => size * 1.4

export interface Block extends TextLook {
  x: number
  y: number
  width: number
  colour: string
}

/** Writes a text from `y` on, in as many lines as it needs; gives the `y` of the next line, in points. */
export function writeBlock(pdf: Pdf, page: PdfPage, text: string, { y, width, ...look }: Block) {
  const lines = pdf.lines(text, look, width)
  lines.forEach((each, index) => {
    page.text(each, { ...look, y: y + index * lineHeight(look) })
  })
  return y + lines.length * lineHeight(look)
}

export function lookWithin<Look extends TextLook>(pdf: Pdf, text: string, look: Look, width: number): Look {
  const wide = pdf.measure(text, look)
  return wide <= width ? look : { ...look, size: (look.size * width) / wide }
}
