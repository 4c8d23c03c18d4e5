import { createPdf } from '#kernel/pdf/document.ts'
import { langOf } from '#shared/languages.ts'
import { writeLabel } from './label.ts'
import { writePicking } from './picking.ts'
import type { PrintJob } from './print-job.ts'
import { printWords } from './print-words.ts'
import { writeSlip } from './slip.ts'

/** The wanted parts as a PDF; depends on the job alone. */
export async function printPdf(job: PrintJob) {
  const { what, parcels, storeName, printedAt, language } = job
  const { slips, labels } = printWords[language]
  const titles = { picking: 'Picking list', slips, labels }
  const title = what.map((part) => titles[part]).join(', ')
  const pdf = await createPdf({ title, author: storeName, language: langOf[language], createdAt: printedAt })
  const writeEach = (write: typeof writeSlip | typeof writeLabel) => {
    for (const parcel of parcels) {
      write(pdf, parcel, job)
      pdf.pack()
    }
  }
  if (what.includes('picking')) writePicking(pdf, job)
  if (what.includes('slips')) writeEach(writeSlip)
  if (what.includes('labels')) writeEach(writeLabel)
  return pdf.finish()
}
