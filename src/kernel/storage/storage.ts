import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#shared/app-error.ts'
import { SHOWN_ELSEWHERE } from '../guard/security.ts'
import { appError, message } from '../kernel.messages.ts'

export const storageAway = appError('STORAGE_AWAY', 503)

/** Uploaded pictures, and certificates as PDF, by names like `key/width.format`. A missing one is no error. */
export interface Storage {
  put: (name: string, content: Buffer) => Promise<void>
  remove: (key: string) => Promise<void>
  find: (name: string) => Promise<Buffer | undefined>
}

export const mediaTypes: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', pdf: 'application/pdf' }

/** A file appears whole or not at all, and is on disk before it has its name. */
export function folderStorage(folder: string): Storage {
  return {
    async put(name, content) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(`${file}.part`, content, { flush: true })
      await rename(`${file}.part`, file)
    },
    find: (name) =>
      readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      }),
    // Tried again when a variant is written at the same moment.
    remove: (key) => rm(path.join(folder, key), { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Sends uploaded pictures from a bucket; every other address under /media is a file (pages.ts). */
export function bucketRoutes(app: FastifyInstance) {
  const { config, storage } = app.deps
  if (!config.bucket) return
  app.get<{ Params: { key: string; width: string; format: string } }>(
    '/media/:key(^(?:product|producer)-[0-9a-f]+$)/:width(^\\d+).:format(^(?:webp|avif)$)',
    { config: { file: true } },
    async ({ params: { key, width, format } }, reply) => {
      const content = await storage.find(`${key}/${width}.${format}`)
      if (!content) throw notFound({ what: message('THIS_PICTURE') })
      return reply
        .type(mediaTypes[format] ?? '')
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', ...SHOWN_ELSEWHERE })
        .send(content)
    },
  )
}
