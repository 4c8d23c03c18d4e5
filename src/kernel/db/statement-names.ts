/** Each connection to PostgreSQL keeps what it made of a named statement for as long as it lives. */
const MAX_NAMES = 500

const names = new Map<string, string>()

/**
 * A migration that adds a column would make a kept statement that asks for all columns fail, in a process that was started before it.
 * So those are not named; `count(*)` is no such thing.
 */
const asksForAllColumns = /(?<!\()\*/

/** Gives a statement a name, by which PostgreSQL reads and plans it once for each connection: for those that are sent often. */
export function nameStatement(sql: string) {
  if (!names.has(sql) && names.size < MAX_NAMES && !asksForAllColumns.test(sql)) names.set(sql, `haat-${names.size}`)
}

export const nameOfStatement = (sql: string) => names.get(sql)
