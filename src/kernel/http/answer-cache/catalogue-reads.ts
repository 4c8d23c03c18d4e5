import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '#kernel/db/database.ts'
import { refusalOf } from '#kernel/http/errors.ts'
import { AppError } from '#shared/app-error.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { CatalogueSource } from './catalogue-source.ts'
import type { CatalogueVersion } from './catalogue-version.ts'

/** What pages and programs ask an endpoint for. */
export interface ReadInput {
  params: Record<string, string>
  query: Record<string, string>
}

/** An endpoint that reads the catalogue, to be called without a request: it gives, and throws, what its route answers. */
export interface CatalogueRead extends Pick<Endpoint, 'path' | 'changesWith'> {
  read: (input: ReadInput, db: Db) => Promise<unknown>
}

/** What a call gave: 200 with an answer, or a refusal. */
export interface Outcome {
  status: number
  answer: unknown
}

/** One question to the catalogue, as all who ask it share it. */
interface Question {
  /** What changes its outcome, where that is one product or producer. */
  id: string | undefined
  /** The outcome as it was last seen, in short. */
  print: string
  /** It was so at this version at least. */
  version: number
  /** Asks for the outcome at this version, or a later one. */
  ask: (at: number) => Promise<string>
  asking?: { version: number; done: Promise<void> }
}

/** A question, and what its outcome was in short when something was made from it. */
export interface NotedRead {
  question: Question
  print: string
}

const MAX_QUESTIONS = 10_000

/** Calls an endpoint. Refusals are outcomes; throws other errors. */
export async function outcomeOf({ read }: CatalogueRead, input: ReadInput, db: Db): Promise<Outcome> {
  try {
    return { status: 200, answer: await read(input, db) }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { status: error.status, answer: refusalOf(error) }
  }
}

/** Two calls with the same key ask for the same. */
export const keyOfRead = ({ path }: CatalogueRead, { params, query }: ReadInput) =>
  JSON.stringify([path, params, query])

const printOf = (outcome: Outcome) => hash('sha256', JSON.stringify(outcome), 'base64url')

export type CatalogueReads = ReturnType<typeof createCatalogueReads>

/**
 * Knows whether what was read of the catalogue is still what was read. A product that has not changed is not read again; a list is, once
 * for each version however many pages show it, and most often it is as before.
 */
export function createCatalogueReads(version: CatalogueVersion, source: CatalogueSource) {
  const questions = new LRUCache<string, Question>({ max: MAX_QUESTIONS })

  /** Is it the same at this version? Undefined when only asking again tells. */
  function isSame({ question, print }: NotedRead, at: number): boolean | undefined {
    const hasChanged =
      question.version < at &&
      (question.id === undefined ? undefined : version.hasChanged(question.id, question.version))
    if (hasChanged === undefined) return undefined
    if (hasChanged) return false
    question.version = Math.max(question.version, at)
    return question.print === print
  }

  async function askAgain(question: Question, at: number) {
    if (question.asking && question.asking.version >= at) return question.asking.done
    const done = (async () => {
      const print = await question.ask(at)
      if (question.version > at) return
      question.version = at
      question.print = print
    })()
    const asking = { version: at, done }
    question.asking = asking
    try {
      await done
    } finally {
      if (question.asking === asking) delete question.asking
    }
  }

  /** Notes an outcome that was read when the catalogue had this version, or a moment later. */
  function note(read: CatalogueRead, input: ReadInput, outcome: Outcome, at: number): NotedRead {
    const key = keyOfRead(read, input)
    const print = printOf(outcome)
    const known = questions.get(key)
    if (known && known.version <= at) Object.assign(known, { print, version: at })
    if (known) return { question: known, print }
    const id = read.changesWith && input.params[read.changesWith]
    const ask = async (version: number) => printOf(await source.read(version, (db) => outcomeOf(read, input, db)))
    const question = { id, print, version: at, ask }
    questions.set(key, question)
    return { question, print }
  }

  /** Are all of them the same at this version? Undefined when only asking again tells. */
  function areSame(noted: readonly NotedRead[], at: number): boolean | undefined {
    let all: boolean | undefined = true
    for (const one of noted) {
      const same = isSame(one, at)
      if (same === false) return false
      if (same === undefined) all = undefined
    }
    return all
  }

  /** The same, asking the database where it has to. Throws what that throws. */
  async function areStillSame(noted: readonly NotedRead[], at: number): Promise<boolean> {
    const doubtful = noted.filter((one) => isSame(one, at) === undefined)
    await Promise.all(doubtful.map(({ question }) => askAgain(question, at)))
    return areSame(noted, at) ?? false
  }

  return { note, areSame, areStillSame }
}
