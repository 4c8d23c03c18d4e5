import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as holidayContract from '../holidays/holidays.contract.ts'
import { getHoliday, saveHoliday } from '../holidays/server/holidays.ts'
import * as contract from '../producers.contract.ts'
import { lookAtApplication } from '../status/server/look-at-application.ts'
import * as applications from './applications.ts'
import { moveProducer } from './move-producer.ts'
import { addProducer, editProducer } from './producer-edits.ts'
import * as producers from './producers.service.ts'
import { storePicture } from './uploads.ts'

export function producerRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    submitApplication: ({ body, request }) => applications.submitApplication(deps, body, request.language),
    lookAtApplication: ({ params, reply }) => {
      // Anybody with the link may look, and nobody keeps the answer.
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      return lookAtApplication(deps.db, params.token)
    },
    listApplications: ({ query }) => applications.listApplications(deps.db, query),
    decideApplication: ({ session, params, body }) => moveProducer(deps, session, params.id, body.status, body.message),
    getApplication: ({ params }) => applications.getApplication(deps.db, params.id),
    listProducers: ({ query, db }) => producers.listProducers(db, query),
    listSamples: ({ db }) => producers.listSamples({ ...deps, db }),
    getProducer: ({ params, db }) => producers.getProducer(db, params.id),
    searchProducers: ({ query }) => producers.searchProducers(deps.db, query),
    addProducer: ({ session, body }) => addProducer(deps, session, body),
    editProducer: ({ session, params, body }) => editProducer(deps, session, params.id, body),
    suspendProducer: ({ session, params }) => moveProducer(deps, session, params.id, 'suspended'),
    unsuspendProducer: ({ session, params }) => moveProducer(deps, session, params.id, 'taken back'),
    uploadPicture: ({ files: [file] }) => storePicture(deps, file),
  })
  implement(app, holidayContract, {
    getHoliday: ({ params }) => getHoliday(deps, params.id),
    setHoliday: ({ session, params, body }) => saveHoliday(deps, session, params.id, body),
    endHoliday: ({ session, params }) => saveHoliday(deps, session, params.id, null),
  })
}
