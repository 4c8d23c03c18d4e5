import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type CatalogueRead,
  keyOfRead,
  type NotedRead,
  type Outcome,
  outcomeOf,
  type ReadInput,
} from '#kernel/answers/answer-cache/catalogue-reads.ts'
import { DATABASE_FAILED, databaseRefusal, ourFault, refusalOf } from '#kernel/http/errors.ts'
import type { ReadHere } from '#shared/api-client.ts'

export type Question = { read: CatalogueRead; input: ReadInput }

export interface PageReads {
  readHere: ReadHere
  isOneState: () => Promise<boolean>
  asked: ReadonlyMap<string, Question>
  /** What a kept page was made from; undefined when not known. */
  noted: readonly NotedRead[] | undefined
  isLive: () => boolean
}

export interface ForPage {
  request: FastifyRequest
  onFailure: (status: number) => void
  isKept: boolean
  /** The catalogue's version at the beginning, or an earlier one; undefined while the database is away. */
  version: number | undefined
}

/** Only visitors' pages may come from a standby: whoever is logged in reads where their changes are written. */
const versionForStandby = ({ isKept, version }: ForPage) => (isKept ? version : undefined)

/** When the catalogue's version has changed afterwards, the page may have seen two states. */
export function readAsAsked(app: FastifyInstance, page: ForPage): PageReads {
  const reads = createReads(app, page, ({ read, input }) =>
    app.catalogue.read(versionForStandby(page), (db) => outcomeOf(read, input, db)),
  )
  let compared = { reads: 0, isSame: true }
  return {
    ...reads,
    async isOneState() {
      const now = reads.count()
      if (compared.reads === now) return compared.isSame
      const isSame = (await app.catalogueVersion.read().catch(() => undefined)) === page.version
      compared = { reads: now, isSame }
      return isSame
    },
  }
}

/** Reads all earlier questions at once, from one state of the database. Throws what the database throws. */
export async function readTogether(
  app: FastifyInstance,
  page: ForPage,
  before: PageReads['asked'],
): Promise<PageReads> {
  const version = versionForStandby(page)
  const outcomes = await app.catalogue.readTogether(version, async (db) => {
    const all = new Map<string, Outcome>()
    for (const [key, { read, input }] of before) all.set(key, await outcomeOf(read, input, db))
    return all
  })
  let isOneState = true
  const reads = createReads(app, page, async ({ read, input }) => {
    const known = outcomes.get(keyOfRead(read, input))
    if (known) return known
    // The answers may have led the page to ask something new.
    isOneState = false
    return app.catalogue.read(version, (db) => outcomeOf(read, input, db))
  })
  return { ...reads, isOneState: async () => isOneState }
}

function createReads(app: FastifyInstance, page: ForPage, answer: (question: Question) => Promise<Outcome>) {
  const asked = new Map<string, Question>()
  const { version } = page
  const noted: NotedRead[] | undefined = page.isKept && version !== undefined ? [] : undefined
  let count = 0
  let isLive = false

  function refuse(error: unknown): Outcome {
    const refusal = databaseRefusal(error) ?? ourFault()
    if (refusal.status === 503) page.request.log.warn({ err: error }, DATABASE_FAILED)
    else page.request.log.error({ err: error }, 'request failed')
    page.onFailure(refusal.status)
    return { status: refusal.status, answer: refusalOf(refusal, app.deps.word) }
  }

  const readHere: ReadHere = async ({ method, path }, input) => {
    const read = app.catalogueReads.get(`${method} ${path}`)
    if (!read) {
      isLive = true
      return undefined
    }
    count += 1
    const question = { read, input }
    asked.set(keyOfRead(read, input), question)
    try {
      const outcome = await answer(question)
      if (version !== undefined) noted?.push(app.reads.note(read, input, outcome, version))
      return outcome
    } catch (error) {
      return refuse(error)
    }
  }
  return { readHere, asked, noted, count: () => count, isLive: () => isLive }
}
