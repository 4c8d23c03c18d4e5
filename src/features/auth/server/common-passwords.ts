import { readFile } from 'node:fs/promises'
import { demoSeller, demoShopper } from '#kernel/config.ts'
import { badInput } from '#shared/app-error.ts'
import { message } from '../auth.messages.ts'

/** The 17,950 most used passwords of 8 characters or more, in lower case: @zxcvbn-ts/language-common 4.1.3 (LICENSE-common-passwords.txt). */
const file = new URL('common-passwords.txt', import.meta.url)
let common: Promise<Set<string>> | undefined

async function readList() {
  return new Set([...(await readFile(file, 'utf8')).trimEnd().split('\n'), demoSeller.password, demoShopper.password])
}

const oneCharacter = /^(.)\1{0,31}$/u

export async function isCommonPassword(password: string) {
  common ??= readList()
  return oneCharacter.test(password) || (await common).has(password.toLowerCase())
}

/** Throws BAD_INPUT for `field` when too many people have this password. */
export async function refuseCommonPassword(password: string, field: string) {
  if (await isCommonPassword(password)) throw badInput({ [field]: message('PASSWORD_COMMON') })
}
