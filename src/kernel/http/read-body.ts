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
import { checkSlowSession } from '../guard/ended-sessions.ts'
import { findHostileText } from '../guard/security.ts'
import { hasBody } from '../guard/slow-clients.ts'
import { message } from '../kernel.messages.ts'

// Bodies that are not JSON. Files of a form go to disk as they come, never to memory.

const MAX_JSON_BYTES = 256 * 1024
const MAX_FIELDS = 20

/** What reads bodies by their type needs a stream whose end it can wait for (app.ts), so a missing body becomes an empty one. */
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
  // One file more than allowed is let in, so that its refusal can say why.
  const limits = { files: form.most + 1, fileSize: form.maxBytes, fields: MAX_FIELDS, fieldSize: MAX_JSON_BYTES }
  await app.register(multipart, { limits })
}

export interface ReadForm {
  value: unknown
  files: readonly string[]
  names: readonly string[]
}

/** Reads the body for `work` and leaves no file behind. Throws BAD_INPUT, TOO_LARGE, WRONG_TYPE; NOT_LOGGED_IN if the session has ended. */
export async function withBody<Result>(
  request: FastifyRequest,
  { input, form }: Pick<Endpoint, 'input' | 'form'>,
  work: (json: unknown, read: { body: unknown } | Pick<ReadForm, 'files' | 'names'>) => Promise<Result>,
) {
  if (!form || Buffer.isBuffer(request.body)) return work(undefined, { body: request.body ?? Buffer.alloc(0) })
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
    if (!file) throw badInput({ [form.file]: message('TABLE_MISSING') })
    return await work(undefined, { body: await readFile(file) })
  } finally {
    await rm(folder, { recursive: true, force: true })
    // The rest is read and dropped: browsers show the answer only after they have sent everything.
    request.raw.resume()
  }
}

const brokenForm = () => badInput({ form: message('FORM_CUT') })

/** A form that is cut off or garbled gives an Error without a code; other errors of forms and files have one. */
const isBrokenForm = (error: unknown) => error instanceof Error && error.constructor === Error && !('code' in error)

async function receive(request: FastifyRequest, form: Form, folder: string): Promise<ReadForm> {
  const { json, fields, file, most, maxBytes } = form
  if (request.isMultipart() && !hasBody(request)) throw brokenForm()
  if (Number(request.headers['content-length']) > most * maxBytes + 2 * MAX_JSON_BYTES) throw fileTooLarge(form)
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
    const { size } = await stat(saved)
    if (size === 0 && !part.filename) continue
    // Where there is but one file, its name does not matter.
    if (part.fieldname !== file && most > 1) throw badInput({ [file]: message('FILES_WANTED', { name: file }) })
    files.push(saved)
    names.push(part.filename)
  }
  return { value: fields ? bodyOf(fields, texts) : json && parseField(json, texts.get(json)), files, names }
}

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
  sentence
    ? new AppError(
        tooLarge.code,
        tooLarge.status,
        sentence,
        typeof sentence === 'string' ? { fields: { [file]: sentence } } : { findings: { [file]: sentence } },
      )
    : tooLarge()

function parseField(name: string, text: string | undefined): unknown {
  if (text === undefined) throw badInput({ [name]: message('FIELD_WANTED', { name }) })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badInput({ [name]: message('FIELD_NO_JSON', { name }) })
  }
  const problem = findHostileText(value)
  if (problem) throw badInput({ [name]: problem })
  return value
}

export const uploadsFolder = (dataDir: string) => path.join(dataDir, 'incoming')

/** Removes uploads that were on their way when the process died. */
export async function removeLeftUploads(dataDir: string, now: Date) {
  const folder = uploadsFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(path.join(folder, name)).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > HOUR_MS)
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}
