import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#kernel/db/database.ts'
import { root, runProgram, temporaryFolder } from '#testing/program.ts'

const MIGRATION = '9999-rehearsal'

/** Bundles this folder's server, as `npm start` does. Throws its output when that fails. */
async function buildServer(folder: string) {
  const { ended, printed } = runProgram([process.execPath, 'scripts/build-server.ts'], { cwd: folder, env: {} })
  const { code } = await ended
  if (code !== 0) throw new Error(`the next version cannot be built: ${printed.error}`)
}

/** A copy of the project with one more migration, as in a later version. Returns its folder. */
export async function makeNextVersion() {
  const copy = await temporaryFolder('next-version')
  for (const name of ['src', 'migrations', 'scripts', 'package.json', 'tsconfig.json'])
    await cp(join(root, name), join(copy, name), { recursive: true })
  await mkdir(join(copy, 'build'))
  for (const name of ['node_modules', 'catalogue', 'public', 'build/pages', 'build/pictures'])
    await symlink(join(root, name), join(copy, name))
  await writeFile(
    join(copy, 'migrations', `${MIGRATION}.ts`),
    `import type { Kysely } from 'kysely'

export const besideOldVersion = true

/** A column that the version before it knows nothing of. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('orders').addColumn('rehearsed_at', 'bigint').execute()
}
`,
  )
  await buildServer(copy)
  return copy
}

/** Has the next version's migration been applied? */
export async function isMigrated(databaseUrl: string) {
  const db = openDatabase(databaseUrl)
  const { rows } = await sql`select 1 from kysely_migration where name = ${MIGRATION}`.execute(db)
  await db.destroy()
  return rows.length === 1
}
