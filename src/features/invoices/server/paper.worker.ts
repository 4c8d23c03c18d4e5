import { makePdfs } from '#kernel/pdf/pdf-worker.ts'
import { paperPdf } from './paper.pdf.ts'

makePdfs(paperPdf)
