import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SHOWN_ELSEWHERE } from '../guard/security.ts'

/** Serves the files of a folder, which do not wait behind pages (overload.ts). */
export async function serveFiles(app: FastifyInstance, { isShownElsewhere = false, ...folder }: Files) {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, file: true }
    })
    await files.register(fastifyStatic, {
      ...folder,
      decorateReply: false,
      index: false,
      ...(isShownElsewhere ? { setHeaders: (reply) => void reply.headers(SHOWN_ELSEWHERE) } : {}),
    })
  })
}

type Files = FastifyStaticOptions & { isShownElsewhere?: boolean }
