import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { databaseFailure } from './failures.ts'

const fromSqlite = (errcode: number) =>
  Object.assign(new Error('from the database'), { code: 'ERR_SQLITE_ERROR', errcode })
const fromPostgres = (code: string) => Object.assign(new pg.DatabaseError('from the database', 1, 'error'), { code })
const fromSystem = (code: string) => Object.assign(new Error('from the system'), { code })

describe('a failing database', () => {
  it.each([
    ['a full disk', 'disk', fromSqlite(13)],
    ['a log that cannot grow', 'disk', fromSqlite(778)],
    ['a disk that is mounted for reading', 'disk', fromSqlite(8)],
    ['another process that writes', 'busy', fromSqlite(5)],
    ['a full disk of PostgreSQL', 'disk', fromPostgres('53100')],
    ['a PostgreSQL that shuts down', 'away', fromPostgres('57P01')],
    ['a PostgreSQL that starts up', 'away', fromPostgres('57P03')],
    ['a connection exception', 'away', fromPostgres('08006')],
    ['a standby', 'away', fromPostgres('25006')],
    ['too many connections', 'busy', fromPostgres('53300')],
    ['a deadlock', 'busy', fromPostgres('40P01')],
    ['a serialization failure', 'busy', fromPostgres('40001')],
    ['a timeout of the server', 'busy', fromPostgres('57014')],
    ['a port that nobody listens on', 'away', fromSystem('ECONNREFUSED')],
    ['a connection that was reset', 'away', fromSystem('ECONNRESET')],
    ['a disk without room for a picture', 'disk', fromSystem('ENOSPC')],
    ['a connection that broke', 'away', new Error('Connection terminated unexpectedly')],
    ['no free connection', 'busy', new Error('timeout exceeded when trying to connect')],
  ])('is %s', (_, failure, error) => {
    expect(databaseFailure(error)).toBe(failure)
  })

  it.each([
    ['a value that is taken', fromSqlite(2067)],
    ['the same in PostgreSQL', fromPostgres('23505')],
    ['a table that is missing', fromPostgres('42P01')],
    ['damage', fromSqlite(11)],
    ['a page that cannot be read', fromSqlite(266)],
    ['an error of our own', new TypeError('x is not a function')],
    ['a file that is missing', fromSystem('ENOENT')],
  ])('is not %s', (_, error) => {
    expect(databaseFailure(error)).toBeUndefined()
  })
})
