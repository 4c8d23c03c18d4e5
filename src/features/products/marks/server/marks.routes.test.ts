import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { getProduct, listNewest, listProducts } from '#features/catalog/catalog.contract.ts'
import { listEndingMarks } from '#features/catalog/marks/marks.contract.ts'
import { endMarks, takeEndingMarks } from '#features/catalog/marks/server/mark-ends.ts'
import { transact } from '#kernel/background.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { archiveProduct, duplicateProduct, getSellerProduct } from '../../seller-products.contract.ts'
import { imported } from '../../testing/imports.ts'
import { evidenceForm, productForm } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let certificate: Buffer
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  certificate = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#2a5d84' } })
    .jpeg()
    .toBuffer()
})
beforeEach(() => moveTo('2026-11-28T10:00:00+05:30'))
afterAll(() => shop.close())

/** Sets the clock; who was logged in is no more, so the seller logs in again. */
async function moveTo(time: string) {
  shop.setClock(new Date(time))
  seller = await shop.seller()
}

const handloom = {
  kind: 'handloom-mark',
  number: 'HLM 23/004417',
  issuer: 'Textiles Committee',
  validUntil: '2027-03-31',
}
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')

const cover = (name: string, more: object = {}) => ({
  ...{ name, category: 'Textiles-and-clothing', price: 2600, offerPrice: 2400, description: ['Soft'] },
  ...more,
})
const add = async (productData: unknown) =>
  seller.send({ method: 'POST', url: '/api/product/add', ...(await productForm(productData)) })
const edit = async (id: string, productData: unknown) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(productData)) })
const send = async (id: string, kind: string, content: Buffer, name = 'scan.jpg') =>
  seller.send({
    method: 'POST',
    url: `/api/product/${id}/mark/${kind}/evidence`,
    ...(await evidenceForm(name, content)),
  })

async function added(name: string, marks: object[]): Promise<string> {
  const answer = await add(cover(name, { marks }))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().product._id
}
/** A product with this mark and its certificate. */
async function marked(name: string, mark = handloom) {
  const id = await added(name, [mark])
  const answer = await send(id, mark.kind, certificate)
  expect(answer.statusCode, answer.body).toBe(201)
  return id
}
const shown = async (id: string) => (await shop.browser().api(getProduct, { params: { id } })).product.marks
const office = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product.marks
const evidenceOf = (id: string, kind = handloom.kind) =>
  shop.request({ method: 'GET', url: `/api/product/${id}/mark/${kind}/evidence` })

describe('a mark of a product', () => {
  it('is shown to nobody but the office until it has its certificate', async () => {
    const id = await added('Waiting cover', [handloom])
    expect(await shown(id)).toBeUndefined()
    expect(await office(id)).toEqual([handloom])
    expect((await evidenceOf(id)).statusCode).toBe(404)
    await send(id, 'handloom-mark', certificate)
    expect(await shown(id)).toEqual([
      {
        ...handloom,
        ...{ name: 'Handloom Mark', certifies: 'The cloth was woven by hand.' },
        evidence: `/api/product/${id}/mark/handloom-mark/evidence`,
      },
    ])
  })

  it('stands in lists and searches as on its page', async () => {
    const id = await marked('Listed cover')
    const marks = await shown(id)
    const { api } = shop.browser()
    const lists = [
      await api(listProducts, { query: { q: 'Listed cover' } }),
      await api(listProducts, { query: { ids: id } }),
      await api(listNewest, { query: { limit: '1', families: '1' } }),
    ]
    for (const { products } of lists) expect(products.find(({ _id }) => _id === id)?.marks).toEqual(marks)
  })

  it('is known by its name too, and its usual issuer need not be named', async () => {
    const { issuer, ...rest } = { ...handloom, kind: 'Handloom mark' }
    const id = await added('Named cover', [rest, { ...handloom, kind: 'GI' }])
    expect((await office(id)).map((mark) => [mark.kind, mark.issuer])).toEqual([
      ['handloom-mark', 'Textiles Committee, Ministry of Textiles'],
      ['gi', 'Textiles Committee'],
    ])
  })

  it.each([
    [[{ ...handloom, kind: 'gold' }], 'marks.0.kind', 'Choose what the mark is'],
    [[{ ...handloom, number: ' ' }], 'marks.0.number', 'Enter the number of the mark'],
    [[{ ...handloom, kind: 'organic', issuer: undefined }], 'marks.0.issuer', 'Enter who issued the mark'],
    [[{ ...handloom, validUntil: '2027-02-30' }], 'marks.0.validUntil', 'Enter the day until which it is valid'],
    [[handloom, handloom], 'marks.1.kind', 'A product has each mark only once'],
    ['organic', 'marks', 'Enter the marks as a list'],
  ])('%j is refused, and says where', async (marks, field, sentence) => {
    const answer = await add(cover('Wrong cover', { marks }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: sentence })
  })

  it('stays by an edit that does not name marks, by export and import, and goes with []', async () => {
    const id = await marked('Staying cover')
    await edit(id, { name: 'Staying cover, blue', price: 2700 })
    const file = (await seller.send({ method: 'GET', url: '/api/product/export.csv' })).body
    await imported(seller, file.replace('Staying cover, blue', 'Staying cover, red'))
    expect((await shop.browser().api(getProduct, { params: { id } })).product.name).toBe('Staying cover, red')
    expect(await shown(id)).toHaveLength(1)
    await edit(id, { marks: [] })
    expect([await shown(id), await office(id), (await evidenceOf(id)).statusCode]).toEqual([undefined, [], 404])
  })

  it('keeps its certificate when its number or day is mended, and stands in the activity', async () => {
    const id = await marked('Mended cover')
    await edit(id, { marks: [{ ...handloom, number: 'HLM 24/1' }] })
    expect(await shown(id)).toMatchObject([{ number: 'HLM 24/1' }])
    expect((await seller.api(listAudit)).entries[0]?.changes).toEqual([
      {
        field: 'Marks',
        old: 'Handloom Mark, HLM 23/004417, Textiles Committee, until 2027-03-31',
        new: 'Handloom Mark, HLM 24/1, Textiles Committee, until 2027-03-31',
      },
    ])
  })

  it('is not copied with its product, whose certificate it is not', async () => {
    const { product } = await seller.api(duplicateProduct, { params: { id: await marked('Copied cover') } })
    expect(product.marks).toEqual([])
  })
})

describe('the certificate', () => {
  it('is a picture made anew, or a PDF that is saved and never opened', async () => {
    const id = await marked('Proven cover')
    const picture = await evidenceOf(id)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(300)
    expect((await send(id, 'handloom-mark', pdf, 'a.pdf')).statusCode).toBe(201)
    const paper = await evidenceOf(id)
    expect(paper.rawPayload).toEqual(pdf)
    expect(paper.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="handloom-mark.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(paper.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('is refused when it is neither, or belongs to no mark', async () => {
    const id = await added('Unproven cover', [handloom])
    const text = await send(id, 'handloom-mark', Buffer.from('<script>'), 'a.pdf')
    expect([text.statusCode, text.json().fields]).toEqual([
      400,
      { evidence: 'Choose a picture (JPG, PNG or WebP) or a PDF as the certificate' },
    ])
    expect((await send(id, 'silk-mark', pdf)).json().code).toBe('MARK_NOT_FOUND')
    expect((await send(id, 'handloom-mark', Buffer.alloc(0), '')).json().fields).toEqual({
      evidence: 'Choose the certificate',
    })
    expect(await office(id)).toEqual([handloom])
  })

  it('is for everybody only while its product is in the shop, and never a file under /media', async () => {
    const id = await marked('Leaving cover')
    const [row] = await shop.db.selectFrom('products').select('marks').where('id', '=', id).execute()
    const [{ evidence }] = JSON.parse(row?.marks ?? '')
    const file = `${evidence.key}/${evidence.file}`
    expect(readFileSync(path.join(shop.dataDir, 'media', file)).length).toBeGreaterThan(0)
    expect((await shop.request({ method: 'GET', url: `/media/${file}` })).statusCode).toBe(404)
    await seller.api(archiveProduct, { params: { id } })
    expect((await evidenceOf(id)).statusCode).toBe(404)
    const own = { method: 'GET', url: `/api/product/seller/${id}/mark/handloom-mark/evidence` } as const
    expect((await seller.send(own)).statusCode).toBe(200)
    expect((await shop.request(own)).statusCode).toBe(401)
  })

  it('goes from the disk when another comes, or the mark goes', async () => {
    const id = await marked('Tidy cover')
    const files = async () => {
      const row = await shop.db.selectFrom('products').select('marks').where('id', '=', id).executeTakeFirstOrThrow()
      return JSON.parse(row.marks).map(({ evidence }: { evidence: { key: string } }) => evidence.key)
    }
    const isThere = (key: string) => shop.deps.storage.find(`${key}/300.webp`).then((content) => content !== undefined)
    const [first] = await files()
    await send(id, 'handloom-mark', certificate)
    const [second] = await files()
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
    await edit(id, { marks: [] })
    expect(await isThere(second)).toBe(false)
  })
})

describe('the last day of a mark', () => {
  const lastMoment = '2026-12-31T23:59:59.999+05:30'
  const nextDay = '2027-01-01T00:00:00+05:30'
  const ends = { ...handloom, validUntil: '2026-12-31' }

  it('is valid as a whole, and over for whoever asks at the next midnight in India, also for kept answers', async () => {
    const id = await marked('Ending cover', ends)
    await moveTo(lastMoment)
    expect([(await shown(id))?.length, (await evidenceOf(id)).statusCode]).toEqual([1, 200])
    await moveTo(nextDay)
    expect([await shown(id), (await evidenceOf(id)).statusCode]).toEqual([undefined, 404])
    const { products } = await shop.browser().api(listProducts, { query: { q: 'Ending cover' } })
    expect(products[0]).not.toHaveProperty('marks')
    expect(await office(id)).toMatchObject([ends])
  })

  it('changes the version of the catalogue once, however often the job runs', async () => {
    const id = await marked('Told cover', ends)
    const version = async () =>
      (await shop.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version
    await endMarks(shop.deps)
    const before = await version()
    await moveTo(nextDay)
    await endMarks(shop.deps)
    const after = await version()
    await endMarks(shop.deps)
    expect([after > before, await version()]).toEqual([true, after])
    const changed = await shop.db.selectFrom('catalogue_changes').select('id').where('version', '>', before).execute()
    expect(changed.map((change) => change.id)).toContain(id)
    await edit(id, { marks: [{ ...ends, validUntil: '2028-12-31' }] })
    expect(await shown(id)).toHaveLength(1)
  })

  it.runIf(onPostgres)('is over in another process too, at the same moment', async () => {
    const id = await marked('Shared cover', ends)
    const other = await shop.anotherProcess()
    const seen = async () => (await other.request({ method: 'GET', url: `/api/product/${id}` })).json().product.marks
    await moveTo(lastMoment)
    expect(await seen()).toHaveLength(1)
    await moveTo(nextDay)
    expect(await seen()).toBeUndefined()
    await Promise.all([endMarks(shop.deps), endMarks(other.app.deps)])
    await other.close()
  })

  it('is announced to the office 30 days before, once, and listed until the mark is renewed or taken away', async () => {
    const id = await marked('Asked cover', { ...handloom, validUntil: '2027-06-30' })
    const asked = async () =>
      (await transact(shop.deps, (tx) => takeEndingMarks(tx, shop.deps.now(), 100)))
        .filter(({ name }) => name === 'Asked cover')
        .map(({ mark, validUntil }) => `${mark} ${validUntil}`)
    const listed = async () =>
      (await seller.api(listEndingMarks)).marks
        .filter(({ product }) => product._id === id)
        .map(({ validUntil, hasEnded }) => [validUntil, hasEnded])
    await moveTo('2027-05-30T23:59:00+05:30')
    expect([await asked(), await listed()]).toEqual([[], []])
    await moveTo('2027-05-31T00:01:00+05:30')
    expect(await asked()).toEqual(['Handloom Mark 2027-06-30'])
    expect([await asked(), await listed()]).toEqual([[], [['2027-06-30', false]]])
    await edit(id, { marks: [{ ...handloom, number: 'HLM 9', validUntil: '2027-06-30' }] })
    expect(await asked()).toEqual([])
    await moveTo('2028-02-01T00:00:00+05:30')
    expect([await asked(), await listed()]).toEqual([[], [['2027-06-30', true]]])
    await edit(id, { marks: [{ ...handloom, validUntil: '2029-06-30' }] })
    expect(await listed()).toEqual([])
  })
})
