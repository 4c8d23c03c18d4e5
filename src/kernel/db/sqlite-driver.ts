import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { type Deferred, deferred } from '#shared/deferred.ts'
import { SECOND_MS } from '#shared/time.ts'
import { BEGIN, COMMIT, isWrite, ROLLBACK, SqliteTurn } from './sqlite-turn.ts'

/** Prepared statements kept per connection; enough for every statement the shop has. */
const MAX_STATEMENTS = 500
/** So many changes at most go to the disk together. */
const MAX_TOGETHER = 64

/** How long a change waits for another process that is writing, and how often it looks. */
const defaultWaiting = { patienceMs: 5 * SECOND_MS, pauseMs: 10 }
export type Waiting = typeof defaultWaiting

/** What can be part of a transaction as well as stand alone; pragmas, for one, cannot. */
const isPlain = (sql: string) => isWrite(sql) || /^\s*(select|with)\b/i.test(sql)

/** Changes that go to the disk together: one transaction of SQLite's. */
interface Group {
  /** How many are made and wait for the disk. */
  size: number
  /** Ends when they are on disk; throws, for all of them, when they are not. */
  done: Deferred<void>
}

/**
 * Has Kysely speak to node:sqlite: one connection, used in turns. Waiting for the disk is what a change costs most, so changes that
 * are asked for at the same moment go there together: transactions become savepoints of one, and all are answered after its
 * commit. What is read meanwhile is answered after it, too, and so never tells of what may be lost.
 */
export class SqliteDriver implements Driver {
  readonly waiting: Waiting
  readonly #open: () => DatabaseSync
  #opened: DatabaseSync | undefined
  readonly #statements = new Map<string, { statement: StatementSync; isReader: boolean }>()
  readonly #queue: (() => void)[] = []
  #isTaken = false
  #isInTransaction = false
  /** What waits for the disk. */
  #group: Group | undefined
  /** Its moment has come, but somebody is within a transaction. */
  #isDue = false

  constructor(open: () => DatabaseSync, waiting = defaultWaiting) {
    this.#open = open
    this.waiting = waiting
  }

  /** Not before it is needed: Kysely never ends what was never used. */
  async init() {
    this.#opened = this.#open()
  }

  /** A transaction that is still going on never took place. */
  async destroy() {
    if (this.#isInTransaction) this.rollback()
    this.#flush()
    this.#connection.close()
  }

  get #connection() {
    if (!this.#opened) throw new Error('the database is not open')
    return this.#opened
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.take()
    return new SqliteTurn(this)
  }

  async releaseConnection(turn: DatabaseConnection) {
    if (turn instanceof SqliteTurn) turn.end()
  }

  // As statements, so that whoever listens to those hears of them.
  async beginTransaction(turn: DatabaseConnection) {
    await turn.executeQuery(BEGIN)
  }
  async commitTransaction(turn: DatabaseConnection) {
    await turn.executeQuery(COMMIT)
  }
  async rollbackTransaction(turn: DatabaseConnection) {
    await turn.executeQuery(ROLLBACK)
  }

  async take() {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#queue.push(resolve))
    this.#isTaken = true
  }

  passOn() {
    if (this.#isDue || (this.#group?.size ?? 0) >= MAX_TOGETHER) this.#flush()
    const next = this.#queue.shift()
    if (next) next()
    else this.#isTaken = false
  }

  begin() {
    this.#openGroup()
    // The first one too: others may have joined it by the time it is undone.
    this.#connection.exec('savepoint member')
    this.#isInTransaction = true
  }

  /** Returns what ends when the transaction is on disk; the next turn may begin before. */
  commit() {
    this.#connection.exec('release member')
    this.#isInTransaction = false
    return this.#join()
  }

  rollback() {
    this.#isInTransaction = false
    this.#connection.exec('rollback to member')
    this.#connection.exec('release member')
    this.#join()
  }

  /** Part of a transaction that has begun. */
  runInTransaction(query: CompiledQuery) {
    try {
      return this.#run(query)
    } catch (error) {
      // A full disk ends the transaction by itself, and with it those that wait for the disk.
      if (!this.#connection.isTransaction) this.#lose(error)
      throw error
    }
  }

  /** Not part of a transaction. `done`: what is to be waited for before anybody hears of it, as the change or what it saw may be lost. */
  runAlone(query: CompiledQuery): { result: () => QueryResult<never>; done: Promise<void> | undefined } {
    if (!isPlain(query.sql)) this.#flush()
    else if (isWrite(query.sql)) this.#openGroup()
    if (!this.#group) {
      const rows = this.#run(query)
      return { result: () => rows, done: undefined }
    }
    let result: () => QueryResult<never>
    try {
      const rows = this.#run(query)
      result = () => rows
    } catch (error) {
      if (!this.#connection.isTransaction) this.#lose(error)
      if (!this.#group) throw error
      result = () => {
        throw error
      }
    }
    return { result, done: this.#join() }
  }

  iterate({ sql, parameters }: CompiledQuery) {
    if (!this.#isInTransaction) this.#flush()
    return this.#statementFor(sql).statement.iterate(...asValues(parameters))
  }

  get isInTransaction() {
    return this.#isInTransaction
  }

  #openGroup() {
    if (this.#group) return
    // It will write: take the write lock at once instead of failing halfway.
    this.#connection.exec('begin immediate')
    const done = deferred<void>()
    // With nobody waiting yet nobody need hear of it.
    done.promise.catch(() => {})
    this.#group = { size: 0, done }
  }

  /** One more waits for the disk. Whatever has come in by now is dealt with first, and may join. */
  #join() {
    const group = this.#group
    if (!group) throw new Error('there is no transaction')
    group.size += 1
    if (group.size === 1) setImmediate(() => this.#flushGroup(group))
    return group.done.promise
  }

  #flushGroup(group: Group) {
    if (this.#group !== group) return
    if (this.#isInTransaction) this.#isDue = true
    else this.#flush()
  }

  #flush() {
    const group = this.#group
    this.#isDue = false
    if (!group) return
    this.#group = undefined
    try {
      this.#connection.exec('commit')
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      group.done.reject(error)
      return
    }
    group.done.resolve()
  }

  #lose(error: unknown) {
    this.#isInTransaction = false
    this.#isDue = false
    this.#group?.done.reject(error)
    this.#group = undefined
  }

  #run({ sql, parameters }: CompiledQuery): QueryResult<never> {
    const { statement, isReader } = this.#statementFor(sql)
    if (isReader) return { rows: statement.all(...asValues(parameters)) as never[] }
    const { changes } = statement.run(...asValues(parameters))
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  #statementFor(sql: string) {
    const known = this.#statements.get(sql)
    if (known) return known
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    const statement = this.#connection.prepare(sql)
    const made = { statement, isReader: statement.columns().length > 0 }
    this.#statements.set(sql, made)
    return made
  }
}

const asValues = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
