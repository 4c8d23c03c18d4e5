import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { findHostileText } from '#kernel/http/security.ts'
import { wholeForm } from '#kernel/http/whole-form.ts'
import { AppError, badInput, tooLarge } from '#shared/app-error.ts'
import { HOUR_MS } from '#shared/time.ts'
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../seller-products.contract.ts'

const MAX_DATA_BYTES = 256 * 1024
const MAX_FIELDS = 20

/** One file more than is allowed is let in, so that its refusal can say why. */
export const uploadLimits = {
  files: MAX_IMAGES + 1,
  fileSize: MAX_IMAGE_BYTES,
  fields: MAX_FIELDS,
  fieldSize: MAX_DATA_BYTES,
}

const tooManyImages = () => badInput({ images: `A product can have at most ${MAX_IMAGES} images` })
const imageTooLarge = () =>
  new AppError('TOO_LARGE', 413, 'An image can have at most 10 MB', {
    fields: { images: 'An image can have at most 10 MB' },
  })

export interface ProductUpload {
  /** The parsed `productData`. */
  data: unknown
  /** The pictures as they came, on disk: they are gone when the work is done. */
  files: readonly string[]
}

const uploadsFolder = (dataDir: string) => path.join(dataDir, 'incoming')

/**
 * Takes in a product form, pictures to disk and never to memory, and hands it on; whatever happens, its files are gone after it.
 * Throws BAD_INPUT, TOO_LARGE, WRONG_TYPE.
 */
export async function withUpload<Result>(
  dataDir: string,
  request: FastifyRequest,
  work: (upload: ProductUpload) => Promise<Result>,
) {
  const folder = path.join(uploadsFolder(dataDir), randomBytes(12).toString('hex'))
  try {
    return await work(await wholeForm(request, receive(request, folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
    // What is still on its way is read and dropped, so that the browser gets to see the answer.
    request.raw.resume()
  }
}

async function receive(request: FastifyRequest, folder: string): Promise<ProductUpload> {
  // With some room for the text around the pictures.
  if (Number(request.headers['content-length']) > MAX_IMAGES * MAX_IMAGE_BYTES + 2 * MAX_DATA_BYTES) throw tooLarge()
  const files: string[] = []
  let json: string | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge()
      if (part.fieldname === 'productData') json = String(part.value)
      continue
    }
    if (files.length === MAX_IMAGES) throw tooManyImages()
    await mkdir(folder, { recursive: true })
    const file = path.join(folder, String(files.length))
    await pipeline(part.file, createWriteStream(file))
    if (part.file.truncated) throw imageTooLarge()
    // A file field that was left empty.
    const { size } = await stat(file)
    if (size === 0 && !part.filename) continue
    if (part.fieldname !== 'images') throw badInput({ images: 'Send the pictures as `images`' })
    files.push(file)
  }
  return { data: parseData(json), files }
}

function parseData(json: string | undefined): unknown {
  if (json === undefined) throw badInput({ productData: 'Send productData: the product as JSON' })
  let data: unknown
  try {
    data = JSON.parse(json)
  } catch {
    throw badInput({ productData: 'productData is not valid JSON' })
  }
  const problem = findHostileText(data)
  if (problem) throw badInput({ productData: problem })
  return data
}

/** Removes what an upload left behind when the process died in the middle of it. */
export async function removeLeftUploads(dataDir: string, now: Date) {
  const folder = uploadsFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(path.join(folder, name)).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > HOUR_MS)
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}
