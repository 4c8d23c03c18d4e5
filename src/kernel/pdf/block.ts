import type { Pdf, PdfPage, TextLook } from './document.ts'

/** From one line to the next, in points. */
export const lineHeight = ({ size }: Pick<TextLook, 'size'>) => size * 1.4

export interface Block extends TextLook {
  x: number
  y: number
  width: number
  colour: string
}

/** Writes a text in as many lines as it needs, `y` for the first; gives where the next one goes. */
export function writeBlock(pdf: Pdf, page: PdfPage, text: string, { y, width, ...look }: Block) {
  const lines = pdf.lines(text, look, width)
  lines.forEach((each, index) => {
    page.text(each, { ...look, y: y + index * lineHeight(look) })
  })
  return y + lines.length * lineHeight(look)
}
