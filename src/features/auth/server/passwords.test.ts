import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, matchPassword } from './passwords.ts'

const inNfd = 'mot de passe cafe\u0301'
const inNfc = inNfd.normalize('NFC')

/** As passwords were hashed before they were brought to NFC. */
function oldHash(password: string) {
  const nonce = randomBytes(16)
  const parameters = { parallelism: 1, memory: 19 * 1024, passes: 2, tagLength: 32 }
  const hash = argon2Sync('argon2id', { ...parameters, message: Buffer.from(password, 'utf8'), nonce })
  return `$argon2id$v=19$m=19456,t=2,p=1$${nonce.toString('base64url')}$${hash.toString('base64url')}`
}

describe('a password', () => {
  it('is the same however its letters are composed', async () => {
    const hash = await hashPassword(inNfd)
    expect(await matchPassword(inNfc, hash)).toBe('yes')
    expect(await matchPassword(inNfd, hash)).toBe('yes')
    expect(await matchPassword('mot de passe cafe', hash)).toBe('no')
  })

  it('that was hashed as it was typed is still right, and is to be hashed anew', async () => {
    const hash = oldHash(inNfd)
    expect(await matchPassword(inNfd, hash)).toBe('outdated')
    expect(await matchPassword('another', hash)).toBe('no')
    expect(await matchPassword(inNfc, oldHash(inNfc))).toBe('yes')
  })

  it('waits for its turn with few others: a rush of logins leaves threads to files, and is refused past a short queue', async () => {
    await hashPassword('before the rush')
    const rush = await Promise.allSettled(Array.from({ length: 14 }, () => hashPassword('in the rush')))
    const refused = rush.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(['OVERLOADED', 'OVERLOADED'])
  })
})

describe('a password that many people have', () => {
  it.each([
    ['password'],
    ['Password1'],
    ['12345678'],
    ['QWERTYUIOP'],
    ['iloveyou'],
    ['1q2w3e4r5t'],
    ['aaaaaaaa'],
    ['haat-demo-seller'],
  ])('%s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  })

  it.each([['a good password'], ['sell everything'], ['correct horse battery'], ['ß'.repeat(1000)]])(
    'is not %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false)
    },
  )
})
