import { makePdfs } from '#kernel/pdf/pdf-worker.ts'
import { statementPdf } from './statement.pdf.ts'

makePdfs(statementPdf)
