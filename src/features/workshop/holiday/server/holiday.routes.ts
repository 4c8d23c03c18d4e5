import type { FastifyInstance } from 'fastify'
import { getHoliday, saveHoliday } from '#features/producers/holidays/server/holidays.ts'
import { implement } from '#kernel/http/implement.ts'
import { workshopOf } from '../../door/server/login.ts'
import * as contract from '../holiday.contract.ts'

export function ownHolidayRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getOwnHoliday: ({ session }) => getHoliday(deps, workshopOf(session).producer.id),
    setOwnHoliday: ({ session, body }) => saveHoliday(deps, session, workshopOf(session).producer.id, body),
    endOwnHoliday: ({ session }) => saveHoliday(deps, session, workshopOf(session).producer.id, null),
  })
}
