import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { implement, implementRaw } from '#server/implement.ts'
import {
  decideApplication,
  getProducer,
  listApplications,
  listProducers,
  submitApplication,
  uploadPicturePath,
} from '../producers.contract.ts'
import * as producers from './producers.service.ts'
import { MAX_PICTURE_BYTES, storePicture } from './uploads.ts'

export async function producerRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, submitApplication, ({ body }) => producers.submitApplication(deps, body))
  implement(app, listApplications, ({ query }) => producers.listApplications(deps.db, query))
  implement(app, decideApplication, ({ session, params, body }) =>
    producers.decideApplication(deps, session.accountId, params.id, body.status),
  )
  implement(app, listProducers, ({ query }) => producers.listProducers(deps.db, query))
  implement(app, getProducer, ({ params }) => producers.getProducer(deps.db, params.id))
  await app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { files: 1, fileSize: MAX_PICTURE_BYTES, fields: 5, fieldSize: 1000 } })
    implementRaw(
      uploads,
      {
        method: 'POST',
        path: uploadPicturePath,
        access: 'public',
        rate: 'pictureUpload',
        summary: 'Upload a picture for an application (multipart, one file named `picture`)',
      },
      async ({ request }) => ({ success: true, ...(await storePicture(deps, request)) }),
    )
  })
}
