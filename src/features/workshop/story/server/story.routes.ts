import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../story.contract.ts'
import { changeStory, readStory } from './story.service.ts'

export function storyRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getStory: async ({ session }) => ({ story: await readStory(deps.db, session) }),
    changeStory: ({ session, body }) => changeStory(deps, session, body),
  })
}
