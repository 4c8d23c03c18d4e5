import { deflateSync } from 'node:zlib'

export const pdfText = (text: string) => `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')}>`
export const pdfNumber = (value: number) => String(Math.round(value * 1000) / 1000)
/** D:20261121103000Z */
export const pdfDate = (date: Date) => `(D:${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z)`
export const reference = (number: number) => `${number} 0 R`

interface PdfObject {
  dictionary: string
  stream?: Buffer | undefined
}

/** The objects of a PDF, numbered from 1 (ISO 32000-1, 7.3 and 7.5). */
export function createPdfFile() {
  const objects: (PdfObject | undefined)[] = []

  const reserve = () => objects.push(undefined)
  const write = (number: number, dictionary: string, stream?: Buffer) => {
    objects[number - 1] = { dictionary, stream }
  }
  const add = (dictionary: string, stream?: Buffer) => objects.push({ dictionary, stream })

  return {
    reserve,
    write,
    add,
    addCompressed: (dictionary: string, stream: Buffer) =>
      add(`${dictionary} /Filter /FlateDecode`, deflateSync(stream)),

    /** The whole file in parts; streams are not copied. */
    finish(root: number, info: number): Buffer[] {
      const parts: Buffer[] = []
      let length = 0
      const put = (part: string | Buffer) => {
        const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
        parts.push(bytes)
        length += bytes.length
      }
      // Bytes above 127 tell transfer programs that this is not text.
      put('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')
      const rows = objects.map((object, index) => {
        if (!object) throw new Error(`object ${index + 1} of the PDF was never written`)
        const row = `${String(length).padStart(10, '0')} 00000 n \n`
        const { dictionary, stream } = object
        if (stream) {
          put(`${index + 1} 0 obj\n<<${dictionary} /Length ${stream.length}>>\nstream\n`)
          put(stream)
          put('\nendstream\nendobj\n')
        } else put(`${index + 1} 0 obj\n${dictionary}\nendobj\n`)
        return row
      })
      const size = objects.length + 1
      put(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n` +
          `<</Size ${size} /Root ${reference(root)} /Info ${reference(info)}>>\nstartxref\n${length}\n%%EOF\n`,
      )
      return parts
    },
  }
}
export type PdfFile = ReturnType<typeof createPdfFile>
