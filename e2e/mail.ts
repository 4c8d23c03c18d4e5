import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReadMail, readMail } from '#testing/mail.ts'
import { expect } from './shop-test.ts'

const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')

/** All mails to an address that the shop has sent, oldest first. What is still being written has another ending. */
export async function mailsTo(to: string): Promise<ReadMail[]> {
  // Names of files are ids that count up with time.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted()
  const mails = await Promise.all(names.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))))
  return mails.filter(({ headers }) => headers.get('to') === to)
}

/** The newest mail to an address under this subject, once the shop has sent it. */
export async function receivedMail(to: string, subject: string): Promise<ReadMail> {
  let newest: ReadMail | undefined
  await expect(async () => {
    newest = (await mailsTo(to)).findLast(({ headers }) => headers.get('subject') === subject)
    expect(newest, `a mail "${subject}" to ${to}`).toBeDefined()
  }).toPass({ timeout: 15_000 })
  if (!newest) throw new Error('unreachable')
  return newest
}

/** The path of the first link in a mail that leads to this page of the shop. */
export function linkIn(mail: ReadMail, page: string) {
  const link = mail.text.split(/\s+/).find((word) => URL.canParse(word) && new URL(word).pathname === page)
  if (!link) throw new Error(`The mail has no link to ${page}`)
  const { pathname, search } = new URL(link)
  return pathname + search
}
