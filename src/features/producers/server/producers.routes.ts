import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { implement, implementRaw } from '#kernel/http/implement.ts'
import {
  decideApplication,
  editProducer,
  getApplication,
  getProducer,
  listApplications,
  listProducers,
  listSamples,
  searchProducers,
  submitApplication,
  suspendProducer,
  unsuspendProducer,
  uploadPicturePath,
} from '../producers.contract.ts'
import * as edits from './producer-edits.ts'
import * as producers from './producers.service.ts'
import { MAX_PICTURE_BYTES, storePicture } from './uploads.ts'

export async function producerRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, submitApplication, ({ body }) => producers.submitApplication(deps, body))
  implement(app, listApplications, ({ query }) => producers.listApplications(deps.db, query))
  implement(app, decideApplication, ({ session, params, body }) =>
    edits.moveProducer(deps, session.accountId, params.id, body.status),
  )
  implement(app, getApplication, ({ params }) => edits.getApplication(deps.db, params.id))
  implement(app, listProducers, ({ query }) => producers.listProducers(deps.db, query))
  implement(app, listSamples, async () => ({ producers: await producers.shownSamples(deps) }))
  implement(app, getProducer, ({ params }) => producers.getProducer(deps, params.id))
  implement(app, searchProducers, ({ query }) => producers.searchProducers(deps, query))
  implement(app, editProducer, ({ session, params, body }) =>
    edits.editProducer(deps, session.accountId, params.id, body),
  )
  implement(app, suspendProducer, ({ session, params }) =>
    edits.moveProducer(deps, session.accountId, params.id, 'suspended'),
  )
  implement(app, unsuspendProducer, ({ session, params }) =>
    edits.moveProducer(deps, session.accountId, params.id, 'taken back'),
  )
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
