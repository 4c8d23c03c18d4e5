import type { PrintPart } from '#features/orders/parcels/print.contract.ts'
import { createPdf } from '#kernel/pdf/document.ts'
import { writeLabel } from './label.ts'
import { writePicking } from './picking.ts'
import type { PrintJob } from './print-job.ts'
import { writeSlip } from './slip.ts'

const titles: Record<PrintPart, string> = { picking: 'Picking list', slips: 'Slips', labels: 'Labels' }

/** The wanted parts as a PDF; depends on the job alone. */
export async function printPdf(job: PrintJob) {
  const { what, parcels, storeName, printedAt } = job
  const title = what.map((part) => titles[part]).join(', ')
  const pdf = await createPdf({ title, author: storeName, language: 'en-IN', createdAt: printedAt })
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
