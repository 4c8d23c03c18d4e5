import { mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'

const BATCH = 500

const folderOf = (config: Pick<Config, 'dataDir'>) => path.join(config.dataDir, 'mail')
const fileName = /^([0-9a-f-]{36})\.eml(?:\.part)?$/

/** Loaded with the first mail: it is large, and a start need not wait for it. */
async function makeComposer() {
  const { createTransport } = (await import('nodemailer')).default
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
}

/** Writes each mail as an .eml file named by the mail's id, so a repeat doubles nothing. */
export function emlFiles(config: Pick<Config, 'dataDir'>) {
  const folder = folderOf(config)
  let composer: ReturnType<typeof makeComposer> | undefined
  return {
    async send(id: string, message: SendMailOptions) {
      composer ??= makeComposer()
      const { message: bytes } = await (await composer).sendMail(message)
      await mkdir(folder, { recursive: true })
      const file = path.join(folder, `${id}.eml`)
      await writeFile(`${file}.part`, bytes as Buffer)
      await rename(`${file}.part`, file)
    },
    close: async () => {},
  }
}

export async function deleteMailFiles(config: Pick<Config, 'dataDir'>, ids: readonly string[]) {
  const folder = folderOf(config)
  for (const id of ids) await rm(path.join(folder, `${id}.eml`), { force: true })
}

/** Removes files whose mails have left the outbox, after a crash between the two. */
export async function deleteForgottenFiles({ db, config }: { db: Db; config: Pick<Config, 'dataDir'> }) {
  const folder = folderOf(config)
  const names = new Map<string, string>()
  async function deleteUnknown() {
    const ids = [...names.keys()]
    const known = new Set(
      (await db.selectFrom('outbox').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
    )
    for (const [id, name] of names) if (!known.has(id)) await rm(path.join(folder, name), { force: true })
    names.clear()
  }
  const files = await opendir(folder).catch(() => [])
  for await (const { name } of files) {
    const id = fileName.exec(name)?.[1]
    if (id) names.set(id, name)
    if (names.size === BATCH) await deleteUnknown()
  }
  if (names.size > 0) await deleteUnknown()
}
