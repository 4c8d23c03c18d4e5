const MAX_NAMES = 500

const names = new Map<string, string>()

/** `select *` is not named: it breaks when a migration adds a column. `count(*)` may be named. */
const asksForAllColumns = /(?<!\()\*/

/** Names a statement that is sent often: a connection to PostgreSQL reads and plans it once, and keeps it as long as it lives. */
export function nameStatement(sql: string) {
  if (!names.has(sql) && names.size < MAX_NAMES && !asksForAllColumns.test(sql)) names.set(sql, `haat-${names.size}`)
}

export const nameOfStatement = (sql: string) => names.get(sql)
