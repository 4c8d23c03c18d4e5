import type { MailDeps } from '#kernel/mail/mail-kinds.ts'
import { startPdfThread } from '#kernel/pdf/pdf-thread.ts'
import { indianDay } from '#shared/day.ts'
import type { PrintJob } from './print-job.ts'
import { readPrintJob, type WantedPrint } from './read-job.ts'

/** One thread for calls and mails, from the first PDF until it is idle. */
const thread = startPdfThread<PrintJob>(new URL('./print.worker.ts', import.meta.url))

/** Makes the PDF of what is to be printed. Throws ORDER_NOT_FOUND, PARCEL_NOT_FOUND, NOTHING_TO_PRINT. */
export async function printAsPdf(deps: MailDeps, wanted: WantedPrint) {
  const job = await readPrintJob(deps, wanted)
  return { name: `parcels-${indianDay(job.printedAt)}.pdf`, content: await thread.make(job) }
}
