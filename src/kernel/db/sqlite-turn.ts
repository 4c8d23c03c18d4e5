import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import { databaseFailure } from './failures.ts'
import type { SqliteDriver } from './sqlite-driver.ts'

export const BEGIN = CompiledQuery.raw('begin')
export const COMMIT = CompiledQuery.raw('commit')
export const ROLLBACK = CompiledQuery.raw('rollback')

export const isWrite = (sql: string) => /^\s*(insert|update|delete)\b/i.test(sql)

/** The connection for as long as it is held: for single statements, or for one transaction. */
export class SqliteTurn implements DatabaseConnection {
  readonly #driver: SqliteDriver
  /** `away`: somebody else's turn while we wait for the disk. */
  #state: 'single' | 'transaction' | 'lost' | 'away' | 'over' = 'single'
  #loss: unknown

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query === COMMIT) await this.#commit()
    else if (query === ROLLBACK) this.#rollback()
    else {
      await this.#comeBack()
      if (query === BEGIN) await this.#begin()
      else return this.#state === 'transaction' ? this.#runInTransaction(query) : this.#runAlone(query)
    }
    return { rows: [] }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    await this.#comeBack()
    for (const row of this.#driver.iterate(query)) yield { rows: [row as R] }
  }

  end() {
    if (this.#state !== 'away') this.#driver.passOn()
    this.#state = 'over'
  }

  async #comeBack() {
    if (this.#state === 'lost') throw this.#loss
    if (this.#state !== 'away') return
    await this.#driver.take()
    this.#state = 'single'
  }

  /**
   * After an attempt that failed: another process may be writing. To wait for it within SQLite would hold up the event loop, so whoever
   * wants to write lets others have their turn, who may only want to read, and tries again. Throws what failed for another reason,
   * and what has been tried for too long.
   */
  async #letOthersGo(error: unknown, since: number) {
    const { patienceMs, pauseMs } = this.#driver.waiting
    if (databaseFailure(error) !== 'busy' || performance.now() - since > patienceMs) throw error
    this.#goAway()
    await setTimeout(pauseMs)
    await this.#comeBack()
  }

  async #begin() {
    for (const since = performance.now(); this.#state !== 'transaction'; ) {
      try {
        this.#driver.begin()
        this.#state = 'transaction'
      } catch (error) {
        await this.#letOthersGo(error, since)
      }
    }
  }

  #runInTransaction(query: CompiledQuery) {
    try {
      return this.#driver.runInTransaction(query)
    } catch (error) {
      if (!this.#driver.isInTransaction) {
        this.#state = 'lost'
        this.#loss = error
      }
      throw error
    }
  }

  async #runAlone(query: CompiledQuery): Promise<QueryResult<never>> {
    let ran: ReturnType<SqliteDriver['runAlone']> | undefined
    for (const since = performance.now(); !ran; ) {
      try {
        ran = this.#driver.runAlone(query)
      } catch (error) {
        await this.#letOthersGo(error, since)
      }
    }
    const { result, done } = ran
    if (!done) return result()
    this.#goAway()
    try {
      await done
    } catch (error) {
      if (isWrite(query.sql)) throw error
      // What was read is not there any more.
      return this.executeQuery(query)
    }
    return result()
  }

  async #commit() {
    if (this.#state !== 'transaction') throw this.#loss ?? new Error('there is no transaction')
    const done = this.#driver.commit()
    this.#goAway()
    await done
  }

  #rollback() {
    if (this.#state !== 'transaction') return
    this.#driver.rollback()
    this.#state = 'single'
  }

  #goAway() {
    this.#state = 'away'
    this.#driver.passOn()
  }
}
