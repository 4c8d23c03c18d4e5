import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import { badInput } from '#shared/app-error.ts'
import { workshopOf } from '../../door/server/login.ts'
import { message } from '../../workshop.messages.ts'
import * as contract from '../products.contract.ts'
import * as pieces from './own-pieces.ts'
import * as send from './send-pieces.ts'

export function ownPieceRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listOwnPieces: ({ session, query }) => pieces.listPieces(deps, session, query),
    getOwnPiece: async ({ session, params }) => ({
      piece: await pieces.getPiece(deps, session, params.id),
      isTrusted: await pieces.isTrustedProducer(deps.db, workshopOf(session).producer.id),
    }),
    sendPhoto({ session, files: [file] }) {
      if (!file) throw badInput({ picture: message('WORKSHOP_PHOTO_MISSING') })
      return send.sendPhoto(deps, session, file)
    },
    addOwnPiece: ({ session, headers, body }) => send.addPiece(deps, session, body, headers['idempotency-key']),
    changeOwnPiece: ({ session, params, body }) => send.changePiece(deps, session, params.id, body),
    setOwnStock: ({ session, params, body }) => send.setPieceStock(deps, session, params.id, body.stock),
    takeOwnChangeBack: ({ session, params }) => send.takePieceBack(deps, session, params.id),
  })
}
