import { expect, vi } from 'vitest'
import type { TestShop } from '#testing/shop.ts'
import {
  checkImport,
  confirmedKinds,
  getImport,
  type ProductImport,
  undoImport,
  writeImport,
} from '../product-imports.contract.ts'

type Seller = Awaited<ReturnType<TestShop['seller']>>

const going: readonly ProductImport['state'][] = ['checking', 'saving', 'undoing']

/** Waits until an import rests: it is checked, done, undone or refused. */
export const whenAtRest = (seller: Seller, id: string) =>
  vi.waitFor(
    async () => {
      const { import: found } = await seller.api(getImport, { params: { id } })
      expect(going).not.toContain(found.state)
      return found
    },
    { timeout: 60_000, interval: 20 },
  )

/** Sends files as the page does. */
export async function sendFiles(seller: Seller, files: readonly (string | Buffer)[]) {
  const form = new FormData()
  for (const [at, file] of files.entries())
    form.append('files', new File([new Uint8Array(Buffer.from(file))], at === 0 ? 'p.csv' : 'p.zip'))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await request.arrayBuffer())
  return seller.send({ method: 'POST', url: checkImport.path, headers, payload })
}

/** Has a file checked, and says what it would do. */
export async function dryRun(seller: Seller, csv: string | Buffer, zip?: Buffer) {
  const answer = await sendFiles(seller, zip ? [csv, zip] : [csv])
  expect(answer.json()).toMatchObject({ success: true, import: { state: 'checking' } })
  expect(answer.statusCode).toBe(202)
  return whenAtRest(seller, answer.json().import._id)
}

/** Writes what was checked, all of it confirmed. */
export async function write(seller: Seller, id: string) {
  await seller.api(writeImport, { params: { id }, query: { confirmed: confirmedKinds.join(',') } })
  return whenAtRest(seller, id)
}

export async function undo(seller: Seller, id: string) {
  await seller.api(undoImport, { params: { id } })
  return whenAtRest(seller, id)
}

/** Checked and written. */
export async function imported(seller: Seller, csv: string | Buffer, zip?: Buffer) {
  const { _id } = await dryRun(seller, csv, zip)
  return write(seller, _id)
}
