import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findHostileText } from '#kernel/guard/security.ts'
import { message } from '#kernel/kernel.messages.ts'
import { AppError, badInput } from '#shared/app-error.ts'

const noForm = () => new AppError('WRONG_TYPE', 415, message('FORM_WANTED_HERE'))
const isForm = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/** Throws WRONG_TYPE or BAD_INPUT for a body that a page's action could not read as a form. */
async function checkForm(request: FastifyRequest, body: Uint8Array<ArrayBuffer>) {
  const type = request.headers['content-type'] ?? ''
  if (!isForm.test(type) || request.headers['content-encoding'] !== undefined) throw noForm()
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw badInput({ body: message('PAGE_FORM_CUT') })
  })
  for (const [name, value] of form) {
    const problem = findHostileText([name, typeof value === 'string' ? value : value.name])
    if (problem) throw badInput({ [name]: problem })
  }
}

/** Takes forms only. The page's action gets the bytes. */
export function takeForms(pages: FastifyInstance) {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: string | Buffer) => {
    const bytes = new Uint8Array(Buffer.from(body))
    await checkForm(request, bytes)
    return bytes
  })
}
