import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, badInput, tooLarge } from '#shared/app-error.ts'
import type { Endpoint, Form } from '#shared/endpoint.ts'
import { HOUR_MS } from '#shared/time.ts'
import { checkSlowSession } from './ended-sessions.ts'
import { findHostileText } from './security.ts'
import { hasBody } from './slow-clients.ts'

// Bodies that are not JSON. Files of a form go to disk as they come, never to memory.

const MAX_JSON_BYTES = 256 * 1024
const MAX_FIELDS = 20

/** Without a body there is no stream whose end could be waited for (app.ts), so what reads bodies, by their type, gets an empty one. */
export function readMissingBodies(app: FastifyInstance) {
  app.addHook('preParsing', (request, _, payload, done) => {
    const isMissing = request.headers['content-type'] !== undefined && !hasBody(request)
    done(null, isMissing ? Readable.from([]) : payload)
  })
}

const asItCame = (_: unknown, body: string | Buffer, done: (error: null, body: string | Buffer) => void) =>
  done(null, body)

/** Takes the kinds of body that an endpoint asks for. `app` is the context of that route alone. */
export async function acceptBody(app: FastifyInstance, { input, form }: Pick<Endpoint, 'input' | 'form'>) {
  if (input === 'raw') {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, asItCame)
  }
  if (!form) return
  if (input === 'csv') app.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: form.maxBytes }, asItCame)
  // One file more than is allowed is let in, so that its refusal can say why.
  const limits = { files: form.most + 1, fileSize: form.maxBytes, fields: MAX_FIELDS, fieldSize: MAX_JSON_BYTES }
  await app.register(multipart, { limits })
}

/** A form that has arrived. */
export interface ReadForm {
  /** What its fields say, still to be checked. */
  value: unknown
  /** Where its files lie until the work is done. */
  files: readonly string[]
  /** What the sender calls them. */
  names: readonly string[]
}

/**
 * Reads the body and hands on what the form says, still to be checked, and where its files lie until the work is done; or all of the
 * body as bytes. Whatever happens, no file is left. Throws BAD_INPUT, TOO_LARGE, WRONG_TYPE, and NOT_LOGGED_IN when the
 * session has ended while it arrived.
 */
export async function withBody<Result>(
  request: FastifyRequest,
  { input, form }: Pick<Endpoint, 'input' | 'form'>,
  work: (json: unknown, read: { body: unknown } | Pick<ReadForm, 'files' | 'names'>) => Promise<Result>,
) {
  if (!form || Buffer.isBuffer(request.body)) return work(undefined, { body: request.body ?? Buffer.alloc(0) })
  // Read and checked as that of any other endpoint.
  if (form.isJsonEnough && request.body !== undefined) return work(request.body, { files: [], names: [] })
  const { deps } = request.server
  const folder = path.join(uploadsFolder(deps.config.dataDir), randomBytes(12).toString('hex'))
  try {
    const { value, files, names } = await receive(request, form, folder).catch((error: unknown) => {
      throw isBrokenForm(error) ? brokenForm() : error
    })
    await checkSlowSession(deps, request)
    if (input !== 'csv') return await work(value, { files, names })
    const [file] = files
    if (!file) throw badInput({ [form.file]: 'Choose a CSV file' })
    return await work(undefined, { body: await readFile(file) })
  } finally {
    await rm(folder, { recursive: true, force: true })
    // The rest of the upload is read and dropped: browsers show the answer only after they have sent everything.
    request.raw.resume()
  }
}

const brokenForm = () => badInput({ form: 'The form did not arrive whole. Please send it again' })

/**
 * A form that ends in the middle, or whose parts cannot be told apart, is an Error without a code, while what is too much of a form and
 * what goes wrong with files has one.
 */
const isBrokenForm = (error: unknown) => error instanceof Error && error.constructor === Error && !('code' in error)

async function receive(request: FastifyRequest, form: Form, folder: string): Promise<ReadForm> {
  const { json, fields, file, most, maxBytes } = form
  if (request.isMultipart() && !hasBody(request)) throw brokenForm()
  // With some room for the text around the files.
  if (Number(request.headers['content-length']) > most * maxBytes + 2 * MAX_JSON_BYTES) throw tooLarge()
  const files: string[] = []
  const names: string[] = []
  const texts = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname !== json && !(fields && Object.hasOwn(fields, part.fieldname))) continue
      if (part.valueTruncated) throw tooLarge()
      texts.set(part.fieldname, String(part.value))
      continue
    }
    if (files.length === most) throw form.tooMany ? badInput({ [file]: form.tooMany }) : tooLarge()
    await mkdir(folder, { recursive: true })
    const saved = path.join(folder, String(files.length))
    await pipeline(part.file, createWriteStream(saved))
    if (part.file.truncated) throw fileTooLarge(form)
    // A file field that was left empty.
    const { size } = await stat(saved)
    if (size === 0 && !part.filename) continue
    // Where there is but one file, its name does not matter.
    if (part.fieldname !== file && most > 1) throw badInput({ [file]: `Send the files as \`${file}\`` })
    files.push(saved)
    names.push(part.filename)
  }
  return { value: fields ? bodyOf(fields, texts) : json && parseField(json, texts.get(json)), files, names }
}

/** The body that the fields make up, those that were sent. */
function bodyOf(fields: NonNullable<Form['fields']>, texts: ReadonlyMap<string, string>) {
  const body = Object.entries(fields).flatMap(([name, writtenAs]) => {
    const text = texts.get(name)
    if (text === undefined) return []
    if (writtenAs === 'json') return [[name, parseField(name, text)]]
    const problem = findHostileText(text)
    if (problem) throw badInput({ [name]: problem })
    return [[name, text]]
  })
  return Object.fromEntries(body)
}

const fileTooLarge = ({ file, tooLarge: sentence }: Form) =>
  sentence ? new AppError(tooLarge.code, tooLarge.status, sentence, { fields: { [file]: sentence } }) : tooLarge()

function parseField(name: string, text: string | undefined): unknown {
  if (text === undefined) throw badInput({ [name]: `Send ${name} as JSON` })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badInput({ [name]: `${name} is not valid JSON` })
  }
  const problem = findHostileText(value)
  if (problem) throw badInput({ [name]: problem })
  return value
}

/** Where files lie while they arrive. */
export const uploadsFolder = (dataDir: string) => path.join(dataDir, 'incoming')

/** Removes what an upload left behind when the process died in the middle of it. */
export async function removeLeftUploads(dataDir: string, now: Date) {
  const folder = uploadsFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(path.join(folder, name)).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > HOUR_MS)
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}
