import { makePdfs } from '#kernel/pdf/pdf-worker.ts'
import { printPdf } from './print.pdf.ts'

makePdfs(printPdf)
