import { readFile } from 'node:fs/promises'
import { demoSeller } from '#kernel/config.ts'
import { badInput } from '#shared/app-error.ts'

/**
 * The 17,950 passwords of at least 8 characters that people use most, in lower case: from @zxcvbn-ts/language-common 4.1.3
 * (LICENSE-common-passwords.txt). Read with the first password that is set.
 */
const file = new URL('common-passwords.txt', import.meta.url)
let common: Promise<Set<string>> | undefined

async function readList() {
  return new Set([...(await readFile(file, 'utf8')).trimEnd().split('\n'), demoSeller.password])
}

/** One character again and again, as far as people type it: "aaaaaaaa". */
const oneCharacter = /^(.)\1{0,31}$/u

/** Is it one of those that guessers try first, in whatever case? */
export async function isCommonPassword(password: string) {
  common ??= readList()
  return oneCharacter.test(password) || (await common).has(password.toLowerCase())
}

/** Throws BAD_INPUT for `field` when too many people have this password. */
export async function refuseCommonPassword(password: string, field: string) {
  if (await isCommonPassword(password))
    throw badInput({
      [field]: 'Many people use this password, so it is tried first by who wants in. Choose another one',
    })
}
