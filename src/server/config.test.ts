import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('settings', () => {
  it('need none: a demo shop on this machine only', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', dataDir: './data', demo: true, storeName: 'Haat', publicUrl: 'http://localhost:3000', seller: { isDemo: true } })
  })

  it.each([
    ['a port that is no number', { PORT: 'abc' }, 'PORT'],
    ['a port past 65535', { PORT: '70000' }, 'PORT'],
    ['a database that is not PostgreSQL', { DATABASE_URL: 'mysql://localhost/haat' }, 'DATABASE_URL'],
    ['a yes or no in words', { DEMO: 'yes' }, 'DEMO'],
    ['an address that is none', { PUBLIC_URL: 'haat.example' }, 'PUBLIC_URL'],
    ['a seller without a password', { SELLER_EMAIL: 'a@b.co' }, 'SELLER_PASSWORD'],
    ['a short password', { SELLER_EMAIL: 'a@b.co', SELLER_PASSWORD: 'short' }, 'SELLER_PASSWORD'],
    ['an open host without an address', { HOST: '0.0.0.0' }, 'PUBLIC_URL'],
  ])('stop the start for %s, with one line that names it', (_, env, name) => {
    expect(() => readConfig(env)).toThrow(expect.objectContaining({ message: expect.stringMatching(new RegExp(`^Settings? .*${name}[^\\n]*$`)) }))
  })

  it.each([
    ['with an https address', { PUBLIC_URL: 'https://haat.example' }],
    ['without the demo', { DEMO: '0' }],
  ])('make no demo seller %s', (_, env) => {
    expect(readConfig(env).seller).toBeUndefined()
  })

  it('take an empty setting for an unset one', () => {
    expect(readConfig({ PORT: '', STORE_NAME: '' })).toMatchObject({ port: 3000, storeName: 'Haat' })
  })
})
