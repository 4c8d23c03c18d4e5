import type { Language } from '#shared/languages.ts'
import { A4, type PageSize, type Pdf, type PdfPage, type TextLook } from './document.ts'

/** The edges of an A4 sheet with a foot, in points from the left and the top. */
export const sheet = { left: 50, right: A4.width - 50, top: 60, bottom: A4.height - 70, foot: A4.height - 40 }

interface Foot extends TextLook {
  text: string
  left: number
  right: number
  y: number
  colour: string
  line?: string
  language?: Language
}

const ofPages: Readonly<Record<Language, (at: number, all: number) => string>> = {
  en: (at, all) => `Page ${at} of ${all}`,
  hi: (at, all) => `${all} में से पेज ${at}`,
}

export function createPages(pdf: Pdf, size?: PageSize) {
  const pages: PdfPage[] = []
  return {
    add() {
      const page = pdf.addPage(size)
      pages.push(page)
      return page
    },
    /** Writes the text on the left of every foot, "Page 1 of 2" on the right; `alone: false` leaves a single page without a number. */
    writeFeet({ text, left, right, line, language = 'en', ...look }: Foot, { alone = true } = {}) {
      pages.forEach((page, index) => {
        if (line) page.box({ x: left, y: look.y - 14, width: right - left, height: 0.5, colour: line })
        page.text(text, { ...look, x: left })
        if (alone || pages.length > 1)
          page.text(ofPages[language](index + 1, pages.length), { ...look, x: right, align: 'right' })
      })
    },
  }
}
