import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '#shared/app-error.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Word } from '#shared/messages.ts'
import type { Db } from '../../db/database.ts'
import { refusalOf } from '../../http/errors.ts'
import type { CatalogueSource } from './catalogue-source.ts'
import type { CatalogueVersion } from './catalogue-version.ts'

export interface ReadInput {
  params: Record<string, string>
  query: Record<string, string>
}

/** An endpoint that reads the catalogue, called without a request. Throws what its route throws; in tests also for a wrong shape. */
export interface CatalogueRead extends Pick<Endpoint, 'path' | 'changesWith'> {
  read: (input: ReadInput, db: Db) => Promise<unknown>
  word: Word
}

export interface Outcome {
  status: number
  answer: unknown
}

interface Question {
  id: string | undefined
  print: string
  version: number
  ask: (at: number) => Promise<string>
  asking?: { version: number; done: Promise<void> }
}

/** A question, and the hash of the outcome from which something was made. */
export interface NotedRead {
  question: Question
  print: string
}

const MAX_QUESTIONS = 10_000

export async function outcomeOf({ read, word }: CatalogueRead, input: ReadInput, db: Db): Promise<Outcome> {
  try {
    return { status: 200, answer: await read(input, db) }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { status: error.status, answer: refusalOf(error, word) }
  }
}

export const keyOfRead = ({ path }: CatalogueRead, { params, query }: ReadInput) =>
  JSON.stringify([path, params, query])

const printOf = (outcome: Outcome) => hash('sha256', JSON.stringify(outcome), 'base64url')

export type CatalogueReads = ReturnType<typeof createCatalogueReads>

/** Is what was read still the same? An unchanged product is not read again, a list once a version. Undefined: only asking again tells. */
export function createCatalogueReads(version: CatalogueVersion, source: CatalogueSource) {
  const questions = new LRUCache<string, Question>({ max: MAX_QUESTIONS })

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

  /** `at`: the catalogue's version when the outcome was read, or one a moment earlier. */
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

  function areSame(noted: readonly NotedRead[], at: number): boolean | undefined {
    let all: boolean | undefined = true
    for (const one of noted) {
      const same = isSame(one, at)
      if (same === false) return false
      if (same === undefined) all = undefined
    }
    return all
  }

  /** Like `areSame`, but asks the database where it must. Throws what the database throws. */
  async function areStillSame(noted: readonly NotedRead[], at: number): Promise<boolean> {
    const doubtful = noted.filter((one) => isSame(one, at) === undefined)
    await Promise.all(doubtful.map(({ question }) => askAgain(question, at)))
    return areSame(noted, at) ?? false
  }

  return { note, areSame, areStillSame }
}
