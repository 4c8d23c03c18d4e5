import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { login } from '#features/auth/auth.contract.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { takeLock } from '#kernel/db/data-dir.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

let folder: string
const inFolder = (...names: string[]) => path.join(folder, ...names)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs `npm run backup` or `npm run restore` as npm would: a process of its own. */
function run(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: root, env }
    execFile(process.execPath, [`scripts/${command}.ts`, ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    )
  })
}

const newKey = () => `product-${randomBytes(12).toString('hex')}`
const imageOf = (key: string) => ({ key, alt: '', width: 480, height: 480, widths: [480], avif: false })

/** A product with a picture that was uploaded. */
async function productWithPicture(shop: TestShop) {
  const key = newKey()
  const picture = randomBytes(50_000)
  await shop.deps.storage.put(`${key}/480.webp`, picture)
  const product = await shop.product({ images: [imageOf(key)] })
  return { key, picture, product }
}

const shopIn = (dataDir: string) => testShop(sellerSettings, { dataDir })

/** A small shop's backup; the shop is closed. */
async function anyBackup() {
  const shop = await shopIn(inFolder('any'))
  const { key } = await productWithPicture(shop)
  await writeBackup({ dataDir: inFolder('any'), file: inFolder('any.tar'), overwrite: false })
  await shop.close()
  return { file: inFolder('any.tar'), key }
}

describe('a backup of a shop that sells meanwhile', () => {
  it('restores to a shop with every order that was acknowledged before, whole, and its pictures', async () => {
    const shop = await shopIn(inFolder('data'))
    const { key, picture, product } = await productWithPicture(shop)
    const shopper = await shop.shopper()
    const placed: string[] = []
    const placeOrder = async () => {
      const { orderId } = await shopper.api(placeCodOrder, {
        body: { items: [{ product, quantity: 1 }], address: shopper.address._id },
        headers: { 'idempotency-key': `order ${placed.length}` },
      })
      placed.push(orderId)
    }
    for (let order = 1; order <= 20; order++) await placeOrder()
    const before = [...placed]

    let isDone = false
    const backup = run('backup', [inFolder('shop.tar')], { DATA_DIR: inFolder('data') }).finally(() => {
      isDone = true
    })
    while (!isDone) await placeOrder()
    expect(await backup).toMatchObject({ code: 0, stderr: '' })
    expect(placed.length).toBeGreaterThan(before.length)
    await shop.close()

    const restored = await run('restore', [inFolder('shop.tar')], { DATA_DIR: inFolder('restored') })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const again = await shopIn(inFolder('restored'))
    const orders = await again.db.selectFrom('orders').select('id').execute()
    const ids = new Set(orders.map(({ id }) => id))
    expect(before.filter((id) => !ids.has(id))).toEqual([])
    // What was placed meanwhile is there as a whole or not at all, and in the order in which it was placed.
    expect(placed.filter((id) => ids.has(id))).toEqual(placed.slice(0, ids.size))
    const lines = await again.db.selectFrom('order_lines').select('order_id').execute()
    expect(new Set(lines.map((line) => line.order_id))).toEqual(ids)
    const mails = await again.db.selectFrom('outbox').select('id').where('kind', '=', 'order placed').execute()
    expect(mails).toHaveLength(ids.size)
    expect(await readFile(inFolder('restored', 'media', key, '480.webp'))).toEqual(picture)
    // The shop goes on from there: the same login, the next number.
    const returning = again.browser()
    await returning.api(login, { body: { email: shopper.email, password: 'a good password' } })
    const items = [{ product, quantity: 2 }]
    const { orderId } = await returning.api(placeCodOrder, { body: { items, address: shopper.address._id } })
    const numbers = await again.db.selectFrom('orders').select(['id', 'number']).orderBy('number', 'desc').execute()
    expect(numbers[0]?.id).toBe(orderId)
    await again.close()
    const database = new DatabaseSync(inFolder('restored', 'haat.sqlite'))
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
  })

  it('has the certificates of marks, pictures and PDFs, and says which are missing', async () => {
    const shop = await shopIn(inFolder('data'))
    const [picture, pdf, lost] = [1, 2, 3].map(() => newKey().replace('product', 'mark'))
    const marks = [
      { kind: 'organic', evidence: { key: picture, file: '300.webp' } },
      { kind: 'pgs', evidence: { key: pdf, file: 'evidence.pdf' } },
      { kind: 'gi', evidence: { key: lost, file: 'evidence.pdf' } },
    ]
    await shop.deps.storage.put(`${picture}/300.webp`, randomBytes(500))
    await shop.deps.storage.put(`${pdf}/evidence.pdf`, Buffer.from('%PDF-1.7'))
    const id = await shop.product()
    await shop.db
      .updateTable('products')
      .set({ marks: JSON.stringify(marks) })
      .where('id', '=', id)
      .execute()
    await shop.close()
    const file = inFolder('marks.tar')
    const { missing } = await writeBackup({ dataDir: inFolder('data'), file, overwrite: false })
    expect(missing).toEqual([lost])
    await restoreBackup({ file, dataDir: inFolder('restored') })
    expect(await readFile(inFolder('restored', 'media', pdf ?? '', 'evidence.pdf'), 'utf8')).toBe('%PDF-1.7')
    expect(await readdir(inFolder('restored', 'media', picture ?? ''))).toEqual(['300.webp'])
  })

  it('has the pictures that its products name, though they are replaced while it is made', async () => {
    const shop = await shopIn(inFolder('data'))
    const products = [await productWithPicture(shop), await productWithPicture(shop), await productWithPicture(shop)]
    const replace = async ({ product, key }: { product: string; key: string }) => {
      const { key: next } = await productWithPicture(shop)
      const images = JSON.stringify([imageOf(next)])
      await shop.db.updateTable('products').set({ images }).where('id', '=', product).execute()
      await shop.deps.storage.remove(key)
    }
    const backup = writeBackup({ dataDir: inFolder('data'), file: inFolder('shop.tar'), overwrite: false })
    // Fewer than the tries that a backup has.
    for (const product of products.slice(0, 2)) await replace(product)
    expect((await backup).missing).toEqual([])
    await shop.close()
  })

  it('works while no shop runs, and says which pictures were not there', async () => {
    const shop = await shopIn(inFolder('data'))
    const { key } = await productWithPicture(shop)
    await shop.deps.storage.remove(key)
    await shop.close()
    const { code, stderr } = await run('backup', [inFolder('shop.tar')], { DATA_DIR: inFolder('data') })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(key) })
    const again = await shopIn(inFolder('data'))
    await again.close()
  })

  it('is for its owner only, and leaves nothing beside itself', async () => {
    await anyBackup()
    expect((await stat(inFolder('any.tar'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['any', 'any.tar'])
  })
})

describe('npm run backup', () => {
  const oneLine = /^[^\n]+\n$/

  it.each([
    ['no file is said', [], {}, 1, 'npm run backup -- FILE [--overwrite]'],
    ['two are', ['a.tar', 'b.tar'], {}, 1, 'npm run backup -- FILE'],
    ['an option is unknown', ['--force', 'a.tar'], {}, 1, 'npm run backup -- FILE'],
    ['a setting is wrong', ['a.tar'], { PORT: 'x' }, 1, 'PORT'],
    ['the data is in PostgreSQL', ['a.tar'], { DATABASE_URL: 'postgres://localhost/haat' }, 2, 'pg_dump'],
    [
      'the pictures are in a bucket',
      ['a.tar'],
      { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
      2,
      'versioning',
    ],
  ])('says in one line what is wrong when %s', async (_, args, env, code, words) => {
    const answer = await run('backup', args, { DATA_DIR: inFolder('data'), ...env })
    expect(answer).toEqual({ code, stdout: '', stderr: expect.stringMatching(oneLine) })
    expect(answer.stderr).toContain(words)
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses a folder without a shop, and a folder for the file that is not there', async () => {
    const order = { dataDir: inFolder('data'), file: inFolder('shop.tar'), overwrite: false }
    await expect(writeBackup(order)).rejects.toThrow('holds no Haat data')
    const { file } = await anyBackup()
    const nowhere = writeBackup({ ...order, dataDir: inFolder('any'), file: inFolder('no', 'shop.tar') })
    await expect(nowhere).rejects.toThrow('is not there')
    await expect(writeBackup({ ...order, dataDir: inFolder('any'), file: folder })).rejects.toThrow('is no file')
    expect(await readdir(folder)).toEqual(['any', path.basename(file)])
  })

  it('overwrites a file only when told, and then only when the new one is whole', async () => {
    const { file } = await anyBackup()
    const before = await readFile(file)
    const order = { dataDir: inFolder('any'), file, overwrite: false }
    await expect(writeBackup(order)).rejects.toThrow('is there already')
    expect(await readFile(file)).toEqual(before)

    const other = await shopIn(inFolder('any'))
    await other.product({ name: 'Added since' })
    await other.close()
    await writeBackup({ ...order, overwrite: true })
    expect((await readFile(file)).includes('Added since')).toBe(true)

    const whole = await readFile(file)
    await writeFile(inFolder('any', 'haat.sqlite'), 'not a database any more')
    await expect(writeBackup({ ...order, overwrite: true })).rejects.toThrow()
    expect(await readFile(file)).toEqual(whole)
    expect(await readdir(folder)).toEqual(['any', 'any.tar'])
  })
})

describe('npm run restore', () => {
  const holding: DatabaseSync[] = []
  afterEach(() => {
    for (const lock of holding.splice(0)) lock.close()
  })

  it('says with DATABASE_URL which tool to use instead', async () => {
    const { code, stderr } = await run('restore', ['a.tar'], { DATABASE_URL: 'postgres://localhost/haat' })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('pg_restore') })
  })

  it.each([
    ['holds something', async () => writeFile(inFolder('data', 'thesis.doc'), 'years of work'), 'is not empty'],
    ['holds a shop', async () => await (await shopIn(inFolder('data'))).close(), 'is not empty'],
    ['is held by a shop that is just starting', async () => void holding.push(takeLock(inFolder('data'))), 'in use'],
  ])('refuses a DATA_DIR that %s, and leaves it as it was', async (_, make, words) => {
    const { file } = await anyBackup()
    await mkdir(inFolder('data'))
    await make()
    const before = await readdir(inFolder('data'))
    await expect(restoreBackup({ dataDir: inFolder('data'), file })).rejects.toThrow(words)
    expect(await readdir(inFolder('data'))).toEqual(before)
  })

  it('takes a folder with nothing but dot files for an empty one', async () => {
    const { file, key } = await anyBackup()
    await mkdir(inFolder('data'))
    await writeFile(inFolder('data', '.keep'), '')
    await restoreBackup({ dataDir: inFolder('data'), file })
    expect(await readdir(inFolder('data', 'media'))).toEqual([key])
    const shop = await shopIn(inFolder('data'))
    expect(await shop.db.selectFrom('products').select('name').execute()).toHaveLength(1)
    await shop.close()
  })

  it('into a place that is a file is refused', async () => {
    const { file } = await anyBackup()
    await expect(restoreBackup({ dataDir: file, file })).rejects.toThrow('is a file, not a directory')
  })
})
