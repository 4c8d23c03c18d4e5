import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { decodePicture, encodeVariants } from '#features/pictures/server/encode-picture.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { FileAnswer } from '#kernel/http/file-answer.ts'
import { AppError, badInput } from '#shared/app-error.ts'
import { message } from '../../catalog.messages.ts'
import { markNotFound } from '../marks.contract.ts'
import { findMarkKind } from '../marks.kinds.ts'
import { isShownOn, type StoredMark } from '../marks.rules.ts'
import { parseMarks } from './marks.ts'

type Evidence = NonNullable<StoredMark['evidence']>

/** Pixels, enough to read the small print of a certificate. */
const WIDTH = 1600
const KEY_BYTES = 12
const PDF = 'evidence.pdf'
const PDF_BEGINS = '%PDF-'

async function isPdf(file: string) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PDF_BEGINS.length), 0, PDF_BEGINS.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === PDF_BEGINS
  } finally {
    await handle.close()
  }
}

/** Stores a certificate: a picture without its metadata, or a PDF as it is, told apart by their content. Throws BAD_INPUT, PICTURE_TOO_LARGE. */
export async function storeEvidence(deps: Pick<Deps, 'storage'>, file: string): Promise<Evidence> {
  const key = `mark-${randomBytes(KEY_BYTES).toString('hex')}`
  if (await isPdf(file)) {
    await deps.storage.put(`${key}/${PDF}`, await readFile(file))
    return { key, file: PDF }
  }
  const picture = await decodePicture(file, WIDTH).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'UNREADABLE_PICTURE'
      ? badInput({ evidence: message('EVIDENCE_UNREADABLE') })
      : error
  })
  await encodeVariants(picture, [picture.width], 'webp', (name, content) => deps.storage.put(`${key}/${name}`, content))
  return { key, file: `${picture.width}.webp` }
}

export async function removeEvidence(deps: Pick<Deps, 'storage'>, evidence: readonly Evidence[]) {
  for (const { key } of evidence) await deps.storage.remove(key)
}

interface Asked {
  id: string
  kind: string
}

async function findMark(db: Db, { id, kind }: Asked) {
  const row = await db.selectFrom('products').select(['marks', 'archived']).where('id', '=', id).executeTakeFirst()
  const mark = row && parseMarks(row.marks).find((one) => one.kind === findMarkKind(kind))
  return mark && { mark, isArchived: row.archived === 1 }
}

/** A PDF is saved, not opened. Throws MARK_NOT_FOUND. */
async function send({ storage }: Pick<Deps, 'storage'>, { kind, evidence }: StoredMark): Promise<FileAnswer> {
  const content = evidence && (await storage.find(`${evidence.key}/${evidence.file}`))
  if (!content) throw markNotFound()
  return evidence.file === PDF ? { content, type: 'application/pdf', name: `${kind}.pdf` } : { content }
}

/** For everybody, while the mark is valid on this Indian day and the product is in the shop. Throws MARK_NOT_FOUND. */
export async function readEvidence(deps: Pick<Deps, 'db' | 'storage'>, asked: Asked, today: string) {
  const found = await findMark(deps.db, asked)
  if (!found || found.isArchived || !isShownOn(found.mark, today)) throw markNotFound()
  return send(deps, found.mark)
}

/** For the office, of any mark. Throws MARK_NOT_FOUND. */
export async function readOfficeEvidence(deps: Pick<Deps, 'db' | 'storage'>, asked: Asked) {
  const found = await findMark(deps.db, asked)
  if (!found) throw markNotFound()
  return send(deps, found.mark)
}
