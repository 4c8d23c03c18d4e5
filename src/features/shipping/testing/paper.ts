import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// What comes out of a printer, and what a scanner reads of it.

/** A page as dots, four bytes each: black and white look the same in whichever order the colours come. */
export interface PrintedPage {
  width: number
  height: number
  data: Uint8Array
}

/** Of most label printers, an inch. */
export const DOTS = 203

/** The pages of a PDF as a printer sets them. */
export async function printed(pdf: Uint8Array, dots = DOTS): Promise<PrintedPage[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages: PrintedPage[] = []
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: dots / 72, render: 'bitmap' })
    pages.push({ width, height, data: Uint8Array.from(data) })
  }
  document.destroy()
  library.destroy()
  return pages
}

/** How dark a dot is: 0 is black, 255 white. */
export const darkness = ({ data, width }: PrintedPage, x: number, y: number) => {
  const at = (y * width + x) * 4
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const
}

/** Rows of dots, or columns, in which something is printed: from the first one to the last. */
export function inkOf(page: PrintedPage) {
  let [left, top, right, bottom] = [page.width, page.height, 0, 0]
  for (let y = 0; y < page.height; y += 1)
    for (let x = 0; x < page.width; x += 1)
      if (darkness(page, x, y).some((part) => part < 128)) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
  return { left, top, right, bottom }
}

let scanner: Promise<unknown> | undefined

/** The bar codes that a scanner finds on a page. */
export async function scan({ width, height, data }: PrintedPage) {
  scanner ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true }),
  )
  await scanner
  const dots = { width, height, data: new Uint8ClampedArray(data), colorSpace: 'srgb' as const }
  const found = await readBarcodes(dots, { formats: ['Code128'], tryHarder: true })
  return found.map(({ text, format }) => ({ text, format }))
}
