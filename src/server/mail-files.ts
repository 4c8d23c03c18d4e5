import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'

/** Ids asked for in one statement. */
const BATCH = 500

const folderOf = (config: Pick<Config, 'dataDir'>) => path.join(config.dataDir, 'mail')
const fileName = /^([0-9a-f-]{36})\.eml(?:\.part)?$/

/** Loaded with the first mail: it is large, and a start need not wait for it. */
async function makeComposer() {
  const { createTransport } = (await import('nodemailer')).default
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
}

/** Writes each mail as an .eml file; the name is the mail's id, so a repeat overwrites and doubles nothing. */
export function emlFiles(config: Pick<Config, 'dataDir'>) {
  const folder = folderOf(config)
  let composer: Awaited<ReturnType<typeof makeComposer>> | undefined
  return async (id: string, message: SendMailOptions) => {
    composer ??= await makeComposer()
    const { message: bytes } = await composer.sendMail(message)
    await mkdir(folder, { recursive: true })
    const file = path.join(folder, `${id}.eml`)
    await writeFile(`${file}.part`, bytes as Buffer)
    await rename(`${file}.part`, file)
  }
}

/** Removes the files of mails that are not in the outbox any more: too old, or to somebody who has left. */
export async function deleteForgottenFiles({ db, config }: { db: Db; config: Pick<Config, 'dataDir'> }) {
  const folder = folderOf(config)
  const files = (await readdir(folder).catch(() => [])).flatMap((name) => {
    const id = fileName.exec(name)?.[1]
    return id ? [{ name, id }] : []
  })
  for (let from = 0; from < files.length; from += BATCH) {
    const some = files.slice(from, from + BATCH)
    const ids = some.map(({ id }) => id)
    const known = new Set(
      (await db.selectFrom('outbox').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
    )
    for (const { name, id } of some) if (!known.has(id)) await rm(path.join(folder, name), { force: true })
  }
}
